/* The openings of a tournament: opening `index` depends on the options and the index alone. */
#ifndef CIERZO_TOOLS_MATCH_BOOK_H
#define CIERZO_TOOLS_MATCH_BOOK_H

#include "engine/position.h"
#include "tools/match/match_options.h"

typedef struct {
    const MatchOptions *options;
    Position *positions; /* of a file, in the order of play; owned */
    int count;
    uint64_t hash; /* of the openings and their order, for the fingerprint */
} Book;

/* Reads the file of openings if the options name one. False with the reason in `error`. The options must outlive the book. */
bool book_open(Book *b, const MatchOptions *o, char error[static MATCH_ERROR_SIZE]);
void book_close(Book *b);

/* Opening `index`, from 0; after the last one of a file its first comes again. Always a position that is not over. */
Position book_opening(const Book *b, int64_t index);

#endif
