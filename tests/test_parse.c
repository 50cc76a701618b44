/* Parsing alone: text in, a struct or one error out. */
#include "protocol/parse.h"

#include <stdlib.h>
#include <string.h>

#include "bench/bench.h"
#include "engine/movegen.h"
#include "engine/notation.h"
#include "engine/setup.h"
#include "protocol/text.h"
#include "tests/support.h"

TestSuite(parse, .init = support_init);

#define MIDGAME "10/1s5s2/3b6/4s5/2s4w2/7s2/4b5/3s3s2/2w7/9b w - 3"

static Position fen(const char *text) {
    Position p;
    NotationError e = position_parse(variant_at(0), text, &p);
    REQUIRE(e == NOTATION_OK, "%s: %s", text, notation_error_text(e));
    return p;
}

static Word word(const char *text) { return (Word){text, strlen(text)}; }

static bool equals(Word w, const char *text) { return w.length == strlen(text) && memcmp(w.text, text, w.length) == 0; }

/* ---- words and numbers ---- */

Test(parse, words_are_split_at_any_white_space) {
    const char *cursor = " \t go\r\tdepth   3\r\n";
    static const char *const EXPECTED[] = {"go", "depth", "3"};
    Word w;
    for (int i = 0; i < 3; i++) {
        cr_assert(word_next(&cursor, &w));
        cr_expect(equals(w, EXPECTED[i]));
    }
    cr_expect_not(word_next(&cursor, &w));
    cr_expect_eq(w.length, 0);
    cr_expect_not(word_next(&cursor, &w));
}

Test(parse, the_rest_keeps_inner_blanks_and_loses_outer_ones) {
    cr_expect(equals(word_rest(" \t a  b\tc \r"), "a  b\tc"));
    cr_expect(equals(word_rest(" \t\r"), ""));
    cr_expect(equals(word_rest(""), ""));
}

Test(parse, exact_words_have_no_prefix_and_no_case) {
    cr_expect(word_is(word("stop"), "stop"));
    cr_expect_not(word_is(word("sto"), "stop"));
    cr_expect_not(word_is(word("stops"), "stop"));
    cr_expect_not(word_is(word("Stop"), "stop"));
    cr_expect_not(word_is(word(""), "stop"));
}

Test(parse, folding_is_for_ascii_letters_and_runs_of_blanks) {
    cr_expect(word_is_folded(word("hASH"), "Hash"));
    cr_expect(word_is_folded(word("clear \t HASH"), "Clear Hash"));
    cr_expect(word_is_folded(word("MULTIPV"), "MultiPV"));
    cr_expect_not(word_is_folded(word("ClearHash"), "Clear Hash"));
    cr_expect_not(word_is_folded(word("Clear"), "Clear Hash"));
    cr_expect_not(word_is_folded(word("Clear Hash x"), "Clear Hash"));
    cr_expect_not(word_is_folded(word("M\xc4\xb1N"), "min"));
    /* `[` and `{` differ in the bit that letters differ in. */
    cr_expect_not(word_is_folded(word("{"), "["));
    cr_expect_not(word_is_folded(word(""), "Hash"));
}

Test(parse, numbers_are_whole_and_saturate) {
    static const struct {
        const char *text;
        int64_t value;
    } GOOD[] = {{"0", 0},
                {"-0", 0},
                {"+7", 7},
                {"0012", 12},
                {"-5", -5},
                {"9223372036854775807", INT64_MAX},
                {"9223372036854775808", INT64_MAX},
                {"99999999999999999999999999999999999", INT64_MAX},
                {"-9223372036854775808", INT64_MIN},
                {"-9223372036854775809", INT64_MIN},
                {"-99999999999999999999999999999999999", INT64_MIN}};
    for (size_t i = 0; i < sizeof GOOD / sizeof *GOOD; i++) {
        int64_t value = 1;
        cr_expect(word_number(word(GOOD[i].text), &value), "%s", GOOD[i].text);
        cr_expect_eq(value, GOOD[i].value, "%s", GOOD[i].text);
    }
    static const char *const BAD[] = {"", "-", "+", "--5", "+-5", "12abc", "abc", "1.5", "1e3", "0x10", "5-", "\xd9\xa3"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        int64_t value = 77;
        cr_expect_not(word_number(word(BAD[i]), &value), "%s", BAD[i]);
        cr_expect_eq(value, 77);
    }
}

