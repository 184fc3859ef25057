/* SPDX-License-Identifier: MIT */
#include "device.h"

#include <getopt.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#define LIST_MAX 8

static const char help[] =
    "Measures plans on a Vulkan device: time stamps, medians of 12, and the error of the same "
    "run's "
    "result\n"
    "against the CPU in double. \"copy\" is the speed of a copy of the same bytes in the same "
    "run.\n"
    "\"plan\" is the time of making the plan, its shaders compiled; \"again\" that of a new "
    "context\n"
    "which finds them in files.\n"
    "\n"
    "  --device N          the device, as `fftcore info` numbers them\n"
    "  --lengths LIST      as on the CPU: 48, 2^10, 1024x1024, 1000*4096, r2c:2^12, ... A case "
    "without a "
    "batch\n"
    "                      gets as many transforms as --mib holds (default: 2^5 to 2^20)\n"
    "  --precision f16|f32|f64   f16: stored so, computed in float\n"
    "  --mib N             of source and of destination (default: 1024)\n"
    "  --single            one transform, 50 of them chained, in place of a batch\n"
    "  --in-place, --inverse, --exact, --addresses, --no-subgroups\n"
    "  --padded            all but the first half of every axis is zero, and not read\n"
    "  --registers LIST    points that an invocation holds at most; every number is measured\n"
    "  --invocations LIST  of a workgroup, about; every number is measured\n"
    "  --line-invocations N  that share a line\n"
    "  --measure SECONDS   plans by trying others for about so long, and prints them as they are "
    "saved\n"
    "  --plans             only what making plans takes, part by part: for the first time; with "
    "their\n"
    "                      modules in files, and in memory, the driver's cache filled; while there "
    "is\n"
    "                      another one like it. Medians of 5, but for the first\n"
    "  --statistics        what the driver says of the first two kernels\n"
    "  --json FILE\n";

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

/* Numbers with commas between; a 0 ends the list. */
static void read_list(const char *text, uint32_t *list)
{
    for (int i = 0; i < LIST_MAX - 1 && *text != '\0'; ++i) {
        char *end;
        list[i] = (uint32_t)strtoul(text, &end, 10);
        text = *end == ',' ? end + 1 : end + strlen(end);
    }
}

static bool read_cases(device_request *r, const char *text, const char *program)
{
    char why[300];
    if (!bench_cases_parse(text, &r->cases, why, sizeof why)) {
        (void)fprintf(stderr, "%s: --lengths: %s\n", program, why);
        return false;
    }
    return true;
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
                                            {"registers", required_argument, NULL, 'r'},
                                            {"invocations", required_argument, NULL, 'w'},
                                            {"line-invocations", required_argument, NULL, 'l'},
                                            {"json", required_argument, NULL, 'j'},
                                            {"statistics", no_argument, NULL, 't'},
                                            {"plans", no_argument, NULL, 'k'},
                                            {"measure", required_argument, NULL, 'y'},
                                            {NULL, 0, NULL, 0}};
    int key;
    bool good = true;
    opterr = 1;
    optind = 1;
    while ((key = getopt_long(argc, argv, "", options, NULL)) != -1) {
        switch (key) {
        case 'd': r->device = (uint32_t)strtoul(optarg, NULL, 10); break;
        case 'n': good = read_cases(r, optarg, argv[0]) && good; break;
        case 'p':
            r->bench.precision = strcmp(optarg, "f64") == 0   ? FFTC_FLOAT64
                                 : strcmp(optarg, "f16") == 0 ? FFTC_FLOAT16
                                                              : FFTC_FLOAT32;
            break;
        case 'm': r->mib = strtoull(optarg, NULL, 10); break;
        case 's': r->bench.single = true; break;
        case 'i': r->bench.in_place = true; break;
        case 'v': r->bench.inverse = true; break;
        case 'e': r->bench.options.exact = true; break;
        case 'a': r->bench.options.addresses = true; break;
        case 'z': r->bench.padded = true; break;
        case 'g': r->bench.options.no_subgroups = true; break;
        case 'r': read_list(optarg, r->registers); break;
        case 'w': read_list(optarg, r->invocations); break;
        case 'l': r->bench.options.line_invocations = (uint32_t)strtoul(optarg, NULL, 10); break;
        case 't': r->verbose = true; break;
        case 'k': r->plans = true; break;
        case 'y':
            r->bench.options.effort = FFTC_MEASURE;
            r->bench.options.seconds = strtod(optarg, NULL);
            good = good && r->bench.options.seconds > 0.0;
            break;
        case 'j': r->json = optarg; break;
        default: good = false;
        }
    }
    if (!good || optind != argc || r->mib == 0 || r->mib > 1 << 20) {
        (void)fputs(help, stderr);
        return false;
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
    FILE *file = text == NULL ? NULL : strcmp(r->json, "-") == 0 ? stdout : fopen(r->json, "w");
    bool written = file != NULL && fprintf(file, "%s\n", text) > 0;
    if (file != NULL && file != stdout) {
        written = fclose(file) == 0 && written;
    }
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
                (void)printf("%12s  %s\n", c->name, why);
                continue;
            }
            (void)printf("%12s %9" PRIu64 " %4u %5u %10.2f us %6.1f%% %9.2e %8.1f ms %7.2f ms%s\n",
                         c->name, row.batch, r->registers[i], r->invocations[j], 1e6 * row.seconds,
                         100.0 * row.part, row.error, 1e3 * row.plan_seconds,
                         1e3 * row.warm_seconds, row.wrong ? "  WRONG" : "");
            for (int k = 0; k < 2 && r->verbose; ++k) {
                (void)printf("             %s\n", row.statistics[k]);
            }
            if (row.saved[0] != '\0') {
                (void)printf("             %s", row.saved);
            }
            (void)fflush(stdout);
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
    (void)printf("%s, %s\n%" PRIu64 " bytes; copy %.2f us, %.0f GB/s\n", info->name, info->driver,
                 r->bench.bytes, 1e6 * r->bench.copy_seconds,
                 2e-9 * (double)r->bench.bytes / r->bench.copy_seconds);
    (void)printf("%12s %9s %4s %5s %13s %7s %9s %11s %10s\n", "case", "batch", "regs", "group",
                 "time", "copy", "error", "plan", "again");
    for (size_t i = 0; i < r->cases.count; ++i) {
        int one = measure_case(r, &r->cases.list[i]);
        status = one != 0 ? one : status;
    }
    if (r->json != NULL && !write_json(r)) {
        (void)fprintf(stderr, "%s: %s cannot be written\n", program, r->json);
        status = 2;
    }
    return status;
}

static int measure_plans(device_request *r, const char *program)
{
    /* As long as there is one, the driver stays loaded: NVIDIA's (580.159.04) can be loaded some 30 times. */
    const fftc_vulkan_options options = {.device = r->device};
    fftc_vulkan *context = NULL;
    (void)fftc_vulkan_create(&options, &context,
                             NULL); /* who needs one says why it cannot be had */
    r->bench.number = r->device;
    device_plans_head();
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

int bench_device_main(int argc, char **argv)
{
    device_request r = {.mib = 1024};
    int status = 2;
    r.rows = cJSON_CreateArray();
    if (read_options(&r, argc, argv)) {
        status = r.plans ? measure_plans(&r, argv[0]) : measure_all(&r, argv[0]);
    }
    device_bench_close(&r.bench);
    cJSON_Delete(r.rows);
    free(r.cases.list);
    return status;
}
