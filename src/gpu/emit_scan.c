/* SPDX-License-Identifier: MIT
 *
 * A scan's dispatches, to be carried out by programs without fftcore.
 */
#include "fftcore/vulkan/scan.h"

#include "gpu/emit_array.h"
#include "gpu/emit_plan.h"
#include "gpu/scan.h"
#include "support/check.h"
#include "support/error.h"

static void say_what(const fftc_scan_request *q, fftc_text *what)
{
    static const char *const kinds[] = {"inclusive", "exclusive", "reduction"};
    static const char *const types[] = {"uint32", "int32", "float32", "uint64", "int64", "float64"};
    static const char *const operations[] = {"sum", "product", "minimum", "maximum",
                                             "and", "or",      "xor",     "own"};
    const fftc_scan_description *d = &q->description;
    fftc_text_format(what, "  \"scan\": {\"kind\": \"%s\", \"operation\": \"%s\", ", kinds[d->kind],
                     operations[d->operation]);
    if (d->operation != FFTC_SCAN_OWN) {
        fftc_text_format(what, "\"type\": \"%s\", ", types[d->type]);
    }
    fftc_text_format(what,
                     "\"item_bytes\": %u, \"length\": %llu, \"placement\": \"%s\", "
                     "\"segmented\": %s, \"segments\": %llu},\n",
                     (unsigned)(4 * q->words), (unsigned long long)d->length,
                     d->placement == FFTC_IN_PLACE ? "in place" : "out of place",
                     d->segmented ? "true" : "false", (unsigned long long)d->segments);
}

static fftc_status emit_dispatch(fftc_array_emitter *e, const fftc_scan_plan *plan, uint32_t number)
{
    const fftc_scan_description *d = &plan->request.description;
    const fftc_scan_dispatch *from = &plan->dispatch[number];
    const bool float64 = d->operation != FFTC_SCAN_OWN && d->type == FFTC_SCAN_FLOAT64;
    const fftc_array_kernel kernel = {.invocations = 1u << from->key.workgroup_log2,
                                      .shared_bytes = 4 * fftc_scan_shared_words(&from->key),
                                      .float64 = float64};
    fftc_array_dispatch dispatch = {.workgroups = from->workgroups,
                                    .push = (const uint32_t *)&from->numbers,
                                    .first_word = offsetof(fftc_scan_numbers, first_block) / 4,
                                    .written = 1u << FFTC_SCAN_DST | 1u << FFTC_SCAN_SCRATCH};
    fftc_program program;
    fftc_status status = fftc_scan_program(plan, &from->key, e->device, &program, e->error);
    if (status == FFTC_SUCCESS) {
        status = fftc_emit_array_kernel(e, &program, &kernel, &dispatch.number);
    }
    dispatch.descriptors = program.descriptors;
    fftc_source_free(&program.source);
    for (uint32_t i = 0; i < FFTC_BOUND_BUFFERS_MAX; ++i) {
        /* In place there is no src. An array of nothing is not accessed, but is bound to
         * something. */
        dispatch.bound[i] = e->buffer[i].bytes != 0 ? i : FFTC_SCAN_DST;
    }
    if (status == FFTC_SUCCESS) {
        fftc_emit_array_dispatch(e, &dispatch);
    }
    return status;
}

static fftc_status emit(const fftc_scan_plan *plan, const fftc_vulkan_device *device,
                        fftc_emitted_plan *emitted, fftc_error *error)
{
    const fftc_scan_request *q = &plan->request;
    const bool in_place = q->description.placement == FFTC_IN_PLACE;
    const fftc_array_buffer buffers[FFTC_BOUND_BUFFERS_MAX] = {
        [FFTC_SCAN_SRC] = {"src", "input", in_place ? 0 : q->src_bytes},
        [FFTC_SCAN_DST] = {"dst", in_place ? "input and output" : "output", q->dst_bytes},
        [FFTC_SCAN_SCRATCH] = {"scratch", "scratch", plan->scratch_words * 4},
        [FFTC_SCAN_HEADS] = {"heads", "input", q->heads_bytes}};
    fftc_array_emitter e = {.device = device,
                            .emitted = emitted,
                            .buffer = buffers,
                            .push_bytes = sizeof(fftc_scan_numbers),
                            .error = error};
    fftc_text what = {0};
    fftc_status status = FFTC_SUCCESS;
    for (uint32_t i = 0; i < plan->count && status == FFTC_SUCCESS; ++i) {
        status = emit_dispatch(&e, plan, i);
    }
    say_what(q, &what);
    status = fftc_emit_array_finish(&e, status, "scan", &what);
    fftc_text_free(&what);
    return status;
}

fftc_status fftc_vulkan_scan_emit(const fftc_scan_description *description,
                                  const fftc_vulkan_device *device,
                                  const fftc_vulkan_scan_options *options,
                                  fftc_emitted_plan *emitted, fftc_error *error)
{
    static const fftc_vulkan_scan_options defaults;
    fftc_scan_request request;
    fftc_scan_plan plan;
    if (emitted == NULL) {
        return fftc_fail_no_place(error, "emitted");
    }
    *emitted = (fftc_emitted_plan){.kernels = 0};
    fftc_status status = fftc_emit_device(&device, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_scan_read(description, &request, error);
    }
    if (status == FFTC_SUCCESS) {
        status = fftc_scan_check_device(device, &request, error);
    }
    if (status == FFTC_SUCCESS) {
        const fftc_scan_limits limits = fftc_scan_limits_of(device);
        status = fftc_scan_plan_make(
            &request, options != NULL ? &options->passes : &defaults.passes, &limits, &plan, error);
    }
    if (status == FFTC_SUCCESS && plan.count == 0) {
        status =
            fftc_fail(error, FFTC_INVALID_ARGUMENT, "length is 0: there is nothing to dispatch");
    }
    return status == FFTC_SUCCESS ? emit(&plan, device, emitted, error) : status;
}
