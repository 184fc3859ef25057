/* SPDX-License-Identifier: MIT */
#include "emit_plan.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "array_options.h"
#include "bench.h"
#include "devices.h"
#include "json.h"
#include "plan_folder.h"

#ifndef FFTCORE_TOOL_VULKAN

const tool_form tool_emit_plan_form = {.chosen_by = "plan", .unavailable = TOOL_WITHOUT_VULKAN};

#else

#define PATH_BYTES 4096

typedef struct plan_request {
    const char *folder, *modules, *json, *load, *store;
    fftc_transform transform;
    /* If there is one; of the transform, storage is heeded. */
    fftc_convolution_description convolution;
    bool convolves, correlates;
    fftc_vulkan_plan_options options;
    fftc_vulkan_device limits;
    fftc_vulkan_accessors accessors;
    unsigned char *pieces[2]; /* the accessors' texts */
    bool has_device, has_limits, has_extras, has_length;
} plan_request;

/* The functions that options call have the whole request for a field. */
static bool take_length(const tool_option *option, char *text, void *field)
{
    plan_request *r = field;
    (void)option;
    bench_cases cases = {.list = NULL};
    char why[300] = "one transform at a time";
    bool good = bench_cases_parse(text, &cases, why, sizeof why) && cases.count == 1;
    fftc_error error;
    if (good && cases.list[0].convolution) {
        good = bench_case_convolution(&cases.list[0], &r->convolution, &error) == FFTC_SUCCESS;
        r->convolves = good;
        r->has_length = good;
        (void)snprintf(why, sizeof why, "%.290s", error.message);
    } else if (good) {
        const bench_case *c = &cases.list[0];
        memcpy(r->transform.length, c->length, sizeof r->transform.length);
        r->transform.batch = c->batch;
        r->transform.kind = c->kind;
        r->transform.direction =
            c->direction == FFTC_INVERSE ? c->direction : r->transform.direction;
        for (int i = 0; i < FFTC_MAX_RANK && c->length[i] != 0; ++i) {
            r->transform.trigonometric[i] = c->trigonometric;
        }
        r->has_length = true;
    }
    if (!good) {
        (void)tool_refuse("emit: --length %s: %s", text, why);
    }
    free(cases.list);
    return good;
}

static bool take_device(const tool_option *option, char *text, void *field)
{
    plan_request *r = field;
    (void)option;
    tool_devices devices;
    uint32_t number = 0;
    tool_devices_open(&devices);
    bool good = tool_device_choose(&devices, text, &number);
    if (good) {
        r->limits = devices.list[number];
        r->has_device = true;
    }
    tool_devices_close(&devices);
    return good;
}

/* invocations=N,shared=BYTES,subgroup=N,buffer=BYTES,f64,storage16; what is left out is as
 * Vulkan 1.1 requires. */
static bool take_limits(const tool_option *option, char *text, void *field)
{
    plan_request *r = field;
    (void)option;
    char *const names[] = {"invocations", "shared", "subgroup", "buffer", "f64", "storage16", NULL};
    r->limits = (fftc_vulkan_device){.invocations_max = 128,
                                     .shared_bytes = 16384,
                                     .workgroups_max = 65535,
                                     .buffer_bytes_max = (uint64_t)1 << 27,
                                     .push_descriptor = true};
    r->has_limits = true;
    while (*text != '\0') {
        char *value = NULL;
        uint64_t number = 0;
        int which = getsubopt(&text, names, &value);
        if (which < 0 || (value == NULL) != (which >= 4)) {
            (void)tool_refuse("emit: --limits: give invocations=N,shared=BYTES,subgroup=N,"
                              "buffer=BYTES,f64,storage16, or some of them");
            return false;
        }
        char name[32];
        (void)snprintf(name, sizeof name, "--limits %s", names[which]);
        if (which < 4 &&
            !tool_parse_number(name, value, 1, which == 3 ? UINT64_MAX : UINT32_MAX, &number)) {
            return false;
        }
        switch (which) {
        case 0: r->limits.invocations_max = (uint32_t)number; break;
        case 1: r->limits.shared_bytes = (uint32_t)number; break;
        case 2:
            if ((number & (number - 1)) != 0 || number > 128) {
                (void)tool_refuse("emit: --limits subgroup=%s: must be a power of two, up to 128",
                                  value);
                return false;
            }
            r->limits.subgroup_size = (uint32_t)number;
            r->limits.subgroup_full = true;
            r->limits.subgroup_shuffle = true;
            break;
        case 3: r->limits.buffer_bytes_max = number; break;
        case 4: r->limits.float64 = true; break;
        default: r->limits.storage16 = true; break;
        }
    }
    return true;
}

