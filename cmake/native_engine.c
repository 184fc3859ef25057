/* SPDX-License-Identifier: MIT
 *
 * The engine that serves this machine best: 0 is the compiler's own, 1 AVX2's, 2 AVX-512's. A
 * program asks for the same features when it runs (src/cpu/isa.c).
 */
int main(void)
{
#ifdef __x86_64__
    if (__builtin_cpu_supports("avx2")) {
        return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
                       __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512vl")
                   ? 2
                   : 1;
    }
#endif
    return 0;
}
