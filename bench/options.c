/* SPDX-License-Identifier: MIT
 *
 * `fftcore bench`: its command line.
 */
#include "bench.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "output.h"
#include "progress.h"

typedef struct wanted_peer {
    char name[32];
    const char *folder; /* NULL: by its name */
} wanted_peer;

typedef struct wanted_peers {
    wanted_peer list[BENCH_MAX_PEERS];
    int count;
    bool given;
} wanted_peers;

typedef struct request {
    bench_settings settings;
    bench_cases cases;
    wanted_peers wanted;
    const char *wisdom, *json, *plot;
} request;

/* --- values ----------------------------------------------------------------------------------- */

static bool take_peer(const tool_option *option, char *text, void *field)
{
    wanted_peers *wanted = field;
    char *folder = strchr(text, '=');
    size_t length = folder != NULL ? (size_t)(folder - text) : strlen(text);
    wanted->given = true;
    if (strcmp(text, "none") == 0) {
        return true;
    }
    wanted_peer *w = &wanted->list[wanted->count];
    if (wanted->count == BENCH_MAX_PEERS || length == 0 || length >= sizeof w->name) {
        (void)tool_refuse("--%s %s: at most %d builds, with names of 1 to %zu letters",
                          option->name, text, BENCH_MAX_PEERS, sizeof w->name - 1);
        return false;
    }
    (void)snprintf(w->name, sizeof w->name, "%.*s", (int)length, text);
    w->folder = folder != NULL ? folder + 1 : NULL;
    ++wanted->count;
    return true;
}

bool bench_take_seconds(const tool_option *option, char *text, void *seconds)
{
    char *end;
    double number = strtod(text, &end);
    bool good = end != text && *end == '\0' && number > 0.0 && number <= 86400.0;
    *(double *)seconds = number;
    if (!good) {
        (void)tool_refuse("--%s %s: must be a number of seconds above 0, at most 86400",
                          option->name, text);
    }
    return good;
}

/* "1/4" */
static bool take_share(const tool_option *option, char *text, void *share)
{
    char *end;
    unsigned long above = strtoul(text, &end, 10);
    unsigned long below = *end == '/' ? strtoul(end + 1, &end, 10) : 1;
    bool good = text[0] >= '1' && text[0] <= '9' && *end == '\0' && above <= below;
    *(double *)share = good ? (double)above / (double)below : 1.0;
    if (!good) {
        (void)tool_refuse("--%s %s: must be a fraction such as 1/4, at most 1", option->name, text);
    }
    return good;
}

bool bench_take_lengths(const tool_option *option, char *text, void *cases)
{
    char why[600];
    bool good = bench_cases_parse(text, cases, why, sizeof why);
    if (!good) {
        (void)tool_refuse("--%s: %s (sets of cases: see fftcore help bench)", option->name, why);
    }
    return good;
}

/* --- builds of FFTW --------------------------------------------------------------------------- */

/* PREFIX/<name>/lib of bench/build_fftw.sh and fetch_mkl.sh. */
static void built_folder(const char *name, char *folder, size_t bytes)
{
    const char *cache = getenv("XDG_CACHE_HOME");
    const char *home = getenv("HOME");
    if (cache != NULL && cache[0] != '\0') {
        (void)snprintf(folder, bytes, "%s/fftcore/fftw/%s/lib", cache, name);
    } else {
        (void)snprintf(folder, bytes, "%s/.cache/fftcore/fftw/%s/lib", home != NULL ? home : "",
                       name);
    }
}

