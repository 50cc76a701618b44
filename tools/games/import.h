/* Games from other sources: the whole text of a file in, records out. Every turn is checked by the rules. A game with a fault is handed out
 * up to the turn before its first one, with the line and the reason. */
#ifndef CIERZO_TOOLS_GAMES_IMPORT_H
#define CIERZO_TOOLS_GAMES_IMPORT_H

#include "kit/record.h"

enum { IMPORT_REASON_SIZE = 192 };

typedef enum {
    FORMAT_LINES,        /* a game a line (convert.c) */
    FORMAT_PGN,          /* records, and what people write by hand in their manner */
    FORMAT_ABSTRACTPLAY, /* game reports, JSON */
    FORMAT_BOARDSPACE,   /* SGF with commands */
    FORMAT_SGF,          /* SGF with B and W */
    FORMAT_LOG,          /* the log of a game, as copied from a page: prose */
    FORMAT_COUNT
} GameFormat;

typedef struct {
    /* Gets a game, which stays the importer's, and its first fault: the line, from 1, and the reason in a line; line 0: none. NULL in
     * place of the game: what is wrong with the text as such. */
    void (*game)(void *context, const Record *r, long line, const char *reason);
    void *context;
    const Variant *variant; /* of games that name none */
} Import;

/* The name of a format, as the option --from takes it, or NULL; and the format of a name, FORMAT_COUNT for none. */
const char *format_name(GameFormat f);
GameFormat format_find(const char *name);

/* By how it begins, and by whether it has tags, `Move 3 :` or `2.` at the beginning of a line. Of SGF both kinds are FORMAT_SGF. */
GameFormat format_guess(const char *text);

/* Reads all games of a text, which ends with its first NUL; not of FORMAT_LINES. The same reader takes both kinds of SGF, node by node.
 * Needs memory for a few times the text. */
void import_text(const Import *im, GameFormat f, const char *text);

void import_abstractplay(const Import *im, const char *text);
void import_sgf(const Import *im, const char *text);
/* `prose`: a log, in which words that mean nothing are passed over; else they are faults. */
void import_written(const Import *im, const char *text, bool prose);

#endif
