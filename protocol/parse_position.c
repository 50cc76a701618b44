/* position, next, and moves. */
#include "protocol/parse.h"

#include <string.h>

/* The words of a position up to `moves` or the end, one blank between them. False when they do not fit: no position is so long. */
static bool collect_fields(const char **cursor, char *out, size_t size, bool *moves_follow) {
    size_t length = 0;
    Word w;
    *moves_follow = false;
    while (!*moves_follow && word_next(cursor, &w)) {
        *moves_follow = word_is(w, "moves");
        if (*moves_follow) break;
        if (length + w.length + 2 > size) return false;
        if (length > 0) out[length++] = ' ';
        memcpy(out + length, w.text, w.length);
        length += w.length;
    }
    out[length] = '\0';
    return true;
}

static bool parse_fen(const char **cursor, const Variant *v, Position *out, bool *moves_follow, ParseError *error) {
    char fields[2 * POSITION_TEXT_SIZE], quote[QUOTE_SIZE];
    Word given = word_rest(*cursor);
    if (!collect_fields(cursor, fields, sizeof fields, moves_follow)) {
        parse_error_set(error, "position %s: too long", word_quote(given, quote));
        return false;
    }
    NotationError e = position_parse(v, fields, out);
    if (e != NOTATION_OK)
        parse_error_set(error, "position %s: %s", word_quote((Word){fields, strlen(fields)}, quote), notation_error_text(e));
    return e == NOTATION_OK;
}

/* A word that may be a move; false when it is too long for one. */
static bool copy_move(Word w, char out[static 2 * MOVE_TEXT_SIZE]) {
    if (w.length >= 2 * MOVE_TEXT_SIZE) return false;
    memcpy(out, w.text, w.length);
    out[w.length] = '\0';
    return true;
}

NotationError parse_move(const Position *p, Word w, Move *out) {
    char text[2 * MOVE_TEXT_SIZE];
    return copy_move(w, text) ? move_parse(p, text, out) : NOTATION_SYNTAX;
}

static Bitboard all_claimed(const Board *b) { return b->position.claimed[BLACK] | b->position.claimed[WHITE]; }

static bool play_moves(const char *cursor, Board *board, Bitboard *claimed, ParseError *error) {
    char quote[QUOTE_SIZE];
    Word w;
    for (int ply = 1; word_next(&cursor, &w); ply++) {
        Move m;
        NotationError e = parse_move(&board->position, w, &m);
        if (e != NOTATION_OK) {
            parse_error_set(error, "move %d, %s: %s", ply, word_quote(w, quote), notation_error_text(e));
            return false;
        }
        Bitboard before = all_claimed(board);
        Undo undo;
        board_play(board, m, &undo);
        *claimed = all_claimed(board) & ~before;
    }
    return true;
}

bool parse_position(const char *arguments, const Variant *v, Board *out, Bitboard *claimed, ParseError *error) {
    char quote[QUOTE_SIZE];
    Word w;
    Position start;
    bool moves_follow = false;
    word_next(&arguments, &w);
    if (word_is(w, "startpos")) {
        start = position_start(v);
        moves_follow = word_next(&arguments, &w);
        if (moves_follow && !word_is(w, "moves")) {
            parse_error_set(error, "position startpos: expected the word moves, not %s", word_quote(w, quote));
            return false;
        }
    } else if (word_is(w, "fen")) {
        if (!parse_fen(&arguments, v, &start, &moves_follow, error)) return false;
    } else {
        parse_error_set(error, "position needs startpos or fen, not %s", word_quote(w, quote));
        return false;
    }
    Board board;
    Bitboard last_claimed = 0;
    board_set(&board, &start);
    if (moves_follow && !play_moves(arguments, &board, &last_claimed, error)) return false;
    *out = board;
    *claimed = last_claimed;
    return true;
}

/* next */

bool parse_next(const char *arguments, const Position *p, Partial *out, ParseError *error) {
    char quote[QUOTE_SIZE], text[2 * MOVE_TEXT_SIZE];
    Word partial, extra;
    word_next(&arguments, &partial);
    if (word_next(&arguments, &extra)) {
        parse_error_set(error, "next takes one partial turn, then not %s", word_quote(extra, quote));
        return false;
    }
    NotationError e = copy_move(partial, text) ? partial_parse(p, text, out) : NOTATION_SYNTAX;
    if (e != NOTATION_OK) parse_error_set(error, "next %s: %s", word_quote(partial, quote), notation_error_text(e));
    return e == NOTATION_OK;
}
