/* SPDX-License-Identifier: MIT
 *
 * A program may live in a locale whose numbers have a comma. What is written for compilers and for
 * other programs does not follow it. Skipped where no such locale can be had.
 */
#define _GNU_SOURCE
#include <locale.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "fftcore/vulkan.h"
#include "testing.h"

static char folder[] = "/tmp/fftcore-locale-XXXXXX";
static bool folder_made;

/* Of this machine's, or one that is made for the test, where the sources of locales are
 * installed. */
static bool enter_comma_locale(void)
{
    static const char *const names[] = {"de_DE.UTF-8", "fr_FR.UTF-8", "es_ES.UTF-8", "ru_RU.UTF-8"};
    for (int made = 0; made < 2; ++made) {
        for (size_t i = 0; i < sizeof names / sizeof *names; ++i) {
            if (setlocale(LC_ALL, names[i]) != NULL &&
                strcmp(localeconv()->decimal_point, ",") == 0) {
                return true;
            }
        }
        char command[200];
        if (made != 0 || mkdtemp(folder) == NULL) {
            break;
        }
        folder_made = true;
        if (setenv("LOCPATH", folder, 1) != 0) {
            break;
        }
        (void)snprintf(command, sizeof command,
                       "localedef -i de_DE -f UTF-8 %s/de_DE.UTF-8 >%s/out 2>&1", folder, folder);
        (void)system(command);
    }
    (void)setlocale(LC_ALL, "C");
    return false;
}

static void leave(void)
{
    char command[200];
    (void)setlocale(LC_ALL, "C");
    if (folder_made) {
        (void)snprintf(command, sizeof command, "rm -r %s", folder);
        (void)system(command);
    }
}

static void check_same(const fftc_emitted_plan *a, const fftc_emitted_plan *b)
{
    ck_assert_str_eq(a->description, b->description);
    ck_assert_uint_eq(a->kernels, b->kernels);
    for (uint32_t i = 0; i < a->kernels; ++i) {
        ck_assert_str_eq(a->kernel[i].glsl, b->kernel[i].glsl);
        ck_assert_uint_eq(a->kernel[i].spirv_words, b->kernel[i].spirv_words);
        ck_assert_mem_eq(a->kernel[i].spirv, b->kernel[i].spirv,
                         a->kernel[i].spirv_words * sizeof(uint32_t));
    }
}

START_TEST(emit_plan_comma_locale_same_bytes)
{
    const fftc_transform t = {.length = {360}, .direction = FFTC_INVERSE};
    fftc_emitted_plan plain;
    fftc_emitted_plan comma;
    fftc_error error;
    ck_assert_msg(fftc_vulkan_plan_emit(&t, NULL, NULL, NULL, &plain, &error) == FFTC_SUCCESS, "%s",
                  error.message);
    ck_assert(enter_comma_locale());
    fftc_status status = fftc_vulkan_plan_emit(&t, NULL, NULL, NULL, &comma, &error);
    leave();
    ck_assert_msg(status == FFTC_SUCCESS, "%s", error.message);
    check_same(&plain, &comma);
    fftc_emitted_plan_free(&plain);
    fftc_emitted_plan_free(&comma);
}
END_TEST

START_TEST(emit_convolution_comma_locale_same_bytes)
{
    fftc_convolution_description d;
    fftc_emitted_plan plain[2];
    fftc_emitted_plan comma[2];
    ck_assert_int_eq(fftc_convolution_describe_linear(1, (uint64_t[]){100}, (uint64_t[]){5},
                                                      FFTC_SAME, FFTC_CONVOLVE, FFTC_REAL, &d,
                                                      NULL),
                     FFTC_SUCCESS);
    ck_assert_int_eq(fftc_vulkan_convolution_emit(&d, NULL, NULL, NULL, &plain[0], &plain[1], NULL),
                     FFTC_SUCCESS);
    ck_assert(enter_comma_locale());
    fftc_error error;
    fftc_status status =
        fftc_vulkan_convolution_emit(&d, NULL, NULL, NULL, &comma[0], &comma[1], &error);
    leave();
    ck_assert_msg(status == FFTC_SUCCESS, "%s", error.message);
    for (int i = 0; i < 2; ++i) {
        check_same(&plain[i], &comma[i]);
        fftc_emitted_plan_free(&plain[i]);
        fftc_emitted_plan_free(&comma[i]);
    }
}
END_TEST

int main(void)
{
    bool there = enter_comma_locale();
    leave();
    (void)strcpy(folder, "/tmp/fftcore-locale-XXXXXX"); /* each test makes its own */
    if (!there) {
        return testing_skip("no locale with a comma, and no sources to make one of");
    }
    const TTest *const tests[] = {emit_plan_comma_locale_same_bytes,
                                  emit_convolution_comma_locale_same_bytes};
    return testing_main("emit_locale", tests, sizeof tests / sizeof *tests);
}
