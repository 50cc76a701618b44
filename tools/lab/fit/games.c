#include "tools/lab/fit/games.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation.h"

enum { MAX_PLIES = 128, LINE_ROOM = 1 << 14 };

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

typedef struct {
    Position start;
    Move moves[MAX_PLIES];
    Score scores[MAX_PLIES];
    int8_t shooter[MAX_PLIES][MAX_SHOOTERS]; /* by ply, in bit order: which one of the start it is */
    Colour owner[MAX_SHOOTERS];              /* by shooter of the start */
    int plies;
    bool black_won;
} Game;

static void follow(Game *g, int8_t at[SQUARES], Move m, const Position *before, const Position *after) {
    if (move_relocates(m)) at[move_to(m)] = at[move_from(m)];
    for (Colour c = BLACK; c <= WHITE; c++)
        for (Bitboard claimed = after->claimed[c] & ~before->claimed[c]; claimed;) g->owner[at[bb_pop(&claimed)]] = c;
}

static void read_turns(Game *g, char *text) {
    static Board board;
    int8_t at[SQUARES], next = 0;
    char *rest;
    board_set(&board, &g->start);
    for (Bitboard s = g->start.shooters; s;) at[bb_pop(&s)] = next++;
    for (int i = 0; i < MAX_SHOOTERS; i++) g->owner[i] = NO_COLOUR;
    g->plies = 0;
    for (char *word = strtok_r(text, " ", &rest); word; word = strtok_r(NULL, " ", &rest), g->plies++) {
        char *score = strchr(word, '='), *end = NULL;
        Undo undo;
        if (score) {
            *score++ = '\0';
            g->scores[g->plies] = (Score)strtol(score, &end, 10);
        }
        if (!end || end == score || *end) fit_fail("a move without a score", word);
        if (move_parse(&board.position, word, &g->moves[g->plies])) fit_fail("an illegal move", word);
        int i = 0;
        for (Bitboard s = board.position.shooters; s; i++) g->shooter[g->plies][i] = at[bb_pop(&s)];
        board_play(&board, g->moves[g->plies], &undo);
        follow(g, at, g->moves[g->plies], &undo.before, &board.position);
    }
    Colour winner = position_winner(&board.position);
    if (winner == NO_COLOUR || g->black_won != (winner == BLACK)) fit_fail("not the result of these moves", text);
}

static void read_line(Game *g, char *line) {
    char *rest, *field[5];
    for (int i = 0; i < 5; i++)
        if (!(field[i] = strtok_r(i ? NULL : line, ";\n", &rest))) fit_fail("not a game", line);
    const Variant *variant = variant_find(field[1]);
    if (!variant || position_parse(variant, field[2], &g->start) || position_phase(&g->start) != PHASE_PLAY)
        fit_fail("not a position in play", field[2]);
    if (strcmp(field[4], "b") && strcmp(field[4], "w")) fit_fail("not a result", field[4]);
    g->black_won = *field[4] == 'b';
    read_turns(g, field[3]);
}

static void visit_game(const Game *g, int number, void (*visit)(const GamePosition *)) {
    static Board board;
    board_set(&board, &g->start);
    for (int ply = 0; ply < g->plies; ply++) {
        Undo undo;
        GamePosition p = {.board = &board,
                          .game = number,
                          .third = 3 * ply / g->plies,
                          .black_won = g->black_won,
                          .score = g->scores[ply]};
        for (int i = 0; i < bb_count(board.position.shooters); i++) p.claimant[i] = g->owner[g->shooter[ply][i]];
        visit(&p);
        board_play(&board, g->moves[ply], &undo);
    }
}

int games_read(const char *path, int first, void (*visit)(const GamePosition *)) {
    static char line[LINE_ROOM];
    static Game game;
    int next = first;
    FILE *f = fopen(path, "r");
    if (!f) fit_fail("cannot read", path);
    while (fgets(line, sizeof line, f)) {
        read_line(&game, line);
        visit_game(&game, next++, visit);
    }
    fclose(f);
    if (next == first) fit_fail("no games in", path);
    return next;
}
