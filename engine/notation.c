#include "engine/notation.h"

#include <string.h>

#include "engine/move_word.h"
#include "engine/movegen.h"
#include "engine/setup.h"

static const char *const ERROR_TEXT[NOTATION_ERROR_COUNT] = {
    [NOTATION_OK] = "no error",
    [NOTATION_RANKS] = "wrong number of ranks",
    [NOTATION_RANK_LENGTH] = "a rank has too few or too many squares",
    [NOTATION_CHARACTER] = "unknown character on the board (use b w s B W, digits and /)",
    [NOTATION_RUN] = "an empty run is zero or has a leading zero",
    [NOTATION_REMOVED_CORNER] = "a piece on a removed corner",
    [NOTATION_FIELDS] = "not four fields: BOARD SIDE SWAP NUMBER",
    [NOTATION_SIDE] = "side to move is not b or w",
    [NOTATION_SWAP] = "swap mark is not ?, x or -",
    [NOTATION_NUMBER] = "turn number is not in 1..9999",
    [NOTATION_SHOOTERS] = "shooter count is not 0, the first player's or all",
    [NOTATION_SIDE_IN_SETUP] = "side to move contradicts the shooter count",
    [NOTATION_SWAP_RULE] = "swap mark contradicts the rule set or the shooter count",
    [NOTATION_CLAIM_IN_SETUP] = "a claimed shooter during the setup",
    [NOTATION_TRAPPED] = "a trapped shooter that nobody has claimed",
    [NOTATION_SYNTAX] = "not a move (FROM-TO/SHOT, SHOT, a setup SQ,SQ/STONE or swap)",
    [NOTATION_SQUARE] = "a square that this board does not have",
    [NOTATION_GAME_OVER] = "the game is over",
    [NOTATION_SETUP_EXPECTED] = "a setup turn is due",
    [NOTATION_SETUP_OVER] = "the setup is over",
    [NOTATION_NO_SWAP] = "no swap is on offer",
    [NOTATION_SETUP_COUNT] = "wrong number of shooters or stones for this setup turn",
    [NOTATION_NOT_EMPTY] = "a setup square is taken or named twice",
    [NOTATION_PERIMETER] = "no shooter may be placed on the perimeter",
    [NOTATION_ADJACENT] = "no shooter may be placed beside another",
    [NOTATION_NO_SHOOTER] = "no unclaimed shooter on the square of origin",
    [NOTATION_MOVE_BLOCKED] = "the shooter does not see its destination",
    [NOTATION_SHOT_BLOCKED] = "no shooter that may fire sees the shot's square",
    [NOTATION_SHOOTER_STUCK] = "the shooter sees no empty square",
    [NOTATION_NO_ROOM] = "no room is left for the rest of the setup turn",
};

const char *notation_error_text(NotationError e) {
    return (unsigned)e < NOTATION_ERROR_COUNT ? ERROR_TEXT[e] : "unknown error";
}

static bool is_space(char c) { return c == ' ' || (c >= '\t' && c <= '\r'); }

/* ---- positions ---- */

static bool put_piece(Position *p, char c, Square s) {
    switch (c) {
    case 'b': p->stones[BLACK] |= bb_of(s); return true;
    case 'w': p->stones[WHITE] |= bb_of(s); return true;
    case 's': p->shooters |= bb_of(s); return true;
    case 'B': p->claimed[BLACK] |= bb_of(s), p->claims[BLACK]++; return true;
    case 'W': p->claimed[WHITE] |= bb_of(s), p->claims[WHITE]++; return true;
    default: return false;
    }
}

/* Reads one rank, up to '/', white space or the end. */
static NotationError read_rank(const char **text, Position *p, int rank) {
    const Variant *v = p->variant;
    const char *s = *text;
    int file = 0;
    while (*s && *s != '/' && !is_space(*s)) {
        int run = 1;
        if (is_digit(*s)) {
            if (*s == '0') return NOTATION_RUN;
            if (!number_read(&s, v->size, &run)) return NOTATION_RANK_LENGTH;
        } else {
            if (!strchr("bwsBW", *s)) return NOTATION_CHARACTER;
            if (file >= v->size) return NOTATION_RANK_LENGTH;
            Square square = square_at(file, rank);
            if (!bb_has(v->board, square)) return NOTATION_REMOVED_CORNER;
            put_piece(p, *s++, square);
        }
        file += run;
        if (file > v->size) return NOTATION_RANK_LENGTH;
    }
    *text = s;
    return file == v->size ? NOTATION_OK : NOTATION_RANK_LENGTH;
}

