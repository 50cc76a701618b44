#include "engine/engine.h"

#include "engine/lines.h"
#include "engine/variant.h"
#include "engine/zobrist.h"

void engine_init(void) {
    variants_init();
    lines_init();
    zobrist_init();
}
