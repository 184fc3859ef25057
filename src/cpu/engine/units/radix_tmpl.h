/* SPDX-License-Identifier: MIT
 *
 * Includes the file EACH_RADIX if RADIX is in the list RADICES (radices_tmpl.h).
 */
#define OR_IS(r, x) || RADIX == (r)
#if 0 RADICES(OR_IS, )
#include EACH_RADIX
#else
#undef RADIX
#endif
#undef OR_IS
