/* cierzo-games check: replays every game, and counts games, results and endings. The reader checks moves and results by the rules; here the
 * tag Termination is compared with the board. */
#include <stdlib.h>
#include <string.h>

#include "kit/stats.h"
#include "tools/games/games.h"

enum { MAX_ENDINGS = 64 };

typedef struct {
    int64_t games, turns;
    int64_t black, white; /* wins */
    int64_t first,
        first_decided; /* of games that begin with the setup: the first player's wins, and all that were decided */
} GameCounts;

typedef struct {
    GameCounts rules[VARIANT_COUNT], all;
    struct {
        char *name;
        int64_t games;
    } endings[MAX_ENDINGS]; /* the last one counts all that find no room */
    int ending_count;
    int wrong;
} Check;

static void count_ending(Check *c, const char *name) {
    int i = 0;
    while (i < c->ending_count && strcmp(c->endings[i].name, name)) i++;
    if (i == c->ending_count && i < MAX_ENDINGS) {
        c->endings[i].name = strdup(i == MAX_ENDINGS - 1 ? "(others)" : name);
        if (!c->endings[i].name) return;
        c->ending_count++;
    }
    c->endings[i < MAX_ENDINGS ? i : MAX_ENDINGS - 1].games++;
}

static void count_game(GameCounts *t, const Record *r) {
    t->games++;
    t->turns += r->turn_count;
    t->black += r->winner == BLACK;
    t->white += r->winner == WHITE;
    if (r->winner == NO_COLOUR || position_shooters(&r->start)) return;
    t->first_decided++;
    t->first += (r->winner == BLACK) != (r->end.swap == SWAP_DONE);
}

/* What the tags say against what the board says; NULL when they agree. */
static const char *contradiction(const Record *r) {
    const char *ending = record_tag(r, "Termination");
    bool claimed = position_winner(&r->end) != NO_COLOUR;
    if (!ending) return NULL;
    if (!strcmp(ending, "claims")) return claimed ? NULL : "the tag Termination says claims, but nobody has won by claims";
    return claimed ? "the game was won by claims, but the tag Termination says otherwise" : NULL;
}

static const char *ending_of(const Record *r) {
    const char *ending = record_tag(r, "Termination");
    if (ending) return ending;
    return position_winner(&r->end) != NO_COLOUR ? "claims" : r->winner != NO_COLOUR ? "(not told)" : "(unfinished)";
}

static bool check_game(void *context, const FileGame *g) {
    Check *c = context;
    const Record *r = g->record;
    const char *wrong = contradiction(r);
    if (wrong) {
        fprintf(stderr, "%s: game %d: line %ld: %s\n", g->path, g->number, g->line, wrong);
        c->wrong++;
    }
    for (int i = 0; i < VARIANT_COUNT; i++)
        if (variant_at(i) == r->start.variant) count_game(&c->rules[i], r);
    count_game(&c->all, r);
    count_ending(c, ending_of(r));
    return true;
}

static void print_share(int64_t won, int64_t games) {
    double low, high;
    if (!games) {
        printf("                           -");
        return;
    }
    stats_wilson(won, games, &low, &high);
    printf("  %5.1f %% [%5.1f ... %5.1f]", 100 * (double)won / (double)games, 100 * low, 100 * high);
}

static void print_counts(const char *name, const GameCounts *t) {
    printf("%-14s %7lld %7lld %6.1f", name, (long long)t->games, (long long)(t->games - t->black - t->white),
           (double)t->turns / (double)t->games);
    print_share(t->black, t->black + t->white);
    print_share(t->first, t->first_decided);
    printf("\n");
}

static void print_check(const Check *c, int broken) {
    printf("%lld games, %d with a contradiction; %d broken and not counted\n", (long long)c->all.games, c->wrong, broken);
    if (!c->all.games) return;
    printf("\n%-14s %7s %7s %6s  %-27s %s\n", "rule set", "games", "open", "turns", "Black, the first mover",
           "first player");
    int kinds = 0;
    for (int i = 0; i < VARIANT_COUNT; i++)
        if (c->rules[i].games) print_counts(variant_at(i)->name, &c->rules[i]), kinds++;
    if (kinds > 1) print_counts("all", &c->all);
    printf("\n%-30s %7s\n", "ending", "games");
    for (int i = 0; i < c->ending_count; i++) printf("%-30s %7lld\n", c->endings[i].name, (long long)c->endings[i].games);
}

int games_check(int argc, char **argv) {
    Check c = {0};
    int broken = 0;
    if (argc < 2 || (argv[1][0] == '-' && argv[1][1])) return games_usage(argv[0]);
    for (int i = 1; i < argc; i++) broken += games_each(argv[i], check_game, &c);
    print_check(&c, broken);
    for (int i = 0; i < c.ending_count; i++) free(c.endings[i].name);
    return games_close(stdout, NULL) && !broken && !c.wrong ? GAMES_FINE : GAMES_WRONG;
}
