/* What the tests share: data files, random positions and games, and the bridge between the engine and the naive rules. */
#ifndef CIERZO_TESTS_SUPPORT_H
#define CIERZO_TESTS_SUPPORT_H

#include <criterion/criterion.h>
#include <stdio.h>

#include "engine/play.h"
#include "tests/naive.h"
#include "tests/random.h"

/* An assertion for loops: a Criterion assertion that holds costs a message to the runner, this one costs a branch. */
#define REQUIRE(condition, ...)                                                                                             \
    do {                                                                                                                    \
        if (!(condition)) cr_assert_fail(__VA_ARGS__);                                                                      \
    } while (0)

/* Fills the engine's tables; the .init of every test. */
void support_init(void);

/* `count` times the environment variable CIERZO_TEST_SCALE, rounded up; `count` itself without it or where it is no positive number. */
int support_scaled(int count);

enum { SUPPORT_PATH = 96 };
/* A pattern for mkstemp or mkdtemp in the folder for temporary files, TMPDIR or else the C library's. Returns `out`. */
char *support_temporary(char out[static SUPPORT_PATH], const char *name);

/* ---- data files: lines of fields separated by ';', read from the folder CIERZO_TEST_DATA ---- */

enum { DATA_FIELDS = 8 };

typedef struct {
    FILE *file;
    char line[4096];
    char *field[DATA_FIELDS];
    int fields;
} DataFile;

DataFile data_open(const char *name);
/* The next line that is neither blank nor a comment; false, and the file closed, at the end. */
bool data_next(DataFile *d);

/* ---- between the engine and the naive rules ---- */

Naive naive_of(const char *rules, const char *text);
Position position_of(const Naive *n);
Board board_of(const Naive *n);
/* The engine's value of a legal move's text, read without engine/notation.c. */
Move move_of(const Naive *n, const char *text);
/* Whether the engine's text of the position is the naive one. */
bool same_text(const Position *p, const Naive *n);
Square square_of(int naive_square);
/* Whether any unclaimed shooter is trapped: such a position has no text that is accepted. */
bool has_trapped(const Naive *n);

/* The twin of a position in play: every stone, every claim and the side to move of the other colour. It is worth the same to its mover. */
Naive colours_exchanged(const Naive *n);

bool positions_equal(const Position *a, const Position *b);
/* Groups may go by other roots, and what stands under squares without stones does not matter. */
bool boards_equal(const Board *a, const Board *b);

/* ---- random moves and positions ---- */

/* A random legal move of any kind, a setup's squares in any order; false when there is none (or, in a crowded setup, none was
 * found). */
bool random_move(const Naive *n, Random *r, NaiveMove out);

/* A built position with all shooters on the board, reachable or not, decided or not: from an empty board to a full one, evenly
 * spread or crowded into a corner, shooters and claims anywhere. */
Naive random_built(const NaiveRules *rules, Random *r);
/* The same, not yet won. */
Naive random_in_play(const NaiveRules *rules, Random *r);
/* A built position before either setup turn. */
Naive random_in_setup(const NaiveRules *rules, Random *r);
/* A position in play, built or played, not yet won. */
Naive random_undecided(const NaiveRules *rules, Random *r);
/* The first position with so few turns in a game that goes on at random from a built position. */
Naive random_late(const NaiveRules *rules, uint64_t turns, Random *r);
/* A position of any kind: a start, a setup, played, built, won. */
Naive random_any(const NaiveRules *rules, Random *r);
/* The start played on for at most that many random plies; the game may be over. */
Naive random_played(const NaiveRules *rules, Random *r, int plies);

#endif
