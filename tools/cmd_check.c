/* SPDX-License-Identifier: MIT
 *
 * `fftcore check`: its command line, and its description in a file.
 */
#include <stdlib.h>
#include <string.h>

#include "check_shader.h"
#include "progress.h"

#define DESCRIPTION_BYTES ((uint64_t)1 << 20)

static bool take_subgroup(const tool_option *option, char *text, void *field)
{
    uint64_t size = 0;
    uint32_t small = CHECK_ALL;
    if (strcmp(text, "all") != 0) {
        if (!tool_parse_number("--subgroup", text, 1, 128, &size)) {
            return false;
        }
        if ((size & (size - 1)) != 0) {
            return tool_refuse("--%s %s: must be a power of two, 1 to 128, or all", option->name,
                               text) == TOOL_GOOD;
        }
        small = (uint32_t)size;
    }
    *(uint32_t *)field = small;
    return true;
}

static bool take_schedule(const tool_option *option, char *text, void *field)
{
    const char *names[FFTC_SCHEDULE_COUNT + 2];
    (void)option;
    for (int i = 0; i < FFTC_SCHEDULE_COUNT; ++i) {
        names[i] = fftc_schedule_name((fftc_schedule)i);
    }
    names[FFTC_SCHEDULE_COUNT] = "all";
    names[FFTC_SCHEDULE_COUNT + 1] = NULL;
    int index = tool_parse_name("--schedule", text, names);
    *(uint32_t *)field = index == FFTC_SCHEDULE_COUNT ? CHECK_ALL : (uint32_t)index;
    return index >= 0;
}

static bool take_description(const tool_option *option, char *text, void *field);

/* --- the command ------------------------------------------------------------------------------ */

static bool report(check_run *run)
{
    const check_options *options = run->options;
    tool_progress_hide();
    if (!check_write_dumps(run) ||
        (options->json != NULL && !check_write_json(run, options->json)) ||
        (options->sarif != NULL && !check_write_sarif(run, options->sarif)) ||
        (options->html != NULL && !check_write_html(run, options->html))) {
        return false;
    }
    if (tool_goes_out(options->json) || tool_goes_out(options->sarif) ||
        tool_goes_out(options->html)) {
        return true;
    }
    check_print_table(run);
    return tool_file_close(stdout, "standard output");
}

static int check_run_all(void *given)
{
    check_options *options = given;
    int code = TOOL_REFUSED;
    if (options->file == NULL) {
        return tool_refuse("check: give FILE (see: fftcore help check)");
    }
    check_run *run = calloc(1, sizeof *run);
    if (run == NULL) {
        return tool_refuse("check: out of memory");
    }
    run->options = options;
    if (check_dumps_spare_inputs(run->options) && check_read_module(run) && check_all_runs(run) &&
        report(run)) {
        code = check_is_good(run) ? TOOL_GOOD : TOOL_DIFFERS;
    }
    check_free_inputs(run);
    fftc_spirv_destroy(run->shader);
    free(run->words);
    free(run->found);
    free(run);
    return code;
}

static void check_close(void *given)
{
    cJSON_Delete(((check_options *)given)->texts);
}

static const tool_option check_words[] = {
    {.name = "FILE", TOOL_TO_TEXT(TOOL_READS, check_options, file)}, {.name = NULL}};

