/* SPDX-License-Identifier: MIT */
#include "spirv/texel.h"

#include <string.h>

#include "spirv/scalars.h"

typedef enum code { /* how a component stands for a number */
                    FLOAT,
                    UNORM,
                    SNORM,
                    SINT,
                    UINT,
                    SRGB,
                    SHARED /* a mantissa; the fourth is the exponent of all */
} code;

typedef struct format_rule {
    const char *name;
    code code;
    uint8_t bits[4]; /* of R, G, B, A, from the lowest on */
    bool swapped;    /* B comes first */
} format_rule;

static const format_rule rules[FFTC_SPIRV_FORMAT_COUNT] = {
    [FFTC_SPIRV_FORMAT_NONE] = {"none", UINT, {0}, false},
    [FFTC_SPIRV_RGBA32_FLOAT] = {"rgba32 float", FLOAT, {32, 32, 32, 32}, false},
    [FFTC_SPIRV_RGBA16_FLOAT] = {"rgba16 float", FLOAT, {16, 16, 16, 16}, false},
    [FFTC_SPIRV_R32_FLOAT] = {"r32 float", FLOAT, {32}, false},
    [FFTC_SPIRV_RGBA8_UNORM] = {"rgba8 unorm", UNORM, {8, 8, 8, 8}, false},
    [FFTC_SPIRV_RGBA8_SNORM] = {"rgba8 snorm", SNORM, {8, 8, 8, 8}, false},
    [FFTC_SPIRV_RG32_FLOAT] = {"rg32 float", FLOAT, {32, 32}, false},
    [FFTC_SPIRV_RG16_FLOAT] = {"rg16 float", FLOAT, {16, 16}, false},
    [FFTC_SPIRV_R11G11B10_FLOAT] = {"r11g11b10 float", FLOAT, {11, 11, 10}, false},
    [FFTC_SPIRV_R16_FLOAT] = {"r16 float", FLOAT, {16}, false},
    [FFTC_SPIRV_RGBA16_UNORM] = {"rgba16 unorm", UNORM, {16, 16, 16, 16}, false},
    [FFTC_SPIRV_RGB10A2_UNORM] = {"rgb10a2 unorm", UNORM, {10, 10, 10, 2}, false},
    [FFTC_SPIRV_RG16_UNORM] = {"rg16 unorm", UNORM, {16, 16}, false},
    [FFTC_SPIRV_RG8_UNORM] = {"rg8 unorm", UNORM, {8, 8}, false},
    [FFTC_SPIRV_R16_UNORM] = {"r16 unorm", UNORM, {16}, false},
    [FFTC_SPIRV_R8_UNORM] = {"r8 unorm", UNORM, {8}, false},
    [FFTC_SPIRV_RGBA16_SNORM] = {"rgba16 snorm", SNORM, {16, 16, 16, 16}, false},
    [FFTC_SPIRV_RG16_SNORM] = {"rg16 snorm", SNORM, {16, 16}, false},
    [FFTC_SPIRV_RG8_SNORM] = {"rg8 snorm", SNORM, {8, 8}, false},
    [FFTC_SPIRV_R16_SNORM] = {"r16 snorm", SNORM, {16}, false},
    [FFTC_SPIRV_R8_SNORM] = {"r8 snorm", SNORM, {8}, false},
    [FFTC_SPIRV_RGBA32_SINT] = {"rgba32 sint", SINT, {32, 32, 32, 32}, false},
    [FFTC_SPIRV_RGBA16_SINT] = {"rgba16 sint", SINT, {16, 16, 16, 16}, false},
    [FFTC_SPIRV_RGBA8_SINT] = {"rgba8 sint", SINT, {8, 8, 8, 8}, false},
    [FFTC_SPIRV_R32_SINT] = {"r32 sint", SINT, {32}, false},
    [FFTC_SPIRV_RG32_SINT] = {"rg32 sint", SINT, {32, 32}, false},
    [FFTC_SPIRV_RG16_SINT] = {"rg16 sint", SINT, {16, 16}, false},
    [FFTC_SPIRV_RG8_SINT] = {"rg8 sint", SINT, {8, 8}, false},
    [FFTC_SPIRV_R16_SINT] = {"r16 sint", SINT, {16}, false},
    [FFTC_SPIRV_R8_SINT] = {"r8 sint", SINT, {8}, false},
    [FFTC_SPIRV_RGBA32_UINT] = {"rgba32 uint", UINT, {32, 32, 32, 32}, false},
    [FFTC_SPIRV_RGBA16_UINT] = {"rgba16 uint", UINT, {16, 16, 16, 16}, false},
    [FFTC_SPIRV_RGBA8_UINT] = {"rgba8 uint", UINT, {8, 8, 8, 8}, false},
    [FFTC_SPIRV_R32_UINT] = {"r32 uint", UINT, {32}, false},
    [FFTC_SPIRV_RGB10A2_UINT] = {"rgb10a2 uint", UINT, {10, 10, 10, 2}, false},
    [FFTC_SPIRV_RG32_UINT] = {"rg32 uint", UINT, {32, 32}, false},
    [FFTC_SPIRV_RG16_UINT] = {"rg16 uint", UINT, {16, 16}, false},
    [FFTC_SPIRV_RG8_UINT] = {"rg8 uint", UINT, {8, 8}, false},
    [FFTC_SPIRV_R16_UINT] = {"r16 uint", UINT, {16}, false},
    [FFTC_SPIRV_R8_UINT] = {"r8 uint", UINT, {8}, false},
    [FFTC_SPIRV_R64_UINT] = {"r64 uint", UINT, {64}, false},
    [FFTC_SPIRV_R64_SINT] = {"r64 sint", SINT, {64}, false},
    [FFTC_SPIRV_RGBA8_SRGB] = {"rgba8 srgb", SRGB, {8, 8, 8, 8}, false},
    [FFTC_SPIRV_BGRA8_UNORM] = {"bgra8 unorm", UNORM, {8, 8, 8, 8}, true},
    [FFTC_SPIRV_BGRA8_SRGB] = {"bgra8 srgb", SRGB, {8, 8, 8, 8}, true},
    [FFTC_SPIRV_RGB9E5_FLOAT] = {"rgb9e5 float", SHARED, {9, 9, 9, 5}, false},
};

