/* From text to structs. Pure: text in, a struct or an error out; nothing is printed or changed. Lines may hold blanks, tabs and
 * carriage returns in runs anywhere. Errors name what was wrong in one line, without a prefix. */
#ifndef CIERZO_PROTOCOL_PARSE_H
#define CIERZO_PROTOCOL_PARSE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "engine/partial.h"
#include "engine/play.h"
#include "search/contract.h"

/* A part of a line; not ended by a NUL. */
typedef struct {
    const char *text;
    size_t length;
} Word;

enum { QUOTE_MAX = 60, QUOTE_SIZE = QUOTE_MAX + 6, PARSE_ERROR_SIZE = 256 };

typedef struct {
    char text[PARSE_ERROR_SIZE];
} ParseError;

__attribute__((format(printf, 2, 3))) void parse_error_set(ParseError *error, const char *format, ...);

/* The next word of a line and the cursor behind it; false, and an empty word, at the end. */
bool parse_word(const char **cursor, Word *out);

/* Everything from the first word to the last. */
Word parse_rest(const char *cursor);

bool word_is(Word w, const char *literal);

/* ASCII letters compare equal in both cases, whatever the locale; each run of white space equals one blank. */
bool word_is_folded(Word w, const char *literal);

/* The word in quotation marks for an error message: at most QUOTE_MAX bytes of it, `...` behind a longer one, and `?` for whatever
 * is not printable ASCII; `nothing` for the empty word. Returns `out`. */
const char *word_quote(Word w, char out[static QUOTE_SIZE]);

/* A whole decimal number, with or without a sign; one that does not fit becomes the nearest that does. */
bool word_number(Word w, int64_t *out);

/* setoption: the name stands between the word `name` and the first word `value`, the value is the rest, inner spaces kept. */
typedef struct {
    Word name;
    Word value;
    bool has_value; /* the word `value` is there, though nothing may follow it */
} OptionRequest;

bool parse_setoption(const char *arguments, OptionRequest *out, ParseError *error);

/* position: the whole command or nothing. `claimed` are the shooters claimed by the last of its moves, none without moves. */
bool parse_position(const char *arguments, const Variant *v, Board *out, Bitboard *claimed, ParseError *error);

/* next: one partial turn, or none. */
bool parse_next(const char *arguments, const Position *p, Partial *out, ParseError *error);

/* go: of what cannot be obeyed each word is skipped with an error, the rest counts. An unknown word takes a number behind it
 * along. Numbers are cut to what makes sense. A clock given for one side counts for both; increments and movestogo count with a clock
 * only; movestogo below 1 means none, as some GUIs have it. */
enum { GO_ERRORS = 16 };

typedef struct {
    SearchLimits limits; /* root_moves points to `moves`; multipv, move_overhead and received are left to the caller */
    Move *moves;         /* sorted, each once; freed by go_request_free */
    int64_t perft;       /* depth, or LIMIT_NONE: a search */
    ParseError errors[GO_ERRORS];
    int error_count;
    int unlisted_errors; /* more than `errors` holds */
} GoRequest;

/* False: `go perft` without a proper depth, which is not obeyed at all. The request is to be freed in either case. */
bool parse_go(const char *arguments, const Position *p, GoRequest *out);
void go_request_free(GoRequest *request);

/* bench [depth] [threads] [hash]; what is left out has its default. */
typedef struct {
    int depth, threads, hash_mb;
} BenchRequest;

bool parse_bench(const char *arguments, BenchRequest *out, ParseError *error);

#endif
