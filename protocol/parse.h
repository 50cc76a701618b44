/* From the text of commands to structs. Pure: text in, a struct or an error out; nothing is printed or changed. Errors name what was
 * wrong in one line, without a prefix. setoption and bench are read in parse.c, position and next in parse_position.c, go in parse_go.c. */
#ifndef CIERZO_PROTOCOL_PARSE_H
#define CIERZO_PROTOCOL_PARSE_H

#include "engine/notation.h"
#include "engine/partial.h"
#include "engine/play.h"
#include "protocol/word.h"
#include "search/contract.h"

enum { PARSE_ERROR_SIZE = 256 };

typedef struct {
    char text[PARSE_ERROR_SIZE];
} ParseError;

__attribute__((format(printf, 2, 3))) void parse_error_set(ParseError *error, const char *format, ...);

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

/* One word as a move of the position. */
NotationError parse_move(const Position *p, Word w, Move *out);

/* go: of what cannot be obeyed each word is skipped with an error, the rest counts. An unknown word takes a number behind it
 * along. Negative limits count as 0. A clock given for one side counts for both; increments and movestogo count with a clock
 * only; movestogo below 1 means none, as some GUIs have it. */
enum { GO_ERRORS = 16 };

typedef struct {
    SearchLimits limits; /* as asked: the search puts them in range. root_moves points to `moves` */
    Move *moves;         /* sorted, each once; freed by go_request_free */
    int64_t perft;       /* depth, or LIMIT_NONE: a search */
    ParseError errors[GO_ERRORS];
    int error_count;
    int unlisted_errors; /* more than `errors` holds */
} GoRequest;

/* `base` has what the command does not say: multipv, elo, move_overhead and received. False: `go perft` without a proper depth,
 * which is not obeyed at all. The request is to be freed in either case. */
bool parse_go(const char *arguments, const Position *p, const SearchLimits *base, GoRequest *out);
void go_request_free(GoRequest *request);

/* bench [depth] [threads] [hash]; what is left out has its default. */
typedef struct {
    int depth, threads, hash_mb;
} BenchRequest;

bool parse_bench(const char *arguments, BenchRequest *out, ParseError *error);

#endif
