/* Who plays whom in which game. Everything about a game follows from its number, 1 ... schedule_games, so to resume a tournament it is enough
 * to know which numbers were played. */
#ifndef CIERZO_TOOLS_MATCH_SCHEDULE_H
#define CIERZO_TOOLS_MATCH_SCHEDULE_H

#include <stdbool.h>
#include <stdint.h>

typedef struct {
    int engines;   /* at least 2 */
    bool gauntlet; /* the first engine against each other one; else all against all */
    int games;     /* of an encounter: 1, or 2 with the players exchanged */
    int64_t rounds;
} Schedule;

typedef struct {
    int64_t round;  /* from 0 */
    int64_t pair;   /* from 0: the encounter, over all rounds */
    int leg;        /* 0, or 1 for the second game of an encounter */
    int players[2]; /* indices of the engines: who begins the setup, or would have begun it, and the other */
    int engines[2]; /* the same two in the order of the engines */
} Fixture;

/* Encounters in a round. */
int64_t schedule_encounters(const Schedule *s);
int64_t schedule_games(const Schedule *s);
Fixture schedule_fixture(const Schedule *s, int64_t number);

#endif
