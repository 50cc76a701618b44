#include "search/tunables.h"

#include <assert.h>

#ifdef CIERZO_TUNING
#define TUNABLE(name, value, least, most, step) int name = value;
#include "search/tunables.def"
#undef TUNABLE
#endif

static const Tunable ROWS[TUNABLE_COUNT] = {
#define TUNABLE(name, value, least, most, step) {#name, value, least, most, step},
#include "search/tunables.def"
#undef TUNABLE
};

const Tunable *tunable_at(int index) {
    assert(index >= 0 && index < TUNABLE_COUNT);
    return &ROWS[index];
}