static bool read_piece(plan_request *r, int which, const char *path)
{
    size_t bytes;
    fftc_error error;
    if (path == NULL) {
        return true;
    }
    if (tool_file_read(path, 1 << 20, &r->pieces[which], &bytes, &error) != FFTC_SUCCESS) {
        return tool_refuse("emit: %s", error.message), false;
    }
    unsigned char *text = realloc(r->pieces[which], bytes + 1);
    if (text == NULL) {
        return tool_refuse("emit: no memory for %s", path), false;
    }
    text[bytes] = '\0';
    r->pieces[which] = text;
    *(which == 0 ? &r->accessors.load : &r->accessors.store) = (const char *)text;
    return true;
}

/* A list of buffer, uint, float or none, for extras 0, 1, ... */
static bool take_extras(const tool_option *option, char *text, void *field)
{
    plan_request *r = field;
    (void)option;
    char *const names[] = {"none", "buffer", "uint", "float", NULL};
    r->has_extras = true;
    for (int i = 0; *text != '\0'; ++i) {
        char *value = NULL;
        int kind = getsubopt(&text, names, &value);
        if (kind < 0 || value != NULL || i >= FFTC_VULKAN_EXTRAS) {
            return tool_refuse("emit: --extras: give up to %d of buffer, uint, float and none",
                               FFTC_VULKAN_EXTRAS),
                   false;
        }
        r->accessors.extra[i] = (fftc_vulkan_extra_kind)kind;
    }
    return true;
}

static int rank_of(const uint64_t *length)
{
    int rank = 0;
    while (rank < FFTC_MAX_RANK && length[rank] != 0) {
        ++rank;
    }
    return rank;
}

/* As many strides as axes: too few of them would be others than meant. */
static bool check_arrays(const plan_request *r)
{
    const fftc_transform *t = &r->transform;
    int rank = rank_of(r->convolves ? r->convolution.signal.length : t->length);
    const uint64_t *strides[] = {t->src_stride, t->dst_stride};
    for (int side = 0; side < 2; ++side) {
        int given = FFTC_MAX_RANK;
        while (given > 0 && strides[side][given - 1] == 0) {
            --given;
        }
        if (given > rank || (given != 0 && strides[side][rank - 1] == 0)) {
            return tool_refuse("emit: --%s-stride: the length has %d ax%s, give as many strides",
                               side == 0 ? "src" : "dst", rank, rank == 1 ? "is" : "es"),
                   false;
        }
    }
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        bool there = t->src_range[i].end != 0 || t->dst_range[i].end != 0 || t->loop[i] != 0;
        if (there && (r->convolves || i >= rank)) {
            return tool_refuse(r->convolves
                                   ? "emit: a convolution's ranges follow from its lengths, "
                                     "and it has no loops: give no --src-range, "
                                     "--dst-range or --loop"
                                   : "emit: a range or loop is of an axis that the length "
                                     "does not have"),
                   false;
        }
    }
    return true;
}

