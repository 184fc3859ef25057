/* SPDX-License-Identifier: MIT
 *
 * Includes the file EACH_RADIX once for each radix of a pass, with RADIX set, which that file
 * undefines again.
 */
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define RADIX 2
#include EACH_RADIX
#define RADIX 3
#include EACH_RADIX
#define RADIX 4
#include EACH_RADIX
#define RADIX 5
#include EACH_RADIX
#define RADIX 6
#include EACH_RADIX
#define RADIX 7
#include EACH_RADIX
#define RADIX 8
#include EACH_RADIX
#define RADIX 9
#include EACH_RADIX
#define RADIX 10
#include EACH_RADIX
#define RADIX 11
#include EACH_RADIX
#define RADIX 12
#include EACH_RADIX
#define RADIX 13
#include EACH_RADIX
#define RADIX 14
#include EACH_RADIX
#define RADIX 15
#include EACH_RADIX
#define RADIX 16
#include EACH_RADIX
#undef EACH_RADIX
