/* SPDX-License-Identifier: MIT
 *
 * Includes the file EACH_RADIX once for each radix of the list RADICES (radices.h), with RADIX set,
 * which that file undefines again. Names are made of RADIX, which therefore is one number after the
 * other, and no expression.
 */
#define PASTE_(a, b) a##b
#define PASTE(a, b) PASTE_(a, b)
#define RADIX 2
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 3
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 4
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 5
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 6
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 7
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 8
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 9
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 10
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 11
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 12
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 13
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 14
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 15
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 16
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 17
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 18
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 19
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 20
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 21
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 22
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 23
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 24
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 25
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 26
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 27
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 28
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 29
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 30
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 31
#include "cpu/engine/units/radix_tmpl.h"
#define RADIX 32
#include "cpu/engine/units/radix_tmpl.h"
#undef EACH_RADIX
#undef RADICES
