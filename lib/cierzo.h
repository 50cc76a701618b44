/* libcierzo: the rules of Veletas in fifteen rule sets, the engine that plays it, and records of games, for programs in C and what binds to it.
 *
 *     CierzoBoard *board;
 *     CierzoTurn turn;
 *     CierzoError error = cierzo_board_new("veletas-7", NULL, &board);
 *     if (!error) error = cierzo_board_parse(board, "c3/e5", &turn);
 *     if (!error) error = cierzo_board_play(board, turn);
 *     if (error) puts(cierzo_error_text(error));
 *     cierzo_board_free(board);
 *
 * Conventions. A function that can fail returns a CierzoError, CIERZO_OK (0) when it has done what it says; else it has changed nothing, its
 * outputs included. Handles are opaque; each belongs to whoever made it and is given back by its `_free`, which takes NULL. Several handles of
 * any kind may be used at once from several threads, but one handle from one thread at a time. Pointers are not NULL but where it is said.
 * What an engine allows beyond that is said there. The library prints nothing and changes nothing of the process that it lives in. What is
 * process-wide are tables, filled at the first call and constant from then on.
 *
 * Text goes into the caller's buffer with its size and is always ended where the size is not 0; where a length is returned it is that of the
 * whole text, so that one not below `size` says that the text was cut.
 *
 * Squares are numbers, file + 10 * rank, both from 0: a1 is 0, b1 is 1, a2 is 10, on boards of every size; -1 is none. Colours are 0 Black,
 * 1 White, 2 neither. Turns are numbers, to be compared and kept; 0 is none. The text of positions and turns is that of docs/protocol.md.
 *
 * What is here only grows while CIERZO_ABI stays: structs keep their size, numbers their meaning. */
#ifndef CIERZO_H
#define CIERZO_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#if defined(__GNUC__) || defined(__clang__)
#define CIERZO_API __attribute__((visibility("default")))
#else
#define CIERZO_API
#endif

/* Numbers stay what they are; new ones come at the end of their block. */
typedef enum {
    CIERZO_OK,
    /* positions */
    CIERZO_RANKS,
    CIERZO_RANK_LENGTH,
    CIERZO_CHARACTER,
    CIERZO_RUN,
    CIERZO_REMOVED_CORNER,
    CIERZO_FIELDS,
    CIERZO_SIDE,
    CIERZO_SWAP,
    CIERZO_NUMBER,
    CIERZO_SHOOTERS,
    CIERZO_SIDE_IN_SETUP,
    CIERZO_SWAP_RULE,
    CIERZO_CLAIM_IN_SETUP,
    CIERZO_TRAPPED,
    /* turns */
    CIERZO_SYNTAX,
    CIERZO_SQUARE,
    CIERZO_GAME_OVER,
    CIERZO_SETUP_EXPECTED,
    CIERZO_SETUP_OVER,
    CIERZO_NO_SWAP,
    CIERZO_SETUP_COUNT,
    CIERZO_NOT_EMPTY,
    CIERZO_PERIMETER,
    CIERZO_ADJACENT,
    CIERZO_NO_SHOOTER,
    CIERZO_MOVE_BLOCKED,
    CIERZO_SHOT_BLOCKED,
    CIERZO_SHOOTER_STUCK,
    CIERZO_NO_ROOM,
    /* the rest */
    CIERZO_MEMORY = 100, /* memory is short */
    CIERZO_RULE_SET,     /* no rule set has that name */
    CIERZO_ILLEGAL,      /* a turn, given as a number, that is not legal */
    CIERZO_RANGE,        /* a number or index outside its range */
    CIERZO_NOTHING,      /* there is nothing to undo */
    CIERZO_BUSY,         /* the engine searches */
    CIERZO_FILE,         /* a file cannot be opened; errno has the reason */
    CIERZO_BAD_RECORD,   /* a game in a file is broken; cierzo_reader_error has the line and the reason */
    CIERZO_BAD_TAG       /* a tag's name with other characters than letters, digits and `_`, or one that must not be set */
} CierzoError;

