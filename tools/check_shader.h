/* SPDX-License-Identifier: MIT
 *
 * `fftcore check`: a compute shader in the emulator, over schedules and subgroup sizes.
 */
#ifndef TOOL_CHECK_SHADER_H
#define TOOL_CHECK_SHADER_H

#include <cjson/cJSON.h>

#include "command.h"
#include "fftcore/spirv.h"

#define CHECK_MOST 64     /* of each option that may be given several times */
#define CHECK_FINDINGS 64 /* that are listed of a run */
#define CHECK_ALL UINT32_MAX
#define CHECK_BYTES_LIMIT \
    ((uint64_t)1 << 30) /* of an array, and of all whose lengths are assumed */

/* --- the command line */

/* SET.BINDING=WHAT, or address.NUMBER=WHAT for a buffer that is reached by its address. */
typedef struct check_place {
    uint32_t set, binding, element; /* FFTC_SPIRV_BY_ADDRESS: `element` is the number */
    const char *what;               /* behind the "=" */
} check_place;

typedef struct check_places {
    check_place place[CHECK_MOST];
    uint32_t count;
} check_places;

typedef struct check_texts {
    const char *text[CHECK_MOST];
    uint32_t count;
} check_texts;

typedef struct check_constants {
    fftc_spirv_constant constant[CHECK_MOST];
    uint32_t count;
} check_constants;

typedef struct check_options {
    const char *file;
    uint32_t groups[3];
    check_places buffers, images, samplers, expected, dumps;
    double tolerance[2]; /* of floats in `expected`: absolute, and relative to what is expected */
    const char *push;
    check_constants constants;
    check_texts defines, includes;
    uint32_t subgroup; /* 0: those that differ for the shader */
    uint32_t schedule; /* or CHECK_ALL */
    uint64_t seed;
    const char *entry;
    uint64_t limit; /* events; 0: by the first run */
    bool allow_same_stores, same_results, coherent;
    const char *json, *sarif, *html;
    const char *description;
    cJSON *texts; /* of it, which others of these point to */
} check_options;

/* --- what is checked */

/* The memory of a descriptor or of an address: a buffer, or the texels of an image. */
typedef struct check_array {
    fftc_spirv_buffer buffer; /* its data changes with each run */
    char name[64];
    char origin[96]; /* for people: "zeros", "weights.npy" */
    bool assumed;    /* no option says what is in it */
    bool growing;    /* and its length is a guess */
    bool read_only;
    char type[4];                    /* of .npy: "f4"; "" if not known */
    unsigned char *initial, *result; /* before each run, and after the first */
    bool is_image;
    fftc_spirv_image image; /* its place, data and bytes are those of `buffer` */
} check_array;

/* How one run differs from others. */
typedef struct check_variation {
    uint32_t subgroup;
    fftc_schedule schedule;
    uint64_t seed;
    fftc_workgroup_order order;
    uint32_t resident;
} check_variation;

/* A finding of one run or of several. */
typedef struct check_found {
    fftc_finding finding;
    check_variation variation; /* of the run that had it first */
    uint32_t runs, last_run;
    uint64_t count;
} check_found;

/* An array that is not as --expect says, or as it was in the first run. */
typedef struct check_difference {
    const check_array *array;
    const char *file; /* NULL: compared with the first run */
    uint64_t element;
    uint64_t elements; /* that differ */
    char text[96];     /* "1.5, not 2" */
    check_variation variation;
} check_difference;

enum { CHECK_HEADER_WORDS = 5 }; /* of a module, before its first instruction */

typedef struct check_run {
    const check_options *options;
    uint32_t *words;
    size_t word_count;
    bool subgroups; /* the module has operations of subgroups, or asks for their size */
    fftc_spirv *shader;
    const fftc_spirv_interface *interface;
    check_constants constants; /* the options', then those that were assumed */
    check_array array[CHECK_MOST];
    uint32_t arrays;
    fftc_spirv_sampler sampler[CHECK_MOST];
    uint32_t samplers;
    uint32_t first_elements; /* that were assumed at first for arrays of unknown length */
    unsigned char *push;
    size_t push_bytes;
    bool push_assumed;
    check_found *found;
    uint32_t found_count, found_room;
    check_found hidden;          /* NOT_COHERENT, where that is no fault; runs 0: none */
    check_difference unexpected; /* `array` NULL: as expected, or nothing is */
    check_difference varying;
    uint32_t varying_runs;
    uint32_t size_compared; /* the subgroup size of the last run */
    uint64_t size_results;  /* of its first run: 0 as the first of all, otherwise a digest */
    bool varies_within_size;
    uint32_t sizes[8];  /* subgroup sizes that were run, 0 ends them */
    uint32_t schedules; /* how many */
    uint32_t runs;
    uint64_t events;
    const fftc_spirv_coverage *coverage;
} check_run;

