/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* argp */
#include "bench.h"

#include <argp.h>
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define USAGE_STATUS 2

enum {
    KEY_LENGTHS = 'n',
    KEY_PRECISION = 'p',
    KEY_THREADS = 't',
    KEY_EFFORT = 'e',
    KEY_LIMIT = 'l',
    KEY_SECONDS = 's',
    KEY_FFTW = 'f',
    KEY_WISDOM = 'w',
    KEY_JSON = 'j',
    KEY_PLOT = 'o'
};

static const struct argp_option options[] = {
    {"lengths", KEY_LENGTHS, "LIST", 0, "What to measure (default: powers); see below", 0},
    {"precision", KEY_PRECISION, "f32|f64", 0, "Float or double (default: f32)", 0},
    {"threads", KEY_THREADS, "N", 0, "Threads of each library (default: 1)", 0},
    {"effort", KEY_EFFORT, "estimate|measure|patient", 0,
     "FFTW's planning effort (default: measure); this library always plans by estimate", 0},
    {"limit", KEY_LIMIT, "SECONDS", 0,
     "Of FFTW's planning, for each plan (default: 60); FFTW keeps what it has found by then", 0},
    {"seconds", KEY_SECONDS, "SECONDS", 0, "To measure each library in each case (default: 0.2)",
     0},
    {"fftw", KEY_FFTW, "NAME[=FOLDER]", 0,
     "A build of FFTW to compare with, as often as you like: \"system\", a build of "
     "bench/build_fftw.sh (avx512, avx2), or the folder of its libraries; \"none\": no FFTW. "
     "Default: system, and avx512 if it has been built",
     0},
    {"wisdom", KEY_WISDOM, "FOLDER", 0, "Where to keep FFTW's plans for the next time", 0},
    {"json", KEY_JSON, "FILE", 0,
     "Writes the results; - is standard output, and the table goes to standard error", 0},
    {"plot", KEY_PLOT, "FILE.svg", 0, "Draws the results", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

typedef struct wanted_peer {
    char name[32];
    const char *folder; /* NULL: by its name */
} wanted_peer;

typedef struct request {
    bench_settings settings;
    bench_cases cases;
    wanted_peer wanted[BENCH_MAX_PEERS];
    int wanted_count;
    bool peers_given;
    const char *wisdom;
    const char *json;
    const char *plot;
} request;

static void want_peer(request *r, char *text, struct argp_state *state)
{
    char *folder = strchr(text, '=');
    r->peers_given = true;
    if (strcmp(text, "none") == 0) {
        return;
    }
    if (r->wanted_count == BENCH_MAX_PEERS) {
        argp_error(state, "--fftw: at most %d builds", BENCH_MAX_PEERS);
    }
    wanted_peer *w = &r->wanted[r->wanted_count++];
    size_t length = folder != NULL ? (size_t)(folder - text) : strlen(text);
    if (length == 0 || length >= sizeof w->name) {
        argp_error(state, "--fftw %s: a name has 1 to %zu letters", text, sizeof w->name - 1);
    }
    (void)snprintf(w->name, sizeof w->name, "%.*s", (int)length, text);
    w->folder = folder != NULL ? folder + 1 : NULL;
}

static double parse_seconds(const char *option, const char *text, struct argp_state *state)
{
    char *end;
    double seconds = strtod(text, &end);
    if (end == text || *end != '\0' || !(seconds > 0.0 && seconds <= 86400.0)) {
        argp_error(state, "--%s %s: must be a number of seconds above 0, at most 86400", option,
                   text);
    }
    return seconds;
}

static int parse_choice(const char *option, const char *text, const char *const *names,
                        struct argp_state *state)
{
    for (int i = 0; names[i] != NULL; ++i) {
        if (strcmp(text, names[i]) == 0) {
            return i;
        }
    }
    argp_error(state, "--%s %s: see --help for what it can be", option, text);
    return 0;
}

static int parse_threads(const char *text, struct argp_state *state)
{
    char *end;
    long threads = strtol(text, &end, 10);
    if (end == text || *end != '\0' || threads < 1 || threads > 4096) {
        argp_error(state, "--threads %s: must be 1 to 4096", text);
    }
    return (int)threads;
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    static const char *const precisions[] = {"f32", "f64", NULL};
    static const char *const efforts[] = {"estimate", "measure", "patient", NULL};
    request *r = state->input;
    char why[300];
    switch (key) {
    case KEY_LENGTHS:
        if (!bench_cases_parse(text, &r->cases, why, sizeof why)) {
            argp_error(state, "--lengths: %s", why);
        }
        return 0;
    case KEY_PRECISION:
        r->settings.precision =
            parse_choice("precision", text, precisions, state) == 0 ? FFTC_FLOAT32 : FFTC_FLOAT64;
        return 0;
    case KEY_THREADS: r->settings.threads = parse_threads(text, state); return 0;
    case KEY_EFFORT:
        r->settings.effort = (bench_effort)parse_choice("effort", text, efforts, state);
        return 0;
    case KEY_LIMIT: r->settings.limit_seconds = parse_seconds("limit", text, state); return 0;
    case KEY_SECONDS: r->settings.sample_seconds = parse_seconds("seconds", text, state); return 0;
    case KEY_FFTW: want_peer(r, text, state); return 0;
    case KEY_WISDOM: r->wisdom = text; return 0;
    case KEY_JSON:
        r->json = text;
        r->settings.table = strcmp(text, "-") == 0 ? stderr : stdout;
        return 0;
    case KEY_PLOT: r->plot = text; return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

/* PREFIX/<name>/lib of bench/build_fftw.sh. */
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
        (void)fprintf(stderr,
                      "bench: results cannot be checked: %s (Debian: libfftw3-double3, "
                      "libfftw3-long3)\n",
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
        (void)fprintf(stderr, "bench: FFTW \"%s\": %s\n", w->name, why);
        return !r->peers_given;
    }
    if (r->wisdom != NULL) {
        (void)snprintf(peer->wisdom, sizeof peer->wisdom, "%.400s/%s-%s.wisdom", r->wisdom, w->name,
                       s->precision == FFTC_FLOAT64 ? "f64" : "f32");
    }
    ++s->peer_count;
    return true;
}

static bool open_peers(request *r)
{
    static const wanted_peer usual[] = {{"system", NULL}, {"avx512", NULL}};
    char folder[500];
    if (!r->peers_given) {
        built_folder("avx512", folder, sizeof folder);
        memcpy(r->wanted, usual, sizeof usual);
        r->wanted_count = is_folder(folder) ? 2 : 1;
    }
    open_judge(r);
    for (int i = 0; i < r->wanted_count; ++i) {
        if (!open_peer(r, &r->wanted[i])) {
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
    if (r->json != NULL && !bench_write_json(&r->settings, rows, count, r->json)) {
        (void)fprintf(stderr, "bench: %s cannot be written: %s\n", r->json, strerror(errno));
        return USAGE_STATUS;
    }
    if (r->plot != NULL && !bench_write_plot(&r->settings, rows, count, r->plot)) {
        (void)fprintf(stderr, "bench: %s cannot be written: %s\n", r->plot, strerror(errno));
        return USAGE_STATUS;
    }
    return wrong ? 1 : 0;
}

static int measure_all(request *r)
{
    char why[300];
    bench_row *rows = calloc(r->cases.count, sizeof *rows);
    if (rows == NULL) {
        (void)fprintf(stderr, "bench: out of memory\n");
        return USAGE_STATUS;
    }
    bench_table_head(&r->settings);
    int status = 0;
    size_t done = 0;
    for (; done < r->cases.count && status == 0; ++done) {
        if (!bench_measure(&r->settings, &r->cases.list[done], &rows[done], why, sizeof why)) {
            (void)fprintf(stderr, "bench: %s: %s\n", r->cases.list[done].name, why);
            status = USAGE_STATUS;
            break;
        }
        bench_table_row(&r->settings, &rows[done]);
    }
    int reported = report(r, rows, done);
    free(rows);
    return status != 0 ? status : reported;
}

int bench_main(int argc, char **argv)
{
    static char doc[2048];
    (void)snprintf(
        doc, sizeof doc,
        "Measures this library against FFTW, in one process and in turns, and checks the "
        "results.\v"
        "LIST: lengths and cases, with commas between: 48 or 2^10; 1080x1920, an array; "
        "16*65536, a batch of 65536 transforms of 16 points; or named sets:\n%s\n"
        "FFTC_FORCE_ISA=avx2 (environment) holds this library to an instruction set.\n"
        "Exit status: 0 good, 1 a result was wrong, 2 bad usage.",
        bench_cases_help());
    const struct argp parser = {.options = options, .parser = parse, .doc = doc};
    request r = {.settings = {.table = stdout,
                              .precision = FFTC_FLOAT32,
                              .threads = 1,
                              .effort = BENCH_MEASURE,
                              .limit_seconds = 60.0,
                              .sample_seconds = 0.2}};
    char why[300];
    argp_err_exit_status = USAGE_STATUS;
    int status = USAGE_STATUS;
    if (argp_parse(&parser, argc, argv, ARGP_IN_ORDER, NULL, &r) == 0 &&
        (r.cases.count > 0 || bench_cases_parse("powers", &r.cases, why, sizeof why)) &&
        open_peers(&r)) {
        status = measure_all(&r);
    }
    free(r.cases.list);
    return status;
}
