/* SPDX-License-Identifier: MIT
 *
 * The fast kernels of driver.c: lines, mirrored lines, convolutions of lines.
 */
#ifndef DRIVER_LINES_H
#define DRIVER_LINES_H

/* Two lines of the fast kernel where there are two invocations, 2^e points an invocation,
 * in stages of that radix as far as they go. As many rounds as make do with the shared
 * memory of the others. */
static unsigned driver_in_place, driver_part, driver_factored;
/* Mirrored: loads or stores, of lines by themselves (1) or in pairs (2). Where the small radix that
 * is left over makes butterflies of two's multiples, in the last stage, for loads in the first. */
static unsigned driver_load, driver_store;
/* Lines of two points, which is what shared memory has room for, gathered; 2: rows with mirrors. */
static unsigned driver_gathered;
static unsigned driver_held;
static unsigned driver_channels; /* of pixels */
static unsigned driver_resampled;
#define DRIVER_LEFT (1u << (DRIVER_POINTS_LOG2 % driver_e))
#define DRIVER_MIRRORS(way)                                                          \
    (FFTC_LINE_STAGES == 1u ? ((way) == 1u && FFTC_LINE_INVOCATIONS == 1u ? 1u : 0u) \
     : DRIVER_LEFT == 1u || ((way) == 2u && FFTC_LINE_COUNT == 1u) ? 0u              \
                                                                   : (way))
#define DRIVER_STAGE(stage) (driver_load != 0 ? FFTC_LINE_STAGES - 1u - (stage) : (stage))
#define DRIVER_RADIX_OF(stage) \
    ((stage) < FFTC_LINE_STAGES ? DRIVER_RADIX(DRIVER_STAGE((unsigned)(stage))) : 1u)
#define DRIVER_POINTS_LOG2 \
    (driver_gathered != 0 ? 1u : driver_e + (driver_w != 0 ? driver_w - 1u : 0u))
#define DRIVER_RADIX(stage)                                             \
    (DRIVER_POINTS_LOG2 <= (stage)*driver_e            ? 1u             \
     : DRIVER_POINTS_LOG2 >= ((stage) + 1u) * driver_e ? 1u << driver_e \
                                                       : 1u << (DRIVER_POINTS_LOG2 % driver_e))
#define FFTC_LINE_POINTS (1u << DRIVER_POINTS_LOG2)
#define FFTC_LINE_COUNT (driver_gathered != 0 ? 1u << driver_w : driver_w != 0 ? 2u : 1u)
#define FFTC_LINE_INVOCATIONS ((1u << driver_w) / FFTC_LINE_COUNT)
#define FFTC_LINE_REGISTERS 9u /* a resampled line has 9 numbers, with one invocation */
#define FFTC_LINE_STAGES ((DRIVER_POINTS_LOG2 + driver_e - 1u) / driver_e)
#define FFTC_LINE_RADIX_0 DRIVER_RADIX_OF(0u)
#define FFTC_LINE_RADIX_1 DRIVER_RADIX_OF(1u)
#define FFTC_LINE_RADIX_2 DRIVER_RADIX_OF(2u)
#define FFTC_LINE_RADIX_3 DRIVER_RADIX_OF(3u)
#define FFTC_LINE_RADIX_4 DRIVER_RADIX_OF(4u)
#define FFTC_LINE_RADIX_5 DRIVER_RADIX_OF(5u)
#define FFTC_LINE_ONLY
#define FFTC_LINE_WITH_2
#define FFTC_LINE_WITH_4
#define FFTC_LINE_WITH_8
#define FFTC_LINE_WORDS 1u
#define FFTC_LINE_ROUNDS (driver_gathered != 0 ? 1u : 1u << (driver_e - 1u))
/* A stage of the radix that is left over takes no fewer than one element of each butterfly. */
#define DRIVER_PARTS \
    (DRIVER_LEFT > 1u && DRIVER_LEFT < FFTC_LINE_ROUNDS ? DRIVER_LEFT : FFTC_LINE_ROUNDS)
