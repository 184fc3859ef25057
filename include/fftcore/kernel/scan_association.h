/* SPDX-License-Identifier: MIT
 *
 * How the operands of a scan or a reduction of an array are grouped: by this and nothing else, on
 * every processor and device, for any number of threads and any size of a subgroup or workgroup. So
 * sums of floats, which are not quite associative, have the same bits everywhere.
 *
 * An array is divided into rows of 16 items. Let o be the operation, and let tree(i) of a power of
 * two of operands be their balanced binary tree of which only the first i operands are there; a
 * branch without operands is left out:
 *
 *     tree(3) of x0 .. x7 = (x0 o x1) o x2
 *     tree(7) of x0 .. x7 = ((x0 o x1) o (x2 o x3)) o ((x4 o x5) o x6)
 *
 * The result for item i of row r (all counted from 0) is P o R, where again what has no operand is
 * left out:
 *
 *     R = tree(i+1) of the row's items            the exclusive scan has tree(i)
 *     P = what the exclusive scan of the rows' totals, each of them a whole tree, has at r
 *
 * and that scan is one of an array, again by rows of 16: rows of rows. The reduction is tree(n) of
 * all n items.
 *
 * By segments (heads tell where they begin) every combination a o b of the above is replaced: if b
 * contains a head, the result is b.
 *
 * Why so: trees suit lanes and vectors of any number, and each part of a tree is made once. With
 * the number of a row as digits of base 16, what is before it is one tree for each digit, so that a
 * workgroup finds it by a look at 15 totals a digit, and waits for no chain of others (the look-
 * back of D. Merrill, M. Garland, Single-pass parallel prefix scan with decoupled look-back, NVIDIA
 * technical report NVR-2016-002, on a tree of totals). That a tree is cut off behind its i-th
 * operand is the scan of J. Sklansky (IRE Trans. Electronic Computers EC-9, 1960).
 */
#ifndef FFTC_SCAN_ASSOCIATION_H
#define FFTC_SCAN_ASSOCIATION_H

#include "fftcore/kernel/dialect.h"

#define FFTC_SCAN_ROW_LOG2 4u /* items in a row */

/* Items that a workgroup or a thread does at once: rows of rows of rows. (Smaller blocks are for
 * tests. Results do not depend on whether there are two levels of rows or three.) */
#ifndef FFTC_SCAN_BLOCK_LOG2
#define FFTC_SCAN_BLOCK_LOG2 12u
#endif

#endif
