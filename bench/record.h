/* Game records: PGN syntax with this game's moves, so that PGN tools can split, tag and filter them.
 *
 *     [Variant "veletas-7"]
 *     [Black "Cierzo"]
 *     [White "uct"]
 *     [Result "0-1"]
 *     [Termination "claims"]
 *
 *     1. c3,e5/d4 {+0.12/7 0.100s} swap {-0.05/6 0.095s} b2,f6/g1 {book} 2. b2-b5/c6 {+0.31/8 0.100s 41235n} f6 … 0-1
 *
 * A turn number stands before Black's turns, and before a White turn that begins the game (`1...`). `1-0` when White won, `0-1` when
 * Black won, `*` when the game did not end. After a swap the tags `Black` and `White` name who plays the colour from then on; `First`
 * names the first player where that is not Black. Nothing here prints but record_write. */
#ifndef CIERZO_BENCH_RECORD_H
#define CIERZO_BENCH_RECORD_H

#include <stdio.h>

#include "engine/move.h"
#include "engine/position.h"

/* What an engine said of the move it played, as in the comment: `+0.31/8 0.100s 41235n`, mates `+M3/8`; any free text behind it. The
 * score is for the mover: cp in hundredths, or own turns to the end. */
typedef enum { NOTE_NO_SCORE, NOTE_CP, NOTE_MATE } NoteScore;
typedef struct {
    NoteScore kind;
    int score;      /* centipawns, or turns to the end (negative: the mover loses) */
    int depth;      /* 0: not known */
    int64_t time;   /* ms; -1: not known */
    uint64_t nodes; /* 0: not known */
} Note;

typedef struct {
    Move move;
    Note note;
    char *comment; /* free text without the note, or NULL; owned */
} RecordTurn;

typedef struct {
    char *name, *value;
} RecordTag;

typedef struct {
    RecordTag *tags;
    int tag_count;
    Position start; /* from the tags Variant and FEN */
    RecordTurn *turns;
    int turn_count;
    Colour winner; /* of the result word; NO_COLOUR is `*` */
} Record;

extern const Note NOTE_NONE;

void record_init(Record *r, const Position *start); /* sets Variant, and FEN where the start is not the empty board */
void record_free(Record *r);

/* The value of a tag, or NULL. */
const char *record_tag(const Record *r, const char *name);
/* Sets or replaces; NULL takes it away. False when memory is short. */
bool record_set_tag(Record *r, const char *name, const char *value);
/* `comment` may be NULL; a `}` in it is written as `)`. The move must be legal where the turns so far lead. */
bool record_add(Record *r, Move move, const Note *note, const char *comment);
/* Position before turn `index`, 0 <= index <= turn_count. */
Position record_position(const Record *r, int index);

/* Writes one game and an empty line behind it, in one call of fwrite, lines up to 100 columns. Result and tags as they are. */
bool record_write(FILE *out, const Record *r);

/* Reads the next game of a file. Every move is checked by the rules; the result word must agree with the tag, and with the board where the
 * game ended by claims. On an error `error` says `line N: …` and the reader stands behind that game (at the next tag section). */
typedef enum { RECORD_READ, RECORD_END, RECORD_BAD } RecordStatus;
enum { RECORD_ERROR_SIZE = 256 };
typedef struct RecordReader RecordReader;
RecordReader *record_reader_open(FILE *in); /* reads from where the file stands; does not close it. NULL when memory is short */
RecordStatus record_read(RecordReader *reader, Record *out, char error[static RECORD_ERROR_SIZE]);
long record_reader_line(const RecordReader *reader); /* of the last thing read */
void record_reader_close(RecordReader *reader);

#endif
