#include "tools/lab/fit/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "kit/selfplay_line.h"

void fit_fail(const char *what, const char *which) {
    fprintf(stderr, "cierzo-fit: %s: %.80s\n", what, which);
    exit(EXIT_FAILURE);
}

void *fit_more(void *items, size_t *room, size_t size) {
    *room = *room ? 2 * *room : 1 << 16;
    items = realloc(items, *room * size);
    if (!items) fit_fail("out of memory", "");
    return items;
}

/* A game, and who got its shooters in the end. Positions list shooters in the order of their squares, which changes as they move, so
 * each is known by its place in the list of the first position. */
typedef struct {
    SelfplayGame line;
    int8_t shooter[SELFPLAY_MOST_TURNS][MAX_SHOOTERS]; /* by ply, in bit order: which one of the start it is */
    Colour owner[MAX_SHOOTERS];                        /* by shooter of the start; NO_COLOUR: nobody */
} FollowedGame;

static void follow_move(FollowedGame *g, int8_t at[SQUARES], Move m, const Position *before, const Position *after) {
    if (move_relocates(m)) at[move_to(m)] = at[move_from(m)];
    for (Colour c = BLACK; c <= WHITE; c++)
        for (Bitboard claimed = after->claimed[c] & ~before->claimed[c]; claimed;) g->owner[at[bb_pop(&claimed)]] = c;
}

static void follow_shooters(FollowedGame *g) {
    static Board board;
    int8_t at[SQUARES], next = 0;
    board_set(&board, &g->line.start);
    for (Bitboard s = g->line.start.shooters; s;) at[bb_pop(&s)] = next++;
    for (int i = 0; i < MAX_SHOOTERS; i++) g->owner[i] = NO_COLOUR;
    for (int ply = 0; ply < g->line.turns; ply++) {
        Undo undo;
        int i = 0;
        for (Bitboard s = board.position.shooters; s; i++) g->shooter[ply][i] = at[bb_pop(&s)];
        board_play(&board, g->line.moves[ply], &undo);
        follow_move(g, at, g->line.moves[ply], &undo.before, &board.position);
    }
}

static void visit_game(const FollowedGame *g, int number, void (*visit)(const GamePosition *)) {
    static Board board;
    board_set(&board, &g->line.start);
    for (int ply = 0; ply < g->line.turns; ply++) {
        Undo undo;
        GamePosition p = {.board = &board,
                          .game = number,
                          .third = 3 * ply / g->line.turns,
                          .black_won = g->line.winner == BLACK,
                          .score = g->line.scores[ply]};
        for (int i = 0; i < bb_count(board.position.shooters); i++) p.claimant[i] = g->owner[g->shooter[ply][i]];
        visit(&p);
        board_play(&board, g->line.moves[ply], &undo);
    }
}

int games_read(const char *path, const char *rules, int first, void (*visit)(const GamePosition *)) {
    static FollowedGame game;
    char *line = NULL, error[SELFPLAY_ERROR_SIZE];
    size_t room = 0;
    int next = first;
    FILE *f = fopen(path, "r");
    if (!f) fit_fail("cannot read", path);
    while (getline(&line, &room, f) >= 0) {
        if (!selfplay_line_read(line, &game.line, error)) fit_fail("not a game", error);
        if (strcmp(rules, FIT_ALL) != 0 && strcmp(rules, game.line.start.variant->name) != 0) continue;
        if (position_phase(&game.line.start) != PHASE_PLAY) fit_fail("a game that does not begin in play", path);
        follow_shooters(&game);
        visit_game(&game, next++, visit);
    }
    free(line);
    fclose(f);
    if (next == first) fit_fail("no games of these rules in", path);
    return next;
}
