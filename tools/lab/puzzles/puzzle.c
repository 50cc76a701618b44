#include "tools/lab/puzzles/puzzle.h"

#include <limits.h>
#include <stdio.h>
#include <string.h>

#include "engine/movegen.h"
#include "engine/notation.h"
#include "engine/play.h"
#include "kit/argument.h"
#include "kit/ask.h"
#include "search/levels.h"

enum { LEVEL_STEP = 100 };

static const char *const KIND_WORDS[PUZZLE_KINDS] = {"win", "save", "two", "escape"};

PuzzleKind puzzle_kind(const char *word) {
    int kind = 0;
    while (kind < PUZZLE_KINDS && strcmp(word, KIND_WORDS[kind])) kind++;
    return (PuzzleKind)kind;
}

const char *puzzle_kind_word(PuzzleKind kind) { return KIND_WORDS[kind]; }

/* ---- whether a turn does what a kind asks for; `b` is the position after it, `mover` made it ---- */

typedef enum { TURN_NO, TURN_YES, TURN_UNKNOWN } TurnDoes;

static bool count_visit(void *context) {
    long *left = context;
    return --*left < 0;
}

static TurnDoes turn_wins(PuzzleProver *prover, Board *b, Colour mover) {
    Colour winner = position_winner(&b->position);
    if (winner != NO_COLOUR) return winner == mover ? TURN_YES : TURN_NO;
    Move line[128];
    int length;
    long left = prover->most ? prover->most : LONG_MAX;
    solver_set(prover->solver, &b->position);
    if (!solver_run(prover->solver, count_visit, &left)) return TURN_UNKNOWN;
    return score_is_loss(solver_result(prover->solver, line, &length)) ? TURN_YES : TURN_NO;
}

/* Whether the side to move has a turn after which it has claimed `gain` more shooters, or has won. */
static bool can_gain(Board *b, int gain, bool winning) {
    const Position here = b->position;
    Colour mover = (Colour)here.side;
    TurnIterator it = turns_begin(&here);
    bool found = false;
    for (TurnSlice slice; !found && turns_next(&it, &slice);)
        while (slice.shots && !found) {
            Undo undo;
            board_play(b, move_turn(slice.from, slice.to, bb_pop(&slice.shots)), &undo);
            found =
                winning ? position_winner(&b->position) == mover : b->position.claims[mover] >= here.claims[mover] + gain;
            board_undo(b, &undo);
        }
    return found;
}

static TurnDoes turn_claims_two(const Position *before, const Board *b, Colour mover) {
    return b->position.claims[mover] >= before->claims[mover] + 2 ? TURN_YES : TURN_NO;
}

/* A turn that wins escapes too. */
static TurnDoes turn_escapes(const Position *before, Board *b, Colour mover) {
    Colour other = colour_other(mover);
    if (b->position.claims[other] > before->claims[other]) return TURN_NO;
    if (position_winner(&b->position) != NO_COLOUR) return TURN_YES;
    return can_gain(b, 1, false) ? TURN_NO : TURN_YES;
}

/* Whether the opponent cannot win at once. */
static TurnDoes turn_is_safe(Board *b, Colour mover) {
    Colour winner = position_winner(&b->position);
    bool lost = winner != NO_COLOUR ? winner != mover : can_gain(b, 0, true);
    return lost ? TURN_NO : TURN_YES;
}

/* What one turn alone must do. In PUZZLE_SAVE it must win, too, which takes one proof more. */
static TurnDoes turn_does(PuzzleProver *prover, PuzzleKind kind, const Position *before, Board *b) {
    Colour mover = (Colour)before->side;
    switch (kind) {
    case PUZZLE_SAVE: return turn_is_safe(b, mover);
    case PUZZLE_TWO: return turn_claims_two(before, b, mover);
    case PUZZLE_ESCAPE: return turn_escapes(before, b, mover);
    default: return turn_wins(prover, b, mover);
    }
}

/* ---- whether exactly one does ---- */

/* The one turn that does it; MOVE_NONE where there is none or more than one, or where it is not known of some turn. */
static Move only_turn(PuzzleProver *prover, PuzzleKind kind, const Position *p) {
    Board b;
    Move only = MOVE_NONE;
    board_set(&b, p);
    TurnIterator it = turns_begin(p);
    for (TurnSlice slice; turns_next(&it, &slice);)
        while (slice.shots) {
            Undo undo;
            Move m = move_turn(slice.from, slice.to, bb_pop(&slice.shots));
            board_play(&b, m, &undo);
            TurnDoes does = turn_does(prover, kind, p, &b);
            board_undo(&b, &undo);
            if (does == TURN_UNKNOWN || (does == TURN_YES && only != MOVE_NONE)) return MOVE_NONE;
            if (does == TURN_YES) only = m;
        }
    return only;
}

