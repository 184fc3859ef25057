/* SPDX-License-Identifier: MIT
 *
 * Kernels with the faults of public ones, written anew, as glslang makes SPIR-V of them: the faulty
 * one is found on every subgroup size and schedule, by kind, variable and lines; the corrected one
 * is clean. Each file of spirv/faults says in its first lines what is expected:
 *
 *     EXPECT kind variable     as findings call them; "-" for no variable
 *     SIZES a b ...            subgroup sizes on which the fault is one; all without
 *     GROUPS n                 workgroups; 1 without
 *     SCHEDULE name            on which alone the fault is one; all without
 *
 * Lines that a finding may name end with "HERE".
 */
#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "fftcore/spirv.h"
#include "testing.h"

#define LINES_MAX 100u
#define BUFFERS 3u
#define IMAGES 2u
#define WIDTH 64u
#define HEIGHT 8u
#define WORDS 512u
#define FINDINGS 64u

static const uint32_t sizes[] = {4, 8, 16, 32, 64};

typedef struct expectation {
    char kind[32], variable[64], schedule[32];
    uint32_t groups;
    bool on[sizeof sizes / sizeof *sizes];
    bool here[LINES_MAX];
} expectation;

static void read_sizes(const char *text, expectation *e)
{
    memset(e->on, 0, sizeof e->on);
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        char word[16];
        snprintf(word, sizeof word, " %u", sizes[i]);
        for (const char *at = text; (at = strstr(at, word)) != NULL; ++at) {
            char after = at[strlen(word)];
            e->on[i] = e->on[i] || after < '0' || after > '9';
        }
    }
}

static expectation read_expectation(const char *name)
{
    expectation e = {.groups = 1};
    char text[512];
    FILE *file;
    snprintf(text, sizeof text, "%s/faults/%s.comp", TESTING_SHADERS, name);
    file = fopen(text, "r");
    ck_assert_msg(file != NULL, "%s", text);
    memset(e.on, 1, sizeof e.on);
    for (uint32_t line = 1; fgets(text, sizeof text, file) != NULL; ++line) {
        const char *at;
        ck_assert_uint_lt(line, LINES_MAX);
        e.here[line] = strstr(text, "// HERE") != NULL;
        if ((at = strstr(text, "* EXPECT ")) != NULL) {
            ck_assert_int_eq(sscanf(at, "* EXPECT %31s %63s", e.kind, e.variable), 2);
        } else if ((at = strstr(text, "* SIZES")) != NULL) {
            read_sizes(at, &e);
        } else if ((at = strstr(text, "* SCHEDULE ")) != NULL) {
            ck_assert_int_eq(sscanf(at, "* SCHEDULE %31s", e.schedule), 1);
        } else if ((at = strstr(text, "* GROUPS ")) != NULL) {
            ck_assert_int_eq(sscanf(at, "* GROUPS %u", &e.groups), 1);
        }
    }
    fclose(file);
    ck_assert(e.kind[0] != 0);
    return e;
}

static fftc_spirv *open_shader(const char *name, const char *which)
{
    static uint32_t words[1u << 16];
    fftc_spirv_source source = {.words = words};
    fftc_spirv *shader;
    fftc_error error;
    char path[512];
    FILE *file;
    snprintf(path, sizeof path, "%s/%s_%s.spv", TESTING_SPIRV, name, which);
    file = fopen(path, "rb");
    ck_assert_msg(file != NULL, "%s", path);
    source.word_count = fread(words, sizeof *words, sizeof words / sizeof *words, file);
    fclose(file);
    ck_assert_msg(fftc_spirv_create(&source, &shader, &error) == FFTC_SUCCESS, "%s: %s", path,
                  error.message);
    return shader;
}

typedef struct outcome {
    fftc_report report;
    fftc_finding findings[FINDINGS];
} outcome;

static void run(fftc_spirv *shader, const fftc_emulation *config, uint32_t groups, outcome *to)
{
    static uint32_t data[BUFFERS][WORDS];
    const fftc_spirv_interface *interface = fftc_spirv_describe(shader);
    static uint32_t texels[IMAGES][WIDTH * HEIGHT];
    fftc_spirv_buffer buffers[BUFFERS];
    fftc_spirv_image images[IMAGES];
    fftc_spirv_dispatch dispatch = {.groups = {groups, 1, 1}, .buffers = buffers, .images = images};
    fftc_error error;
    for (uint32_t i = 0; i < WORDS; ++i) {
        data[0][i] = i * 2654435761u;
        data[1][i] = data[2][i] = 0;
    }
    for (uint32_t i = 0; i < interface->binding_count; ++i) {
        const fftc_spirv_binding *b = &interface->bindings[i];
        if (b->resource <= FFTC_SPIRV_UNIFORM_BUFFER) {
            buffers[dispatch.buffer_count++] =
                (fftc_spirv_buffer){.binding = b->binding,
                                    .data = data[b->binding],
                                    .bytes = b->binding == 2 ? 1024 : sizeof data[0]};
        } else {
            bool row = b->dimension == FFTC_SPIRV_1D;
            images[dispatch.image_count] = (fftc_spirv_image){.binding = b->binding,
                                                              .data = texels[dispatch.image_count],
                                                              .bytes = sizeof texels[0],
                                                              .format = b->format,
                                                              .width = row ? WIDTH * HEIGHT : WIDTH,
                                                              .height = row ? 1 : HEIGHT};
            ++dispatch.image_count;
        }
    }
    ck_assert_msg(fftc_emulate_spirv(shader, &dispatch, config, &to->report, to->findings, FINDINGS,
                                     &error) == FFTC_SUCCESS,
                  "%s", error.message);
}

