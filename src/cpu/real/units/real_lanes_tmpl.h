/* SPDX-License-Identifier: MIT
 *
 * The passes of real_lanes.h, on rows of numbers of neighbouring lines. Their twiddles are scalars,
 * and complex numbers stay as they lie in memory, real and imaginary parts in turns. LANES > 1.
 */
typedef fftc_real_lanes_pass lanes_pass;

FORCE fftc_real row_load(const fftc_scalar *p, size_t width)
{
    return width >= LANES ? real_load(p, 0) : some_load(p, width);
}

FORCE void row_store(fftc_scalar *p, fftc_real x, size_t width)
{
    if (width >= LANES) {
        real_store(p, x, 0);
    } else {
        some_store(p, x, width);
    }
}

/* A row of the stage ends with a whole vector of complex numbers, of which those beside the lines
 * are zeros. */
FORCE size_t row_end(size_t width, const int in_stage)
{
    return in_stage ? (width + 2 * LANES - 1) / (2 * LANES) * (2 * LANES) : width;
}

FORCE size_t row_rest(size_t width, size_t i)
{
    return i < width ? width - i : 0;
}

/* Imaginary parts become 0, also where they are no numbers. */
FORCE fftc_real only_real_parts(fftc_real x)
{
#define EVEN_LANE(i, x) ((i) % 2 != 0 ? LANES + (i) : (i))
    const fftc_real none = {0};
    return SHUFFLE(x, none, EVEN_LANE, 0);
#undef EVEN_LANE
}

/* Rows k and h - k (real_engine.h, some_pairs). */
FORCE void pair_rows(const fftc_scalar *low, const fftc_scalar *high, fftc_scalar *to_low,
                     fftc_scalar *to_high, size_t width, const fftc_scalar *w, const int back)
{
    const fftc_real none = {0};
    const fftc_real re = none + w[0];
    const fftc_real im = conjugates(none + (back ? w[1] : -w[1]));
    for (size_t i = 0; i < row_end(width, back); i += LANES) {
        const size_t rest = row_rest(width, i);
        const fftc_real a = row_load(low + i, rest);
        const fftc_real b = conjugates(row_load(high + i, rest));
        const fftc_real difference = a - b;
        const fftc_real sum = a + b;
        const fftc_real turned = difference * re + parts_exchanged(difference) * im;
        row_store(to_low + i, sum + turned, back ? LANES : rest);
        row_store(to_high + i, conjugates(sum - turned), back ? LANES : rest);
    }
}

/* Row h / 2. */
FORCE void middle_row(const fftc_scalar *z, fftc_scalar *x, size_t width, const int back)
{
    for (size_t i = 0; i < row_end(width, back); i += LANES) {
        const size_t rest = row_rest(width, i);
        const fftc_real a = row_load(z + i, rest);
        row_store(x + i, conjugates(a + a), back ? LANES : rest);
    }
}

FORCE void inner_rows(const lanes_pass *p, const int back)
{
    const fftc_scalar *src = (const fftc_scalar *)p->src;
    fftc_scalar *dst = (fftc_scalar *)p->dst;
    const fftc_scalar *w = (const fftc_scalar *)p->twiddles;
    for (size_t k = 1; 2 * k < p->h; ++k, w += 2) {
        const size_t mirror = p->h - k;
        pair_rows(src + k * p->src_pitch, src + mirror * p->src_pitch, dst + k * p->dst_pitch,
                  dst + mirror * p->dst_pitch, p->width, w, back);
    }
    if (p->h % 2 == 0) {
        middle_row(src + p->h / 2 * p->src_pitch, dst + p->h / 2 * p->dst_pitch, p->width, back);
    }
}

static void separate_lanes(const lanes_pass *p)
{
    const fftc_scalar *z = (const fftc_scalar *)p->src;
    fftc_scalar *first = (fftc_scalar *)p->dst;
    fftc_scalar *last = first + p->h * p->dst_pitch;
    for (size_t i = 0; i < p->width; i += LANES) {
        const fftc_real a = row_load(z + i, p->width - i);
        const fftc_real b = parts_exchanged(a);
        const fftc_real ends = only_real_parts(2 * (a + b));
        const fftc_real nyquist = only_real_parts(2 * (a - b));
        if (p->packed) {
            row_store(first + i, ends + parts_exchanged(nyquist), p->width - i);
        } else {
            row_store(first + i, ends, p->width - i);
            row_store(last + i, nyquist, p->width - i);
        }
    }
    inner_rows(p, 0);
}

