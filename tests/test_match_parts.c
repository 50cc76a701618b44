/* The parts of cierzo-match: command line, schedule, clocks, openings. */
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/notation.h"
#include "tests/support.h"
#include "tools/match/book.h"
#include "tools/match/match_options.h"
#include "tools/match/schedule.h"
#include "tools/match/timing.h"

TestSuite(match_parts, .init = support_init);

/* ---- command line ---- */

enum { MAX_WORDS = 128 };

/* Words apart by blanks; `text` is changed and must outlive the options. */
static bool parse(MatchOptions *o, char *text, char error[static MATCH_ERROR_SIZE]) {
    char *words[MAX_WORDS];
    int count = 0;
    for (char *word = strtok(text, " "); word; word = strtok(NULL, " ")) words[count++] = word;
    return match_options_parse(o, count, words, error);
}

static MatchOptions parsed(char *text) {
    char error[MATCH_ERROR_SIZE] = "";
    MatchOptions o;
    cr_assert(parse(&o, text, error), "%s", error);
    return o;
}

Test(match_parts, everything_on_the_line_arrives) {
    char text[] =
        "-engine name=A cmd=./a proto=ugi dir=/ option.Hash=64 option.Clear_Hash= tc=40/1:02.5+0.1 -engine cmd=b st=0.25 restart=on "
        "option.hash=3 option.Hash=4 stderr=err -each nodes=7 timemargin=33 option.Threads=2 option.Hash=1 -variant classic-9 -rounds 12 "
        "-games 2 -repeat -openings file=F order=random start=5 -tournament gauntlet -concurrency 3 -sprt elo0=-5 elo1=5 alpha=0.1 "
        "beta=0.2 model=normalized -resign movecount=4 score=500 twosided=true -pgnout file=P sync=off -recover -srand 99 "
        "-ratinginterval 0 -outcomeinterval 5 -event E -site S -log file=L -quiet";
    MatchOptions o = parsed(text);
    const EngineSpec *a = &o.engines[0], *b = &o.engines[1];
    cr_assert_eq(o.engine_count, 2);
    cr_assert_str_eq(a->name, "A");
    cr_assert_eq(a->dialect, CLIENT_UGI);
    cr_assert_str_eq(a->directory, "/");
    cr_assert(a->timing.clock && a->timing.moves == 40 && a->timing.base == 62500 && a->timing.increment == 100);
    cr_assert_eq(a->timing.nodes, 0, "limits of its own are all its limits");
    cr_assert_eq(a->timing.margin, 33);
    cr_assert_eq(a->option_count, 3);
    cr_assert_str_eq(b->name, "b");
    cr_assert(!b->timing.clock && b->timing.movetime == 250 && b->restart);
    cr_assert_eq(b->option_count, 2);
    for (int i = 0; i < 2; i++)
        if (strcmp(b->options[i].name, "Threads") != 0) cr_assert_str_eq(b->options[i].value, "4");
    cr_assert_str_eq(o.variant->name, "classic-9");
    cr_assert(o.rounds == 12 && o.games == 2 && o.gauntlet && o.concurrency == 3 && o.quiet && !o.sync);
    cr_assert(o.book.kind == BOOK_FILE && o.book.shuffled && o.book.start == 4);
    cr_assert(o.has_sprt && o.sprt.elo0 == -5 && o.sprt.elo1 == 5 && o.sprt.alpha == 0.1 && o.sprt.beta == 0.2);
    cr_assert_eq(o.sprt.model, STATS_NORMALIZED);
    cr_assert(o.resign.moves == 4 && o.resign.score == 500 && o.resign.both && !o.agree.moves);
    cr_assert(o.seed == 99 && o.rating_interval == 0 && o.outcome_interval == 5);
    match_options_free(&o);
}

/* ---- words of cutechess-cli and fastchess ---- */

#define TWO "-engine cmd=a -engine cmd=b -each nodes=1 "

