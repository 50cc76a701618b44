#include "tools/games/assembly.h"

#include <ctype.h>
#include <stdarg.h>
#include <string.h>

#include "engine/notation.h"

void assembly_begin(Assembly *a, const Position *start) {
    record_init(&a->record, start);
    a->begun = true;
    a->told = NO_COLOUR;
}

bool assembly_fault(Assembly *a, long line, const char *format, ...) {
    if (a->line) return false;
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(a->reason, sizeof a->reason, format, arguments);
    va_end(arguments);
    for (char *c = a->reason; *c; c++)
        if (*c < ' ' || *c > '~') *c = '?';
    a->line = line;
    return false;
}

bool assembly_turn(Assembly *a, long line, const char *word) {
    Move move;
    if (a->line) return false;
    Record *r = &a->record;
    NotationError e = move_parse(&r->end, word, &move);
    if (e) return assembly_fault(a, line, "turn %d, %.60s: %s", r->end.number, word, notation_error_text(e));
    return record_add(r, move, NULL, NULL) || assembly_fault(a, line, "out of memory");
}

/* Whether an unclaimed shooter is there. */
static bool is_shooter(const Position *p, const char *word) {
    int rank = word[1] - '1';
    if (word[2]) rank = 9;
    return bb_has(p->shooters, square_at(word[0] - 'a', rank));
}

static void join(const Assembly *a, char *out, size_t size) {
    size_t at = 0;
    for (int i = 0; i < a->count && at < size; i++)
        at += (size_t)snprintf(out + at, size - at, "%s%s", i ? "," : "", a->squares[i]);
}

static bool end_turn(Assembly *a, long line, const char *word) {
    a->count = 0;
    a->shot = false;
    return assembly_turn(a, line, word);
}

/* A square of a setup turn: shooters, then the stone. */
static bool setup_square(Assembly *a, long line, const char *word) {
    const Variant *v = a->record.end.variant;
    char text[ASSEMBLY_SQUARES * ASSEMBLY_WORD + 8];
    int shooters = position_phase(&a->record.end) == PHASE_FIRST_SETUP ? v->first : v->second;
    bool stone = v->setup_stones && (a->shot || a->count == shooters);
    if (!stone) {
        if (a->count == ASSEMBLY_SQUARES) return assembly_fault(a, line, "turn %d: too many squares", a->record.end.number);
        strcpy(a->squares[a->count++], word);
        if (v->setup_stones || a->count < shooters) return true;
    }
    join(a, text, sizeof text);
    if (stone) snprintf(text + strlen(text), sizeof text - strlen(text), "/%s", word);
    return end_turn(a, line, text);
}

static bool play_square(Assembly *a, long line, const char *word) {
    char text[4 * ASSEMBLY_WORD];
    bool shot = a->shot && a->count > 0;
    if (a->count == 0 && (a->shot || !is_shooter(&a->record.end, word))) return end_turn(a, line, word);
    if (a->count == 2 && strcmp(a->squares[0], a->squares[1]) != 0) {
        snprintf(text, sizeof text, "%s-%s/%s", a->squares[0], a->squares[1], word);
        return end_turn(a, line, text);
    }
    if (a->count == 2 || shot) return end_turn(a, line, word); /* the shooter has stayed where it was */
    strcpy(a->squares[a->count++], word);
    return true;
}

bool assembly_square(Assembly *a, long line, const char *word) {
    char square[ASSEMBLY_WORD];
    if (a->line) return false;
    snprintf(square, sizeof square, "%s", word);
    square[0] = (char)tolower((unsigned char)square[0]);
    int size = a->record.end.variant->size, rank = !strcmp(square + 1, "10") ? 10 : square[1] - '0';
    if (strlen(word) > 3 || (rank != 10 && square[1] && square[2]) || rank < 1 || rank > size || square[0] < 'a' ||
        square[0] >= 'a' + size)
        return assembly_fault(a, line, "turn %d, %.10s: a square that the board does not have", a->record.end.number, word);
    Phase phase = position_phase(&a->record.end);
    if (phase == PHASE_OVER) return assembly_turn(a, line, square);
    return phase == PHASE_PLAY ? play_square(a, line, square) : setup_square(a, line, square);
}

