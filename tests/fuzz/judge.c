#include "tests/fuzz/judge.h"

#include <string.h>

#include "engine/movegen.h"
#include "engine/notation.h"
#include "tests/fuzz/check.h"

enum { CP_MOST = 3000 };

/* ---- reading a line ---- */

static bool starts(const char *line, const char *prefix) { return strncmp(line, prefix, strlen(prefix)) == 0; }

static bool eat(const char **at, const char *literal) {
    if (!starts(*at, literal)) return false;
    *at += strlen(literal);
    return true;
}

static bool eat_number(const char **at, long long *out) {
    char *end;
    *out = strtoll(*at, &end, 10);
    bool found = end > *at && **at != ' ' && **at != '+';
    *at = end;
    return found;
}

/* ` name N`, where N is at least `least`. */
static bool eat_field(const char **at, const char *name, long long least, long long *out) {
    return eat(at, name) && eat(at, " ") && eat_number(at, out) && *out >= least;
}

/* A blank and a move that is legal on the board. */
static bool eat_move(const char **at, const Position *p, Move *out) {
    char word[MOVE_TEXT_SIZE];
    if (!eat(at, " ")) return false;
    size_t length = strcspn(*at, " ");
    if (length >= sizeof word) return false;
    memcpy(word, *at, length);
    word[length] = '\0';
    *at += length;
    return move_parse(p, word, out) == NOTATION_OK;
}

/* ---- the lines of a search ---- */

static bool eat_score(const char **at) {
    long long value;
    bool good = eat(at, " score cp ")     ? eat_number(at, &value) && value >= -CP_MOST && value <= CP_MOST
                : eat(at, " score mate ") ? eat_number(at, &value) && value != 0
                                          : false;
    if (!eat(at, " lowerbound")) eat(at, " upperbound");
    return good;
}

static bool eat_wdl(const char **at) {
    long long win, loss;
    return eat_field(at, " wdl", 0, &win) && eat_field(at, " 0", 0, &loss) && win + loss == 1000;
}

static bool eat_pv(const char **at, const Board *root) {
    Board b = *root;
    if (!eat(at, " pv")) return false;
    while (**at) {
        Move m;
        Undo undo;
        if (!eat_move(at, &b.position, &m)) return false;
        board_play(&b, m, &undo);
    }
    return true;
}

static void judge_info(const char *line, const Asked *a) {
    const char *at = line;
    long long n;
    CHECK(eat_field(&at, "info depth", 0, &n) && eat_field(&at, " seldepth", 0, &n), "%s", line);
    CHECK(eat_field(&at, " multipv", 1, &n) && n <= a->multipv, "%s", line);
    CHECK(eat_score(&at), "%s", line);
    CHECK(!a->style.show_wdl || eat_wdl(&at), "%s", line);
    CHECK(eat_field(&at, " nodes", 0, &n) && eat_field(&at, " nps", 0, &n), "%s", line);
    CHECK(eat_field(&at, " hashfull", 0, &n) && n <= 1000 && eat_field(&at, " time", 0, &n), "%s", line);
    CHECK(!*at || eat_pv(&at, &a->root), "%s", line);
}

static void judge_claims(const char *line, const Asked *a) {
    const char *at = line;
    CHECK(a->style.show_claims && eat(&at, "info string claims"), "%s", line);
    while (*at) {
        long long rank, whole, percent;
        CHECK(*at == ' ' && at[1] >= 'a' && at[1] <= 'j', "%s", line);
        at += 2;
        CHECK(eat_number(&at, &rank) && eat(&at, " ") && eat_number(&at, &whole) && eat(&at, "."), "%s", line);
        CHECK(eat_number(&at, &percent) && 100 * whole + percent <= 100, "%s", line);
    }
}

static bool was_asked_for(const Asked *a, Move m) {
    for (size_t i = 0; i < a->move_count; i++)
        if (a->moves[i] == m) return true;
    return a->move_count == 0;
}

static void judge_bestmove(const char *line, const Asked *a) {
    const char *at = line + strlen("bestmove");
    const Position *p = &a->root.position;
    if (turns_count(p) == 0) {
        CHECK(strcmp(at, " (none)") == 0, "%s", line);
        return;
    }
    Move m;
    Board b = a->root;
    Undo undo;
    CHECK(eat_move(&at, p, &m) && was_asked_for(a, m), "%s", line);
    board_play(&b, m, &undo);
    if (!*at) return;
    CHECK(a->style.dialect == DIALECT_UCI && eat(&at, " ponder") && eat_move(&at, &b.position, &m) && !*at, "%s", line);
}

/* ---- the lines of perft and bench ---- */

static bool is_count(const char *line) {
    const char *at = line + strcspn(line, ":");
    long long n;
    return eat(&at, ": ") && eat_number(&at, &n) && !*at && (line[0] >= 'a' && line[0] <= 'j');
}

static bool is_job_line(const char *line) {
    long long n;
    const char *at = line;
    if (starts(line, "position ") || starts(line, "total: positions ") || starts(line, "Nodes searched: ")) return true;
    if (strcmp(line, "info string perft stopped") == 0 || strcmp(line, "info string bench stopped") == 0) return true;
    if (eat_number(&at, &n) && eat(&at, " nodes ")) return eat_number(&at, &n) && strcmp(at, " nps") == 0;
    return is_count(line);
}

/* ---- all of them ---- */

static const Asked *asked_now(const Judge *j, const char *line) {
    CHECK(j->answered < j->asked_count, "nothing is searched: %s", line);
    return &j->asked[j->answered];
}

static bool judge_line(Judge *j, const char *line) {
    CHECK(is_plain_line(line), "'%s'", line);
    if (starts(line, "info string error: ")) return true;
    if (starts(line, "info depth ")) {
        judge_info(line, asked_now(j, line));
    } else if (starts(line, "info string claims")) {
        judge_claims(line, asked_now(j, line));
    } else if (starts(line, "bestmove")) {
        judge_bestmove(line, asked_now(j, line));
        j->answered++;
    } else {
        CHECK(j->jobs && is_job_line(line), "an unknown line: %s", line);
    }
    return false;
}

int judge_lines(Judge *j, char *text) {
    int errors = 0;
    while (*text) {
        char *newline = strchr(text, '\n');
        CHECK(newline, "an unfinished line: %s", text);
        *newline = '\0';
        errors += judge_line(j, text);
        text = newline + 1;
    }
    return errors;
}

void judge_take(char *text, const char *block) {
    char *at = strstr(text, block);
    while (at && at > text && at[-1] != '\n') at = strstr(at + 1, block);
    CHECK(at, "missing:\n%s\nin:\n%s", block, text);
    char *behind = at + strlen(block);
    memmove(at, behind, strlen(behind) + 1);
}
