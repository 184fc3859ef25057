/* SPDX-License-Identifier: MIT
 *
 * The interpreter. One step is one turn of the switch in fftc_spirv_run; what takes more than a few
 * lines, and is not in every kernel's innermost loop, is a function above it.
 */
#include "spirv/interpret.h"

#include <math.h>

#include "spirv/group.h"
#include "spirv/math.h"
#include "support/half.h"

/* --- scalars */

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

static inline int64_t sign_extend(uint64_t x, unsigned width)
{
    return (int64_t)(x << (64 - width)) >> (64 - width);
}

static inline uint64_t mask_of(unsigned width)
{
    return ~(uint64_t)0 >> (64 - width);
}

/* What is undefined gets a value that no processor traps for. */
static inline int64_t divide(int64_t x, int64_t y)
{
    return y == 0 ? -1 : y == -1 ? (int64_t)(0 - (uint64_t)x) : x / y;
}

static inline int64_t remainder_of(int64_t x, int64_t y)
{
    return y == 0 || y == -1 ? (y == 0 ? x : 0) : x % y;
}

/* With the sign of y. */
static inline int64_t modulus(int64_t x, int64_t y)
{
    int64_t r = remainder_of(x, y);
    return r != 0 && (r < 0) != (y < 0) && y != 0 ? r + y : r;
}

static inline double as_double(uint64_t bits)
{
    return fftc_spirv_to_double(bits, 64);
}

static inline float as_float(uint64_t bits)
{
    return fftc_float_of_bits((uint32_t)bits);
}

static inline float as_half(uint64_t bits)
{
    return fftc_float_from_half((uint16_t)bits);
}

static inline double float_remainder(double x, double y)
{
    return fmod(x, y);
}

/* With the sign of y. */
static inline double float_modulus(double x, double y)
{
    double r = fmod(x, y);
    return r != 0.0 && (r < 0.0) != (y < 0.0) ? r + y : r;
}

/* --- bits */

static uint64_t reverse_bits(uint64_t x, unsigned width)
{
    uint64_t result = 0;
    for (unsigned i = 0; i < width; ++i) {
        result |= (x >> i & 1) << (width - 1 - i);
    }
    return result;
}

static uint64_t field_mask(uint64_t count)
{
    return count >= 64 ? ~(uint64_t)0 : ((uint64_t)1 << count) - 1;
}

static uint64_t extract_field(uint64_t x, uint64_t offset, uint64_t count, bool is_signed)
{
    uint64_t field = offset < 64 ? x >> offset & field_mask(count) : 0;
    return is_signed && count > 0 && count < 64 ? (uint64_t)sign_extend(field, (unsigned)count)
                                                : field;
}

static uint64_t insert_field(uint64_t base, uint64_t field, uint64_t offset, uint64_t count)
{
    uint64_t mask = offset < 64 ? field_mask(count) << offset : 0;
    return (base & ~mask) | (offset < 64 ? field << offset & mask : 0);
}

/* The place of the highest bit that is set; of a negative number, that is not set. */
static uint64_t highest(uint64_t x, unsigned width, bool is_signed)
{
    if (is_signed && sign_extend(x, width) < 0) {
        x = ~x & mask_of(width);
    }
    return x == 0 ? 0xffffffff : 63 - (uint64_t)__builtin_clzll(x);
}

static void bits_step(const fftc_spirv *m, const fftc_spirv_step *s, uint64_t *frame)
{
    uint64_t *d = frame + s->d;
    const uint64_t *a = frame + s->a;
    const uint32_t *list = m->extra + s->c;
    unsigned width = s->width;
    for (uint32_t i = 0; i < s->n; ++i) {
        switch (s->step) {
        case FFTC_STEP_INEG: d[i] = (0 - a[i]) & mask_of(width); break;
        case FFTC_STEP_BIT_COUNT: d[i] = (uint64_t)__builtin_popcountll(a[i]); break;
        case FFTC_STEP_BIT_REVERSE: d[i] = reverse_bits(a[i], width); break;
        case FFTC_STEP_BIT_SIGNED:
        case FFTC_STEP_BIT_UNSIGNED:
            d[i] = mask_of(width) &
                   extract_field(a[i], frame[s->b], frame[s->c], s->step == FFTC_STEP_BIT_SIGNED);
            break;
        case FFTC_STEP_BIT_INSERT:
            d[i] = mask_of(width) &
                   insert_field(a[i], frame[list[0] + i], frame[list[1]], frame[list[2]]);
            break;
        case FFTC_STEP_FIND_LSB:
            d[i] = a[i] == 0 ? mask_of(width) : (uint64_t)__builtin_ctzll(a[i]);
            break;
        case FFTC_STEP_FIND_SMSB: d[i] = mask_of(width) & highest(a[i], width, true); break;
        case FFTC_STEP_FIND_UMSB: d[i] = mask_of(width) & highest(a[i], width, false); break;
        case FFTC_STEP_IABS:
            d[i] = sign_extend(a[i], width) < 0 ? (0 - a[i]) & mask_of(width) : a[i];
            break;
        default: /* ISIGN */
            d[i] = a[i] == 0 ? 0 : sign_extend(a[i], width) < 0 ? mask_of(width) : 1;
            break;
        }
    }
}

