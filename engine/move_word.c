#include "engine/move_word.h"

#include <string.h>

#include "engine/setup.h"

bool number_read(const char **text, int limit, int *out) {
    const char *s = *text;
    int n = 0;
    if (!is_digit(*s) || *s == '0') return false;
    while (is_digit(*s)) {
        n = n * 10 + (*s++ - '0');
        if (n > limit) return false;
    }
    *text = s;
    *out = n;
    return true;
}

/* Reads a square; NOTATION_SYNTAX when there is none, NOTATION_SQUARE when the board does not have it. */
static NotationError read_square(const Variant *v, const char **text, Square *out) {
    const char *s = *text;
    if (*s < 'a' || *s > 'z' || !is_digit(s[1])) return NOTATION_SYNTAX;
    int file = *s++ - 'a', rank;
    if (!number_read(&s, v->size, &rank) || file >= v->size) return NOTATION_SQUARE;
    *out = square_at(file, rank - 1);
    if (!bb_has(v->board, *out)) return NOTATION_SQUARE;
    *text = s;
    return NOTATION_OK;
}

NotationError move_word_read(const Variant *v, const char *text, MoveWord *out) {
    *out = (MoveWord){.count = 0};
    for (;;) {
        NotationError e = read_square(v, &text, &out->squares[out->count]);
        if (e) return e;
        out->count++;
        if (!*text) return NOTATION_OK;
        if (!strchr(",-/", *text) || out->count > MAX_PLACED) return NOTATION_SYNTAX;
        out->before[out->count] = *text++;
        if (!*text) return NOTATION_OK;
    }
}

/* How many squares the word has, and one more where it ends in a separator. */
static int slots(const MoveWord *w) { return w->count + move_word_is_open(w); }

bool move_word_begins_setup(const MoveWord *w) {
    for (int i = 1; i < slots(w); i++)
        if (w->before[i] != ',' && (w->before[i] != '/' || i != slots(w) - 1)) return false;
    return true;
}

bool move_word_begins_turn(const MoveWord *w) {
    return slots(w) <= 3 && (slots(w) < 2 || w->before[1] == '-') && (slots(w) < 3 || w->before[2] == '/');
}

int move_word_shooters(const MoveWord *w) {
    int last = slots(w) - 1;
    return last > 0 && w->before[last] == '/' ? last : w->count;
}

NotationError move_word_place(const Position *p, const MoveWord *w, Bitboard *placed) {
    Bitboard taken = position_occupied(p), shooters = 0;
    for (int i = 0; i < w->count; i++) {
        if (bb_has(taken, w->squares[i])) return NOTATION_NOT_EMPTY;
        taken |= bb_of(w->squares[i]);
    }
    for (int i = 0; i < move_word_shooters(w); i++) {
        if (!bb_has(p->variant->setup_squares, w->squares[i])) return NOTATION_PERIMETER;
        if (!bb_has(setup_free(p, shooters), w->squares[i])) return NOTATION_ADJACENT;
        shooters |= bb_of(w->squares[i]);
    }
    *placed = shooters;
    return NOTATION_OK;
}
