/* The position is kept here and moved on by our own rules; engines are told it whole before every turn, and what they answer is checked.
 * Every `go` comes after an `isready`: so an engine's clock does not run while it reads the position, and an answer that nothing had asked
 * for is noticed before the question. */
#include "tools/match/game.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/clock.h"
#include "engine/notation.h"
#include "engine/play.h"

enum {
    LATE_MS = 1000,      /* the wait goes on so long after the limit, to say by how much an answer was late */
    PATIENCE_MS = 10000, /* a turn that takes longer, where no clock counts, is told to the user */
    COMMAND_SIZE = 8192  /* `position` with the moves of a whole game */
};

static const char *const END_TEXTS[END_COUNT] = {"claims", "adjudication", "time forfeit", "illegal move", "crash",
                                                 "stall",  "flood",        "protocol",     "no start"};

const char *game_end_text(GameEnd end) { return end < END_COUNT ? END_TEXTS[end] : "unterminated"; }

GameEnd game_end_parse(const char *text) {
    int end = 0;
    while (end < END_COUNT && strcmp(text, END_TEXTS[end]) != 0) end++;
    return (GameEnd)end;
}

int game_white(const Position *p) { return p->swap == SWAP_DONE ? 0 : 1; }

typedef struct {
    const MatchOptions *options;
    Entrant **players;
    Board board;
    PlayerClock clocks[2];
    Record *record;
    int64_t number;
    char command[COMMAND_SIZE]; /* `position ...` up to now */
    size_t length;
    ScoreSheet scores;
    bool told_of[2]; /* by player: that its turn takes long */
} Referee;

static const char *colour_of(const Referee *g, int player) {
    return game_white(&g->board.position) == player ? "White" : "Black";
}

__attribute__((format(printf, 4, 5))) static GameResult ended(const Referee *g, GameEnd end, int winner, const char *format,
                                                              ...) {
    GameResult r = {.end = end, .winner = winner};
    int length = snprintf(r.reason, sizeof r.reason, "%s ",
                          colour_of(g, end == END_CLAIMS || end == END_ADJUDICATED ? winner : !winner));
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r.reason + length, sizeof r.reason - (size_t)length, format, arguments);
    va_end(arguments);
    for (char *c = r.reason; *c; c++) /* it may quote what an engine said, which may be any bytes */
        if ((unsigned char)*c < ' ' || (unsigned char)*c > '~') *c = '?';
    return r;
}

/* The player is at fault: its process is ended, and started anew for its next game. */
static GameResult forfeit(Referee *g, int player, GameResult r) {
    entrant_end(g->players[player]);
    return r;
}

/* What the engine has said instead of a `bestmove`, as the end of a sentence. */
static const char *last_words(const Client *c, char *out, size_t size) {
    char text[CLIENT_LAST_SIZE];
    switch (client_last_output(c, text)) {
    case CLIENT_UNFINISHED_LINE: snprintf(out, size, "its last output was an unfinished line: `%s`", text); break;
    case CLIENT_LINE: snprintf(out, size, "its last line was `%s`", text); break;
    default: snprintf(out, size, "nothing was said after `go`");
    }
    return out;
}

/* The player has not answered `go` within `limit` ms and the margin. */
static GameResult unanswered(Referee *g, int player, int64_t limit) {
    const Timing *t = &g->players[player]->spec->timing;
    bool on_time = t->clock || t->movetime;
    char words[CLIENT_LAST_SIZE + 64];
    last_words(g->players[player]->client, words, sizeof words);
    return forfeit(g, player,
                   ended(g, on_time ? END_TIME : END_STALL, !player, "%s: no bestmove within %g s; %s",
                         on_time ? "loses on time" : "stalls", (double)limit / 1000, words));
}

/* The reason mentions an unfinished line: an answer whose newline was forgotten, as a rule. */
static GameResult disconnected(const Referee *g, int player) {
    char text[CLIENT_LAST_SIZE];
    bool unfinished = client_last_output(g->players[player]->client, text) == CLIENT_UNFINISHED_LINE;
    return ended(g, END_CRASH, !player,
                 unfinished ? "disconnects; its last output was an unfinished line: `%s`" : "disconnects", text);
}

