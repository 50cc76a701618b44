/* The turns of a Boardspace record, put together from steps: what is picked up and dropped, added, moved and taken back, up to `Done`. */
#ifndef CIERZO_TOOLS_GAMES_BOARDSPACE_H
#define CIERZO_TOOLS_GAMES_BOARDSPACE_H

#include "tools/games/assembly.h"

enum { BOARDSPACE_STEPS = 32 };

/* A piece, `S`, `B` or `W`, from a square, or from its pool where that is empty. */
typedef struct {
    char piece;
    char from[ASSEMBLY_WORD], to[ASSEMBLY_WORD];
} BoardspaceStep;

typedef struct {
    BoardspaceStep steps[BOARDSPACE_STEPS], held; /* `held` is in the hand; without a piece: nothing is */
    int count;
    bool swap;
    int player; /* whose steps they are */
    long line;  /* of the first of them */
} BoardspaceTurn;

/* The rule set of `SU[veletas-10 KEY PLAYERS REVISION]`; NULL when there is none of that name or revision. */
const Variant *boardspace_variant(const char *setup);

/* A value of the property `P0` (player 0) or `P1` that begins with its number, `7 Add S D 4`; its words are changed. */
void boardspace_command(BoardspaceTurn *t, Assembly *a, long line, int player, char *command);
/* The turn has ended, by `Done` or by the other player's next step. */
void boardspace_end_turn(BoardspaceTurn *t, Assembly *a);

#endif
