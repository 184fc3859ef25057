/* SPDX-License-Identifier: MIT */
#include "cpu/isa.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "cpu/overrides.h"
#include "fftcore/reference.h"

/* What the compiler's own vectors are called; without a name there are none that we know of. */
#if defined(__SSE2__)
#define BASE_NAME "sse2"
#elif defined(__aarch64__)
#define BASE_NAME "neon"
#elif defined(__ALTIVEC__) || defined(__VSX__) || defined(__VEC__) || defined(__mips_msa) || \
    defined(__loongarch_sx) || defined(__wasm_simd128__)
#define BASE_NAME "generic"
#endif

static bool always(void)
{
    return true;
}

#ifdef __x86_64__
/* libgcc asks the operating system too, whether it saves the registers. f16c is a name that gcc
 * learnt in version 11 and clang later; every CPU with AVX2 has it. A build may have neither. */
__attribute__((unused)) static bool has_avx2(void)
{
    return __builtin_cpu_supports("avx2") != 0;
}

__attribute__((unused)) static bool has_avx512(void)
{
    return has_avx2() && __builtin_cpu_supports("avx512f") != 0 &&
           __builtin_cpu_supports("avx512bw") != 0 && __builtin_cpu_supports("avx512dq") != 0 &&
           __builtin_cpu_supports("avx512vl") != 0;
}
#endif

#define ROW_avx512 {"avx512", has_avx512},
#define ROW_avx2 {"avx2", has_avx2},
#ifdef BASE_NAME
#define ROW_base {BASE_NAME, always},
#else
#define ROW_base
#endif
#define ROW_scalar {"scalar", always},
#define ROW(isa, f32, f64) ROW_##isa

/* The last always serves. */
static const struct {
    const char *name;
    bool (*supported)(void);
} isas[] = {FFTC_BUILT_ISAS(ROW)};

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

fftc_status fftc_isa_select(const char **isa, fftc_error *error)
{
    const char *forced = fftc_override_text("FFTCORE_FORCE_ISA");
    bool any = forced == NULL || forced[0] == '\0';
    for (size_t i = 0; i < ISA_COUNT; ++i) {
        if (any || strcmp(forced, isas[i].name) == 0) {
            if (isas[i].supported()) {
                *isa = isas[i].name;
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
    const char *isa;
    return fftc_isa_select(&isa, NULL) == FFTC_SUCCESS ? isa : NULL;
}

#define RANK(isa, f32, f64) rank_##isa,
enum { FFTC_KNOWN_ISAS(RANK) };

/* The compiler's own vectors are the base, whatever they are called. */
static int rank_of(const char *isa)
{
#define NAME(isa, f32, f64) #isa,
    static const char *const known[] = {FFTC_KNOWN_ISAS(NAME)};
    int rank = rank_scalar;
    while (rank >= 0 && strcmp(isa, known[rank]) != 0) {
        --rank;
    }
    return rank >= 0 ? rank : rank_base;
}

const char *fftc_isa_exact(const char *isa)
{
    return strcmp(isa, "avx512") == 0 ? "avx2" : isa;
}

size_t fftc_isa_place(const char *isa)
{
    static const int built[] = {FFTC_BUILT_ISAS(RANK)};
    size_t place = 0;
    while (built[place] < rank_of(isa)) {
        ++place;
    }
    return place;
}