Test(parse, quotes_are_short_and_printable) {
    char out[QUOTE_SIZE], longest[1000];
    cr_expect_str_eq(word_quote(word("abc"), out), "'abc'");
    cr_expect_str_eq(word_quote(word("a\x01\x1b\x7f\xc3\xa9z"), out), "'a?????z'");
    cr_expect_str_eq(word_quote(word(""), out), "nothing");
    memset(longest, 'x', sizeof longest);
    for (size_t length = 1; length < sizeof longest; length++) {
        word_quote((Word){longest, length}, out);
        REQUIRE(strlen(out) == (length <= QUOTE_MAX ? length + 2 : QUOTE_MAX + 5), "length %zu: %s", length, out);
    }
}

/* ---- setoption ---- */

static void check_option(const char *arguments, const char *name, bool has_value, const char *value) {
    OptionRequest r;
    ParseError error;
    REQUIRE(parse_setoption(arguments, &r, &error), "%s: %s", arguments, error.text);
    cr_expect(equals(r.name, name), "%s: name '%.*s'", arguments, (int)r.name.length, r.name.text);
    cr_expect_eq(r.has_value, has_value, "%s", arguments);
    if (has_value) cr_expect(equals(r.value, value), "%s: value '%.*s'", arguments, (int)r.value.length, r.value.text);
}

Test(parse, setoption_takes_the_first_name_and_the_first_value) {
    check_option(" name Hash value 32", "Hash", true, "32");
    check_option("\tname\tHash\tvalue\t32\r", "Hash", true, "32");
    check_option(" NAME Hash VALUE 32", "Hash", true, "32");
    check_option(" name Clear Hash", "Clear Hash", false, "");
    check_option(" name Debug Log File value /tmp/a  b.txt  ", "Debug Log File", true, "/tmp/a  b.txt");
    check_option(" name Debug Log File value", "Debug Log File", true, "");
    check_option(" name a name b value 1 value 2", "a name b", true, "1 value 2");
    check_option(" name valued Value", "valued", true, "");
}

Test(parse, setoption_without_a_name_is_an_error) {
    static const char *const BAD[] = {"", " ", " value 5", " name", " name value 3", " Hash value 3", " names Hash value 3"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        OptionRequest r;
        ParseError error = {""};
        cr_expect_not(parse_setoption(BAD[i], &r, &error), "%s", BAD[i]);
        cr_expect(error.text[0], "%s", BAD[i]);
    }
}

/* ---- position ---- */

static void check_position(const char *arguments, const char *expected) {
    Board b;
    Bitboard claimed;
    ParseError error;
    char text[POSITION_TEXT_SIZE];
    REQUIRE(parse_position(arguments, variant_at(0), &b, &claimed, &error), "%s: %s", arguments, error.text);
    position_text(&b.position, text, sizeof text);
    cr_expect_str_eq(text, expected);
    cr_expect(board_check(&b));
}

static void check_refused(const char *arguments, const char *mentioned) {
    Board b, before;
    Bitboard claimed = 0x5a;
    ParseError error = {""};
    memset(&b, 0x5a, sizeof b);
    before = b;
    cr_expect_not(parse_position(arguments, variant_at(0), &b, &claimed, &error), "%.100s", arguments);
    cr_expect(memcmp(&b, &before, sizeof b) == 0 && claimed == 0x5a, "%.100s", arguments);
    cr_expect(strstr(error.text, mentioned), "%.100s: %s", arguments, error.text);
    cr_expect_not(strpbrk(error.text, "\r\n\t"));
}

Test(parse, positions_with_and_without_moves) {
    check_position(" startpos", "10/10/10/10/10/10/10/10/10/10 b - 1");
    check_position("\tstartpos\tmoves\r", "10/10/10/10/10/10/10/10/10/10 b - 1");
    check_position(" startpos moves c3,e5,g7/d4", "10/10/10/6s3/10/4s5/3b6/2s7/10/10 w ? 1");
    check_position(" startpos moves g7,c3,e5/d4 swap", "10/10/10/6s3/10/4s5/3b6/2s7/10/10 w x 1");
    check_position(" fen " MIDGAME, MIDGAME);
    check_position("  fen\t10/1s5s2/3b6/4s5/2s4w2/7s2/4b5/3s3s2/2w7/9b   w \t - 3 moves\t", MIDGAME);
    check_position(" fen " MIDGAME " moves c6-c5/c6", "10/1s5s2/3b6/4s5/2w4w2/2s4s2/4b5/3s3s2/2w7/9b b - 4");
    check_position(" fen " MIDGAME " moves \r\n c6-c5/c6 \r", "10/1s5s2/3b6/4s5/2w4w2/2s4s2/4b5/3s3s2/2w7/9b b - 4");
}

