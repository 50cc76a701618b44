/* Records from text. A mistake costs the game in which it stands; the reader goes on with the next one. */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation.h"
#include "kit/record_text.h"

enum { WORD_SIZE = 64 };

/* ---- tags ---- */

static const char *skip_blanks(const char *s) { return s + strspn(s, " \t\r\n"); }

/* The text between quotes, `\"` and `\\` undone; returns what is behind it, NULL when it does not end in this line. */
static const char *read_quoted(RecordReader *r, const char *s) {
    r->text_length = 0;
    for (s++; *s != '"'; s++) {
        if (*s == '\\' && (s[1] == '"' || s[1] == '\\')) s++;
        if (!*s || *s == '\n' || !record_text_keep(r, (unsigned char)*s)) {
            r->at = r->length;
            return NULL;
        }
    }
    return s + 1;
}

/* `[Name "value"]`, all in one line. */
static bool read_tag(RecordReader *r, Record *game) {
    char name[WORD_SIZE];
    size_t length = 0;
    const char *s = skip_blanks(r->line + r->at + 1);
    for (; (isalnum((unsigned char)*s) || *s == '_') && length + 1 < sizeof name; s++) name[length++] = *s;
    name[length] = '\0';
    s = skip_blanks(s);
    r->at = (size_t)(s - r->line);
    if (!length || *s != '"') return record_text_fail(r, "a tag is not of the form [Name \"value\"]");
    if (!(s = read_quoted(r, s))) return record_text_fail(r, "the tag %s has no closing quote", name);
    s = skip_blanks(s);
    r->at = (size_t)(s - r->line);
    if (*s != ']') return record_text_fail(r, "the tag %s has no closing bracket", name);
    r->at++;
    bool set = record_set_tag(game, name, r->text_length ? r->text : "");
    r->text_length = 0;
    return set || record_text_fail(r, "out of memory");
}

static bool read_tags(RecordReader *r, Record *game) {
    r->gap = false;
    while (record_text_peek(r) == '[') {
        if (game->tag_count && r->gap && record_text_at_next(r)) return record_text_torn(r);
        if (!read_tag(r, game)) return false;
        r->gap = false;
    }
    return r->ended ? record_text_torn(r) : true;
}

static bool set_start(RecordReader *r, Record *game) {
    const char *name = record_tag(game, "Variant"), *text = record_tag(game, "FEN");
    const Variant *v = name ? variant_find(name) : variant_at(0);
    if (!v) return record_text_fail(r, "no rule set has the name \"%.40s\"", name);
    game->start = position_start(v);
    NotationError e = text ? position_parse(v, text, &game->start) : NOTATION_OK;
    game->end = game->start;
    return !e || record_text_fail(r, "the tag FEN: %s", notation_error_text(e));
}

/* ---- turns ---- */

/* Takes a word; false when there is none, or too long a one. */
static bool take_word(RecordReader *r, char word[static WORD_SIZE]) {
    const char *s = r->line + r->at;
    size_t length = strcspn(s, " \t\r\n\v\f{}();$[]\"");
    snprintf(word, WORD_SIZE, "%.*s", (int)(length < WORD_SIZE ? length : WORD_SIZE), s);
    for (char *c = word; *c; c++)
        if (iscntrl((unsigned char)*c)) *c = '#';
    r->at += length;
    if (!length)
        return record_text_fail(r, "a character that has no meaning here: %c", iscntrl((unsigned char)*s) ? '?' : *s);
    return length < WORD_SIZE || record_text_fail(r, "not a move: %.40s...", word);
}

/* The word without the turn number in front (`12.`, `12...`, `12`), if there is one. */
static const char *behind_number(const char *word) {
    size_t digits = strspn(word, "0123456789"), dots = strspn(word + digits, ".");
    return dots || !word[digits] ? word + digits + dots : word;
}

static bool take_result(RecordReader *r, Record *game, Colour winner) {
    const char *tag = record_tag(game, "Result"), *word = record_result_word(winner);
    Colour claimed = position_winner(&game->end);
    game->winner = winner;
    while (r->at < r->length && isspace((unsigned char)r->line[r->at])) r->at++;
    if (tag && strcmp(tag, word) && strcmp(tag, "?"))
        record_text_fail(r, "the result is %s, but %.20s in the tag", word, tag);
    else if (claimed != NO_COLOUR && claimed != winner)
        record_text_fail(r, "the result is %s, but %s has won by claims", word, claimed == BLACK ? "Black" : "White");
    else return true;
    return r->torn = false;
}

static bool keep_comment(RecordReader *r, Record *game) {
    if (!r->text_length) return true;
    r->text_length = 0;
    return record_annotate(game, game->turn_count - 1, NULL, r->text) || record_text_fail(r, "out of memory");
}

static bool take_move(RecordReader *r, Record *game, char *word) {
    Move move;
    for (size_t length = strlen(word); length && strchr("!?", word[length - 1]);) word[--length] = '\0';
    NotationError e = move_parse(&game->end, word, &move);
    if (e) return record_text_fail(r, "turn %d, %s: %s", game->end.number, word, notation_error_text(e));
    return record_add(game, move, NULL, NULL) || record_text_fail(r, "out of memory");
}

/* A move, a turn number or a result, which ends the game. */
static bool take_item(RecordReader *r, Record *game, bool *over) {
    char word[WORD_SIZE];
    if (!take_word(r, word) || !keep_comment(r, game)) return false;
    for (Colour winner = BLACK; winner <= NO_COLOUR; winner++)
        if (!strcmp(word, record_result_word(winner))) return *over = true, take_result(r, game, winner);
    if (!strcmp(word, "1/2-1/2")) return record_text_fail(r, "a draw, which this game does not have");
    const char *move = behind_number(word);
    return !*move || take_move(r, game, word + (move - word));
}

static bool take_turns(RecordReader *r, Record *game) {
    for (bool over = false, good; !over;) {
        int c = record_text_peek(r);
        if (c == RECORD_TEXT_END || record_text_at_next(r)) return record_text_torn(r);
        switch (c) {
        case '{': good = record_text_comment(r); break;
        case ';': good = record_text_line_comment(r); break;
        case '(': good = record_text_variation(r); break;
        case '$':
            good = true;
            r->at += 1 + strspn(r->line + r->at + 1, "0123456789");
            break;
        default: good = take_item(r, game, &over);
        }
        if (!good) return false;
    }
    return true;
}

/* ---- games ---- */

/* Goes on to the next tag section: a line with a tag behind a line without one. */
static void skip_game(RecordReader *r) {
    if (r->ended || record_text_at_next(r)) return;
    bool in_tags = *r->line == '[';
    while (record_text_line(r)) {
        if (record_text_is_tag(r) && !in_tags) return;
        in_tags = *r->line == '[';
    }
}

/* Comments in front of a game. */
static bool read_front(RecordReader *r) {
    for (int c; (c = record_text_peek(r)) == '{' || c == ';';)
        if (!(c == '{' ? record_text_comment(r) : record_text_line_comment(r))) return false;
    return true;
}

RecordStatus record_read(RecordReader *r, Record *out, char error[static RECORD_ERROR_SIZE]) {
    Record game = {.winner = NO_COLOUR};
    *error = '\0';
    r->error = error;
    r->torn = false;
    r->text_length = 0;
    if (read_front(r) && r->ended) return RECORD_END;
    if (!*error && read_tags(r, &game) && set_start(r, &game) && take_turns(r, &game)) {
        *out = game;
        return RECORD_READ;
    }
    record_free(&game);
    skip_game(r);
    return RECORD_BAD;
}
