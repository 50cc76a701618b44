/* The position lives here and is moved on by our own rules; engines are told it whole before every turn and trusted with nothing. Before
 * every `go` stands an `isready`: it keeps the time that an engine takes to read the position off its clock, and shows an answer that
 * nothing had asked for. */
#include "tools/match/game.h"

#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/notation.h"
#include "engine/play.h"

enum {
    LATE_MS = 1000, /* how long a flag may be down before nobody waits for the answer any more */
    HISTORY = 128,  /* turns of a game: at most one for every square, and the setup */
    COMMAND = 8192, /* `position`, with the moves of a whole game */
    MATE_SCORE = 100000
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
    Player **players;
    Board board;
    Clock clocks[2];
    Record *record;
    char command[COMMAND]; /* `position ...` up to now */
    size_t length;
    int scores[2][HISTORY]; /* by player: what it said of its own turns so far */
    int score_count[2];
    int unscored[2]; /* turns at the front of which nothing counts, since one in them had no score */
} Game;

static const char *colour_of(const Game *g, int player) {
    return game_white(&g->board.position) == player ? "White" : "Black";
}

__attribute__((format(printf, 4, 5))) static GameResult ended(const Game *g, GameEnd end, int winner, const char *format,
                                                              ...) {
    GameResult r = {.end = end, .winner = winner};
    int length = snprintf(r.reason, sizeof r.reason, "%s ",
                          colour_of(g, end == END_CLAIMS || end == END_ADJUDICATED ? winner : !winner));
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(r.reason + length, sizeof r.reason - (size_t)length, format, arguments);
    va_end(arguments);
    for (char *c = r.reason; *c; c++) /* it may quote an engine */
        if ((unsigned char)*c < ' ' || (unsigned char)*c > '~') *c = '?';
    return r;
}

/* The player is at fault: it is stopped, and started anew for its next game. */
static GameResult forfeit(Game *g, int player, GameResult r) {
    player_end(g->players[player]);
    return r;
}

/* What a failed wait means for the player. */
static GameResult failed(Game *g, int player, ClientStatus status, bool thinking) {
    switch (status) {
    case CLIENT_INTERRUPTED: return (GameResult){.end = END_INTERRUPTED};
    case CLIENT_GONE: return forfeit(g, player, ended(g, END_CRASH, !player, "disconnects"));
    case CLIENT_FLOOD: return forfeit(g, player, ended(g, END_FLOOD, !player, "floods its output"));
    default: break;
    }
    const Timing *t = &g->players[player]->spec->timing;
    if (thinking && (t->clock || t->movetime))
        return forfeit(g, player, ended(g, END_TIME, !player, "loses on time: no answer"));
    return forfeit(g, player, ended(g, END_STALL, !player, "stalls: no answer to `%s`", thinking ? "go" : "isready"));
}

/* ---- adjudication ---- */

static int score_of(const ClientInfo *info) {
    if (!info->mate) return info->score;
    return info->score > 0 ? MATE_SCORE : -MATE_SCORE;
}

/* Whether the player's last `moves` scores are all at `sign * score` or beyond. */
static bool all_beyond(const Game *g, int player, int moves, int score, int sign) {
    int count = g->score_count[player];
    if (count - g->unscored[player] < moves) return false;
    for (int i = count - moves; i < count; i++)
        if (sign * g->scores[player][i] < score) return false;
    return true;
}

static bool is_lost(const Game *g, int player, const Adjudication *a) {
    return a->moves && all_beyond(g, player, a->moves, a->score, -1) &&
           (!a->both || all_beyond(g, !player, a->moves, a->score, 1));
}

static void keep_score(Game *g, int player, const ClientInfo *info) {
    int *count = &g->score_count[player];
    if (*count == HISTORY) return;
    g->scores[player][(*count)++] = info->has_score ? score_of(info) : 0;
    if (!info->has_score) g->unscored[player] = *count;
}

/* The player that the scores have lost the game for, or -1. */
static int loser_by_score(const Game *g) {
    const MatchOptions *o = g->options;
    for (int player = 0; player < 2; player++)
        if (is_lost(g, player, &o->resign) || is_lost(g, player, &o->agree)) return player;
    return -1;
}

/* ---- turns ---- */

static void append_move(Game *g, Move m) {
    char text[MOVE_TEXT_SIZE];
    move_text(m, text, sizeof text);
    int count = snprintf(g->command + g->length, sizeof g->command - g->length, "%s %s",
                         g->record->turn_count ? "" : " moves", text);
    g->length += (size_t)count;
}