/* Two results side by side: low and carry, or low and high. */
static void wide_step(const fftc_spirv_step *s, uint64_t *frame)
{
    uint64_t *low = frame + s->d, *second = low + s->n;
    uint64_t mask = mask_of(s->width);
    for (uint32_t i = 0; i < s->n; ++i) {
        uint64_t x = frame[s->a + i], y = frame[s->b + i];
        uint128 product = (uint128)x * y;
        switch (s->step) {
        case FFTC_STEP_CARRY:
            low[i] = (x + y) & mask;
            second[i] = low[i] < x;
            break;
        case FFTC_STEP_BORROW:
            low[i] = (x - y) & mask;
            second[i] = x < y;
            break;
        default:
            if (s->step == FFTC_STEP_SWIDE) {
                product = (uint128)((int128)sign_extend(x, s->width) * sign_extend(y, s->width));
            }
            low[i] = (uint64_t)product & mask;
            second[i] = (uint64_t)(product >> s->width) & mask;
            break;
        }
    }
}

/* Of integers; more: 1, 2: operands are signed, 4: packed bytes, 8: added to c, saturating; then
 * the width of the result. */
static void integer_dot(const fftc_spirv_step *s, uint64_t *frame)
{
    unsigned width = s->more & 16 ? 32 : s->more & 32 ? 64 : s->more & 64 ? 16 : 8;
    bool is_signed = (s->more & 1) != 0;
    int128 sum = 0, most, least = 0;
    for (uint32_t i = 0; i < s->n; ++i) {
        uint64_t x = s->more & 4 ? frame[s->a] >> (8 * i) & 255 : frame[s->a + i];
        uint64_t y = s->more & 4 ? frame[s->b] >> (8 * i) & 255 : frame[s->b + i];
        int128 p = s->more & 1 ? sign_extend(x, s->width) : (int128)x;
        sum += p * (s->more & 2 ? sign_extend(y, s->width) : (int128)y);
    }
    most = is_signed ? mask_of(width) >> 1 : mask_of(width);
    if (s->more & 8) {
        sum += is_signed ? sign_extend(frame[s->c], width) : (int128)frame[s->c];
        least = is_signed ? -most - 1 : 0;
        sum = sum > most ? most : sum < least ? least : sum;
    }
    frame[s->d] = (uint64_t)sum & mask_of(width);
}

/* --- floats */

static uint64_t to_integer(double x, unsigned width, bool is_signed)
{
    double high = ldexp(1.0, (int)width - (is_signed ? 1 : 0));
    double low = is_signed ? -high : 0.0;
    if (isnan(x)) {
        return 0;
    }
    x = trunc(x);
    if (x < low || x >= high) { /* undefined: the nearest there is */
        return x < low ? (is_signed ? (uint64_t)1 << (width - 1) : 0)
                       : mask_of(width) >> (is_signed ? 1 : 0);
    }
    return mask_of(width) & (is_signed ? (uint64_t)(int64_t)x : (uint64_t)x);
}

static uint64_t from_integer(uint64_t x, unsigned width, unsigned to, bool is_signed)
{
    int64_t s = sign_extend(x, width);
    if (to == 32) {
        return fftc_bits_of_float(is_signed ? (float)s : (float)x);
    }
    return fftc_spirv_from_double(is_signed ? (double)s : (double)x, to);
}

static uint64_t convert_float(uint64_t x, unsigned from, unsigned to)
{
    return from == 32 && to == 16 ? fftc_half_from_float(as_float(x))
                                  : fftc_spirv_from_double(fftc_spirv_to_double(x, from), to);
}

