/* What an engine said of the move it played. In a game record these are the first words of the comment behind the move: score and depth,
 * time, nodes, as in `+0.31/8 0.100s 41235n`; a win in three own turns at depth 8 is `+M3/8`. */
#ifndef CIERZO_KIT_NOTE_H
#define CIERZO_KIT_NOTE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

typedef enum { NOTE_NO_SCORE, NOTE_CP, NOTE_MATE } NoteScore;

/* The score is for the mover. */
typedef struct {
    NoteScore kind;
    int score;      /* centipawns, or own turns to the end (negative: the mover loses) */
    int depth;      /* 0: not known */
    int64_t time;   /* ms; -1: not known */
    uint64_t nodes; /* 0: not known */
} Note;

extern const Note NOTE_NONE;

enum { NOTE_TEXT_SIZE = 96 };

/* Writes the words with blanks between, at most NOTE_TEXT_SIZE bytes with the end; what is not known is left out, a depth without a
 * score with it. Returns the length, 0 for no note. */
size_t note_text(const Note *n, char *out, size_t size);

/* Writes the first word alone, without the depth: `+0.31`, `-M3`; empty without a score. */
size_t note_score_text(const Note *n, char *out, size_t size);

/* The mover's winning probability, 0 ... 1, on the scale of score.h (docs/protocol.md); there must be a score. */
double note_probability(const Note *n);

/* Reads what note_text writes, each part optional; returns where the free text behind it begins. */
const char *note_parse(const char *text, Note *out);

#endif
