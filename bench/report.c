/* SPDX-License-Identifier: MIT
 *
 * What was measured, as a table and as JSON.
 */
#include "bench.h"

#include <cjson/cJSON.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/utsname.h>
#include <time.h>

#include "fftcore/reference.h"
#include "json.h"

static const char *const effort_names[] = {"estimate", "measure", "patient"};

/* --- the machine ------------------------------------------------------------------------------ */

static void cpu_name(char *text, size_t bytes)
{
    char line[256];
    FILE *file = fopen("/proc/cpuinfo", "r");
    (void)snprintf(text, bytes, "CPU unknown");
    while (file != NULL && fgets(line, sizeof line, file) != NULL) {
        char *value = strchr(line, ':');
        if (strncmp(line, "model name", 10) == 0 && value != NULL) {
            value[strcspn(value, "\n")] = '\0';
            (void)snprintf(text, bytes, "%.200s", value + 2);
            break;
        }
    }
    if (file != NULL) {
        (void)fclose(file);
    }
}

void bench_machine(char *text, size_t bytes)
{
    char cpu[256];
    struct utsname kernel;
    cpu_name(cpu, sizeof cpu);
    if (uname(&kernel) != 0) {
        memset(&kernel, 0, sizeof kernel);
    }
    (void)snprintf(text, bytes, "%s, %.40s %.60s %.20s", cpu, kernel.sysname, kernel.release,
                   kernel.machine);
}

static const char *isa_name(void)
{
    const char *name = fftc_simd_isa_name();
    return name != NULL ? name : "none";
}

static double load_average(void)
{
    double load = 0.0;
    return getloadavg(&load, 1) == 1 ? load : -1.0;
}

/* --- the table -------------------------------------------------------------------------------- */

static const char *duration(double seconds, char *text, size_t bytes)
{
    if (seconds < 0.9995e-6) {
        (void)snprintf(text, bytes, "%.3gns", seconds * 1e9);
    } else if (seconds < 0.9995e-3) {
        (void)snprintf(text, bytes, "%.3gus", seconds * 1e6);
    } else if (seconds < 0.9995) {
        (void)snprintf(text, bytes, "%.3gms", seconds * 1e3);
    } else {
        (void)snprintf(text, bytes, "%.3gs", seconds);
    }
    return text;
}

void bench_table_head(const bench_settings *s)
{
    if (s->table == NULL) {
        return;
    }
    char machine[400];
    bench_machine(machine, sizeof machine);
    (void)fprintf(s->table, "%s; load %.1f\n", machine, load_average());
    (void)fprintf(
        s->table,
        "fftcore %s (%s), %s, %d thread%s, planned by %s; each library measured for %g s a "
        "case\n",
        fftc_version(), isa_name(), tool_precision_names[s->precision], s->threads,
        s->threads == 1 ? "" : "s", effort_names[s->own_effort], s->sample_seconds);
    if (s->present < 1.0 || s->wanted < 1.0) {
        (void)fprintf(s->table, "of each row %.4g is not 0, %.4g is wanted\n", s->present,
                      s->wanted);
    }
    for (int i = 0; i < s->peer_count; ++i) {
        (void)fprintf(s->table, "%s: %s, planned by %s in at most %g s a plan\n", s->peer[i].name,
                      s->peer[i].version, effort_names[s->effort], s->limit_seconds);
    }
    (void)fprintf(
        s->table,
        "GFLOPS = 5 N log2 N / median time, of each FFTW below its name; ratio = the best "
        "FFTW's time / ours\n\n");
    (void)fprintf(s->table, "%-*s %10s %8s %8s %8s", s->name_width, "case", "time", "GFLOPS",
                  "plan", "error");
    for (int i = 0; i < s->peer_count; ++i) {
        (void)fprintf(s->table, " | %8.8s %8s %8s", s->peer[i].name, "plan", "error");
    }
    (void)fprintf(s->table, " | %6s", "ratio");
    if (s->threads > 1) {
        (void)fprintf(s->table, " | %10s %7s %7s %8s", "1 thread", "speedup", "copy's", "meeting");
    }
    (void)fprintf(s->table, "\n");
    (void)fflush(s->table);
}

