/* Fuzzes the reader of game records: whatever the bytes, it comes to their end, a broken game has one line of what is wrong, and a game that
 * was read is written in a way that reads back the same, and is written again byte for byte. */
#include <string.h>

#include "engine/engine.h"
#include "kit/record.h"
#include "tests/fuzz/check.h"
#include "tests/fuzz/same_turns.h"

int LLVMFuzzerInitialize(int *argc, char ***argv);
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

int LLVMFuzzerInitialize(int *argc, char ***argv) {
    (void)argc, (void)argv;
    engine_init();
    return 0;
}

static char *written(const Record *r, size_t *size) {
    char *text = NULL;
    FILE *out = open_memstream(&text, size);
    CHECK(out && record_write(out, r) && fclose(out) == 0, "not written");
    return text;
}

static void check_game(const Record *game) {
    char error[RECORD_ERROR_SIZE];
    Record again;
    size_t size, second_size;
    char *text = written(game, &size);
    FILE *in = fmemopen(text, size, "rb");
    RecordReader *reader = record_reader_open(in);
    CHECK(record_read(reader, &again, error) == RECORD_READ, "%s\n%s", error, text);
    CHECK(same_turns(game, &again), "another game:\n%s", text);
    char *second = written(&again, &second_size);
    CHECK(size == second_size && !memcmp(text, second, size), "another text:\n%s\n%s", text, second);
    record_free(&again);
    CHECK(record_read(reader, &again, error) == RECORD_END, "more games:\n%s", text);
    record_reader_close(reader);
    fclose(in);
    free(text);
    free(second);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size) {
    if (!size) return 0;
    char error[RECORD_ERROR_SIZE];
    Record game;
    RecordStatus status;
    FILE *in = fmemopen((void *)(uintptr_t)data, size, "rb");
    RecordReader *reader = record_reader_open(in);
    for (size_t steps = 0; (status = record_read(reader, &game, error)) != RECORD_END; steps++) {
        CHECK(steps <= size && record_reader_offset(reader) <= (int64_t)size, "it never ends");
        if (status == RECORD_BAD) {
            CHECK(!strncmp(error, "line ", 5) && !strchr(error, '\n'), "%s", error);
            continue;
        }
        check_game(&game);
        record_free(&game);
    }
    record_reader_close(reader);
    fclose(in);
    return 0;
}
