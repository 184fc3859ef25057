/* SPDX-License-Identifier: MIT */
#include "device.h"

#include <errno.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "json.h"
#include "progress.h"

#define LIST_MAX 8

typedef struct device_request {
    device_bench bench;
    bench_cases cases;
    uint32_t device;
    uint64_t mib;
    uint32_t registers[LIST_MAX];
    uint32_t invocations[LIST_MAX];
    const char *json;
    bool verbose;
    bool plans;
    cJSON *rows;
    bench_score *scores;
    size_t score_count;
} device_request;

static const bench_bounds bounds = {"speed / the copy's", 0.8, 0.5};

void device_tell(const device_bench *b, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    tool_progress_hide();
    if (!b->silent) {
        (void)vprintf(format, arguments);
        (void)fflush(stdout);
    }
    va_end(arguments);
}

/* A number up to the end of the text, or up to a comma; moves behind it. */
static bool take_number(const char **text, uint64_t most, uint64_t *number)
{
    char *end = NULL;
    bool digits = **text >= '0' && **text <= '9'; /* strtoull takes signs and blanks, too */
    errno = 0;
    *number = digits ? strtoull(*text, &end, 10) : 0;
    if (!digits || errno != 0 || *number > most || (*end != '\0' && *end != ',')) {
        return false;
    }
    *text = end;
    return true;
}

/* Numbers with commas between; a 0 ends the list. */
static bool take_list(const tool_option *option, char *given, void *field)
{
    const char *text = given;
    uint32_t *list = field;
    uint64_t number = 0;
    int count = 0;
    bool good = take_number(&text, UINT32_MAX, &number);
    for (; good && count < LIST_MAX - 2 && *text == ','; ++count) {
        list[count] = (uint32_t)number;
        ++text;
        good = take_number(&text, UINT32_MAX, &number);
    }
    list[count] = (uint32_t)number;
    if (!good || *text != '\0') {
        (void)tool_refuse("--%s %s: must be up to 7 numbers with commas between", option->name,
                          given);
    }
    return good && *text == '\0';
}

static void add_row(device_request *r, const bench_case *c, const device_row *row)
{
    cJSON *object = cJSON_CreateObject();
    (void)cJSON_AddStringToObject(object, "case", c->name);
    (void)cJSON_AddNumberToObject(object, "length", (double)c->points);
    (void)cJSON_AddNumberToObject(object, "batch", (double)row->batch);
    (void)cJSON_AddNumberToObject(object, "seconds", row->seconds);
    (void)cJSON_AddNumberToObject(object, "part_of_copy", row->part);
    (void)cJSON_AddNumberToObject(object, "error", row->error);
    (void)cJSON_AddNumberToObject(object, "plan_seconds", row->plan_seconds);
    (void)cJSON_AddNumberToObject(object, "plan_again_seconds", row->warm_seconds);
    (void)cJSON_AddNumberToObject(object, "registers", r->bench.options.passes.registers);
    (void)cJSON_AddNumberToObject(object, "invocations", r->bench.options.passes.invocations);
    cJSON *kernels = r->verbose ? cJSON_AddArrayToObject(object, "statistics") : NULL;
    for (int k = 0; k < 2 && kernels != NULL && row->statistics[k][0] != '\0'; ++k) {
        (void)cJSON_AddItemToArray(kernels, cJSON_CreateString(row->statistics[k]));
    }
    (void)cJSON_AddItemToArray(r->rows, object);
}

static bool write_json(const device_request *r)
{
    cJSON *root = json_begin("bench");
    if (r->bench.context != NULL) {
        const fftc_vulkan_device *info = fftc_vulkan_device_info(r->bench.context);
        (void)cJSON_AddStringToObject(root, "device", info->name);
        (void)cJSON_AddStringToObject(root, "driver", info->driver);
        (void)cJSON_AddNumberToObject(root, "bytes", (double)r->bench.bytes);
        (void)cJSON_AddNumberToObject(root, "copy_seconds", r->bench.copy_seconds);
    }
    (void)cJSON_AddItemToObject(root, "classes",
                                bench_summary_json(&bounds, r->scores, r->score_count));
    (void)cJSON_AddItemToObject(root, "rows", cJSON_Duplicate(r->rows, true));
    return json_write(root, r->json);
}

