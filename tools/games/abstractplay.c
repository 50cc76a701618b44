/* Game reports of Abstract Play: JSON by its schema (AbstractPlay/recranks, src/schemas/gamerecord.json), with what its server writes there
 * for Veletas (AbstractPlay/gameslib, src/games/_base.ts: genRecord, and veletas.ts; AbstractPlay/node-backend: invoke_pie).
 *
 *     {"header": {"game": {"name": "Veletas", "variants": ["9x9 board"]}, "players": [{"name": "a", "result": 1}, …], …},
 *      "moves": [["b2,c3/a1", "d4,e5,f6/b1"], ["d4-d7/f7", {"move": "f7", "result": […]}], …]}
 *
 * A report, or a list of them. The moves are in the notation of this project. The swap is no move there: `pie-invoked` says that after the
 * first setup the players took each other's seats, so those in the header sit as they did from then on, the first has Black. With shooters
 * placed at random `startingPosition` names their squares. */
#define _GNU_SOURCE /* strcasestr */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/notation.h"
#include "tools/games/assembly.h"
#include "tools/games/json.h"

typedef struct {
    const Import *import;
    Assembly game;
    bool swap_due; /* behind the first turn */
    bool resigned; /* nothing may follow */
} Report;

/* Of the current rules, by the size that one of the names has in it; `unknown` is a name that means nothing here. */
static const Variant *find_variant(const JsonValue *game, bool *random, const JsonValue **unknown) {
    const Variant *v = variant_find("veletas");
    const JsonValue *variants = json_get(game, "variants");
    for (const JsonValue *item = variants ? variants->first : NULL; item; item = item->next) {
        const char *name = json_text(item);
        if (name && strcasestr(name, "random")) *random = true;
        else if (name && strchr(name, '7')) v = variant_find("veletas-7");
        else if (name && strchr(name, '9')) v = variant_find("veletas-9");
        else if (!name || !strstr(name, "10")) *unknown = item;
    }
    return v;
}

/* `b2,c3,…`, each shooter once. */
static bool read_random(const Variant *v, const char *squares, Position *out) {
    char board[10][11] = {{0}}, text[POSITION_TEXT_SIZE] = "";
    int count = 0;
    for (const char *s = squares; s && *s; count++) {
        char file, end = ',';
        int rank, length = 0;
        if (sscanf(s, "%c%2d%n", &file, &rank, &length) < 2 || file < 'a' || file >= 'a' + v->size || rank < 1 ||
            rank > v->size)
            return false;
        if (board[rank - 1][file - 'a']++) return false;
        s += length;
        if (*s) end = *s++;
        if (end != ',') return false;
    }
    char *to = text;
    for (int rank = v->size - 1; rank >= 0; rank--) {
        for (int file = 0, run = 0; file < v->size; file++) {
            run++;
            if (board[rank][file]) {
                if (run > 1) to += sprintf(to, "%d", run - 1);
                *to++ = 's', run = 0;
            } else if (file + 1 == v->size) {
                to += sprintf(to, "%d", run);
            }
        }
        *to++ = rank ? '/' : ' ';
    }
    strcpy(to, "b - 2");
    return count == variant_shooters(v) && position_parse(v, text, out) == NOTATION_OK;
}

static void take_name(const JsonValue *player, char *out, size_t size) {
    const char *name = json_text(json_get(player, "name"));
    snprintf(out, size, "%s", name ? name : "");
}

/* The seat that won by the header, 0 or 1; -1 when it does not tell. */
static int told_winner(const JsonValue *first, const JsonValue *second) {
    const JsonValue *a = json_get(first, "result"), *b = json_get(second, "result");
    if (!a || !b || a->type != JSON_NUMBER || b->type != JSON_NUMBER) return -1;
    double x = strtod(a->text, NULL), y = strtod(b->text, NULL);
    return x > y ? 0 : x < y ? 1 : -1;
}

static void take_tags(Record *r, const JsonValue *header) {
    static const char *const TAGS[][2] = {{"event", "Event"}, {"round", "Round"}};
    const JsonValue *site = json_get(header, "site");
    const char *name = json_text(json_get(site, "name")), *date = json_text(json_get(header, "date-start"));
    if (name) record_set_tag(r, "Site", name);
    if ((name = json_text(json_get(site, "gameid")))) record_set_tag(r, "GameId", name);
    for (int i = 0; i < 2; i++)
        if ((name = json_text(json_get(header, TAGS[i][0])))) record_set_tag(r, TAGS[i][1], name);
    char day[16];
    if (!date || strlen(date) < 10) return;
    snprintf(day, sizeof day, "%.4s.%.2s.%.2s", date, date + 5, date + 8);
    record_set_tag(r, "Date", day);
}

/* ---- the moves ---- */

