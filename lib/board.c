#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "engine/lines.h"
#include "engine/movegen.h"
#include "engine/notation.h"
#include "eval/eval.h"
#include "lib/handle.h"

/* ---- life ---- */

CierzoBoard *handle_board(const Position *p) {
    CierzoBoard *b = calloc(1, sizeof *b);
    if (b) board_set(&b->board, p);
    return b;
}

CierzoError cierzo_board_new(const char *rules, const char *position, CierzoBoard **out) {
    handle_init();
    const Variant *v = rules ? variant_find(rules) : variant_at(0);
    if (!v) return CIERZO_RULE_SET;
    Position p = position_start(v);
    NotationError error = position ? position_parse(v, position, &p) : NOTATION_OK;
    if (error) return (CierzoError)error;
    CierzoBoard *b = handle_board(&p);
    if (!b) return CIERZO_MEMORY;
    *out = b;
    return CIERZO_OK;
}

CierzoError cierzo_board_copy(const CierzoBoard *board, CierzoBoard **out) {
    CierzoBoard *b = malloc(sizeof *b);
    Undo *undos = board->count ? malloc((size_t)board->count * sizeof *undos) : NULL;
    if (!b || (board->count && !undos)) {
        free(b);
        free(undos);
        return CIERZO_MEMORY;
    }
    *b = (CierzoBoard){board->board, undos, board->count, board->count};
    if (undos) memcpy(undos, board->undos, (size_t)board->count * sizeof *undos);
    *out = b;
    return CIERZO_OK;
}

void cierzo_board_free(CierzoBoard *board) {
    if (!board) return;
    free(board->undos);
    free(board);
}

/* ---- what is there ---- */

void cierzo_board_rules(const CierzoBoard *board, CierzoRules *out) {
    int index = 0;
    while (variant_at(index) != board->board.position.variant) index++;
    cierzo_rules(index, out);
}

void cierzo_board_state(const CierzoBoard *board, CierzoState *out) {
    const Position *p = &board->board.position;
    *out = (CierzoState){
        .side = p->side,
        .phase = (int)position_phase(p),
        .winner = (int)position_winner(p),
        .number = p->number,
        .swap = p->swap,
        .first_player = p->swap == SWAP_DONE ? WHITE : BLACK,
        .shooters = position_shooters(p),
        .claims = {p->claims[BLACK], p->claims[WHITE]},
        .plies = board->count,
        .key = p->key,
    };
}

size_t cierzo_board_text(const CierzoBoard *board, char *out, size_t size) {
    char text[POSITION_TEXT_SIZE];
    position_text(&board->board.position, text, sizeof text);
    return (size_t)snprintf(out, size, "%s", text);
}

static void put(char out[CIERZO_SQUARES], Bitboard squares, char piece) {
    while (squares) out[handle_square(bb_pop(&squares))] = piece;
}

void cierzo_board_squares(const CierzoBoard *board, char out[CIERZO_SQUARES]) {
    const Position *p = &board->board.position;
    memset(out, ' ', CIERZO_SQUARES);
    put(out, p->variant->board, '.');
    put(out, p->shooters, 's');
    for (int c = BLACK; c <= WHITE; c++) {
        put(out, p->stones[c], "bw"[c]);
        put(out, p->claimed[c], "BW"[c]);
    }
}

void cierzo_board_seen(const CierzoBoard *board, int square, uint8_t out[CIERZO_SQUARES]) {
    const Position *p = &board->board.position;
    memset(out, 0, CIERZO_SQUARES);
    if (square < 0 || square >= CIERZO_SQUARES || !bb_has(p->shooters, handle_engine_square(square))) return;
    Bitboard seen = lines_seen(handle_engine_square(square), position_blockers(p)) & position_empty(p);
    while (seen) out[handle_square(bb_pop(&seen))] = 1;
}

int cierzo_board_groups(const CierzoBoard *board, CierzoGroup *out) {
    Group groups[SQUARES];
    int count = groups_list(&board->board.groups, &board->board.position, groups);
    for (int i = 0; i < count; i++) {
        out[i] = (CierzoGroup){.colour = (int)groups[i].colour, .size = bb_count(groups[i].members)};
        Bitboard members = groups[i].members;
        for (int k = 0; members; k++) out[i].squares[k] = (uint8_t)handle_square(bb_pop(&members));
    }
    return count;
}

int cierzo_board_claims(const CierzoBoard *board, CierzoClaim *out) {
    if (!board->count) return 0;
    const Board *b = &board->board;
    const Position *before = &board->undos[board->count - 1].before;
    int count = 0;
    for (Bitboard made =
             (b->position.claimed[BLACK] | b->position.claimed[WHITE]) & ~(before->claimed[BLACK] | before->claimed[WHITE]);
         made; count++) {
        Square s = bb_pop(&made);
        out[count] = (CierzoClaim){handle_square(s),
                                   bb_has(b->position.claimed[BLACK], s) ? CIERZO_BLACK : CIERZO_WHITE,
                                   {groups_beside(&b->groups, s, BLACK), groups_beside(&b->groups, s, WHITE)}};
    }
    return count;
}

int cierzo_board_forecast(const CierzoBoard *board, CierzoForecast *out) {
    EvalTrace trace;
    eval_trace(&board->board, &trace);
    for (int i = 0; i < trace.count; i++) {
        const EvalShooter *s = &trace.shooters[i];
        out[i] = (CierzoForecast){handle_square(s->square), s->claimed, (double)s->black / SCORE_ONE};
    }
    return trace.count;
}

/* ---- play ---- */

/* Plays a legal turn; false when memory is short. */
static bool play(CierzoBoard *board, Move turn) {
    if (board->count == board->room) {
        int room = board->room ? 2 * board->room : 16;
        Undo *undos = realloc(board->undos, (size_t)room * sizeof *undos);
        if (!undos) return false;
        board->undos = undos;
        board->room = room;
    }
    board_play(&board->board, turn, &board->undos[board->count++]);
    return true;
}

CierzoError cierzo_board_play(CierzoBoard *board, CierzoTurn turn) {
    if (!turn_is_legal(&board->board.position, turn)) return CIERZO_ILLEGAL;
    return play(board, turn) ? CIERZO_OK : CIERZO_MEMORY;
}

CierzoError cierzo_board_undo(CierzoBoard *board) {
    if (!board->count) return CIERZO_NOTHING;
    board_undo(&board->board, &board->undos[--board->count]);
    return CIERZO_OK;
}

CierzoTurn cierzo_board_played(const CierzoBoard *board, int index) {
    return index >= 0 && index < board->count ? board->undos[index].move : MOVE_NONE;
}

int cierzo_board_random_play(CierzoBoard *board, int turns, uint64_t *seed) {
    int played = 0;
    for (CierzoTurn turn; played < turns && (turn = cierzo_board_random(board, seed)) != MOVE_NONE; played++)
        if (!play(board, turn)) return -1;
    return played;
}
