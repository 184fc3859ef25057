/* SPDX-License-Identifier: MIT
 *
 * The emulated kernel of one precision. Define FFTC_PRECISION and BUTTERFLY_KERNEL, its name; the
 * unit ends with it.
 */
#define FFTC_CALLS

#include "cpu/emulate/butterfly_kernel.h"
#include "fftcore/kernel/complex.h"

#define this_run ((const fftc_butterfly_run *)fftc_emulated_user())

/* Parameters are expressions that read the current dispatch. */
#define FFTC_BUTTERFLY_LOG2 (this_run->plan.butterfly.points_log2)
#define FFTC_WORKGROUP_LOG2 (this_run->plan.workgroup_log2)
#define FFTC_BUTTERFLY_TABLE
#define FFTC_TWIDDLE_COMPUTED

typedef struct fftc_butterfly_entry fftc_butterfly_entry;
static fftc_complex(fftc_get)(fftc_uint index);
static void(fftc_set)(fftc_uint index, fftc_complex value);
static fftc_butterfly_entry fftc_butterfly_entry_get(fftc_uint index);

#include "fftcore/kernel/butterfly_line.h"

static uint32_t global_index(void)
{
    return (fftc_workgroup_index() << FFTC_WORKGROUP_LOG2) + fftc_invocation_index();
}

static uint64_t place(fftc_uint index)
{
    const fftc_butterfly *b = &this_run->plan.butterfly;
    const uint32_t line = b->technique == FFTC_TECHNIQUE_LINES
                              ? fftc_workgroup_index()
                              : global_index() >> FFTC_BUTTERFLY_LOG2;
    return line * b->line_stride + index * b->point_stride;
}

static fftc_complex(fftc_get)(fftc_uint index)
{
    fftc_complex value;
    fftc_memory_load(FFTC_BUTTERFLY_MEMORY_SRC, place(index), &value);
    return value;
}

static void(fftc_set)(fftc_uint index, fftc_complex value)
{
    fftc_memory_store(FFTC_BUTTERFLY_MEMORY_DST, place(index), &value);
}

/* Without a table this computes what it would hold. */
static fftc_butterfly_entry fftc_butterfly_entry_get(fftc_uint index)
{
    fftc_butterfly_entry entry;
    if (this_run->plan.butterfly.table) {
        fftc_memory_load(FFTC_BUTTERFLY_MEMORY_TABLE, index, &entry);
        return entry;
    }
    return fftc_butterfly_entry_compute(index >> FFTC_BUTTERFLY_LOG2,
                                        index & ((1u << FFTC_BUTTERFLY_LOG2) - 1u));
}

void BUTTERFLY_KERNEL(void *run)
{
    const uint32_t inverse = this_run->plan.butterfly.direction == FFTC_INVERSE ? 1u : 0u;
    (void)run;
    if (this_run->plan.butterfly.technique == FFTC_TECHNIQUE_LINES) {
        fftc_butterfly_line(inverse);
    } else {
        fftc_butterfly_pass(this_run->pass, global_index() & ((1u << FFTC_BUTTERFLY_LOG2) - 1u),
                            inverse);
    }
}