/* Options that would do nothing without others, or that contradict each other. */
static bool check_pairs(const plan_request *r)
{
    const char *why = NULL;
    if (r->correlates && !r->convolves) {
        why = "--correlate: give a --length of conv: or rconv:";
    } else if (r->convolves && r->transform.direction == FFTC_INVERSE) {
        why = "--direction inverse: a convolution has no direction: leave it out";
    } else if (r->options.addresses && r->modules == NULL) {
        why = "--addresses is about the file of --modules: give that, too";
    } else if (r->has_extras && r->load == NULL && r->store == NULL) {
        why = "--extras: no text reads or writes them: give --load or --store";
    } else if (r->has_device && r->has_limits) {
        why = "--device and --limits both say what the device can do: give one of them";
    }
    return why == NULL || (tool_refuse("emit: %s", why), false);
}

static bool complete(plan_request *r)
{
    static char usual[] = "1024";
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        if (r->transform.loop[i] != 0) { /* a case has the same along all axes */
            r->transform.trigonometric[i] = FFTC_DCT_II;
        }
    }
    r->options.accessors = &r->accessors;
    return (r->has_length || take_length(NULL, usual, r)) && check_arrays(r) && check_pairs(r) &&
           read_piece(r, 0, r->load) && read_piece(r, 1, r->store);
}

/* What the file held is kept: several plans go into one. */
static bool load_modules(fftc_vulkan_cache *cache, const char *path)
{
    unsigned char *data;
    size_t bytes;
    fftc_error error;
    struct stat about;
    if (stat(path, &about) != 0 || !S_ISREG(about.st_mode)) {
        return true; /* a new one, or a device */
    }
    if (tool_file_read(path, TOOL_FILE_BYTES_LIMIT, &data, &bytes, &error) != FFTC_SUCCESS) {
        return tool_refuse("emit: --modules %s", error.message), false;
    }
    fftc_status status = fftc_vulkan_cache_load(cache, data, bytes, &error);
    free(data);
    return status == FFTC_SUCCESS ||
           (tool_refuse("emit: --modules %s: holds no modules of fftcore's, and is not "
                        "overwritten: name another file",
                        path),
            false);
}

static bool write_modules(fftc_vulkan_cache *cache, const char *path)
{
    size_t bytes = 0;
    fftc_error error;
    (void)fftc_vulkan_cache_save(cache, NULL, 0, &bytes, NULL);
    void *data = malloc(bytes + 1);
    bool written = data != NULL &&
                   fftc_vulkan_cache_save(cache, data, bytes, &bytes, &error) == FFTC_SUCCESS &&
                   tool_file_write(path, data, bytes);
    free(data);
    return written;
}

/* The folders of the plans: the folder itself, or of a convolution two in it. */
static bool name_folders(const plan_request *r, char folders[2][PATH_BYTES])
{
    static const char *const names[] = {"/prepare", "/execute"};
    int longest = 0;
    for (int i = 0; i < 2; ++i) {
        int bytes =
            snprintf(folders[i], PATH_BYTES, "%s%s", r->folder, r->convolves ? names[i] : "");
        longest = bytes > longest ? bytes : longest;
    }
    if (longest >= PATH_BYTES) {
        (void)tool_refuse("emit: --plan %s: the name is too long", r->folder);
    }
    return longest < PATH_BYTES;
}

/* Nothing is written before all of it can be. */
static bool write_folders(const plan_request *r, const fftc_emitted_plan plans[2])
{
    const char *const taken[] = {r->load, r->store, r->modules, r->json};
    char folders[2][PATH_BYTES];
    int count = r->convolves ? 2 : 1;
    bool good = name_folders(r, folders);
    for (int i = 0; i < count && good; ++i) {
        good = tool_plan_folder_check(folders[i], &plans[i], taken, sizeof taken / sizeof *taken);
    }
    if (good && r->convolves && mkdir(r->folder, 0777) != 0 && errno != EEXIST) {
        return tool_refuse("emit: --plan %s: %s", r->folder, strerror(errno)), false;
    }
    for (int i = 0; i < count && good; ++i) {
        good = tool_plan_folder_write(folders[i], &plans[i]);
    }
    return good;
}