#define FFTC_LINE_STRIDE (driver_gathered == 2u ? 3u : FFTC_LINE_POINTS / DRIVER_PARTS)
#define FFTC_LINE_PAD_LOG2 31u
#define FFTC_LINE_GATHERS
#define FFTC_LINE_GATHERED driver_gathered
#define FFTC_LINE_HELD driver_held
#define FFTC_LINE_MIRRORS
#define FFTC_LINE_MIRRORED_LOAD DRIVER_MIRRORS(driver_load)
#define FFTC_LINE_MIRRORED_STORE DRIVER_MIRRORS(driver_store)
#define FFTC_LINE_LOAD_ACROSS (FFTC_LINE_MIRRORED_LOAD == 2u ? 1u : 0u)
#define FFTC_LINE_STORE_ACROSS (FFTC_LINE_MIRRORED_STORE == 2u ? 1u : 0u)
#define FFTC_LINE_IN_SUBGROUP \
    (driver_load + driver_store < 2u && FFTC_LINE_INVOCATIONS <= 1u << driver_s ? 1u : 0u)
#define FFTC_LINE_IN_PLACE driver_in_place
#define FFTC_LINE_FACTORED driver_factored
#define FFTC_LINE_INVERSE 0u
#define FFTC_LINE_SCALED 0u
#define FFTC_LINE_SCALE 1.0f
/* What is multiplied by is told apart by its numbers alone. */
#define FFTC_CONVOLUTION_ROLE driver_part
#define FFTC_CONVOLUTION_FIRST (driver_part != 3u ? 1u : 0u)
#define FFTC_CONVOLUTION_LAST (driver_part != 1u ? 1u : 0u)
#define FFTC_CONVOLUTION_WEIGHTED 1u
#define FFTC_CONVOLUTION_CONJUGATE 1u
#define FFTC_CONVOLUTION_RIGHT_ANGLE 1u
#define FFTC_CONVOLUTION_TABLE 5u
#define FFTC_CONVOLUTION_PIXELS
#define FFTC_CONVOLUTION_CHANNELS driver_channels
#define FFTC_CONVOLUTION_RESAMPLES
#define FFTC_RESAMPLED driver_resampled
#define FFTC_RESAMPLED_ALONG 4u
#define FFTC_RESAMPLED_PERIOD FFTC_LINE_POINTS
#define FFTC_RESAMPLED_BESIDE 4u
#define FFTC_RESAMPLED_HALVED 0u
#define FFTC_RESAMPLED_ROWS FFTC_LINE_COUNT
#define FFTC_RESAMPLED_QUARTER 0u
#define FFTC_RESAMPLED_PER_ROW (FFTC_WIDE(1.0) / FFTC_RESAMPLED_ROWS)
#define FFTC_RESAMPLED_SHIFTED 1u
#define FFTC_RESAMPLED_TURNS 0u
#define FFTC_RESAMPLED_WEIGHTS 0u
#define DRIVER_RESAMPLED_WORDS (2u * (FFTC_RESAMPLED_ALONG + 5u) * FFTC_COMPLEX_WORDS)
#include "fftcore/kernel/line_convolution.h"
#include "fftcore/kernel/line_mirror.h"
#include "fftcore/kernel/resample_line.h"

/* --- accessors -------------------------------------------------------------------------------- */

/* The lines of further channels are those of the first one again, at the same invocations. */
static fftc_uint place_of(fftc_uint line, fftc_uint position)
{
    return line % FFTC_LINE_COUNT * FFTC_LINE_POINTS + position;
}

fftc_complex fftc_line_get(fftc_uint line, fftc_uint position)
{
    fftc_complex z;
    fftc_memory_load(MEMORY_DATA, place_of(line, position), &z);
    return z;
}

void fftc_line_set(fftc_uint line, fftc_uint position, fftc_complex value)
{
    fftc_memory_store(driver_in_place != 0 ? MEMORY_DATA : MEMORY_RESULT, place_of(line, position),
                      &value);
}