static const tool_option check_rows[] = {
    TOOL_OPTION_TAKEN("groups", "X,Y,Z", check_options, groups, check_take_groups,
                      "how many workgroups run; default 1"),
    TOOL_OPTION_TAKEN(
        "buffer", "PLACE=WHAT", check_options, buffers, check_take_place,
        "what a buffer holds, SET.BINDING=WHAT: zeros:BYTES, random:SEED:BYTES, or a "
        "file (.npy, or its bytes); 0.2[3]=WHAT for element 3 of an array of "
        "descriptors; address.1=WHAT for a buffer that the shader gets the address of; may be "
        "given several times"),
    TOOL_OPTION_TAKEN("image", "PLACE=SIZE[:FILE]", check_options, images, check_take_place,
                      "the texels of an image, SET.BINDING=640x480 or 64x64x8:FILE with the bytes "
                      "of a file (.npy, or its bytes); default zeros, a texel for each invocation; "
                      "may be given several times"),
    TOOL_OPTION_TAKEN(
        "sampler", "PLACE=WORDS", check_options, samplers, check_take_place,
        "how an image is sampled: nearest or linear; repeat, mirrored-repeat, "
        "clamp-to-edge, clamp-to-border or mirror-clamp-to-edge, with a comma between "
        "them; default nearest,repeat; may be given several times"),
    {.name = "push",
     .value = "NUMBERS",
     TOOL_TO_TEXT(TOOL_TEXT, check_options, push),
     .help =
         "push constants: 16,0.5,u64:7 or address.1, each at a multiple of its size; or a file, "
         ".npy or .bin; default zeros"},
    TOOL_OPTION_TAKEN("spec", "ID=VALUE", check_options, constants, check_take_constant,
                      "a specialization constant; may be given several times"),
    TOOL_OPTION_TAKEN("subgroup", "S", check_options, subgroup, take_subgroup,
                      "invocations of a subgroup: 1, 2, 4, ... 128 or all (4 to 128); default all "
                      "if the shader has operations of subgroups"),
    TOOL_OPTION_TAKEN("schedule", "NAME", check_options, schedule, take_schedule,
                      "round-robin, lock-step, reverse, random, ahead, independent-lanes, simt or "
                      "all; default all"),
    {.name = "seed",
     .value = "NUMBER",
     TOOL_TO_NUMBER(check_options, seed, 0, UINT64_MAX),
     .help = "of the schedules; default 1"},
    {.name = "entry",
     .value = "NAME",
     TOOL_TO_TEXT(TOOL_TEXT, check_options, entry),
     .help = "the entry point, of a module with several"},
    {.name = "limit",
     .value = "EVENTS",
     TOOL_TO_NUMBER(check_options, limit, 1, UINT64_MAX),
     .help = "accesses, barriers and subgroup operations after which a run is ended; default 2^26, "
             "and later runs 16 times what the first one took"},
    TOOL_OPTION_TAKEN("expect", "PLACE=FILE", check_options, expected, check_take_place,
                      "what a buffer must hold afterwards, bit by bit; may be given several times"),
    TOOL_OPTION_TAKEN("tolerance", "ABSOLUTE[,RELATIVE]", check_options, tolerance,
                      check_take_tolerance,
                      "how far floats may be from those of --expect: ABSOLUTE + RELATIVE times "
                      "what is expected; default 0"),
    TOOL_OPTION_TAKEN("dump", "PLACE=FILE", check_options, dumps, check_take_place,
                      "writes what a buffer holds after the first run: .npy or bytes; may be given "
                      "several times"),
    {.name = "coherent",
     .help =
         "what workgroups hand on to others by loads and stores must be in coherent buffers and "
         "images: a fault if not, otherwise only told",
     TOOL_TO_FLAG(check_options, coherent)},
    {.name = "same-results",
     TOOL_TO_FLAG(check_options, same_results),
     .help = "results that depend on the run are a fault"},
    {.name = "allow-same-stores",
     TOOL_TO_FLAG(check_options, allow_same_stores),
     .help = "two stores of one value to one place are no race"},
    TOOL_OPTION_TAKEN("define", "NAME[=VALUE]", check_options, defines, check_take_text,
                      "a macro for the compiler; may be given several times"),
    TOOL_OPTION_TAKEN("include", "FOLDER", check_options, includes, check_take_text,
                      "where #include looks; may be given several times"),
    {.name = "description",
     .value = "FILE",
     TOOL_TO_TEXT(TOOL_READS, check_options, description),
     .take = take_description,
     .help = "options from a JSON file: {\"file\": \"blur.comp\", \"groups\": [8, 8], \"buffer\": "
             "{\"0.0\": \"in.npy\", \"0.1\": \"zeros:4096\"}}; files are looked for beside it; "
             "what stands behind it on the command line replaces what is in it"},
    TOOL_OPTION_JSON(check_options, json,
                     "everything for machines; without FILE, or -, instead "
                     "of the table"),
    {.name = "sarif",
     .value = "FILE",
     TOOL_TO_TEXT(TOOL_WRITES, check_options, sarif),
     .endings = ".sarif .json",
     .help = "findings as SARIF 2.1.0, for hosts of source code"},
    {.name = "html",
     .value = "FILE",
     TOOL_TO_TEXT(TOOL_WRITES, check_options, html),
     .endings = ".html .htm",
     .replaces = TOOL_OWN_PAGE,
     .help = "a page to look at: what invocations do by time, with both sides of each finding"},
    {.name = NULL}};

