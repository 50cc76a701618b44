#define _GNU_SOURCE /* open_memstream, fmemopen */
#include "kit/record.h"

#include <stdlib.h>
#include <string.h>

#include "engine/movegen.h"
#include "lib/handle.h"

_Static_assert((int)CIERZO_NOTE_NONE == NOTE_NO_SCORE && (int)CIERZO_NOTE_CP == NOTE_CP &&
                   (int)CIERZO_NOTE_MATE == NOTE_MATE,
               "notes");

struct CierzoRecord {
    Record record;
};

struct CierzoReader {
    FILE *file;
    char *text; /* what the file reads from, or NULL */
    RecordReader *reader;
    char error[RECORD_ERROR_SIZE];
};

/* ---- life ---- */

/* Of the result and its tag. */
static CierzoError set_winner(Record *r, Colour winner) {
    if (!record_set_tag(r, "Result", record_result_word(winner))) return CIERZO_MEMORY;
    r->winner = winner;
    return CIERZO_OK;
}

CierzoError cierzo_record_new(const CierzoBoard *start, CierzoRecord **out) {
    CierzoRecord *r = malloc(sizeof *r);
    if (!r) return CIERZO_MEMORY;
    record_init(&r->record, &start->board.position);
    if (!record_tag(&r->record, "Variant") || set_winner(&r->record, position_winner(&r->record.end))) {
        cierzo_record_free(r);
        return CIERZO_MEMORY;
    }
    *out = r;
    return CIERZO_OK;
}

void cierzo_record_free(CierzoRecord *record) {
    if (!record) return;
    record_free(&record->record);
    free(record);
}

/* ---- tags ---- */

int cierzo_record_tag_count(const CierzoRecord *record) { return record->record.tag_count; }

const char *cierzo_record_tag_name(const CierzoRecord *record, int index) {
    return index >= 0 && index < record->record.tag_count ? record->record.tags[index].name : NULL;
}

const char *cierzo_record_tag_value(const CierzoRecord *record, int index) {
    return index >= 0 && index < record->record.tag_count ? record->record.tags[index].value : NULL;
}

const char *cierzo_record_tag(const CierzoRecord *record, const char *name) { return record_tag(&record->record, name); }

CierzoError cierzo_record_set_tag(CierzoRecord *record, const char *name, const char *value) {
    static const char *const OWN[] = {"Variant", "FEN", "Result"};
    for (size_t i = 0; i < sizeof OWN / sizeof *OWN; i++)
        if (!strcmp(name, OWN[i])) return CIERZO_BAD_TAG;
    if (!record_is_tag_name(name)) return CIERZO_BAD_TAG;
    return record_set_tag(&record->record, name, value) ? CIERZO_OK : CIERZO_MEMORY;
}

/* ---- turns ---- */

int cierzo_record_turn_count(const CierzoRecord *record) { return record->record.turn_count; }

CierzoError cierzo_record_turn(const CierzoRecord *record, int index, CierzoTurn *turn, CierzoNote *note,
                               const char **comment) {
    const Record *r = &record->record;
    if (index < -1 || index >= r->turn_count) return CIERZO_RANGE;
    const RecordTurn front = {MOVE_NONE, NOTE_NONE, r->comment}, *at = index < 0 ? &front : &r->turns[index];
    *turn = at->move;
    if (note) *note = (CierzoNote){(int)at->note.kind, at->note.score, at->note.depth, 0, at->note.time, at->note.nodes};
    if (comment) *comment = at->comment;
    return CIERZO_OK;
}

CierzoError cierzo_record_board(const CierzoRecord *record, int index, CierzoBoard **out) {
    if (index < 0 || index > record->record.turn_count) return CIERZO_RANGE;
    Position p = record_position(&record->record, index);
    CierzoBoard *board = handle_board(&p);
    if (!board) return CIERZO_MEMORY;
    *out = board;
    return CIERZO_OK;
}

void cierzo_record_positions(const CierzoRecord *record, char *squares, uint8_t *sides) {
    const Record *r = &record->record;
    CierzoBoard board = {0};
    board_set(&board.board, &r->start);
    for (int i = 0; i <= r->turn_count; i++) {
        Undo undo;
        if (squares) cierzo_board_squares(&board, squares + (size_t)i * CIERZO_SQUARES);
        if (sides) sides[i] = board.board.position.side;
        if (i < r->turn_count) board_play(&board.board, r->turns[i].move, &undo);
    }
}

