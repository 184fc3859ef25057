/* SPDX-License-Identifier: MIT
 *
 * Two steps of finite differences, to be carried out by programs without fftcore.
 */
#include <stdlib.h>
#include <string.h>

#include "gpu/difference.h"
#include "gpu/emit_array.h"
#include "gpu/emit_plan.h"
#include "support/check.h"
#include "support/error.h"

static void say_number(fftc_text *what, const char *name, double x)
{
    fftc_text_format(what, ", \"%s\": ", name);
    fftc_text_significant(what, 17, x);
}

static void say_what(const fftc_difference *d, const fftc_difference_pass *pass, fftc_text *what)
{
    static const char *const boundaries[] = {"periodic", "zero", "mirror"};
    const int axes = pass->scheme.axes;
    fftc_text_format(
        what, "  \"difference\": {\"equation\": \"%s\", \"precision\": \"%s\", \"order\": %u",
        d->equation == FFTC_WAVE ? "wave" : "heat", fftc_precision_name(d->precision),
        (unsigned)(2 * pass->key.reach));
    for (int i = 0; i < axes; ++i) {
        fftc_text_format(what, "%s%llu", i == 0 ? ", \"length\": [" : ", ",
                         (unsigned long long)d->length[i]);
    }
    for (int i = 0; i < axes; ++i) {
        fftc_text_format(what, "%s\"%s\"", i == 0 ? "], \"boundary\": [" : ", ",
                         boundaries[d->boundary[i]]);
    }
    for (int i = 0; i < axes; ++i) {
        fftc_text_format(what, i == 0 ? "], \"spacing\": [" : ", ");
        fftc_text_significant(what, 17, d->spacing[i] != 0 ? d->spacing[i] : 1.0);
    }
    fftc_text_format(what, "], \"medium\": %s", pass->key.medium != 0 ? "true" : "false");
    say_number(what, "coefficient", d->coefficient);
    say_number(what, "damping", d->damping);
    say_number(what, "time_step", d->time_step);
    fftc_text_format(what, ", \"steps\": 2},\n");
}

/* From each of the two arrays to the other one. */
static fftc_status emit_steps(fftc_array_emitter *e, const fftc_difference_pass *pass)
{
    const uint32_t first = 0;
    const fftc_array_kernel kernel = {.invocations = pass->key.invocations,
                                      .shared_bytes = 4,
                                      .float64 = pass->precision == FFTC_FLOAT64};
    fftc_array_dispatch dispatch = {.workgroups = pass->workgroups,
                                    .push = &first,
                                    .bound = {0, 1, 2, 3},
                                    .written = 1u << FFTC_DIFFERENCE_NEXT};
    fftc_program program;
    fftc_status status = fftc_difference_program(pass, e->device, &program, e->error);
    if (status == FFTC_SUCCESS) {
        status = fftc_emit_array_kernel(e, &program, &kernel, &dispatch.number);
    }
    dispatch.descriptors = program.descriptors;
    fftc_source_free(&program.source);
    if (status == FFTC_SUCCESS) {
        fftc_emit_array_dispatch(e, &dispatch);
        dispatch.bound[FFTC_DIFFERENCE_POINTS] = FFTC_DIFFERENCE_NEXT;
        dispatch.bound[FFTC_DIFFERENCE_NEXT] = FFTC_DIFFERENCE_POINTS;
        fftc_emit_array_dispatch(e, &dispatch);
    }
    return status;
}

static fftc_status add_parameters(const fftc_difference_pass *pass, fftc_emitted_plan *emitted,
                                  fftc_error *error)
{
    const size_t bytes = FFTC_DIFFERENCE_PARAMETER_BYTES(pass->precision);
    emitted->table = malloc(bytes);
    if (emitted->table == NULL) {
        return fftc_fail(error, FFTC_OUT_OF_MEMORY, "no memory for parameters");
    }
    emitted->table_bytes = bytes;
    memcpy(emitted->table, pass->parameters, bytes);
    return FFTC_SUCCESS;
}

static fftc_status emit(const fftc_difference *difference, const fftc_difference_pass *pass,
                        const fftc_vulkan_device *device, fftc_emitted_plan *emitted,
                        fftc_error *error)
{
    const bool wave = difference->equation == FFTC_WAVE;
    const uint64_t bytes = fftc_difference_bytes(pass);
    const fftc_array_buffer buffers[FFTC_BOUND_BUFFERS_MAX] = {
        [FFTC_DIFFERENCE_POINTS] = {"points", "input and output", bytes},
        [FFTC_DIFFERENCE_NEXT] = {"previous", wave ? "input and output" : "output", bytes},
        [FFTC_DIFFERENCE_PARAMETERS] = {"table", "table",
                                        FFTC_DIFFERENCE_PARAMETER_BYTES(pass->precision)},
        [FFTC_DIFFERENCE_FACTORS] = {"medium", "input", pass->key.medium != 0 ? bytes : 0}};
    fftc_array_emitter e = {
        .device = device, .emitted = emitted, .buffer = buffers, .push_bytes = 4, .error = error};
    fftc_text what = {0};
    fftc_status status = add_parameters(pass, emitted, error);
    if (status == FFTC_SUCCESS) {
        status = emit_steps(&e, pass);
    }
    say_what(difference, pass, &what);
    status = fftc_emit_array_finish(&e, status, "difference", &what);
    fftc_text_free(&what);
    return status;
}

fftc_status fftc_vulkan_difference_emit(const fftc_difference *difference,
                                        const fftc_vulkan_device *device,
                                        const fftc_vulkan_difference_options *options,
                                        fftc_emitted_plan *emitted, fftc_error *error)
{
    static const fftc_vulkan_difference_options defaults;
    fftc_difference_pass pass;
    if (emitted == NULL) {
        return fftc_fail_no_place(error, "emitted");
    }
    *emitted = (fftc_emitted_plan){.kernels = 0};
    fftc_status status = fftc_emit_device(&device, error);
    if (status == FFTC_SUCCESS) {
        status = fftc_difference_pass_on(difference, options != NULL ? options : &defaults, device,
                                         &pass, error);
    }
    return status == FFTC_SUCCESS ? emit(difference, &pass, device, emitted, error) : status;
}