fftc_pixel_pair fftc_line_get_pixel_near(fftc_uint line, fftc_uint t, fftc_uniform offset)
{
    fftc_complex z = fftc_line_get(line, t + offset);
    fftc_pixel_pair pair;
    for (unsigned c = 0; c < FFTC_PIXEL_CHANNELS_MAX; ++c) {
        pair.channel[c] = fftc_complex_scale(z, (float)(c + 1));
    }
    return pair;
}

void fftc_line_set_pixel_near(fftc_uint line, fftc_uint t, fftc_uniform offset,
                              fftc_pixel_pair pair)
{
    fftc_complex sum = pair.channel[0];
    for (unsigned c = 1; c < driver_channels; ++c) {
        sum = fftc_complex_add(sum, fftc_complex_scale(pair.channel[c], (float)(c + 1)));
    }
    fftc_line_set(line, t + offset, sum);
}

/* Where the mirror is: of a line of its own, or of the second line of a pair. */
static fftc_uint mirror_of(fftc_uint line, fftc_uint position)
{
    return driver_load + driver_store == 2u
               ? (line ^ 1u) * FFTC_LINE_POINTS + (FFTC_LINE_POINTS - 1u - position)
               : line * FFTC_LINE_POINTS + (FFTC_LINE_POINTS - position) % FFTC_LINE_POINTS;
}

fftc_line_pair fftc_line_get_pair(fftc_uint line, fftc_uint position)
{
    fftc_line_pair pair;
    pair.value = fftc_line_get(line, position);
    fftc_memory_load(MEMORY_DATA, mirror_of(line, position), &pair.mirror);
    return pair;
}

/* Numbers that are written twice are equal: a race shows that two invocations take the same
 * index. */
void fftc_line_set_pair(fftc_uint line, fftc_uint position, fftc_line_pair pair)
{
    fftc_line_set(line, position, pair.value);
    fftc_memory_store(driver_in_place != 0 ? MEMORY_DATA : MEMORY_RESULT, mirror_of(line, position),
                      &pair.mirror);
}

/* The last item has no element: it stands elsewhere. */
fftc_complex fftc_line_get_item(fftc_uint line, fftc_uint item)
{
    fftc_complex z;
    if (item < FFTC_LINE_POINTS) {
        return fftc_line_get(line, item);
    }
    fftc_memory_load(MEMORY_TWIDDLES, line, &z);
    return z;
}

void fftc_line_set_item(fftc_uint line, fftc_uint item, fftc_complex value)
{
    if (item < FFTC_LINE_POINTS) {
        fftc_line_set(line, item, value);
    } else {
        fftc_memory_store(MEMORY_RESULT, line, &value);
    }
}

/* Any two numbers that tell who is who. */
fftc_line_pair fftc_line_pair_of_items(fftc_uint line, fftc_uint position, fftc_line_pair items)
{
    fftc_complex turn = fftc_complex_make((float)line, (float)position + 1.0f);
    items.value = fftc_complex_add(items.value, fftc_complex_mul(items.mirror, turn));
    return items;
}

fftc_line_pair fftc_line_items_of_pair(fftc_uint line, fftc_uint position, fftc_line_pair pair)
{
    return fftc_line_pair_of_items(line, position, pair);
}

fftc_bool fftc_line_own_mirror(fftc_uint pair)
{
    return pair != 0u;
}

fftc_bool fftc_line_wanted(fftc_uint line)
{
    return line < FFTC_LINE_COUNT * (driver_channels != 0 ? driver_channels : 1u);
}

fftc_complex fftc_line_factor(fftc_uint line, fftc_uint t, fftc_uniform slot)
{
    return fftc_complex_make((float)(line + slot), (float)t);
}

fftc_complex fftc_line_factor_after(fftc_uint line, fftc_uint t, fftc_uniform slot)
{
    return fftc_complex_make((float)(line + slot), -(float)t);
}

fftc_complex fftc_spectrum_get(fftc_uint index)
{
    return fftc_complex_make((float)index, 0.5f);
}

fftc_line_values fftc_line_spectrum_values(fftc_uint line, fftc_uint t)
{
    return fftc_resample_line_values(t, line);
}

