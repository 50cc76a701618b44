/* The programs that work with any engine, run as a user runs them: from a shell, in a folder of their own, to their end. */
#ifndef CIERZO_TESTS_PROGRAM_H
#define CIERZO_TESTS_PROGRAM_H

#include <stdbool.h>

enum { PROGRAM_TEXT = 1 << 16 };

typedef struct {
    int status; /* -1: killed */
    char out[PROGRAM_TEXT], error[PROGRAM_TEXT];
} Run;

/* Makes an empty folder and goes there; the .init of a test. There `$BIN` is the folder of the programs, `$DATA` that of the test data, and
 * `fake.sh` an engine that answers the n-th `go` with line n of the file `answers`: info lines and bestmove with `|` between. At a line
 * `crash` it ends. Its perft counts one leaf, it takes every position, and its `d` shows nothing. */
void program_init(void);
/* Takes the folder away again. */
void program_end(void);

/* Writes a file there. */
void program_file(const char *name, const char *text);
/* A file of there as a string that lives until the next call. */
const char *program_text(const char *name);

/* Runs a line of shell, of which the status is that of the last command. The result lives until the next call. */
__attribute__((format(printf, 1, 2))) const Run *program_run(const char *format, ...);

/* Whether a text matches the extended regular expression, whose ^ and $ match at lines. */
bool program_says(const char *text, const char *regex);

#define FAKE_ENGINE " --engine 'sh fake.sh'"

/* Runs a line and wants that exit status; `run` is what it said. */
#define RUN(expected, ...)                                                                                                  \
    const Run *run = program_run(__VA_ARGS__);                                                                              \
    cr_assert_eq(run->status, expected, "status %d\n%s%s", run->status, run->out, run->error)
#define SAYS(regex) cr_assert(program_says(run->out, regex), "%s", run->out)
#define TELLS(regex) cr_assert(program_says(run->error, regex), "%s", run->error)

#endif
