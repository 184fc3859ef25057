/* SPDX-License-Identifier: MIT */
#define _GNU_SOURCE /* argp */
#include "bench.h"

#include <argp.h>
#include <errno.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#define USAGE_STATUS 2

enum {
    KEY_LENGTHS = 'n',
    KEY_PRECISION = 'p',
    KEY_THREADS = 't',
    KEY_EFFORT = 'e',
    KEY_OWN_EFFORT = 'm',
    KEY_LIMIT = 'l',
    KEY_SECONDS = 's',
    KEY_PRESENT = 'i',
    KEY_WANTED = 'u',
    KEY_FFTW = 'f',
    KEY_WISDOM = 'w',
    KEY_JSON = 'j',
    KEY_PLOT = 'o'
};

static const struct argp_option options[] = {
    {"lengths", KEY_LENGTHS, "LIST", 0, "What to measure (default: powers); see below", 0},
    {"precision", KEY_PRECISION, "f32|f64|f16", 0,
     "Float, double, or halves, which FFTW has not (default: f32)", 0},
    {"threads", KEY_THREADS, "N", 0,
     "Threads of each library (default: 1); from 2 on also by one, and a copy by one and by N", 0},
    {"effort", KEY_EFFORT, "estimate|measure|patient", 0,
     "FFTW's planning effort (default: measure)", 0},
    {"own-effort", KEY_OWN_EFFORT, "estimate|measure", 0,
     "This library's (default: estimate); measure takes a second for each plan", 0},
    {"limit", KEY_LIMIT, "SECONDS", 0,
     "Of FFTW's planning, for each plan (default: 60); FFTW keeps what it has found by then", 0},
    {"seconds", KEY_SECONDS, "SECONDS", 0, "To measure each library in each case (default: 0.2)",
     0},
    {"present", KEY_PRESENT, "N/D", 0,
     "So much of each row is not 0, from its beginning: a range of complex transforms, zeros for "
     "FFTW",
     0},
    {"wanted", KEY_WANTED, "N/D", 0, "So much of each row is wanted", 0},
    {"fftw", KEY_FFTW, "NAME[=FOLDER]", 0,
     "A build of FFTW to compare with, as often as you like: \"system\", a build of "
     "bench/build_fftw.sh (avx512, avx2), \"mkl\" of bench/fetch_mkl.sh, or the folder of its "
     "libraries; \"none\": no FFTW. "
     "Default: system, and avx512 if it has been built",
     0},
    {"wisdom", KEY_WISDOM, "FOLDER", 0, "Where to keep FFTW's plans for the next time", 0},
    {"json", KEY_JSON, "FILE", OPTION_ARG_OPTIONAL,
     "Writes the results; standard output, if there is no FILE, has them in place of the table", 0},
    {"plot", KEY_PLOT, "FILE.svg", 0, "Draws the results", 0},
    {NULL, 0, NULL, 0, NULL, 0}};

static const char *program = "bench";

/* One line; returns the exit status. */
__attribute__((format(printf, 1, 2))) static int refuse(const char *format, ...)
{
    va_list arguments;
    va_start(arguments, format);
    (void)fprintf(stderr, "%s: ", program);
    (void)vfprintf(stderr, format, arguments);
    (void)fputc('\n', stderr);
    va_end(arguments);
    return USAGE_STATUS;
}

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
    bool refused; /* with a line of its own */
    const char *wisdom;
    const char *json;
    const char *plot;
} request;

static bool want_peer(request *r, char *text)
{
    char *folder = strchr(text, '=');
    size_t length = folder != NULL ? (size_t)(folder - text) : strlen(text);
    wanted_peer *w = &r->wanted[r->wanted_count];
    r->peers_given = true;
    if (strcmp(text, "none") == 0) {
        return true;
    }
    if (r->wanted_count == BENCH_MAX_PEERS || length == 0 || length >= sizeof w->name) {
        (void)refuse("--fftw %s: at most %d builds, with names of 1 to %zu letters", text,
                     BENCH_MAX_PEERS, sizeof w->name - 1);
        return false;
    }
    (void)snprintf(w->name, sizeof w->name, "%.*s", (int)length, text);
    w->folder = folder != NULL ? folder + 1 : NULL;
    ++r->wanted_count;
    return true;
}

static bool parse_seconds(const char *option, const char *text, double *seconds)
{
    char *end;
    *seconds = strtod(text, &end);
    bool good = end != text && *end == '\0' && *seconds > 0.0 && *seconds <= 86400.0;
    if (!good) {
        (void)refuse("--%s %s: must be a number of seconds above 0, at most 86400", option, text);
    }
    return good;
}

/* "1/4" */
static bool parse_share(const char *option, const char *text, double *share)
{
    char *end;
    unsigned long above = strtoul(text, &end, 10);
    unsigned long below = *end == '/' ? strtoul(end + 1, &end, 10) : 1;
    bool good = text[0] >= '1' && text[0] <= '9' && *end == '\0' && above <= below;
    *share = good ? (double)above / (double)below : 1.0;
    if (!good) {
        (void)refuse("--%s %s: must be a fraction such as 1/4, at most 1", option, text);
    }
    return good;
}

