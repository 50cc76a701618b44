#include <string.h>

#include "tools/match/parser.h"

static bool read_file_key(Parser *p, void *target, const char *what, const char *value) {
    BookSpec *b = target;
    b->kind = BOOK_FILE;
    b->path = value;
    return *value || parser_fail(p, "%s: empty", what);
}

static bool read_order(Parser *p, void *target, const char *what, const char *value) {
    int index;
    if (!parser_one_of(p, what, value, (const char *const[]){"sequential", "random", NULL}, &index)) return false;
    ((BookSpec *)target)->shuffled = index;
    return true;
}

static bool read_start(Parser *p, void *target, const char *what, const char *value) {
    BookSpec *b = target;
    if (!parser_integer(p, what, value, 1, INT64_MAX, &b->start)) return false;
    b->start--;
    return true;
}

static bool read_format(Parser *p, void *target, const char *what, const char *value) {
    (void)target;
    return strcmp(value, "epd") == 0 || parser_fail(p, "%s: `%s`: openings are positions, a line each", what, value);
}

/* Of cutechess-cli: when the next opening is due. */
static bool read_policy(Parser *p, void *target, const char *what, const char *value) {
    (void)target;
    int index;
    if (!parser_one_of(p, what, value, (const char *const[]){"round", "encounter", "default", NULL}, &index)) return false;
    if (index) parser_notice(p, "%s has no effect: all encounters of a round have the same opening", what);
    return true;
}

static const Key BOOK_KEYS[] = {
    {.name = "file", .kind = VALUE_OWN, .read = read_file_key},
    {.name = "order", .kind = VALUE_OWN, .read = read_order},
    {.name = "start", .kind = VALUE_OWN, .read = read_start},
    {.name = "plies", .kind = VALUE_INT, .offset = offsetof(BookSpec, plies), .least = 0, .most = 60},
    {.name = "format", .kind = VALUE_OWN, .read = read_format},
    {.name = "policy", .kind = VALUE_OWN, .read = read_policy},
    {.name = NULL},
};

bool parser_openings(Parser *p, const char *what, int count, char **words) {
    int index = 0;
    bool named = !strchr(words[0], '=');
    if (named && !parser_one_of(p, what, words[0], (const char *const[]){"startpos", "random", NULL}, &index)) return false;
    BookSpec *b = &p->o->book;
    *b = (BookSpec){.kind = index ? BOOK_RANDOM : BOOK_STARTPOS};
    if (!parser_keys(p, BOOK_KEYS, b, what, count - named, words + named)) return false;
    if (!named && !b->path) return parser_fail(p, "%s: neither file=, random nor startpos", what);
    if (b->plies && b->kind == BOOK_STARTPOS) return parser_fail(p, "%s: plies= is for random openings", what);
    if (b->plies && b->kind == BOOK_FILE) {
        parser_notice(p, "%s plies has no effect: a file holds positions, no moves", what);
        b->plies = 0;
    }
    return true;
}
