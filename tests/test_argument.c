/* kit/argument.c: which texts are numbers in range. */
#include "kit/argument.h"

#include <criterion/criterion.h>
#include <stdlib.h>

Test(argument, numbers_within_the_range_are_read) {
    int64_t n = 0;
    cr_expect(argument_number("0", 0, 9, &n) && n == 0);
    cr_expect(argument_number("9", 0, 9, &n) && n == 9);
    cr_expect(argument_number("007", 0, 9, &n) && n == 7);
    cr_expect(argument_number("-9", -9, 9, &n) && n == -9);
    cr_expect(argument_number("9223372036854775807", 0, INT64_MAX, &n) && n == INT64_MAX);
    cr_expect(argument_number("-9223372036854775808", INT64_MIN, 0, &n) && n == INT64_MIN);
}

Test(argument, everything_else_is_refused_and_changes_nothing) {
    static const char *const BAD[] = {"", "-", " 1", "1 ", "+1", "1x", "x", "0x1", "1.0", "1e3", "--1", "10", "-1", "- 1"};
    int64_t n = 5;
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++)
        cr_expect(!argument_number(BAD[i], 0, 9, &n) && n == 5, "%s", BAD[i]);
    cr_expect_not(argument_number("9223372036854775808", 0, INT64_MAX, &n));
    cr_expect_not(argument_number("-9223372036854775809", INT64_MIN, 0, &n));
    cr_expect_eq(n, 5);
}

Test(argument, a_needed_number_is_returned) { cr_expect_eq(argument_need("program", "N", "12", 1, 12), 12); }
Test(argument, a_program_ends_without_it, .exit_code = EXIT_FAILURE) { argument_need("program", "N", "13", 1, 12); }
