/* The table of the search's numbers, and the options that a build for tuning makes of it. */
#include <stdio.h>
#include <string.h>

#include "search/tunables.h"
#include "tests/program.h"
#include "tests/support.h"

TestSuite(tunables, .init = support_init);
TestSuite(tuning, .init = program_init, .fini = program_end, .timeout = 300);

#define TUNING_ENGINE "\"$CIERZO_TUNING\""

/* ---- the table ---- */

Test(tunables, values_lie_in_their_ranges) {
    for (int i = 0; i < TUNABLE_COUNT; i++) {
        const Tunable *t = tunable_at(i);
        cr_expect(t->least <= t->value && t->value <= t->most, "%s", t->name);
    }
}

/* Both sides of a trial must fit into the range, or no game would be about the number. */
Test(tunables, steps_fit_into_the_ranges) {
    for (int i = 0; i < TUNABLE_COUNT; i++) {
        const Tunable *t = tunable_at(i);
        cr_expect(t->step >= 1 && 2 * t->step <= t->most - t->least, "%s", t->name);
    }
}

/* They are names of options, and of columns in a log. */
Test(tunables, names_are_single_words_and_differ) {
    for (int i = 0; i < TUNABLE_COUNT; i++) {
        const char *name = tunable_at(i)->name;
        cr_expect_eq(strspn(name, "ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_"), strlen(name), "%s", name);
        for (int k = 0; k < i; k++) cr_expect_str_neq(name, tunable_at(k)->name);
    }
}

/* In a build without tuning they are constants, of the table's values. */
#ifndef CIERZO_TUNING
Test(tunables, constants_have_the_values_of_the_table) {
    int i = 0;
#define TUNABLE(number, ...)                                                                                                \
    _Static_assert(number == number, "a constant");                                                                         \
    cr_expect_eq(number, tunable_at(i)->value, "%s", #number);                                                              \
    cr_expect_str_eq(#number, tunable_at(i++)->name);
#include "search/tunables.def"
#undef TUNABLE
    cr_expect_eq(i, TUNABLE_COUNT);
}

Test(tuning, the_usual_engine_has_no_such_options) {
    RUN(0, "printf 'uci\\nquit\\n' | \"$CIERZO\"");
    for (int i = 0; i < TUNABLE_COUNT; i++) cr_expect_not(strstr(run->out, tunable_at(i)->name), "%s", tunable_at(i)->name);
    const Tunable *first = tunable_at(0);
    run = program_run("printf 'setoption name %s value %d\\nquit\\n' | \"$CIERZO\"", first->name, first->value);
    cr_expect(program_says(run->out, "^info string error: no option is called"), "%s", run->out);
}
#endif

/* ---- the options ---- */

Test(tuning, every_number_is_an_option) {
    char line[128];
    RUN(0, "printf 'uci\\nquit\\n' | " TUNING_ENGINE);
    for (int i = 0; i < TUNABLE_COUNT; i++) {
        const Tunable *t = tunable_at(i);
        snprintf(line, sizeof line, "^option name %s type spin default %d min %d max %d$", t->name, t->value, t->least,
                 t->most);
        cr_expect(program_says(run->out, line), "%s", line);
    }
}

Test(tuning, values_at_the_ends_of_the_range_are_taken_and_those_beyond_refused) {
    static char lines[PROGRAM_TEXT], errors[PROGRAM_TEXT];
    char *line = lines, *error = errors;
    for (int i = 0; i < TUNABLE_COUNT; i++) {
        const Tunable *t = tunable_at(i);
        const int values[] = {t->least, t->most, t->least - 1, t->most + 1};
        for (int k = 0; k < 4; k++) {
            line += sprintf(line, "setoption name %s value %d\n", t->name, values[k]);
            if (k < 2) continue;
            error += sprintf(error, "info string error: %s takes a number from %d to %d, not '%d'\n", t->name, t->least,
                             t->most, values[k]);
        }
    }
    program_file("lines", lines);
    RUN(0, TUNING_ENGINE " <lines");
    cr_expect_str_eq(run->out, errors);
}

/* ---- what they do ---- */

/* All that a search says and that no clock has a part in, after this line. The window is narrow, so that the numbers about windows that
 * fail count too, and so small a board has a history. */
enum { SEARCHES = 2 };
static const char *told_after(const char *line, int search) {
    static const char *const SEARCH[SEARCHES] = {
        "position fen 7/4ss1/7/7/4s2/1w5/5b1 b - 2\\ngo nodes 3000",
        "position fen 7/2s1b2/7/7/3ss2/1w5/7 b - 2\\ngo nodes 30000",
    };
    const Run *run = program_run("printf 'setoption name UCI_Variant value veletas-7\\nsetoption name ASPIRATION value 10\\n"
                                 "setoption name HISTORY_SIZE value 7\\n"
                                 "%s\\n%s\\n' | " TUNING_ENGINE " | sed '/^info string error/d; s/ nps.* pv / /'",
                                 line, SEARCH[search]);
    cr_assert(program_says(run->out, "^bestmove "), "%s: %s", line, run->out);
    return run->out;
}

/* Whether one end of the range makes a search another one. */
static bool makes_a_difference(const Tunable *t, char usual[SEARCHES][PROGRAM_TEXT]) {
    for (int i = 0; i < 2 * SEARCHES; i++) {
        char line[128];
        snprintf(line, sizeof line, "setoption name %s value %d", t->name, i % 2 ? t->most : t->least);
        if (strcmp(usual[i / 2], told_after(line, i / 2)) != 0) return true;
    }
    return false;
}

/* Those of the clock are left out: what they do depends on the machine. */
Test(tuning, every_number_makes_a_difference) {
    static char usual[SEARCHES][PROGRAM_TEXT];
    for (int i = 0; i < SEARCHES; i++) strcpy(usual[i], told_after("", i));
    for (int i = 0; i < TUNABLE_COUNT; i++) {
        const Tunable *t = tunable_at(i);
        if (strncmp(t->name, "TIME_", 5) != 0) cr_expect(makes_a_difference(t, usual), "%s changes nothing", t->name);
    }
}

Test(tuning, a_value_refused_changes_nothing) {
    static char usual[PROGRAM_TEXT];
    char line[128];
    const Tunable *t = tunable_at(0);
    strcpy(usual, told_after("", 0));
    snprintf(line, sizeof line, "setoption name %s value %d", t->name, t->most + 1);
    cr_expect_str_eq(told_after(line, 0), usual);
    snprintf(line, sizeof line, "setoption name %s value %d", t->name, t->most);
    cr_expect_str_neq(told_after(line, 0), usual, "nor does one that is taken");
}
