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
#ifndef CIERZO_KIT_RECORD_H
#define CIERZO_KIT_RECORD_H

#include <stdio.h>

#include "engine/move.h"
#include "engine/position.h"
#include "kit/note.h"

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
    char *comment;  /* in front of the first turn, or NULL; owned */
    RecordTurn *turns;
    int turn_count;
    Position end;  /* after the last turn */
    Colour winner; /* of the result word; NO_COLOUR is `*` */
} Record;

void record_init(Record *r, const Position *start); /* sets Variant, and FEN where the start is not the empty board */
void record_free(Record *r);

/* The value of a tag, or NULL. */
const char *record_tag(const Record *r, const char *name);
bool record_is_tag_name(const char *name);
/* Sets or replaces; NULL takes it away. False when memory is short, or when the name has other characters than letters, digits and `_`.
 * Control characters in the value become blanks. */
bool record_set_tag(Record *r, const char *name, const char *value);
/* Plays one more turn; it must be legal where the turns so far lead. `note` and `comment` may be NULL. In the comment white space of any
 * kind becomes single blanks and `}` becomes `)`; words at its front that read as a note count as the note. False when memory is short. */
bool record_add(Record *r, Move move, const Note *note, const char *comment);
/* Another note and comment for a turn that is there, by the same rules; index -1 is the comment in front of the first turn,
 * which has no note. */
bool record_annotate(Record *r, int index, const Note *note, const char *comment);
/* Position before turn `index`, 0 <= index <= turn_count. */
Position record_position(const Record *r, int index);

/* Writes one game and an empty line behind it, in one call of fwrite, lines up to 100 columns. The tags are written as they are, Result too. False when
 * memory is short or the file does not take it. */
bool record_write(FILE *out, const Record *r);
/* The word of a result: `0-1` (Black), `1-0` (White), `*`. */
const char *record_result_word(Colour winner);

/* Reads the next game of a file. Every move is checked by the rules; the result word must agree with the tag, and with the board where the
 * game ended by claims. A game without the tag Variant is of the default rule set. Comments, also `;` comments, are kept; variations, `$n`
 * and `%` lines are passed over. A tag at the start of a line begins a new game, wherever the one before has stopped.
 *
 * `out` is set on RECORD_READ alone, and then has to be freed. On RECORD_BAD `error` says `line N: …` and the reader stands behind that
 * game, at the next tag section. */
typedef enum { RECORD_READ, RECORD_END, RECORD_BAD } RecordStatus;
enum { RECORD_ERROR_SIZE = 256 };
typedef struct RecordReader RecordReader;
RecordReader *
record_reader_open(FILE *in); /* reads from where the file stands; does not close it. NULL when memory is short */
RecordStatus record_read(RecordReader *reader, Record *out, char error[static RECORD_ERROR_SIZE]);
long record_reader_line(const RecordReader *reader); /* of the last thing read */
/* Bytes from where the reader began to behind the last thing read: a file cut there holds all games so far and nothing else. */
int64_t record_reader_offset(const RecordReader *reader);
/* Whether the game of the last RECORD_BAD stops before its result word, as after a writer that was killed. */
bool record_reader_torn(const RecordReader *reader);
void record_reader_close(RecordReader *reader);

#endif
