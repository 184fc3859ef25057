/* SPDX-License-Identifier: MIT
 *
 * Which instruction set the SIMD execution and the engine use: the best one that the machine has.
 */
#include <stdio.h>
#include <string.h>

#include "common/error.h"
#include "common/overrides.h"
#include "cpu/simd/simd.h"

extern const fftc_simd_engine fftc_simd_base_1;
extern const fftc_simd_engine fftc_simd_base_2;
extern const fftc_simd_engine fftc_simd_base_4;
extern const fftc_simd_engine fftc_simd_base_8;
extern const fftc_simd_engine fftc_simd_base_16;

/* What the compiler's own vectors are called; without a name there are none that we know of. */
#if defined(__SSE2__)
#define BASE_NAME "sse2"
#elif defined(__aarch64__)
#define BASE_NAME "neon"
#elif defined(__ALTIVEC__) || defined(__VSX__) || defined(__VEC__) || defined(__mips_msa) || \
    defined(__loongarch_sx) || defined(__wasm_simd128__)
#define BASE_NAME "generic"
#endif

/* A subgroup is a vector in any case; if there are no vector registers, compilers split it. */
#define BASE_ENGINES                                                                \
    {                                                                               \
        &fftc_simd_base_1, &fftc_simd_base_2, &fftc_simd_base_4, &fftc_simd_base_8, \
            &fftc_simd_base_16                                                      \
    }

static bool always(void)
{
    return true;
}

#ifdef FFTC_SIMD_X86

extern const fftc_simd_engine fftc_simd_avx2_4;
extern const fftc_simd_engine fftc_simd_avx2_8;
extern const fftc_simd_engine fftc_simd_avx2_16;
extern const fftc_simd_engine fftc_simd_avx512_4;
extern const fftc_simd_engine fftc_simd_avx512_8;
extern const fftc_simd_engine fftc_simd_avx512_16;

/* libgcc asks the operating system too, whether it saves the registers. f16c is a name that gcc
 * learnt in version 11 and clang later; every CPU with AVX2 has it. */
static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}

static bool has_avx512(void)
{
    return has_avx2() && __builtin_cpu_supports("avx512f") != 0 &&
           __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
           __builtin_cpu_supports("avx512vl") != 0;
}

#endif

/* Best first; the last always serves. One and two lanes are for tiny workgroups, not for speed. */
static const fftc_simd_isa isas[] = {
#ifdef FFTC_SIMD_X86
    {"avx512",
     has_avx512,
     {&fftc_simd_base_1, &fftc_simd_base_2, &fftc_simd_avx512_4, &fftc_simd_avx512_8,
      &fftc_simd_avx512_16}},
    {"avx2",
     has_avx2,
     {&fftc_simd_base_1, &fftc_simd_base_2, &fftc_simd_avx2_4, &fftc_simd_avx2_8,
      &fftc_simd_avx2_16}},
#endif
#ifdef BASE_NAME
    {BASE_NAME, always, BASE_ENGINES},
#endif
    {"scalar", always, BASE_ENGINES},
};

#define ISA_COUNT (sizeof isas / sizeof *isas)

/* What this CPU has of what was built, with commas. */
static void list_supported(char *list, size_t bytes)
{
    size_t used = 0;
    for (size_t i = 0; i < ISA_COUNT && used < bytes; ++i) {
        if (isas[i].supported()) {
            used += (size_t)snprintf(list + used, bytes - used, "%s%s", used > 0 ? ", " : "",
                                     isas[i].name);
        }
    }
}

static fftc_status refuse(const char *forced, const char *why, fftc_error *error)
{
    char list[64];
    list_supported(list, sizeof list);
    return fftc_fail(
        error, FFTC_UNSUPPORTED,
        "FFTCORE_FORCE_ISA is \"%.40s\", which this %s: unset it or set it to one of: %s", forced,
        why, list);
}

fftc_status fftc_simd_isa_select(const fftc_simd_isa **isa, fftc_error *error)
{
    const char *forced = fftc_override_text(FFTC_OVERRIDE_ISA);
    bool any = forced == NULL || forced[0] == '\0';
    for (size_t i = 0; i < ISA_COUNT; ++i) {
        if (any || strcmp(forced, isas[i].name) == 0) {
            if (isas[i].supported()) {
                *isa = &isas[i];
                return fftc_succeed(error);
            }
            if (!any) {
                return refuse(forced, "CPU does not have", error);
            }
        }
    }
    return refuse(forced, "build does not know", error);
}

const char *fftc_simd_isa_name(void)
{
    const fftc_simd_isa *isa;
    return fftc_simd_isa_select(&isa, NULL) == FFTC_SUCCESS ? isa->name : NULL;
}