/* The others lose at once, so one proof is enough. */
static Move only_saver(PuzzleProver *prover, const Position *p) {
    Move m = only_turn(prover, PUZZLE_SAVE, p);
    if (m == MOVE_NONE) return m;
    Board b;
    Undo undo;
    board_set(&b, p);
    board_play(&b, m, &undo);
    return turn_wins(prover, &b, (Colour)p->side) == TURN_YES ? m : MOVE_NONE;
}

/* Whether there is a win at all comes first: lost positions are many. */
static Move only_winner(PuzzleProver *prover, const Position *p) {
    Board b;
    board_set(&b, p);
    TurnDoes opponent_loses = turn_wins(prover, &b, colour_other((Colour)p->side));
    return opponent_loses == TURN_NO ? only_turn(prover, PUZZLE_WIN, p) : MOVE_NONE;
}

static Move key_of(PuzzleProver *prover, PuzzleKind kind, const Position *p) {
    solver_clear(prover->solver);
    if (kind == PUZZLE_SAVE) return only_saver(prover, p);
    return kind == PUZZLE_WIN ? only_winner(prover, p) : only_turn(prover, kind, p);
}

bool puzzle_find(PuzzleProver *prover, PuzzleKind kind, const Position *p, Puzzle *out) {
    Puzzle found = {.kind = kind, .position = *p, .key = key_of(prover, kind, p), .rating = PUZZLE_EASIEST};
    if (found.key == MOVE_NONE) return false;
    *out = found;
    return true;
}

bool puzzle_holds(PuzzleProver *prover, const Puzzle *puzzle) {
    return key_of(prover, puzzle->kind, &puzzle->position) == puzzle->key;
}

/* ---- how hard ---- */

int puzzle_rate(Search *s, const Puzzle *puzzle) {
    bool finds[(LEVEL_MOST - LEVEL_LEAST) / LEVEL_STEP + 1];
    int count = (int)(sizeof finds / sizeof *finds), wrong = 0, fewest, best = 0;
    for (int i = 0; i < count; i++) {
        SearchLimits limits = search_limits_none();
        limits.elo = LEVEL_LEAST + i * LEVEL_STEP;
        limits.depth = MAX_DEPTH;
        search_clear(s);
        finds[i] = ask(s, &puzzle->position, &limits).best == puzzle->key;
        wrong += !finds[i];
    }
    fewest = wrong; /* with the border below all levels */
    for (int i = 0; i < count; i++) {
        wrong += finds[i] ? 1 : -1;
        if (wrong < fewest) {
            fewest = wrong;
            best = i + 1;
        }
    }
    int rating = LEVEL_LEAST - LEVEL_STEP / 2 + best * LEVEL_STEP;
    return rating < PUZZLE_EASIEST ? PUZZLE_EASIEST : rating > PUZZLE_HARDEST ? PUZZLE_HARDEST : rating;
}

/* ---- lines ---- */

static bool refuse(char error[static PUZZLE_ERROR_SIZE], const char *what, const char *why) {
    snprintf(error, PUZZLE_ERROR_SIZE, "%s: %s", what, why);
    return false;
}

bool puzzle_line_read(char *line, Puzzle *out, char error[static PUZZLE_ERROR_SIZE]) {
    char *field[PUZZLE_FIELDS], *rest = line;
    int fields = 0;
    line[strcspn(line, "\r\n")] = '\0';
    while (rest && fields < PUZZLE_FIELDS) field[fields++] = strsep(&rest, ";");
    if (fields < PUZZLE_FIELDS || rest) return refuse(error, "line", "not five fields");
    Puzzle read = {.kind = puzzle_kind(field[0])};
    int64_t rating;
    const Variant *variant = variant_find(field[1]);
    if (read.kind == PUZZLE_KINDS) return refuse(error, "kind", "no such one");
    if (!variant) return refuse(error, "rule set", "no such one");
    NotationError bad = position_parse(variant, field[2], &read.position);
    if (bad != NOTATION_OK) return refuse(error, "position", notation_error_text(bad));
    if (position_phase(&read.position) != PHASE_PLAY) return refuse(error, "position", "not in play");
    bad = move_parse(&read.position, field[3], &read.key);
    if (bad != NOTATION_OK) return refuse(error, "move", notation_error_text(bad));
    if (!argument_number(field[4], PUZZLE_EASIEST, PUZZLE_HARDEST, &rating)) return refuse(error, "rating", "out of range");
    read.rating = (int)rating;
    *out = read;
    return true;
}

void puzzle_line_write(const Puzzle *puzzle, char out[static PUZZLE_LINE_SIZE]) {
    char text[POSITION_TEXT_SIZE], move[MOVE_TEXT_SIZE];
    position_text(&puzzle->position, text, sizeof text);
    move_text(puzzle->key, move, sizeof move);
    snprintf(out, PUZZLE_LINE_SIZE, "%s;%s;%s;%s;%d", puzzle_kind_word(puzzle->kind), puzzle->position.variant->name, text,
             move, puzzle->rating);
}
