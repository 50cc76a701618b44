#include "tools/lab/fit/case.h"

#include <stdlib.h>
#include <string.h>

static void *grab(size_t size) {
    void *memory = malloc(size + 1);
    if (!memory) fit_fail("out of memory", "");
    return memory;
}

static void copy_place(const NetInputs *in, Square s, PlaceInputs out) {
    int16_t x[PLACE_COUNT];
    net_place(in, s + CELL_MARGIN, x);
    for (int i = 0; i < PLACE_COUNT; i++) out[i] = (int8_t)x[i];
}

static void copy_inputs(const NetInputs *in, FitCase *c) {
    uint8_t number[SQUARES];
    c->count = (uint8_t)in->count;
    c->square_count = 0;
    c->squares = grab(sizeof(PlaceInputs) * (size_t)bb_count(in->empty));
    for (Bitboard rest = in->empty; rest; c->square_count++) {
        Square s = bb_pop(&rest);
        number[s] = c->square_count;
        copy_place(in, s, c->squares[c->square_count]);
    }
    for (int i = 0; i < in->count; i++) {
        copy_place(in, in->square[i], c->shooters[i]);
        c->seen[i] = (uint8_t)bb_count(in->sees[i]);
        c->sees[i] = grab(c->seen[i]);
        int n = 0;
        for (Bitboard rest = in->sees[i]; rest;) c->sees[i][n++] = number[bb_pop(&rest)];
    }
    memcpy(c->board, in->board, sizeof c->board);
    c->emptiness = (int16_t)in->emptiness;
}

FitCase case_of_position(const GamePosition *at) {
    const Position *p = &at->board->position;
    Ground ground;
    NetInputs in;
    FitCase c = {.game = at->game, .third = (int8_t)at->third, .won = at->black_won == (p->side == BLACK)};
    ground_compute(&ground, at->board);
    net_read(&in, &ground, at->board, p->side);
    copy_inputs(&in, &c);
    c.missing = (int8_t)(variant_majority(p->variant) - p->claims[p->side]);
    for (int i = 0; i < c.count; i++)
        c.claimant[i] = (int8_t)(at->claimant[i] == NO_COLOUR ? -1 : at->claimant[i] == p->side);
    return c;
}
