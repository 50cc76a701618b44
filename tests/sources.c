#define _GNU_SOURCE /* nftw */
#include "tests/sources.h"

#include <criterion/criterion.h>
#include <ctype.h>
#include <dirent.h>
#include <ftw.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

enum { PATH_SIZE = 4096 };

const char *sources_root(void) {
    const char *root = getenv("CIERZO_SOURCE");
    cr_assert_not_null(root, "CIERZO_SOURCE must name the source folder");
    return root;
}

bool sources_is_word(char c) { return isalnum((unsigned char)c) || c == '_'; }

/* The whole file as a string, to be freed. */
static char *file_text(const char *path) {
    FILE *f = fopen(path, "rb");
    cr_assert_not_null(f, "cannot open %s", path);
    size_t size = 0, room = 1 << 16;
    char *text = malloc(room);
    for (size_t got; (got = fread(text + size, 1, room - size - 1, f)) > 0;) {
        size += got;
        if (room - size < 2) text = realloc(text, room *= 2);
    }
    fclose(f);
    text[size] = '\0';
    return text;
}

static bool is_source(const char *name) {
    const char *dot = strrchr(name, '.');
    return dot && (strcmp(dot, ".c") == 0 || strcmp(dot, ".h") == 0 || strcmp(dot, ".def") == 0 || strcmp(dot, ".inc") == 0);
}

static bool is_folder(const char *path) {
    struct stat status;
    return stat(path, &status) == 0 && S_ISDIR(status.st_mode);
}

int sources_visit(const char *root, const char *folder, SourceVisit *visit, void *context) {
    char full[PATH_SIZE], path[PATH_SIZE];
    snprintf(full, sizeof full, "%s/%s", root, folder);
    DIR *dir = opendir(full);
    cr_assert_not_null(dir, "cannot open %s", full);
    int count = 0;
    for (struct dirent *entry; (entry = readdir(dir));) {
        if (entry->d_name[0] == '.') continue;
        cr_assert_lt(snprintf(path, sizeof path, "%s/%s", folder, entry->d_name), PATH_SIZE);
        cr_assert_lt(snprintf(full, sizeof full, "%s/%s", root, path), PATH_SIZE);
        if (is_folder(full)) {
            count += sources_visit(root, path, visit, context);
        } else if (is_source(entry->d_name)) {
            char *text = file_text(full);
            visit(path, text, context);
            free(text);
            count++;
        }
    }
    closedir(dir);
    return count;
}

void sources_blank_non_code(char *text) {
    enum { CODE, BLOCK, LINE, STRING, CHARACTER } state = CODE;
    for (char *s = text; *s; s++) {
        char c = *s;
        bool escape = (state == STRING || state == CHARACTER) && c == '\\' && s[1];
        if (state == CODE) {
            if (c == '/' && s[1] == '*') state = BLOCK;
            if (c == '/' && s[1] == '/') state = LINE;
            if (c == '"') state = STRING;
            if (c == '\'' && (s == text || !isalnum((unsigned char)s[-1]))) state = CHARACTER;
            if (state == CODE) continue;
            *s = ' ';
            if (state == BLOCK) *++s = ' ';
        } else if (c == '\n') {
            if (state != BLOCK) state = CODE;
        } else {
            *s = ' ';
            if (escape && s[1] != '\n') *++s = ' ';
            if ((state == STRING && c == '"') || (state == CHARACTER && c == '\'')) state = CODE;
            if (state == BLOCK && c == '*' && s[1] == '/') *++s = ' ', state = CODE;
        }
    }
}

void sources_blank_directives(char *text) {
    bool at_start = true, directive = false;
    for (char *s = text; *s; s++) {
        if (*s == '\n') {
            if (!directive || s == text || s[-1] != '\\') directive = false;
            at_start = !directive;
            if (s > text && s[-1] == '\\') s[-1] = ' ';
            continue;
        }
        if (at_start && *s == '#') directive = true;
        if (*s != ' ' && *s != '\t') at_start = false;
        if (directive && !(*s == '\\' && s[1] == '\n')) *s = ' ';
    }
}

void sources_make_tree(char root[SUPPORT_PATH]) { cr_assert_not_null(mkdtemp(support_temporary(root, "tree"))); }

static int remove_entry(const char *path, const struct stat *status, int kind, struct FTW *place) {
    (void)status, (void)kind, (void)place;
    return remove(path);
}

void sources_remove_tree(const char *root) { cr_assert_eq(nftw(root, remove_entry, 8, FTW_DEPTH | FTW_PHYS), 0); }

void sources_write(const char *root, const char *path, const char *text) {
    char full[PATH_SIZE];
    cr_assert_lt(snprintf(full, sizeof full, "%s/%s", root, path), PATH_SIZE);
    for (char *slash = full + strlen(root) + 1; (slash = strchr(slash, '/')); *slash++ = '/') {
        *slash = '\0';
        mkdir(full, 0700);
    }
    FILE *f = fopen(full, "w");
    cr_assert_not_null(f, "cannot write %s", full);
    fputs(text, f);
    cr_assert_eq(fclose(f), 0);
}