enum { CIERZO_ABI = 1 };
/* CIERZO_ABI of the library that is loaded, to be compared to that of the header. */
CIERZO_API int cierzo_abi(void);

/* A few words for people, never NULL, for any number. They live as long as the library. */
CIERZO_API const char *cierzo_error_text(CierzoError error);

/* "1.2.0"; what is no release has its commit behind a `+`. */
CIERZO_API const char *cierzo_version(void);
/* The level of processors that this copy of the library was compiled for: "x86-64-v3", "x86-64", or what -Dcpu= said. */
CIERZO_API const char *cierzo_compiled_for(void);
/* 1 where this processor runs the copy for x86-64-v3, if there is one: for who loads the library by its file's name. The system's loader sees
 * to it by itself, as that copy lies in a folder glibc-hwcaps/x86-64-v3/. */
CIERZO_API int cierzo_runs_v3(void);

/* ---- rule sets ---- */

enum { CIERZO_SQUARES = 100, CIERZO_MAX_TURNS = 8668, CIERZO_MAX_SHOOTERS = 7, CIERZO_MAX_PLACED = 4, CIERZO_MAX_PV = 128 };
enum { CIERZO_BLACK, CIERZO_WHITE, CIERZO_NOBODY };

/* As in the table of the rules; the switches are 0 or 1. */
typedef struct {
    const char *name; /* lives as long as the library */
    int size, first, second;
    int setup_stones, swap, ban_perimeter, ban_adjacent, unclaimed_block, claimed_block, corners_removed;
} CierzoRules;

CIERZO_API int cierzo_rules_count(void);
/* Rule set `index` from 0, which is the default one. CIERZO_RANGE. */
CIERZO_API CierzoError cierzo_rules(int index, CierzoRules *out);

/* ---- turns ---- */

typedef uint64_t CierzoTurn;

/* Writes the word of a turn, `(none)` for 0; 24 bytes are enough. */
CIERZO_API size_t cierzo_turn_text(CierzoTurn turn, char *out, size_t size);

enum { CIERZO_KIND_NONE, CIERZO_KIND_TURN, CIERZO_KIND_SETUP, CIERZO_KIND_SWAP };
/* A turn taken apart; -1 where it has no such square. */
typedef struct {
    int kind;                      /* CIERZO_KIND_* */
    int from, to, shot;            /* of an ordinary turn; without a move from and to are -1 */
    int placed[CIERZO_MAX_PLACED]; /* the shooters of a setup turn */
    int stone;                     /* of a setup turn */
} CierzoTurnParts;
CIERZO_API void cierzo_turn_parts(CierzoTurn turn, CierzoTurnParts *out);

/* ---- boards: a position and the turns that led to it ---- */

typedef struct CierzoBoard CierzoBoard;
typedef enum { CIERZO_FIRST_SETUP, CIERZO_SECOND_SETUP, CIERZO_PLAY, CIERZO_OVER } CierzoPhase;

typedef struct {
    int side;         /* colour to move */
    int phase;        /* CierzoPhase */
    int winner;       /* colour that has claimed a majority, or CIERZO_NOBODY */
    int number;       /* of the turn, from 1, raised after White's */
    int swap;         /* 0 neither, 1 on offer, 2 the colours were exchanged */
    int first_player; /* the colour that the first player has */
    int shooters;     /* on the board, claimed ones included */
    int claims[2];    /* shooters claimed, by colour */
    int plies;        /* turns played on this board: as many can be undone */
    uint64_t key;     /* of board, side and swap mark */
} CierzoState;

/* A board with no turns played. `rules` NULL: the default rule set. `position` NULL: the start. */
CIERZO_API CierzoError cierzo_board_new(const char *rules, const char *position, CierzoBoard **out);
CIERZO_API CierzoError cierzo_board_copy(const CierzoBoard *board, CierzoBoard **out); /* with the turns played */
CIERZO_API void cierzo_board_free(CierzoBoard *board);