static bool has_notice(const MatchOptions *o, const char *text) {
    for (int i = 0; i < o->notice_count; i++)
        if (strstr(o->notices[i], text)) return true;
    return false;
}

/* Both programs' lines as people keep them in their scripts. */
Test(match_parts, pasted_lines_are_taken_and_what_has_no_effect_is_said) {
    static const char *const LINES[] = {
        "-engine cmd=new name=new -engine cmd=old name=old -each proto=uci tc=8+0.08 option.Hash=16 timemargin=50 restart=auto "
        "-games 20 -rounds 5 -repeat 2 -recover -concurrency 2 -draw movenumber=40 movecount=8 score=10 -resign movecount=3 "
        "score=400 twosided=true -maxmoves 200 -wait 10 -seeds 1 -tb /tb -tbpieces 5 -tbignore50 -noswap -reverse -bookmode ram "
        "-openings file=F format=epd order=random plies=16 start=1 policy=encounter -pgnout P min fi -epdout E -ratinginterval 10 "
        "-outcomeinterval 1 -srand 7 -event E -site S -debug -resultformat wide2 -tournament round-robin",
        "-engine cmd=new name=new args=-x -engine cmd=old name=old -each tc=8+0.08 plies=9 -rounds 50 -repeat -recover "
        "-force-concurrency -concurrency 2 -draw movenumber=40 movecount=8 score=10 -maxmoves 150 -tbadjudicate BOTH -output "
        "format=cutechess -log file=L level=trace compress=true realtime=false append=false engine=true -config file=c.json "
        "outname=d.json discard=true stats=false -pgnout file=P notation=uci nodes=true seldepth=true nps=true hashfull=true "
        "tbhits=true timeleft=true latency=true min=false append=false match_line=x -epdout file=E -crc32 pgn=true -report "
        "penta=true -show-latency -testEnv -autosaveinterval 20 -scoreinterval 5 -use-affinity 1,3 -strikes 3 -randomseed "
        "-openings file=F format=epd -sprt elo0=0 elo1=5 alpha=0.05 beta=0.05 model=bayesian -startup-ms 10 -ucinewgame-ms 5",
    };
    for (size_t i = 0; i < sizeof LINES / sizeof *LINES; i++) {
        char text[2048];
        strcpy(text, LINES[i]);
        MatchOptions o = parsed(text);
        cr_assert_eq(o.engine_count, 2);
        cr_assert_eq(o.rounds, 50);
        cr_assert(o.games == 2 && o.concurrency == 2);
        cr_assert_str_eq(o.book.path, "F");
        cr_assert_str_eq(o.record_path, "P");
        cr_assert(has_notice(&o, "-draw has no effect: there are no draws in this game"));
        cr_assert(has_notice(&o, "-maxmoves has no effect: "));
        cr_assert(has_notice(&o, i ? "-log level has no effect: " : "-openings plies has no effect: "));
        cr_assert(i ? o.log_engines && o.outcome_interval == 5 : o.wait_ms == 10 && o.resign.both);
        cr_assert_lt(o.notice_count, MATCH_MAX_NOTICES);
        match_options_free(&o);
    }
}

Test(match_parts, each_option_without_effect_says_so_once) {
    static const char *const OPTIONS[][2] = {{"-draw movecount=8 -draw", "no draws"},
                                             {"-maxmoves 90", "no draws"},
                                             {"-tb /a:/b", "no tablebases"},
                                             {"-tbpieces 5", "no tablebases"},
                                             {"-tbignore50", "no tablebases"},
                                             {"-tbadjudicate BOTH", "no tablebases"},
                                             {"-output format=fastchess", "one form"},
                                             {"-config file=x", "-pgnout"},
                                             {"-log file=L level=info", "-log level"},
                                             {"-pgnout P seldepth=true", "-pgnout seldepth"},
                                             {"-epdout E", "cierzo-games"},
                                             {"-noswap", "change sides"},
                                             {"-each ponder", "own time"},
                                             {"-each trust", "checked"},
                                             {"-each book=B", "-openings"},
                                             {"-each tscale=2", "-ping-ms"},
                                             {"-each debug", "-log"},
                                             {"-repeat 3", "played twice"},
                                             {"-use-affinity", "taskset"},
                                             {"-strikes 3", "started anew"},
                                             {"-randomseed", "-srand"},
                                             {"-debug all", "-log"}};
    for (size_t i = 0; i < sizeof OPTIONS / sizeof *OPTIONS; i++) {
        char text[256];
        snprintf(text, sizeof text, TWO "%s", OPTIONS[i][0]);
        MatchOptions o = parsed(text);
        cr_assert_eq(o.notice_count, 1, "%s: %d notices", OPTIONS[i][0], o.notice_count);
        cr_assert(has_notice(&o, OPTIONS[i][1]), "%s: %s", OPTIONS[i][0], o.notices[0]);
        match_options_free(&o);
    }
}

