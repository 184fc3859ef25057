/* SPDX-License-Identifier: MIT
 *
 * The interpreter: one step is one turn of the switch in fftc_spirv_run, which is long because a
 * case is all that there is to know of its step.
 */
#include "spirv/interpret.h"

#include "spirv/group.h"
#include "spirv/image.h"
#include "spirv/math.h"
#include "spirv/rare_steps.h"
#include "spirv/scalars.h"

/* --- pointers */

/* `pointer` plus index times stride, or a bad pointer if the index is not below the bound. */
static inline uint64_t indexed(const fftc_spirv_step *s, uint64_t pointer, uint64_t index,
                               uint64_t bound, uint32_t step)
{
    int64_t at = s->more ? sign_extend(index, s->width) : (int64_t)index;
    if ((pointer & FFTC_SPIRV_BAD) != 0) {
        return pointer;
    }
    if (bound != 0 && (uint64_t)at >= bound) {
        uint64_t told = (uint64_t)at > 0xffffffff ? 0xffffffff : (uint64_t)at;
        return FFTC_SPIRV_BAD | (uint64_t)step << 32 | told;
    }
    return pointer + (uint64_t)at * s->c;
}

/* In a runtime array the bound is what the buffer has room for; n: the bytes before the array. */
static uint64_t indexed_runtime(const fftc_spirv_step *s, const fftc_spirv_machine *machine,
                                uint64_t pointer, uint64_t index, uint32_t step)
{
    uint64_t bytes, bound;
    if ((pointer & FFTC_SPIRV_BAD) != 0) {
        return pointer;
    }
    bytes = fftc_spirv_machine_bytes(machine, pointer);
    bound = bytes > s->n && s->c != 0 ? (bytes - s->n + s->c - 1) / s->c : 0;
    return indexed(
        s, bound == 0 ? FFTC_SPIRV_BAD | (uint64_t)step << 32 | (uint32_t)index : pointer + s->n,
        index, bound, step);
}

/* The slots that a pointer into the frame points to; NULL if it does not. */
static inline uint64_t *in_frame(const fftc_spirv *m, uint64_t *frame, uint64_t pointer,
                                 const fftc_spirv_step *s)
{
    uint64_t first = (pointer & 0xffffffff) + s->b;
    return pointer >> 62 == 1 && first + s->n <= m->frame_slots ? frame + first : NULL;
}

static uint64_t length_of(const fftc_spirv_step *s, const fftc_spirv_machine *machine,
                          uint64_t pointer)
{
    uint64_t bytes = fftc_spirv_machine_bytes(machine, pointer);
    return bytes > s->b && s->c != 0 ? (bytes - s->b) / s->c & 0xffffffff : 0;
}

/* A component that a vector does not have. */
static inline void tell_component(const fftc_spirv_step *s, fftc_spirv_machine *machine,
                                  uint32_t step, uint64_t index)
{
    if (index >= s->n && machine != NULL) {
        fftc_spirv_machine_outside(machine, step, "a vector", index & 0xffffffff,
                                   s->step == FFTC_STEP_PUT);
    }
}

/* --- the loop */

#define EACH for (uint32_t i = 0; i < s->n; ++i)
#define D frame[s->d + i]
#define A frame[s->a + i]
#define B frame[s->b + i]
/* Tells where the invocation is: with this step as the last number. */
#define HERE(number)                                                         \
    do {                                                                     \
        uint32_t *last = where + base + 2 * m->depths[number];               \
        *last = (number);                                                    \
        fftc_spirv_machine_at(machine, where, (uint32_t)(last - where) + 1); \
    } while (0)

/* Iterations of loops after which they are told to the emulator, as if each were four events. */
#define SPEND_TURNS 1024u