static NotationError read_board(const char **text, Position *p) {
    for (int rank = p->variant->size - 1; rank >= 0; rank--) {
        NotationError e = read_rank(text, p, rank);
        if (e) return e;
        if (rank > 0 && *(*text)++ != '/') return NOTATION_RANKS;
    }
    return **text == '/' ? NOTATION_RANKS : NOTATION_OK;
}

/* One field: its first character and its length; false at the end of the text. */
static bool next_field(const char **text, const char **field, size_t *length) {
    const char *s = *text;
    while (is_space(*s)) s++;
    *field = s;
    while (*s && !is_space(*s)) s++;
    *length = (size_t)(s - *field);
    *text = s;
    return *length > 0;
}

static NotationError read_fields(const char *text, Position *p) {
    const char *side, *swap, *number, *extra;
    size_t side_length, swap_length, number_length, extra_length;
    if (!next_field(&text, &side, &side_length) || !next_field(&text, &swap, &swap_length) ||
        !next_field(&text, &number, &number_length) || next_field(&text, &extra, &extra_length))
        return NOTATION_FIELDS;
    if (side_length != 1 || !strchr("bw", *side)) return NOTATION_SIDE;
    p->side = *side == 'b' ? BLACK : WHITE;
    const char *mark = memchr("-?x", *swap, 3);
    if (swap_length != 1 || !mark) return NOTATION_SWAP;
    p->swap = *swap == '-' ? SWAP_NONE : *swap == '?' ? SWAP_OFFERED : SWAP_DONE;
    int n;
    const char *end = number;
    if (!number_read(&end, 9999, &n) || end != number + number_length) return NOTATION_NUMBER;
    p->number = (uint16_t)n;
    return NOTATION_OK;
}

/* Whether side and swap mark fit the number of shooters on the board. */
static NotationError check_phase(const Position *p) {
    const Variant *v = p->variant;
    int placed = position_shooters(p);
    if (placed != 0 && placed != v->first && placed != variant_shooters(v)) return NOTATION_SHOOTERS;
    if (!v->swap && p->swap != SWAP_NONE) return NOTATION_SWAP_RULE;
    if (placed < variant_shooters(v)) {
        if (p->side != (placed ? WHITE : BLACK)) return NOTATION_SIDE_IN_SETUP;
        if (p->claims[0] || p->claims[1]) return NOTATION_CLAIM_IN_SETUP;
        if (!placed && p->swap != SWAP_NONE) return NOTATION_SWAP_RULE;
    } else if (p->swap == SWAP_OFFERED) {
        return NOTATION_SWAP_RULE;
    }
    Bitboard shooters = p->shooters;
    while (shooters)
        if (position_is_trapped(p, bb_pop(&shooters))) return NOTATION_TRAPPED;
    return NOTATION_OK;
}

NotationError position_parse(const Variant *v, const char *text, Position *out) {
    Position p = {.variant = v};
    while (is_space(*text)) text++;
    if (!*text) return NOTATION_FIELDS;
    NotationError e = read_board(&text, &p);
    if (!e) e = read_fields(text, &p);
    if (!e) e = check_phase(&p);
    if (e) return e;
    p.key = position_compute_key(&p);
    *out = p;
    return NOTATION_OK;
}

static char piece_letter(const Position *p, Square s) {
    if (bb_has(p->stones[BLACK], s)) return 'b';
    if (bb_has(p->stones[WHITE], s)) return 'w';
    if (bb_has(p->shooters, s)) return 's';
    if (bb_has(p->claimed[BLACK], s)) return 'B';
    return bb_has(p->claimed[WHITE], s) ? 'W' : 0;
}

/* Text that is built up in a buffer of a given size. What does not fit is dropped; a NUL always ends it. */
typedef struct {
    char *text;
    size_t size, length;
} Writer;

static void put_char(Writer *w, char c) {
    if (w->length + 1 >= w->size) return;
    w->text[w->length++] = c;
    w->text[w->length] = '\0';
}

static void put_number(Writer *w, int n) {
    if (n >= 10) put_number(w, n / 10);
    put_char(w, (char)('0' + n % 10));
}

static Writer writer(char *out, size_t size) {
    if (size) out[0] = '\0';
    return (Writer){out, size, 0};
}

static void put_rank(Writer *w, const Position *p, int rank) {
    int run = 0;
    for (int file = 0; file < p->variant->size; file++) {
        char c = piece_letter(p, square_at(file, rank));
        if (!c) {
            run++;
            continue;
        }
        if (run) put_number(w, run);
        run = 0;
        put_char(w, c);
    }
    if (run) put_number(w, run);
}