/* What a note says, in the words of kit; false where no reader could have it back. */
static bool note_of(const CierzoNote *note, Note *out) {
    enum { MOST_SCORE = 99999999, MOST_MATE = 999999 };
    const int most = note->kind == CIERZO_NOTE_MATE ? MOST_MATE : MOST_SCORE;
    if (note->kind < CIERZO_NOTE_NONE || note->kind > CIERZO_NOTE_MATE || note->depth < 0 || note->depth > MOST_SCORE)
        return false;
    if (note->score < -most || note->score > most || note->time < -1) return false;
    if (note->time / 1000 > 999999999999 || note->nodes > 999999999999999999u) return false;
    *out = (Note){(NoteScore)note->kind, note->score, note->depth, note->time, note->nodes};
    return true;
}

CierzoError cierzo_record_add(CierzoRecord *record, CierzoTurn turn, const CierzoNote *note, const char *comment) {
    Record *r = &record->record;
    Note own = NOTE_NONE;
    if (!turn_is_legal(&r->end, turn)) return CIERZO_ILLEGAL;
    if (note && !note_of(note, &own)) return CIERZO_RANGE;
    if (!record_add(r, turn, &own, comment)) return CIERZO_MEMORY;
    return position_winner(&r->end) == NO_COLOUR ? CIERZO_OK : set_winner(r, position_winner(&r->end));
}

CierzoError cierzo_record_annotate(CierzoRecord *record, int index, const CierzoNote *note, const char *comment) {
    Note own = NOTE_NONE;
    if (index < -1 || index >= record->record.turn_count || (note && !note_of(note, &own))) return CIERZO_RANGE;
    return record_annotate(&record->record, index, &own, comment) ? CIERZO_OK : CIERZO_MEMORY;
}

int cierzo_record_winner(const CierzoRecord *record) { return (int)record->record.winner; }

CierzoError cierzo_record_set_winner(CierzoRecord *record, int winner) {
    if (winner < CIERZO_BLACK || winner > CIERZO_NOBODY) return CIERZO_RANGE;
    Colour by_claims = position_winner(&record->record.end);
    if (by_claims != NO_COLOUR && (int)by_claims != winner) return CIERZO_RANGE;
    return set_winner(&record->record, (Colour)winner);
}

size_t cierzo_record_text(const CierzoRecord *record, char *out, size_t size) {
    char *text = NULL;
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);
    if (!memory) return 0;
    bool whole = record_write(memory, &record->record);
    if (fclose(memory) || !whole) length = 0;
    if (size > 0) {
        size_t part = length < size ? length : size - 1;
        memcpy(out, text, part);
        out[part] = '\0';
    }
    free(text);
    return length;
}

/* ---- readers ---- */

static CierzoError open_reader(FILE *file, char *text, CierzoReader **out) {
    CierzoReader *r = calloc(1, sizeof *r);
    RecordReader *reader = r && file ? record_reader_open(file) : NULL;
    if (!reader) {
        if (file) fclose(file);
        free(text);
        free(r);
        return CIERZO_MEMORY;
    }
    *r = (CierzoReader){.file = file, .text = text, .reader = reader};
    *out = r;
    return CIERZO_OK;
}

CierzoError cierzo_reader_open(const char *path, CierzoReader **out) {
    handle_init();
    FILE *file = fopen(path, "rbe");
    return file ? open_reader(file, NULL, out) : CIERZO_FILE;
}

/* An empty line more at the end changes nothing, and there is no file of no bytes in memory. */
CierzoError cierzo_reader_open_text(const char *text, size_t length, CierzoReader **out) {
    handle_init();
    char *copy = malloc(length + 1);
    if (!copy) return CIERZO_MEMORY;
    memcpy(copy, text, length);
    copy[length] = '\n';
    return open_reader(fmemopen(copy, length + 1, "rb"), copy, out);
}

CierzoError cierzo_reader_next(CierzoReader *reader, CierzoRecord **out) {
    CierzoRecord *r = malloc(sizeof *r);
    if (!r) return CIERZO_MEMORY;
    RecordStatus status = record_read(reader->reader, &r->record, reader->error);
    if (status == RECORD_READ) {
        *out = r;
        return CIERZO_OK;
    }
    free(r);
    return status == RECORD_END ? CIERZO_NOTHING : CIERZO_BAD_RECORD;
}

const char *cierzo_reader_error(const CierzoReader *reader) { return reader->error; }

void cierzo_reader_free(CierzoReader *reader) {
    if (!reader) return;
    record_reader_close(reader->reader);
    fclose(reader->file);
    free(reader->text);
    free(reader);
}
