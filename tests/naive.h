/* The rules a second time, for the tests alone: one character a square, plain loops, everything computed anew on every
 * question. Written from the rules and not from the engine, so that an error would have to be made twice. */
#ifndef CIERZO_TESTS_NAIVE_H
#define CIERZO_TESTS_NAIVE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { NAIVE_RULE_SETS = 15, NAIVE_SIDE = 10, NAIVE_SQUARES = NAIVE_SIDE * NAIVE_SIDE, NAIVE_TEXT_SIZE = 160 };

typedef struct {
    const char *name;
    int size, first, second;
    bool setup_stones, swap, ban_perimeter, ban_adjacent, unclaimed_block, claimed_block, corners_removed;
} NaiveRules;

typedef struct {
    const NaiveRules *rules;
    /* [file][rank]: '.' empty, 'b' 'w' stones, 's' unclaimed shooter, 'B' 'W' claimed shooter, '#' no square */
    char at[NAIVE_SIDE][NAIVE_SIDE];
    char side; /* 'b' or 'w' */
    char swap; /* '?', 'x' or '-' */
    int number;
} Naive;

typedef char NaiveMove[24];

typedef struct {
    NaiveMove *moves;
    size_t count, room;
} NaiveList;

const NaiveRules *naive_rules(int index);
const NaiveRules *naive_rules_named(const char *name); /* NULL for an unknown name */

Naive naive_start(const NaiveRules *rules);

/* Reads a position's text; false, with `out` in any state, when it has to be refused. */
bool naive_read(Naive *out, const NaiveRules *rules, const char *text);
void naive_write(const Naive *n, char out[NAIVE_TEXT_SIZE]);

/* How many squares hold any of the characters of `kinds`. */
int naive_count(const Naive *n, const char *kinds);
bool naive_in_setup(const Naive *n);
char naive_winner(const Naive *n); /* 'b', 'w' or '-' */

/* Empty squares that a shooter on that square sees, as file * NAIVE_SIDE + rank; returns how many. */
int naive_seen(const Naive *n, int file, int rank, int out[NAIVE_SQUARES]);
bool naive_trapped(const Naive *n, int file, int rank);
/* Stones of the group that holds that square, 0 without a stone there. */
int naive_group(const Naive *n, int file, int rank);
/* Largest group of the colour orthogonally beside that square. */
int naive_beside(const Naive *n, int file, int rank, char colour);
/* Who claims a shooter trapped there after a turn of `mover`. */
char naive_claimant(const Naive *n, int file, int rank, char mover);

/* All legal moves of any kind, sorted. Free the list afterwards. */
NaiveList naive_moves(const Naive *n);
bool naive_list_has(const NaiveList *list, const char *move);
void naive_list_free(NaiveList *list);

/* Whether the rules of the setup let a shooter stand on that square, file * NAIVE_SIDE + rank. */
bool naive_may_stand(const Naive *n, int square);
/* Whether a setup turn, its squares in any order, or `swap` is legal. Any text may be given. */
bool naive_setup_legal(const Naive *n, const char *move);

/* Plays a legal move of any kind. */
void naive_play(Naive *n, const char *move);

uint64_t naive_perft(const Naive *n, int depth);

#endif
