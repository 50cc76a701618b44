/* The project's own sources as text, for tests of how the tree is built. */
#ifndef CIERZO_TESTS_SOURCES_H
#define CIERZO_TESTS_SOURCES_H

#include <stdbool.h>

#include "tests/support.h"

/* The root of the source tree, from the environment; fails the test where it is not told. */
const char *sources_root(void);

/* Gets a source by its path from the root of the tree ("search/prune.c") and its text, which it may change and must not free. */
typedef void SourceVisit(const char *path, char *text, void *context);

/* Visits every C source (.c .h .def .inc) of the folder root/folder and of all folders in it; returns how many there are. */
int sources_visit(const char *root, const char *folder, SourceVisit *visit, void *context);

/* Overwrites comments, strings and character constants with blanks, line ends kept, so that only code is left to search. */
void sources_blank_non_code(char *text);

/* Overwrites the lines of the preprocessor with blanks, line ends kept. For text without comments. */
void sources_blank_directives(char *text);

bool sources_is_word(char c);

/* A folder for a tree of the test's own, to be removed by sources_remove_tree. */
void sources_make_tree(char root[SUPPORT_PATH]);
void sources_remove_tree(const char *root);

/* Writes a file of such a tree, with the folders on the way to it. */
void sources_write(const char *root, const char *path, const char *text);

#endif