CIERZO_API void cierzo_board_rules(const CierzoBoard *board, CierzoRules *out);
CIERZO_API void cierzo_board_state(const CierzoBoard *board, CierzoState *out);
/* The position's text; 160 bytes are enough. */
CIERZO_API size_t cierzo_board_text(const CierzoBoard *board, char *out, size_t size);
/* One character a square: `b` `w` stones, `s` unclaimed shooter, `B` `W` claimed ones, `.` empty, ` ` not on this board. Not ended. */
CIERZO_API void cierzo_board_squares(const CierzoBoard *board, char out[CIERZO_SQUARES]);
/* 1 for the squares that the unclaimed shooter on `square` sees, 0 for the others; all 0 without one there. */
CIERZO_API void cierzo_board_seen(const CierzoBoard *board, int square, uint8_t out[CIERZO_SQUARES]);

/* How many legal turns there are, in a setup too, where it may be millions. */
CIERZO_API uint64_t cierzo_board_count(const CierzoBoard *board);
/* Writes the legal turns after the setup; none in a setup. `out` has room for CIERZO_MAX_TURNS. Returns how many. */
CIERZO_API size_t cierzo_board_turns(const CierzoBoard *board, CierzoTurn *out);
CIERZO_API int cierzo_board_is_legal(const CierzoBoard *board, CierzoTurn turn);
/* Reads the word of a turn that is legal here. */
CIERZO_API CierzoError cierzo_board_parse(const CierzoBoard *board, const char *word, CierzoTurn *out);

/* Turns by steps. `begun` is the beginning of a word: empty, `d4`, `d4-`, `d4-d7/`, `c3,e5` ...; `marks` says of each square what it can be next,
 * a sum of CIERZO_STEP_*, all of which lead to a legal turn. `swap` and `complete`, which may be NULL, are set to 1 where swapping is possible
 * instead, and where `begun` is a legal turn as it stands; else to 0. */
enum { CIERZO_STEP_SHOOTER = 1, CIERZO_STEP_TARGET = 2, CIERZO_STEP_SHOT = 4, CIERZO_STEP_STONE = 8 };
CIERZO_API CierzoError cierzo_board_steps(const CierzoBoard *board, const char *begun, uint8_t marks[CIERZO_SQUARES],
                                          int *swap, int *complete);

/* CIERZO_ILLEGAL, CIERZO_MEMORY. */
CIERZO_API CierzoError cierzo_board_play(CierzoBoard *board, CierzoTurn turn);
/* Takes back the last turn. CIERZO_NOTHING. */
CIERZO_API CierzoError cierzo_board_undo(CierzoBoard *board);
/* The turn played as number `index` from 0, below the state's plies; 0 outside. */
CIERZO_API CierzoTurn cierzo_board_played(const CierzoBoard *board, int index);

/* A legal turn drawn at random: after the setup all are as likely; in it squares are drawn one after the other, and the swap, where it is on
 * offer, is one of two. 0 in a finished game. *seed is the state of the generator, any number, and is moved on. */
CIERZO_API CierzoTurn cierzo_board_random(const CierzoBoard *board, uint64_t *seed);
/* Plays up to `turns` random turns, and stops at the end of the game. Returns how many were played, or -1 when memory is short. */
CIERZO_API int cierzo_board_random_play(CierzoBoard *board, int turns, uint64_t *seed);
/* Leaves `depth` plies below (0 or more); a finished game has no turns. It takes as long as it takes. */
CIERZO_API uint64_t cierzo_board_perft(const CierzoBoard *board, int depth);

typedef struct {
    int colour, size;
    uint8_t squares[CIERZO_SQUARES]; /* the first `size` are set, in rising order */
} CierzoGroup;
/* Writes the groups, the largest first; `out` has room for CIERZO_SQUARES. Returns how many. */
CIERZO_API int cierzo_board_groups(const CierzoBoard *board, CierzoGroup *out);