static void merge_lanes(const lanes_pass *p)
{
    const fftc_scalar *first = (const fftc_scalar *)p->src;
    const fftc_scalar *last = first + p->h * p->src_pitch;
    fftc_scalar *z = (fftc_scalar *)p->dst;
    for (size_t i = 0; i < row_end(p->width, 1); i += LANES) {
        const size_t rest = row_rest(p->width, i);
        const fftc_real a = row_load(first + i, rest);
        const fftc_real b = p->packed ? parts_exchanged(a) : row_load(last + i, rest);
        const fftc_real dc = only_real_parts(a);
        const fftc_real nyquist = only_real_parts(b);
        real_store(z + i, dc + nyquist + parts_exchanged(dc - nyquist), 0);
    }
    inner_rows(p, 1);
}

/* Rows of real numbers as the parts of complex ones; without a second row, imaginary parts are
 * 0. */
FORCE void zip_row(const fftc_scalar *re, const fftc_scalar *im, fftc_scalar *z, size_t width)
{
    for (size_t i = 0; i < width; i += LANES) {
        const fftc_real x = row_load(re + i, width - i);
        const fftc_real y = im != NULL ? row_load(im + i, width - i) : (fftc_real){0};
        pair_store(z + 2 * i, fftc_complex_make(x, y), 0);
    }
}

FORCE void unzip_row(const fftc_scalar *z, fftc_scalar *re, fftc_scalar *im, size_t width)
{
    for (size_t i = 0; i < width; i += LANES) {
        const fftc_complex x = pair_load(z + 2 * i, 0);
        row_store(re + i, x.re, width - i);
        if (im != NULL) {
            row_store(im + i, x.im, width - i);
        }
    }
}

static void zip_lanes(const lanes_pass *p)
{
    const fftc_scalar *x = (const fftc_scalar *)p->src;
    fftc_scalar *z = (fftc_scalar *)p->dst;
    for (size_t j = 0; j < p->h; ++j, z += p->dst_pitch) {
        const fftc_scalar *re = x + (p->odd ? j : 2 * j) * p->src_pitch;
        zip_row(re, p->odd ? NULL : re + p->src_pitch, z, p->width / 2);
    }
}

static void unzip_lanes(const lanes_pass *p)
{
    const fftc_scalar *z = (const fftc_scalar *)p->src;
    fftc_scalar *x = (fftc_scalar *)p->dst;
    for (size_t j = 0; j < p->h; ++j, z += p->src_pitch) {
        fftc_scalar *re = x + (p->odd ? j : 2 * j) * p->dst_pitch;
        unzip_row(z, re, p->odd ? NULL : re + p->dst_pitch, p->width / 2);
    }
}

/* Half of a whole spectrum, or a whole one of half. The imaginary part of frequency 0 is 0. */
static void halve_lanes(const lanes_pass *p)
{
    for (size_t k = 0; k <= p->h / 2; ++k) {
        const fftc_scalar *z = (const fftc_scalar *)p->src + k * p->src_pitch;
        fftc_scalar *x = (fftc_scalar *)p->dst + k * p->dst_pitch;
        for (size_t i = 0; i < p->width; i += LANES) {
            const fftc_real a = row_load(z + i, p->width - i);
            row_store(x + i, k == 0 ? only_real_parts(a) : a, p->width - i);
        }
    }
}

static void mirror_lanes(const lanes_pass *p)
{
    for (size_t k = 0; k <= p->h / 2; ++k) {
        const fftc_scalar *x = (const fftc_scalar *)p->src + k * p->src_pitch;
        fftc_scalar *z = (fftc_scalar *)p->dst + k * p->dst_pitch;
        fftc_scalar *mirror = (fftc_scalar *)p->dst + (k == 0 ? 0 : p->h - k) * p->dst_pitch;
        for (size_t i = 0; i < row_end(p->width, 1); i += LANES) {
            const fftc_real a = row_load(x + i, row_rest(p->width, i));
            real_store(z + i, k == 0 ? only_real_parts(a) : a, 0);
            if (k > 0) {
                real_store(mirror + i, conjugates(a), 0);
            }
        }
    }
}

static const fftc_real_lanes_passes lanes_passes = {zip_lanes,   unzip_lanes, separate_lanes,
                                                    merge_lanes, halve_lanes, mirror_lanes};
