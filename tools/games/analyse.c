/* cierzo-games analyse: an engine scores every position of a game, each with its memory cleared. What a turn cost is the mover's winning
 * probability before it, by the engine's score of that position, less the one after it, by the score of the next position. */
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "engine/clock.h"
#include "engine/notation.h"
#include "kit/argument.h"
#include "kit/examiner.h"
#include "kit/work.h"
#include "tools/games/costs.h"
#include "tools/games/games.h"
#include "tools/games/parts.h"

typedef struct {
    ExaminerSpec spec;
    Examiner examiner;
    char go[128];
    const char *path; /* NULL: no games are written */
    FILE *out;
    Parts parts;
    int64_t index;         /* of the next game over all files */
    int64_t first;         /* of its positions over all files */
    const char *work_path; /* NULL: what the engine says is noted nowhere */
    WorkList work;         /* by position */
    char name[128];        /* of the engine that was asked last */
    int64_t top;
    Costs costs;
    int64_t positions, began;
    bool failed, terminal;
} Analysis;

/* What the engine says of a position, for the side to move. */
typedef struct {
    Note note;
    Move best; /* MOVE_NONE where the game is over */
    double win;
} Judgement;

/* What an earlier run noted of the position; false when there is nothing, or no sense in it. */
static bool recall_position(Analysis *a, const Position *p, Judgement *v, int64_t position) {
    const char *text = a->work_path ? a->work.results[position] : NULL;
    char move[CLIENT_MOVE_SIZE];
    int kind, name = 0;
    v->note = NOTE_NONE;
    if (!text || sscanf(text, "%63s %d %d %d %n", move, &kind, &v->note.score, &v->note.depth, &name) < 4 || !name)
        return false;
    if (kind < NOTE_NO_SCORE || kind > NOTE_MATE || move_parse(p, move, &v->best) != NOTATION_OK) return false;
    v->note.kind = (NoteScore)kind;
    v->win = kind == NOTE_NO_SCORE ? 0.5 : note_probability(&v->note);
    snprintf(a->name, sizeof a->name, "%s", text + name);
    return true;
}

static bool note_position(Analysis *a, const Judgement *v, int64_t position) {
    char text[256], move[MOVE_TEXT_SIZE];
    move_text(v->best, move, sizeof move);
    snprintf(text, sizeof text, "%s %d %d %d %s", move, (int)v->note.kind, v->note.score, v->note.depth, a->name);
    if (!a->work_path || work_add(&a->work, position, text)) return true;
    snprintf(a->examiner.error, sizeof a->examiner.error, "%s takes no more", a->work_path);
    return false;
}

static bool judge_position(Analysis *a, const Position *p, Judgement *v, int64_t position) {
    ClientReply reply;
    if (position_phase(p) == PHASE_OVER) {
        *v = (Judgement){NOTE_NONE, MOVE_NONE, position_winner(p) == p->side};
        return true;
    }
    if (recall_position(a, p, v, position)) return true;
    if (!examiner_ask(&a->examiner, p, a->go, &reply, &v->best, NULL, NULL)) return false;
    snprintf(a->name, sizeof a->name, "%s", client_name(a->examiner.client));
    v->note = client_note(&reply.info);
    v->win = reply.info.has_score ? note_probability(&v->note) : 0.5;
    a->positions++;
    return note_position(a, v, position);
}

/* Takes `[%eval ...]`, `[%best ...]` and `[%win ...]` of an earlier analysis out of a comment. */
static void strip_marks(char *text) {
    static const char *const marks[] = {"[%eval ", "[%best ", "[%win "};
    for (size_t i = 0; i < sizeof marks / sizeof *marks; i++)
        for (char *at, *end; (at = strstr(text, marks[i])) && (end = strchr(at, ']'));)
            memmove(at, end + 1, strlen(end + 1) + 1);
}