/* What decided a claim: the largest groups beside the shooter by colour, 0 without one. */
typedef struct {
    int square, colour;
    int largest[2];
} CierzoClaim;
/* The claims that the last turn made; none before the first, or after cierzo_board_new. `out` has room for CIERZO_MAX_SHOOTERS. Returns how
 * many. */
CIERZO_API int cierzo_board_claims(const CierzoBoard *board, CierzoClaim *out);

/* Who will claim a shooter. */
typedef struct {
    int square;
    int claimed;  /* 1: the shooter has been */
    double black; /* probability that Black gets it, or 0 or 1 where it is claimed */
} CierzoForecast;
/* By the evaluation alone, without a search. `out` has room for CIERZO_MAX_SHOOTERS. Returns how many shooters are on the board. */
CIERZO_API int cierzo_board_forecast(const CierzoBoard *board, CierzoForecast *out);

/* All setup turns of a position, the swap first; it keeps a copy of the position. */
typedef struct CierzoSetups CierzoSetups;
CIERZO_API CierzoError cierzo_setups_new(const CierzoBoard *board, CierzoSetups **out);
/* Writes up to `room` more turns; returns how many, 0 at the end. */
CIERZO_API size_t cierzo_setups_next(CierzoSetups *setups, CierzoTurn *out, size_t room);
CIERZO_API void cierzo_setups_free(CierzoSetups *setups);

/* ---- the engine ----
 *
 *     CierzoEngine *engine;
 *     CierzoInfo info;
 *     CierzoLimits limits = cierzo_limits_none();
 *     limits.nodes = 100000;
 *     CierzoError error = cierzo_engine_new(16, &engine);
 *     if (!error) error = cierzo_engine_start(engine, board, &limits);
 *     while (!error && cierzo_engine_next(engine, &info, -1) == CIERZO_INFO) {} the last lines are in info
 *     if (!error) error = cierzo_board_play(board, info.best);
 *
 * It owns a transposition table and threads. Its calls come from one thread at a time, but for these, which any thread may use while another
 * waits in cierzo_engine_next: cierzo_engine_stop, cierzo_engine_ponderhit, cierzo_engine_running. Engines share nothing. Its threads take no
 * signals. A process that forks has no engine in the child. */
typedef struct CierzoEngine CierzoEngine;

enum {
    CIERZO_ELO_LEAST = 400,
    CIERZO_ELO_MOST = 2600,
    CIERZO_MAX_LINES = 256,
    CIERZO_MAX_THREADS = 256,
    CIERZO_MAX_HASH_MB = 131072
};

/* -1 in a field: no such limit. The first one reached ends the search; with none at all it goes on until cierzo_engine_stop. Times are ms.
 * Limits below the least that makes sense mean the least: an answer at once. */
typedef struct {
    int64_t depth, nodes, movetime;
    int64_t clock, increment, movestogo; /* of the side to move */
    int64_t mate;                        /* ends when a win within so many own turns is proved or refuted */
    int64_t elo;                         /* play as a level of this strength, CIERZO_ELO_LEAST ... CIERZO_ELO_MOST */
    int64_t move_overhead;               /* kept back of movetime and clock; 0 or more */
    int infinite, ponder;    /* 1: no result before cierzo_engine_stop (or, with ponder, cierzo_engine_ponderhit) */
    int multipv;             /* lines, 1 ... CIERZO_MAX_LINES */
    int forecast;            /* 1: each CierzoInfo says who will claim each shooter, at the end of its line */
    const CierzoTurn *turns; /* only these are considered; NULL: all */
    size_t turn_count;       /* in a setup at most CIERZO_MAX_LINES */
} CierzoLimits;
/* No limit, one line, no forecast. */
CIERZO_API CierzoLimits cierzo_limits_none(void);

enum { CIERZO_BOUND_EXACT, CIERZO_BOUND_LOWER, CIERZO_BOUND_UPPER };