Test(parse, positions_are_refused_whole) {
    check_refused("", "nothing");
    check_refused(" foo", "'foo'");
    check_refused(" Startpos", "'Startpos'");
    check_refused(" startpos c3,e5,g7/d4", "'c3,e5,g7/d4'");
    check_refused(" startpos moves zz99", "'zz99'");
    check_refused(" startpos moves c3,e5,g7/d4 a1,b2,c4,d5/e6", "move 2");
    check_refused(" startpos moves c3,e5,g7/d4 swap swap", "move 3");
    check_refused(" startpos moves c3,e5,g7/d4 moves swap", "'moves'");
    check_refused(" fen", "four fields");
    check_refused(" fen blah", "'blah'");
    check_refused(" fen moves c6-c5/c6", "four fields");
    check_refused(" fen " MIDGAME " c6-c5/c6", "four fields");
    check_refused(" fen " MIDGAME " bm x; id \"t 1\";", "four fields");
    check_refused(" fen " MIDGAME " 17 garbage moves c6-c5/c6", "four fields");
    check_refused(" fen 10/1s5s2/3b6/4s5/2s4w2/7s2/4b5/3s3s2/2w7/9b w - moves c6-c5/c6", "four fields");
    check_refused(" fen " MIDGAME " moves c6-c5/c6 c6-c4/c3", "move 2");
    check_refused(" fen " MIDGAME " moves C6-C5/C6", "'C6-C5/C6'");
}

Test(parse, position_errors_quote_control_characters_as_question_marks) {
    check_refused(" startpos moves a\x1b[2J\x07", "'a?[2J?'");
    check_refused(" fen x\xc3\xa9", "'x?\?'");
}

/* `head`, then `count` times `piece`. */
static char *long_line(const char *head, const char *piece, size_t count, const char *tail) {
    size_t size = strlen(piece);
    char *line = malloc(strlen(head) + count * size + strlen(tail) + 1);
    char *at = stpcpy(line, head);
    for (size_t i = 0; i < count; i++) at = stpcpy(at, piece);
    strcpy(at, tail);
    return line;
}

Test(parse, long_lines_are_taken_or_refused_whole) {
    char *blanks = long_line(" fen " MIDGAME " moves", " \t", 1 << 20, "c6-c5/c6");
    check_position(blanks, "10/1s5s2/3b6/4s5/2w4w2/2s4s2/4b5/3s3s2/2w7/9b b - 4");
    free(blanks);
    char *between = long_line(" fen 10/1s5s2/3b6/4s5/2s4w2/7s2/4b5/3s3s2/2w7/9b", " ", 1 << 20, "w - 3");
    check_position(between, MIDGAME);
    free(between);
    char *word_too_long = long_line(" fen ", "x", 1 << 20, "");
    check_refused(word_too_long, "'xxx");
    free(word_too_long);
    char *fields = long_line(" fen " MIDGAME, " x", 1 << 18, "");
    check_refused(fields, "too long");
    free(fields);
    char *move = long_line(" startpos moves c3,e5,g7/d4", "4", 1 << 20, "");
    check_refused(move, "move 1");
    free(move);
    /* A number whose first digits alone would be good. */
    char *number = long_line(" fen 10/1s5s2/3b6/4s5/2s4w2/7s2/4b5/3s3s2/2w7/9b w - 3", "0", 1 << 12, "");
    check_refused(number, "too long");
    free(number);
}

/* ---- go ---- */

static GoRequest go(const char *arguments, const Position *p, int errors) {
    GoRequest r;
    SearchLimits base = search_limits_none();
    cr_expect(parse_go(arguments, p, &base, &r), "%s", arguments);
    cr_expect_eq(r.error_count, errors, "go%s: %d errors, the first: %s", arguments, r.error_count,
                 r.error_count ? r.errors[0].text : "none");
    return r;
}

/* The limits of a `go` from the midgame position, White to move. */
static SearchLimits limits(const char *arguments, int errors) {
    Position p = fen(MIDGAME);
    GoRequest r = go(arguments, &p, errors);
    r.limits.root_moves = NULL;
    go_request_free(&r);
    return r.limits;
}

static bool unlimited(SearchLimits l) {
    return l.depth == LIMIT_NONE && l.nodes == LIMIT_NONE && l.mate == LIMIT_NONE && l.movetime == LIMIT_NONE &&
           l.clock == LIMIT_NONE;
}