const char *fftc_spirv_format_name(fftc_spirv_format format)
{
    return (unsigned)format < FFTC_SPIRV_FORMAT_COUNT ? rules[format].name : NULL;
}

uint32_t fftc_spirv_format_bytes(fftc_spirv_format format)
{
    uint32_t bits = 0;
    for (int i = 0; i < 4 && (unsigned)format < FFTC_SPIRV_FORMAT_COUNT; ++i) {
        bits += rules[format].bits[i];
    }
    return bits / 8;
}

fftc_spirv_numbers fftc_spirv_format_numbers(fftc_spirv_format format)
{
    return rules[format].code == SINT   ? FFTC_SPIRV_SIGNED
           : rules[format].code == UINT ? FFTC_SPIRV_UNSIGNED
                                        : FFTC_SPIRV_FLOATS;
}

bool fftc_spirv_format_is_unorm(fftc_spirv_format format)
{
    return rules[format].code == UNORM;
}

/* --- one component */

static uint64_t highest(unsigned bits)
{
    return mask_of(bits);
}

/* Floats of 11 and 10 bits are those of 16 without a sign and with fewer bits below. */
static float small_float(uint64_t x, unsigned bits)
{
    return bits == 32 ? as_float(x) : as_half(bits == 16 ? x : x << (15 - bits));
}

static uint64_t to_small_float(float x, unsigned bits)
{
    const float most = bits == 11 ? 65024.0F : 64512.0F;
    uint32_t word = fftc_bits_of_float(x);
    if (bits == 32) {
        return word;
    }
    if (bits == 16) {
        return fftc_half_from_float(x);
    }
    if (isnan(x)) {
        return highest(bits);
    }
    x = x > 0.0F ? x : 0.0F;
    if (x > most) {
        return isinf(x) ? (uint64_t)31 << (bits - 5)
                        : (uint64_t)fftc_half_from_float(most) >> (15 - bits);
    }
    /* Rounded to the nearest half, it may have become more than x. */
    word = fftc_half_from_float(x);
    word = as_half(word) > x ? word - 1 : word;
    return word >> (15 - bits);
}

static double from_srgb(double x)
{
    return x <= 0.04045 ? x / 12.92 : pow((x + 0.055) / 1.055, 2.4);
}

static uint64_t read_component(const format_rule *rule, unsigned c, uint64_t x)
{
    unsigned bits = rule->bits[c];
    double value;
    switch (rule->code) {
    case UINT: return x;
    case SINT: return (uint64_t)sign_extend(x, bits) & (bits == 64 ? mask_of(64) : mask_of(32));
    case FLOAT: return fftc_bits_of_float(small_float(x, bits));
    case SNORM:
        value = (double)sign_extend(x, bits) / (double)highest(bits - 1);
        return fftc_bits_of_float((float)(value < -1.0 ? -1.0 : value));
    default: break;
    }
    value = (double)x / (double)highest(bits);
    return fftc_bits_of_float((float)(rule->code == SRGB && c < 3 ? from_srgb(value) : value));
}