/* What a failed wait means for the player, which had `limit` ms for its answer to `go`; -1 where it was to answer `isready`. */
static GameResult failed_wait(Referee *g, int player, ClientStatus status, int64_t limit) {
    switch (status) {
    case CLIENT_INTERRUPTED: return (GameResult){.end = END_INTERRUPTED};
    case CLIENT_GONE: return forfeit(g, player, disconnected(g, player));
    case CLIENT_FLOOD: return forfeit(g, player, ended(g, END_FLOOD, !player, "floods its output"));
    default: break;
    }
    if (limit >= 0) return unanswered(g, player, limit);
    double seconds = (double)g->options->ping_ms / 1000;
    return forfeit(g, player, ended(g, END_STALL, !player, "stalls: no readyok within %g s of `isready`", seconds));
}

/* ---- turns ---- */

/* To be called before the record takes the move: turn_count tells whether the word `moves` is still missing. */
static void append_move(Referee *g, Move m) {
    char text[MOVE_TEXT_SIZE];
    move_text(m, text, sizeof text);
    int count = snprintf(g->command + g->length, sizeof g->command - g->length, "%s %s",
                         g->record->turn_count ? "" : " moves", text);
    g->length += (size_t)count;
}

static void set_up(Referee *g, const Position *start) {
    char text[POSITION_TEXT_SIZE];
    Position empty = position_start(start->variant);
    position_text(start, text, sizeof text);
    bool is_start = start->key == empty.key && start->number == 1;
    g->length = (size_t)snprintf(g->command, sizeof g->command, "position %s%s", is_start ? "startpos" : "fen ",
                                 is_start ? "" : text);
    board_set(&g->board, start);
    for (int i = 0; i < 2; i++) g->clocks[i] = player_clock_start(&g->players[i]->spec->timing);
}

/* Sends `go` and waits for the answer, at most `limit` ms and the margin. Where no clock counts, a long wait is told to the user once in a game:
 * the engine may be one that will never answer. */
static ClientStatus ask_to_think(Referee *g, int player, const char *go, int64_t limit, ClientReply *reply) {
    Entrant *p = g->players[player];
    const Timing *t = &p->spec->timing;
    int64_t now = clock_now_ms(), deadline = now + limit + t->margin + LATE_MS;
    int64_t patience = limit / 2 < PATIENCE_MS ? limit / 2 : PATIENCE_MS;
    if (t->clock || t->movetime || g->told_of[player]) return client_go(p->client, go, deadline, reply, NULL, NULL);
    ClientStatus status = client_go(p->client, go, now + patience, reply, NULL, NULL);
    if (status != CLIENT_TIMEOUT) return status;
    g->told_of[player] = true;
    char end[64] = "; no maxtime is set, so the wait has no end";
    if (t->maximum) snprintf(end, sizeof end, "; it loses the game after %g s (maxtime)", (double)t->maximum / 1000);
    journal_say(p->journal, true, "Waiting for %s in game %" PRId64 ": no bestmove for %g s%s", p->spec->name, g->number,
                (double)patience / 1000, end);
    return client_await(p->client, deadline, reply, NULL, NULL);
}

/* Asks the player for its move. `limit` becomes the time that it had, ms, or stays -1 when it did not come to `go`. */
static ClientStatus ask_for_move(Referee *g, int player, ClientReply *reply, int64_t *limit) {
    char go[512];
    Client *c = g->players[player]->client;
    const Timing *const timings[2] = {&g->players[0]->spec->timing, &g->players[1]->spec->timing};
    int64_t deadline = clock_now_ms() + g->options->ping_ms;
    *limit = -1;
    client_send(c, deadline, "%s", g->command);
    ClientStatus status = client_ready(c, deadline);
    if (status != CLIENT_OK) return status;
    timing_go(g->clocks, timings, player, game_white(&g->board.position), g->players[player]->spec->dialect, go, sizeof go);
    *limit = player_clock_limit(&g->clocks[player], timings[player]);
    return ask_to_think(g, player, go, *limit, reply);
}

/* Whether the answer came in time, by the player's clock; else the result. */
static bool in_time(Referee *g, int player, const ClientReply *reply, int64_t limit, GameResult *result) {
    const Timing *t = &g->players[player]->spec->timing;
    if (player_clock_spend(&g->clocks[player], t, reply->elapsed)) return true;
    bool on_time = t->clock || t->movetime;
    *result = forfeit(g, player,
                      ended(g, on_time ? END_TIME : END_STALL, !player, "%s: %" PRId64 " of %" PRId64 " ms",
                            on_time ? "loses on time" : "takes longer than maxtime", reply->elapsed, limit));
    return false;
}

