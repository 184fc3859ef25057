/* SPDX-License-Identifier: MIT
 *
 * Scans of one type by each of its operations. Parameters, undefined at the end: TYPE, SCALAR, MASK
 * and LANES as in scan_tmpl.h; IS_FLOAT, ONLY_ORDER: 1 or 0; ORDERED: order.h's type of floats.
 * Sums, products and bits of signed integers are those of unsigned ones, which may wrap around;
 * only their order differs.
 */
#define OF_TYPE__(operation, type) operation##_##type
#define OF_TYPE_(operation, type) OF_TYPE__(operation, type)
#define OF_TYPE(operation) OF_TYPE_(operation, TYPE)

#if IS_FLOAT && FFTC_FLOAT_ORDER
#define LOWER(a, b) (VECTOR)(OF_TYPE(fftc_order_min)((ORDERED)(a), (ORDERED)(b)))
#define UPPER(a, b) (VECTOR)(OF_TYPE(fftc_order_max)((ORDERED)(a), (ORDERED)(b)))
#elif IS_FLOAT /* a NaN, which does not equal itself, is kept */
#define LOWER(a, b) NAME(select)((MASKS)(((a) < (b)) | ((a) != (a))), a, b)
#define UPPER(a, b) NAME(select)((MASKS)(((a) > (b)) | ((a) != (a))), a, b)
#else
#define LOWER(a, b) NAME(select)((MASKS)((a) < (b)), a, b)
#define UPPER(a, b) NAME(select)((MASKS)((a) > (b)), a, b)
#endif

#define KERNEL OF_TYPE(min)
#define JOIN(a, b) LOWER(a, b)
#include "cpu/scan/units/scan_tmpl.h"

#define KERNEL OF_TYPE(max)
#define JOIN(a, b) UPPER(a, b)
#include "cpu/scan/units/scan_tmpl.h"

#if !ONLY_ORDER
#define KERNEL OF_TYPE(sum)
#define JOIN(a, b) (a) + (b)
#include "cpu/scan/units/scan_tmpl.h"

#define KERNEL OF_TYPE(product)
#define JOIN(a, b) (a) * (b)
#include "cpu/scan/units/scan_tmpl.h"
#endif

#if !ONLY_ORDER && !IS_FLOAT
#define KERNEL OF_TYPE(and)
#define JOIN(a, b) (a) & (b)
#include "cpu/scan/units/scan_tmpl.h"

#define KERNEL OF_TYPE(or)
#define JOIN(a, b) (a) | (b)
#include "cpu/scan/units/scan_tmpl.h"

#define KERNEL OF_TYPE(xor)
#define JOIN(a, b) (a) ^ (b)
#include "cpu/scan/units/scan_tmpl.h"
#endif

#undef OF_TYPE__
#undef OF_TYPE_
#undef OF_TYPE
#undef LOWER
#undef UPPER
#undef TYPE
#undef SCALAR
#undef MASK
#undef LANES
#undef IS_FLOAT
#undef ORDERED
#undef ONLY_ORDER
