/* Games as people write them down: records with words that kit/record.h does not take, move lists over many lines, and the log of a game
 * as it is copied from a page. Board Game Arena's help page of the game (en.doc.boardgamearena.com, Gamehelpveletas) has the rules, no
 * public text has the words of its log; so of prose only squares count, and the words that say what they are: `stone`, `shoots`, `swap`. */
#define _GNU_SOURCE /* strcasestr */
#include <ctype.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "engine/notation.h"
#include "tools/games/assembly.h"

enum { MOST_TAGS = 32, TAG_NAME = 32, TAG_VALUE = 200, WORD = 80 };

typedef struct {
    const Import *import;
    Assembly game;
    const char *at;
    long line;
    int tags;
    struct {
        char name[TAG_NAME], value[TAG_VALUE];
    } tag[MOST_TAGS];
    bool ended;
} Writing;

static const char *tag_value(const Writing *w, const char *name) {
    for (int i = 0; i < w->tags; i++)
        if (!strcasecmp(w->tag[i].name, name)) return w->tag[i].value;
    return NULL;
}

/* ---- the game ---- */

/* What the reader decides itself, or sets in the end. */
static bool is_own_tag(const char *name) {
    static const char *const OWN[] = {"Variant", "FEN", "Result", "Termination"};
    for (size_t i = 0; i < sizeof OWN / sizeof *OWN; i++)
        if (!strcasecmp(name, OWN[i])) return true;
    return false;
}

/* False when there can be no game with these tags; the fault is that of an empty one. */
static bool begin(Writing *w) {
    if (w->game.begun) return true;
    const char *name = tag_value(w, "Variant"), *fen = tag_value(w, "FEN");
    const Variant *v = name ? variant_find(name) : w->import->variant;
    Position start = position_start(v ? v : w->import->variant);
    NotationError e = v && fen ? position_parse(v, fen, &start) : NOTATION_OK;
    assembly_begin(&w->game, &start);
    for (int i = 0; i < w->tags; i++)
        if (!is_own_tag(w->tag[i].name)) record_set_tag(&w->game.record, w->tag[i].name, w->tag[i].value);
    if (!v) return assembly_fault(&w->game, w->line, "%.60s: no such rule set", name);
    return !e || assembly_fault(&w->game, w->line, "%.60s: %s", fen, notation_error_text(e));
}

static void end_game(Writing *w) {
    if (w->tags && !w->game.begun) begin(w);
    assembly_end(&w->game, w->line, w->import);
    w->tags = 0;
    w->ended = false;
}

static void take_result(Writing *w, const char *word) {
    const char *how = tag_value(w, "Termination");
    begin(w);
    assembly_whole(&w->game, w->line);
    if (*word == '1' && word[1] == '/') assembly_fault(&w->game, w->line, "%s: there are no draws", word);
    else if (*word != '*')
        assembly_ending(&w->game, *word == '1' ? WHITE : BLACK, how && strcmp(how, "claims") ? how : "unknown");
    else if (how) assembly_ending(&w->game, NO_COLOUR, how);
    w->ended = true;
}

/* ---- what stands between the moves ---- */

static void step(Writing *w) { w->line += *w->at++ == '\n'; }

static void skip_line(Writing *w) { w->at += strcspn(w->at, "\n"); }

/* `{...}`: it belongs to the turn before. */
static void take_comment(Writing *w) {
    const char *from = ++w->at;
    while (*w->at && *w->at != '}') step(w);
    char *text = strndup(from, (size_t)(w->at - from));
    if (*w->at) w->at++;
    begin(w);
    if (text && !w->game.line) record_annotate(&w->game.record, w->game.record.turn_count - 1, NULL, text);
    free(text);
}

static void skip_variation(Writing *w) {
    int depth = 0;
    do {
        depth += (*w->at == '(') - (*w->at == ')');
        if (*w->at == '{')
            while (*w->at && *w->at != '}') step(w);
        if (*w->at) step(w);
    } while (*w->at && depth > 0);
}