static void conversion_step(const fftc_spirv_step *s, uint64_t *frame)
{
    uint64_t *d = frame + s->d;
    for (uint32_t i = 0; i < s->n; ++i) {
        uint64_t x = frame[s->a + i];
        switch (s->step) {
        case FFTC_STEP_FLOAT_TO_FLOAT: d[i] = convert_float(x, s->width, s->more); break;
        case FFTC_STEP_FLOAT_TO_SIGNED:
            d[i] = to_integer(fftc_spirv_to_double(x, s->width), s->more, true);
            break;
        case FFTC_STEP_FLOAT_TO_UNSIGNED:
            d[i] = to_integer(fftc_spirv_to_double(x, s->width), s->more, false);
            break;
        case FFTC_STEP_SIGNED_TO_FLOAT: d[i] = from_integer(x, s->width, s->more, true); break;
        case FFTC_STEP_UNSIGNED_TO_FLOAT: d[i] = from_integer(x, s->width, s->more, false); break;
        case FFTC_STEP_SIGN_EXTEND:
            d[i] = (uint64_t)sign_extend(x, s->width) & mask_of(s->more);
            break;
        case FFTC_STEP_QUANTIZE: /* subnormal halves count as 0 */
            x = fftc_half_from_float(as_float(x));
            x = (x & 0x7c00) == 0 ? x & 0x8000 : x;
            d[i] = fftc_bits_of_float(as_half(x));
            break;
        default: d[i] = x & mask_of(s->more); break; /* MASK */
        }
    }
}

/* The bits of numbers of one width as numbers of another. */
static void repack(const fftc_spirv_step *s, uint64_t *frame)
{
    unsigned from = s->width, to = s->more;
    for (uint32_t i = 0; i < s->n; ++i) {
        uint64_t bits = 0;
        for (unsigned got = 0; got < to; got += from < to ? from : to) {
            uint64_t at = (uint64_t)i * to + got;
            bits |= (frame[s->a + at / from] >> (at % from) & mask_of(from < to ? from : to))
                    << got;
        }
        frame[s->d + i] = bits;
    }
}

static void negate(const fftc_spirv_step *s, uint64_t *frame)
{
    for (uint32_t i = 0; i < s->n; ++i) {
        frame[s->d + i] = frame[s->a + i] ^ (uint64_t)1 << (s->width - 1);
    }
}

static void classify(const fftc_spirv_step *s, uint64_t *frame)
{
    for (uint32_t i = 0; i < s->n; ++i) {
        double x = fftc_spirv_to_double(frame[s->a + i], s->width);
        frame[s->d + i] = s->step == FFTC_STEP_FNAN ? isnan(x) : isinf(x);
    }
}

/* x + y * z by two roundings in the precision itself. */
static uint64_t add_product(uint64_t sum, uint64_t y, uint64_t z, unsigned width)
{
    switch (width) {
    case 32: return fftc_bits_of_float(as_float(sum) + as_float(y) * as_float(z));
    case 16:
        return fftc_half_from_float(as_half(sum) +
                                    as_half(fftc_half_from_float(as_half(y) * as_half(z))));
    default: return fftc_spirv_from_double(as_double(sum) + as_double(y) * as_double(z), 64);
    }
}

static uint64_t product(uint64_t y, uint64_t z, unsigned width)
{
    switch (width) {
    case 32: return fftc_bits_of_float(as_float(y) * as_float(z));
    case 16: return fftc_half_from_float(as_half(y) * as_half(z));
    default: return fftc_spirv_from_double(as_double(y) * as_double(z), 64);
    }
}

static void dot_step(const fftc_spirv_step *s, uint64_t *frame)
{
    uint64_t sum = product(frame[s->a], frame[s->b], s->width);
    for (uint32_t i = 1; i < s->n; ++i) {
        sum = add_product(sum, frame[s->a + i], frame[s->b + i], s->width);
    }
    frame[s->d] = sum;
}

/* Column-major rows x inner times inner x columns. */
static void matrix_step(const fftc_spirv_step *s, uint64_t *frame)
{
    uint32_t rows = s->c & 255, inner = s->c >> 8 & 255, columns = s->c >> 16;
    for (uint32_t j = 0; j < columns; ++j) {
        for (uint32_t i = 0; i < rows; ++i) {
            const uint64_t *x = frame + s->a + i, *y = frame + s->b + j * inner;
            uint64_t sum = product(x[0], y[0], s->width);
            for (uint32_t k = 1; k < inner; ++k) {
                sum = add_product(sum, x[k * rows], y[k], s->width);
            }
            frame[s->d + j * rows + i] = sum;
        }
    }
}

static void math_step(const fftc_spirv_step *s, uint64_t *frame)
{
    unsigned width = s->width;
    for (uint32_t i = 0; i < s->n; ++i) {
        double x = fftc_spirv_to_double(frame[s->a + i], width), y = 0.0, z = 0.0;
        if (s->more == MathModfStruct || s->more == MathFrexpStruct) {
            x = fftc_spirv_split(s->more, x, &y);
            frame[s->d + i] = fftc_spirv_from_double(x, width);
            frame[s->d + s->n + i] =
                s->more == MathModfStruct ? fftc_spirv_from_double(y, width) : (uint32_t)(int32_t)y;
            continue;
        }
        if (s->more == MathLdexp) {
            x = ldexp(x, (int32_t)frame[s->b + i]);
        } else {
            y = s->b != 0 ? fftc_spirv_to_double(frame[s->b + i], width) : 0.0;
            z = s->c != 0 ? fftc_spirv_to_double(frame[s->c + i], width) : 0.0;
            x = fftc_spirv_math(s->more, width, x, y, z);
        }
        frame[s->d + i] = fftc_spirv_from_double(x, width);
    }
}

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