Test(parse, go_limits_one_by_one) {
    cr_expect_eq(limits(" depth 6", 0).depth, 6);
    cr_expect_eq(limits(" nodes 1000", 0).nodes, 1000);
    cr_expect_eq(limits(" mate 3", 0).mate, 3);
    cr_expect_eq(limits("\tmovetime\t250\r", 0).movetime, 250);
    cr_expect_not(limits(" depth 6", 0).infinite);
    cr_expect_eq(limits(" depth 6", 0).nodes, LIMIT_NONE);
    SearchLimits clock = limits(" wtime 1000 btime 2000 winc 10 binc 20 movestogo 5", 0);
    cr_expect_eq(clock.clock, 1000);
    cr_expect_eq(clock.increment, 10);
    cr_expect_eq(clock.movestogo, 5);
    cr_expect_not(clock.infinite || clock.ponder);
}

Test(parse, go_limits_together_and_flags) {
    SearchLimits l = limits(" movetime 5000 nodes 1000 depth 60", 0);
    cr_expect(l.movetime == 5000 && l.nodes == 1000 && l.depth == 60 && !l.infinite);
    cr_expect(limits(" infinite movetime 100", 0).infinite);
    cr_expect(limits(" movetime 100 infinite", 0).infinite);
    SearchLimits ponder = limits(" ponder wtime 9000 btime 9000", 0);
    cr_expect(ponder.ponder && ponder.clock == 9000 && !ponder.infinite);
    cr_expect(limits(" ponder", 0).infinite);
}

Test(parse, go_without_any_limit_is_infinite) {
    cr_expect(limits("", 0).infinite);
    cr_expect(limits(" \t\r", 0).infinite);
    cr_expect(limits(" searchmoves c6-c5/c6", 0).infinite);
    cr_expect(limits(" winc 50 binc 50 movestogo 3", 0).infinite);
    cr_expect(limits(" wombat 7", 1).infinite);
    cr_expect(limits(" depth", 1).infinite);
    cr_expect(limits(" movetime abc", 1).infinite);
}

Test(parse, go_numbers_are_as_given_but_never_negative) {
    cr_expect_eq(limits(" depth -1", 0).depth, 0);
    cr_expect_eq(limits(" depth 2147483648", 0).depth, 2147483648);
    cr_expect_eq(limits(" nodes -5", 0).nodes, 0);
    cr_expect_eq(limits(" nodes 99999999999999999999", 0).nodes, INT64_MAX);
    cr_expect_eq(limits(" mate -1", 0).mate, 0);
    cr_expect_eq(limits(" movetime -1", 0).movetime, 0);
    cr_expect_eq(limits(" wtime -50 btime 10000", 0).clock, 0);
    cr_expect_eq(limits(" wtime 0", 0).clock, 0);
    cr_expect_eq(limits(" wtime 9223372036854775808", 0).clock, INT64_MAX);
    cr_expect_eq(limits(" wtime 1000 movestogo 0", 0).movestogo, LIMIT_NONE);
    cr_expect_eq(limits(" wtime 1000 movestogo -3", 0).movestogo, LIMIT_NONE);
}

Test(parse, go_leaves_what_it_does_not_say) {
    Position p = fen(MIDGAME);
    SearchLimits base = search_limits_none();
    base.multipv = 3;
    base.elo = 1500;
    base.move_overhead = 7;
    base.received = 99;
    GoRequest r;
    cr_assert(parse_go(" depth 4", &p, &base, &r));
    cr_expect(r.limits.multipv == 3 && r.limits.elo == 1500 && r.limits.move_overhead == 7 && r.limits.received == 99);
    cr_expect_eq(r.limits.depth, 4);
    go_request_free(&r);
}

Test(parse, go_takes_the_clock_of_the_side_to_move_by_colour) {
    cr_expect_eq(limits(" wtime 1000 btime -170671 winc 20 binc 30", 0).clock, 1000);
    cr_expect_eq(limits(" btime -170671 binc 30 winc 20 wtime 1000", 0).increment, 20);
    cr_expect_eq(limits(" btime 50000 binc 7", 0).clock, 50000);
    cr_expect_eq(limits(" btime 50000 binc 7", 0).increment, 7);
    cr_expect_eq(limits(" wtime 50000 binc 7", 0).increment, LIMIT_NONE);
    cr_expect_eq(limits(" wtime 1 btime 2 wtime 3", 0).clock, 3);
}