/* `[Name "value"]`; false when it is none. */
static bool take_tag(Writing *w) {
    const char *s = w->at + 1;
    size_t length = strspn(s, "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_");
    const char *value = s + length + strspn(s + length, " \t");
    if (!length || length >= TAG_NAME || *value != '"') return false;
    if (w->game.begun) end_game(w);
    char kept[TAG_VALUE];
    size_t at = 0;
    for (value++; *value && *value != '"' && *value != '\n'; value++) {
        if (*value == '\\' && (value[1] == '"' || value[1] == '\\')) value++;
        if (at + 1 < sizeof kept) kept[at++] = *value;
    }
    kept[at] = '\0';
    if (w->tags < MOST_TAGS) {
        snprintf(w->tag[w->tags].name, TAG_NAME, "%.*s", (int)length, s);
        strcpy(w->tag[w->tags++].value, kept);
    }
    w->at = value + strcspn(value, "]\n");
    if (*w->at == ']') w->at++;
    return true;
}

/* ---- words ---- */

static bool is_number(const char *word) {
    size_t digits = strspn(word, "0123456789");
    return !word[digits + strspn(word + digits, ".):")];
}

static bool is_result(const char *word) {
    return !strcmp(word, "1-0") || !strcmp(word, "0-1") || !strcmp(word, "*") || !strcmp(word, "1/2-1/2");
}

static void take_word(Writing *w, const char *word) {
    if (is_result(word)) {
        take_result(w, word);
        return;
    }
    if (is_number(word) || *word == '$' || !strcmp(word, "--")) return;
    size_t digits = strspn(word, "0123456789");
    if (digits && word[digits] == '.') word += digits + strspn(word + digits, ".");
    if (!begin(w)) return;
    Assembly *g = &w->game;
    if (w->ended) {
        assembly_fault(g, w->line, "turn %d, %.60s: the game is over", g->record.end.number, word);
    } else if (!strncasecmp(word, "resign", 6)) {
        if (assembly_whole(g, w->line)) assembly_ending(g, colour_other((Colour)g->record.end.side), "resignation");
        w->ended = true;
    } else {
        assembly_word(g, w->line, word);
    }
}

/* The next word; a comma or a slash with blanks beside it holds together what it stands between. */
static bool next_word(Writing *w, char out[static WORD]) {
    size_t length = 0;
    while (*w->at && !strchr(" \t\r\n{(;", *w->at)) {
        if (length + 1 < WORD) out[length++] = *w->at;
        w->at++;
        const char *next = w->at + strspn(w->at, " \t\r\n");
        if (next > w->at && (strchr(",/", out[length - 1]) || (*next && strchr(",/", *next))))
            while (w->at < next) step(w);
    }
    out[length] = '\0';
    return length > 0;
}

static void read_record(Writing *w) {
    char word[WORD];
    bool fresh = true; /* nothing but blanks on this line so far */
    while (*w->at) {
        bool first = fresh;
        fresh = (fresh && strchr(" \t\r", *w->at)) || *w->at == '\n';
        if (strchr(" \t\r\n)", *w->at)) step(w);
        else if (*w->at == '{') take_comment(w);
        else if (*w->at == '(') skip_variation(w);
        else if (*w->at == ';' || (first && *w->at == '%')) skip_line(w);
        else if (*w->at == '[' && take_tag(w)) continue;
        else if (next_word(w, word)) take_word(w, word);
    }
}

/* ---- prose ---- */

static bool has(const char *sentence, const char *word) { return strcasestr(sentence, word) != NULL; }

/* A sentence about what the turn has brought has squares, too. */
static bool tells_a_turn(const char *s) {
    return !has(s, "claim") && !has(s, "captur") && !has(s, "trapped") && !has(s, "surrounded");
}

static bool swaps(const Writing *w, const char *s) {
    return (has(s, "swap") || has(s, "exchang") || has(s, "switch")) && !has(s, " not ") && !has(s, "n't ") &&
           !has(s, "declin") && !has(s, " may ") && !has(s, " can ") && w->game.record.end.swap == SWAP_OFFERED;
}