/* --- subgroups */

/* What a lane finds out about a ballot, or the lane that a rotation reads. */
static uint64_t lanes_step(const fftc_spirv_step *s, const uint64_t *frame,
                           const fftc_spirv_machine *machine)
{
    const uint64_t *a = frame + s->a;
    uint32_t lane = machine->lane, size = machine->subgroup_size, limit = size, result = 0;
    if (s->more == MASK_ROTATE) {
        uint32_t cluster = s->b != 0 && s->b < size ? s->b : size;
        return (lane & ~(cluster - 1)) | ((lane + (uint32_t)a[0]) & (cluster - 1));
    }
    if (s->more == MASK_INVERSE || s->more == MASK_EXTRACT) {
        uint64_t at = s->more == MASK_INVERSE ? lane : frame[s->b];
        return at < 128 ? a[at / 32] >> (at % 32) & 1 : 0;
    }
    if (s->more == MASK_COUNT && s->b != 0) {
        limit = s->b == 1 ? lane + 1 : lane;
    }
    for (uint32_t i = 0; i < limit; ++i) {
        if ((a[i / 32] >> (i % 32) & 1) != 0) {
            if (s->more == MASK_LSB) {
                return i;
            }
            result = s->more == MASK_COUNT ? result + 1 : i;
        }
    }
    return result;
}

static uint32_t switch_step(const fftc_spirv *m, const fftc_spirv_step *s, uint64_t selector)
{
    const uint32_t *list = m->extra + s->b;
    for (uint32_t i = 0; i < s->n; ++i) {
        const uint32_t *one = list + 1 + 3 * i;
        if (selector == (one[0] | (uint64_t)one[1] << 32)) {
            return one[2];
        }
    }
    return list[0];
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
    uint32_t base = 0, turns = 0;
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
        case FFTC_STEP_FMULS: EACH D = product(A, frame[s->b], s->width); break;
        case FFTC_STEP_FNEG: negate(s, frame); break;
        case FFTC_STEP_FNAN:
        case FFTC_STEP_FINF: classify(s, frame); break;
        case FFTC_STEP_DOT: dot_step(s, frame); break;
        case FFTC_STEP_MATRIX: matrix_step(s, frame); break;
        case FFTC_STEP_MATH: math_step(s, frame); break;
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
        case FFTC_STEP_ISIGN: bits_step(m, s, frame); break;
        case FFTC_STEP_CARRY:
        case FFTC_STEP_BORROW:
        case FFTC_STEP_UWIDE:
        case FFTC_STEP_SWIDE: wide_step(s, frame); break;
        case FFTC_STEP_IDOT: integer_dot(s, frame); break;
        case FFTC_STEP_SIGN_EXTEND:
        case FFTC_STEP_MASK:
        case FFTC_STEP_FLOAT_TO_FLOAT:
        case FFTC_STEP_FLOAT_TO_SIGNED:
        case FFTC_STEP_FLOAT_TO_UNSIGNED:
        case FFTC_STEP_SIGNED_TO_FLOAT:
        case FFTC_STEP_UNSIGNED_TO_FLOAT:
        case FFTC_STEP_QUANTIZE: conversion_step(s, frame); break;
        case FFTC_STEP_REPACK: repack(s, frame); break;
        case FFTC_STEP_PICK:
            frame[s->d] = frame[s->b] < s->n ? frame[s->a + frame[s->b]] : 0;
            break;
        case FFTC_STEP_PUT: EACH D = frame[s->b] == i ? frame[s->c] : A; break;
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
        case FFTC_STEP_LANES: frame[s->d] = lanes_step(s, frame, machine); break;
        case FFTC_STEP_JUMP: s = m->steps + s->a - 1; break;
        case FFTC_STEP_BRANCH: s = m->steps + (frame[s->a] != 0 ? s->b : s->c) - 1; break;
        case FFTC_STEP_SWITCH: s = m->steps + switch_step(m, s, frame[s->a]) - 1; break;
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
            frame[s->b] = (uint64_t)(s - m->steps) + 1;
            frame[s->b + 1] = base;
            base += s->c + 1;
            s = m->steps + s->a - 1;
            break;
        case FFTC_STEP_RETURN:
            base = (uint32_t)frame[s->a + 1];
            s = m->steps + frame[s->a] - 1;
            break;
        default: return; /* END */
        }
    }
}
