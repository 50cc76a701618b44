/* Two programs in one file: what searches is compiled for any x86-64 and once more for processors with AVX2 and BMI2, where it is several
 * times as fast. The better one that this processor runs is entered here, once, so that nothing inside asks again. Each copy keeps its
 * symbols to itself (see scripts/isolate.sh): no code for one level is reached from the other. */
#include <cpuid.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

#include "protocol/cpu.h"

/* The build gives the copies' own `main` these names. */
#undef main
int main_x86_64(int argc, char **argv);
int main_x86_64_v3(int argc, char **argv);

/* The compiler's builtin also asks whether the system saves the wide registers; older clangs do not know the other names. */
static bool runs_v3(void) {
    __builtin_cpu_init();
    bool wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
                __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    unsigned a, b, basic = 0, extended = 0, d;
    const unsigned needed = bit_CMPXCHG16B | bit_MOVBE | bit_F16C, needed_too = bit_LAHF_LM | bit_LZCNT;
    return wide && __get_cpuid(1, &a, &b, &basic, &d) && (basic & needed) == needed &&
           __get_cpuid(0x80000001, &a, &b, &extended, &d) && (extended & needed_too) == needed_too;
}

int main(int argc, char **argv) {
    static int (*const ENTER[CPU_LEVELS])(int, char **) = {main_x86_64, main_x86_64_v3};
    char error[CPU_ERROR];
    int level = cpu_choose(getenv("CIERZO_CPU"), 1u | (unsigned)runs_v3() << 1, error);
    if (level >= 0) return ENTER[level](argc, argv);
    fprintf(stderr, "error: %s\n", error);
    return EXIT_FAILURE;
}