/* Whether the move that was answered is legal; else the result. */
static bool is_legal(Referee *g, int player, const ClientReply *reply, Move *move, GameResult *result) {
    NotationError e = move_parse(&g->board.position, reply->move, move);
    if (e == NOTATION_OK) return true;
    *result = forfeit(
        g, player, ended(g, END_ILLEGAL, !player, "makes an illegal move: `%s`, %s", reply->move, notation_error_text(e)));
    return false;
}

/* Turns the score of an engine that gives all scores for White into one for the side to move. */
static void set_point_of_view(const Referee *g, int player, ClientInfo *info) {
    if (g->players[player]->spec->white_pov && game_white(&g->board.position) != player) info->score = -info->score;
}

/* The player's move onto board and record; false when memory is short. */
static bool make_move(Referee *g, int player, Move move, ClientReply *reply) {
    Undo undo;
    set_point_of_view(g, player, &reply->info);
    Note note = client_note(&reply->info);
    note.time = reply->elapsed; /* what the clock was charged, not what the engine says */
    append_move(g, move);
    if (!record_add(g->record, move, &note, NULL)) return false;
    score_sheet_add(&g->scores, player, &reply->info);
    board_play(&g->board, move, &undo);
    return true;
}

/* One turn; false with the result when it was the last. */
static bool play_one_turn(Referee *g, GameResult *result) {
    Move move;
    ClientReply reply;
    int64_t limit;
    int player = position_p1_turn(&g->board.position) ? 0 : 1;
    Entrant *p = g->players[player];
    ClientStatus status = ask_for_move(g, player, &reply, &limit);
    if (status != CLIENT_OK) return *result = failed_wait(g, player, status, limit), false;
    if (client_strays(p->client) != p->strays) {
        *result = forfeit(g, player, ended(g, END_PROTOCOL, !player, "answers without being asked"));
        return false;
    }
    if (!in_time(g, player, &reply, limit, result) || !is_legal(g, player, &reply, &move, result)) return false;
    if (make_move(g, player, move, &reply)) return true;
    return *result = (GameResult){.end = END_INTERRUPTED}, false;
}

/* The player that the scores have lost the game for, or -1. */
static int loser_by_score(const Referee *g) {
    int loser = adjudication_loser(&g->options->resign, &g->scores);
    return loser >= 0 ? loser : adjudication_loser(&g->options->agree, &g->scores);
}

static GameResult play_to_end(Referee *g) {
    GameResult result;
    while (position_phase(&g->board.position) != PHASE_OVER) {
        if (!play_one_turn(g, &result)) return result;
        int loser = position_phase(&g->board.position) == PHASE_OVER ? -1 : loser_by_score(g);
        if (loser >= 0) return ended(g, END_ADJUDICATED, !loser, "wins by adjudication");
    }
    const Position *p = &g->board.position;
    bool white_won = position_winner(p) == WHITE;
    return ended(g, END_CLAIMS, white_won ? game_white(p) : !game_white(p), "wins by claims, %d to %d", p->claims[white_won],
                 p->claims[!white_won]);
}

GameResult game_play(const MatchOptions *o, int64_t number, const Position *start, Entrant *players[2], int interrupt,
                     Record *record) {
    Referee *g = calloc(1, sizeof *g);
    record_init(record, start);
    if (!g) return (GameResult){.end = END_INTERRUPTED};
    *g = (Referee){.options = o, .number = number, .players = players, .record = record};
    GameResult result = {.end = END_CLAIMS};
    set_up(g, start);
    for (int i = 0; i < 2 && result.end == END_CLAIMS; i++) {
        EntrantState state = entrant_prepare(players[i], o, interrupt);
        if (state == ENTRANT_INTERRUPTED) result.end = END_INTERRUPTED;
        if (state == ENTRANT_DOES_NOT_START) result = ended(g, END_NO_START, !i, "does not start");
    }
    if (result.end == END_CLAIMS) result = play_to_end(g);
    free(g);
    return result;
}
