/* SPDX-License-Identifier: MIT
 *
 * The radices of the CPU's passes. Tables and functions of all units come from these lists, and the
 * planner tries what is in an engine's table. A list is X(r, x) for each of its radices; x is for
 * the caller.
 */
#ifndef FFTC_CPU_RADICES_H
#define FFTC_CPU_RADICES_H

/* clang-format off */
/* Codelets of every unit (units/codelets.h), from a radix on: wide vectors leave out short ones. */
#define FFTC_RADICES_FROM_16(X, x) X(16, x)
#define FFTC_RADICES_FROM_8(X, x) \
    X(8, x) X(9, x) X(10, x) X(11, x) X(12, x) X(13, x) X(14, x) X(15, x) FFTC_RADICES_FROM_16(X, x)
#define FFTC_RADICES_FROM_6(X, x) X(6, x) X(7, x) FFTC_RADICES_FROM_8(X, x)
#define FFTC_RADICES_FROM_4(X, x) X(4, x) X(5, x) FFTC_RADICES_FROM_6(X, x)
#define FFTC_RADICES_FROM_2(X, x) X(2, x) X(3, x) FFTC_RADICES_FROM_4(X, x)
#define FFTC_RADICES FFTC_RADICES_FROM_2
#define FFTC_ENGINE_MAX_CODELET 16 /* the last of them: tables by codelet end there */

/* Packed rows (units/packed.c) have these; where there are 32 registers long ones too, of 18 to 30
 * points, which fftc_packed.long_radices tells; and as the last of two radices 32. */
#define FFTC_LONG_RADICES(X, x) \
    X(18, x) X(20, x) X(21, x) X(22, x) X(24, x) X(25, x) X(26, x) X(27, x) X(28, x) X(30, x)
#define FFTC_LAST_RADIX(X, x) X(32, x)
#define FFTC_PACKED_MAX_RADIX FFTC_ENGINE_MAX_CODELET
#define FFTC_PACKED_MAX_FIRST 30
#define FFTC_PACKED_MAX_LAST 32

/* The long ones of passes through columns (lane_rows.h). */
#define FFTC_LONG_COLUMN_RADICES(X, x) X(20, x) X(32, x)

/* Primes whose passes are loops over constants (prime.h). */
#define FFTC_PRIMES(X, x) \
    X(17, x) X(19, x) X(23, x) X(29, x) X(31, x) X(37, x) X(41, x) X(43, x) X(47, x) X(53, x) \
    X(59, x) X(61, x) X(67, x) X(71, x) X(73, x) X(79, x)
#define FFTC_ENGINE_MAX_RADIX 79 /* the last of them */
/* clang-format on */

/* Entries of a table by radix, of functions x_<radix> or of objects of such names. */
#define FFTC_FUNCTION_OF(r, x) [r] = x##_##r,
#define FFTC_OBJECT_OF(r, x) [r] = &x##_##r,

#endif