static void add_score(device_request *r, const bench_case *c, const device_row *row)
{
    bench_score *longer = realloc(r->scores, (r->score_count + 1) * sizeof *longer);
    if (longer != NULL) {
        r->scores = longer;
        r->scores[r->score_count++] = (bench_score){c, row->part};
    }
}

/* 0, or 1 if a result was wrong; a case that the device refuses is told and left out. */
static int measure_case(device_request *r, const bench_case *c)
{
    int status = 0;
    for (int i = 0; i == 0 || r->registers[i] != 0; ++i) {
        for (int j = 0; j == 0 || r->invocations[j] != 0; ++j) {
            char why[600];
            char said[900];
            device_row row;
            tool_progress_set(-1.0, "%s", c->name);
            r->bench.options.passes.registers = r->registers[i];
            r->bench.options.passes.invocations = r->invocations[j];
            if (!device_bench_run(&r->bench, c, &row, why, sizeof why)) {
                tool_translate(why, said, sizeof said);
                device_tell(&r->bench, "%*s  %s\n", r->bench.name_width, c->name, said);
                continue;
            }
            device_tell(&r->bench,
                        "%*s %9" PRIu64 " %4u %5u %10.2f us %6.1f%% %9.2e %8.1f ms %7.2f ms%s\n",
                        r->bench.name_width, c->name, row.batch, r->registers[i], r->invocations[j],
                        1e6 * row.seconds, 100.0 * row.part, row.error, 1e3 * row.plan_seconds,
                        1e3 * row.warm_seconds, row.wrong ? "  WRONG" : "");
            for (int k = 0; k < 2 && r->verbose; ++k) {
                device_tell(&r->bench, "             %s\n", row.statistics[k]);
            }
            if (row.saved[0] != '\0') {
                device_tell(&r->bench, "             %s", row.saved);
            }
            add_row(r, c, &row);
            add_score(r, c, &row);
            status = row.wrong ? 1 : status;
        }
    }
    return status;
}

static int measure_all(device_request *r)
{
    char why[600];
    int status = 0;
    if (!device_bench_open(&r->bench, r->device, r->mib << 20, why, sizeof why)) {
        return tool_refuse("bench: --device %u: %s", (unsigned)r->device, why);
    }
    const fftc_vulkan_device *info = fftc_vulkan_device_info(r->bench.context);
    device_tell(&r->bench, "%s, %s\n%" PRIu64 " bytes; copy %.2f us, %.0f GB/s\n", info->name,
                info->driver, r->bench.bytes, 1e6 * r->bench.copy_seconds,
                2e-9 * (double)r->bench.bytes / r->bench.copy_seconds);
    r->bench.name_width = bench_cases_width(&r->cases, 12);
    device_tell(&r->bench, "%*s %9s %4s %5s %13s %7s %9s %11s %10s\n", r->bench.name_width, "case",
                "batch", "regs", "group", "time", "copy", "error", "plan", "again");
    for (size_t i = 0; i < r->cases.count; ++i) {
        int one = measure_case(r, &r->cases.list[i]);
        status = one != 0 ? one : status;
    }
    if (!r->bench.silent) {
        bench_summary_print(stdout, &bounds, r->scores, r->score_count);
    }
    status = cJSON_GetArraySize(r->rows) != 0 ? status : 2; /* nothing was measured */
    return r->json == NULL || write_json(r) ? status : TOOL_REFUSED;
}

static int measure_plans(device_request *r)
{
    /* As long as there is one, the driver stays loaded: NVIDIA's (580.159.04) can be
     * loaded some 30 times. */
    const fftc_vulkan_options options = {.device = r->device};
    fftc_vulkan *context = NULL;
    (void)fftc_vulkan_create(&options, &context,
                             NULL); /* who needs one says why it cannot be had */
    r->bench.number = r->device;
    device_plans_head(&r->bench);
    for (size_t i = 0; i < r->cases.count; ++i) {
        device_plans_measure(&r->bench, &r->cases.list[i], r->rows);
    }
    fftc_vulkan_destroy(context);
    return r->json == NULL || write_json(r) ? TOOL_GOOD : TOOL_REFUSED;
}

