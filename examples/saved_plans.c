/* SPDX-License-Identifier: MIT
 *
 * Plans that are measured once and loaded ever after. The file is a text: a line for each plan,
 * blank lines, and comments that begin with '#'. Lines of other machines may stand in it: one that
 * is for another instruction set or version of the library is passed over, and one that does not
 * suit this processor's caches is measured anew.
 *
 *     example_saved_plans plans.txt            measures, and writes plans.txt
 *     example_saved_plans plans.txt            loads: microseconds instead of milliseconds
 *
 * Exit status 1 if the file cannot be used, or a plan's numbers are off.
 */
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "fftcore/fftcore.h"

static const fftc_transform transforms[] = {
    {.length = {1000}, .batch = 64},
    {.length = {30030}, .direction = FFTC_INVERSE},
    {.length = {270, 480}, .kind = FFTC_REAL},
};
enum { COUNT = sizeof transforms / sizeof *transforms };

static bool check(fftc_status status, const fftc_error *error)
{
    if (status != FFTC_SUCCESS) {
        (void)fprintf(stderr, "%s\n", error->message);
    }
    return status == FFTC_SUCCESS;
}

/* --- the file --------------------------------------------------------------------------------- */

/* Returns the file's text: an empty one if there is no file, NULL if it cannot be read. */
static char *read_text(const char *path)
{
    FILE *file = fopen(path, "r");
    if (file == NULL) {
        return calloc(1, 1);
    }
    char *text = NULL;
    if (fseek(file, 0, SEEK_END) == 0) {
        long length = ftell(file);
        rewind(file);
        size_t bytes = length >= 0 ? (size_t)length : 0;
        text = length >= 0 ? calloc(bytes + 1, 1) : NULL;
        if (text != NULL && fread(text, 1, bytes, file) != bytes) {
            free(text);
            text = NULL;
        }
    }
    (void)fclose(file);
    return text;
}

static bool write_text(const char *path, const char *text)
{
    FILE *file = fopen(path, "w");
    bool written = file != NULL && fputs(text, file) >= 0;
    return file != NULL && fclose(file) == 0 && written;
}

/* --- a plan ----------------------------------------------------------------------------------- */

static double now(void)
{
    struct timespec time;
    (void)timespec_get(&time, TIME_UTC);
    return (double)time.tv_sec + 1e-9 * (double)time.tv_nsec;
}

/* What the plan decided, with a newline at its end. The caller's to free; NULL after a message. */
static char *line_of(const fftc_plan *plan)
{
    fftc_error error;
    size_t bytes = 0; /* with the 0 at its end */
    (void)fftc_plan_save(plan, NULL, 0, &bytes, NULL);
    char *line = calloc(bytes + 1, 1);
    if (line != NULL && !check(fftc_plan_save(plan, line, bytes, &bytes, &error), &error)) {
        free(line);
        line = NULL;
    }
    return line;
}

/* The first line for a transform is the one that counts: in front, a new one also replaces one that
 * does not suit. */
static bool put_in_front(const char *line, char **text)
{
    char *more = malloc(strlen(line) + strlen(*text) + 1);
    if (more != NULL) {
        strcat(strcpy(more, line), *text);
        free(*text);
        *text = more;
    }
    return more != NULL;
}

/* Plans as `*text` says or, if that says nothing, by measuring, which is then added to it. With
 * FFTC_SAVED in place of FFTC_MEASURE, nothing would ever be measured. */
static fftc_plan *make_plan(const fftc_transform *transform, char **text)
{
    const fftc_plan_options options = {.effort = FFTC_MEASURE, .seconds = 0.1, .saved = *text};
    fftc_plan *plan;
    fftc_error error;
    double begin = now();
    if (!check(fftc_plan_create(transform, &options, &plan, &error), &error)) {
        return NULL;
    }
    double milliseconds = 1e3 * (now() - begin);
    char *line = line_of(plan);
    bool good = line != NULL;
    if (good) {
        /* A plan that was made from a line saves the same line again. */
        bool loaded = strstr(*text, line) != NULL;
        (void)printf("%s in %.3f ms: %s", loaded ? "loaded" : "measured", milliseconds, line);
        good = loaded || put_in_front(line, text);
    }
    free(line);
    if (!good) {
        fftc_plan_destroy(plan);
        plan = NULL;
    }
    return plan;
}

/* --- its numbers ------------------------------------------------------------------------------ */

/* The root of the sum of squares of the difference, over that of what is expected. */
static double distance(const float *x, const float *expected, size_t count)
{
    double difference = 0.0;
    double all = 0.0;
    for (size_t i = 0; i < count; ++i) {
        double d = (double)x[i] - (double)expected[i];
        difference += d * d;
        all += (double)expected[i] * (double)expected[i];
    }
    return sqrt(difference / all);
}

/* As near to an estimated plan as their errors allow: other choices, other roundings. */
static bool right(const fftc_transform *transform, const fftc_plan *plan)
{
    fftc_plan *estimated = NULL;
    fftc_error error;
    size_t src_bytes = 0;
    size_t dst_bytes = 0;
    double bound = 0.0;
    (void)fftc_transform_bytes(transform, &src_bytes, &dst_bytes, NULL);
    float *src = malloc(src_bytes);
    float *dst = malloc(dst_bytes);
    float *expected = malloc(dst_bytes);
    bool good = src != NULL && dst != NULL && expected != NULL;
    for (size_t i = 0; good && i < src_bytes / sizeof *src; ++i) {
        src[i] = (float)(i * 7919 % 256) / 255.0F;
    }
    for (int axis = 0; axis < FFTC_MAX_RANK && transform->length[axis] != 0; ++axis) {
        bound += 2.0 * fftc_transform_error_bound(FFTC_FLOAT32, transform->length[axis]);
    }
    good = good && check(fftc_plan_create(transform, NULL, &estimated, &error), &error) &&
           check(fftc_plan_execute(estimated, src, expected, &error), &error) &&
           check(fftc_plan_execute(plan, src, dst, &error), &error) &&
           distance(dst, expected, dst_bytes / sizeof *dst) < bound;
    fftc_plan_destroy(estimated);
    free(src);
    free(dst);
    free(expected);
    return good;
}

int main(int argc, char **argv)
{
    if (argc != 2) {
        (void)fprintf(stderr, "usage: example_saved_plans FILE\n");
        return 2;
    }
    char *text = read_text(argv[1]);
    if (text == NULL) {
        (void)fprintf(stderr, "%s cannot be read\n", argv[1]);
        return 1;
    }
    size_t old_length = strlen(text);
    bool good = true;
    for (int i = 0; good && i < COUNT; ++i) {
        fftc_plan *plan = make_plan(&transforms[i], &text);
        good = plan != NULL && right(&transforms[i], plan);
        fftc_plan_destroy(plan);
    }
    if (strlen(text) > old_length && !write_text(argv[1], text)) {
        (void)fprintf(stderr, "%s cannot be written\n", argv[1]);
        good = false;
    }
    (void)puts(good ? "all is right" : "something is wrong");
    free(text);
    return good ? 0 : 1;
}
