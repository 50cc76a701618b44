#include "kit/selfplay_line.h"

#include <inttypes.h>
#include <string.h>

#include "engine/notation.h"
#include "engine/play.h"
#include "kit/argument.h"

static const char RESULTS[] = "bw"; /* by colour */

static bool refuse(char *error, const char *which, const char *reason) {
    snprintf(error, SELFPLAY_ERROR_SIZE, "%.60s: %s", which, reason);
    return false;
}

/* The fields of a line; false when there are more or fewer. */
static bool split(char *line, char *field[SELFPLAY_FIELDS]) {
    int count = 0;
    line[strcspn(line, "\r\n")] = '\0';
    while (line && count < SELFPLAY_FIELDS) field[count++] = strsep(&line, ";");
    return count == SELFPLAY_FIELDS && !line;
}

/* `MOVE=SCORE`, played on the board. */
static bool read_word(SelfplayGame *g, Board *board, const char *word, char *error) {
    char text[MOVE_TEXT_SIZE];
    size_t length = strcspn(word, "=");
    int64_t score;
    Move move;
    Undo undo;
    if (g->turns == SELFPLAY_MOST_TURNS) return refuse(error, word, "more turns than a game can have");
    if (word[length] != '=') return refuse(error, word, "a move without a score");
    if (!argument_number(word + length + 1, -SCORE_MATE, SCORE_MATE, &score))
        return refuse(error, word, "a score is no number");
    if (length >= sizeof text) return refuse(error, word, "not a move");
    snprintf(text, sizeof text, "%.*s", (int)length, word);
    NotationError e = move_parse(&board->position, text, &move);
    if (e) return refuse(error, word, notation_error_text(e));
    g->moves[g->turns] = move;
    g->scores[g->turns++] = (Score)score;
    board_play(board, move, &undo);
    return true;
}

static bool read_words(SelfplayGame *g, char *words, const char *result, char *error) {
    Board board;
    char *rest;
    board_set(&board, &g->start);
    g->turns = 0;
    for (char *word = strtok_r(words, " ", &rest); word; word = strtok_r(NULL, " ", &rest))
        if (!read_word(g, &board, word, error)) return false;
    g->winner = position_winner(&board.position);
    bool agreed = g->winner != NO_COLOUR && result[0] == RESULTS[g->winner] && !result[1];
    if (!agreed) snprintf(error, SELFPLAY_ERROR_SIZE, "the result is not that of the moves");
    return agreed && (g->turns || refuse(error, "the moves", "there are none"));
}

bool selfplay_line_read(char *line, SelfplayGame *out, char error[static SELFPLAY_ERROR_SIZE]) {
    char *field[SELFPLAY_FIELDS];
    *error = '\0';
    if (!split(line, field)) return refuse(error, line, "not the five fields of a game");
    if (!argument_number(field[0], 0, INT64_MAX, &out->index)) return refuse(error, field[0], "an index is no number");
    const Variant *v = variant_find(field[1]);
    if (!v) return refuse(error, field[1], "no such rule set");
    NotationError e = position_parse(v, field[2], &out->start);
    if (e) return refuse(error, field[2], notation_error_text(e));
    return read_words(out, field[3], field[4], error);
}

void selfplay_line_write(FILE *out, const SelfplayGame *g) {
    char text[POSITION_TEXT_SIZE], move[MOVE_TEXT_SIZE];
    position_text(&g->start, text, sizeof text);
    fprintf(out, "%" PRId64 ";%s;%s;", g->index, g->start.variant->name, text);
    for (int i = 0; i < g->turns; i++) {
        move_text(g->moves[i], move, sizeof move);
        fprintf(out, "%s%s=%d", i ? " " : "", move, g->scores[i]);
    }
    fprintf(out, ";%c\n", RESULTS[g->winner]);
}

void selfplay_positions(const SelfplayGame *g, Position out[static SELFPLAY_MOST_TURNS]) {
    Board b;
    board_set(&b, &g->start);
    for (int i = 0; i < g->turns; i++) {
        Undo undo;
        out[i] = b.position;
        board_play(&b, g->moves[i], &undo);
    }
}
