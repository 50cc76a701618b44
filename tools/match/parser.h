/* Reading the words of the command line by tables: a row says what an option or a key is called, what values it takes and where they go. */
#ifndef CIERZO_TOOLS_MATCH_PARSER_H
#define CIERZO_TOOLS_MATCH_PARSER_H

#include <stddef.h>

#include "tools/match/match_options.h"

typedef struct {
    MatchOptions *o;
    char *error; /* MATCH_ERROR_SIZE bytes */
    int seeds;   /* of -seeds */
} Parser;

typedef enum {
    VALUE_TEXT,    /* const char *; not empty */
    VALUE_INT,     /* int from least to most */
    VALUE_INT64,   /* int64_t from least to most */
    VALUE_BOOL,    /* bool: on or off, true or false, yes or no, 1 or 0 */
    VALUE_FLAG,    /* bool, set by the word alone */
    VALUE_OWN,     /* read by the row's own function */
    VALUE_UNUSED,  /* with or without a value: has no effect, and a notice tells the reason */
    VALUE_REFUSED, /* going on would play something else than asked for: an error with the reason */
} ValueKind;

typedef struct {
    const char *name; /* NULL ends a table */
    ValueKind kind;
    size_t offset; /* of the field in the table's target */
    int64_t least, most;
    bool (*read)(Parser *p, void *target, const char *what, const char *value);
    const char *reason;
} Key;

/* Always false, with the text as the error. */
__attribute__((format(printf, 2, 3))) bool parser_fail(const Parser *p, const char *format, ...);
/* A line for the user, each text once. */
__attribute__((format(printf, 2, 3))) void parser_notice(Parser *p, const char *format, ...);

/* Values; `what` names the option in errors. */
bool parser_integer(const Parser *p, const char *what, const char *text, int64_t least, int64_t most, int64_t *out);
bool parser_real(const Parser *p, const char *what, const char *text, double least, double most, double *out);
/* One of the words up to NULL; its index. */
bool parser_one_of(const Parser *p, const char *what, const char *text, const char *const *words, int *index);

/* The row of that name, which may end at `=`; NULL when there is none. */
const Key *parser_find(const Key *keys, const char *word);
/* Reads one value by its row. */
bool parser_value(Parser *p, const Key *k, void *target, const char *what, const char *value);
/* Reads words KEY=VALUE, or KEY alone where its row has no value. */
bool parser_keys(Parser *p, const Key *keys, void *target, const char *what, int count, char **words);

/* How many of the words come before the next option. */
int parser_words_before_option(int count, char **words);

/* engine_options.c: all words of -each and -engine, when the engines are counted. */
bool parser_engines(Parser *p, int count, char **arguments);
/* opening_options.c: the words of -openings. */
bool parser_openings(Parser *p, const char *what, int count, char **words);
/* foreign_options.c: options of cutechess-cli and fastchess that have nothing to do here. */
extern const Key FOREIGN_OPTIONS[];

#endif