/* --- a description in a file ------------------------------------------------------------------ */

static const tool_option *row_of(const char *name)
{
    const tool_option *row = check_rows;
    while (row->name != NULL && strcmp(row->name, name) != 0) {
        ++row;
    }
    if (row->name == NULL && strcmp(name, "file") == 0) {
        return &check_words[0];
    }
    return row->name != NULL && row->kind != TOOL_WRITES && row->take != take_description &&
                   strcmp(name, "dump") != 0
               ? row
               : NULL;
}

/* Where in a value the name of a file begins; NULL if none does. */
static const char *file_in(const tool_option *row, const char *text)
{
    const char *equals = strchr(text, '=');
    if (row == &check_words[0] || strcmp(row->name, "include") == 0) {
        return text;
    }
    if (strcmp(row->name, "push") == 0) {
        return tool_ends_with(text, ".npy") || tool_ends_with(text, ".bin") ? text : NULL;
    }
    if (strcmp(row->name, "image") == 0) {
        equals = strchr(text, ':');
        return equals != NULL ? equals + 1 : NULL;
    }
    if (row->take != check_take_place || equals == NULL || strcmp(row->name, "sampler") == 0 ||
        strncmp(equals, "=zeros:", 7) == 0 || strncmp(equals, "=random:", 8) == 0) {
        return NULL;
    }
    return equals + 1;
}

#define TEXT_BYTES 4096

/* A text or a number as the command line would have it; `key` of an object before it. False if it
 * is neither, or too long. */
static bool scalar_text(const cJSON *value, const char *key, char text[TEXT_BYTES])
{
    const char *equals = key != NULL ? "=" : "";
    int bytes = TEXT_BYTES;
    key = key != NULL ? key : "";
    if (cJSON_IsString(value)) {
        bytes = snprintf(text, TEXT_BYTES, "%s%s%s", key, equals, value->valuestring);
    } else if (cJSON_IsNumber(value)) {
        bytes = snprintf(text, TEXT_BYTES, "%s%s%.17g", key, equals, value->valuedouble);
    } else if (cJSON_IsBool(value)) {
        bytes = snprintf(text, TEXT_BYTES, "%s%s%s", key, equals,
                         cJSON_IsTrue(value) ? "true" : "false");
    }
    return bytes < TEXT_BYTES;
}

/* Gives a text to its option, with files beside the description, and keeps it. */
static bool take_text(check_options *options, const tool_option *row, const char *text,
                      const char *path)
{
    char whole[2 * TEXT_BYTES];
    const char *slash = strrchr(path, '/');
    const char *file = file_in(row, text);
    bool beside = file != NULL && file[0] != '/' && slash != NULL;
    (void)snprintf(whole, sizeof whole, "%.*s%.*s%s", beside ? (int)(file - text) : 0, text,
                   beside ? (int)(slash - path) + 1 : 0, path, beside ? file : text);
    cJSON *copy = cJSON_CreateString(whole);
    if (copy == NULL || !cJSON_AddItemToArray(options->texts, copy)) {
        return tool_refuse("--description %s: out of memory", path) == TOOL_GOOD;
    }
    return tool_option_take(row, options, copy->valuestring);
}

/* "8,4,2" of a list; false if it has other things than texts and numbers. */
static bool join(const cJSON *list, char text[TEXT_BYTES])
{
    char part[TEXT_BYTES];
    size_t used = 0;
    text[0] = '\0';
    for (const cJSON *value = list->child; value != NULL; value = value->next) {
        if (!scalar_text(value, NULL, part)) {
            return false;
        }
        used += (size_t)snprintf(text + used, TEXT_BYTES - used, "%s%s", used > 0 ? "," : "", part);
        if (used >= TEXT_BYTES) {
            return false;
        }
    }
    return used > 0;
}

