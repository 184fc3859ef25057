/* SPDX-License-Identifier: MIT
 *
 * odd.h's loops for one precision: odd.c includes this with SCALAR and NAME(x) set; undefined again
 * at the end.
 */
static void NAME(join)(const void *a, const void *b, void *z, size_t n)
{
    const SCALAR *x = a;
    const SCALAR *y = b;
    SCALAR *to = z;
    for (size_t t = 0; t < n; ++t) {
        to[2 * t] = x[t];
        to[2 * t + 1] = y != NULL ? y[t] : 0;
    }
}

static void NAME(part)(const void *z, void *a, void *b, size_t n)
{
    const SCALAR *from = z;
    SCALAR *x = a;
    SCALAR *y = b;
    for (size_t t = 0; t < n; ++t) {
        x[t] = from[2 * t];
        if (y != NULL) {
            y[t] = from[2 * t + 1];
        }
    }
}

/* V of both lines, where z and its mirror are Z[s] and Z[n - s]. */
static void NAME(split)(const SCALAR *z, const SCALAR *mirror, SCALAR *a, SCALAR *b)
{
    a[0] = (z[0] + mirror[0]) / 2;
    a[1] = (z[1] - mirror[1]) / 2;
    b[0] = (z[1] + mirror[1]) / 2;
    b[1] = (mirror[0] - z[0]) / 2;
}

static void NAME(separate)(const void *z, void *a, void *b, size_t n)
{
    const SCALAR *from = z;
    SCALAR *x = a;
    SCALAR *y = b;
    x[0] = from[0];
    x[1] = 0;
    if (y == NULL) {
        for (size_t i = 2; i < 2 * (n / 2 + 1); ++i) {
            x[i] = from[i];
        }
        if (n % 2 == 0) {
            x[n + 1] = 0;
        }
        return;
    }
    y[0] = from[1];
    y[1] = 0;
    for (size_t s = 1; s <= n / 2; ++s) {
        NAME(split)(from + 2 * s, from + 2 * (n - s), x + 2 * s, y + 2 * s);
    }
}

/* Z = A + i B where A and B are given for half of the frequencies. */
static void NAME(unite)(const SCALAR *a, const SCALAR *b, SCALAR *z, SCALAR *mirror)
{
    z[0] = a[0] - b[1];
    z[1] = a[1] + b[0];
    mirror[0] = a[0] + b[1];
    mirror[1] = b[0] - a[1];
}

static void NAME(merge)(const void *a_dc, const void *a, const void *b_dc, const void *b, void *z,
                        size_t n)
{
    const SCALAR none[2] = {0, 0};
    const SCALAR *x = a;
    const SCALAR *y = b;
    SCALAR *to = z;
    to[0] = *(const SCALAR *)a_dc;
    to[1] = y != NULL ? *(const SCALAR *)b_dc : 0;
    if (n % 2 == 0) {
        to[n] = x[n - 2];
        to[n + 1] = y != NULL ? y[n - 2] : 0;
    }
    for (size_t s = 1; s <= (n - 1) / 2; ++s) {
        NAME(unite)
        (x + 2 * (s - 1), y != NULL ? y + 2 * (s - 1) : none, to + 2 * s, to + 2 * (n - s));
    }
}

static void NAME(gather)(const fftc_odd_table *table, const void *a, const void *b, void *z,
                         size_t n)
{
    const SCALAR *x = a;
    const SCALAR *y = b;
    SCALAR *to = z;
    for (size_t t = 0; t < n; ++t) {
        int64_t from = table->order[t];
        size_t at = (size_t)(from < 0 ? ~from : from);
        SCALAR sign = from < 0 ? -1 : 1;
        to[2 * t] = sign * x[at];
        to[2 * t + 1] = y != NULL ? sign * y[at] : 0;
    }
}

static void NAME(scatter)(const fftc_odd_table *table, const void *z, void *a, void *b, size_t n)
{
    const SCALAR *from = z;
    SCALAR *x = a;
    SCALAR *y = b;
    for (size_t t = 0; t < n; ++t) {
        int64_t to = table->order[t];
        size_t at = (size_t)(to < 0 ? ~to : to);
        SCALAR sign = to < 0 ? -1 : 1;
        x[at] = sign * from[2 * t];
        if (y != NULL) {
            y[at] = sign * from[2 * t + 1];
        }
    }
}

static void NAME(rotate)(const fftc_odd_place *p, const SCALAR *v, SCALAR *x)
{
    x[p->first] = v[0] * (SCALAR)p->rotation[0] + v[1] * (SCALAR)p->rotation[1];
    x[p->second] = v[0] * (SCALAR)p->rotation[2] + v[1] * (SCALAR)p->rotation[3];
}