Test(match_parts, words_with_another_name_here_arrive) {
    char text[] =
        "-engine cmd=a arg=-x arg=two_words -engine cmd=b whitepov maxtime=off args=-y -each plies=5 -games 10 -rounds 3 "
        "-seeds 1 -tournament gauntlet -wait 250 -scoreinterval 4";
    *strchr(strstr(text, "two_words"), '_') = '\t';
    MatchOptions o = parsed(text);
    cr_assert_str_eq(o.engines[0].command, "a -x 'two\twords'");
    cr_assert_str_eq(o.engines[1].command, "b -y");
    cr_assert(!o.engines[0].white_pov && o.engines[1].white_pov);
    cr_assert(o.engines[0].timing.depth == 5 && o.engines[0].timing.maximum == 120000 && o.engines[1].timing.maximum == 0);
    cr_assert(o.rounds == 15 && o.games == 2 && o.wait_ms == 250 && o.outcome_interval == 4);
    cr_assert_eq(o.notice_count, 0);
    match_options_free(&o);
}

Test(match_parts, mistakes_are_named) {
    static const char *const CASES[][2] = {
        {"", "two engines"},
        {"-engine cmd=a nodes=1", "two engines"},
        {"-engine cmd=a -engine cmd=b", "none of tc="},
        {"-engine cmd=a -engine name=b -each nodes=1", "no cmd="},
        {"-engine cmd=a -engine cmd=a -each nodes=1", "called `a`"},
        {"-engine cmd=a colour=red -engine cmd=b -each nodes=1", "colour=red"},
        {"-engine cmd=a nodes -engine cmd=b -each nodes=1", "KEY=VALUE"},
        {"-engine cmd=a -engine cmd=b -each nodes=0", "nodes"},
        {"-engine cmd=a -engine cmd=b -each nodes=99999999999999999999", "nodes"},
        {"-engine cmd=a -engine cmd=b -each tc=", "tc"},
        {"-engine cmd=a -engine cmd=b -each tc=0", "tc"},
        {"-engine cmd=a -engine cmd=b -each tc=-1+1", "tc"},
        {"-engine cmd=a -engine cmd=b -each tc=0/5", "tc"},
        {"-engine cmd=a -engine cmd=b -each tc=nan", "tc"},
        {"-engine cmd=a -engine cmd=b -each st=1x", "st"},
        {"-engine cmd=a -engine cmd=b -each option.=1", "option."},
        {"-engine cmd=a -engine cmd=b -each proto=xboard", "uci, ugi"},
        {"-engine cmd=a -engine cmd=b -each nodes=1 -colour", "unknown option"},
        {"-engine cmd=a -engine cmd=b -each nodes=1 -rounds", "missing"},
        {"-engine cmd=a -engine cmd=b -each nodes=1 -rounds 1 2", "too many"},
        {"-engine cmd=a -engine cmd=b -each nodes=1 -rounds 0", "-rounds"},
        {"-engine cmd=a -engine cmd=b -each nodes=1 -games 3", "-games"},
        {"-engine cmd=a -engine cmd=b -each nodes=1 -variant chess", "rule set"},
        {"-engine cmd=a -engine cmd=b -each nodes=1 -sprt elo0=5 elo1=5", "below"},
        {"-engine cmd=a -engine cmd=b -each nodes=1 -sprt alpha=0.7", "alpha"},
        {"-engine cmd=a -engine cmd=b -engine cmd=c -each nodes=1 -sprt", "two engines"},
        {"-engine cmd=a -engine cmd=b -each nodes=1 -sprt -games 1", "pairs"},
        {"-engine cmd=a -engine cmd=b -each nodes=1 -openings order=random", "file="},
        {"-engine cmd=a -engine cmd=b -each nodes=1 -openings book", "startpos"},
        {"-engine cmd=a -engine cmd=b -each nodes=1 -openings startpos plies=2", "plies"},
        {"-engine cmd=a -engine cmd=b -each nodes=1 stray", "KEY=VALUE"},
        {"stray -engine cmd=a -engine cmd=b -each nodes=1", "unknown option"},
        {"-engine cmd=a -engine cmd=b -each nodes=1 -tournament swiss", "gauntlet"},
        {"-engine cmd=a -engine cmd=b -each nodes=1 -concurrency 0", "-concurrency"},
        {TWO "-tournament gauntlet -seeds 2", "-seeds"},
        {TWO "-openings file=F format=pgn", "positions"},
        {TWO "-each initstr=x", "option.NAME"},
        {TWO "-each maxtime=0", "nor off"},
        {TWO "-quick", "-each"},
        {TWO "-draws", "unknown option"},
        {"-engine conf=a -engine cmd=b -each nodes=1", "cmd=COMMAND"},
        {"-engine cmd=a -engine cmd=b -each nodes=1 -rounds 10000000 -engine cmd=c -engine cmd=d -engine cmd=e",
         "100 million"},
    };
    for (size_t i = 0; i < sizeof CASES / sizeof *CASES; i++) {
        char text[256], error[MATCH_ERROR_SIZE] = "";
        MatchOptions o;
        strcpy(text, CASES[i][0]);
        cr_assert_not(parse(&o, text, error), "taken: %s", CASES[i][0]);
        cr_assert(strstr(error, CASES[i][1]), "%s: %s", CASES[i][0], error);
        match_options_free(&o);
    }
}

