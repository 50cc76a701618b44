#include "tools/games/export.h"

#include <ctype.h>
#include <string.h>

#include "engine/notation.h"
#include "engine/version.h"

static bool refuse(char *reason, const char *why) {
    snprintf(reason, IMPORT_REASON_SIZE, "%s", why);
    return false;
}

static bool is_base(const Variant *v, const char *base) {
    size_t length = strlen(base);
    return !strncmp(v->name, base, length) && (!v->name[length] || v->name[length] == '-');
}

static bool starts_empty(const Record *r) { return !position_shooters(&r->start) && r->start.number == 1; }

static const char *tag_or(const Record *r, const char *name, const char *otherwise) {
    const char *value = record_tag(r, name);
    return value ? value : otherwise;
}

/* ---- a line ---- */

static void write_line(FILE *out, const Record *r) {
    char text[POSITION_TEXT_SIZE];
    fprintf(out, "%s;", r->start.variant->name);
    position_text(&r->start, text, sizeof text);
    if (!starts_empty(r)) fprintf(out, "%s;", text);
    for (int i = 0; i < r->turn_count; i++) {
        move_text(r->turns[i].move, text, sizeof text);
        fprintf(out, "%s%s", i ? " " : "", text);
    }
    fprintf(out, "\n");
}

/* ---- Abstract Play ---- */

static void json_string(FILE *out, const char *s) {
    fputc('"', out);
    for (; *s; s++) {
        if (*s == '"' || *s == '\\') fputc('\\', out);
        if ((unsigned char)*s >= ' ') fputc(*s, out);
        else fprintf(out, "\\u%04x", (unsigned)*s);
    }
    fputc('"', out);
}

/* `b2,c3,…`: the shooters of a start without stones. */
static bool random_start(const Record *r, char *out, size_t size) {
    const Position *p = &r->start;
    Bitboard shooters = p->shooters;
    if (p->stones[BLACK] || p->stones[WHITE] || p->side != BLACK || p->number != 2) return false;
    *out = '\0';
    while (shooters) {
        char square[4];
        size_t at = strlen(out);
        square_text(bb_pop(&shooters), square, sizeof square);
        snprintf(out + at, size - at, "%s%s", at ? "," : "", square);
    }
    return true;
}

/* The schema wants three; the record has a day or none. */
static void write_dates(FILE *out, const Record *r) {
    static const char *const NAMES[] = {"date-start", "date-end", "date-generated"};
    const char *date = record_tag(r, "Date");
    int year, month, day;
    if (!date || sscanf(date, "%4d.%2d.%2d", &year, &month, &day) != 3) return;
    for (int i = 0; i < 3; i++) fprintf(out, "\"%s\": \"%04d-%02d-%02dT00:00:00Z\", ", NAMES[i], year, month, day);
    fprintf(out, "\n   ");
}

static void write_players(FILE *out, const Record *r) {
    static const char *const NAMES[] = {"Black", "White"};
    for (Colour c = BLACK; c <= WHITE; c++) {
        fprintf(out, "%s{\"name\": ", c == WHITE ? ", " : "");
        json_string(out, tag_or(r, NAMES[c], NAMES[c]));
        fprintf(out, ", \"result\": %d}", r->winner == c);
    }
}

/* Rounds of two; the swap is no move there. */
static void write_rounds(FILE *out, const Record *r) {
    int written = 0;
    for (int i = 0; i < r->turn_count; i++) {
        char text[MOVE_TEXT_SIZE];
        if (r->turns[i].move == MOVE_SWAP) continue;
        move_text(r->turns[i].move, text, sizeof text);
        fprintf(out, "%s\"%s\"", written % 2 ? ", " : written ? "],\n    [" : "\n    [", text);
        written++;
    }
    fprintf(out, "%s]", written ? "]" : "");
}

static bool write_report(FILE *out, const Record *r, bool first, char *reason) {
    const Variant *v = r->start.variant;
    char squares[64] = "", size[24] = "";
    if (!is_base(v, "veletas")) return refuse(reason, "the site has other rules than this game's");
    bool empty = starts_empty(r);
    if (!empty && !random_start(r, squares, sizeof squares))
        return refuse(reason, "the site has no games from such a position");
    if (v->size < 10) snprintf(size, sizeof size, "\"%dx%d board\"", v->size, v->size);
    fprintf(out, "%s {\"header\": {\"game\": {\"name\": \"Veletas\", \"variants\": [%s%s%s]}", first ? "[" : ",\n", size,
            *size && !empty ? ", " : "", empty ? "" : "\"random\"");
    fprintf(out, ",\n   \"site\": {\"name\": ");
    json_string(out, tag_or(r, "Site", "Cierzo"));
    if (record_tag(r, "GameId")) fprintf(out, ", \"gameid\": "), json_string(out, record_tag(r, "GameId"));
    fprintf(out, "},\n   ");
    write_dates(out, r);
    fprintf(out, "\"players\": [");
    write_players(out, r);
    fprintf(out, "]%s", r->end.swap == SWAP_DONE && empty ? ",\n   \"pie-invoked\": true" : "");
    if (!empty) fprintf(out, ",\n   \"startingPosition\": \"%s\"", squares);
    fprintf(out, "},\n  \"moves\": [");
    write_rounds(out, r);
    fprintf(out, "}");
    return true;
}

/* ---- SGF ---- */

static void sgf_property(FILE *out, const char *name, const char *value) {
    if (!value) return;
    fprintf(out, "%s[", name);
    for (; *value; value++) {
        if (*value == ']' || *value == '\\') fputc('\\', out);
        fputc(*value, out);
    }
    fprintf(out, "]");
}

