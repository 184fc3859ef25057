/* SPDX-License-Identifier: MIT */
#include <math.h>

#include "json.h"
#include "progress.h"
#include "techniques.h"

const char *techniques_name(int way)
{
    static const char *const names[TECHNIQUES_WAYS] = {"passes", "passes, table", "lines",
                                                       "lines, table", "fftcore"};
    return names[way];
}

static bool row_good(const techniques *t, const techniques_row *row)
{
    return row->reason[0] != '\0' || (row->findings == 0 && !row->differs &&
                                      (!row->counted || row->agrees) && row->error <= t->bound);
}

bool techniques_good(const techniques *t)
{
    bool good = true;
    for (uint32_t i = 0; i < t->place_count; ++i) {
        const techniques_place *place = &t->places[i];
        for (int way = 0; way < TECHNIQUES_WAYS && place->reason[0] == '\0'; ++way) {
            good = good && row_good(t, &place->row[way]);
        }
    }
    return good;
}

/* --- the table -------------------------------------------------------------------------------- */

static double mib(uint64_t bytes)
{
    return (double)bytes / 1048576.0;
}

static void print_bytes(const techniques_row *row)
{
    if (row->counted) {
        (void)printf(" %10.4g %10.4g %10.4g %6u", mib(row->bytes.read), mib(row->bytes.written),
                     mib(row->bytes.table_read), (unsigned)row->dispatches);
    } else {
        (void)printf(" %10s %10s %10s %6s", "-", "-", "-", "-");
    }
}

static void print_time(const techniques_place *place, const techniques_row *row)
{
    const uint64_t bytes = row->bytes.read + row->bytes.written + row->bytes.table_read;
    if (isnan(row->seconds)) {
        (void)printf(" %10s %8s %8s", "-", "-", "-");
        return;
    }
    (void)printf(" %10.4g", 1e3 * row->seconds);
    if (row->counted) {
        (void)printf(" %8.1f", 1e-9 * (double)bytes / row->seconds);
    } else {
        (void)printf(" %8s", "-");
    }
    if (isnan(place->copy_seconds)) {
        (void)printf(" %8s", "-");
    } else {
        (void)printf(" %8.2f", row->seconds / place->copy_seconds);
    }
}

static void print_row(const techniques *t, const techniques_place *place, int way)
{
    const techniques_row *row = &place->row[way];
    (void)printf("  %-14s", techniques_name(way));
    if (row->reason[0] != '\0') {
        (void)printf("  %s\n", row->reason);
        return;
    }
    print_bytes(row);
    print_time(place, row);
    (void)printf("  %.2g%s%s%s%s\n", row->error, row->error <= t->bound ? "" : " WRONG",
                 row->differs ? " OTHER BITS" : "", row->findings != 0 ? " FINDINGS" : "",
                 row->counted && !row->agrees ? " OTHER BYTES" : "");
}

static void print_place(const techniques *t, const techniques_place *place)
{
    (void)printf("\n%s\n", place->name);
    if (place->reason[0] != '\0') {
        (void)printf("  %s\n", place->reason);
        return;
    }
    (void)printf("  %-14s %10s %10s %10s %6s %10s %8s %8s  %s\n", "", "read MiB", "written",
                 "table", "disp.", "ms", "GB/s", "copies", "error");
    for (int way = 0; way < TECHNIQUES_WAYS; ++way) {
        print_row(t, place, way);
    }
    if (!isnan(place->copy_seconds)) {
        (void)printf("  %-14s %10.4g %10.4g %10s %6d %10.4g %8.1f %8.2f\n", "a copy", mib(t->bytes),
                     mib(t->bytes), "", 1, 1e3 * place->copy_seconds,
                     2e-9 * (double)t->bytes / place->copy_seconds, 1.0);
    }
}

static void print(const techniques *t)
{
    (void)printf("%llu lines of %llu points, %s, %s: %.4g MiB. Bytes are what the emulator counts",
                 (unsigned long long)t->lines, (unsigned long long)t->length,
                 tool_precision_names[t->precision], tool_direction_names[t->direction],
                 mib(t->bytes));
    if (t->sample < t->lines) {
        (void)printf(" in %llu lines, times %.6g", (unsigned long long)t->sample,
                     (double)t->lines / (double)t->sample);
    }
    (void)printf(".\n");
    for (uint32_t i = 0; i < t->place_count; ++i) {
        print_place(t, &t->places[i]);
    }
}

/* --- JSON ------------------------------------------------------------------------------------- */

static cJSON *json_row(const techniques *t, const techniques_row *row, int way)
{
    cJSON *object = cJSON_CreateObject();
    json_text(object, "name", techniques_name(way));
    json_text(object, "technique",
              way == TECHNIQUES_OWN ? "own"
              : way / 2 == 0        ? "passes"
                                    : "lines");
    json_flag(object, "table", way != TECHNIQUES_OWN && way % 2 != 0);
    if (row->reason[0] != '\0') {
        json_text(object, "reason", row->reason);
        return object;
    }
    if (row->counted) {
        json_count(object, "bytes_read", row->bytes.read);
        json_count(object, "bytes_written", row->bytes.written);
        json_count(object, "bytes_table", row->bytes.table_read);
        json_count(object, "dispatches", row->dispatches);
        json_count(object, "findings", row->findings);
        json_flag(object, "bytes_agree", row->agrees);
    }
    json_number_or_null(object, "seconds", row->seconds);
    json_number_or_null(object, "error", row->error);
    json_flag(object, "equal_bits", !row->differs);
    json_flag(object, "good", row_good(t, row));
    return object;
}

static bool write_json(const techniques *t)
{
    cJSON *root = json_begin("techniques");
    json_count(root, "length", t->length);
    json_count(root, "lines", t->lines);
    json_count(root, "lines_counted", t->sample);
    json_text(root, "precision", tool_precision_names[t->precision]);
    json_text(root, "direction", tool_direction_names[t->direction]);
    json_count(root, "array_bytes", t->bytes);
    json_number_or_null(root, "error_bound", t->bound);
    cJSON *places = cJSON_AddArrayToObject(root, "places");
    for (uint32_t i = 0; i < t->place_count; ++i) {
        const techniques_place *place = &t->places[i];
        cJSON *object = cJSON_CreateObject();
        (void)cJSON_AddItemToArray(places, object);
        json_text(object, "name", place->name);
        json_text(object, "kind", place->device ? "vulkan" : "cpu");
        if (place->reason[0] != '\0') {
            json_text(object, "reason", place->reason);
            continue;
        }
        json_number_or_null(object, "copy_seconds", place->copy_seconds);
        cJSON *rows = cJSON_AddArrayToObject(object, "rows");
        for (int way = 0; way < TECHNIQUES_WAYS; ++way) {
            (void)cJSON_AddItemToArray(rows, json_row(t, &place->row[way], way));
        }
    }
    json_flag(root, "good", techniques_good(t));
    return json_write(root, t->json);
}

bool techniques_report(const techniques *t)
{
    tool_progress_hide();
    if (!tool_goes_out(t->json)) {
        print(t);
        if (!tool_file_close(stdout, "standard output")) {
            return false;
        }
    }
    return t->json == NULL || write_json(t);
}