Test(parse, go_takes_the_clock_of_the_side_to_move_by_player) {
    /* White is the second player without a swap and the first one after it. */
    Position plain = fen("10/10/10/6s3/10/4s5/3b6/2s7/10/10 w - 1"), swapped = plain;
    swapped.swap = SWAP_DONE;
    static const char CLOCKS[] = " p1time 200 p2time 600 p1inc 2 p2inc 6";
    GoRequest r = go(CLOCKS, &plain, 0);
    cr_expect(r.limits.clock == 600 && r.limits.increment == 6);
    r = go(CLOCKS, &swapped, 0);
    cr_expect(r.limits.clock == 200 && r.limits.increment == 2);
    static const char COLOURS[] = " wtime 200 btime 600 winc 2 binc 6";
    r = go(COLOURS, &plain, 0);
    cr_expect(r.limits.clock == 200 && r.limits.increment == 2);
    r = go(COLOURS, &swapped, 0);
    cr_expect(r.limits.clock == 200 && r.limits.increment == 2);
    r = go(" p1time 77", &plain, 0);
    cr_expect_eq(r.limits.clock, 77);
}

Test(parse, of_two_limits_of_one_kind_the_later_counts) {
    cr_expect_eq(limits(" depth 3 depth 5", 0).depth, 5);
    cr_expect_eq(limits(" depth 3 depth x", 1).depth, 3);
    cr_expect_eq(limits(" wtime 100 p2time 300", 0).clock, 300);
}

Test(parse, a_limit_without_a_number_is_skipped_and_the_rest_obeyed) {
    SearchLimits l = limits(" depth movetime 100", 1);
    cr_expect(l.depth == LIMIT_NONE && l.movetime == 100);
    l = limits(" depth 3x nodes 7", 1);
    cr_expect(l.depth == LIMIT_NONE && l.nodes == 7);
    l = limits(" nodes 7 depth", 1);
    cr_expect(l.depth == LIMIT_NONE && l.nodes == 7);
    l = limits(" depth infinite", 1);
    cr_expect(unlimited(l) && l.infinite);
    l = limits(" wtime 1.5 btime 900", 1);
    cr_expect_eq(l.clock, 900);
}

Test(parse, an_unknown_word_takes_its_number_along) {
    SearchLimits l = limits(" wombat 7 depth 3", 1);
    cr_expect_eq(l.depth, 3);
    l = limits(" wombat -7 koala depth 3 12", 3);
    cr_expect_eq(l.depth, 3);
    l = limits(" Depth 3", 1);
    cr_expect(l.infinite);
}

Test(parse, searchmoves_end_at_a_keyword_in_any_order) {
    Position p = fen(MIDGAME);
    GoRequest r = go(" searchmoves c6-c5/c6 e3 movetime 6000 depth 2", &p, 0);
    cr_expect(r.limits.root_move_count == 2 && r.limits.movetime == 6000 && r.limits.depth == 2);
    cr_expect_eq(r.limits.root_moves, r.moves);
    go_request_free(&r);
    r = go(" movetime 200 searchmoves c6-c5/c6", &p, 0);
    Move expected;
    cr_assert_eq(move_parse(&p, "c6-c5/c6", &expected), NOTATION_OK);
    cr_expect(r.limits.root_move_count == 1 && r.limits.root_moves[0] == expected && r.limits.movetime == 200);
    go_request_free(&r);
}

Test(parse, searchmoves_are_made_unique_and_bad_ones_skipped) {
    Position p = fen(MIDGAME);
    GoRequest r = go(" searchmoves e3 zz c6-c5/c6 e3 a1-a2/a3 c6-c5/c6 searchmoves e3 depth 1", &p, 2);
    cr_expect(r.limits.root_move_count == 2 && r.limits.depth == 1);
    go_request_free(&r);
    r = go(" searchmoves zz 17 depth 1", &p, 2);
    cr_expect(r.limits.root_move_count == 0 && !r.limits.root_moves && r.limits.depth == 1);
    go_request_free(&r);
    r = go(" searchmoves depth 1", &p, 1);
    cr_expect(r.limits.root_move_count == 0 && r.limits.depth == 1);
    go_request_free(&r);
}

Test(parse, searchmoves_may_be_setup_turns) {
    Position p = position_start(variant_at(0));
    GoRequest r = go(" searchmoves c3,e5,g7/d4 g7,e5,c3/d4 nodes 10", &p, 0);
    cr_expect_eq(r.limits.root_move_count, 1);
    go_request_free(&r);
}

