/* Fuzzes the readers of other programs' records, each on the same bytes: whatever they are, a reader comes to their end; each fault has a
 * line of the text and one line of what is wrong; each game that comes out is by the rules, and comes back from every form that holds it. */
#include <string.h>

#include "engine/engine.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/same_turns.h"
#include "tools/games/export.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    engine_init();
    return 0;
}

typedef struct {
    GameFormat format;
    const Record *game; /* that has to come back; NULL: any may come */
    long lines;
    int games;
} Reading;

static void comes_back(void *context, const Record *r, long line, const char *reason) {
    Reading *read = context;
    CHECK(r && !line, "%s: line %ld: %s", format_name(read->format), line, line ? reason : "");
    CHECK(same_turns(r, read->game), "%s: another game", format_name(read->format));
    read->games++;
}

static void write_and_read(const Record *r, GameFormat f) {
    char *text = NULL, reason[IMPORT_REASON_SIZE];
    size_t size;
    FILE *out = open_memstream(&text, &size);
    Export e = {.out = out, .format = f};
    Reading again = {.format = f, .game = r};
    bool held = export_game(&e, r, reason);
    export_end(&e);
    CHECK(fclose(out) == 0, "not written");
    if (held) import_text(&(Import){.game = comes_back, .context = &again, .variant = variant_at(0)}, f, text);
    CHECK(again.games == held, "%s: %d games in\n%s", format_name(f), again.games, text);
    free(text);
}

static void take(void *context, const Record *r, long line, const char *reason) {
    Reading *read = context;
    CHECK(line >= 0 && line <= read->lines, "line %ld of %ld", line, read->lines);
    CHECK(!line || is_plain_line(reason), "%s", reason);
    CHECK(r || line, "neither a game nor a fault");
    if (!r) return;
    Position end = r->start;
    if (r->turn_count) end = record_position(r, r->turn_count);
    CHECK(end.key == r->end.key, "not where its turns lead");
    for (GameFormat f = FORMAT_PGN; f < FORMAT_LOG; f++) write_and_read(r, f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    char *text = malloc(size + 1);
    CHECK(text, "no memory");
    memcpy(text, data, size);
    text[size] = '\0';
    Reading read = {.lines = 1};
    for (const char *s = text; *s; s++) read.lines += *s == '\n';
    CHECK(format_guess(text) < FORMAT_COUNT, "no form");
    for (GameFormat f = FORMAT_PGN; f < FORMAT_COUNT; f++)
        import_text(&(Import){.game = take, .context = &read, .variant = variant_at(0)}, f, text);
    free(text);
    return 0;
}
