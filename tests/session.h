/* Talks to the engine as a GUI does: a process of its own, lines through pipes. The program is that of the environment variable
 * CIERZO, ./cierzo without it. Nothing here measures time: waiting ends after a guard that only a hanging engine reaches. */
#ifndef CIERZO_TESTS_SESSION_H
#define CIERZO_TESTS_SESSION_H

#include <stdbool.h>
#include <stddef.h>
#include <sys/types.h>

enum { TALK_GUARD_MS = 30000 };

typedef struct {
    pid_t pid;
    int to, from; /* the engine's stdin and stdout; -1 when closed */
    char *text;   /* all it has said and that was not handed out yet, and the line handed out last before it */
    size_t begin, end, room;
} Talk;

/* Starts the engine, with the arguments up to NULL if any are given. */
Talk talk_start(const char *const *arguments);
/* Starts it and shakes hands: "uci" or "ugi", then isready. */
Talk talk_open(const char *dialect);

/* Where the program is. */
const char *talk_program(void);

/* Sends one line, the newline is added; or exactly these bytes in one write. */
__attribute__((format(printf, 2, 3))) void talk_send(Talk *t, const char *format, ...);
void talk_write(Talk *t, const char *bytes, size_t count);

/* The next line, NULL at the end of the output or when none comes in that time. It lives until the next call. */
const char *talk_line(Talk *t, int ms);

/* Waits for a line that matches the extended regular expression, passing over others; the test fails without one. */
__attribute__((format(printf, 2, 3))) const char *talk_expect(Talk *t, const char *format, ...);

/* The test fails when such a line comes within that time, which passes in full. */
void talk_forbid(Talk *t, const char *regex, int ms);

/* Sends isready and passes over lines up to readyok. Returns how many of them match, NULL: any. */
int talk_ready(Talk *t, const char *regex);

/* Sends a line that must be answered by exactly one error line, or by nothing. */
__attribute__((format(printf, 2, 3))) void talk_refused(Talk *t, const char *format, ...);
__attribute__((format(printf, 2, 3))) void talk_silent(Talk *t, const char *format, ...);

/* Closes the engine's stdin, or the pipe from its stdout. */
void talk_close_input(Talk *t);
void talk_close_output(Talk *t);

/* Waits for the end of the process, output passed over, and frees everything. The exit status, -1 when it was killed. The test
 * fails when the process does not end. */
int talk_end(Talk *t);
/* `quit`, and the status must be 0. */
void talk_quit(Talk *t);

bool talk_matches(const char *line, const char *regex);

#endif
