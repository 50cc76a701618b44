/* The lines of cierzo-selfplay: what is written is read, and everything else is refused with its reason. */
#include "kit/selfplay_line.h"

#include <stdlib.h>
#include <string.h>

#include "engine/notation.h"
#include "tests/support.h"

TestSuite(selfplay_line, .init = support_init);

#define START "veletas-7;bbbwwww/bs1bwww/wbbwwww/bbbbbbw/w5w/bwB4/1w4W b - 20;"
#define LATE "8;veletas-7;Wwbsw2/bw1bb2/wwwb3/1bbb3/wwwb1wb/1b1www1/1bb1b1s w - 14;"
#define WON "f1=31997 d7-c6/d7=-31998 g1-g2/g1=31999"

static bool read_copy(const char *text, SelfplayGame *out, char error[static SELFPLAY_ERROR_SIZE]) {
    char *line = strdup(text);
    bool good = selfplay_line_read(line, out, error);
    free(line);
    return good;
}

static void expect_same_text(const char *line, const char *end) {
    SelfplayGame game;
    char error[SELFPLAY_ERROR_SIZE], *text, whole[512];
    size_t size;
    snprintf(whole, sizeof whole, "%s%s", line, end);
    cr_assert(read_copy(whole, &game, error), "%s: %s", line, error);
    FILE *out = open_memstream(&text, &size);
    selfplay_line_write(out, &game);
    fclose(out);
    snprintf(whole, sizeof whole, "%s\n", line);
    cr_expect_str_eq(text, whole);
    free(text);
}

Test(selfplay_line, what_is_read_is_written_again) {
    static const char *const ENDS[] = {"", "\n", "\r\n"};
    for (size_t i = 0; i < sizeof ENDS / sizeof *ENDS; i++) {
        expect_same_text("0;" START "c6=500;b", ENDS[i]);
        expect_same_text("9223372036854775807;" START "c6=-3000;b", ENDS[i]);
        expect_same_text(LATE WON ";w", ENDS[i]);
    }
}

Test(selfplay_line, a_game_has_its_parts) {
    SelfplayGame g;
    char error[SELFPLAY_ERROR_SIZE], text[POSITION_TEXT_SIZE], move[MOVE_TEXT_SIZE];
    cr_assert(read_copy(LATE WON ";w\n", &g, error), "%s", error);
    cr_assert(g.index == 8 && g.turns == 3 && g.winner == WHITE);
    cr_expect(g.scores[0] == 31997 && g.scores[1] == -31998 && g.scores[2] == 31999);
    position_text(&g.start, text, sizeof text);
    cr_expect_str_eq(text, "Wwbsw2/bw1bb2/wwwb3/1bbb3/wwwb1wb/1b1www1/1bb1b1s w - 14");
    move_text(g.moves[1], move, sizeof move);
    cr_expect_str_eq(move, "d7-c6/d7");
    Position before[SELFPLAY_MOST_TURNS], p = g.start;
    selfplay_positions(&g, before);
    for (int i = 0; i < g.turns; i++) {
        cr_expect(before[i].key == p.key && before[i].side == p.side, "turn %d", i);
        Board b;
        Undo undo;
        board_set(&b, &p);
        board_play(&b, g.moves[i], &undo);
        p = b.position;
    }
}

Test(selfplay_line, broken_lines_are_refused_with_the_reason) {
    static const struct {
        const char *line, *reason;
    } BAD[] = {
        {"", "five fields"},
        {"\n", "five fields"},
        {"0;" START "c6=500", "five fields"},
        {"0;" START "c6=500;b;", "five fields"},
        {"x;" START "c6=500;b", "x: an index"},
        {"-1;" START "c6=500;b", "-1: an index"},
        {";" START "c6=500;b", "an index"},
        {"0;chess;7/7/7/7/7/7/7 b - 1;c6=500;b", "chess: no such rule set"},
        {"0;veletas-7;bbb b - 20;c6=500;b", "bbb b - 20: "},
        {"0;" START "c5=500;b", "c5=500: "},
        {"0;" START "c6;b", "c6: a move without a score"},
        {"0;" START "c6=;b", "c6=: a score is no number"},
        {"0;" START "c6=1x;b", "c6=1x: a score is no number"},
        {"0;" START "c6=+1;b", "c6=+1: a score is no number"},
        {"0;" START "c6=32001;b", "c6=32001: a score is no number"},
        {"0;" START "c6=500 c6=500;b", "c6=500: "},
        {"0;" START "c6=500;w", "not that of the moves"},
        {"0;" START "c6=500;x", "not that of the moves"},
        {"0;" START "c6=500;bb", "not that of the moves"},
        {"0;" START "c6=500;", "not that of the moves"},
        {"0;" START ";b", "not that of the moves"},
        {LATE "f1=1;w", "not that of the moves"},
        {"0;veletas-7;BB5/6s/7/7/7/7/7 w - 9;;b", "there are none"},
    };
    SelfplayGame game;
    char error[SELFPLAY_ERROR_SIZE];
    for (size_t i = 0; i < sizeof BAD / sizeof *BAD; i++) {
        cr_expect_not(read_copy(BAD[i].line, &game, error), "%s", BAD[i].line);
        cr_expect_not_null(strstr(error, BAD[i].reason), "%s: %s", BAD[i].line, error);
    }
}

/* Words of any length are refused and blanks of any number are passed over. */
Test(selfplay_line, long_lines) {
    enum { LENGTH = 100000 };
    SelfplayGame game;
    char error[SELFPLAY_ERROR_SIZE], *line = malloc(LENGTH + 256), *filler = malloc(LENGTH + 1);
    static const char FILLERS[] = "c=0; ";
    for (const char *f = FILLERS; *f; f++) {
        memset(filler, *f, LENGTH);
        filler[LENGTH] = '\0';
        snprintf(line, LENGTH + 256, "0;" START "%sc6=500;b", filler);
        cr_expect_eq(selfplay_line_read(line, &game, error), *f == ' ', "%c: %s", *f, error);
        snprintf(line, LENGTH + 256, "%s", filler);
        cr_expect_not(selfplay_line_read(line, &game, error), "%c", *f);
    }
    free(line);
    free(filler);
}
