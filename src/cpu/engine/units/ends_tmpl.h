/* SPDX-License-Identifier: MIT
 *
 * Both ends of a convolution of one row, times factors (unordered.h): its first pass there and its
 * last one back, of radix RADIX, a multiple of the lanes. unordered.c includes this for each
 * such radix; RADIX is undefined again at the end.
 */
#define BUNDLE PASTE(fftc_complex_, RADIX)
#define NAME(x) PASTE(PASTE(x, _), RADIX)

/* Numbers from `at` on, times their factors; 0 from number `count` on. */
FORCE fftc_complex NAME(number)(const fftc_unordered_ends *e, size_t at, const int swap)
{
    const fftc_scalar *p = (const fftc_scalar *)e->src + 2 * at;
    const fftc_scalar *f = (const fftc_scalar *)e->factors + 2 * at;
    if (at + LANES <= e->count) {
        return fftc_complex_mul(full_load(p, swap), full_load(f, 0));
    }
    if (at < e->count) {
        edge_mode mode = edge_mode_make((int)(e->count - at));
        return fftc_complex_mul(edge_load(p, mode, swap), edge_load(f, mode, 0));
    }
    return fftc_complex_make(FFTC_REAL(0.0), FFTC_REAL(0.0));
}

FORCE void NAME(put_number)(const fftc_unordered_ends *e, size_t at, fftc_complex x, const int swap)
{
    const fftc_scalar *f = (const fftc_scalar *)e->factors + 2 * at;
    const fftc_scalar *a = (const fftc_scalar *)e->addend + 2 * at;
    fftc_scalar *p = (fftc_scalar *)e->dst + 2 * at;
    if (at + LANES <= e->count) {
        x = fftc_complex_mul(x, full_load(f, 0));
        if (e->addend != NULL) {
            x = fftc_complex_add(x, full_load(a, swap));
        }
        full_store(p, x, swap);
    } else if (at < e->count) {
        edge_mode mode = edge_mode_make((int)(e->count - at));
        x = fftc_complex_mul(x, edge_load(f, mode, 0));
        if (e->addend != NULL) {
            x = fftc_complex_add(x, edge_load(a, mode, swap));
        }
        edge_store(p, x, mode, swap);
    }
}

/* The twiddle of a group of columns: from a table, or a product. */
FORCE fftc_complex NAME(twiddle)(const fftc_unordered_ends *e, size_t group, int q, const int half)
{
    const fftc_complex *by_lane = (const fftc_complex *)e->twiddles;
    const fftc_scalar *by_group = (const fftc_scalar *)e->group_twiddles;
    return half ? by_lane[group * (RADIX - 1) + (size_t)q - 1]
                : rotate(by_lane[q - 1], by_group + 2 * (group * (RADIX - 1) + (size_t)q - 1));
}

FORCE void NAME(in_any)(const fftc_unordered_ends *e, size_t begin, size_t end, void *work,
                        const int half, const int swap)
{
    for (size_t column = begin; column < end; column += LANES) {
        size_t base = column + LANES <= e->m ? column : e->m - LANES;
        fftc_complex *y = (fftc_complex *)work + base;
        BUNDLE x;
        UNROLL for (int q = 0; q < RADIX; ++q)
        {
            x.v[q] = half && q >= RADIX / 2 ? fftc_complex_make(FFTC_REAL(0.0), FFTC_REAL(0.0))
                                            : NAME(number)(e, base + (size_t)q * e->m, swap);
        }
        x = NAME(there)(x);
        UNROLL for (int q = 1; q < RADIX; ++q)
        {
            x.v[q] = fftc_complex_mul(x.v[q], NAME(twiddle)(e, column / LANES, q, half));
        }
        UNROLL for (int chunk = 0; chunk < RADIX; chunk += LANES)
        {
            fftc_real re[LANES];
            fftc_real im[LANES];
            UNROLL for (int i = 0; i < LANES; ++i)
            {
                re[i] = x.v[chunk + lane_column(i)].re;
                im[i] = x.v[chunk + lane_column(i)].im;
            }
            transpose(re);
            transpose(im);
            UNROLL for (int i = 0; i < LANES; ++i)
            {
                y[(size_t)(chunk / LANES) * e->m + (size_t)lane_column(i)] =
                    fftc_complex_make(re[i], im[i]);
            }
        }
    }
}

