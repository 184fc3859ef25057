/* SPDX-License-Identifier: MIT
 *
 * Classic FFTs, to be carried out by programs without fftcore.
 */
#include <stdlib.h>
#include <string.h>

#include "gpu/butterfly.h"
#include "gpu/emit_array.h"
#include "gpu/emit_plan.h"
#include "support/check.h"
#include "support/error.h"

enum { SCRATCH = FFTC_BUTTERFLY_ENTRIES + 1 }; /* a buffer that is another one's descriptor */

static void say_what(const fftc_butterfly_plan *plan, fftc_text *what)
{
    const fftc_butterfly *b = &plan->butterfly;
    fftc_text_format(
        what,
        "  \"butterfly\": {\"technique\": \"%s\", \"weights\": \"%s\", "
        "\"direction\": \"%s\", \"precision\": \"%s\", \"points\": %u, \"lines\": %llu, "
        "\"point_stride\": %llu, \"line_stride\": %llu},\n",
        b->technique == FFTC_TECHNIQUE_LINES ? "lines" : "passes", b->table ? "table" : "computed",
        b->direction == FFTC_INVERSE ? "inverse" : "forward", fftc_precision_name(b->precision),
        1u << b->points_log2, (unsigned long long)b->lines, (unsigned long long)b->point_stride,
        (unsigned long long)b->line_stride);
}

static fftc_status emit_dispatches(fftc_array_emitter *e, const fftc_butterfly_plan *plan)
{
    const fftc_array_kernel kernel = {.invocations = 1u << plan->workgroup_log2,
                                      .shared_bytes =
                                          plan->shared_words != 0 ? 4 * plan->shared_words : 4,
                                      .float64 = plan->butterfly.precision == FFTC_FLOAT64};
    fftc_array_dispatch d = {
        .workgroups = plan->workgroups,
        .first_word = offsetof(fftc_butterfly_push, first_workgroup) / 4,
        .bound = {FFTC_BUTTERFLY_SRC, FFTC_BUTTERFLY_DST, FFTC_BUTTERFLY_ENTRIES, SCRATCH},
        .written = 1u << FFTC_BUTTERFLY_DST};
    fftc_program program;
    fftc_status status = fftc_butterfly_program(plan, &program, e->error);
    if (status == FFTC_SUCCESS) {
        status = fftc_emit_array_kernel(e, &program, &kernel, &d.number);
    }
    d.descriptors = program.descriptors;
    fftc_source_free(&program.source);
    for (uint32_t i = 0; i < plan->dispatches && status == FFTC_SUCCESS; ++i) {
        const fftc_butterfly_push push = fftc_butterfly_push_of(plan, i);
        uint32_t words[sizeof push / sizeof(uint32_t)];
        memcpy(words, &push, sizeof push);
        d.push = words;
        d.bound[FFTC_BUTTERFLY_DST] =
            fftc_butterfly_writes_scratch(plan, i) ? (uint32_t)SCRATCH : FFTC_BUTTERFLY_DST;
        fftc_emit_array_dispatch(e, &d);
        d.bound[FFTC_BUTTERFLY_SRC] = d.bound[FFTC_BUTTERFLY_DST];
    }
    return status;
}

static fftc_status add_table(const fftc_butterfly_plan *plan, fftc_emitted_plan *emitted,
                             fftc_error *error)
{
    if (plan->entries == 0) {
        return FFTC_SUCCESS;
    }
    const size_t bytes = (size_t)plan->entries * plan->entry_bytes;
    emitted->table = malloc(bytes);
    if (emitted->table == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for a table");
    }
    emitted->table_bytes = bytes;
    return fftc_butterfly_table_fill(plan->butterfly.precision, plan->butterfly.points_log2,
                                     emitted->table, error);
}

static fftc_status emit(const fftc_butterfly_plan *plan, const fftc_vulkan_device *device,
                        fftc_emitted_plan *emitted, fftc_error *error)
{
    const uint64_t bytes = fftc_butterfly_bytes(plan);
    const fftc_array_buffer buffers[FFTC_BOUND_BUFFERS_MAX] = {
        [FFTC_BUTTERFLY_SRC] = {"src", "input", bytes},
        [FFTC_BUTTERFLY_DST] = {"dst", "output", bytes},
        [FFTC_BUTTERFLY_ENTRIES] = {"table", "table", (uint64_t)plan->entries * plan->entry_bytes},
        [SCRATCH] = {"scratch", "scratch", plan->dispatches > 1 ? bytes : 0}};
    fftc_array_emitter e = {.device = device,
                            .emitted = emitted,
                            .buffer = buffers,
                            .push_bytes = sizeof(fftc_butterfly_push),
                            .error = error};
    fftc_text what = {0};
    fftc_status status = add_table(plan, emitted, error);
    if (status == FFTC_SUCCESS) {
        status = emit_dispatches(&e, plan);
    }
    say_what(plan, &what);
    status = fftc_emit_array_finish(&e, status, "butterfly", &what);
    fftc_text_free(&what);
    return status;
}

fftc_status fftc_vulkan_butterfly_emit(const fftc_butterfly *butterfly,
                                       const fftc_vulkan_device *device, fftc_emitted_plan *emitted,
                                       fftc_error *error)
{
    fftc_butterfly_plan plan;
    if (emitted == NULL) {
        return fftc_fail_no_place(error, "emitted");
    }
    *emitted = (fftc_emitted_plan){.kernels = 0};
    fftc_status status = fftc_emit_device(&device, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_butterfly_plan_on(butterfly, device, &plan, error);
    }
    return status == FFTC_SUCCESS ? emit(&plan, device, emitted, error) : status;
}