static bool parse_choice(const char *option, const char *text, const char *const *names,
                         int *choice)
{
    for (*choice = 0; names[*choice] != NULL; ++*choice) {
        if (strcmp(text, names[*choice]) == 0) {
            return true;
        }
    }
    (void)refuse("--%s %s: must be one of %s, %s%s%s", option, text, names[0], names[1],
                 names[2] != NULL ? ", " : "", names[2] != NULL ? names[2] : "");
    return false;
}

static bool parse_threads(const char *text, int *threads)
{
    char *end;
    long number = strtol(text, &end, 10);
    bool good = end != text && *end == '\0' && number >= 1 && number <= 4096;
    *threads = (int)number;
    if (!good) {
        (void)refuse("--threads %s: must be 1 to 4096", text);
    }
    return good;
}

static bool parse_lengths(request *r, const char *text)
{
    char why[300];
    bool good = bench_cases_parse(text, &r->cases, why, sizeof why);
    if (!good) {
        (void)refuse("--lengths: %s (sets of cases: see --help)", why);
    }
    return good;
}

/* Like everywhere in the command: the next word is the file unless it is an option; without one,
 * standard output. */
static const char *optional_file(const char *text, struct argp_state *state)
{
    const char *next = state->next < state->argc ? state->argv[state->next] : NULL;
    if (text != NULL) {
        return text;
    }
    if (next == NULL || (next[0] == '-' && next[1] != '\0')) {
        return "-";
    }
    ++state->next;
    return next;
}

static bool take(request *r, int key, char *text)
{
    static const char *const efforts[] = {"estimate", "measure", "patient", NULL};
    static const char *const own_efforts[] = {"estimate", "measure", NULL, NULL};
    bench_settings *s = &r->settings;
    int choice = 0;
    bool good = true;
    switch (key) {
    case KEY_LENGTHS: return parse_lengths(r, text);
    case KEY_PRECISION:
        good = parse_choice("precision", text, bench_precision_names, &choice);
        s->precision = (fftc_precision)choice;
        return good;
    case KEY_THREADS: return parse_threads(text, &s->threads);
    case KEY_EFFORT:
        good = parse_choice("effort", text, efforts, &choice);
        s->effort = (bench_effort)choice;
        return good;
    case KEY_OWN_EFFORT:
        good = parse_choice("own-effort", text, own_efforts, &choice);
        s->own_effort = choice == 0 ? FFTC_ESTIMATE : FFTC_MEASURE;
        return good;
    case KEY_LIMIT: return parse_seconds("limit", text, &s->limit_seconds);
    case KEY_SECONDS: return parse_seconds("seconds", text, &s->sample_seconds);
    case KEY_PRESENT: return parse_share("present", text, &s->present);
    case KEY_WANTED: return parse_share("wanted", text, &s->wanted);
    case KEY_FFTW: return want_peer(r, text);
    case KEY_WISDOM: r->wisdom = text; return true;
    default: r->plot = text; return true; /* KEY_PLOT */
    }
}

/* argp does not say what is wrong with it. */
static void refuse_option(const char *word)
{
    for (const struct argp_option *o = options; o->name != NULL; ++o) {
        if (strncmp(word, "--", 2) == 0 && strcmp(word + 2, o->name) == 0) {
            (void)refuse("%s needs a value: %s; see --help", word, o->arg);
            return;
        }
    }
    if (bench_device_has(word)) {
        (void)refuse("%s is for devices: give --device N, too", word);
        return;
    }
    (void)refuse("unknown option %s; see --help", word);
}