static bool comment_turn(Record *r, int index, const Judgement *v, double after) {
    RecordTurn *turn = &r->turns[index];
    char score[32], best[MOVE_TEXT_SIZE], *text;
    if (turn->comment) strip_marks(turn->comment);
    note_score_text(&v->note, score, sizeof score);
    move_text(v->best, best, sizeof best);
    const char *own = turn->comment ? turn->comment : "";
    size_t size = strlen(own) + 128;
    if (!(text = malloc(size))) return false;
    snprintf(text, size, "%s [%%eval %s/%d] [%%best %s] [%%win %.3f %.3f]", own, score, v->note.depth, best, v->win, after);
    Note note = turn->note;
    bool good = record_annotate(r, index, &note, text);
    free(text);
    return good;
}

static void list_turn(Analysis *a, const FileGame *g, int index, const Judgement *v, double after) {
    Position p = record_position(g->record, index);
    Move played = g->record->turns[index].move;
    if (played == v->best || v->win <= after) return;
    costs_add(&a->costs, &(Cost){g->path, g->number, p.number, (Colour)p.side, played, v->best, v->win, after});
}

static void report_progress(const Analysis *a, const FileGame *g, int index) {
    bool done = index > g->record->turn_count;
    if (!a->terminal && !done) return;
    fprintf(stderr, "%s%s: game %d, position %d of %d; %lld in all, %.0f s%s", a->terminal ? "\r" : "", g->path, g->number,
            done ? index : index + 1, g->record->turn_count + 1, (long long)a->positions,
            (double)clock_since_ms(a->began) / 1000, a->terminal && !done ? " " : "\n");
}

/* Scores the game up to its end or to where the engine fails, and comments what has been scored. */
static void analyse_turns(Analysis *a, const FileGame *g) {
    Record *r = g->record;
    Judgement before = {0}, now;
    for (int i = 0; i <= r->turn_count; i++) {
        Position p = record_position(r, i);
        report_progress(a, g, i);
        if (!judge_position(a, &p, &now, a->first + i)) {
            fprintf(stderr, "%scierzo-games: %s: game %d, position %d of %d: %s\n", a->terminal ? "\n" : "", g->path,
                    g->number, i + 1, r->turn_count + 1, a->examiner.error);
            a->failed = true;
            return;
        }
        if (i > 0) {
            list_turn(a, g, i - 1, &before, 1 - now.win);
            comment_turn(r, i - 1, &before, 1 - now.win);
        }
        before = now;
    }
    report_progress(a, g, r->turn_count + 1);
}

static bool analyse_game(void *context, const FileGame *g) {
    Analysis *a = context;
    bool in_parts = a->parts.shard.parts;
    int64_t index = a->index++, first = a->first;
    if (!in_parts || parts_wants(&a->parts, index)) analyse_turns(a, g);
    a->first = first + g->record->turn_count + 1;
    if (in_parts && !parts_wants(&a->parts, index)) return true;
    if (in_parts && a->failed) return false; /* half a game would count as done */
    if (in_parts) parts_mark(&a->parts, g->record, index);
    if (*a->name) record_set_tag(g->record, "Annotator", a->name);
    if (a->out) a->failed |= !record_write(a->out, g->record) || fflush(a->out);
    return !a->failed;
}

static bool read_options(Analysis *a, int argc, char **argv) {
    static const struct option options[] = {EXAMINER_OPTIONS,
                                            {"top", required_argument, NULL, 't'},
                                            {"out", required_argument, NULL, 'o'},
                                            {"shard", required_argument, NULL, 's'},
                                            {"work", required_argument, NULL, 'w'},
                                            {0}};
    char error[EXAMINER_ERROR_SIZE];
    for (int code; (code = getopt_long(argc, argv, "", options, NULL)) != -1;) {
        if (code == 'o') {
            a->path = optarg;
        } else if (code == 'w') {
            a->work_path = optarg;
        } else if (code == 't') {
            if (!argument_number(optarg, 1, 1 << 30, &a->top)) return false;
        } else if (code == 's') {
            if (shard_parse(optarg, &a->parts.shard, error)) continue;
            fprintf(stderr, "cierzo-games: %s\n", error);
            return false;
        } else if (code == '?') {
            return false;
        } else if (!examiner_take(&a->spec, code, optarg, error)) {
            fprintf(stderr, "cierzo-games: %s\n", error);
            return false;
        }
    }
    examiner_limits(&a->spec, a->go, sizeof a->go);
    return a->spec.engine_count == 1 && optind < argc;
}