/* Scores are from the view of the side to move at the start of the search. */
typedef struct {
    int depth, seldepth, multipv;
    int is_mate;   /* 1: `score` is in plies to the end of the game, negative where it is lost; 0: in centipawn-like units */
    int score;     /* with winning probability 1 / (1 + 10^(-score / 400)) */
    int bound;     /* CIERZO_BOUND_* */
    double chance; /* that probability; 1 and 0 where the game is won and lost */
    uint64_t nodes, nps;
    int64_t time; /* ms */
    int hashfull; /* per mille */
    int finished; /* 1: all of that depth was searched */
    int forecast_count;
    int pv_length;
    CierzoTurn pv[CIERZO_MAX_PV];
    CierzoForecast forecast[CIERZO_MAX_SHOOTERS]; /* by where the shooters are at the start of the search */
    CierzoTurn best, ponder;                      /* of CIERZO_DONE alone; 0: no legal turn, no expected reply */
} CierzoInfo;

typedef enum {
    CIERZO_IDLE,   /* no search was started, or the last one's CIERZO_DONE has been handed out */
    CIERZO_INFO,   /* `out` is set */
    CIERZO_DONE,   /* the search has ended: best and ponder of `out` are set, and nothing else of it */
    CIERZO_TIMEOUT /* nothing came in time */
} CierzoEvent;

/* A table of `hash_mb` megabytes, 1 ... CIERZO_MAX_HASH_MB, and one thread. CIERZO_RANGE, CIERZO_MEMORY. */
CIERZO_API CierzoError cierzo_engine_new(int hash_mb, CierzoEngine **out);
/* Stops a search, and waits for it. */
CIERZO_API void cierzo_engine_free(CierzoEngine *engine);
/* CIERZO_BUSY, CIERZO_RANGE, CIERZO_MEMORY: the old table, the old threads stay. 1 ... CIERZO_MAX_THREADS threads. */
CIERZO_API CierzoError cierzo_engine_set_hash(CierzoEngine *engine, int hash_mb);
CIERZO_API CierzoError cierzo_engine_set_threads(CierzoEngine *engine, int count);
/* Forgets all that it learnt, as before a new game. CIERZO_BUSY. */
CIERZO_API CierzoError cierzo_engine_clear(CierzoEngine *engine);

/* Starts a search of the board's position and returns at once; what it is given is copied. CIERZO_BUSY, CIERZO_MEMORY, CIERZO_ILLEGAL (one of
 * `turns`, or one twice), CIERZO_RANGE (multipv, elo, move_overhead, turn_count). What the last search said and nobody took is dropped. */
CIERZO_API CierzoError cierzo_engine_start(CierzoEngine *engine, const CierzoBoard *board, const CierzoLimits *limits);
/* The next thing that the search says, waiting at most so many ms for it (-1: as long as it takes). Of what nobody takes, the latest 1,024
 * are kept. */
CIERZO_API CierzoEvent cierzo_engine_next(CierzoEngine *engine, CierzoInfo *out, int timeout_ms);
/* Its CIERZO_DONE follows soon; without a search nothing happens. */
CIERZO_API void cierzo_engine_stop(CierzoEngine *engine);
/* A ponder search goes on as an ordinary one. */
CIERZO_API void cierzo_engine_ponderhit(CierzoEngine *engine);
/* 1 from cierzo_engine_start until the search has ended, whether or not what it said has been taken. */
CIERZO_API int cierzo_engine_running(CierzoEngine *engine);

/* ---- records of games (docs/games.md) ---- */

typedef struct CierzoRecord CierzoRecord;

enum { CIERZO_NOTE_NONE, CIERZO_NOTE_CP, CIERZO_NOTE_MATE };
/* What an engine said of the turn that it played. */
typedef struct {
    int kind;       /* CIERZO_NOTE_* */
    int score;      /* for the mover: centipawns, or own turns to the end, negative where the mover loses */
    int depth;      /* 0: not known */
    int reserved;   /* 0 */
    int64_t time;   /* ms; -1: not known */
    uint64_t nodes; /* 0: not known */
} CierzoNote;

