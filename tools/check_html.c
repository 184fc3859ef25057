/* SPDX-License-Identifier: MIT
 *
 * `fftcore check` as a page: what was found, and a timeline of a workgroup. The page's script draws
 * it from numbers that the page has in it.
 */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "check_trace.h"
#include "html.h"
#include "json.h"

/* --- numbers for the script ------------------------------------------------------------------- */

/* Numbers of texts, in the order in which they come. */
typedef struct text_list {
    const char **text;
    uint32_t count, room;
} text_list;

static int32_t number_of(text_list *list, const char *text)
{
    if (text == NULL) {
        return -1;
    }
    for (uint32_t i = list->count; i > 0; --i) {
        if (list->text[i - 1] == text || strcmp(list->text[i - 1], text) == 0) {
            return (int32_t)i - 1;
        }
    }
    if (list->count == list->room) {
        uint32_t room = 2 * list->room + 16;
        const char **larger = realloc(list->text, room * sizeof *larger);
        if (larger == NULL) {
            return -1;
        }
        list->text = larger;
        list->room = room;
    }
    list->text[list->count] = text;
    return (int32_t)list->count++;
}

/* A text in a script: as JSON, without what would end the script. */
static void write_text(FILE *file, const char *text)
{
    cJSON *object = cJSON_CreateObject();
    json_text(object, "t", text);
    char *json = cJSON_PrintUnformatted(cJSON_GetObjectItem(object, "t"));
    for (const char *c = json != NULL ? json : "\"\""; *c != '\0'; ++c) {
        (void)(*c == '<' ? fputs("\\u003c", file) : fputc(*c, file));
    }
    cJSON_free(json);
    cJSON_Delete(object);
}

static void write_texts(FILE *file, const char *name, const text_list *list)
{
    (void)fprintf(file, ",\n\"%s\":[", name);
    for (uint32_t i = 0; i < list->count; ++i) {
        (void)fputs(i > 0 ? "," : "", file);
        write_text(file, list->text[i]);
    }
    (void)fputs("]", file);
}

static void write_marks(FILE *file, const check_trace *trace, text_list *files, text_list *names)
{
    (void)fprintf(file, "\"subgroup\":%" PRIu32 ",\n\"rows\":[", trace->variation.subgroup);
    for (uint32_t i = 0; i < trace->rows; ++i) {
        (void)fprintf(file, "%s[%" PRIu32 ",%" PRIu32 "]", i > 0 ? "," : "",
                      trace->row[i].workgroup, trace->row[i].invocation);
    }
    (void)fputs("],\n\"marks\":[", file);
    for (uint32_t i = 0; i < trace->marks; ++i) {
        const check_mark *m = &trace->mark[i];
        (void)fprintf(file,
                      "%s[%" PRIu32 ",%" PRIu32 ",%" PRIu32 ",%d,%" PRId32 ",%" PRId64 ",%" PRId32
                      ",%" PRIu32 ",%d]",
                      i > 0 ? ",\n" : "", m->row, m->interval, m->slot, (int)m->kind,
                      number_of(names, m->memory),
                      m->address == FFTC_NO_INDEX ? -1 : (int64_t)m->address,
                      number_of(files, m->site.file), m->site.line, m->shared);
    }
    (void)fputs("]", file);
}

static void write_findings_data(FILE *file, const check_run *run, const check_trace *trace)
{
    (void)fputs(",\n\"findings\":[", file);
    for (uint32_t i = 0; i < run->found_count; ++i) {
        check_sides sides = check_find_sides(trace, &run->found[i].finding);
        (void)fprintf(file, "%s[%" PRId64 ",%" PRId64 "]", i > 0 ? "," : "",
                      sides.first == UINT32_MAX ? -1 : (int64_t)sides.first,
                      sides.second == UINT32_MAX ? -1 : (int64_t)sides.second);
    }
    (void)fputs("]", file);
}

/* --- what stands there without the script ----------------------------------------------------- */

static void write_side(FILE *file, const check_run *run, const fftc_finding *finding, bool second)
{
    const fftc_party *party = second ? &finding->second : &finding->first;
    char text[300];
    check_party_text(finding, second, text, sizeof text);
    (void)fputs("<dt>", file);
    html_text(file, text);
    if (party->site.file != NULL) {
        (void)fputs("<dd><span class=at>", file);
        html_text(file, check_file_name(party->site.file));
        (void)fprintf(file, ":%" PRIu32 "</span> ", party->site.line);
        check_source_text(run, &party->site, text, sizeof text);
        html_text(file, text);
    }
}

static void write_findings(FILE *file, const check_run *run)
{
    char text[300];
    for (uint32_t i = 0; i < run->found_count; ++i) {
        const check_found *found = &run->found[i];
        (void)fprintf(file,
                      "<button type=button class='card finding' data-finding=%" PRIu32
                      "><b>%s</b><span class=what>",
                      i, fftc_finding_kind_name(found->finding.kind));
        check_finding_text(&found->finding, text, sizeof text);
        html_text(file, text);
        (void)fputs("</span><dl>", file);
        write_side(file, run, &found->finding, false);
        if (check_has_second(&found->finding)) {
            write_side(file, run, &found->finding, true);
        }
        check_variation_text(run, &found->variation, text, sizeof text);
        (void)fprintf(file,
                      "</dl><span class=faint>in %" PRIu32 " of %" PRIu32 " runs, first with ",
                      found->runs, run->runs);
        html_text(file, text);
        (void)fputs("</span></button>", file);
    }
}

