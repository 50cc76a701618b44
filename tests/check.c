#include "tests/check.h"

#include <stdio.h>
#include <string.h>
#include <time.h>

#include "engine/variant.h"
#include "tests/support.h"

Board board_at(const char *text) {
    Position p;
    NotationError e = position_parse(variant_at(0), text, &p);
    REQUIRE(e == NOTATION_OK, "%s: %s", text, notation_error_text(e));
    Board b;
    board_set(&b, &p);
    return b;
}

int play_words(Board *b, const char *words) {
    char copy[8192], *rest = copy;
    int count = 0;
    snprintf(copy, sizeof copy, "%s", words);
    for (char *word; (word = strsep(&rest, " "));) {
        if (!*word) continue;
        Move m;
        Undo undo;
        NotationError e = move_parse(&b->position, word, &m);
        REQUIRE(e == NOTATION_OK, "illegal move %s in %s: %s", word, words, notation_error_text(e));
        board_play(b, m, &undo);
        count++;
    }
    return count;
}

void expect_legal_best_of(Talk *t, const Board *root, char best[MOVE_TEXT_SIZE]) {
    const char *line;
    char first[MOVE_TEXT_SIZE] = "", second[MOVE_TEXT_SIZE] = "";
    while ((line = talk_line(t, TALK_GUARD_MS)) && strncmp(line, "bestmove ", 9) != 0) {
        const char *pv = strstr(line, " pv ");
        if (strncmp(line, "info depth ", 11) != 0 || !pv) continue;
        Board b = *root;
        play_words(&b, pv + 4);
        if (!strstr(line, " multipv 1 ")) continue;
        *second = '\0';
        sscanf(pv + 4, "%23s %23s", first, second);
    }
    REQUIRE(line, "no bestmove");
    char move[MOVE_TEXT_SIZE] = "", ponder[MOVE_TEXT_SIZE] = "", both[2 * MOVE_TEXT_SIZE];
    sscanf(line, "bestmove %23s ponder %23s", move, ponder);
    snprintf(both, sizeof both, "%s %s", move, ponder);
    Board b = *root;
    play_words(&b, both);
    REQUIRE(!strcmp(first, move), "the last pv does not start with the bestmove %s but %s", move, first);
    REQUIRE(!*ponder || !strcmp(second, ponder), "the last pv does not go on with the ponder move %s but %s", ponder,
            second);
    if (best) strcpy(best, move);
}

void expect_legal_best(Talk *t, const char *text, char best[MOVE_TEXT_SIZE]) {
    Board root = board_at(text);
    expect_legal_best_of(t, &root, best);
}

void check_go(Talk *t, const char *fen, const char *go) {
    talk_send(t, "position fen %s", fen);
    talk_send(t, "go %s", go);
    expect_legal_best(t, fen, NULL);
}

void shown_position(Talk *t, char out[POSITION_TEXT_SIZE]) {
    talk_send(t, "d");
    const char *line = talk_expect(t, "^Fen: ");
    snprintf(out, POSITION_TEXT_SIZE, "%s", line + 5);
    talk_expect(t, "^Moves: ");
}

void expect_position(Talk *t, const char *expected) {
    char text[POSITION_TEXT_SIZE];
    shown_position(t, text);
    cr_assert_str_eq(text, expected);
}

void wait_ms(int ms) { nanosleep(&(struct timespec){ms / 1000, ms % 1000 * 1000000L}, NULL); }

long resident_kb(const Talk *t) {
    char path[64], line[256];
    long kb = 0;
    snprintf(path, sizeof path, "/proc/%ld/status", (long)t->pid);
    FILE *file = fopen(path, "r");
    if (!file) return 0;
    while (!kb && fgets(line, sizeof line, file)) sscanf(line, "VmRSS: %ld kB", &kb);
    fclose(file);
    return kb;
}