Test(match_parts, only_what_changes_the_games_changes_the_tournament) {
    static const char *const SAME[] = {"-rounds 9",         "-concurrency 4", "-quiet",
                                       "-ratinginterval 3", "-event E",       "-pgnout P"};
    static const char *const OTHER[] = {
        "-srand 1",           "-games 1",       "-variant classic",    "-resign",       "-tournament gauntlet", "-each tc=2",
        "-each timemargin=1", "-each whitepov", "-each option.Hash=1", "-engine cmd=c", "-each dir=/"};
    char text[256];
    snprintf(text, sizeof text, "-engine cmd=a -engine cmd=b -each tc=1");
    MatchOptions base = parsed(text);
    uint64_t fingerprint = match_options_fingerprint(&base, 7);
    cr_assert_neq(match_options_fingerprint(&base, 8), fingerprint);
    for (size_t i = 0; i < sizeof SAME / sizeof *SAME + sizeof OTHER / sizeof *OTHER; i++) {
        bool same = i < sizeof SAME / sizeof *SAME;
        const char *more = same ? SAME[i] : OTHER[i - sizeof SAME / sizeof *SAME];
        snprintf(text, sizeof text, "-engine cmd=a -engine cmd=b -each tc=1 %s", more);
        MatchOptions o = parsed(text);
        cr_assert_eq(match_options_fingerprint(&o, 7) == fingerprint, same, "%s", more);
        match_options_free(&o);
    }
    match_options_free(&base);
}

/* ---- schedule ---- */