void bench_table_row(const bench_settings *s, const bench_row *row)
{
    if (s->table == NULL) {
        return;
    }
    char time[16];
    char plan[16];
    const bench_result *ours = &row->ours;
    (void)fprintf(s->table, "%-*s %10s %8.1f %8s %8.1e", s->name_width, row->which.name,
                  duration(ours->seconds, time, sizeof time),
                  bench_gflops(&row->which, ours->seconds),
                  duration(ours->plan_seconds, plan, sizeof plan), ours->error);
    for (int i = 0; i < s->peer_count; ++i) {
        const bench_result *r = &row->peer[i];
        if (isnan(r->seconds)) { /* the peer refused */
            (void)fprintf(s->table, " | %8s %8s %8s", "-", "-", "-");
            continue;
        }
        (void)fprintf(s->table, " | %8.1f %8s %8.1e", bench_gflops(&row->which, r->seconds),
                      duration(r->plan_seconds, plan, sizeof plan), r->error);
    }
    if (row->best >= 0) {
        (void)fprintf(s->table, " | %6.2f", row->ratio);
    } else {
        (void)fprintf(s->table, " | %6s", "-");
    }
    if (s->threads > 1) {
        (void)fprintf(s->table, " | %10s %7.2f %7.2f",
                      duration(row->scaling.alone.seconds, time, sizeof time), row->scaling.speedup,
                      row->scaling.copy_speedup);
        (void)fprintf(s->table, " %8s", duration(row->scaling.meeting_seconds, time, sizeof time));
    }
    (void)fprintf(s->table, "%s\n", row->wrong ? "  WRONG" : "");
    (void)fflush(s->table);
}

double bench_mean_ratio(const bench_row *rows, size_t count)
{
    double sum = 0.0;
    size_t counted = 0;
    for (size_t i = 0; i < count; ++i) {
        if (rows[i].ratio > 0.0) {
            sum += log(rows[i].ratio);
            ++counted;
        }
    }
    return counted > 0 ? exp(sum / (double)counted) : 0.0;
}

static const bench_bounds bounds = {"FFTW's time / ours", 1.0, 0.9};

/* NULL: no memory. */
static bench_score *scores_of(const bench_row *rows, size_t count)
{
    bench_score *scores = malloc((count + 1) * sizeof *scores);
    for (size_t i = 0; scores != NULL && i < count; ++i) {
        scores[i] = (bench_score){&rows[i].which, rows[i].best >= 0 ? rows[i].ratio : 0.0};
    }
    return scores;
}

void bench_table_foot(const bench_settings *s, const bench_row *rows, size_t count)
{
    if (s->table == NULL) {
        return;
    }
    const bench_row *least = NULL;
    for (size_t i = 0; i < count; ++i) {
        if (rows[i].ratio > 0.0 && (least == NULL || rows[i].ratio < least->ratio)) {
            least = &rows[i];
        }
    }
    if (least != NULL) {
        (void)fprintf(s->table, "\nratio: geometric mean %.2f, least %.2f at %s\n",
                      bench_mean_ratio(rows, count), least->ratio, least->which.name);
    }
    bench_score *scores = scores_of(rows, count);
    if (scores != NULL) {
        bench_summary_print(s->table, &bounds, scores, count);
    }
    free(scores);
}

/* --- the JSON file ---------------------------------------------------------------------------- */

static void add_number(cJSON *object, const char *name, double number)
{
    if (isfinite(number)) {
        (void)cJSON_AddNumberToObject(object, name, number);
    } else {
        (void)cJSON_AddNullToObject(object, name);
    }
}

static void add_result(cJSON *object, const bench_case *c, const bench_result *r)
{
    add_number(object, "seconds", r->seconds);
    add_number(object, "seconds_first_quartile", r->low);
    add_number(object, "seconds_third_quartile", r->high);
    add_number(object, "gflops", bench_gflops(c, r->seconds));
    add_number(object, "plan_seconds", r->plan_seconds);
    add_number(object, "error", r->error);
}

static cJSON *json_scaling(const bench_settings *s, const bench_scaling *scaling)
{
    if (s->threads == 1) {
        return cJSON_CreateNull();
    }
    cJSON *object = cJSON_CreateObject();
    add_number(object, "speedup", scaling->speedup);
    add_number(object, "copy_speedup", scaling->copy_speedup);
    add_number(object, "alone_seconds", scaling->alone.seconds);
    add_number(object, "copy_alone_seconds", scaling->copy_alone.seconds);
    add_number(object, "copy_seconds", scaling->copy.seconds);
    add_number(object, "copy_passes", scaling->passes);
    (void)cJSON_AddBoolToObject(object, "copy_streamed", scaling->streamed);
    add_number(object, "meeting_seconds", scaling->meeting_seconds);
    return object;
}

