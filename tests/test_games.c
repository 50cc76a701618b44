/* Whole games through the protocol: legal to the end, won by who has won, and none of them leaves anything behind. */
#include "tests/session.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "tests/check.h"
#include "tests/support.h"

TestSuite(games, .init = support_init, .timeout = 100000);

enum { GAME_LINE = 4096 };

static Board start_of(const char *rules) {
    Board b;
    Position p = position_start(variant_find(rules));
    board_set(&b, &p);
    return b;
}

static void append(char *line, const char *move) {
    size_t length = strlen(line);
    REQUIRE(length + strlen(move) + 2 < GAME_LINE, "a long game");
    sprintf(line + length, " %s", move);
}

static void expect_result(Talk *t, const Position *p) {
    bool black_won = position_winner(p) == BLACK, first_is_black = p->swap != SWAP_DONE;
    talk_send(t, "query gameover");
    talk_expect(t, "^response true$");
    talk_send(t, "query result");
    talk_expect(t, black_won == first_is_black ? "^response p1win$" : "^response p2win$");
}

/* Plays from the start of the rule set to the end, every line and move checked. Returns the number of plies. */
static int play_game(Talk *t, const char *rules, const char *go) {
    char line[GAME_LINE] = "position startpos moves";
    Board b = start_of(rules);
    int plies = 0;
    talk_send(t, "ucinewgame");
    for (; position_winner(&b.position) == NO_COLOUR; plies++) {
        char move[MOVE_TEXT_SIZE];
        talk_send(t, "%s", line);
        talk_send(t, "%s", go);
        expect_legal_best_of(t, &b, move);
        play_words(&b, move);
        append(line, move);
    }
    talk_send(t, "%s", line);
    expect_result(t, &b.position);
    talk_send(t, "%s", go);
    talk_expect(t, "^bestmove \\(none\\)$");
    return plies;
}

static void play_games_with(const char *setting, const char *rules, const char *go, int games) {
    Talk t = talk_open("uci");
    talk_silent(&t, "setoption name Hash value 1");
    talk_silent(&t, "setoption name UCI_Variant value %s", rules);
    if (*setting) talk_silent(&t, "setoption name %s", setting);
    for (int i = 0, count = support_scaled(games); i < count; i++) cr_assert_leq(play_game(&t, rules, go), 95);
    talk_quit(&t);
}

Test(games, legal_to_the_end_with_the_smallest_table) { play_games_with("", "veletas-7", "go nodes 2000", 2); }
Test(games, legal_to_the_end_with_a_larger_table) { play_games_with("Hash value 16", "classic-7", "go nodes 2000", 2); }
Test(games, legal_to_the_end_with_threads) { play_games_with("Threads value 4", "boardspace-7", "go nodes 2000", 2); }
Test(games, legal_to_the_end_with_many_lines) { play_games_with("MultiPV value 3", "nocorners-7", "go nodes 500", 2); }
Test(games, legal_to_the_end_by_the_clock) { play_games_with("", "interim-9", "go wtime 60 btime 60 winc 5 binc 5", 1); }
Test(games, legal_to_the_end_without_time) { play_games_with("", "veletas", "go movetime 0", 2); }
Test(games, legal_to_the_end_by_depth) { play_games_with("Threads value 2", "veletas-7", "go depth 2", 2); }

/* Every rule set, moves at random: the engine says of each end what the rules say. */
Test(games, results_are_those_of_the_rules) {
    Random r = random_seeded(31);
    Talk t = talk_open("ugi");
    for (int i = 0, count = support_scaled(NAIVE_RULE_SETS); i < count; i++) {
        Naive n = naive_start(naive_rules(i % NAIVE_RULE_SETS));
        char line[GAME_LINE] = "position startpos moves";
        NaiveMove move;
        bool first = true;
        talk_silent(&t, "setoption name UCI_Variant value %s", n.rules->name);
        while (naive_winner(&n) == '-' && random_move(&n, &r, move)) {
            append(line, move);
            naive_play(&n, move);
            first = !first;
            if (random_chance(&r, 90)) continue;
            talk_send(&t, "%s", line);
            talk_send(&t, "query p1turn");
            talk_expect(&t, first ? "^response true$" : "^response false$");
            talk_send(&t, "query gameover");
            talk_expect(&t, naive_winner(&n) != '-' ? "^response true$" : "^response false$");
        }
        Position p = position_of(&n);
        talk_send(&t, "%s", line);
        expect_result(&t, &p);
    }
    talk_quit(&t);
}

/* The address sanitizer keeps what is freed for a while, so that memory grows by its doing. It is in both programs of a build or in none. */
#if defined(__has_feature)
#define KEEPS_FREED __has_feature(address_sanitizer)
#elif defined(__SANITIZE_ADDRESS__)
#define KEEPS_FREED 1
#else
#define KEEPS_FREED 0
#endif

/* The first tenth of the games finds what memory games need; what more the others take is lost. */
Test(games, memory_does_not_grow_from_game_to_game) {
    /* The search's stacks are touched as far as a position needs; a few may come late. */
    enum { LATE_KB = 3072 };
    static const char *const RULES[] = {"veletas-7", "veletas-7", "veletas-7", "classic-7", "veletas-9", "nocorners"};
    int games = support_scaled(30);
    long early = 0;
    Talk t = talk_open("uci");
    talk_silent(&t, "setoption name Hash value 1");
    for (int i = 0; i < games; i++) {
        const char *rules = RULES[i % (int)(sizeof RULES / sizeof *RULES)];
        talk_silent(&t, "setoption name UCI_Variant value %s", rules);
        play_game(&t, rules, "go nodes 50");
        if (i + 1 == (games < 100 ? games / 2 : games / 10)) early = resident_kb(&t);
    }
    long late = resident_kb(&t);
    fprintf(stderr, "%d games in one process: %ld kB, then %ld kB\n", games, early, late);
    REQUIRE(KEEPS_FREED || late <= early + LATE_KB, "%ld kB have become %ld in %d games", early, late, games);
    talk_quit(&t);
}
