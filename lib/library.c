#include <pthread.h>
#include <stdio.h>

#include "engine/engine.h"
#include "engine/notation.h"
#include "engine/processor.h"
#include "engine/version.h"
#include "eval/eval.h"
#include "lib/handle.h"

static void fill_tables(void) {
    engine_init();
    eval_init();
}

void handle_init(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    pthread_once(&once, fill_tables);
}

int cierzo_abi(void) { return CIERZO_ABI; }

const char *cierzo_version(void) { return CIERZO_VERSION; }

const char *cierzo_compiled_for(void) { return CIERZO_CPU; }

int cierzo_runs_v3(void) { return processor_runs_v3(); }

/* ---- errors ---- */

_Static_assert((int)CIERZO_RANKS == NOTATION_RANKS && (int)CIERZO_TRAPPED == NOTATION_TRAPPED &&
                   (int)CIERZO_SYNTAX == NOTATION_SYNTAX && (int)CIERZO_NO_ROOM == NOTATION_NO_ROOM &&
                   (int)CIERZO_NO_ROOM + 1 == NOTATION_ERROR_COUNT,
               "the errors of the notation have the same numbers here");

const char *cierzo_error_text(CierzoError error) {
    switch ((int)error) {
    case CIERZO_MEMORY: return "memory is short";
    case CIERZO_RULE_SET: return "no rule set has that name";
    case CIERZO_ILLEGAL: return "the turn is not legal";
    case CIERZO_RANGE: return "a number is outside its range";
    case CIERZO_NOTHING: return "there is nothing to take back";
    case CIERZO_BUSY: return "the engine searches";
    case CIERZO_FILE: return "the file cannot be read";
    case CIERZO_BAD_RECORD: return "a game that is broken";
    case CIERZO_BAD_TAG: return "a tag that cannot be set";
    default: return notation_error_text((NotationError)error);
    }
}

/* ---- rule sets ---- */

int cierzo_rules_count(void) { return VARIANT_COUNT; }

CierzoError cierzo_rules(int index, CierzoRules *out) {
    if (index < 0 || index >= VARIANT_COUNT) return CIERZO_RANGE;
    const Variant *v = variant_at(index);
    *out = (CierzoRules){v->name,          v->size,         v->first,           v->second,        v->setup_stones,   v->swap,
                         v->ban_perimeter, v->ban_adjacent, v->unclaimed_block, v->claimed_block, v->corners_removed};
    return CIERZO_OK;
}

/* ---- turns ---- */

size_t cierzo_turn_text(CierzoTurn turn, char *out, size_t size) {
    char text[MOVE_TEXT_SIZE];
    move_text(turn, text, sizeof text);
    return (size_t)snprintf(out, size, "%s", text);
}

void cierzo_turn_parts(CierzoTurn turn, CierzoTurnParts *out) {
    const MoveKind kind = move_kind(turn);
    *out = (CierzoTurnParts){(int)kind, -1, -1, -1, {-1, -1, -1, -1}, -1};
    if (kind == MOVE_KIND_TURN) {
        out->from = handle_square(move_from(turn));
        out->to = handle_square(move_to(turn));
        out->shot = handle_square(move_shot(turn));
    } else if (kind == MOVE_KIND_SETUP) {
        for (int i = 0; i < MAX_PLACED; i++) out->placed[i] = handle_square(move_placed(turn, i));
        out->stone = handle_square(move_stone(turn));
    }
}
