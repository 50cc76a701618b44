#include <inttypes.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "kit/fnv.h"
#include "tools/match/match_options.h"

/* The NUL is hashed too, so that moving a character from the end of one text to the front of the next makes a difference. */
__attribute__((format(printf, 2, 3))) static void mix_text(uint64_t *hash, const char *format, ...) {
    char text[4096];
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    *hash = fnv_add(*hash, text, strlen(text) + 1);
}

static void mix_engine(uint64_t *hash, const EngineSpec *e) {
    char timing[128];
    mix_text(hash, "%s", e->name);
    mix_text(hash, "%s", e->command);
    mix_text(hash, "%s", e->directory ? e->directory : "");
    mix_text(hash, "%s", timing_text(&e->timing, timing, sizeof timing));
    mix_text(hash, "%d %d %" PRId64, e->dialect, e->restart, e->timing.margin);
    if (e->white_pov) mix_text(hash, "whitepov"); /* only where set: files from before there was such a key stay valid */
    for (int i = 0; i < e->option_count; i++) {
        mix_text(hash, "%s", e->options[i].name);
        mix_text(hash, "%s", e->options[i].value);
    }
}

uint64_t match_options_fingerprint(const MatchOptions *o, uint64_t book_hash) {
    uint64_t hash = FNV_START;
    mix_text(&hash, "%s %d %d %" PRIu64 " %016" PRIx64, o->variant->name, o->games, o->gauntlet, o->seed, book_hash);
    mix_text(&hash, "%d %d %d %d %d", o->resign.moves, o->resign.score, o->resign.both, o->agree.moves, o->agree.score);
    for (int i = 0; i < o->engine_count; i++) mix_engine(&hash, &o->engines[i]);
    return hash;
}
