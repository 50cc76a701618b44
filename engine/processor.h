/* Which code this processor runs, where there is some for several: for who chooses between copies of the engine, not for the engine. */
#ifndef CIERZO_ENGINE_PROCESSOR_H
#define CIERZO_ENGINE_PROCESSOR_H

#include <stdbool.h>

#ifdef __x86_64__
#include <cpuid.h>

/* Whether it is of the level x86-64-v3 of the System V ABI's supplement for x86-64 (section 3.1.1). The compiler's builtin also asks whether
 * the system saves the wide registers; older clangs do not know the other names. */
static inline bool processor_runs_v3(void) {
    __builtin_cpu_init();
    bool wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
                __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    unsigned a, b, basic = 0, extended = 0, d;
    const unsigned needed = bit_CMPXCHG16B | bit_MOVBE | bit_F16C, needed_too = bit_LAHF_LM | bit_LZCNT;
    return wide && __get_cpuid(1, &a, &b, &basic, &d) && (basic & needed) == needed &&
           __get_cpuid(0x80000001, &a, &b, &extended, &d) && (extended & needed_too) == needed_too;
}
#else
static inline bool processor_runs_v3(void) { return false; }
#endif

#endif