static cJSON *json_row(const bench_settings *s, const bench_row *row)
{
    cJSON *object = cJSON_CreateObject();
    (void)cJSON_AddStringToObject(object, "case", row->which.name);
    add_number(object, "length", (double)row->which.points);
    cJSON *lengths = cJSON_AddArrayToObject(object, "lengths");
    for (int i = 0; i < row->which.rank; ++i) {
        (void)cJSON_AddItemToArray(lengths, cJSON_CreateNumber((double)row->which.length[i]));
    }
    add_number(object, "batch", (double)row->which.transforms);
    add_number(object, "ratio", row->best >= 0 ? row->ratio : (double)NAN);
    add_result(object, &row->which, &row->ours);
    add_number(object, "plan_bytes", (double)row->plan_bytes);
    add_number(object, "copy_seconds", row->copy.seconds);
    (void)cJSON_AddItemToObject(object, "scaling", json_scaling(s, &row->scaling));
    add_number(object, "error_bound", row->bound);
    (void)cJSON_AddBoolToObject(object, "wrong", row->wrong);
    cJSON *peers = cJSON_AddArrayToObject(object, "peers");
    for (int i = 0; i < s->peer_count; ++i) {
        cJSON *peer = cJSON_CreateObject();
        (void)cJSON_AddStringToObject(peer, "name", s->peer[i].name);
        add_result(peer, &row->which, &row->peer[i]);
        (void)cJSON_AddItemToArray(peers, peer);
    }
    return object;
}

static cJSON *json_head(const bench_settings *s)
{
    char machine[400];
    char date[32];
    time_t now = time(NULL);
    struct tm utc;
    cJSON *root = json_begin("bench");
    bench_machine(machine, sizeof machine);
    (void)cJSON_AddStringToObject(root, "machine", machine);
    add_number(root, "load", load_average());
    if (gmtime_r(&now, &utc) != NULL &&
        strftime(date, sizeof date, "%Y-%m-%dT%H:%M:%SZ", &utc) > 0) {
        (void)cJSON_AddStringToObject(root, "date", date);
    }
    (void)cJSON_AddStringToObject(root, "isa", isa_name());
    (void)cJSON_AddStringToObject(root, "compiler", __VERSION__);
    (void)cJSON_AddStringToObject(root, "precision", tool_precision_names[s->precision]);
    add_number(root, "threads", s->threads);
    (void)cJSON_AddStringToObject(root, "effort", effort_names[s->effort]);
    (void)cJSON_AddStringToObject(root, "own_effort", effort_names[s->own_effort]);
    add_number(root, "limit_seconds", s->limit_seconds);
    add_number(root, "sample_seconds", s->sample_seconds);
    add_number(root, "present", s->present);
    add_number(root, "wanted", s->wanted);
    cJSON *peers = cJSON_AddArrayToObject(root, "peers");
    for (int i = 0; i < s->peer_count; ++i) {
        cJSON *peer = cJSON_CreateObject();
        (void)cJSON_AddStringToObject(peer, "name", s->peer[i].name);
        (void)cJSON_AddStringToObject(peer, "version", s->peer[i].version);
        (void)cJSON_AddItemToArray(peers, peer);
    }
    return root;
}

bool bench_write_json(const bench_settings *s, const bench_row *rows, size_t count,
                      const char *path)
{
    cJSON *root = json_head(s);
    add_number(root, "mean_ratio", s->peer_count > 0 ? bench_mean_ratio(rows, count) : (double)NAN);
    bench_score *scores = scores_of(rows, count);
    if (scores != NULL) {
        (void)cJSON_AddItemToObject(root, "classes", bench_summary_json(&bounds, scores, count));
    }
    free(scores);
    cJSON *list = cJSON_AddArrayToObject(root, "rows");
    for (size_t i = 0; i < count; ++i) {
        (void)cJSON_AddItemToArray(list, json_row(s, &rows[i]));
    }
    return json_write(root, path);
}
