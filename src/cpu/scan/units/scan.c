/* SPDX-License-Identifier: MIT
 *
 * Scans by the usual operations, on vectors of one instruction set (ENGINE_ISA) with FFTC_LANES
 * lanes of 32 bits.
 */
#include "cpu/scan/scan.h"

#include "cpu/engine/units/nontemporal_stores.h"
#include "cpu/engine/units/unroll.h"
#include "cpu/scan/engines.h"
#include "cpu/scan/units/lanes.h"
#include "cpu/scan/units/order.h"

#if FFTC_LANES == 16
#define LANES64 8
#elif FFTC_LANES == 8
#define LANES64 4
#else
#define LANES64 2
#endif

#define TYPE u32
#define SCALAR uint32_t
#define MASK int32_t
#define LANES FFTC_LANES
#define IS_FLOAT 0
#define ONLY_ORDER 0
#include "cpu/scan/units/scan_type_tmpl.h"

#define TYPE i32
#define SCALAR int32_t
#define MASK int32_t
#define LANES FFTC_LANES
#define IS_FLOAT 0
#define ONLY_ORDER 1
#include "cpu/scan/units/scan_type_tmpl.h"

#define TYPE f32
#define SCALAR float
#define ORDERED FFTC_ORDER_F32
#define MASK int32_t
#define LANES FFTC_LANES
#define IS_FLOAT 1
#define ONLY_ORDER 0
#include "cpu/scan/units/scan_type_tmpl.h"

#define TYPE u64
#define SCALAR uint64_t
#define MASK int64_t
#define LANES LANES64
#define IS_FLOAT 0
#define ONLY_ORDER 0
#include "cpu/scan/units/scan_type_tmpl.h"

#define TYPE i64
#define SCALAR int64_t
#define MASK int64_t
#define LANES LANES64
#define IS_FLOAT 0
#define ONLY_ORDER 1
#include "cpu/scan/units/scan_type_tmpl.h"

#define TYPE f64
#define SCALAR double
#define ORDERED FFTC_ORDER_F64
#define MASK int64_t
#define LANES LANES64
#define IS_FLOAT 1
#define ONLY_ORDER 0
#include "cpu/scan/units/scan_type_tmpl.h"

#define LIST_OF__(isa) fftc_scan_engines_##isa
#define LIST_OF_(isa) LIST_OF__(isa)
#define ENGINE(operation, type)                              \
    {                                                        \
        operation##_##type##_scan, operation##_##type##_join \
    }
#define INTEGERS(type, own)                                                           \
    {                                                                                 \
        ENGINE(sum, type), ENGINE(product, type), ENGINE(min, own), ENGINE(max, own), \
            ENGINE(and, type), ENGINE(or, type), ENGINE(xor, type)                    \
    }
#define FLOATS(type)                                                                   \
    {                                                                                  \
        ENGINE(sum, type), ENGINE(product, type), ENGINE(min, type), ENGINE(max, type) \
    }

const fftc_scan_engine LIST_OF_(ENGINE_ISA)[FFTC_SCAN_TYPES][FFTC_SCAN_OPERATIONS] = {
    INTEGERS(u32, u32), INTEGERS(u32, i32), FLOATS(f32),
    INTEGERS(u64, u64), INTEGERS(u64, i64), FLOATS(f64)};
