#define _GNU_SOURCE /* asprintf, O_CLOEXEC */
#include "kit/work.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <unistd.h>

enum { MOST_GAPS = 20 };

static bool fail(char *error, const char *path, const char *what) {
    return snprintf(error, WORK_ERROR_SIZE, "%s: %s", path, what), false;
}

static bool take_line(WorkList *w, const char *path, char *line, char *error) {
    char *result = NULL;
    errno = 0;
    long long index = strtoll(line, &result, 10);
    if (result == line || *result != ';' || errno || index < 0 || index >= w->count)
        return fail(error, path, "a line that is no result of this work");
    if (w->results[index]) return w->doubled++, true;
    if (!(w->results[index] = strdup(result + 1))) return fail(error, path, "memory is short");
    w->done++;
    return true;
}

/* Reads whole lines; *whole is where the last of them ends. */
static bool read_lines(WorkList *w, const char *path, FILE *in, int64_t *whole, char *error) {
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    bool good = true;
    *whole = 0;
    while (good && (length = getline(&line, &room, in)) > 0 && line[length - 1] == '\n') {
        line[length - 1] = '\0';
        if (*whole) {
            good = take_line(w, path, line, error);
        } else {
            good = line[0] == '#' && line[1] == ' ' && strcmp(line + 2, w->heading) == 0;
            if (!good) fail(error, path, "the file is of other work");
        }
        *whole += length;
    }
    free(line);
    return good;
}

static bool make_room(WorkList *w, const char *path, char *error) {
    w->results = calloc((size_t)w->count + 1, sizeof *w->results);
    return w->results || fail(error, path, "memory is short");
}

/* By one call, so that a kill leaves at most the last line torn. */
static bool write_line(int file, int64_t index, const char *result) {
    char *line;
    int length = asprintf(&line, "%" PRId64 ";%s\n", index, result);
    if (length < 0) return false;
    ssize_t written = write(file, line, (size_t)length);
    free(line);
    return written == length;
}

bool work_open(WorkList *w, const char *path, const char *heading, int64_t count, char error[static WORK_ERROR_SIZE]) {
    int64_t whole;
    *w = (WorkList){.file = -1, .count = count};
    snprintf(w->heading, sizeof w->heading, "%s, %" PRId64 " items", heading, count);
    if (!make_room(w, path, error)) return false;
    w->file = open(path, O_RDWR | O_APPEND | O_CREAT | O_CLOEXEC, 0666);
    FILE *in = w->file < 0 ? NULL : fopen(path, "re");
    bool good = in || fail(error, path, strerror(errno));
    if (good && flock(w->file, LOCK_EX | LOCK_NB)) good = fail(error, path, "in use by another run");
    good = good && read_lines(w, path, in, &whole, error);
    if (good && whole == 0 && fseek(in, 0, SEEK_END) == 0 && ftell(in) > 0 && (rewind(in), fgetc(in) != '#'))
        good = fail(error, path, "the file is of other work");
    if (in) fclose(in);
    if (good && ftruncate(w->file, whole)) good = fail(error, path, strerror(errno));
    if (good && !whole && dprintf(w->file, "# %s\n", w->heading) < 0) good = fail(error, path, strerror(errno));
    if (!good) work_close(w);
    return good;
}

bool work_add(WorkList *w, int64_t index, const char *result) {
    if (w->file >= 0 && !write_line(w->file, index, result)) return false;
    if (!w->results[index]) w->done++;
    free(w->results[index]);
    return (w->results[index] = strdup(result)) != NULL;
}

/* The heading of a file, and from it how many items there are. */
static bool read_heading(WorkList *w, const char *path, const char *beginning, char *error) {
    FILE *in = fopen(path, "re");
    if (!in) return fail(error, path, strerror(errno));
    char line[WORK_HEADING_SIZE] = "", end;
    bool read = fgets(line, sizeof line, in) && line[0] == '#' && line[1] == ' ';
    fclose(in);
    line[strcspn(line, "\n")] = '\0';
    const char *comma = strrchr(line, ',');
    read = read && comma && strncmp(line + 2, beginning, strlen(beginning)) == 0 &&
           sscanf(comma, ", %" SCNd64 " item%c", &w->count, &end) == 2 && w->count >= 0 && w->count <= WORK_MOST;
    if (!read) return fail(error, path, "the file is of other work");
    snprintf(w->heading, sizeof w->heading, "%s", line + 2);
    return true;
}

bool work_merge(WorkList *w, char **paths, int paths_count, const char *beginning, char error[static WORK_ERROR_SIZE]) {
    int64_t whole;
    *w = (WorkList){.file = -1};
    if (!read_heading(w, paths[0], beginning, error) || !make_room(w, paths[0], error)) return false;
    for (int i = 0; i < paths_count; i++) {
        FILE *in = fopen(paths[i], "re");
        bool good = in ? read_lines(w, paths[i], in, &whole, error) : fail(error, paths[i], strerror(errno));
        if (in) fclose(in);
        if (!good) return work_close(w), false;
    }
    return true;
}

void work_tell_doubled(int64_t doubled, const char *program) {
    if (doubled) fprintf(stderr, "%s: %" PRId64 " items are there more than once, the first counts\n", program, doubled);
}

bool work_tell(const WorkList *w, const char *program) {
    int gaps = 0;
    work_tell_doubled(w->doubled, program);
    if (w->done == w->count) return true;
    fprintf(stderr, "%s: missing: %" PRId64 " of %" PRId64 " items, from 0:", program, w->count - w->done, w->count);
    for (int64_t first = 0, last; first < w->count; first = last + 1) {
        last = first;
        if (w->results[first]) continue;
        while (last + 1 < w->count && !w->results[last + 1]) last++;
        if (gaps++ == MOST_GAPS) break;
        fprintf(stderr, first == last ? " %" PRId64 : " %" PRId64 "-%" PRId64, first, last);
    }
    fprintf(stderr, gaps > MOST_GAPS ? " and more\n" : "\n");
    return false;
}

void work_close(WorkList *w) {
    for (int64_t i = 0; w->results && i < w->count; i++) free(w->results[i]);
    free(w->results);
    if (w->file >= 0) close(w->file);
    *w = (WorkList){.file = -1};
}