static void begin(Game *g, const Position *start) {
    char text[POSITION_TEXT_SIZE];
    Position empty = position_start(start->variant);
    position_text(start, text, sizeof text);
    bool is_start = start->key == empty.key && start->number == 1;
    g->length = (size_t)snprintf(g->command, sizeof g->command, "position %s%s", is_start ? "startpos" : "fen ",
                                 is_start ? "" : text);
    board_set(&g->board, start);
    for (int i = 0; i < 2; i++) g->clocks[i] = clock_start(&g->players[i]->spec->timing);
}

/* Asks the player for its move. */
static ClientStatus ask(Game *g, int player, ClientReply *reply, bool *thinking) {
    char go[512];
    Client *c = g->players[player]->client;
    const Timing *const timings[2] = {&g->players[0]->spec->timing, &g->players[1]->spec->timing};
    int64_t deadline = client_now_ms() + g->options->ping_ms;
    *thinking = false;
    client_send(c, deadline, "%s", g->command);
    ClientStatus status = client_ready(c, deadline);
    if (status != CLIENT_OK) return status;
    timing_go(g->clocks, timings, player, game_white(&g->board.position), g->players[player]->spec->dialect, go, sizeof go);
    int64_t budget = clock_budget(&g->clocks[player], timings[player]) + timings[player]->margin;
    *thinking = true;
    return client_go(c, go, client_now_ms() + budget + LATE_MS, reply, NULL, NULL);
}

/* The move that was answered, or why there is none. */
static bool judge(Game *g, int player, const ClientReply *reply, Move *move, GameResult *result) {
    const Timing *t = &g->players[player]->spec->timing;
    int64_t budget = clock_budget(&g->clocks[player], t);
    if (!clock_spend(&g->clocks[player], t, reply->elapsed)) {
        *result = forfeit(g, player,
                          ended(g, t->clock || t->movetime ? END_TIME : END_STALL, !player,
                                "loses on time: %" PRId64 " of %" PRId64 " ms", reply->elapsed, budget));
        return false;
    }
    NotationError e = move_parse(&g->board.position, reply->move, move);
    if (e == NOTATION_OK) return true;
    *result = forfeit(
        g, player, ended(g, END_ILLEGAL, !player, "makes an illegal move: `%s`, %s", reply->move, notation_error_text(e)));
    return false;
}

/* One turn; false with the result when it was the last. */
static bool play_turn(Game *g, GameResult *result) {
    Undo undo;
    Move move;
    ClientReply reply;
    bool thinking;
    int player = position_p1_turn(&g->board.position) ? 0 : 1;
    Player *p = g->players[player];
    ClientStatus status = ask(g, player, &reply, &thinking);
    if (status != CLIENT_OK) return *result = failed(g, player, status, thinking), false;
    if (client_strays(p->client) != p->strays) {
        *result = forfeit(g, player, ended(g, END_PROTOCOL, !player, "answers without being asked"));
        return false;
    }
    if (!judge(g, player, &reply, &move, result)) return false;
    append_move(g, move);
    Note note = client_note(&reply.info);
    note.time = reply.elapsed; /* as the clock has it, whatever the engine says */
    if (!record_add(g->record, move, &note, NULL)) return *result = (GameResult){.end = END_INTERRUPTED}, false;
    keep_score(g, player, &reply.info);
    board_play(&g->board, move, &undo);
    return true;
}

static GameResult play_on(Game *g) {
    GameResult result;
    while (position_phase(&g->board.position) != PHASE_OVER) {
        if (!play_turn(g, &result)) return result;
        int loser = position_phase(&g->board.position) == PHASE_OVER ? -1 : loser_by_score(g);
        if (loser >= 0) return ended(g, END_ADJUDICATED, !loser, "wins by adjudication");
    }
    const Position *p = &g->board.position;
    bool white_won = position_winner(p) == WHITE;
    return ended(g, END_CLAIMS, white_won ? game_white(p) : !game_white(p), "wins by claims, %d to %d", p->claims[white_won],
                 p->claims[!white_won]);
}

GameResult game_play(const MatchOptions *o, const Position *start, Player *players[2], int interrupt, Record *record) {
    Game *g = calloc(1, sizeof *g);
    record_init(record, start);
    if (!g) return (GameResult){.end = END_INTERRUPTED};
    *g = (Game){.options = o, .players = players, .record = record};
    GameResult result = {.end = END_CLAIMS};
    begin(g, start);
    for (int i = 0; i < 2 && result.end == END_CLAIMS; i++) {
        PlayerState state = player_prepare(players[i], o, interrupt);
        if (state == PLAYER_INTERRUPTED) result.end = END_INTERRUPTED;
        if (state == PLAYER_DOES_NOT_START) result = ended(g, END_NO_START, !i, "does not start");
    }
    if (result.end == END_CLAIMS) result = play_on(g);
    free(g);
    return result;
}