static void plays_all_equally(const Schedule *s) {
    int met[6][6] = {{0}}, first[6] = {0}, all[6] = {0};
    for (int64_t number = 1; number <= schedule_games(s); number++) {
        Fixture f = schedule_fixture(s, number);
        cr_assert_lt(f.engines[0], f.engines[1]);
        cr_assert(f.round < s->rounds && f.engines[1] < s->engines);
        met[f.players[0]][f.players[1]]++;
        first[f.players[0]]++;
        for (int i = 0; i < 2; i++) all[f.players[i]]++;
    }
    int64_t each = s->rounds * s->games / 2; /* with one of them first */
    for (int a = 0; a < s->engines; a++) {
        cr_assert_eq(2 * first[a], all[a]);
        for (int b = 0; b < s->engines; b++) cr_assert_eq(met[a][b], a == b || (s->gauntlet && a && b) ? 0 : each);
    }
}

Test(match_parts, everybody_meets_everybody_as_often_and_on_both_sides) {
    for (int engines = 2; engines <= 6; engines++)
        for (int gauntlet = 0; gauntlet < 2; gauntlet++)
            for (int games = 1; games <= 2; games++)
                plays_all_equally(&(Schedule){.engines = engines, .gauntlet = gauntlet, .games = games, .rounds = 4});
}

Test(match_parts, both_games_of_a_pair_are_neighbours) {
    Schedule s = {.engines = 4, .games = 2, .rounds = 3};
    for (int64_t number = 1; number <= schedule_games(&s); number += 2) {
        Fixture a = schedule_fixture(&s, number), b = schedule_fixture(&s, number + 1);
        cr_assert(a.pair == b.pair && a.round == b.round && a.leg == 0 && b.leg == 1);
        cr_assert(a.players[0] == b.players[1] && a.players[1] == b.players[0]);
    }
}

Test(match_parts, more_rounds_change_no_game) {
    Schedule s = {.engines = 5, .games = 2, .rounds = 2}, longer = s;
    longer.rounds = 7;
    for (int64_t number = 1; number <= schedule_games(&s); number++) {
        Fixture a = schedule_fixture(&s, number), b = schedule_fixture(&longer, number);
        cr_assert_eq(memcmp(&a, &b, sizeof a), 0);
    }
}

/* ---- clocks ---- */

static Timing timing(const char *text) {
    Timing t = {.margin = 20, .maximum = 1000};
    cr_assert(timing_parse_clock(text, &t), "%s", text);
    return t;
}

Test(match_parts, clocks_run_down_and_are_filled_up) {
    Timing t = timing("2/1+0.1");
    PlayerClock c = player_clock_start(&t);
    cr_assert_eq(player_clock_limit(&c, &t), 1000);
    cr_assert(player_clock_spend(&c, &t, 400));
    cr_assert(c.left == 700 && c.moves_to_go == 1);
    cr_assert(player_clock_spend(&c, &t, 715), "within the margin");
    cr_assert(c.left == 1100 && c.moves_to_go == 2, "%d ms, %d moves", (int)c.left, c.moves_to_go);
    cr_assert_not(player_clock_spend(&c, &t, 1121));
}

Test(match_parts, other_limits_have_their_time) {
    Timing t = {.movetime = 50, .margin = 5, .maximum = 1000}, nodes = {.nodes = 10, .margin = 5, .maximum = 1000};
    PlayerClock c = player_clock_start(&t);
    cr_assert(player_clock_spend(&c, &t, 55) && player_clock_spend(&c, &t, 55) && !player_clock_spend(&c, &t, 56));
    c = player_clock_start(&nodes);
    cr_assert(player_clock_spend(&c, &nodes, 1005) && !player_clock_spend(&c, &nodes, 1006));
    nodes.maximum = 0;
    cr_assert(player_clock_spend(&c, &nodes, 30LL * 86400 * 1000), "maxtime=off is no limit");
    Timing endless = timing("inf");
    cr_assert_not(endless.clock);
}