static int device_run(void *given)
{
    static const tool_option lengths = {.name = "lengths"};
    static char usual[] =
        "2^5,2^6,2^7,2^8,2^9,2^10,2^11,2^12,2^13,2^14,2^15,2^16,2^17,2^18,2^19,2^20";
    device_request *r = given;
    if (r->cases.count == 0 && !bench_take_lengths(&lengths, usual, &r->cases)) {
        return TOOL_REFUSED;
    }
    r->bench.options.effort = r->bench.options.seconds > 0.0 ? FFTC_MEASURE : FFTC_ESTIMATE;
    r->bench.silent = tool_goes_out(r->json);
    r->rows = cJSON_CreateArray();
    int status = r->plans ? measure_plans(r) : measure_all(r);
    if (!r->bench.silent && !tool_file_close(stdout, "standard output")) {
        status = TOOL_REFUSED;
    }
    return status;
}

static void device_close(void *given)
{
    device_request *r = given;
    device_bench_close(&r->bench);
    cJSON_Delete(r->rows);
    free(r->scores);
    free(r->cases.list);
}

#define FLAG(option_name, field, text)                                           \
    {                                                                            \
        .name = option_name, TOOL_TO_FLAG(device_request, field), .help = (text) \
    }

static const tool_option device_rows[] = {
    {.name = "device",
     .value = "N",
     TOOL_TO_NUMBER(device_request, device, 0, UINT32_MAX),
     .help = "the device, as `fftcore info` numbers them"},
    TOOL_OPTION_TAKEN(
        "lengths", "LIST", device_request, cases, bench_take_lengths,
        "as above, drawn ones, too, but for :step, :pad, :inplace and :split. A case without a "
        "batch gets as "
        "many transforms as --mib holds (random:batches:... have batches that fill no device). "
        "conv:4096 is a circular convolution with a kernel as long as the signal, "
        "conv:1024x1024+63x63 "
        "a linear one, as many sums as numbers; rconv: of real signals. The kernel's "
        "spectrum is there before. Default 2^5 to 2^20"),
    {.name = "precision",
     .value = "P",
     TOOL_TO_NAME(device_request, bench.precision, tool_precision_names),
     .help = "@; default f32; f16 is stored so, and computed in float"},
    {.name = "mib",
     .value = "N",
     TOOL_TO_NUMBER(device_request, mib, 1, 1 << 20),
     .help = "of source and of destination; default 1024"},
    FLAG("single", bench.single, "one transform, 50 of them chained, in place of a batch"),
    FLAG("in-place", bench.in_place, "source and result are one array"),
    FLAG("inverse", bench.inverse, "the inverse transform"),
    FLAG("exact", bench.options.exact, "round as the kernels' source says"),
    FLAG("addresses", bench.options.addresses, "reach buffers by their device addresses"),
    FLAG("no-subgroups", bench.options.passes.no_subgroups, "no subgroup operation"),
    FLAG("pair-batch", bench.options.passes.pair_batch,
         "compute two neighbours of a batch as one complex transform"),
    FLAG("padded", bench.padded, "all but the first half of every axis is zero, and not read"),
    TOOL_OPTION_TAKEN("registers", "LIST", device_request, registers, take_list,
                      "points that an invocation holds at most; every number is measured"),
    TOOL_OPTION_TAKEN("invocations", "LIST", device_request, invocations, take_list,
                      "of a workgroup, about; every number is measured"),
    {.name = "line-invocations",
     .value = "N",
     TOOL_TO_NUMBER(device_request, bench.options.passes.line_invocations, 0, UINT32_MAX),
     .help = "that share a line"},
    TOOL_OPTION_TAKEN(
        "measure", "SECONDS", device_request, bench.options.seconds, bench_take_seconds,
        "plans by trying others for about so long, and prints them as they are saved"),
    FLAG("plans", plans,
         "only what making plans takes, part by part: for the first time; with their modules and "
         "the driver's code in files, and in memory; while there is another one like it. Medians "
         "of 5, but for the first"),
    FLAG("statistics", verbose, "what the driver says of the first two kernels"),
    TOOL_OPTION_JSON(device_request, json,
                     "the results; without FILE on standard output, in place of the table"),
    {.name = NULL}};

const tool_form bench_device_form = {
    .chosen_by = "device",
    .about = "With --device: plans on a Vulkan device, without FFTW. Time stamps, medians of 12, "
             "and the error of the same run's result against the CPU in double. \"copy\" is the "
             "speed of a copy of the same bytes in the same run. \"plan\" is the time of making "
             "the plan, its shaders compiled; \"again\" that of a new context, which finds them in "
             "files.\n",
    .options = device_rows,
    .defaults = &(const device_request){.mib = 1024},
    .bytes = sizeof(device_request),
    .run = device_run,
    .close = device_close};