/* --- check_module.c */

/* Reads the words of a .spv, or has glslang compile the file. False after refusing. */
bool check_read_module(check_run *run);

/* --- check_strings.c */

/* Repairs what glslang made of names and texts that are not all ASCII. */
void check_strings_put_back(check_run *run);

/* --- check_options.c: the `take` functions of options */

bool check_take_place(const tool_option *option, char *text, void *field);
bool check_take_constant(const tool_option *option, char *text, void *field);
bool check_take_tolerance(const tool_option *option, char *text, void *field);
bool check_take_groups(const tool_option *option, char *text, void *field);
bool check_take_text(const tool_option *option, char *text, void *field);

/* --- check_inputs.c */

/* The memory of each descriptor, and the push constants. False after refusing. */
bool check_make_inputs(check_run *run);
/* Is there room for so many elements in each array of unknown length? */
bool check_fits(const check_run *run, uint32_t elements);
/* Arrays of unknown length get so many elements. */
bool check_resize(check_run *run, uint32_t elements);
void check_free_inputs(check_run *run);
/* Room for so many bytes, all zeros. */
bool check_allocate(check_array *a, uint64_t bytes);
/* What an option says of the place; NULL: nothing. */
const check_place *check_find_place(const check_places *places, const fftc_spirv_buffer *buffer);
/* What is at the place; NULL: nothing. */
const check_array *check_find_array(const check_run *run, const check_place *place);

/* --- check_images.c */

/* An image as --image says, or large enough for an invocation each. */
bool check_make_image(const check_run *run, check_array *a, const fftc_spirv_binding *binding);
/* An assumed one with sides so many times as long. */
fftc_spirv_image check_scaled_image(const check_run *run, const check_array *a,
                                    const fftc_spirv_binding *binding, uint32_t times);
uint64_t check_image_bytes(const fftc_spirv_image *image);

/* --- check_samplers.c */

/* A sampler as --sampler says: otherwise it takes the nearest texel and repeats. */
bool check_make_sampler(check_run *run, const fftc_spirv_binding *binding, uint32_t element);
/* False, after a message, if --sampler names something else. */
bool check_samplers_are_known(const check_run *run);

/* --- check_files.c */

/* A file's elements as bytes, in the order of this machine; *type as check_array.type. */
bool check_read_array(const char *path, unsigned char **bytes, size_t *count, char type[4]);
/* Of an element by its type; of none known 4, where that divides all of the bytes. */
size_t check_element_bytes(const char *type, size_t bytes);
/* False, after a message, if --dump names a file that another option reads. */
bool check_dumps_spare_inputs(const check_options *options);
bool check_write_dumps(const check_run *run);

/* --- check_run.c */

/* Carries the shader out in all ways that are asked for. False after refusing. */
bool check_all_runs(check_run *run);
/* One more run, which an observer watches. */
bool check_watch(check_run *run, const check_variation *variation, const fftc_observer *observer);
bool check_is_good(const check_run *run);
bool check_has_several_groups(const check_run *run);

/* --- check_compare.c */

/* After a run: with --expect, and with the first run's results. False after refusing. */
bool check_compare(check_run *run, const check_variation *variation);

/* --- check_text.c: what findings say, for all outputs */

/* "load by invocation 3 of workgroup 0 (subgroup 0, lane 3)". */
void check_party_text(const fftc_finding *finding, bool second, char *text, size_t bytes);
bool check_has_second(const fftc_finding *finding);
/* "two invocations access sums[3], and nothing orders them". */
void check_finding_text(const fftc_finding *finding, char *text, size_t bytes);
/* "in order". */
const char *check_order_name(fftc_workgroup_order order);
/* "--subgroup 4 --schedule reverse --seed 1". */
void check_variation_text(const check_run *run, const check_variation *variation, char *text,
                          size_t bytes);
/* The line of a place without blanks at its ends; empty if the module has no text. */
void check_source_text(const check_run *run, const fftc_site *site, char *text, size_t bytes);
/* The file's name, relative to the current folder where it is in that. */
const char *check_file_name(const char *file);
/* Ranges of lines of one file that no run has reached, beginning with coverage line *at, which
 * moves behind that file: "12-14, 20". Empty if there are none. */
const char *check_unreached(const fftc_spirv_coverage *coverage, uint32_t *at, char *text,
                            size_t bytes);

/* --- outputs; false after refusing */

void check_print_table(const check_run *run);
bool check_write_json(const check_run *run, const char *path);
bool check_write_sarif(const check_run *run, const char *path);
bool check_write_html(check_run *run, const char *path);

#endif