static bool is_folder(const char *path)
{
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

/* Opens the judge first: the system's libraries must be known by their common names before others
 * of the same name come. */
static void open_judge(request *r)
{
    bench_settings *s = &r->settings;
    char why[300];
    s->judge_precision = s->precision == FFTC_FLOAT64 ? 'l' : 'd';
    s->has_judge =
        bench_peer_open("judge", NULL, s->judge_precision, 1, &s->judge, why, sizeof why);
    if (!s->has_judge) {
        (void)tool_refuse("bench: results cannot be checked: %s (Debian: libfftw3-double3, "
                          "libfftw3-long3)",
                          why);
    }
}

static bool open_peer(request *r, const wanted_peer *w)
{
    bench_settings *s = &r->settings;
    char folder[500];
    char why[300];
    bool system = w->folder == NULL && strcmp(w->name, "system") == 0;
    if (w->folder != NULL) {
        (void)snprintf(folder, sizeof folder, "%s", w->folder);
    } else {
        built_folder(w->name, folder, sizeof folder);
    }
    bench_peer *peer = &s->peer[s->peer_count];
    if (!bench_peer_open(w->name, system ? NULL : folder, s->precision == FFTC_FLOAT64 ? 'd' : 'f',
                         s->threads, peer, why, sizeof why)) {
        (void)tool_refuse("bench: FFTW \"%s\": %s", w->name, why);
        return !r->wanted.given;
    }
    if (r->wisdom != NULL) {
        (void)snprintf(peer->wisdom, sizeof peer->wisdom, "%.400s/%s-%s.wisdom", r->wisdom, w->name,
                       tool_precision_names[s->precision]);
        if (!tool_output_check_writable("--wisdom", peer->wisdom) ||
            !tool_output_begins("--wisdom", peer->wisdom, "(fftw")) {
            return false;
        }
    }
    ++s->peer_count;
    return true;
}

static bool open_peers(request *r)
{
    static const wanted_peer usual[] = {{"system", NULL}, {"avx512", NULL}};
    char folder[500];
    if (r->settings.precision == FFTC_FLOAT16 && r->wanted.count > 0) {
        (void)tool_refuse("bench: --precision f16: FFTW has no halves, leave --fftw out");
        return false;
    }
    if (!r->wanted.given && r->settings.precision != FFTC_FLOAT16) {
        built_folder("avx512", folder, sizeof folder);
        memcpy(r->wanted.list, usual, sizeof usual);
        r->wanted.count = is_folder(folder) ? 2 : 1;
    }
    if (r->wisdom != NULL && mkdir(r->wisdom, 0777) != 0 && !is_folder(r->wisdom)) {
        (void)tool_refuse("bench: --wisdom %s: %s", r->wisdom,
                          strerror(errno == EEXIST ? ENOTDIR : errno));
        return false;
    }
    open_judge(r);
    for (int i = 0; i < r->wanted.count; ++i) {
        if (!open_peer(r, &r->wanted.list[i])) {
            return false;
        }
    }
    return true;
}

static int report(const request *r, const bench_row *rows, size_t count)
{
    bool wrong = false;
    for (size_t i = 0; i < count; ++i) {
        wrong = wrong || rows[i].wrong;
    }
    bench_table_foot(&r->settings, rows, count);
    bool written = (r->json == NULL || bench_write_json(&r->settings, rows, count, r->json)) &&
                   (r->plot == NULL || bench_write_plot(&r->settings, rows, count, r->plot));
    return !written ? TOOL_REFUSED : wrong ? TOOL_DIFFERS : TOOL_GOOD;
}

static bool cases_allowed(const request *r)
{
    for (size_t i = 0; i < r->cases.count; ++i) {
        const char *why = bench_measure_refuses(&r->settings, &r->cases.list[i]);
        if (why != NULL) {
            (void)tool_refuse("bench: %s: %s", r->cases.list[i].name, why);
            return false;
        }
    }
    return true;
}

static int measure_all(request *r)
{
    char why[300];
    bench_row *rows = calloc(r->cases.count, sizeof *rows);
    if (rows == NULL) {
        (void)tool_refuse("bench: out of memory");
        return TOOL_REFUSED;
    }
    r->settings.name_width = bench_cases_width(&r->cases, 18);
    bench_table_head(&r->settings);
    int status = 0;
    size_t done = 0;
    for (; done < r->cases.count && status == 0; ++done) {
        tool_progress_set((double)done / (double)r->cases.count, "%s, %zu of %zu",
                          r->cases.list[done].name, done + 1, r->cases.count);
        if (!bench_measure(&r->settings, &r->cases.list[done], &rows[done], why, sizeof why)) {
            (void)tool_refuse("bench: %s: %s", r->cases.list[done].name, why);
            status = TOOL_REFUSED;
            break;
        }
        tool_progress_hide();
        bench_table_row(&r->settings, &rows[done]);
    }
    int reported = report(r, rows, done);
    free(rows);
    if (r->settings.table != NULL && !tool_file_close(stdout, "standard output")) {
        reported = TOOL_REFUSED;
    }
    return status != 0 ? status : reported;
}

/* Before any case is measured, which takes a while. */
static bool plot_allowed(const request *r)
{
    const char *why = bench_plot_refuses(r->plot, r->cases.count);
    if (why != NULL) {
        (void)tool_refuse("--plot %s: %s", r->plot, why);
    }
    return why == NULL;
}

static int bench_run(void *given)
{
    request *r = given;
    char why[300];
    r->settings.table = tool_goes_out(r->json) || tool_goes_out(r->plot) ? NULL : stdout;
    return (r->cases.count > 0 || bench_cases_parse("powers", &r->cases, why, sizeof why)) &&
                   cases_allowed(r) && plot_allowed(r) && open_peers(r)
               ? measure_all(r)
               : TOOL_REFUSED;
}

static void bench_close(void *given)
{
    free(((request *)given)->cases.list);
}

/* --- the table -------------------------------------------------------------------------------- */

static const char *const efforts[] = {"estimate", "measure", "patient", NULL}; /* bench_effort */
static const char *const own_efforts[] = {"estimate", "measure", NULL};        /* fftc_effort */

static const tool_option bench_rows[] = {
    TOOL_OPTION_TAKEN(
        "lengths", "LIST", request, cases, bench_take_lengths,
        "48 or 2^10; 1080x1920, an array; 16*65536, a batch of 65536 transforms of 16 points; "
        "r2c:, c2r:, dct1: to dct4:, dst1: to dst4: before any of them; conv:4096, a circular "
        "convolution with a kernel as long; rconv:48000+4000, as many sums of real numbers, "
        "of 4000 taps each: FFTW's transforms, the product, and back, against one call, the "
        "kernel's spectrum made before. Behind a case: :axes=01 transforms the first two axes "
        "only, as NumPy's axes; :order=10, the axes' order in the description; :batched, the axis "
        "that is not transformed is its batch; :step=2 and :pad=3, the distance of the source's "
        "neighbours and numbers unused behind each row; :inplace; :split, real and imaginary "
        "parts apart. Or a set; or random:CLASS:SEED:COUNT, cases drawn at random, as "
        "random:real-columns-split:7:100: one of the classes above, with smooth (no prime factor "
        "above 7), real (both directions) or cosine (and sine), inplace, split, strided, and of "
        "rows long (4097 to 16384 points). Default powers"),
    {.name = "precision",
     .value = "P",
     TOOL_TO_NAME(request, settings.precision, tool_precision_names),
     .help = "@; default f32; f16 is halves, computed in float, without FFTW, which has none"},
    TOOL_OPTION_THREADS(request, settings.threads,
                        "of each library; from 2 on also by one, and a copy by one and by N; "
                        "default 1"),
    {.name = "effort",
     .value = "WORD",
     TOOL_TO_NAME(request, settings.effort, efforts),
     .help = "FFTW's planning: @; default measure"},
    {.name = "own-effort",
     .value = "WORD",
     TOOL_TO_NAME(request, settings.own_effort, own_efforts),
     .help = "this library's: @, which takes a second for each plan; default estimate"},
    TOOL_OPTION_TAKEN("limit", "SECONDS", request, settings.limit_seconds, bench_take_seconds,
                      "of FFTW's planning for each plan; it keeps what it has then; default 60"),
    TOOL_OPTION_TAKEN("seconds", "SECONDS", request, settings.sample_seconds, bench_take_seconds,
                      "to measure each library in each case; default 0.2"),
    TOOL_OPTION_TAKEN("present", "N/D", request, settings.present, take_share,
                      "so much of each row is not 0, from its beginning: a range, zeros for FFTW"),
    TOOL_OPTION_TAKEN("wanted", "N/D", request, settings.wanted, take_share,
                      "so much of each row is wanted: complex transforms, as --present"),
    TOOL_OPTION_TAKEN(
        "fftw", "NAME", request, wanted, take_peer,
        "a build of FFTW, as often as you like: system; avx512 or avx2, which "
        "bench/build_fftw.sh makes; mkl of bench/fetch_mkl.sh, which has FFTW's interface; "
        "NAME=FOLDER, its libraries; none; default system, and avx512 if it has been built"),
    {.name = "wisdom",
     .value = "FOLDER",
     TOOL_TO_TEXT(TOOL_FOLDER, request, wisdom),
     .help = "keeps FFTW's plans for the next time"},
    TOOL_OPTION_JSON(request, json,
                     "the results; without FILE on standard output, in place of the table"),
    {.name = "plot",
     .value = "FILE",
     TOOL_TO_TEXT(TOOL_WRITES, request, plot),
     .endings = ".svg .png .pdf",
     .replaces = TOOL_OWN_PICTURE,
     .help = "a picture of them, .svg, .png or .pdf; - is standard output, as .svg"},
    {.name = NULL}};

static const tool_form bench_form = {
    .about = "This library against FFTW, on this machine: in one process and in turns on the same "
             "arrays, so that whatever the machine does, it does to all; medians; every result "
             "checked. GFLOPS are 5 N log2 N / time; the ratio is the time of the best FFTW over "
             "this library's. The sets of --lengths:\n",
    .more = bench_cases_help,
    .options = bench_rows,
    .defaults = &(const request){.settings = {.precision = FFTC_FLOAT32,
                                              .threads = 1,
                                              .effort = BENCH_MEASURE,
                                              .limit_seconds = 60.0,
                                              .sample_seconds = 0.2,
                                              .present = 1.0,
                                              .wanted = 1.0}},
    .bytes = sizeof(request),
    .run = bench_run,
    .close = bench_close};

const tool_command tool_command_bench = {
    .name = "bench",
    .summary = "this library against FFTW, or on a Vulkan device: speed, errors, a picture",
    .forms = {&bench_form, &bench_device_form},
    .end = "FFTCORE_FORCE_ISA=avx2 in the environment holds this library to an instruction set.\n"
           "Exit status: 0 good, 1 a result was wrong, 2 bad usage.\n",
    .examples = "fftcore bench --lengths powers,mixed --plot speed.svg\n"
                "fftcore bench --device 0 --lengths 2^10,r2c:2^12,1024x1024\n"};