Test(parse, every_turn_may_be_given_to_searchmoves) {
    Position p = fen(MIDGAME);
    static Move all[MAX_TURNS];
    size_t count = turns_list(&p, all), length = 0;
    char *line = malloc(count * (MOVE_TEXT_SIZE + 1) + 100);
    length += (size_t)sprintf(line, " searchmoves");
    for (size_t i = 0; i < count; i++) {
        line[length++] = ' ';
        length += move_text(all[i], line + length, MOVE_TEXT_SIZE);
    }
    GoRequest r = go(line, &p, 0);
    cr_expect_eq(r.limits.root_move_count, count);
    go_request_free(&r);
    free(line);
}

/* The first so many are searched, and the others are not lost without a word. */
Test(parse, setups_beyond_what_a_search_compares_are_left_out_with_an_error) {
    Position p = position_start(variant_find("veletas-7"));
    Random random = random_seeded(601);
    Text line = {0};
    Move first[MAX_ROOT_SETUPS + 44];
    int count = 0;
    text_add(&line, " depth 1 searchmoves");
    for (SetupIterator it = setup_begin(&p); count < MAX_ROOT_SETUPS + 44 && setup_next(&it, &first[count]); count++) {}
    for (int i = 0; i < 2 * count; i++) {
        char text[MOVE_TEXT_SIZE];
        int at = i < count ? i : random_below(&random, MAX_ROOT_SETUPS); /* known ones are not counted again */
        move_text(first[at], text, sizeof text);
        text_add(&line, " %s", text);
    }
    GoRequest r = go(line.data, &p, 1);
    cr_expect_eq(r.limits.root_move_count, MAX_ROOT_SETUPS);
    cr_expect(strstr(r.errors[0].text, "256 setups, 44 more"), "%s", r.errors[0].text);
    for (size_t i = 0; i < r.limits.root_move_count; i++) {
        bool early = false;
        for (int k = 0; k < MAX_ROOT_SETUPS; k++) early |= first[k] == r.limits.root_moves[i];
        cr_expect(early && (i == 0 || r.limits.root_moves[i - 1] < r.limits.root_moves[i]));
    }
    go_request_free(&r);
    text_free(&line);
}

Test(parse, errors_of_a_go_are_bounded) {
    Position p = fen(MIDGAME);
    char *line = long_line(" depth 2", " x", 1000, "");
    GoRequest r = go(line, &p, GO_ERRORS);
    cr_expect_eq(r.unlisted_errors, 1000 - GO_ERRORS);
    cr_expect_eq(r.limits.depth, 2);
    go_request_free(&r);
    free(line);
}

Test(parse, perft_is_refused_without_a_proper_depth) {
    static const char *const BAD[] = {" perft",    " perft abc",     " perft -1",
                                      " perft 1x", " perft depth 3", " searchmoves e3 perft x"};
    Position p = fen(MIDGAME);
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        GoRequest r;
        SearchLimits base = search_limits_none();
        cr_expect_not(parse_go(BAD[i], &p, &base, &r), "%s", BAD[i]);
        cr_expect_eq(r.error_count, 1, "%s", BAD[i]);
        go_request_free(&r);
    }
    cr_expect_eq(go(" perft 0", &p, 0).perft, 0);
    cr_expect_eq(go(" perft 3", &p, 0).perft, 3);
    cr_expect_eq(go(" perft 99999999999999999999", &p, 0).perft, MAX_DEPTH);
    cr_expect_eq(go(" depth 3", &p, 0).perft, LIMIT_NONE);
}

/* ---- bench ---- */

Test(parse, bench_numbers_have_defaults_and_ranges) {
    BenchRequest r;
    ParseError error;
    cr_assert(parse_bench("", &r, &error));
    cr_expect(r.depth == BENCH_DEPTH && r.threads == BENCH_THREADS && r.hash_mb == BENCH_HASH_MB);
    cr_assert(parse_bench(" 3\t2 ", &r, &error));
    cr_expect(r.depth == 3 && r.threads == 2 && r.hash_mb == BENCH_HASH_MB);
    cr_assert(parse_bench("4 1 8\r", &r, &error));
    cr_expect(r.depth == 4 && r.threads == 1 && r.hash_mb == 8);
    static const char *const BAD[] = {"0", "-1", "x", "5 0", "5 257", "5 1 0", "5 1 131073", "5 1 16 9", "121", "5x"};
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) cr_expect_not(parse_bench(BAD[i], &r, &error), "%s", BAD[i]);
}