static const char *sgf_result(const Record *r) {
    const char *ending = tag_or(r, "Termination", "");
    bool resigned = !strcmp(ending, "resignation"), late = !strcmp(ending, "time forfeit");
    if (r->winner == NO_COLOUR) return NULL;
    if (r->winner == BLACK) return resigned ? "B+R" : late ? "B+T" : "B+";
    return resigned ? "W+R" : late ? "W+T" : "W+";
}

static void write_sgf(FILE *out, const Record *r) {
    char text[POSITION_TEXT_SIZE];
    Position p = r->start;
    fprintf(out, "(;FF[4]GM[Veletas]AP[Cierzo:%s]RU[%s]SZ[%d]", CIERZO_VERSION, r->start.variant->name,
            r->start.variant->size);
    position_text(&r->start, text, sizeof text);
    if (!starts_empty(r)) sgf_property(out, "FEN", text);
    sgf_property(out, "PB", record_tag(r, "Black"));
    sgf_property(out, "PW", record_tag(r, "White"));
    sgf_property(out, "EV", record_tag(r, "Event"));
    sgf_property(out, "DT", record_tag(r, "Date"));
    sgf_property(out, "RE", sgf_result(r));
    for (int i = 0; i < r->turn_count; i++) {
        p = record_position(r, i);
        move_text(r->turns[i].move, text, sizeof text);
        fprintf(out, "%s;%c[%s]", i % 8 ? "" : "\n", p.side == BLACK ? 'B' : 'W', text);
    }
    fprintf(out, ")\n");
}

/* ---- Boardspace ---- */

typedef struct {
    FILE *out;
    int player, number;
} Steps;

static void write_step(Steps *s, const char *command, const char *from, const char *to) {
    fprintf(s->out, "; P%d[%d %s", s->player, s->number++, command);
    if (from) fprintf(s->out, " %c %s", toupper((unsigned char)*from), from + 1);
    if (to) fprintf(s->out, " %c %s", toupper((unsigned char)*to), to + 1);
    fprintf(s->out, "]\n");
}

/* The steps of a turn as its text has them: `a1,b2/c3`, `a1-b2/c3`, `c3`. */
static void write_steps(Steps *s, char *text, bool setup, char stone) {
    char add[] = "Add B", *shot = strchr(text, '/'), *rest;
    add[4] = stone;
    if (shot) *shot++ = '\0';
    if (!setup && !shot) shot = text;
    else if (!setup) {
        char *to = strchr(text, '-');
        *to++ = '\0';
        write_step(s, "Move", text, to);
    }
    for (char *square = setup ? strtok_r(text, ",", &rest) : NULL; square; square = strtok_r(NULL, ",", &rest))
        write_step(s, "Add S", square, NULL);
    if (shot) write_step(s, add, shot, NULL);
}

static bool write_boardspace(FILE *out, const Record *r, char *reason) {
    const Variant *v = r->start.variant;
    int revision = is_base(v, "boardspace") ? 104 : is_base(v, "interim") ? 103 : is_base(v, "classic") ? 101 : 0;
    if (!revision) return refuse(reason, "the site has other rules than this game's");
    if (!starts_empty(r)) return refuse(reason, "the site has no games from a position");
    bool swapped = r->end.swap == SWAP_DONE;
    const char *black = tag_or(r, "Black", "Black"), *white = tag_or(r, "White", "White");
    Steps s = {.out = out, .number = 1};
    fprintf(out, "(;\nGM[Veletas]VV[1]\nSU[veletas-%d 0 2 %d]\n", v->size, revision);
    for (int i = 0; i < 2; i++) {
        fprintf(out, "P%d[id \"", i);
        for (const char *c = (i == 0) != swapped ? black : white; *c; c++)
            if (*c != '"') fprintf(out, strchr("]\\", *c) ? "\\%c" : "%c", *c);
        fprintf(out, "\"]\n");
    }
    fprintf(out, "; P0[0 Start P0]\n");
    for (int i = 0; i < r->turn_count; i++) {
        Position p = record_position(r, i);
        char text[MOVE_TEXT_SIZE];
        move_text(r->turns[i].move, text, sizeof text);
        if (r->turns[i].move == MOVE_SWAP) write_step(&s, "Swap", NULL, NULL);
        else write_steps(&s, text, position_in_setup(&p), p.side == BLACK ? 'B' : 'W');
        write_step(&s, "Done", NULL, NULL);
        s.player = !s.player;
    }
    if (r->winner != NO_COLOUR && r->winner != position_winner(&r->end))
        fprintf(out, "; P%d[%d Resign]\n", (r->winner == WHITE) == swapped, s.number);
    fprintf(out, ")\n");
    return true;
}

bool export_game(Export *e, const Record *r, char reason[static IMPORT_REASON_SIZE]) {
    bool good = true;
    if (e->format == FORMAT_LINES) write_line(e->out, r);
    else if (e->format == FORMAT_PGN) good = record_write(e->out, r) || refuse(reason, "not written");
    else if (e->format == FORMAT_SGF) write_sgf(e->out, r);
    else if (e->format == FORMAT_ABSTRACTPLAY) good = write_report(e->out, r, !e->games, reason);
    else if (e->format == FORMAT_BOARDSPACE) good = write_boardspace(e->out, r, reason);
    else good = refuse(reason, "no form to write");
    e->games += good;
    return good;
}

void export_end(Export *e) {
    if (e->format == FORMAT_ABSTRACTPLAY) fprintf(e->out, e->games ? "]\n" : "[]\n");
}
