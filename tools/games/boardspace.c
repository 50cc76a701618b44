/* Boardspace writes what its players do, and not turns (ddyer0/boardspace.net, client/boardspace-java/boardspace-games/veletas:
 * VeletasMovespec.java has the commands, VeletasBoard.java what they do, VeletasConstants.java the names):
 *
 *     SU[veletas-10 1234567 2 104]                 board, a random number, players, revision of the rules
 *     ; P0[1 Add S D 4] ; P0[2 Pick S 0] ; P0[3 Dropb E 5] ; P0[4 Done]
 *     ; P1[5 Swap] ; P1[6 Done] ; P0[7 Move D 4 D 7] ; P0[8 Add W F 7] ; P0[9 Done]
 *
 * Revision 104 is today's; the one before had shooters that block, revisions up to 101 had no stones in the setup. In 102 the swap came
 * behind the whole setup, for which there is no rule set: such a game is read up to the swap. */
#include "tools/games/boardspace.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/notation.h"

enum { COMMAND_WORDS = 6 };

const Variant *boardspace_variant(const char *setup) {
    char name[32] = "", full[48];
    long revision = 104;
    if (sscanf(setup, "%31s %*s %*s %ld", name, &revision) < 1) return NULL;
    const char *rules = revision >= 104 ? "boardspace" : revision >= 102 ? "interim" : "classic";
    bool ten = !strcasecmp(name, "veletas-10");
    if (!ten && strcasecmp(name, "veletas-9") != 0 && strcasecmp(name, "veletas-7") != 0) return NULL;
    snprintf(full, sizeof full, "%s%s", rules, ten ? "" : name + strlen("veletas"));
    return variant_find(full);
}

/* ---- steps ---- */

static bool bad(Assembly *a, const BoardspaceTurn *t, const char *what) {
    return assembly_fault(a, t->line, "turn %d: %s", a->record.end.number, what);
}

static char piece_of(const char *word) {
    char c = (char)toupper((unsigned char)*word);
    return (c == 'S' || c == 'B' || c == 'W') && !word[1] ? c : '\0';
}

/* `D 4` */
static bool square_of_words(char out[static ASSEMBLY_WORD], const char *file, const char *rank) {
    if (!isalpha((unsigned char)*file) || file[1] || !isdigit((unsigned char)*rank) || strlen(rank) > 2) return false;
    snprintf(out, ASSEMBLY_WORD, "%c%.2s", tolower((unsigned char)*file), rank);
    return true;
}

/* A shooter that goes on from where it was put goes in one step. */
static bool put(BoardspaceTurn *t, Assembly *a, BoardspaceStep step) {
    for (int i = 0; *step.from && i < t->count; i++) {
        if (strcmp(t->steps[i].to, step.from) != 0) continue;
        strcpy(t->steps[i].to, step.to);
        return true;
    }
    if (t->count == BOARDSPACE_STEPS) return bad(a, t, "too many steps");
    t->steps[t->count++] = step;
    return true;
}

static bool pick_from_board(BoardspaceTurn *t, Assembly *a, const char *square) {
    if (t->held.piece) return bad(a, t, "two pieces in the hand");
    if (t->count && !strcmp(t->steps[t->count - 1].to, square)) {
        t->held = t->steps[--t->count];
        return true;
    }
    t->held = (BoardspaceStep){.piece = 'S'};
    strcpy(t->held.from, square);
    return true;
}

static bool drop_on_board(BoardspaceTurn *t, Assembly *a, const char *square) {
    if (!t->held.piece) return bad(a, t, "nothing in the hand to drop");
    BoardspaceStep step = t->held;
    t->held = (BoardspaceStep){0};
    strcpy(step.to, square);
    return put(t, a, step);
}

/* Takes back the last thing; a piece in the hand goes to where it lay. */
static void undo(BoardspaceTurn *t) {
    if (t->held.piece) {
        if (*t->held.to) t->steps[t->count++] = t->held;
        t->held = (BoardspaceStep){0};
    } else if (t->count) {
        t->count--;
    } else {
        t->swap = false;
    }
}

/* ---- turns ---- */

static bool add_squares(const BoardspaceTurn *t, char *text, size_t size, char piece) {
    size_t at = strlen(text);
    for (int i = 0; i < t->count; i++) {
        if (t->steps[i].piece != piece) continue;
        if (at + ASSEMBLY_WORD + 1 >= size) return false;
        at += (size_t)snprintf(text + at, size - at, "%s%s", at && text[at - 1] != '/' ? "," : "", t->steps[i].to);
    }
    return true;
}

static bool end_setup(const BoardspaceTurn *t, Assembly *a, char stone) {
    char text[64] = "";
    for (int i = 0; i < t->count; i++)
        if (*t->steps[i].from) return bad(a, t, "a shooter is moved in the setup");
    if (!add_squares(t, text, sizeof text, 'S')) return bad(a, t, "too many shooters");
    size_t length = strlen(text);
    if (a->record.end.variant->setup_stones) strcpy(text + length, "/");
    if (!add_squares(t, text, sizeof text, stone)) return bad(a, t, "too many stones");
    return assembly_turn(a, t->line, text);
}