/* One plan, or the two of a convolution. */
static fftc_status emit_plans(const plan_request *r, fftc_vulkan_cache *cache,
                              fftc_emitted_plan plans[2], fftc_error *error)
{
    const fftc_vulkan_device *limits = r->has_device || r->has_limits ? &r->limits : NULL;
    fftc_convolution_description d = r->convolution;
    if (!r->convolves) {
        return fftc_vulkan_plan_emit(&r->transform, limits, &r->options, cache, plans, error);
    }
    d.product = r->correlates ? FFTC_CORRELATE : FFTC_CONVOLVE;
    d.signal.scaling = r->transform.scaling;
    d.signal.precision = r->transform.precision;
    d.signal.placement = r->transform.placement;
    d.signal.format = r->transform.format;
    d.signal.direction = r->transform.direction;
    memcpy(d.signal.src_stride, r->transform.src_stride, sizeof d.signal.src_stride);
    memcpy(d.signal.dst_stride, r->transform.dst_stride, sizeof d.signal.dst_stride);
    d.signal.src_distance = r->transform.src_distance;
    d.signal.dst_distance = r->transform.dst_distance;
    return fftc_vulkan_convolution_emit(&d, limits, &r->options, cache, &plans[0], &plans[1],
                                        error);
}

static void add_plan(cJSON *root, const char *name, const fftc_emitted_plan *plan)
{
    cJSON *description = cJSON_Parse(plan->description);
    if (description != NULL) {
        (void)cJSON_AddItemToObject(root, name, description);
    }
}

static bool write_json(const plan_request *r, const fftc_emitted_plan plans[2])
{
    cJSON *root = json_begin("emit");
    json_text(root, "folder", r->folder);
    if (r->modules != NULL) {
        json_text(root, "modules", r->modules);
    }
    add_plan(root, r->convolves ? "prepare" : "plan", &plans[0]);
    if (r->convolves) {
        add_plan(root, "execute", &plans[1]);
    }
    return json_write(root, r->json);
}

static int emit(const plan_request *r)
{
    fftc_vulkan_cache *cache = NULL;
    fftc_emitted_plan plans[2] = {{.kernels = 0}, {.kernels = 0}};
    fftc_error error;
    if (fftc_vulkan_cache_create(NULL, &cache, &error) != FFTC_SUCCESS) {
        return tool_refuse("emit: %s", error.message);
    }
    if (r->modules != NULL && !load_modules(cache, r->modules)) {
        fftc_vulkan_cache_destroy(cache);
        return TOOL_REFUSED;
    }
    fftc_status status = emit_plans(r, cache, plans, &error);
    bool written = false;
    if (status != FFTC_SUCCESS) {
        (void)tool_refuse("emit: %s", error.message);
    } else {
        written = write_folders(r, plans) &&
                  (r->modules == NULL || write_modules(cache, r->modules)) &&
                  (r->json == NULL || write_json(r, plans));
    }
    fftc_emitted_plan_free(&plans[0]);
    fftc_emitted_plan_free(&plans[1]);
    fftc_vulkan_cache_destroy(cache);
    return written ? TOOL_GOOD : TOOL_REFUSED;
}

static int plan_run(void *request)
{
    return complete(request) ? emit(request) : TOOL_REFUSED;
}

static void plan_close(void *request)
{
    plan_request *r = request;
    free(r->pieces[0]);
    free(r->pieces[1]);
}

static const char *const scaling_names[] = {"default", "none", "unitary", NULL}; /* fftc_scaling */