static bool is_letter(char c) { return c >= 'a' && c <= 'z'; }

/* What a character, or the bytes of one, stands for; '\0' for one that stands for itself. */
static char meaning(const char *s, size_t *length) {
    static const char *const DASHES[] = {"->", "\xE2\x80\x93", "\xE2\x80\x94", "\xE2\x86\x92", "\xE2\x88\x92"};
    for (size_t i = 0; i < sizeof DASHES / sizeof *DASHES; i++)
        if (!strncmp(s, DASHES[i], *length = strlen(DASHES[i]))) return '-';
    *length = 1;
    return strchr("xX:*^", *s) ? '/' : '\0';
}

void assembly_plain(const char *word, char *out, size_t size) {
    size_t at = 0, length;
    for (const char *s = word; *s && at + 1 < size; s += length) {
        char c = meaning(s, &length);
        if (!c) c = (char)tolower((unsigned char)*s);
        /* A dash before the shot is decoration. */
        if (c == '/' && at && out[at - 1] == '-') at--;
        if (!strchr(" \t\r\n", c)) out[at++] = c;
    }
    while (at && strchr("!?.", out[at - 1])) at--;
    out[at] = '\0';
    if (!strcmp(out, "pie") || !strcmp(out, "swaps")) snprintf(out, size, "swap");
}

int assembly_squares(const char *text) {
    for (int count = 1;; count++) {
        if (!is_letter(*text) || text[1] < '1' || text[1] > '9') return 0;
        text += 2;
        if (*text == '0') text++;
        if (!*text) return count;
        if (!strchr("-,/", *text++)) return 0;
    }
}

bool assembly_word(Assembly *a, long line, const char *word) {
    char plain[64];
    assembly_plain(word, plain, sizeof plain);
    if (assembly_squares(plain) == 1) return assembly_square(a, line, plain);
    return assembly_whole(a, line) && assembly_turn(a, line, plain);
}

bool assembly_whole(Assembly *a, long line) {
    char text[ASSEMBLY_SQUARES * ASSEMBLY_WORD + 8];
    if (!a->count) return a->shot = false, !a->line;
    join(a, text, sizeof text);
    a->count = 0;
    a->shot = false;
    return assembly_fault(a, line, "turn %d: not a whole turn: %s", a->record.end.number, text);
}

void assembly_ending(Assembly *a, Colour winner, const char *termination) {
    a->told = winner;
    snprintf(a->termination, sizeof a->termination, "%s", termination);
}

static void set_players(Assembly *a) {
    bool swapped = a->record.end.swap == SWAP_DONE;
    const char *black = swapped ? a->second : a->first, *white = swapped ? a->first : a->second;
    if (*black) record_set_tag(&a->record, "Black", black);
    if (*white) record_set_tag(&a->record, "White", white);
    if (swapped) record_set_tag(&a->record, "First", record_tag(&a->record, "White"));
}

void assembly_end(Assembly *a, long line, const Import *im) {
    if (!a->begun) return;
    Record *r = &a->record;
    assembly_whole(a, line);
    Colour claimed = position_winner(&r->end);
    if (!a->line && claimed != NO_COLOUR && a->told != NO_COLOUR && a->told != claimed)
        assembly_fault(a, line, "the result is told as a win of %s, but %s has won by claims",
                       a->told == BLACK ? "Black" : "White", claimed == BLACK ? "Black" : "White");
    r->winner = claimed != NO_COLOUR ? claimed : a->line ? NO_COLOUR : a->told;
    const char *ending = claimed != NO_COLOUR ? "claims" : a->line || !*a->termination ? NULL : a->termination;
    set_players(a);
    record_set_tag(r, "Result", record_result_word(r->winner));
    record_set_tag(r, "Termination", ending);
    im->game(im->context, r, a->line, a->reason);
    record_free(r);
    *a = (Assembly){0};
}