void fftc_line_spectrum_begin(fftc_uint line, fftc_uint t, fftc_line_values values)
{
    fftc_resample_line_begin(line, t, values);
}

fftc_complex fftc_line_spectrum_near(fftc_uint line, fftc_uint t, fftc_uniform offset)
{
    if (driver_resampled != 0) {
        return fftc_resample_line_near(line, t, offset);
    }
    return fftc_complex_make((float)line + 0.5f, (float)(t + offset));
}

fftc_complex fftc_line_weight_get(fftc_uint line, fftc_uint position)
{
    return fftc_complex_make(0.25f - (float)position, (float)line);
}

/* Any numbers do: what is asked is that all schedules agree. */
fftc_complex fftc_line_twiddle_get(fftc_uint index)
{
    fftc_complex z;
    fftc_memory_load(MEMORY_TWIDDLES, index % (FFTC_LINE_POINTS * FFTC_LINE_COUNT), &z);
    return z;
}

/* --- kernels ---------------------------------------------------------------------------------- */

/* Sets the line before the kernel; every invocation sets the same. */
static void set_line(unsigned in_place, unsigned load, unsigned store)
{
    driver_in_place = in_place;
    driver_factored = 0;
    driver_load = load;
    driver_store = store;
    driver_gathered = 0;
    driver_held = 0;
    driver_channels = 0;
    driver_resampled = 0;
}

static void line(unsigned in_place)
{
    set_line(in_place, 0, 0);
    fftc_line_fft();
}

static void kernel_line(void *user)
{
    (void)user;
    line(0);
}

static void kernel_line_in_place(void *user)
{
    (void)user;
    line(1);
}

static void kernel_line_held(void *user)
{
    (void)user;
    set_line(0, 0, 0);
    driver_held = 1;
    fftc_line_fft();
}

static void kernel_gathered(void *user)
{
    (void)user;
    set_line(0, 0, 0);
    driver_gathered = 1;
    fftc_line_fft();
}

static void kernel_gathered_in_place(void *user)
{
    (void)user;
    set_line(1, 0, 0);
    driver_gathered = 1;
    fftc_line_fft();
}

static void convolve(unsigned part, unsigned in_place, unsigned channels)
{
    set_line(in_place, 0, 0);
    driver_channels = channels;
    driver_part = part;
    driver_factored = part != 2u;
    fftc_line_convolution();
}

static void kernel_convolution_there(void *user)
{
    (void)user;
    convolve(1, 0, 0);
}

static void kernel_convolution_product(void *user)
{
    (void)user;
    convolve(2, 0, 0);
}

static void kernel_convolution_in_place(void *user)
{
    (void)user;
    convolve(2, 1, 0);
}

static void kernel_convolution_resampled(void *user)
{
    (void)user;
    set_line(0, 0, 0);
    driver_part = 2;
    driver_resampled = 1;
    fftc_line_convolution();
}

static void kernel_convolution_back(void *user)
{
    (void)user;
    convolve(3, 1, 0);
}

static void kernel_pixels_there(void *user)
{
    (void)user;
    convolve(1, 0, 3);
}

static void kernel_pixels_back(void *user)
{
    (void)user;
    convolve(3, 0, 3);
}

static void mirrored(unsigned load, unsigned store)
{
    set_line(1, load, store);
    fftc_line_fft_mirrored();
}

static void kernel_mirrored_load(void *user)
{
    (void)user;
    mirrored(1, 0);
}

static void kernel_mirrored_store(void *user)
{
    (void)user;
    mirrored(0, 1);
}

static void rows(unsigned load, unsigned store)
{
    set_line(1, load, store);
    driver_gathered = 2;
    fftc_line_fft_mirrored();
}

static void kernel_rows_load(void *user)
{
    (void)user;
    rows(1, 0);
}

static void kernel_rows_store(void *user)
{
    (void)user;
    rows(0, 1);
}

static void kernel_pairs_load(void *user)
{
    (void)user;
    mirrored(2, 0);
}

static void kernel_pairs_store(void *user)
{
    (void)user;
    mirrored(0, 2);
}

#endif