size_t position_text(const Position *p, char *out, size_t size) {
    Writer w = writer(out, size);
    for (int rank = p->variant->size - 1; rank >= 0; rank--) {
        put_rank(&w, p, rank);
        if (rank) put_char(&w, '/');
    }
    put_char(&w, ' ');
    put_char(&w, "bw"[p->side]);
    put_char(&w, ' ');
    put_char(&w, "-?x"[p->swap]);
    put_char(&w, ' ');
    put_number(&w, p->number);
    return w.length;
}

/* ---- moves ---- */

static void put_square(Writer *w, Square s) {
    put_char(w, (char)('a' + square_file(s)));
    put_number(w, square_rank(s) + 1);
}

size_t square_text(Square s, char *out, size_t size) {
    Writer w = writer(out, size);
    put_square(&w, s);
    return w.length;
}

static void put_word(Writer *w, const char *word) {
    while (*word) put_char(w, *word++);
}

size_t move_text(Move m, char *out, size_t size) {
    Writer w = writer(out, size);
    switch (move_kind(m)) {
    case MOVE_KIND_NONE: put_word(&w, "(none)"); break;
    case MOVE_KIND_SWAP: put_word(&w, "swap"); break;
    case MOVE_KIND_SETUP:
        for (int i = 0; i < MAX_PLACED && move_placed(m, i) != NO_SQUARE; i++) {
            if (i) put_char(&w, ',');
            put_square(&w, move_placed(m, i));
        }
        if (move_stone(m) != NO_SQUARE) {
            put_char(&w, '/');
            put_square(&w, move_stone(m));
        }
        break;
    case MOVE_KIND_TURN:
        if (move_relocates(m)) {
            put_square(&w, move_from(m));
            put_char(&w, '-');
            put_square(&w, move_to(m));
            put_char(&w, '/');
        }
        put_square(&w, move_shot(m));
        break;
    }
    return w.length;
}

/* Whether a word without a separator at its end is a whole turn: SHOT or FROM-TO/SHOT, but not FROM-TO. */
static bool is_turn(const MoveWord *w) { return move_word_begins_turn(w) && w->count != 2; }

static NotationError read_setup(const Position *p, const MoveWord *w, Move *out) {
    const Variant *v = p->variant;
    if (!move_word_begins_setup(w)) return is_turn(w) ? NOTATION_SETUP_EXPECTED : NOTATION_SYNTAX;
    int count = move_word_shooters(w);
    bool stone = count < w->count;
    if (count != setup_to_place(p) || stone != v->setup_stones) {
        return w->count == 1 && setup_to_place(p) + v->setup_stones > 1 ? NOTATION_SETUP_EXPECTED : NOTATION_SETUP_COUNT;
    }
    Bitboard placed;
    NotationError e = move_word_place(p, w, &placed);
    if (!e) *out = move_setup(w->squares, count, stone ? w->squares[count] : NO_SQUARE);
    return e;
}

static NotationError read_turn(const Position *p, const MoveWord *w, Move *out) {
    if (!is_turn(w)) return move_word_begins_setup(w) ? NOTATION_SETUP_OVER : NOTATION_SYNTAX;
    bool relocates = w->count == 3;
    Square from = relocates ? w->squares[0] : NO_SQUARE, to = relocates ? w->squares[1] : NO_SQUARE;
    if (relocates) {
        if (!bb_has(p->shooters, from)) return NOTATION_NO_SHOOTER;
        if (!bb_has(turn_targets(p, from), to)) return NOTATION_MOVE_BLOCKED;
    }
    Move m = move_turn(from, to, w->squares[w->count - 1]);
    if (!turn_is_legal(p, m)) return NOTATION_SHOT_BLOCKED;
    *out = m;
    return NOTATION_OK;
}

NotationError move_parse(const Position *p, const char *text, Move *out) {
    Phase phase = position_phase(p);
    if (!strcmp(text, "swap")) {
        if (phase == PHASE_OVER) return NOTATION_GAME_OVER;
        if (phase == PHASE_PLAY) return NOTATION_SETUP_OVER;
        if (p->swap != SWAP_OFFERED) return NOTATION_NO_SWAP;
        *out = MOVE_SWAP;
        return NOTATION_OK;
    }
    MoveWord w;
    NotationError e = move_word_read(p->variant, text, &w);
    if (e) return e;
    if (move_word_is_open(&w)) return NOTATION_SYNTAX;
    if (phase == PHASE_OVER) return NOTATION_GAME_OVER;
    return phase == PHASE_PLAY ? read_turn(p, &w, out) : read_setup(p, &w, out);
}
