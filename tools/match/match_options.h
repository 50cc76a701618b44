/* The command line of cierzo-match, whose words are those of cutechess-cli and fastchess. docs/match.md explains them. */
#ifndef CIERZO_TOOLS_MATCH_MATCH_OPTIONS_H
#define CIERZO_TOOLS_MATCH_MATCH_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "engine/variant.h"
#include "kit/client.h"
#include "kit/shard.h"
#include "kit/stats.h"
#include "tools/match/adjudication.h"
#include "tools/match/schedule.h"
#include "tools/match/timing.h"

/* Texts belong to the command line, which must outlive this, unless a comment says otherwise. */

typedef struct {
    char *name; /* owned */
    const char *value;
} EngineOption;

typedef struct {
    const char *name;                    /* unique */
    char *command;                       /* `program` and `arguments`; owned */
    const char *program;                 /* as cmd= says */
    char *arguments;                     /* what arg= and args= add to it, each after a blank; owned, may be NULL */
    const char *directory, *stderr_path; /* may be NULL */
    ClientDialect dialect;
    bool restart;   /* for every game */
    bool white_pov; /* its scores are always for White */
    Timing timing;
    EngineOption *options; /* owned; a name occurs once */
    int option_count;
} EngineSpec;

typedef enum { BOOK_STARTPOS, BOOK_RANDOM, BOOK_FILE } BookKind;

typedef struct {
    BookKind kind;
    const char *path;
    bool shuffled;
    int64_t start; /* the first opening to play, from 0 */
    int plies;     /* random turns behind a random setup */
} BookSpec;

enum { MATCH_ERROR_SIZE = 512, MATCH_MAX_ENGINES = 256, MATCH_MAX_NOTICES = 64, MATCH_MAX_CONCURRENCY = 256 };

typedef struct {
    EngineSpec *engines; /* owned */
    int engine_count;
    const Variant *variant;
    int64_t rounds;
    int games; /* of an encounter: 1 or 2 */
    bool gauntlet;
    BookSpec book;
    int concurrency;
    bool has_sprt;
    Sprt sprt;
    Adjudication resign, agree;
    const char *record_path, *log_path, *event, *site; /* the paths may be NULL */
    bool log_engines;                                  /* the log gets every line to and from engines */
    bool sync;                                         /* each record reaches the disk before the next game begins */
    uint64_t seed;
    int rating_interval, outcome_interval; /* games; 0: never */
    bool quiet, help, version;
    int startup_ms, ping_ms; /* how long an engine may take to start, and for `isready` */
    int wait_ms;             /* between two games of a thread */
    Shard shard;             /* of the encounters, by their numbers */
    const char *stop_path;   /* no game begins while there is such a file; may be NULL */
    char **merge;            /* not to play but to put these files together; of the command line */
    int merge_count;
    const char *watch_path;           /* the folder whose files are put together again and again; may be NULL */
    char *players;                    /* the names that a merge without engines has found in the files; owned */
    char *notices[MATCH_MAX_NOTICES]; /* for the user: what was asked for and has no effect; owned */
    int notice_count;
} MatchOptions;

/* Reads the arguments without the program's name. False with the reason in `error`; then too match_options_free is due. */
bool match_options_parse(MatchOptions *o, int count, char **arguments, char error[static MATCH_ERROR_SIZE]);
void match_options_free(MatchOptions *o);

const char *match_options_name(const MatchOptions *o, int engine);
Schedule match_options_schedule(const MatchOptions *o);

/* Equal for two command lines of the same tournament: it covers engines with their options and limits, rules, openings (by `book_hash`, that
 * of a Book), seed and adjudication, but not how many rounds, how many games at once, or what is printed. */
uint64_t match_options_fingerprint(const MatchOptions *o, uint64_t book_hash);

extern const char MATCH_OPTIONS_HELP[];

#endif