static bool take_move(Report *p, const JsonValue *item) {
    const JsonValue *value = item->type == JSON_OBJECT ? json_get(item, "move") : item;
    const char *move = json_text(value);
    char word[32];
    size_t length = 0;
    Record *r = &p->game.record;
    if (item->type == JSON_NULL) return true;
    if (!move) return assembly_fault(&p->game, item->line, "a move that is no text");
    for (; *move; move++)
        if (!strchr(" \t\r\n", *move) && length + 1 < sizeof word) word[length++] = *move;
    word[length] = '\0';
    if (p->resigned) return assembly_fault(&p->game, value->line, "turn %d, %s: the game is over", r->end.number, word);
    if (!strcasecmp(word, "resign") || !strcasecmp(word, "timeout") || !strcasecmp(word, "abandoned")) {
        bool abandoned = !strcasecmp(word, "abandoned");
        assembly_ending(&p->game, abandoned ? NO_COLOUR : colour_other((Colour)r->end.side),
                        abandoned                      ? "unterminated"
                        : !strcasecmp(word, "timeout") ? "time forfeit"
                                                       : "resignation");
        return p->resigned = true;
    }
    for (char *c = word; *c; c++)
        if (*c >= 'A' && *c <= 'Z') *c = (char)(*c - 'A' + 'a');
    if (p->swap_due && r->turn_count == 1) p->swap_due = !assembly_turn(&p->game, value->line, "swap");
    return assembly_turn(&p->game, value->line, word);
}

static void take_moves(Report *p, const JsonValue *moves, long line) {
    if (!moves || moves->type != JSON_ARRAY) {
        assembly_fault(&p->game, line, "no list of moves");
        return;
    }
    for (const JsonValue *round = moves->first; round; round = round->next) {
        if (round->type != JSON_ARRAY) {
            assembly_fault(&p->game, round->line, "a round that is no list of moves");
            return;
        }
        for (const JsonValue *item = round->first; item; item = item->next)
            if (!take_move(p, item)) return;
    }
}

static bool is_true(const JsonValue *v) { return v && v->type == JSON_TRUE; }

static void finish(Report *p, const JsonValue *report, int seat) {
    Assembly *g = &p->game;
    if (p->swap_due && g->record.turn_count == 1 && !g->line) assembly_turn(g, report->line, "swap");
    /* The header has the seats of the end, and the first of them is Black's. */
    if (g->record.end.swap == SWAP_DONE) {
        char other[sizeof g->first];
        memcpy(other, g->first, sizeof other);
        memcpy(g->first, g->second, sizeof other);
        memcpy(g->second, other, sizeof other);
    }
    Colour told = seat < 0 ? NO_COLOUR : seat == 0 ? BLACK : WHITE;
    if (p->resigned && told != NO_COLOUR && g->told != NO_COLOUR && g->told != told)
        assembly_fault(g, report->line, "the result is told as a win of %s, who has given up",
                       told == BLACK ? "Black" : "White");
    if (!p->resigned && told != NO_COLOUR) assembly_ending(g, told, "unknown");
    assembly_end(g, report->line, p->import);
}

static void read_report(const Import *im, const JsonValue *report) {
    const JsonValue *header = json_get(report, "header"), *game = json_get(header, "game"),
                    *players = json_get(header, "players");
    const char *name = json_text(json_get(game, "name")), *squares = json_text(json_get(header, "startingPosition"));
    const JsonValue *first = players ? players->first : NULL, *second = first ? first->next : NULL;
    Report p = {.import = im};
    const JsonValue *unknown = NULL;
    bool random = false;
    if (!name || strcasecmp(name, "veletas") != 0) {
        im->game(im->context, NULL, report->line, name ? "a report of another game" : "not a game report");
        return;
    }
    const Variant *v = find_variant(game, &random, &unknown);
    if (unknown) {
        im->game(im->context, NULL, unknown->line, "a variant that is not known");
        return;
    }
    Position start = position_start(v);
    if ((random || (squares && *squares)) && !read_random(v, squares, &start)) {
        im->game(im->context, NULL, report->line, "a random start that is not told, or not with all shooters");
        return;
    }
    take_name(first, p.game.first, sizeof p.game.first);
    take_name(second, p.game.second, sizeof p.game.second);
    assembly_begin(&p.game, &start);
    take_tags(&p.game.record, header);
    p.swap_due = !random && (is_true(json_get(header, "pie-invoked")) || is_true(json_get(header, "pied")));
    take_moves(&p, json_get(report, "moves"), report->line);
    finish(&p, report, told_winner(first, second));
}

void import_abstractplay(const Import *im, const char *text) {
    char error[JSON_ERROR_SIZE];
    long line;
    JsonValue *all = json_read(text, &line, error);
    if (!all) {
        im->game(im->context, NULL, line, error);
        return;
    }
    if (all->type != JSON_ARRAY) read_report(im, all);
    else
        for (const JsonValue *report = all->first; report; report = report->next) read_report(im, report);
    json_free(all);
}