static void NAME(analyse)(const fftc_odd_table *table, const void *z, void *a, void *b, size_t n)
{
    const fftc_odd_place *p = table->place;
    const SCALAR *from = z;
    SCALAR *x = a;
    SCALAR *y = b;
    x[p->first] = from[0] * (SCALAR)p->rotation[0];
    if (y != NULL) {
        y[p->first] = from[1] * (SCALAR)p->rotation[0];
    }
    for (size_t s = 1; s <= n / 2; ++s) {
        if (y != NULL) {
            SCALAR v[2];
            SCALAR w[2];
            NAME(split)(from + 2 * s, from + 2 * (n - s), v, w);
            NAME(rotate)(p + s, v, x);
            NAME(rotate)(p + s, w, y);
        } else {
            NAME(rotate)(p + s, from + 2 * s, x);
        }
    }
}

static void NAME(rotate_back)(const fftc_odd_place *p, const SCALAR *x, SCALAR *v)
{
    SCALAR first = x[p->first] / 2;
    SCALAR second = x[p->second] / 2;
    v[0] = first * (SCALAR)p->rotation[0] + second * (SCALAR)p->rotation[2];
    v[1] = first * (SCALAR)p->rotation[1] + second * (SCALAR)p->rotation[3];
}

static void NAME(synthesise)(const fftc_odd_table *table, const void *a, const void *b,
                             double first, void *z, size_t n)
{
    const fftc_odd_place *p = table->place;
    const SCALAR *x = a;
    const SCALAR *y = b;
    SCALAR *to = z;
    SCALAR scale = (SCALAR)(first * p->rotation[0] / 2);
    to[0] = x[p->first] * scale;
    to[1] = y != NULL ? y[p->first] * scale : 0;
    for (size_t s = 1; s <= n / 2; ++s) {
        SCALAR v[2];
        SCALAR w[2] = {0, 0};
        NAME(rotate_back)(p + s, x, v);
        if (y != NULL) {
            NAME(rotate_back)(p + s, y, w);
        }
        NAME(unite)(v, w, to + 2 * s, to + 2 * (n - s));
    }
}

/* y[t] and y[t + N], of which one has an even index and is the real part. */
static void NAME(gather_one)(const void *x, double ends, void *z, size_t big_n, int sine)
{
    const SCALAR *from = x;
    SCALAR *to = z;
    size_t shift = sine ? 1 : 0;
    SCALAR sign = sine ? -1 : 1;
    to[0] = sine ? 0 : from[0] * (SCALAR)ends;
    to[1] = sine ? 0 : from[big_n] * (SCALAR)ends;
    for (size_t t = 1; t + 1 < big_n; t += 2) {
        to[2 * t] = sign * from[big_n - t - shift];
        to[2 * t + 1] = from[t - shift];
        to[2 * t + 2] = from[t + 1 - shift];
        to[2 * t + 3] = sign * from[big_n - t - 1 - shift];
    }
}

/* x = matrix y, adding the small parts first. For float everything is computed in double, and
 * rounded once. */
static void NAME(multiply)(const fftc_odd_matrix *matrix, const void *y, void *x)
{
    const SCALAR *from = y;
    SCALAR *to = x;
    size_t n = matrix->n;
    size_t half = matrix->symmetric ? n / 2 : 0;
    double even[FFTC_ODD_MATRIX_MOST];
    double odd[FFTC_ODD_MATRIX_MOST];
    for (size_t j = 0; j < n; ++j) {
        double other = j < half ? (double)from[n - 1 - j] : 0.0;
        even[j] = (double)from[j] + other;
        odd[j] = (double)from[j] - other;
    }
    for (size_t k = 0; k < n; ++k) {
        const double(*row)[2] = matrix->entry + k * n;
        /* The number in the middle has the factor 0 in an antisymmetric row. */
        const double *v = matrix->symmetric && k % 2 != 0 ? odd : even;
        double sum = 0.0;
        double small = 0.0;
        for (size_t j = n - half; j-- > 0;) {
            small += row[j][1] * v[j];
            sum += row[j][0] * v[j];
        }
        to[k] = (SCALAR)(sum + small);
    }
}

/* Z[s] and Z[N - s] are the same (DST: negatives) except for rounding errors; their mean is better.
 * The factor 1/2 of the mean is part of the transform. */
static void NAME(analyse_one)(const void *z, void *x, size_t big_n, int sine)
{
    const SCALAR *from = z;
    SCALAR *to = x;
    if (!sine) {
        to[0] = 2 * (from[0] + from[1]);
        to[big_n] = 2 * (from[0] - from[1]);
    }
    for (size_t s = 1; s <= big_n / 2; ++s) {
        const SCALAR *mirror = from + 2 * (big_n - s);
        SCALAR re = sine ? from[2 * s] - mirror[0] : from[2 * s] + mirror[0];
        SCALAR im = sine ? from[2 * s + 1] - mirror[1] : from[2 * s + 1] + mirror[1];
        if (sine) {
            to[2 * s - 1] = re - im;
            to[big_n - 2 * s - 1] = re + im;
        } else {
            to[2 * s] = re + im;
            to[big_n - 2 * s] = re - im;
        }
    }
}

static const fftc_odd NAME(all) = {
    {NAME(join), NAME(part), NAME(separate), NAME(merge)},
    NAME(gather),
    NAME(analyse),
    NAME(synthesise),
    NAME(scatter),
    NAME(gather_one),
    NAME(multiply),
    NAME(analyse_one),
};

#undef SCALAR
#undef NAME
