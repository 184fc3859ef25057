/* SPDX-License-Identifier: MIT
 *
 * How the operands of a scan or a reduction of an array are grouped: by this and nothing else, on
 * every processor and device, for any number of threads and any size of a subgroup or workgroup. So
 * sums of floats, which are not quite associative, have the same bits everywhere.
 *
 * An array is divided into rows of 16 items and blocks of 256 rows. Let o be the operation, and let
 * tree(i) of a power of two of operands be their balanced binary tree of which only the first i
 * operands are there; a branch without operands is left out:
 *
 *     tree(3) of x0 .. x7 = (x0 o x1) o x2
 *     tree(7) of x0 .. x7 = ((x0 o x1) o (x2 o x3)) o ((x4 o x5) o x6)
 *
 * For item i of row r of block b (all counted from 0), with t(0), t(1), ... for the totals of the
 * block's rows and T(0), T(1), ... for those of the blocks, each of them a whole tree,
 *
 *     P = (T(0) o T(1)) o T(2) ... o T(b-1)       left to right
 *     E = tree(r) of t(0) .. t(255)
 *     R = tree(i+1) of the row's items            the exclusive scan has tree(i)
 *
 * the result is (P o E) o R, where again what has no operand is left out. The reduction is P of all
 * blocks, of which the last one may be shorter: a tree with fewer operands.
 *
 * By segments (heads tell where they begin) every combination a o b of the above is replaced: if b
 * contains a head, the result is b.
 *
 * Why so: trees suit lanes and vectors of any number, and each part of a tree is made once. Blocks
 * are combined from left to right because that is what a look-back through any number of blocks
 * can reproduce (D. Merrill, M. Garland, Single-pass parallel prefix scan with decoupled look-back,
 * NVIDIA technical report NVR-2016-002). That a tree is cut off behind its i-th operand is the scan
 * of J. Sklansky (IRE Trans. Electronic Computers EC-9, 1960).
 */
#ifndef FFTC_SCAN_ASSOCIATION_H
#define FFTC_SCAN_ASSOCIATION_H

#include "fftcore/kernel/dialect.h"

#define FFTC_SCAN_ROW_LOG2 4u    /* items in a row */
#ifndef FFTC_SCAN_BLOCK_LOG2     /* smaller ones are for tests */
#define FFTC_SCAN_BLOCK_LOG2 12u /* items in a block */
#endif

#endif
