#define _GNU_SOURCE /* localtime_r, strdup */
#include "tools/match/journal.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

bool journal_open(Journal *j, FILE *out, const char *log_path, bool log_engines, bool quiet) {
    *j = (Journal){.out = out, .log_engines = log_engines, .quiet = quiet};
    pthread_mutex_init(&j->lock, NULL);
    return !log_path || (j->log = fopen(log_path, "ae"));
}

void journal_close(Journal *j) {
    for (int i = 0; i < j->warning_count; i++) free(j->warnings[i]);
    if (j->log) fclose(j->log);
    pthread_mutex_destroy(&j->lock);
}

/* The log is for people, so its times are those of the wall clock. */
static void log_line(Journal *j, const char *text) {
    char stamp[32];
    struct timespec now;
    struct tm local;
    if (!j->log) return;
    clock_gettime(CLOCK_REALTIME, &now);
    strftime(stamp, sizeof stamp, "%Y-%m-%d %H:%M:%S", localtime_r(&now.tv_sec, &local));
    fprintf(j->log, "%s.%03ld %s\n", stamp, now.tv_nsec / 1000000, text);
    fflush(j->log);
}

void journal_say(Journal *j, bool always, const char *format, ...) {
    char text[1024];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    pthread_mutex_lock(&j->lock);
    log_line(j, text);
    if (always || !j->quiet) {
        fprintf(j->out, "%s\n", text);
        fflush(j->out);
    }
    pthread_mutex_unlock(&j->lock);
}

/* Whether the text is new; then it is kept. */
static bool keep_warning(Journal *j, const char *text) {
    int i = 0;
    while (i < j->warning_count && strcmp(j->warnings[i], text) != 0) i++;
    if (i < j->warning_count || i == JOURNAL_WARNINGS || !(j->warnings[i] = strdup(text))) return false;
    j->warning_count++;
    return true;
}

void journal_warn(Journal *j, const char *format, ...) {
    char text[512];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    pthread_mutex_lock(&j->lock);
    bool is_new = keep_warning(j, text);
    pthread_mutex_unlock(&j->lock);
    if (is_new) journal_say(j, true, "Warning: %s", text);
}

void journal_trace(Journal *j, const char *engine, bool to_engine, const char *line) {
    char text[4096];
    if (!j->log_engines) return;
    snprintf(text, sizeof text, "%s %s %s", engine, to_engine ? "<" : ">", line);
    log_line(j, text);
}

FILE *journal_hold(Journal *j) {
    pthread_mutex_lock(&j->lock);
    return j->out;
}

void journal_release(Journal *j) {
    fflush(j->out);
    pthread_mutex_unlock(&j->lock);
}
