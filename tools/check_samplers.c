/* SPDX-License-Identifier: MIT
 *
 * Samplers for shaders, as --sampler says.
 */
#include <string.h>

#include "check_shader.h"

static const char *const filters[] = {"nearest", "linear"}; /* fftc_spirv_filter */
static const char *const wraps[] = {"repeat", "mirrored-repeat", "clamp-to-edge", "clamp-to-border",
                                    "mirror-clamp-to-edge"}; /* fftc_spirv_wrap */

static int find(const char *const *names, size_t count, const char *word, size_t length)
{
    for (size_t i = 0; i < count; ++i) {
        if (strlen(names[i]) == length && strncmp(names[i], word, length) == 0) {
            return (int)i;
        }
    }
    return -1;
}

/* Words with a comma between them. */
static bool take_words(const char *words, fftc_spirv_sampler *sampler)
{
    for (const char *at = words;;) {
        size_t length = strcspn(at, ",");
        int filter = find(filters, sizeof filters / sizeof *filters, at, length);
        int wrap = find(wraps, sizeof wraps / sizeof *wraps, at, length);
        if (filter >= 0) {
            sampler->magnify = sampler->minify = (fftc_spirv_filter)filter;
        } else if (wrap >= 0) {
            sampler->wrap[0] = sampler->wrap[1] = sampler->wrap[2] = (fftc_spirv_wrap)wrap;
        } else {
            return false;
        }
        if (at[length] == '\0') {
            return true;
        }
        at += length + 1;
    }
}

bool check_make_sampler(check_run *run, const fftc_spirv_binding *binding, uint32_t element)
{
    const fftc_spirv_buffer at = {
        .set = binding->set, .binding = binding->binding, .element = element};
    const check_place *place = check_find_place(&run->options->samplers, &at);
    if (run->samplers == CHECK_MOST) {
        return tool_refuse("%s: more than %d samplers", run->options->file, CHECK_MOST) ==
               TOOL_GOOD;
    }
    fftc_spirv_sampler *sampler = &run->sampler[run->samplers++];
    *sampler = (fftc_spirv_sampler){.set = at.set, .binding = at.binding, .element = at.element};
    return place == NULL || take_words(place->what, sampler) ||
           tool_refuse("--sampler %u.%u=%s: write nearest or linear, and repeat, mirrored-repeat, "
                       "clamp-to-edge, clamp-to-border or mirror-clamp-to-edge, such as "
                       "linear,clamp-to-edge",
                       place->set, place->binding, place->what) == TOOL_GOOD;
}

bool check_samplers_are_known(const check_run *run)
{
    for (uint32_t i = 0; i < run->options->samplers.count; ++i) {
        const check_place *place = &run->options->samplers.place[i];
        bool known = false;
        for (uint32_t k = 0; k < run->samplers && !known; ++k) {
            const fftc_spirv_sampler *s = &run->sampler[k];
            known = s->set == place->set && s->binding == place->binding &&
                    s->element == place->element;
        }
        if (!known) {
            return tool_refuse("--sampler %u.%u: the shader has no such sampler", place->set,
                               place->binding) == TOOL_GOOD;
        }
    }
    return true;
}
