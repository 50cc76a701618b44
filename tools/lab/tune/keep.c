#define _GNU_SOURCE /* getline */
#include "tools/lab/tune/keep.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { NAME_SIZE = 64, FILE_PATH_SIZE = KEEP_PATH_SIZE + NAME_SIZE };

static const char FIRST_LINE[] = "cierzo-tune 1";

static const char *path_of(const Keep *k, const char *name, char out[static FILE_PATH_SIZE]) {
    snprintf(out, FILE_PATH_SIZE, "%s/%.*s", k->folder, NAME_SIZE - 2, name);
    return out;
}

__attribute__((format(printf, 2, 3))) static bool fail(char *error, const char *format, ...) {
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(error, KEEP_ERROR_SIZE, format, arguments);
    va_end(arguments);
    return false;
}

static bool fail_with_errno(const Keep *k, const char *name, char *error) {
    return fail(error, "%.200s/%s: %s", k->folder, name, strerror(errno));
}

/* ---- the setup ---- */

__attribute__((format(printf, 2, 3))) static void add_words(Keep *k, const char *format, ...) {
    size_t length = strlen(k->setup);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(k->setup + length, sizeof k->setup - length, format, arguments);
    va_end(arguments);
}

static void describe(Keep *k, const char *about) {
    const SpsaPlan *p = k->plan;
    k->setup[0] = '\0';
    add_words(k, "%s iterations=%d games=%d seed=%" PRIu64 " drift=%.17g", about, p->iterations, p->games, p->seed,
              p->drift);
    for (int i = 0; i < p->count; i++) {
        const Tunable *t = &p->numbers[i];
        add_words(k, " %s=%d:%d:%d:%d", t->name, t->value, t->least, t->most, t->step);
    }
}

/* Says which is the first word that differs. */
static bool refuse_setup(const Keep *k, char *theirs, char *error) {
    char ours[KEEP_SETUP_SIZE], *rest_theirs = theirs, *rest_ours = ours;
    memcpy(ours, k->setup, sizeof ours);
    for (;;) {
        const char *there = strsep(&rest_theirs, " "), *here = strsep(&rest_ours, " ");
        if (there && here && strcmp(there, here) == 0) continue;
        return fail(error, "%.200s holds a run of another setup: %.100s there, %.100s now", k->folder,
                    there ? there : "nothing more", here ? here : "nothing more");
    }
}

/* ---- files ---- */

FILE *keep_write(const Keep *k, const char *name) {
    char part[NAME_SIZE], path[FILE_PATH_SIZE];
    snprintf(part, sizeof part, "%.50s.part", name);
    return fopen(path_of(k, part, path), "w");
}

/* A rename must not reach the disk before what is renamed, and is not done before the folder says so. */
bool keep_replace(const Keep *k, const char *name, FILE *file) {
    char part[NAME_SIZE], from[FILE_PATH_SIZE], to[FILE_PATH_SIZE];
    snprintf(part, sizeof part, "%.50s.part", name);
    bool good = !ferror(file) && fflush(file) == 0 && fsync(fileno(file)) == 0;
    good = fclose(file) == 0 && good;
    if (!good || rename(path_of(k, part, from), path_of(k, name, to))) return false;
    int folder = open(k->folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC);
    good = folder >= 0 && fsync(folder) == 0;
    if (folder >= 0) close(folder);
    return good;
}

/* Numbers with as many digits as tell any two of them apart, so that a run that goes on is the same as one that was never stopped. */
static bool write_state(const Keep *k, const SpsaState *s, char *error) {
    FILE *f = keep_write(k, "state");
    if (!f) return fail_with_errno(k, "state", error);
    fprintf(f, "%s\n%s\ndone %d\nlog %ld\n", FIRST_LINE, k->setup, s->done, ftell(k->log));
    for (int i = 0; i < k->plan->count; i++) fprintf(f, "%s %.17g\n", k->plan->numbers[i].name, s->at[i]);
    fprintf(f, "end\n");
    return keep_replace(k, "state", f) || fail_with_errno(k, "state", error);
}

static bool write_log_line(Keep *k, const SpsaState *s, int won, int lost) {
    fprintf(k->log, "%d,%d,%d", s->done, won, lost);
    for (int i = 0; i < k->plan->count; i++) fprintf(k->log, ",%.4f", s->at[i]);
    fputc('\n', k->log);
    return !ferror(k->log) && fflush(k->log) == 0 && fsync(fileno(k->log)) == 0;
}

/* ---- begin, or go on ---- */

/* Whether a log without a state has iterations, and so is somebody's; a stop at the beginning leaves less. */
static bool has_iterations(const char *path) {
    FILE *log = fopen(path, "r");
    int lines = 0;
    for (int c; log && (c = fgetc(log)) != EOF;) lines += c == '\n';
    if (log) fclose(log);
    return lines > 2;
}