static uint64_t write_component(const format_rule *rule, unsigned c, uint64_t number)
{
    unsigned bits = rule->bits[c];
    double x = (double)as_float(number);
    switch (rule->code) {
    case UINT:
    case SINT: return number & mask_of(bits);
    case FLOAT: return to_small_float(as_float(number), bits);
    case SNORM:
        x = x > -1.0 ? (x < 1.0 ? x : 1.0) : (isnan(x) ? 0.0 : -1.0);
        return (uint64_t)(int64_t)rint(x * (double)highest(bits - 1)) & mask_of(bits);
    default: break;
    }
    x = x > 0.0 ? (x < 1.0 ? x : 1.0) : 0.0;
    return (uint64_t)rint(x * (double)highest(bits));
}

/* --- texels */

/* The `bits` from bit `at` on: components of 64, 32, 16 and 8 bits lie at whole bytes, others in a
 * word of 32. */
static uint64_t get_bits(const unsigned char *texel, unsigned at, unsigned bits)
{
    uint64_t x = 0;
    uint32_t word;
    if (bits % 8 == 0) {
        memcpy(&x, texel + at / 8, bits / 8);
        return x;
    }
    memcpy(&word, texel, sizeof word);
    return word >> at & mask_of(bits);
}

static void put_bits(unsigned char *texel, unsigned at, unsigned bits, uint64_t x)
{
    uint32_t word;
    if (bits % 8 == 0) {
        memcpy(texel + at / 8, &x, bits / 8);
        return;
    }
    memcpy(&word, texel, sizeof word);
    word = (word & ~(uint32_t)(mask_of(bits) << at)) | (uint32_t)x << at;
    memcpy(texel, &word, sizeof word);
}

static void read_shared_exponent(const unsigned char *texel, uint64_t numbers[4])
{
    int exponent = (int)get_bits(texel, 27, 5) - 15 - 9;
    for (unsigned c = 0; c < 3; ++c) {
        numbers[c] = fftc_bits_of_float((float)ldexp((double)get_bits(texel, 9 * c, 9), exponent));
    }
}

/* Components that are not there: 0, and 1 for alpha. */
static void fill_absent(const format_rule *rule, uint64_t numbers[4])
{
    uint64_t one = rule->code == SINT || rule->code == UINT ? 1 : fftc_bits_of_float(1.0F);
    for (unsigned c = 0; c < 4; ++c) {
        if (rule->bits[c] == 0 || (c == 3 && rule->code == SHARED)) {
            numbers[c] = c == 3 ? one : 0;
        }
    }
}

static unsigned place_of(const format_rule *rule, unsigned c)
{
    return rule->swapped && c < 3 ? 2 - c : c;
}

void fftc_spirv_texel_read(fftc_spirv_format format, const void *texel, uint64_t numbers[4])
{
    const format_rule *rule = &rules[format];
    unsigned at = 0;
    if (rule->code == SHARED) {
        read_shared_exponent(texel, numbers);
    }
    for (unsigned c = 0; c < 4 && rule->code != SHARED && rule->bits[c] != 0; ++c) {
        numbers[place_of(rule, c)] = read_component(rule, c, get_bits(texel, at, rule->bits[c]));
        at += rule->bits[c];
    }
    fill_absent(rule, numbers);
}

void fftc_spirv_texel_write(fftc_spirv_format format, const uint64_t numbers[4], void *texel)
{
    const format_rule *rule = &rules[format];
    unsigned at = 0;
    for (unsigned c = 0; c < 4 && rule->bits[c] != 0; ++c) {
        put_bits(texel, at, rule->bits[c], write_component(rule, c, numbers[place_of(rule, c)]));
        at += rule->bits[c];
    }
}

void fftc_spirv_texel_border(fftc_spirv_format format, fftc_spirv_border border,
                             uint64_t numbers[4])
{
    const format_rule *rule = &rules[format];
    uint64_t one = rule->code == SINT || rule->code == UINT ? 1 : fftc_bits_of_float(1.0F);
    for (unsigned c = 0; c < 4; ++c) {
        bool white = border == FFTC_SPIRV_OPAQUE_WHITE;
        numbers[c] = white || (c == 3 && border == FFTC_SPIRV_OPAQUE_BLACK) ? one : 0;
    }
    fill_absent(rule, numbers);
}
