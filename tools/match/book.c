#define _GNU_SOURCE /* getline */
#include "tools/match/book.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/movegen.h"
#include "engine/notation.h"
#include "engine/play.h"
#include "engine/setup.h"
#include "engine/splitmix.h"
#include "kit/fnv.h"

/* ---- a file ---- */

static bool keep_opening(Book *b, const Position *p) {
    if ((b->count & (b->count + 1)) == 0 || !b->positions) { /* full: the room doubles */
        Position *more = realloc(b->positions, 2 * ((size_t)b->count + 1) * sizeof *more);
        if (!more) return false;
        b->positions = more;
    }
    b->positions[b->count++] = *p;
    return true;
}

static void mix_opening(uint64_t *hash, const char *text) { *hash = fnv_add(*hash, text, strlen(text)); }

/* Takes a line `[VARIANT;]POSITION`; those of other rule sets are passed over. NULL, or what is wrong with it. */
static const char *add_opening_line(Book *b, char *line) {
    Position p;
    char *text = line + strspn(line, " \t\r\n"), *semicolon = strchr(text, ';');
    if (!*text || *text == '#') return NULL;
    if (semicolon) {
        *semicolon = '\0';
        const Variant *v = variant_find(text);
        if (!v) return "no such rule set";
        if (v != b->options->variant) return NULL;
        text = semicolon + 1;
    }
    NotationError e = position_parse(b->options->variant, text, &p);
    if (e != NOTATION_OK) return notation_error_text(e);
    if (position_phase(&p) == PHASE_OVER) return "the game is over";
    mix_opening(&b->hash, text);
    return keep_opening(b, &p) ? NULL : "memory is short";
}

static bool read_book(Book *b, FILE *f, const char *path, char *error) {
    char *line = NULL;
    const char *wrong = NULL;
    size_t room = 0;
    long number = 0;
    while (!wrong && getline(&line, &room, f) >= 0) {
        number++;
        wrong = add_opening_line(b, line);
    }
    free(line);
    if (wrong) snprintf(error, MATCH_ERROR_SIZE, "%s:%ld: %s", path, number, wrong);
    else if (!b->count) snprintf(error, MATCH_ERROR_SIZE, "%s: no openings of %s", path, b->options->variant->name);
    return !wrong && b->count;
}

/* The shuffle of Fisher and Yates. */
static void shuffle(Book *b) {
    uint64_t random = b->options->seed;
    for (int i = b->count - 1; i > 0; i--) {
        int k = splitmix64_below(&random, i + 1);
        Position p = b->positions[i];
        b->positions[i] = b->positions[k];
        b->positions[k] = p;
    }
}

bool book_open(Book *b, const MatchOptions *o, char error[static MATCH_ERROR_SIZE]) {
    *b = (Book){.options = o, .hash = FNV_START};
    mix_opening(&b->hash, (const char *[]){"startpos", "random", "file"}[o->book.kind]);
    char order[64];
    snprintf(order, sizeof order, " %d %lld %d", o->book.shuffled, (long long)o->book.start, o->book.plies);
    mix_opening(&b->hash, order);
    if (o->book.kind != BOOK_FILE) return true;
    FILE *f = fopen(o->book.path, "r");
    if (!f) return snprintf(error, MATCH_ERROR_SIZE, "%s: %s", o->book.path, strerror(errno)), false;
    bool good = read_book(b, f, o->book.path, error);
    fclose(f);
    if (good && o->book.shuffled) shuffle(b);
    if (!good) book_close(b);
    return good;
}

void book_close(Book *b) {
    free(b->positions);
    b->positions = NULL;
    b->count = 0;
}

/* ---- random setups ---- */

static bool play_random(Board *b, int plies, uint64_t *random) {
    Undo undo;
    Move *turns = plies ? malloc(MAX_TURNS * sizeof *turns) : NULL;
    for (int i = 0; i < plies && turns && position_phase(&b->position) == PHASE_PLAY; i++) {
        size_t count = turns_list(&b->position, turns);
        board_play(b, turns[splitmix64_below(random, (int)count)], &undo);
    }
    free(turns);
    return position_phase(&b->position) == PHASE_PLAY;
}

/* Both setup turns at random, and `plies` turns behind them. Drawn again where that already ends the game; after a thousand tries, which a
 * small board may need, without the turns. */
static Position drawn_opening(const BookSpec *spec, const Variant *v, uint64_t random) {
    Position start = position_start(v);
    Board b;
    Undo undo;
    for (int tries = 0;; tries++) {
        board_set(&b, &start);
        for (int i = 0; i < 2; i++) board_play(&b, setup_random(&b.position, &random), &undo);
        if (play_random(&b, tries < 1000 ? spec->plies : 0, &random)) return b.position;
    }
}

Position book_opening(const Book *b, int64_t index) {
    const MatchOptions *o = b->options;
    index += o->book.start;
    if (o->book.kind == BOOK_STARTPOS) return position_start(o->variant);
    if (o->book.kind == BOOK_FILE) return b->positions[index % b->count];
    return drawn_opening(&o->book, o->variant, o->seed * 0x9E3779B97F4A7C15u ^ (uint64_t)index * 0xD1B54A32D192ED03u);
}