static void write_header(FILE *file, const check_run *run)
{
    const fftc_spirv_coverage *coverage = run->coverage;
    const uint32_t *size = run->interface->local_size;
    const uint32_t *groups = run->options->groups;
    bool good = check_is_good(run);
    (void)fprintf(file, "<header class=%s><p class=brand>fftcore check</p><h1>",
                  good ? "good" : "bad");
    if (run->found_count == 0) {
        (void)fputs(good ? "Nothing found." : "Results are not as they should be.", file);
    } else {
        (void)fprintf(file, "%" PRIu32 " finding%s.", run->found_count,
                      run->found_count == 1 ? "" : "s");
    }
    (void)fputs("</h1><p class=lead>", file);
    html_text(file, run->options->file);
    (void)fprintf(file,
                  ", %" PRIu32 "&times;%" PRIu32 "&times;%" PRIu32 " workgroups of %" PRIu32
                  "&times;%" PRIu32 "&times;%" PRIu32 " invocations, was carried out %" PRIu32
                  " times: with %" PRIu32 " schedule%s, subgroups of",
                  groups[0], groups[1], groups[2], size[0], size[1], size[2], run->runs,
                  run->schedules, run->schedules == 1 ? "" : "s");
    for (uint32_t i = 0; run->sizes[i] != 0; ++i) {
        (void)fprintf(file, "%s %" PRIu32, i > 0 ? "," : "", run->sizes[i]);
    }
    (void)fprintf(file, ". Of %" PRIu32 " instructions %" PRIu32 " were reached.</p></header>",
                  coverage->instructions, coverage->reached);
}

/* How often the line was carried out; -1: nothing is there to carry out. */
static int64_t times_of(const check_run *run, const char *file, uint32_t number)
{
    for (uint32_t i = 0; i < run->coverage->line_count; ++i) {
        const fftc_spirv_line *line = &run->coverage->lines[i];
        if (line->site.line == number && strcmp(line->site.file, file) == 0) {
            uint64_t times = line->executed / line->instructions;
            return (int64_t)(times == 0 && line->reached > 0 ? 1 : times);
        }
    }
    return -1;
}

/* The source with how often each line was carried out. */
static void write_source(FILE *file, const check_run *run, const char *name, int32_t number)
{
    const char *text = fftc_spirv_source_text(run->shader, name);
    uint32_t line = 1;
    if (text == NULL) {
        return;
    }
    (void)fputs("<h3>", file);
    html_text(file, check_file_name(name));
    (void)fprintf(file, "</h3><div class='card wide source' data-file=%" PRId32 "><table>", number);
    for (const char *at = text; *at != '\0'; ++line) {
        size_t bytes = strcspn(at, "\n");
        char copy[400];
        int64_t times = times_of(run, name, line);
        (void)snprintf(copy, sizeof copy, "%.*s", bytes < 399 ? (int)bytes : 399, at);
        (void)fprintf(file, "<tr data-line=%" PRIu32 "%s><td>%" PRIu32 "<td>", line,
                      times == 0 ? " class=never" : "", line);
        if (times >= 0) {
            (void)fprintf(file, "%" PRId64, times);
        }
        (void)fputs("<td><code>", file);
        html_text(file, copy);
        (void)fputs("</code>", file);
        at += bytes + (at[bytes] == '\n');
    }
    (void)fputs("</table></div>", file);
}

static void write_page(FILE *file, const check_run *run, const check_trace *trace)
{
    text_list files = {.count = 0}, names = {.count = 0};
    char text[200];
    (void)fprintf(file,
                  "<!doctype html><html lang=en><meta charset=utf-8><meta name=viewport "
                  "content='width=device-width'><meta name=color-scheme content='light dark'>"
                  "<title>fftcore check</title><style>%s%s</style><main>",
                  page_css, check_css);
    write_header(file, run);
    write_findings(file, run);
    check_variation_text(run, &trace->variation, text, sizeof text);
    (void)fputs("<h2>Who does what</h2><p>Invocations from top to bottom, their accesses and "
                "operations from left to right, in the order in which each makes them. Between two "
                "bars, which are barriers of the workgroup, nothing else orders what is beside one "
                "another. The run is <code>",
                file);
    html_text(file, text);
    (void)fprintf(file, "</code>%s.</p>",
                  trace->cut ? "; it was too long to be drawn to its end" : "");
    (void)fputs("<p id=keys></p><div class='card wide' id=timeline></div><p id=said>&nbsp;</p>"
                "<h2>Source</h2><p>Beside each line how often invocations carried it out, in all "
                "runs. Point at a line to see where in time it is.</p>",
                file);
    (void)fputs("<script type='application/json' id=data>{", file);
    write_marks(file, trace, &files, &names);
    write_findings_data(file, run, trace);
    for (uint32_t i = 0; i < run->coverage->line_count; ++i) {
        (void)number_of(&files, run->coverage->lines[i].site.file);
    }
    write_texts(file, "names", &names);
    write_texts(file, "files", &files);
    (void)fputs("}</script>", file);
    for (uint32_t i = 0; i < files.count; ++i) {
        write_source(file, run, files.text[i], (int32_t)i);
    }
    (void)fprintf(file,
                  "<footer><p>Made by fftcore %s.</p></footer></main><script>%s</script>"
                  "</html>\n",
                  fftc_version(), check_js);
    free(files.text);
    free(names.text);
}

bool check_write_html(check_run *run, const char *path)
{
    check_trace trace = {.rows = 0};
    FILE *file = check_record(run, &trace) ? tool_file_create(path) : NULL;
    if (file != NULL) {
        write_page(file, run, &trace);
    }
    check_trace_free(&trace);
    return file != NULL && tool_file_close(file, path);
}
