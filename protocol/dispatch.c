/* Several programs in one file: the whole engine once for each level of the x86-64 family, of which the best that this processor runs
 * is entered here, once. The levels are those of the System V ABI's supplement for x86-64, section 3.1.1. Each copy keeps its symbols
 * to itself (see scripts/level.sh), so nothing but this file is compiled for one level and runs on another. */
#include <cpuid.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main_x86_64(int argc, char **argv);
int main_x86_64_v3(int argc, char **argv);

static bool runs_any(void) { return true; }

/* The compiler's builtin also asks whether the system saves the wide registers; older clangs do not know the other names. */
static bool runs_v3(void) {
    __builtin_cpu_init();
    bool wide = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma") && __builtin_cpu_supports("bmi") &&
                __builtin_cpu_supports("bmi2") && __builtin_cpu_supports("popcnt");
    unsigned a, b, basic = 0, extended = 0, d;
    const unsigned needed = bit_MOVBE | bit_F16C;
    return wide && __get_cpuid(1, &a, &b, &basic, &d) && (basic & needed) == needed &&
           __get_cpuid(0x80000001, &a, &b, &extended, &d) && (extended & bit_LZCNT);
}

/* The best last. */
static const struct {
    const char *name;
    bool (*runs)(void);
    int (*enter)(int argc, char **argv);
} LEVELS[] = {
    {"x86-64", runs_any, main_x86_64},
    {"x86-64-v3", runs_v3, main_x86_64_v3},
};
enum { LEVEL_COUNT = sizeof LEVELS / sizeof *LEVELS };

static int refuse(const char *name, const char *why) {
    fprintf(stderr, "error: CIERZO_CPU is %s, %s", name, why);
    for (int i = 0; i < LEVEL_COUNT; i++)
        if (LEVELS[i].runs()) fprintf(stderr, " %s", LEVELS[i].name);
    fputc('\n', stderr);
    return EXIT_FAILURE;
}

int main(int argc, char **argv) {
    const char *wanted = getenv("CIERZO_CPU");
    int level = LEVEL_COUNT - 1;
    if (wanted && *wanted) {
        while (level >= 0 && strcmp(LEVELS[level].name, wanted) != 0) level--;
        if (level < 0) return refuse(wanted, "which is no level; here run");
        if (!LEVELS[level].runs()) return refuse(wanted, "which this processor does not run; here run");
    } else {
        while (!LEVELS[level].runs()) level--;
    }
    return LEVELS[level].enter(argc, argv);
}
