/* SPDX-License-Identifier: MIT */
#include "device.h"

#include <errno.h>
#include <getopt.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#define LIST_MAX 8

static const char help[] =
    "With --device: plans on a Vulkan device, without FFTW. Time stamps, medians of 12, and the\n"
    "error of the same run's result against the CPU in double. \"copy\" is the speed of a copy of "
    "the\n"
    "same bytes in the same run. \"plan\" is the time of making the plan, its shaders compiled;\n"
    "\"again\" that of a new context, which finds them in files.\n"
    "\n"
    "  --device N        the device, as `fftcore info` numbers them\n"
    "  --lengths LIST    as above. A case without a batch gets as many transforms as --mib holds\n"
    "                    (default: 2^5 to 2^20). conv:4096 is a circular convolution with a "
    "kernel\n"
    "                    as long as the signal, conv:1024x1024+63x63 a linear one, as many sums "
    "as\n"
    "                    numbers; rconv: of real signals. The kernel's spectrum is there before\n"
    "  --precision P     f16 (stored so, computed in float), f32 or f64\n"
    "  --mib N           of source and of destination (default: 1024)\n"
    "  --single          one transform, 50 of them chained, in place of a batch\n"
    "  --in-place, --inverse, --exact, --addresses, --no-subgroups, --pair-batch\n"
    "  --padded          all but the first half of every axis is zero, and not read\n"
    "  --registers LIST  points that an invocation holds at most; every number is measured\n"
    "  --invocations LIST   of a workgroup, about; every number is measured\n"
    "  --line-invocations N that share a line\n"
    "  --measure SECONDS plans by trying others for about so long, and prints them as they are "
    "saved\n"
    "  --plans           only what making plans takes, part by part: for the first time; with "
    "their\n"
    "                    modules and the driver's code in files, and in memory; while there is\n"
    "                    another one like it. Medians of 5, but for the first\n"
    "  --statistics      what the driver says of the first two kernels\n"
    "  --json [FILE]     the results; without FILE on standard output, in place of the table\n";

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
} device_request;

/* One line about an option. */
static bool refuse(const char *program, const char *option, const char *text, const char *wanted)
{
    (void)fprintf(stderr, "%s: --%s %s: %s\n", program, option, text, wanted);
    return false;
}

