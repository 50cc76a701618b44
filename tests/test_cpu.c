/* Which copy of the program is entered, on processors that are made up. Emulated ones are in .ci/run. */
#include <criterion/criterion.h>
#include <stdio.h>
#include <string.h>

#include "protocol/cpu.h"

enum { RUNS_ALL = 3, RUNS_FIRST = 1 };

Test(cpu, without_a_wish_the_best_level_that_the_processor_runs) {
    static const char *const NONE[] = {NULL, ""};
    char error[CPU_ERROR];
    for (int i = 0; i < 2; i++) {
        cr_expect_eq(cpu_choose(NONE[i], RUNS_ALL, error), 1);
        cr_expect_eq(cpu_choose(NONE[i], RUNS_FIRST, error), 0);
    }
}

Test(cpu, a_level_is_had_by_its_name) {
    char error[CPU_ERROR];
    cr_expect_eq(cpu_choose("x86-64", RUNS_ALL, error), 0);
    cr_expect_eq(cpu_choose("x86-64", RUNS_FIRST, error), 0);
    cr_expect_eq(cpu_choose("x86-64-v3", RUNS_ALL, error), 1);
}

Test(cpu, a_level_that_the_processor_does_not_run_is_refused) {
    char error[CPU_ERROR] = "";
    cr_expect_eq(cpu_choose("x86-64-v3", RUNS_FIRST, error), -1);
    cr_expect_str_eq(error, "CIERZO_CPU=x86-64-v3 is more than this processor has, which runs x86-64");
}

Test(cpu, what_is_no_level_is_refused_in_one_line) {
    static const char *const WRONG[] = {"x86-64-v", "x86-64-v33", "X86-64", " x86-64", "native", "x86-64,x86-64-v3"};
    char error[CPU_ERROR] = "", expected[CPU_ERROR];
    for (size_t i = 0; i < sizeof WRONG / sizeof *WRONG; i++) {
        cr_expect_eq(cpu_choose(WRONG[i], RUNS_ALL, error), -1);
        snprintf(expected, sizeof expected, "CIERZO_CPU=%s is none of x86-64, x86-64-v3", WRONG[i]);
        cr_expect_str_eq(error, expected);
    }
    char longest[4096] = "two\nlines";
    cr_expect_eq(cpu_choose(longest, RUNS_ALL, error), -1);
    cr_expect_str_eq(error, "CIERZO_CPU=two is none of x86-64, x86-64-v3");
    memset(longest, 'x', sizeof longest - 1);
    cr_expect_eq(cpu_choose(longest, RUNS_ALL, error), -1);
    cr_expect(strlen(error) < 100 && strstr(error, " is none of x86-64, x86-64-v3"), "%s", error);
}