/* A game without turns that begins with the board's position. CIERZO_MEMORY. */
CIERZO_API CierzoError cierzo_record_new(const CierzoBoard *start, CierzoRecord **out);
CIERZO_API void cierzo_record_free(CierzoRecord *record);
/* The name or value of tag `index` from 0, below the count; the value of a tag by its name. NULL where there is none. They live until the
 * record is changed. */
CIERZO_API int cierzo_record_tag_count(const CierzoRecord *record);
CIERZO_API const char *cierzo_record_tag_name(const CierzoRecord *record, int index);
CIERZO_API const char *cierzo_record_tag_value(const CierzoRecord *record, int index);
CIERZO_API const char *cierzo_record_tag(const CierzoRecord *record, const char *name);
/* NULL takes a tag away. CIERZO_MEMORY; CIERZO_BAD_TAG, also for Variant, FEN and Result, which the record sets itself. */
CIERZO_API CierzoError cierzo_record_set_tag(CierzoRecord *record, const char *name, const char *value);
CIERZO_API int cierzo_record_turn_count(const CierzoRecord *record);
/* Turn `index` from 0; `note` and `comment`, which may be NULL, are set to what stands behind it, *comment to NULL or to text that lives until
 * the record is changed. Index -1 is the comment in front of the first turn; its turn is 0. */
CIERZO_API CierzoError cierzo_record_turn(const CierzoRecord *record, int index, CierzoTurn *turn, CierzoNote *note,
                                          const char **comment);
/* A board with the position before turn `index`, 0 ... the count, and no turns played. */
CIERZO_API CierzoError cierzo_record_board(const CierzoRecord *record, int index, CierzoBoard **out);
/* The characters of cierzo_board_squares and the colour to move before each turn and at the end: count + 1 rows of CIERZO_SQUARES characters,
 * count + 1 colours. Either may be NULL. */
CIERZO_API void cierzo_record_positions(const CierzoRecord *record, char *squares, uint8_t *sides);
/* The colour that won by the result word; CIERZO_NOBODY is `*`. */
CIERZO_API int cierzo_record_winner(const CierzoRecord *record);
/* Plays one more turn; note and comment may be NULL. A comment that begins like a note counts as one. CIERZO_ILLEGAL, CIERZO_RANGE (a note's
 * number), CIERZO_MEMORY. Sets the result where the turn ends the game. */
CIERZO_API CierzoError cierzo_record_add(CierzoRecord *record, CierzoTurn turn, const CierzoNote *note, const char *comment);
/* Other words for a turn that is there, or with -1 in front of the first. CIERZO_RANGE, CIERZO_MEMORY. */
CIERZO_API CierzoError cierzo_record_annotate(CierzoRecord *record, int index, const CierzoNote *note, const char *comment);
/* The winner of a game that did not end by claims (a clock, a resignation), and its tag Result. CIERZO_RANGE where the board says otherwise. */
CIERZO_API CierzoError cierzo_record_set_winner(CierzoRecord *record, int winner);
/* The game as a file has it, with an empty line behind it. 0 when memory is short. */
CIERZO_API size_t cierzo_record_text(const CierzoRecord *record, char *out, size_t size);

typedef struct CierzoReader CierzoReader;
/* Of a file by its name, or of text, which is copied. CIERZO_FILE, CIERZO_MEMORY. */
CIERZO_API CierzoError cierzo_reader_open(const char *path, CierzoReader **out);
CIERZO_API CierzoError cierzo_reader_open_text(const char *text, size_t length, CierzoReader **out);
/* The next game. CIERZO_NOTHING at the end. On CIERZO_BAD_RECORD the reader stands behind the broken game, and the next call goes on there. */
CIERZO_API CierzoError cierzo_reader_next(CierzoReader *reader, CierzoRecord **out);
/* Of the last CIERZO_BAD_RECORD: `line N: ...`. It lives until the next call. */
CIERZO_API const char *cierzo_reader_error(const CierzoReader *reader);
CIERZO_API void cierzo_reader_free(CierzoReader *reader);

#ifdef __cplusplus
}
#endif

#endif