FORCE void NAME(out_any)(const fftc_unordered_ends *e, size_t begin, size_t end, const void *work,
                         const int half, const int swap)
{
    for (size_t column = begin; column < end; column += LANES) {
        size_t base = column + LANES <= e->m ? column : e->m - LANES;
        const fftc_complex *y = (const fftc_complex *)work + base;
        BUNDLE x;
        UNROLL for (int chunk = 0; chunk < RADIX; chunk += LANES)
        {
            fftc_real re[LANES];
            fftc_real im[LANES];
            UNROLL for (int i = 0; i < LANES; ++i)
            {
                fftc_complex v = y[(size_t)(chunk / LANES) * e->m + (size_t)lane_column(i)];
                re[i] = v.re;
                im[i] = v.im;
            }
            transpose(re);
            transpose(im);
            UNROLL for (int i = 0; i < LANES; ++i)
            {
                x.v[chunk + lane_column(i)] = fftc_complex_make(re[i], im[i]);
            }
        }
        UNROLL for (int q = 1; q < RADIX; ++q)
        {
            x.v[q] = multiply_conjugate(x.v[q], NAME(twiddle)(e, column / LANES, q, half));
        }
        x = NAME(back_again)(x);
        UNROLL for (int q = 0; q < RADIX; ++q)
        {
            if (!half || q < RADIX / 2) {
                NAME(put_number)(e, base + (size_t)q * e->m, x.v[q], swap);
            }
        }
    }
}

static ALONE void NAME(in_half)(const fftc_unordered_ends *e, size_t begin, size_t end, void *work)
{
    NAME(in_any)(e, begin, end, work, 1, 0);
}

static ALONE void NAME(in_half_swapped)(const fftc_unordered_ends *e, size_t begin, size_t end,
                                        void *work)
{
    NAME(in_any)(e, begin, end, work, 1, 1);
}

static ALONE void NAME(in_full)(const fftc_unordered_ends *e, size_t begin, size_t end, void *work)
{
    NAME(in_any)(e, begin, end, work, 0, 0);
}

static ALONE void NAME(in_full_swapped)(const fftc_unordered_ends *e, size_t begin, size_t end,
                                        void *work)
{
    NAME(in_any)(e, begin, end, work, 0, 1);
}

static void NAME(in)(const fftc_unordered_ends *e, size_t begin, size_t end, void *work)
{
    if (e->group_twiddles == NULL) {
        (e->swap ? NAME(in_half_swapped) : NAME(in_half))(e, begin, end, work);
    } else {
        (e->swap ? NAME(in_full_swapped) : NAME(in_full))(e, begin, end, work);
    }
}

static ALONE void NAME(out_half)(const fftc_unordered_ends *e, size_t begin, size_t end,
                                 const void *work)
{
    NAME(out_any)(e, begin, end, work, 1, 0);
}

static ALONE void NAME(out_half_swapped)(const fftc_unordered_ends *e, size_t begin, size_t end,
                                         const void *work)
{
    NAME(out_any)(e, begin, end, work, 1, 1);
}

static ALONE void NAME(out_full)(const fftc_unordered_ends *e, size_t begin, size_t end,
                                 const void *work)
{
    NAME(out_any)(e, begin, end, work, 0, 0);
}

static ALONE void NAME(out_full_swapped)(const fftc_unordered_ends *e, size_t begin, size_t end,
                                         const void *work)
{
    NAME(out_any)(e, begin, end, work, 0, 1);
}

static void NAME(out)(const fftc_unordered_ends *e, size_t begin, size_t end, const void *work)
{
    if (e->group_twiddles == NULL) {
        (e->swap ? NAME(out_half_swapped) : NAME(out_half))(e, begin, end, work);
    } else {
        (e->swap ? NAME(out_full_swapped) : NAME(out_full))(e, begin, end, work);
    }
}

#undef NAME
#undef BUNDLE
#undef RADIX