static const tool_option plan_rows[] = {
    {.name = "plan",
     .value = "FOLDER",
     TOOL_TO_TEXT(TOOL_FOLDER, plan_request, folder),
     .help = "where to; made if it is not there"},
    {.name = "length",
     .value = "CASE",
     .kind = TOOL_TEXT,
     .take = take_length,
     .help = "48, 2^20, 1024x1024, 1000*4096 (batches): as `fftcore bench` has them; conv:4096, "
             "rconv:1000000+63: a convolution, as two plans, of the kernel and of signals, in "
             "FOLDER/prepare and FOLDER/execute; default 1024"},
    TOOL_OPTION_PRECISION(plan_request, transform.precision),
    TOOL_OPTION_DIRECTION(plan_request, transform.direction, "@; default forward"),
    {.name = "scaling",
     .value = "NAME",
     TOOL_TO_NAME(plan_request, transform.scaling, scaling_names),
     .help = "@; default is 1 forward, 1 / N inverse"},
    {.name = "correlate",
     TOOL_TO_FLAG(plan_request, correlates),
     .help = "of a convolution: correlate with the kernel"},
    {.name = "in-place",
     TOOL_TO_FLAG(plan_request, transform.placement),
     .help = "source and result are one array"},
    {.name = "split",
     TOOL_TO_FLAG(plan_request, transform.format),
     .help = "real and imaginary parts in arrays of their own"},
    {.name = "exact",
     TOOL_TO_FLAG(plan_request, options.exact),
     .help = "round as the kernels' source says: the emulator's bits"},
    {.name = "no-subgroups",
     TOOL_TO_FLAG(plan_request, options.no_subgroups),
     .help = "no subgroup operation, even where the device has them"},
    {.name = "pair-batch",
     TOOL_TO_FLAG(plan_request, options.pair_batch),
     .help = "compute two neighbours of a batch as one complex transform"},
    TOOL_ARRAY_OPTIONS(plan_request, transform),
    {.name = "device",
     .value = "D",
     .kind = TOOL_TEXT,
     .take = take_device,
     .help = "for this device: its number or a part of its name, as `fftcore info` has them"},
    {.name = "limits",
     .value = "LIST",
     .kind = TOOL_TEXT,
     .take = take_limits,
     .help = "for a device with these, with commas between: invocations=N, shared=BYTES, "
             "subgroup=N, buffer=BYTES, f64, storage16 (16-bit items in storage buffers); what is "
             "left out is what Vulkan 1.1 requires of "
             "every device"},
    {.name = "load",
     .value = "FILE",
     TOOL_TO_TEXT(TOOL_READS, plan_request, load),
     .help = "accessors: a text in place of the first loads"},
    {.name = "store",
     .value = "FILE",
     TOOL_TO_TEXT(TOOL_READS, plan_request, store),
     .help = "and in place of the last stores"},
    {.name = "extras",
     .value = "LIST",
     .kind = TOOL_TEXT,
     .take = take_extras,
     .help = "what the texts read and write beside the data: up to four of buffer, uint, float "
             "(pictures) and none, say buffer,buffer"},
    {.name = "modules",
     .value = "FILE",
     TOOL_TO_TEXT(TOOL_WRITES, plan_request, modules),
     .help = "adds the plan's modules to FILE, for fftc_vulkan_cache_load"},
    {.name = "addresses",
     TOOL_TO_FLAG(plan_request, options.addresses),
     .help = "with --modules: for buffers by addresses, too"},
    TOOL_OPTION_JSON(plan_request, json, "what was written, for machines"),
    {.name = NULL}};

const tool_form tool_emit_plan_form = {
    .chosen_by = "plan",
    .about = "With --plan, all dispatches of a transform as fftc_vulkan_plan_create makes them, "
             "for a program that has Vulkan 1.1 alone: kernel0.comp, kernel0.spv, ..., table.bin, "
             "and plan.json, which says what is bound, pushed and dispatched in which order. Needs "
             "no device.\n",
    .options = plan_rows,
    .defaults = &(const plan_request){.folder = NULL},
    .bytes = sizeof(plan_request),
    .run = plan_run,
    .close = plan_close};

#endif
