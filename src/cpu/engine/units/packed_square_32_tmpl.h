/* SPDX-License-Identifier: MIT
 *
 * Rows of 32 by 32 points on packed numbers (square.c) in two passes: packed.c includes this after
 * its codelets, where the unit has such rows. A codelet takes 32 registers.
 *
 * The first pass leaves its results at the row's destination, if it may, so that the first-level
 * cache has less to hold; not with non-temporal stores. The second one works in place: the
 * C rows of a chunk and their results are the same columns of 32 by 32 numbers.
 */
FORCE void square_32_any(const fftc_packed_square *row, const fftc_scalar *src, fftc_scalar *dst,
                         void *work, const int inverse, const int how,
                         const fftc_prefetch_row *next)
{
    const size_t side = 32;
    const fftc_strided apart = NUMBERS_APART_FIXED(side);
    const bool there =
        src != dst && !(how & NONTEMPORAL_LINES) && (uintptr_t)dst % sizeof(fftc_real) == 0;
    fftc_scalar *y = there ? dst : (fftc_scalar *)work;
    triple_first_any_32(src, side, y, (const fftc_scalar *)row->columns, (fftc_scalar)row->scale,
                        inverse, next);
    for (size_t k = 0; k < side; k += C) {
        bring_dst(next, k * side * NUMBER_BYTES, C * side * NUMBER_BYTES, how);
        origin from = {fftc_strided_at(y + 2 * k, apart), apart};
        last_from_32(from, dst + 2 * k, apart, inverse, how);
    }
}

static void square_32(const fftc_packed_square *row, const void *src, void *dst, void *work,
                      int inverse, const fftc_prefetch_row *next)
{
    IN_EACH_WAY(square_32_any, next != NULL && next->nontemporal, row, (const fftc_scalar *)src,
                (fftc_scalar *)dst, work);
}
