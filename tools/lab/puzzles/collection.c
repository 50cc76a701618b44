#include "tools/lab/puzzles/collection.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/work.h"
#include "tools/lab/puzzles/puzzle.h"

enum { DEGREE = 400 /* Elo */, DEGREES = PUZZLE_HARDEST / DEGREE + 1 };

typedef struct {
    Puzzle *puzzles;
    size_t count, room;
} Collection;

static bool add(Collection *c, const Puzzle *p) {
    if (c->count == c->room) {
        size_t room = c->room ? 2 * c->room : 256;
        Puzzle *more = realloc(c->puzzles, room * sizeof *more);
        if (!more) return false;
        c->puzzles = more;
        c->room = room;
    }
    c->puzzles[c->count++] = *p;
    return true;
}

static bool tell(const char *what) { return fprintf(stderr, "cierzo-puzzles: %s\n", what), false; }

/* Puzzles of one result stand between bars. */
static bool add_result(Collection *c, char *result) {
    char error[PUZZLE_ERROR_SIZE];
    for (char *line; (line = strsep(&result, "|"));) {
        Puzzle p;
        if (!*line) continue;
        if (!puzzle_line_read(line, &p, error)) return tell(error);
        if (!add(c, &p)) return tell("out of memory");
    }
    return true;
}

static bool add_file(Collection *c, char *path) {
    char error[WORK_ERROR_SIZE];
    WorkList w;
    if (!work_merge(&w, &path, 1, "cierzo-puzzles: ", error)) return tell(error);
    bool good = true;
    for (int64_t i = 0; good && i < w.count; i++)
        if (w.results[i]) good = add_result(c, w.results[i]);
    work_close(&w);
    return good;
}

/* By board, then the easy ones first; the same for the same puzzles, whatever the order of the files. */
static int compare(const void *a, const void *b) {
    const Puzzle *x = a, *y = b;
    int names = strcmp(x->position.variant->name, y->position.variant->name);
    if (names) return names;
    if (x->rating != y->rating) return x->rating < y->rating ? -1 : 1;
    if (x->kind != y->kind) return x->kind < y->kind ? -1 : 1;
    return x->position.key < y->position.key ? -1 : x->position.key > y->position.key;
}

static bool is_double(const Collection *c, size_t i) {
    for (size_t k = i; k-- > 0;)
        if (c->puzzles[k].position.key == c->puzzles[i].position.key &&
            c->puzzles[k].position.variant == c->puzzles[i].position.variant)
            return true;
    return false;
}

static void write_collection(const Collection *c, int most) {
    int shares[VARIANT_COUNT][PUZZLE_KINDS][DEGREES] = {0};
    puts(PUZZLE_HEADING);
    for (size_t i = 0; i < c->count; i++) {
        const Puzzle *p = &c->puzzles[i];
        int v = 0;
        char line[PUZZLE_LINE_SIZE];
        while (variant_at(v) != p->position.variant) v++;
        int *share = &shares[v][p->kind][p->rating / DEGREE];
        if (*share == most || is_double(c, i)) continue;
        ++*share;
        puzzle_line_write(p, line);
        puts(line);
    }
}

int collect(int count, char **paths, int most) {
    Collection c = {0};
    bool good = count > 0 || tell("collect: needs files");
    for (int i = 0; good && i < count; i++) good = add_file(&c, paths[i]);
    if (good) {
        if (c.count) qsort(c.puzzles, c.count, sizeof *c.puzzles, compare);
        write_collection(&c, most);
    }
    free(c.puzzles);
    good = !fflush(stdout) && !ferror(stdout) && good;
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
