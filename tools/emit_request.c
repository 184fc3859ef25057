/* SPDX-License-Identifier: MIT */
#include "emit_request.h"

#include <stdlib.h>
#include <string.h>

#include "array_options.h"
#include "bench.h"
#include "devices.h"

/* The functions that options call have the whole request for a field. */
static bool take_length(const tool_option *option, char *text, void *field)
{
    tool_emit_request *r = field;
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
        r->transform.direction = c->direction;
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
    tool_emit_request *r = field;
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

static bool refuse_limits(void)
{
    (void)tool_refuse("emit: --limits: give invocations=N,shared=BYTES,subgroup=N,buffer=BYTES,"
                      "f64,storage16, or some of them");
    return false;
}

/* invocations=N,shared=BYTES,subgroup=N,buffer=BYTES,f64,storage16; what is left out is as
 * Vulkan 1.1 requires. */
static bool take_limits(const tool_option *option, char *text, void *field)
{
    tool_emit_request *r = field;
    (void)option;
    char *const names[] = {"invocations", "shared", "subgroup", "buffer", "f64", "storage16", NULL};
    r->limits = (fftc_vulkan_device){.invocations_max = 128,
                                     .shared_bytes = 16384,
                                     .workgroups_max = 65535,
                                     .buffer_bytes_max = (uint64_t)1 << 27,
                                     .push_descriptor = true};
    r->has_limits = true;
    if (*text == '\0') {
        return refuse_limits();
    }
    while (*text != '\0') {
        char *value = NULL;
        uint64_t number = 0;
        int which = getsubopt(&text, names, &value);
        if (which < 0 || (value == NULL) != (which >= 4)) {
            return refuse_limits();
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

static bool read_piece(tool_emit_request *r, int which, const char *path)
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
    tool_emit_request *r = field;
    (void)option;
    char *const names[] = {"none", "buffer", "uint", "float", NULL};
    r->has_extras = true;
    for (int i = 0; i == 0 || *text != '\0'; ++i) {
        char *value = NULL;
        int kind = *text != '\0' ? getsubopt(&text, names, &value) : -1;
        if (kind < 0 || value != NULL || i >= FFTC_EXTRAS_MAX) {
            return tool_refuse("emit: --extras: give up to %d of buffer, uint, float and none",
                               FFTC_EXTRAS_MAX),
                   false;
        }
        r->accessors.extra[i] = (fftc_extra_kind)kind;
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

/* Checks that there are as many strides as axes: too few would belong to other axes than meant. */
static bool check_arrays(const tool_emit_request *r)
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

static bool has_pictures(const tool_emit_request *r)
{
    bool has = false;
    for (int i = 0; i < FFTC_EXTRAS_MAX; ++i) {
        has = has || r->accessors.extra[i] > FFTC_EXTRA_BUFFER;
    }
    return has;
}

/* Options that would do nothing without others, or that contradict each other. */
static bool check_pairs(const tool_emit_request *r)
{
    const fftc_kind kind = r->convolves ? r->convolution.signal.kind : r->transform.kind;
    bool half = !r->convolves && kind == FFTC_REAL;
    bool real_to_complex = half && r->transform.direction == FFTC_FORWARD;
    bool complex_to_real = half && r->transform.direction == FFTC_INVERSE;
    bool without_complex = kind == FFTC_REAL_TO_REAL || (r->convolves && kind == FFTC_REAL);
    const char *why = NULL;
    if (r->correlates && !r->convolves) {
        why = "--correlate: give a --length of conv: or rconv:";
    } else if (r->convolves && r->direction == FFTC_INVERSE) {
        why = "--direction inverse: a convolution has no direction: leave it out";
    } else if (real_to_complex && r->direction == FFTC_INVERSE) {
        why = "--direction inverse: --length r2c: says forward: write c2r: there";
    } else if (complex_to_real && r->direction == FFTC_FORWARD) {
        why = "--direction forward: --length c2r: says inverse: write r2c: there";
    } else if (r->transform.format == FFTC_SPLIT && without_complex) {
        why = "--split: there are no complex numbers, whose parts it is about: leave it out";
    } else if (r->options.addresses && has_pictures(r)) {
        why = "--addresses: pictures of --extras have none: leave one of the two out";
    } else if (r->options.addresses && r->modules == NULL) {
        why = "--addresses is about the file of --modules: give that, too";
    } else if (r->has_extras && r->load == NULL && r->store == NULL) {
        why = "--extras: no text reads or writes them: give --load or --store";
    } else if (r->has_device && r->has_limits) {
        why = "--device and --limits both say what the device can do: give one of them";
    }
    return why == NULL || (tool_refuse("emit: %s", why), false);
}

bool tool_emit_request_complete(tool_emit_request *r)
{
    static char usual[] = "1024";
    for (int i = 0; i < FFTC_MAX_RANK; ++i) {
        if (r->transform.loop[i] != 0) { /* a case has the same trigonometric along all axes */
            r->transform.trigonometric[i] = FFTC_DCT_II;
        }
    }
    r->options.accessors = &r->accessors;
    bool good = (r->has_length || take_length(NULL, usual, r)) && check_arrays(r) &&
                check_pairs(r) && read_piece(r, 0, r->load) && read_piece(r, 1, r->store);
    if (r->direction != -1) {
        r->transform.direction = (fftc_direction)r->direction;
    }
    return good;
}

void tool_emit_request_free(tool_emit_request *r)
{
    free(r->pieces[0]);
    free(r->pieces[1]);
}

static const char *const scaling_names[] = {"default", "none", "unitary", NULL}; /* fftc_scaling */

const tool_option tool_emit_rows[] = {
    {.name = "plan",
     .value = "FOLDER",
     TOOL_TO_TEXT(TOOL_FOLDER, tool_emit_request, folder),
     .help = "where to; made if it is not there"},
    {.name = "length",
     .value = "CASE",
     .kind = TOOL_TEXT,
     .take = take_length,
     .help = "48, 2^20, 1024x1024, 1000*4096 (batches): as `fftcore bench` has them; conv:4096, "
             "rconv:1000000+63: a convolution, as two plans, of the kernel and of signals, in "
             "FOLDER/prepare and FOLDER/execute; default 1024"},
    TOOL_OPTION_PRECISION(tool_emit_request, transform.precision),
    TOOL_OPTION_DIRECTION(tool_emit_request, direction,
                          "@; default forward, or as r2c: and c2r: say"),
    {.name = "scaling",
     .value = "NAME",
     TOOL_TO_NAME(tool_emit_request, transform.scaling, scaling_names),
     .help = "@; default is 1 forward, 1 / N inverse"},
    {.name = "correlate",
     TOOL_TO_FLAG(tool_emit_request, correlates),
     .help = "of a convolution: correlate with the kernel"},
    {.name = "in-place",
     TOOL_TO_FLAG(tool_emit_request, transform.placement),
     .help = "source and result are one array"},
    {.name = "split",
     TOOL_TO_FLAG(tool_emit_request, transform.format),
     .help = "real and imaginary parts in arrays of their own"},
    {.name = "exact",
     TOOL_TO_FLAG(tool_emit_request, options.exact),
     .help = "round as the kernels' source says: the emulator's bits"},
    {.name = "no-subgroups",
     TOOL_TO_FLAG(tool_emit_request, options.passes.no_subgroups),
     .help = "no subgroup operation, even where the device has them"},
    {.name = "pair-batch",
     TOOL_TO_FLAG(tool_emit_request, options.passes.pair_batch),
     .help = "compute two neighbours of a batch as one complex transform"},
    TOOL_ARRAY_OPTIONS(tool_emit_request, transform),
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
     TOOL_TO_TEXT(TOOL_READS, tool_emit_request, load),
     .help = "accessors: a text in place of the first loads"},
    {.name = "store",
     .value = "FILE",
     TOOL_TO_TEXT(TOOL_READS, tool_emit_request, store),
     .help = "and in place of the last stores"},
    {.name = "extras",
     .value = "LIST",
     .kind = TOOL_TEXT,
     .take = take_extras,
     .help = "what the texts read and write beside the data: up to four of buffer, uint, float "
             "(pictures) and none, say buffer,buffer"},
    {.name = "modules",
     .value = "FILE",
     TOOL_TO_TEXT(TOOL_WRITES, tool_emit_request, modules),
     .help = "adds the plan's modules to FILE, for fftc_vulkan_cache_load"},
    {.name = "addresses",
     TOOL_TO_FLAG(tool_emit_request, options.addresses),
     .help = "with --modules: for buffers by addresses, too"},
    TOOL_OPTION_JSON(tool_emit_request, json, "what was written, for machines"),
    {.name = NULL}};
