#include "protocol/cpu.h"

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

const char *const CPU_NAMES[CPU_LEVELS] = {"x86-64", "x86-64-v3"};

static bool has(unsigned runs, int level) { return runs >> level & 1; }

/* The names of some levels, with commas between. */
static void list_levels(char *out, size_t size, unsigned which) {
    size_t length = 0;
    for (int i = 0; i < CPU_LEVELS; i++)
        if (has(which, i)) length += (size_t)snprintf(out + length, size - length, "%s%s", length ? ", " : "", CPU_NAMES[i]);
}

int cpu_choose(const char *wanted, unsigned runs, char error[CPU_ERROR]) {
    int level = CPU_LEVELS - 1;
    if (!wanted || !*wanted) {
        while (level > 0 && !has(runs, level)) level--;
        return level;
    }
    while (level >= 0 && strcmp(CPU_NAMES[level], wanted) != 0) level--;
    if (level >= 0 && has(runs, level)) return level;

    char known[64], run[64];
    list_levels(known, sizeof known, (1u << CPU_LEVELS) - 1);
    list_levels(run, sizeof run, runs);
    size_t line = strcspn(wanted, "\r\n");
    int shown = line < 40 ? (int)line : 40;
    if (level < 0) snprintf(error, CPU_ERROR, "CIERZO_CPU=%.*s is none of %s", shown, wanted, known);
    else snprintf(error, CPU_ERROR, "CIERZO_CPU=%s is more than this processor has, which runs %s", wanted, run);
    return -1;
}