static bool refuse_member(const char *path, const char *name, const char *wanted)
{
    return tool_refuse("--description %s: \"%s\" %s", path, name, wanted) == TOOL_GOOD;
}

/* An option that may be given several times is a list, or an object of what is before and behind
 * the "="; lists of others are joined. */
static bool take_member(check_options *options, const cJSON *member, const char *path)
{
    const tool_option *row = row_of(member->string);
    char text[TEXT_BYTES];
    if (row == NULL) {
        return refuse_member(path, member->string, "is no option that it may have");
    }
    if (row->kind == TOOL_FLAG) {
        *(bool *)((char *)options + row->at) = cJSON_IsTrue(member);
        return cJSON_IsBool(member) || refuse_member(path, member->string, "must be true or false");
    }
    bool several = row->take == check_take_place || row->take == check_take_constant ||
                   row->take == check_take_text;
    if (!several) {
        bool good = cJSON_IsArray(member) ? join(member, text) : scalar_text(member, NULL, text);
        return good ? take_text(options, row, text, path)
                    : refuse_member(path, member->string,
                                    "must be a text or numbers, of less than 4 KiB");
    }
    bool list = cJSON_IsArray(member) || cJSON_IsObject(member);
    for (const cJSON *value = list ? member->child : member; value != NULL;
         value = list ? value->next : NULL) {
        if (!scalar_text(value, cJSON_IsObject(member) ? value->string : NULL, text)) {
            return refuse_member(path, member->string,
                                 "must be texts of less than 4 KiB, in a list or an object");
        }
        if (!take_text(options, row, text, path)) {
            return false;
        }
    }
    return true;
}

static bool take_description(const tool_option *option, char *path, void *field)
{
    check_options *options = (check_options *)(void *)((char *)field - option->at);
    unsigned char *bytes;
    size_t count;
    fftc_error error;
    bool good;
    if (tool_file_read(path, DESCRIPTION_BYTES, &bytes, &count, &error) != FFTC_SUCCESS) {
        return tool_refuse("--description %s", error.message) == TOOL_GOOD;
    }
    cJSON *root = cJSON_ParseWithLength((const char *)bytes, count);
    free(bytes);
    good = cJSON_IsObject(root);
    if (!good) {
        (void)tool_refuse("--description %s: is no JSON object", path);
    }
    options->description = path;
    if (options->texts == NULL) {
        options->texts = cJSON_CreateArray();
    }
    for (const cJSON *member = good ? root->child : NULL; member != NULL && good;
         member = member->next) {
        good = take_member(options, member, path);
    }
    cJSON_Delete(root);
    return good;
}

static const tool_form check_form = {
    .about =
        "Carries a compute shader out on the CPU, over schedules and subgroup sizes, and tells "
        "what it does wrong: races, barriers that not all reach, indices out of bounds, subgroup "
        "operations that read lanes which are not there, endless loops. It needs no GPU. FILE is\n"
        "  .spv  SPIR-V as it ships; with debug information findings have source lines\n"
        "  .comp, .glsl, .hlsl  a shader, which glslangValidator compiles\n"
        "What no option says, follows from the shader: buffers are zeros, as long as it needs.\n",
    .words = check_words,
    .options = check_rows,
    .defaults = &(const check_options){.groups = {1, 1, 1}, .schedule = CHECK_ALL, .seed = 1},
    .bytes = sizeof(check_options),
    .run = check_run_all,
    .close = check_close};

const tool_command tool_command_check = {
    .name = "check",
    .summary = "what a compute shader does wrong, without a GPU",
    .forms = {&check_form},
    .end = "Exit status: 0 nothing was found and results are as expected; 1 if not; 2 bad usage or "
           "file.\n",
    .examples = "fftcore check blur.comp\n"
                "fftcore check sort.spv --groups 4 --buffer 0.0=keys.npy --push 1024\n"};