/* Whether a file to write is one of those to read, or the other one to write, which would be lost. */
static bool overwrites_input(const Analysis *a, int argc, char **argv) {
    if (a->path && a->work_path && !strcmp(a->path, a->work_path)) return true;
    for (int i = optind; i < argc; i++)
        if ((a->path && !strcmp(a->path, argv[i]) && strcmp(a->path, "-")) ||
            (a->work_path && !strcmp(a->work_path, argv[i])))
            return true;
    return false;
}

/* All that decides what the engine says, but the command. */
static void describe(const Analysis *a, char *out, size_t size) {
    size_t length = (size_t)snprintf(out, size, "%s", a->go);
    const ExaminerEngine *lists[] = {&a->spec.common, &a->spec.engines[0]};
    for (int k = 0; k < 2; k++)
        for (int i = 0; i < lists[k]->option_count && length < size; i++)
            length += (size_t)snprintf(out + length, size - length, "\n%s", lists[k]->options[i]);
}

/* The file to write, or none. A shard goes on in it. */
static bool open_output(Analysis *a, const char *asked, int count, char **paths) {
    if (!a->parts.shard.parts) return !a->path || (a->out = games_output(a->path));
    if (a->path && strcmp(a->path, "-")) return (a->out = parts_open(&a->parts, a->path, asked, count, paths));
    fprintf(stderr, "cierzo-games: --shard needs --out with a file to go on in\n");
    return false;
}

/* The file in which every answer is noted, and what it has of them. */
static bool open_work(Analysis *a, const char *asked, int count, char **paths) {
    char heading[256], error[WORK_ERROR_SIZE];
    PartsSum sum;
    if (!a->work_path) return true;
    if (!parts_sum(&sum, asked, count, paths)) return false;
    snprintf(heading, sizeof heading, "cierzo-games analyse: %s, games and options %016" PRIx64, a->go, sum.hash);
    if (work_open(&a->work, a->work_path, heading, sum.positions, error)) return true;
    fprintf(stderr, "cierzo-games: %s\n", error);
    return false;
}

int games_analyse(int argc, char **argv) {
    Analysis a = {.top = 20, .began = clock_now_ms(), .terminal = isatty(STDERR_FILENO)};
    char asked[8192];
    int broken = 0;
    if (!read_options(&a, argc, argv)) return games_usage(argv[0]);
    if (overwrites_input(&a, argc, argv)) {
        fprintf(stderr, "cierzo-games: a file has two uses of which one would destroy it\n");
        return GAMES_USAGE;
    }
    describe(&a, asked, sizeof asked);
    if (!open_work(&a, asked, argc - optind, argv + optind)) return GAMES_WRONG;
    if (!open_output(&a, asked, argc - optind, argv + optind)) return GAMES_WRONG;
    a.examiner = examiner_open(&a.spec, 0);
    for (int i = optind; i < argc && !a.failed; i++) broken += games_each(argv[i], analyse_game, &a);
    examiner_close(&a.examiner);
    if (!a.path || strcmp(a.path, "-")) costs_print(&a.costs, (int)a.top);
    costs_free(&a.costs);
    parts_close(&a.parts);
    if (a.work_path) work_close(&a.work);
    if (a.out && !games_close(a.out, a.path)) a.failed = true;
    return a.failed || broken ? GAMES_WRONG : GAMES_FINE;
}
