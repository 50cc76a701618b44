#include "tools/games/import.h"

#include <ctype.h>
#include <string.h>
#include <strings.h>

static const char *const NAMES[] = {
    [FORMAT_LINES] = "lines",           [FORMAT_PGN] = "pgn", [FORMAT_ABSTRACTPLAY] = "abstractplay",
    [FORMAT_BOARDSPACE] = "boardspace", [FORMAT_SGF] = "sgf", [FORMAT_LOG] = "bga"};

const char *format_name(GameFormat f) { return f < FORMAT_COUNT ? NAMES[f] : NULL; }

GameFormat format_find(const char *name) {
    GameFormat f = FORMAT_LINES;
    while (f < FORMAT_COUNT && strcmp(name, NAMES[f])) f++;
    return f;
}

static const char *skip_blanks(const char *s) { return s + strspn(s, " \t\r\n"); }

/* `Move 12 :` */
static bool is_log_line(const char *line) {
    if (strncasecmp(line, "move ", 5) != 0) return false;
    line += 5;
    size_t digits = strspn(line, "0123456789");
    line += digits + strspn(line + digits, " ");
    return digits && *line == ':';
}

/* `2. ...`: the turn before is on a line above. */
static bool is_later_turn(const char *line) {
    size_t digits = strspn(line, "0123456789");
    return digits && line[digits] == '.' && (digits > 1 || *line > '1') && !memchr(line, ';', strcspn(line, "\n"));
}

GameFormat format_guess(const char *text) {
    if (!strncmp(text, "\xEF\xBB\xBF", 3)) text += 3;
    const char *s = skip_blanks(text);
    if (*s == '{') return strchr("\"}", *skip_blanks(s + 1)) ? FORMAT_ABSTRACTPLAY : FORMAT_PGN;
    if (*s == '[') return strchr("{[]", *skip_blanks(s + 1)) ? FORMAT_ABSTRACTPLAY : FORMAT_PGN;
    if (*s == '(') return FORMAT_SGF;
    for (; *s; s = skip_blanks(s + strcspn(s, "\n"))) {
        if (is_log_line(s)) return FORMAT_LOG;
        if ((*s == '[' && isalpha((unsigned char)s[1])) || is_later_turn(s)) return FORMAT_PGN;
    }
    return FORMAT_LINES;
}

void import_text(const Import *im, GameFormat f, const char *text) {
    if (!strncmp(text, "\xEF\xBB\xBF", 3)) text += 3;
    if (f == FORMAT_ABSTRACTPLAY) import_abstractplay(im, text);
    else if (f == FORMAT_SGF || f == FORMAT_BOARDSPACE) import_sgf(im, text);
    else import_written(im, text, f == FORMAT_LOG);
}