static bool begin(Keep *k, SpsaState *s, char *error) {
    char path[FILE_PATH_SIZE];
    if (has_iterations(path_of(k, "log.csv", path))) return fail(error, "%.200s has a log.csv and no state", k->folder);
    k->log = fopen(path, "w");
    if (!k->log) return fail_with_errno(k, "log.csv", error);
    *s = spsa_begin(k->plan);
    fprintf(k->log, "iteration,won,lost");
    for (int i = 0; i < k->plan->count; i++) fprintf(k->log, ",%s", k->plan->numbers[i].name);
    fputc('\n', k->log);
    if (!write_log_line(k, s, 0, 0)) return fail_with_errno(k, "log.csv", error);
    return write_state(k, s, error);
}

/* The numbers behind the setup in a state; false where it is not as write_state writes it. */
static bool read_numbers(const SpsaPlan *p, FILE *f, SpsaState *s, long *log_length) {
    char name[NAME_SIZE], end[8] = "";
    *s = (SpsaState){0};
    if (fscanf(f, "done %d log %ld", &s->done, log_length) != 2) return false;
    if (s->done < 0 || s->done > p->iterations || *log_length < 0) return false;
    for (int i = 0; i < p->count; i++) {
        const Tunable *t = &p->numbers[i];
        if (fscanf(f, "%63s %lf", name, &s->at[i]) != 2 || strcmp(name, t->name) != 0) return false;
        if (!(s->at[i] >= t->least && s->at[i] <= t->most)) return false;
    }
    return fscanf(f, "%7s", end) == 1 && strcmp(end, "end") == 0;
}

/* A line without its end, into `out`; false when there is none or it is too long. */
static bool read_line(FILE *f, char *out, size_t size) {
    if (!fgets(out, (int)size, f)) return false;
    char *end = strchr(out, '\n');
    if (!end) return false;
    *end = '\0';
    return true;
}

static bool read_state(const Keep *k, FILE *f, SpsaState *s, long *log_length, char *error) {
    char line[KEEP_SETUP_SIZE];
    bool known = read_line(f, line, sizeof line) && strcmp(line, FIRST_LINE) == 0 && read_line(f, line, sizeof line);
    if (known && strcmp(line, k->setup) != 0) return refuse_setup(k, line, error);
    if (known && read_numbers(k->plan, f, s, log_length)) return true;
    return fail(error, "%.200s/state is none of cierzo-tune's, or broken", k->folder);
}

/* Cuts off what a stop has left in the log of an iteration that does not count, which will be played again. */
static bool go_on(Keep *k, FILE *state, SpsaState *s, char *error) {
    char path[FILE_PATH_SIZE];
    long length;
    if (!read_state(k, state, s, &length, error)) return false;
    k->log = fopen(path_of(k, "log.csv", path), "r+");
    if (!k->log || fseek(k->log, 0, SEEK_END)) return fail_with_errno(k, "log.csv", error);
    if (ftell(k->log) < length) return fail(error, "%.200s/log.csv ends before what the state says", k->folder);
    if (ftruncate(fileno(k->log), length) || fseek(k->log, length, SEEK_SET)) return fail_with_errno(k, "log.csv", error);
    return true;
}

static bool lock(Keep *k, char *error) {
    char path[FILE_PATH_SIZE];
    k->lock = open(path_of(k, "lock", path), O_RDWR | O_CREAT | O_CLOEXEC, 0666);
    if (k->lock < 0) return fail_with_errno(k, "lock", error);
    if (flock(k->lock, LOCK_EX | LOCK_NB) == 0) return true;
    return fail(error, "%.200s is in use by another run", k->folder);
}

bool keep_open(Keep *k, const char *folder, const SpsaPlan *plan, const char *about, SpsaState *s,
               char error[static KEEP_ERROR_SIZE]) {
    char path[FILE_PATH_SIZE];
    *k = (Keep){.plan = plan, .lock = -1};
    if ((size_t)snprintf(k->folder, sizeof k->folder, "%s", folder) >= sizeof k->folder)
        return fail(error, "the name of the folder is too long");
    describe(k, about);
    bool good = lock(k, error);
    if (good) {
        FILE *state = fopen(path_of(k, "state", path), "r");
        bool none = !state && errno == ENOENT;
        good = state ? go_on(k, state, s, error) : none ? begin(k, s, error) : fail_with_errno(k, "state", error);
        if (state) fclose(state);
    }
    if (!good) keep_close(k);
    return good;
}

bool keep_iteration(Keep *k, const SpsaState *s, int won, int lost, char error[static KEEP_ERROR_SIZE]) {
    if (!write_log_line(k, s, won, lost)) return fail_with_errno(k, "log.csv", error);
    return write_state(k, s, error);
}

void keep_close(Keep *k) {
    if (k->log) fclose(k->log);
    if (k->lock >= 0) close(k->lock);
    k->log = NULL;
    k->lock = -1;
}

/* ---- reading the log ---- */

FILE *keep_log(const Keep *k) {
    char path[FILE_PATH_SIZE];
    FILE *log = fopen(path_of(k, "log.csv", path), "r");
    for (int c; log && (c = fgetc(log)) != EOF && c != '\n';) {}
    return log;
}

bool keep_read_log(FILE *log, int count, int *iteration, double at[static SPSA_MOST]) {
    int won, lost;
    if (fscanf(log, "%d,%d,%d", iteration, &won, &lost) != 3) return false;
    for (int i = 0; i < count; i++)
        if (fscanf(log, ",%lf", &at[i]) != 1) return false;
    return true;
}
