/* Half-right input: command lines of every kind, about positions that random play has reached, and ways to break them. */
#ifndef CIERZO_TESTS_FUZZ_GRAMMAR_H
#define CIERZO_TESTS_FUZZ_GRAMMAR_H

#include <stddef.h>
#include <stdint.h>

#include "engine/play.h"
#include "protocol/text.h"

/* Boards of each rule set: starts, setups, middles and ends of games. */
enum { GRAMMAR_BOARDS = 64 };

/* Plays the games. After engine_init. */
void grammar_init(void);

/* Index below GRAMMAR_BOARDS. */
const Board *grammar_board(int variant, int index);

/* A random turn of any kind; MOVE_NONE when there is none. */
Move grammar_turn(const Position *p, uint64_t *random);

/* What a writer of lines keeps in mind: lines are about this rule set and this board. */
typedef struct {
    uint64_t random;
    int variant;
    Board board;
} Grammar;

Grammar grammar_seeded(uint64_t seed);

/* Each appends the arguments of a command, mostly right. */
void grammar_position(Grammar *g, Text *out);
void grammar_go(Grammar *g, Text *out);
void grammar_option(Grammar *g, Text *out);
void grammar_bench(Grammar *g, Text *out);
void grammar_fen(Grammar *g, Text *out);
void grammar_move(Grammar *g, Text *out);
void grammar_next(Grammar *g, Text *out);

/* A whole line of any command, without its end. */
void grammar_line(Grammar *g, Text *out);

/* Cuts, doubles, swaps, inserts … at any one place at or behind `from`. */
void grammar_break(Grammar *g, Text *t, size_t from);

#endif