static bool is_here(const expectation *e, const fftc_site *site)
{
    return site->file != NULL && site->line < LINES_MAX && e->here[site->line];
}

/* Whether a finding's variable is this one, which has "[]" for any index. */
static bool is_named(const char *name, const char *wanted)
{
    while (name != NULL && *name != 0 && *name == *wanted) {
        name += *name == '[' ? 1 + strspn(name + 1, "0123456789") : 1;
        ++wanted;
    }
    return name != NULL && *name == 0 && *wanted == 0;
}

/* Whether a finding is the one that is expected. */
static bool is_expected(const expectation *e, const fftc_finding *finding)
{
    bool two = finding->second.site.file != NULL && !finding->second.returned &&
               !finding->second.unstarted;
    if (strcmp(fftc_finding_kind_name(finding->kind), e->kind) != 0 ||
        !is_here(e, &finding->first.site) || (two && !is_here(e, &finding->second.site))) {
        return false;
    }
    return strcmp(e->variable, "-") == 0 || is_named(finding->memory, e->variable);
}

static const char *describe(const outcome *o)
{
    static char text[1024];
    snprintf(text, sizeof text, "nothing was found");
    if (o->report.findings_listed > 0) {
        fftc_finding_format(&o->findings[0], text, sizeof text);
    }
    return text;
}

/* Runs a shader; prints and returns true if what was found is not as expected. */
static bool is_wrong(const char *name, const char *which, fftc_spirv *shader, const expectation *e,
                     uint32_t size, int schedule)
{
    const fftc_emulation config = {.subgroup_size = size,
                                   .schedule = (fftc_schedule)schedule,
                                   .event_limit = 1u << 18,
                                   .need_coherent = true};
    bool corrected = strcmp(which, "corrected") == 0;
    bool found = false;
    outcome o;
    run(shader, &config, e->groups, &o);
    for (size_t k = 0; k < o.report.findings_listed; ++k) {
        found = found || is_expected(e, &o.findings[k]);
    }
    if (corrected ? o.report.finding_count == 0 : found) {
        return false;
    }
    printf("%s, %s, subgroups of %u, %s: %s\n", name, which, size,
           fftc_schedule_name((fftc_schedule)schedule), describe(&o));
    return true;
}

static bool is_fault_on(const expectation *e, int schedule)
{
    return e->schedule[0] == 0 ||
           strcmp(e->schedule, fftc_schedule_name((fftc_schedule)schedule)) == 0;
}

/* How many runs are not as expected. */
static unsigned check(const char *name)
{
    expectation e = read_expectation(name);
    fftc_spirv *faulty = open_shader(name, "faulty");
    fftc_spirv *nonsemantic = open_shader(name, "nonsemantic");
    fftc_spirv *corrected = open_shader(name, "corrected");
    unsigned wrong = 0;
    for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
        wrong += is_fault_on(&e, schedule) && (schedule == 0 || e.schedule[0] != 0) &&
                 is_wrong(name, "nonsemantic", nonsemantic, &e, sizes[0], schedule);
    }
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; ++i) {
        for (int schedule = 0; schedule < FFTC_SCHEDULE_COUNT; ++schedule) {
            wrong += e.on[i] && is_fault_on(&e, schedule) &&
                     is_wrong(name, "faulty", faulty, &e, sizes[i], schedule);
            wrong += is_wrong(name, "corrected", corrected, &e, sizes[i], schedule);
        }
    }
    fftc_spirv_destroy(faulty);
    fftc_spirv_destroy(nonsemantic);
    fftc_spirv_destroy(corrected);
    return wrong;
}

START_TEST(faults_of_public_kernels_found_and_corrected_ones_clean)
{
    DIR *folder = opendir(TESTING_SHADERS "/faults");
    const struct dirent *entry;
    unsigned count = 0, wrong = 0;
    ck_assert(folder != NULL);
    while ((entry = readdir(folder)) != NULL) {
        char name[64];
        const char *end = strstr(entry->d_name, ".comp");
        if (end != NULL && end[5] == 0) {
            snprintf(name, sizeof name, "%.*s", (int)(end - entry->d_name), entry->d_name);
            wrong += check(name);
            ++count;
        }
    }
    closedir(folder);
    ck_assert_uint_eq(wrong, 0);
    ck_assert_uint_ge(count, 62);
}
END_TEST

TESTING_MAIN("spirv faults", faults_of_public_kernels_found_and_corrected_ones_clean)
