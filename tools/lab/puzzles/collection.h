/* Puzzles of many games put together. */
#ifndef CIERZO_LAB_COLLECTION_H
#define CIERZO_LAB_COLLECTION_H

/* Writes the collection of what `make` has written to `count` files to standard output: without doubles, at most `most` of the same kind, board
 * and degree of difficulty, the easy ones first. Returns the program's exit code; what is wrong is told on standard error. */
int collect(int count, char **paths, int most);

#endif