static bool end_play(const BoardspaceTurn *t, Assembly *a) {
    const BoardspaceStep *move = NULL, *shot = NULL;
    char text[4 * ASSEMBLY_WORD];
    for (int i = 0; i < t->count; i++) {
        const BoardspaceStep *s = &t->steps[i];
        if (s->piece == 'S' && !*s->from) return bad(a, t, "a shooter is added after the setup");
        if (s->piece == 'S' && !strcmp(s->from, s->to)) continue;
        if (s->piece == 'S' ? move || shot : shot != NULL)
            return bad(a, t, s->piece == 'S' ? "a second move, or one after the shot" : "two stones");
        *(s->piece == 'S' ? &move : &shot) = s;
    }
    if (!shot) return bad(a, t, "no stone is placed");
    if (move) snprintf(text, sizeof text, "%s-%s/%s", move->from, move->to, shot->to);
    else snprintf(text, sizeof text, "%s", shot->to);
    return assembly_turn(a, t->line, text);
}

void boardspace_end_turn(BoardspaceTurn *t, Assembly *a) {
    char stone = a->record.end.side == BLACK ? 'B' : 'W';
    if (t->held.piece) bad(a, t, "a piece is left in the hand");
    for (int i = 0; i < t->count; i++)
        if (t->steps[i].piece != 'S' && t->steps[i].piece != stone) bad(a, t, "a stone of the other colour");
    if (!a->line) {
        if (t->swap && t->count) bad(a, t, "a swap and pieces in one turn");
        else if (t->swap) assembly_turn(a, t->line, "swap");
        else if (t->count && position_in_setup(&a->record.end)) end_setup(t, a, stone);
        else if (t->count) end_play(t, a);
    }
    *t = (BoardspaceTurn){0};
}

/* ---- commands ---- */

static bool is(const char *word, const char *name) { return !strcasecmp(word, name); }

/* False for words that are no step. */
static bool take_step(BoardspaceTurn *t, Assembly *a, char **word) {
    char from[ASSEMBLY_WORD], to[ASSEMBLY_WORD], piece = piece_of(word[1]);
    if (is(*word, "add") && piece && square_of_words(to, word[2], word[3])) {
        BoardspaceStep step = {.piece = piece};
        strcpy(step.to, to);
        put(t, a, step);
    } else if (is(*word, "move") && square_of_words(from, word[1], word[2]) && square_of_words(to, word[3], word[4])) {
        if (pick_from_board(t, a, from)) drop_on_board(t, a, to);
    } else if (is(*word, "pick") && piece) {
        if (t->held.piece) bad(a, t, "two pieces in the hand");
        t->held = (BoardspaceStep){.piece = piece};
    } else if (is(*word, "pickb") && square_of_words(from, word[1], word[2])) {
        pick_from_board(t, a, from);
    } else if (is(*word, "dropb") && square_of_words(to, word[1], word[2])) {
        drop_on_board(t, a, to);
    } else if (is(*word, "drop") && piece) {
        if (!t->held.piece) bad(a, t, "nothing in the hand to drop");
        t->held = (BoardspaceStep){0};
    } else {
        return false;
    }
    return true;
}

/* Other words that there can be; false for the rest. */
static bool take_other(BoardspaceTurn *t, Assembly *a, int player, const char *word) {
    if (is(word, "done")) boardspace_end_turn(t, a);
    else if (is(word, "swap")) t->swap = !t->swap;
    else if (is(word, "undo")) undo(t);
    else if (is(word, "reset")) t->count = 0, t->held = (BoardspaceStep){0}, t->swap = false;
    else if (is(word, "resign")) {
        /* Player 0 has Black until the swap. */
        Colour loser = (player == 0) != (a->record.end.swap == SWAP_DONE) ? BLACK : WHITE;
        t->count = 0;
        t->held = (BoardspaceStep){0};
        assembly_ending(a, colour_other(loser), "resignation");
    } else return is(word, "start") || is(word, "edit") || is(word, "time") || is(word, "gameover");
    return true;
}

void boardspace_command(BoardspaceTurn *t, Assembly *a, long line, int player, char *command) {
    char *word[COMMAND_WORDS], *rest;
    int count = 0;
    if (a->line) return;
    for (char *w = strtok_r(command, " \t\r\n", &rest); w; w = strtok_r(NULL, " \t\r\n", &rest))
        if (count < COMMAND_WORDS) word[count++] = w;
    if (count < 2) return;
    bool busy = t->count || t->held.piece || t->swap;
    if (busy && t->player != player) {
        boardspace_end_turn(t, a);
        busy = false;
    }
    if (!busy) t->line = line, t->player = player;
    while (count < COMMAND_WORDS) word[count++] = "";
    if (a->line || take_step(t, a, word + 1) || take_other(t, a, player, word[1])) return;
    assembly_fault(a, line, "turn %d, %.40s: not a command of the game", a->record.end.number, word[1]);
}
