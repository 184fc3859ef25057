/* SPDX-License-Identifier: MIT */
#include "spirv/rare_steps.h"

#include "spirv/group.h"
#include "spirv/math.h"
#include "spirv/scalars.h"

__extension__ typedef __int128 int128;
__extension__ typedef unsigned __int128 uint128;

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

void fftc_spirv_bits_step(const fftc_spirv *m, const fftc_spirv_step *s, uint64_t *frame)
{
    uint64_t *d = frame + s->d;
    const uint64_t *a = frame + s->a;
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
            d[i] =
                mask_of(width) & insert_field(a[i], frame[m->extra[s->c] + i],
                                              frame[m->extra[s->c + 1]], frame[m->extra[s->c + 2]]);
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
void fftc_spirv_wide_step(const fftc_spirv_step *s, uint64_t *frame)
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
void fftc_spirv_integer_dot(const fftc_spirv_step *s, uint64_t *frame)
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

void fftc_spirv_conversion_step(const fftc_spirv_step *s, uint64_t *frame)
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
void fftc_spirv_repack(const fftc_spirv_step *s, uint64_t *frame)
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

void fftc_spirv_negate(const fftc_spirv_step *s, uint64_t *frame)
{
    for (uint32_t i = 0; i < s->n; ++i) {
        frame[s->d + i] = frame[s->a + i] ^ (uint64_t)1 << (s->width - 1);
    }
}

void fftc_spirv_classify(const fftc_spirv_step *s, uint64_t *frame)
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

uint64_t fftc_spirv_product(uint64_t y, uint64_t z, unsigned width)
{
    switch (width) {
    case 32: return fftc_bits_of_float(as_float(y) * as_float(z));
    case 16: return fftc_half_from_float(as_half(y) * as_half(z));
    default: return fftc_spirv_from_double(as_double(y) * as_double(z), 64);
    }
}

void fftc_spirv_dot_step(const fftc_spirv_step *s, uint64_t *frame)
{
    uint64_t sum = fftc_spirv_product(frame[s->a], frame[s->b], s->width);
    for (uint32_t i = 1; i < s->n; ++i) {
        sum = add_product(sum, frame[s->a + i], frame[s->b + i], s->width);
    }
    frame[s->d] = sum;
}

/* Column-major rows x inner times inner x columns. */
void fftc_spirv_matrix_step(const fftc_spirv_step *s, uint64_t *frame)
{
    uint32_t rows = s->c & 255, inner = s->c >> 8 & 255, columns = s->c >> 16;
    for (uint32_t j = 0; j < columns; ++j) {
        for (uint32_t i = 0; i < rows; ++i) {
            const uint64_t *x = frame + s->a + i, *y = frame + s->b + j * inner;
            uint64_t sum = fftc_spirv_product(x[0], y[0], s->width);
            for (uint32_t k = 1; k < inner; ++k) {
                sum = add_product(sum, x[k * rows], y[k], s->width);
            }
            frame[s->d + j * rows + i] = sum;
        }
    }
}

void fftc_spirv_math_step(const fftc_spirv_step *s, uint64_t *frame)
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

/* --- subgroups */

/* What a lane finds out about a ballot, or the lane that a rotation reads. */
uint64_t fftc_spirv_lanes_step(const fftc_spirv_step *s, const uint64_t *frame,
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

uint32_t fftc_spirv_switch_step(const fftc_spirv *m, const fftc_spirv_step *s, uint64_t selector)
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