void fftc_spirv_run(const fftc_spirv *m, uint64_t *frame, uint32_t *where,
                    fftc_spirv_machine *machine, uint32_t step)
{
    const fftc_spirv_step *s = m->steps + step;
    /* Not in the frame, which a wrong module may write to anywhere. */
    struct {
        uint32_t step, base;
    } callers[FFTC_SPIRV_MAX_DEPTH];
    uint32_t depth = 0, base = 0, turns = 0;
    for (;; ++s) {
        switch (s->step) {
/* y of 32 bits where x has them: a shift's may be wider, and is then large. */
#define X(name, result)                                                              \
    case FFTC_STEP_##name##_32:                                                      \
        EACH                                                                         \
        {                                                                            \
            uint32_t x = (uint32_t)A, y = B > 0xffffffff ? 0xffffffff : (uint32_t)B; \
            enum { bits = 32 };                                                      \
            (void)bits;                                                              \
            D = (uint32_t)(result);                                                  \
        }                                                                            \
        break;
#define s(x) (int32_t)(x)
            FFTC_SPIRV_INTEGER_STEPS(X)
#undef s
#undef X
#define X(name, result)                           \
    case FFTC_STEP_##name:                        \
        EACH                                      \
        {                                         \
            const unsigned bits = s->width;       \
            uint64_t x = A, y = B;                \
            D = (uint64_t)(result)&mask_of(bits); \
        }                                         \
        break;
#define s(x) sign_extend(x, bits)
            FFTC_SPIRV_INTEGER_STEPS(X)
#undef s
#undef X
#define X(name, result)                                \
    case FFTC_STEP_##name##_32:                        \
        EACH                                           \
        {                                              \
            float x = as_float(A), y = as_float(B);    \
            D = fftc_bits_of_float((float)(result));   \
        }                                              \
        break;                                         \
    case FFTC_STEP_##name##_64:                        \
        EACH                                           \
        {                                              \
            double x = as_double(A), y = as_double(B); \
            D = fftc_spirv_from_double(result, 64);    \
        }                                              \
        break;                                         \
    case FFTC_STEP_##name##_16:                        \
        EACH                                           \
        {                                              \
            float x = as_half(A), y = as_half(B);      \
            D = fftc_half_from_float((float)(result)); \
        }                                              \
        break;
            FFTC_SPIRV_FLOAT_STEPS(X)
#undef X
#define X(name, result)                                \
    case FFTC_STEP_##name##_32:                        \
        EACH                                           \
        {                                              \
            float x = as_float(A), y = as_float(B);    \
            D = result;                                \
        }                                              \
        break;                                         \
    case FFTC_STEP_##name##_64:                        \
        EACH                                           \
        {                                              \
            double x = as_double(A), y = as_double(B); \
            D = result;                                \
        }                                              \
        break;                                         \
    case FFTC_STEP_##name##_16:                        \
        EACH                                           \
        {                                              \
            float x = as_half(A), y = as_half(B);      \
            D = result;                                \
        }                                              \
        break;
            FFTC_SPIRV_COMPARE_STEPS(X)
#undef X
        case FFTC_STEP_MOVE: EACH D = A; break;
        case FFTC_STEP_BIG: EACH D = m->big[s->a][i]; break;
        case FFTC_STEP_GATHER: EACH D = frame[m->extra[s->c + i]]; break;
        case FFTC_STEP_SELECT: EACH D = frame[(frame[s->a] != 0 ? s->b : s->c) + i]; break;
        case FFTC_STEP_SELECT_EACH: EACH D = frame[(A != 0 ? s->b : s->c) + i]; break;
        case FFTC_STEP_FMULS: EACH D = fftc_spirv_product(A, frame[s->b], s->width); break;
        case FFTC_STEP_FNEG: fftc_spirv_negate(s, frame); break;
        case FFTC_STEP_FNAN:
        case FFTC_STEP_FINF: fftc_spirv_classify(s, frame); break;
        case FFTC_STEP_DOT: fftc_spirv_dot_step(s, frame); break;
        case FFTC_STEP_MATRIX: fftc_spirv_matrix_step(s, frame); break;
        case FFTC_STEP_MATH: fftc_spirv_math_step(s, frame); break;
        case FFTC_STEP_GEOMETRY:
            fftc_spirv_geometry(s->more, s->width, s->n, frame + s->d, frame + s->a, frame + s->b,
                                frame + s->c);
            break;
        case FFTC_STEP_PACK: fftc_spirv_pack(s->more, frame + s->d, frame + s->a); break;
        case FFTC_STEP_NOT: EACH D = ~A & mask_of(s->width); break;
        case FFTC_STEP_LNOT: EACH D = A ^ 1; break;
        case FFTC_STEP_ANY: {
            uint64_t any = 0;
            EACH any |= A;
            frame[s->d] = any;
            break;
        }
        case FFTC_STEP_ALL: {
            uint64_t all = 1;
            EACH all &= A;
            frame[s->d] = all;
            break;
        }
        case FFTC_STEP_INEG:
        case FFTC_STEP_BIT_COUNT:
        case FFTC_STEP_BIT_REVERSE:
        case FFTC_STEP_BIT_INSERT:
        case FFTC_STEP_BIT_SIGNED:
        case FFTC_STEP_BIT_UNSIGNED:
        case FFTC_STEP_FIND_LSB:
        case FFTC_STEP_FIND_SMSB:
        case FFTC_STEP_FIND_UMSB:
        case FFTC_STEP_IABS:
        case FFTC_STEP_ISIGN: fftc_spirv_bits_step(m, s, frame); break;
        case FFTC_STEP_CARRY:
        case FFTC_STEP_BORROW:
        case FFTC_STEP_UWIDE:
        case FFTC_STEP_SWIDE: fftc_spirv_wide_step(s, frame); break;
        case FFTC_STEP_IDOT: fftc_spirv_integer_dot(s, frame); break;
        case FFTC_STEP_SIGN_EXTEND:
        case FFTC_STEP_MASK:
        case FFTC_STEP_FLOAT_TO_FLOAT:
        case FFTC_STEP_FLOAT_TO_SIGNED:
        case FFTC_STEP_FLOAT_TO_UNSIGNED:
        case FFTC_STEP_SIGNED_TO_FLOAT:
        case FFTC_STEP_UNSIGNED_TO_FLOAT:
        case FFTC_STEP_QUANTIZE: fftc_spirv_conversion_step(s, frame); break;
        case FFTC_STEP_REPACK: fftc_spirv_repack(s, frame); break;
        case FFTC_STEP_PICK:
            tell_component(s, machine, (uint32_t)(s - m->steps), frame[s->b]);
            frame[s->d] = frame[s->b] < s->n ? frame[s->a + frame[s->b]] : 0;
            break;
        case FFTC_STEP_PUT:
            tell_component(s, machine, (uint32_t)(s - m->steps), frame[s->b]);
            EACH D = frame[s->b] == i ? frame[s->c] : A;
            break;
        case FFTC_STEP_ADDRESS: frame[s->d] = FFTC_SPIRV_IN_FRAME | s->b; break;
        case FFTC_STEP_OFFSET:
            frame[s->d] = (frame[s->a] & FFTC_SPIRV_BAD) != 0
                              ? frame[s->a]
                              : frame[s->a] + (s->b | (uint64_t)s->c << 32);
            break;
        case FFTC_STEP_BEYOND:
            frame[s->d] = FFTC_SPIRV_BAD | (uint64_t)(s - m->steps) << 32 | s->b;
            break;
        case FFTC_STEP_INDEX:
            frame[s->d] = indexed(s, frame[s->a], frame[s->b], s->n, (uint32_t)(s - m->steps));
            break;
        case FFTC_STEP_INDEX_RUNTIME:
            frame[s->d] =
                indexed_runtime(s, machine, frame[s->a], frame[s->b], (uint32_t)(s - m->steps));
            break;
        case FFTC_STEP_FRAME_INDEX: {
            frame[s->d] =
                indexed(s, FFTC_SPIRV_IN_FRAME | s->a, frame[s->b], s->n, (uint32_t)(s - m->steps));
            break;
        }
        case FFTC_STEP_DESCRIPTOR:
            frame[s->d] = fftc_spirv_machine_descriptor(machine, s->a, frame[s->b]);
            if (frame[s->d] == FFTC_SPIRV_BAD) {
                frame[s->d] |= (uint64_t)(s - m->steps) << 32 | (uint32_t)frame[s->b];
            }
            break;
        case FFTC_STEP_POINTER_DIFFERENCE:
            frame[s->d] =
                (uint64_t)divide((int64_t)(frame[s->a] - frame[s->b]), s->c) & mask_of(s->width);
            break;
        case FFTC_STEP_LENGTH: frame[s->d] = length_of(s, machine, frame[s->a]); break;
        case FFTC_STEP_FRAME_LOAD: {
            const uint64_t *from = in_frame(m, frame, frame[s->a], s);
            if (from == NULL) {
                fftc_spirv_machine_beyond(machine, (uint32_t)(s - m->steps), frame[s->a], false);
            }
            EACH D = from != NULL ? from[i] : 0;
            break;
        }
        case FFTC_STEP_FRAME_STORE: {
            uint64_t *to = in_frame(m, frame, frame[s->a], s);
            if (to == NULL) {
                fftc_spirv_machine_beyond(machine, (uint32_t)(s - m->steps), frame[s->a], true);
                break;
            }
            EACH to[i] = D;
            break;
        }
        case FFTC_STEP_LOAD:
            fftc_spirv_machine_load(machine, (uint32_t)(s - m->steps), frame[s->a], frame + s->d);
            break;
        case FFTC_STEP_STORE:
            fftc_spirv_machine_store(machine, (uint32_t)(s - m->steps), frame[s->a], frame + s->d);
            break;
        case FFTC_STEP_IMAGE:
            fftc_spirv_image_step(machine, (uint32_t)(s - m->steps), frame);
            break;
        case FFTC_STEP_ATOMIC:
            frame[s->d] =
                fftc_spirv_machine_atomic(machine, (uint32_t)(s - m->steps), frame[s->a],
                                          m->extra[s->c + ATOMIC_COUNTS] != 0 ? 1 : frame[s->b],
                                          frame[m->extra[s->c + ATOMIC_COMPARATOR]]);
            break;
        case FFTC_STEP_FENCE: fftc_spirv_machine_fence(machine, (uint32_t)(s - m->steps)); break;
        case FFTC_STEP_BARRIER:
            HERE((uint32_t)(s - m->steps));
            fftc_spirv_machine_barrier(machine, (uint32_t)(s - m->steps));
            break;
        case FFTC_STEP_COLLECTIVE: {
            uint32_t lane = m->extra[s->c + COLLECTIVE_LANE];
            HERE((uint32_t)(s - m->steps));
            fftc_spirv_machine_collective(machine, (uint32_t)(s - m->steps), frame + s->a,
                                          lane != FFTC_SPIRV_NONE ? (uint32_t)frame[lane] : 0,
                                          frame + s->d);
            break;
        }
        case FFTC_STEP_LANES: frame[s->d] = fftc_spirv_lanes_step(s, frame, machine); break;
        case FFTC_STEP_JUMP: s = m->steps + s->a - 1; break;
        case FFTC_STEP_BRANCH: s = m->steps + (frame[s->a] != 0 ? s->b : s->c) - 1; break;
        case FFTC_STEP_SWITCH: s = m->steps + fftc_spirv_switch_step(m, s, frame[s->a]) - 1; break;
        case FFTC_STEP_LOOP_ENTER:
            where[base + s->b] = (uint32_t)(s - m->steps);
            where[base + s->b + 1] = 0;
            break;
        case FFTC_STEP_LOOP_NEXT:
            ++where[base + s->b + 1];
            if (++turns == SPEND_TURNS) {
                turns = 0;
                fftc_spirv_machine_spend(machine, (uint32_t)(s - m->steps), 4 * SPEND_TURNS);
            }
            s = m->steps + s->a - 1;
            break;
        case FFTC_STEP_MERGE:
            HERE((uint32_t)(s - m->steps));
            fftc_spirv_machine_merge(machine, (uint32_t)(s - m->steps));
            break;
        case FFTC_STEP_CALL:
            where[base + s->c] = (uint32_t)(s - m->steps);
            callers[depth].step = (uint32_t)(s - m->steps);
            callers[depth++].base = base;
            base += s->c + 1;
            s = m->steps + s->a - 1;
            break;
        case FFTC_STEP_RETURN:
            if (depth == 0) {
                return;
            }
            base = callers[--depth].base;
            s = m->steps + callers[depth].step;
            break;
        case FFTC_STEP_COVER: ++m->cover.entered[s->a]; break;
        default: return; /* END */
        }
    }
}