Test(match_parts, go_says_it_by_colour_and_by_player) {
    Timing a = timing("100+1"), b = timing("40/50");
    const Timing *const both[2] = {&a, &b};
    PlayerClock clocks[2] = {player_clock_start(&a), player_clock_start(&b)};
    char go[256];
    timing_go(clocks, both, 0, 1, CLIENT_UCI, go, sizeof go);
    cr_assert_str_eq(go, "wtime 50000 btime 100000 winc 0 binc 1000");
    timing_go(clocks, both, 1, 0, CLIENT_UCI, go, sizeof go); /* after a swap */
    cr_assert_str_eq(go, "wtime 100000 btime 50000 winc 1000 binc 0 movestogo 40");
    timing_go(clocks, both, 0, 0, CLIENT_UGI, go, sizeof go);
    cr_assert_str_eq(go, "p1time 100000 p2time 50000 p1inc 1000 p2inc 0");
    Timing mixed = {.movetime = 5, .nodes = 6, .depth = 7};
    timing_go(clocks, (const Timing *const[2]){&mixed, &a}, 0, 1, CLIENT_UCI, go, sizeof go);
    cr_assert_str_eq(go, "movetime 5 nodes 6 depth 7");
    timing_go(clocks, (const Timing *const[2]){&a, &mixed}, 0, 1, CLIENT_UCI, go, sizeof go); /* the other has no clock */
    cr_assert_str_eq(go, "wtime 100000 btime 100000 winc 1000 binc 1000");
}

Test(match_parts, limits_as_text) {
    char text[64];
    Timing t = timing("40/1:00+0.25");
    t.nodes = 5;
    cr_assert_str_eq(timing_text(&t, text, sizeof text), "40/60+0.25 nodes=5");
}

/* ---- openings ---- */

static Position random_at(const char *more, int64_t index) {
    char text[256], error[MATCH_ERROR_SIZE] = "";
    Book b;
    snprintf(text, sizeof text, "-engine cmd=a -engine cmd=b -each nodes=1 %s", more);
    MatchOptions o = parsed(text);
    cr_assert(book_open(&b, &o, error), "%s", error);
    Position p = book_opening(&b, index);
    book_close(&b);
    match_options_free(&o);
    return p;
}

Test(match_parts, random_openings_depend_on_seed_and_index_alone) {
    for (int i = 0; i < VARIANT_COUNT; i++) {
        char more[128];
        snprintf(more, sizeof more, "-variant %s -openings random plies=%d -srand 5", variant_at(i)->name, i % 4);
        Position p = random_at(more, 3), again = random_at(more, 3), other = random_at(more, 4);
        cr_assert(positions_equal(&p, &again));
        cr_assert_not(positions_equal(&p, &other));
        cr_assert_eq(position_phase(&p), PHASE_PLAY);
        cr_assert(position_check(&p));
        snprintf(more, sizeof more, "-variant %s -openings random plies=%d -srand 6", variant_at(i)->name, i % 4);
        other = random_at(more, 3);
        cr_assert_not(positions_equal(&p, &other));
    }
}

/* A shuffled file is played whole before anything comes again. */
Test(match_parts, files_are_played_whole) {
    char path[SUPPORT_PATH], more[SUPPORT_PATH + 64], text[POSITION_TEXT_SIZE];
    FILE *f = fdopen(mkstemp(support_temporary(path, "book")), "w");
    for (int i = 0; i < 40; i++) {
        Position p = random_at("-openings random", i);
        position_text(&p, text, sizeof text);
        fprintf(f, "%s%s\n", i % 2 ? "veletas;" : "", text);
    }
    fclose(f);
    snprintf(more, sizeof more, "-openings file=%s order=random", path);
    int moved = 0;
    for (int i = 0; i < 40; i++) {
        int found = 0;
        Position p = random_at("-openings random", i);
        for (int k = 0; k < 40; k++) {
            Position q = random_at(more, k);
            found += positions_equal(&p, &q);
            moved += k == i && !positions_equal(&p, &q);
        }
        cr_assert_eq(found, 1);
    }
    cr_assert_gt(moved, 20, "it was not shuffled");
    Position first = random_at(more, 0), again = random_at(more, 40);
    cr_assert(positions_equal(&first, &again));
    unlink(path);
}