/* A word that is neither square nor sign. */
static void take_plain_word(Writing *w, const char *word) {
    Assembly *g = &w->game;
    bool stone = !strcmp(word, "stone") || !strcmp(word, "stones") || !strcmp(word, "arrow");
    bool shoots = !strcmp(word, "shoots") || !strcmp(word, "shot") || !strcmp(word, "fires");
    if (stone || (shoots && position_phase(&g->record.end) == PHASE_PLAY)) g->shot = true;
}

/* The squares of a word one by one; a slash stands before a stone. */
static void take_squares(Writing *w, char *plain) {
    for (char *s = plain; *s;) {
        size_t length = strcspn(s, "-,/");
        char end = s[length];
        s[length] = '\0';
        assembly_square(&w->game, w->line, s);
        if (end == '/') w->game.shot = true;
        s += length + (end != '\0');
    }
}

static void read_sentence(Writing *w, char *sentence) {
    char *rest;
    if (has(sentence, "resign") || has(sentence, "concede")) assembly_ending(&w->game, NO_COLOUR, "resignation");
    if (!tells_a_turn(sentence)) return;
    if (swaps(w, sentence)) assembly_turn(&w->game, w->line, "swap");
    for (char *word = strtok_r(sentence, " \t\r()\"'", &rest); word; word = strtok_r(NULL, " \t\r()\"'", &rest)) {
        char plain[WORD];
        assembly_plain(word, plain, sizeof plain);
        size_t length = strlen(plain);
        while (length && strchr(",;:/.", plain[length - 1])) plain[--length] = '\0';
        if (assembly_squares(plain)) take_squares(w, plain);
        else take_plain_word(w, plain);
    }
}

/* Up to the end of the line, or to a full stop that has a blank behind it. */
static size_t sentence_length(const char *s) {
    size_t length = 0;
    while (s[length] && s[length] != '\n' && (s[length] != '.' || !strchr(" \t\r\n", s[length + 1]))) length++;
    return length;
}

static void read_log(Writing *w) {
    while (*w->at) {
        if (strchr(" \t\r\n", *w->at)) {
            step(w);
            continue;
        }
        if (*w->at == '[' && take_tag(w)) continue;
        size_t length = sentence_length(w->at);
        char *sentence = strndup(w->at, length);
        if (begin(w) && sentence) read_sentence(w, sentence);
        if (!sentence) assembly_fault(&w->game, w->line, "out of memory");
        free(sentence);
        w->at += length;
        if (*w->at) step(w);
    }
}

/* A log that names the size of its board without a tag. */
static void find_size(Writing *w, const char *text) {
    static const char *const SIZES[][2] = {{"9x9", "-9"},
                                           {"9\xC3\x97"
                                            "9",
                                            "-9"},
                                           {"7x7", "-7"},
                                           {"7\xC3\x97"
                                            "7",
                                            "-7"}};
    for (size_t i = 0; i < sizeof SIZES / sizeof *SIZES && !w->tags; i++) {
        if (!has(text, SIZES[i][0]) || strchr(w->import->variant->name, '-')) continue;
        strcpy(w->tag[0].name, "Variant");
        snprintf(w->tag[0].value, TAG_VALUE, "%s%s", w->import->variant->name, SIZES[i][1]);
        w->tags = 1;
    }
}

void import_written(const Import *im, const char *text, bool prose) {
    Writing *w = calloc(1, sizeof *w);
    if (!w) return;
    *w = (Writing){.import = im, .at = text, .line = 1};
    if (prose) find_size(w, text);
    if (prose) read_log(w);
    else read_record(w);
    if (prose && w->game.begun && !w->game.record.turn_count && assembly_whole(&w->game, w->line))
        assembly_fault(&w->game, w->line, "no turn in it");
    end_game(w);
    free(w);
}