static error_t parse(int key, char *text, struct argp_state *state)
{
    request *r = state->input;
    switch (key) {
    case KEY_JSON: r->json = optional_file(text, state); return 0;
    case KEY_LENGTHS:
    case KEY_PRECISION:
    case KEY_THREADS:
    case KEY_EFFORT:
    case KEY_OWN_EFFORT:
    case KEY_LIMIT:
    case KEY_SECONDS:
    case KEY_PRESENT:
    case KEY_WANTED:
    case KEY_FFTW:
    case KEY_WISDOM:
    case KEY_PLOT: r->refused = !take(r, key, text); return r->refused ? EINVAL : 0;
    case ARGP_KEY_ARG:
        (void)refuse("takes no file %s; see --help", text);
        r->refused = true;
        return EINVAL;
    case ARGP_KEY_ERROR:
        if (!r->refused) {
            refuse_option(state->argv[state->next - 1]);
        }
        return 0;
    default: return ARGP_ERR_UNKNOWN;
    }
}

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
        (void)refuse("results cannot be checked: %s (Debian: libfftw3-double3, "
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
        (void)refuse("FFTW \"%s\": %s", w->name, why);
        return !r->peers_given;
    }
    if (r->wisdom != NULL) {
        (void)snprintf(peer->wisdom, sizeof peer->wisdom, "%.400s/%s-%s.wisdom", r->wisdom, w->name,
                       bench_precision_names[s->precision]);
        if (!bench_can_write(peer->wisdom)) {
            (void)refuse("--wisdom: %s cannot be written: %s", peer->wisdom, strerror(errno));
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
    if (r->settings.precision == FFTC_FLOAT16 && r->wanted_count > 0) {
        (void)refuse("--precision f16: FFTW has no halves, leave --fftw out");
        return false;
    }
    if (!r->peers_given && r->settings.precision != FFTC_FLOAT16) {
        built_folder("avx512", folder, sizeof folder);
        memcpy(r->wanted, usual, sizeof usual);
        r->wanted_count = is_folder(folder) ? 2 : 1;
    }
    if (r->wisdom != NULL && mkdir(r->wisdom, 0777) != 0 && !is_folder(r->wisdom)) {
        (void)refuse("--wisdom %s: %s", r->wisdom, strerror(errno == EEXIST ? ENOTDIR : errno));
        return false;
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
        (void)refuse("%s cannot be written: %s", r->json, strerror(errno));
        return USAGE_STATUS;
    }
    if (r->plot != NULL && !bench_write_plot(&r->settings, rows, count, r->plot)) {
        (void)refuse("%s cannot be written: %s", r->plot, strerror(errno));
        return USAGE_STATUS;
    }
    return wrong ? 1 : 0;
}

/* This and the next before any case is measured, which takes a while. */
static bool files_writable(request *r)
{
    const char *const files[] = {r->json, r->plot};
    bool json_out = r->json != NULL && strcmp(r->json, "-") == 0;
    bool plot_out = r->plot != NULL && strcmp(r->plot, "-") == 0;
    if (json_out && plot_out) {
        (void)refuse("--json and --plot both go to standard output: name a file");
        return false;
    }
    r->settings.table = json_out || plot_out ? NULL : stdout;
    for (size_t i = 0; i < sizeof files / sizeof *files; ++i) {
        if (!bench_can_write(files[i])) {
            (void)refuse("%s cannot be written: %s", files[i], strerror(errno));
            return false;
        }
    }
    return true;
}

static bool cases_allowed(const request *r)
{
    for (size_t i = 0; i < r->cases.count; ++i) {
        const char *why = bench_measure_refuses(&r->settings, &r->cases.list[i]);
        if (why != NULL) {
            (void)refuse("%s: %s", r->cases.list[i].name, why);
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
        (void)refuse("out of memory\n");
        return USAGE_STATUS;
    }
    bench_table_head(&r->settings);
    int status = 0;
    size_t done = 0;
    for (; done < r->cases.count && status == 0; ++done) {
        if (!bench_measure(&r->settings, &r->cases.list[done], &rows[done], why, sizeof why)) {
            (void)refuse("%s: %s", r->cases.list[done].name, why);
            status = USAGE_STATUS;
            break;
        }
        bench_table_row(&r->settings, &rows[done]);
    }
    int reported = report(r, rows, done);
    free(rows);
    if (r->settings.table != NULL && !bench_file_close(stdout)) {
        (void)refuse("standard output could not be written to its end: %s", strerror(errno));
        reported = USAGE_STATUS;
    }
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
        "FFTCORE_FORCE_ISA=avx2 (environment) holds this library to an instruction set.\n"
        "Exit status: 0 good, 1 a result was wrong, 2 bad usage.",
        bench_cases_help());
    const struct argp parser = {.options = options, .parser = parse, .doc = doc};
    request r = {.settings = {.table = stdout,
                              .precision = FFTC_FLOAT32,
                              .threads = 1,
                              .effort = BENCH_MEASURE,
                              .limit_seconds = 60.0,
                              .sample_seconds = 0.2,
                              .present = 1.0,
                              .wanted = 1.0}};
    char why[300];
    bool device = false;
    program = argv[0];
    for (int i = 1; i < argc; ++i) {
        device = device || strncmp(argv[i], "--device", 8) == 0;
        if (strcmp(argv[i], "--help") == 0) { /* argp's own goes where its messages go: nowhere */
            argp_help(&parser, stdout, ARGP_HELP_STD_HELP & ~(unsigned)ARGP_HELP_EXIT_OK, argv[0]);
            (void)printf("\n%s", bench_device_help());
            return 0;
        }
    }
    if (device) {
        return bench_device_main(argc, argv);
    }
    int status = USAGE_STATUS;
    if (argp_parse(&parser, argc, argv, ARGP_NO_ERRS, NULL, &r) == 0 &&
        (r.cases.count > 0 || bench_cases_parse("powers", &r.cases, why, sizeof why)) &&
        files_writable(&r) && cases_allowed(&r) && open_peers(&r)) {
        status = measure_all(&r);
    }
    free(r.cases.list);
    return status;
}
