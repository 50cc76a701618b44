/* What a tournament says: on its output and in its log, from any thread. */
#ifndef CIERZO_TOOLS_MATCH_JOURNAL_H
#define CIERZO_TOOLS_MATCH_JOURNAL_H

#include <pthread.h>
#include <stdbool.h>
#include <stdio.h>

enum { JOURNAL_WARNINGS = 64 };

typedef struct {
    FILE *out;  /* the caller's */
    FILE *log;  /* owned; NULL: none */
    bool quiet; /* only warnings and errors go to `out` */
    bool log_engines;
    pthread_mutex_t lock;             /* of what follows, and keeps lines apart on `out` */
    char *warnings[JOURNAL_WARNINGS]; /* given so far; owned */
    int warning_count;
} Journal;

/* Appends to the file `log_path` (NULL: no log); `log_engines` keeps the engines' lines there too. False with errno when it cannot be
 * opened; journal_close is due either way. */
bool journal_open(Journal *j, FILE *out, const char *log_path, bool log_engines, bool quiet);
void journal_close(Journal *j);

/* One line, with the time in the log. `always`: also when quiet. */
__attribute__((format(printf, 3, 4))) void journal_say(Journal *j, bool always, const char *format, ...);
/* `Warning: ...`, also when quiet, but each text only once. */
__attribute__((format(printf, 2, 3))) void journal_warn(Journal *j, const char *format, ...);
/* A line to or from an engine: for the log, where that was asked for. */
void journal_trace(Journal *j, const char *engine, bool to_engine, const char *line);

/* The output to print several lines on, which no other thread will interrupt until journal_release. */
FILE *journal_hold(Journal *j);
void journal_release(Journal *j);

#endif