void device_tell(const device_bench *b, const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
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

static bool read_number(const char *program, const char *option, uint64_t least, uint64_t most,
                        uint64_t *number)
{
    const char *text = optarg;
    char wanted[80];
    if (take_number(&text, most, number) && *text == '\0' && *number >= least) {
        return true;
    }
    (void)snprintf(wanted, sizeof wanted, "must be a number from %" PRIu64 " to %" PRIu64, least,
                   most);
    return refuse(program, option, optarg, wanted);
}

static bool read_small(const char *program, const char *option, uint32_t *number)
{
    uint64_t value = 0;
    bool good = read_number(program, option, 0, UINT32_MAX, &value);
    *number = (uint32_t)value;
    return good;
}

/* Numbers with commas between; a 0 ends the list. */
static bool read_list(const char *program, const char *option, uint32_t *list)
{
    const char *text = optarg;
    uint64_t number = 0;
    int count = 0;
    bool good = take_number(&text, UINT32_MAX, &number);
    for (; good && count < LIST_MAX - 2 && *text == ','; ++count) {
        list[count] = (uint32_t)number;
        ++text;
        good = take_number(&text, UINT32_MAX, &number);
    }
    list[count] = (uint32_t)number;
    return (good && *text == '\0') ||
           refuse(program, option, optarg, "must be up to 7 numbers with commas between");
}

static bool read_precision(const char *program, fftc_precision *precision)
{
    for (int i = 0; bench_precision_names[i] != NULL; ++i) {
        if (strcmp(optarg, bench_precision_names[i]) == 0) {
            *precision = (fftc_precision)i;
            return true;
        }
    }
    return refuse(program, "precision", optarg, "must be f16, f32 or f64");
}

static bool read_measure(const char *program, fftc_vulkan_plan_options *options)
{
    char *end;
    options->effort = FFTC_MEASURE;
    options->seconds = strtod(optarg, &end);
    return (end != optarg && *end == '\0' && options->seconds > 0.0 &&
            options->seconds <= 86400.0) ||
           refuse(program, "measure", optarg, "must be a number of seconds above 0, at most 86400");
}

static bool read_cases(device_request *r, const char *text, const char *program)
{
    char why[300];
    if (!bench_cases_parse(text, &r->cases, why, sizeof why)) {
        (void)fprintf(stderr, "%s: --lengths: %s (sets of cases: see --help)\n", program, why);
        return false;
    }
    return true;
}

/* As everywhere in the command: the next word unless it is an option; without one, standard
 * output. */
static const char *read_file_name(char **argv)
{
    const char *next = argv[optind];
    if (optarg != NULL) {
        return optarg;
    }
    if (next == NULL || (next[0] == '-' && next[1] != '\0')) {
        return "-";
    }
    ++optind;
    return next;
}

static bool read_options(device_request *r, int argc, char **argv)
{
    static const struct option options[] = {{"device", required_argument, NULL, 'd'},
                                            {"lengths", required_argument, NULL, 'n'},
                                            {"precision", required_argument, NULL, 'p'},
                                            {"mib", required_argument, NULL, 'm'},
                                            {"single", no_argument, NULL, 's'},
                                            {"in-place", no_argument, NULL, 'i'},
                                            {"inverse", no_argument, NULL, 'v'},
                                            {"exact", no_argument, NULL, 'e'},
                                            {"addresses", no_argument, NULL, 'a'},
                                            {"padded", no_argument, NULL, 'z'},
                                            {"no-subgroups", no_argument, NULL, 'g'},
                                            {"pair-batch", no_argument, NULL, 'b'},
                                            {"registers", required_argument, NULL, 'r'},
                                            {"invocations", required_argument, NULL, 'w'},
                                            {"line-invocations", required_argument, NULL, 'l'},
                                            {"json", optional_argument, NULL, 'j'},
                                            {"statistics", no_argument, NULL, 't'},
                                            {"plans", no_argument, NULL, 'k'},
                                            {"measure", required_argument, NULL, 'y'},
                                            {NULL, 0, NULL, 0}};
    const char *const program = argv[0];
    int key;
    bool good = true;
    opterr = 1;
    optind = 1;
    while (good && (key = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (key) {
        case 'd': good = read_small(program, "device", &r->device); break;
        case 'n': good = read_cases(r, optarg, program); break;
        case 'p': good = read_precision(program, &r->bench.precision); break;
        case 'm': good = read_number(program, "mib", 1, 1 << 20, &r->mib); break;
        case 's': r->bench.single = true; break;
        case 'i': r->bench.in_place = true; break;
        case 'v': r->bench.inverse = true; break;
        case 'e': r->bench.options.exact = true; break;
        case 'a': r->bench.options.addresses = true; break;
        case 'z': r->bench.padded = true; break;
        case 'g': r->bench.options.no_subgroups = true; break;
        case 'b': r->bench.options.pair_batch = true; break;
        case 'r': good = read_list(program, "registers", r->registers); break;
        case 'w': good = read_list(program, "invocations", r->invocations); break;
        case 'l':
            good = read_small(program, "line-invocations", &r->bench.options.line_invocations);
            break;
        case 't': r->verbose = true; break;
        case 'k': r->plans = true; break;
        case 'y': good = read_measure(program, &r->bench.options); break;
        case 'j':
            r->json = read_file_name(argv);
            r->bench.silent = strcmp(r->json, "-") == 0;
            break;
        default: good = false; /* getopt_long has said why */
        }
    }
    if (!good || optind != argc) {
        return good && refuse(program, "device", argv[optind], "is no option");
    }
    return r->cases.count != 0 ||
           read_cases(r,
                      "2^5,2^6,2^7,2^8,2^9,2^10,2^11,2^12,2^13,2^14,2^15,2^16,2^17,2^18,2^19,2^20",
                      argv[0]);
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
    (void)cJSON_AddNumberToObject(object, "registers", r->bench.options.registers);
    (void)cJSON_AddNumberToObject(object, "invocations", r->bench.options.invocations);
    cJSON *kernels = r->verbose ? cJSON_AddArrayToObject(object, "statistics") : NULL;
    for (int k = 0; k < 2 && kernels != NULL && row->statistics[k][0] != '\0'; ++k) {
        (void)cJSON_AddItemToArray(kernels, cJSON_CreateString(row->statistics[k]));
    }
    (void)cJSON_AddItemToArray(r->rows, object);
}

static bool write_json(const device_request *r)
{
    cJSON *root = cJSON_CreateObject();
    if (r->bench.context != NULL) {
        const fftc_vulkan_device *info = fftc_vulkan_device_info(r->bench.context);
        (void)cJSON_AddStringToObject(root, "device", info->name);
        (void)cJSON_AddStringToObject(root, "driver", info->driver);
        (void)cJSON_AddNumberToObject(root, "bytes", (double)r->bench.bytes);
        (void)cJSON_AddNumberToObject(root, "copy_seconds", r->bench.copy_seconds);
    }
    (void)cJSON_AddItemToObject(root, "rows", cJSON_Duplicate(r->rows, true));
    char *text = cJSON_Print(root);
    cJSON_Delete(root);
    bool written = bench_write_text(text, r->json);
    cJSON_free(text);
    return written;
}

/* 0, or 1 if a result was wrong; a case that the device refuses is told and left out. */
static int measure_case(device_request *r, const bench_case *c)
{
    int status = 0;
    for (int i = 0; i == 0 || r->registers[i] != 0; ++i) {
        for (int j = 0; j == 0 || r->invocations[j] != 0; ++j) {
            char why[600];
            device_row row;
            r->bench.options.registers = r->registers[i];
            r->bench.options.invocations = r->invocations[j];
            if (!device_bench_run(&r->bench, c, &row, why, sizeof why)) {
                device_tell(&r->bench, "%12s  %s\n", c->name, why);
                continue;
            }
            device_tell(&r->bench,
                        "%12s %9" PRIu64 " %4u %5u %10.2f us %6.1f%% %9.2e %8.1f ms %7.2f ms%s\n",
                        c->name, row.batch, r->registers[i], r->invocations[j], 1e6 * row.seconds,
                        100.0 * row.part, row.error, 1e3 * row.plan_seconds, 1e3 * row.warm_seconds,
                        row.wrong ? "  WRONG" : "");
            for (int k = 0; k < 2 && r->verbose; ++k) {
                device_tell(&r->bench, "             %s\n", row.statistics[k]);
            }
            if (row.saved[0] != '\0') {
                device_tell(&r->bench, "             %s", row.saved);
            }
            add_row(r, c, &row);
            status = row.wrong ? 1 : status;
        }
    }
    return status;
}

static int measure_all(device_request *r, const char *program)
{
    char why[600];
    int status = 0;
    if (!device_bench_open(&r->bench, r->device, r->mib << 20, why, sizeof why)) {
        (void)fprintf(stderr, "%s: device %u: %s\n", program, (unsigned)r->device, why);
        return 2;
    }
    const fftc_vulkan_device *info = fftc_vulkan_device_info(r->bench.context);
    device_tell(&r->bench, "%s, %s\n%" PRIu64 " bytes; copy %.2f us, %.0f GB/s\n", info->name,
                info->driver, r->bench.bytes, 1e6 * r->bench.copy_seconds,
                2e-9 * (double)r->bench.bytes / r->bench.copy_seconds);
    device_tell(&r->bench, "%12s %9s %4s %5s %13s %7s %9s %11s %10s\n", "case", "batch", "regs",
                "group", "time", "copy", "error", "plan", "again");
    for (size_t i = 0; i < r->cases.count; ++i) {
        int one = measure_case(r, &r->cases.list[i]);
        status = one != 0 ? one : status;
    }
    status = cJSON_GetArraySize(r->rows) != 0 ? status : 2; /* nothing was measured */
    if (r->json != NULL && !write_json(r)) {
        (void)fprintf(stderr, "%s: %s cannot be written\n", program, r->json);
        status = 2;
    }
    return status;
}

static int measure_plans(device_request *r, const char *program)
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
    if (r->json != NULL && !write_json(r)) {
        (void)fprintf(stderr, "%s: %s cannot be written\n", program, r->json);
        return 2;
    }
    return 0;
}

const char *bench_device_help(void)
{
    return help;
}

bool bench_device_has(const char *option)
{
    size_t bytes = strlen(option);
    const char *found = strncmp(option, "--", 2) == 0 ? strstr(help, option) : NULL;
    return found != NULL && found[-1] == ' ' && strchr(" \n", found[bytes]) != NULL;
}

int bench_device_main(int argc, char **argv)
{
    device_request r = {.mib = 1024};
    int status = 2;
    r.rows = cJSON_CreateArray();
    bool good = read_options(&r, argc, argv);
    if (good && !bench_can_write(r.json)) {
        (void)fprintf(stderr, "%s: %s cannot be written: %s\n", argv[0], r.json, strerror(errno));
    } else if (good) {
        status = r.plans ? measure_plans(&r, argv[0]) : measure_all(&r, argv[0]);
        if (!r.bench.silent && !bench_file_close(stdout)) {
            (void)fprintf(stderr, "%s: standard output could not be written to its end: %s\n",
                          argv[0], strerror(errno));
            status = 2;
        }
    }
    device_bench_close(&r.bench);
    cJSON_Delete(r.rows);
    free(r.cases.list);
    return status;
}
