/* What the answers of a session are checked with: well-known positions, and whether moves and lines are legal. Rule set `veletas`
 * where none is given. */
#ifndef CIERZO_TESTS_CHECK_H
#define CIERZO_TESTS_CHECK_H

#include "engine/notation.h"
#include "engine/play.h"
#include "tests/session.h"

#define MID "10/1s5s2/3b6/4s5/2s4w2/7s2/4b5/3s3s2/2w7/9b w - 3"
#define BIG "10/10/3s2s3/10/4s5/3s2s3/5s4/2s7/10/b8w b - 2"
/* Every legal move wins at once for Black; every one loses at once for White; a tie that gives White the game. */
#define W1                                                                                                                  \
    "s1swwwwwww/bbwwwwwwww/wwwwwwwwww/bbbbbbbbbb/bbbbbbbbbb/bbbbbbbbbb/bbbbbbbbbb/bbbbwwwwww/wwwwwwwwww/BBBWWwwwww b - 47"
#define L1                                                                                                                  \
    "s1swwwwwww/bbwwwwwwww/wwwwwwwwww/bbbbbbbbbb/bbbbbbbbbb/bbbbbbbbbb/bbbbbbbbbb/bbbbwwwwww/1wwwwwwwww/BBBWWwwwww w - 46"
#define TIE                                                                                                                 \
    "s1wwwwwwww/wWwwwwwwww/bbbbbbbbbb/bbbbbbbbbb/bbbbbbbbbb/bbbbbbbbbb/bbbbbbwwww/wwwwwwwwww/wwwwwwwwww/BBBWWwwwww b - 47"
/* Over: on a full board, and with two shooters that could still move. */
#define GO1                                                                                                                 \
    "BbWwwwwwww/bbwwwwwwww/wwwwwwwwww/bbbbbbbbbb/bbbbbbbbbb/bbbbbbbbbb/bbbbbbbbbb/bbbbwwwwww/wwwwwwwwww/BBBWWwwwww w - 47"
#define GO2 "10/4s1s3/10/bwbwbwbwbw/wbwbwbwbwb/bwbwbwbwbw/wbwbwbwbwb/bwbwbwbwbw/wbwbwbwbwb/BBBBWbwbwb w - 33"
#define LOS "10/1s1s1s4/10/10/sB8/10/10/1s1s6/10/b8w b - 10"
#define START "10/10/10/10/10/10/10/10/10/10 b - 1"
#define PLACE1 "c3,e5,g7/d4"
#define PLACE2 "b2,d6,h4,i8/f5"

#define ANY_MOVE "[a-j0-9,/-]+"

Board board_at(const char *text);

/* Plays the words of a line from its first on; the test fails on an illegal one. Returns how many there were. */
int play_words(Board *b, const char *words);

/* Waits for the bestmove, which must be legal in the position, as must be every pv before it and the ponder move behind it, and both
 * must be those of the last pv. Copies the move to `best` if that is not NULL. */
void expect_legal_best_of(Talk *t, const Board *root, char best[MOVE_TEXT_SIZE]);
void expect_legal_best(Talk *t, const char *text, char best[MOVE_TEXT_SIZE]);

/* `go` from a position, answered legally. */
void check_go(Talk *t, const char *fen, const char *go);

/* The position as `d` shows it. */
void shown_position(Talk *t, char out[POSITION_TEXT_SIZE]);
void expect_position(Talk *t, const char *expected);

void wait_ms(int ms);

/* Kilobytes of memory that the engine holds, 0 where the system does not tell. */
long resident_kb(const Talk *t);

#endif
