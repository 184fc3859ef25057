/* SPDX-License-Identifier: MIT
 *
 * The two steps of a codelet (codelets.h) inside of a pass: pass_tmpl.h and packed_pass_tmpl.h
 * include this once for each RADIX, with NAME and BUNDLE set, and undefine STEP, COLUMN and
 * ROW_POINTS. `fetch` brings an element from an origin, two constants telling how; both are
 * the including unit's.
 */
#define STEP(x) PASTE(PASTE(fftc_dft_, x), PASTE(_, RADIX))
#define COLUMN PASTE(FFTC_DFT_COLUMN_, RADIX)
#define ROW_POINTS PASTE(FFTC_DFT_ROW_, RADIX)

/* A codelet's numbers between its two steps. */
typedef struct NAME(half) {
    STEP(row) row[COLUMN];
} NAME(half);

/* The first step; each column is fetched when it is needed. */
FORCE NAME(half) NAME(begin)(origin from, const int kind, const int way)
{
    NAME(half) h;
    UNROLL for (int n2 = 0; n2 < ROW_POINTS; ++n2)
    {
        STEP(column) x;
        UNROLL for (int n1 = 0; n1 < COLUMN; ++n1)
        {
            x.v[n1] = fetch(from, STEP(in)(n1, n2), kind, way);
        }
        x = STEP(first)(x);
        UNROLL for (int k = 0; k < COLUMN; ++k) h.row[k].v[n2] = x.v[k];
    }
    return h;
}

/* The second step, where all of its results are needed at once. */
FORCE BUNDLE NAME(finish)(NAME(half) h)
{
    BUNDLE x;
    UNROLL for (int k = 0; k < COLUMN; ++k)
    {
        STEP(row) y = STEP(second)(h.row[k], k);
        UNROLL for (int i = 0; i < ROW_POINTS; ++i) x.v[STEP(out)(k, i)] = y.v[i];
    }
    return x;
}
