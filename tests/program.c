#define _GNU_SOURCE /* get_current_dir_name, vasprintf */
#include "tests/program.h"

#include <regex.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "tests/session.h"
#include "tests/support.h"

static const char FAKE[] =
    "n=0\n"
    "while read -r word rest; do\n"
    "    case $word in\n"
    "    uci) echo 'id name fake'; echo 'option name UCI_Variant type string default veletas'; echo uciok ;;\n"
    "    isready) echo readyok ;;\n"
    "    quit) exit ;;\n"
    "    go)\n"
    "        case $rest in perft*) echo 'Nodes searched: 1'; continue ;; esac\n"
    "        n=$((n + 1))\n"
    "        line=$(sed -n \"${n}p\" answers)\n"
    "        [ \"$line\" = crash ] && exit 3\n"
    "        echo \"$line\" | tr '|' '\\n' ;;\n"
    "    esac\n"
    "done\n";

static char folder[SUPPORT_PATH];

static void set_absolute(const char *name, const char *path) {
    char *full = realpath(path, NULL);
    REQUIRE(full && setenv(name, full, 1) == 0, "no %s", path);
    free(full);
}

void program_init(void) {
    support_init();
    const char *data = getenv("CIERZO_TEST_DATA");
    char program[4096];
    snprintf(program, sizeof program, "%s", talk_program());
    char *slash = strrchr(program, '/');
    if (slash) *slash = '\0';
    set_absolute("BIN", slash ? program : ".");
    set_absolute("DATA", data ? data : "tests/data");
    REQUIRE(mkdtemp(support_temporary(folder, "test")) && chdir(folder) == 0, "no folder");
    program_file("fake.sh", FAKE);
}

void program_end(void) {
    char command[SUPPORT_PATH + 16];
    snprintf(command, sizeof command, "rm -rf '%s'", folder);
    REQUIRE(chdir("/") == 0 && system(command) == 0, "the folder stays");
}

void program_file(const char *name, const char *text) {
    FILE *f = fopen(name, "w");
    REQUIRE(f && fputs(text, f) >= 0 && fclose(f) == 0, "cannot write %s", name);
}

static void read_file(const char *name, char out[static PROGRAM_TEXT]) {
    FILE *f = fopen(name, "r");
    REQUIRE(f, "no file %s", name);
    size_t length = fread(out, 1, PROGRAM_TEXT - 1, f);
    out[length] = '\0';
    fclose(f);
}

const char *program_text(const char *name) {
    static char text[PROGRAM_TEXT];
    read_file(name, text);
    return text;
}

const Run *program_run(const char *format, ...) {
    static Run run;
    char *line, *command;
    va_list arguments;
    va_start(arguments, format);
    REQUIRE(vasprintf(&line, format, arguments) >= 0, "no memory");
    va_end(arguments);
    REQUIRE(asprintf(&command, "{ %s\n} </dev/null >.out 2>.error", line) >= 0, "no memory");
    int status = system(command);
    run.status = WIFEXITED(status) ? WEXITSTATUS(status) : -1;
    read_file(".out", run.out);
    read_file(".error", run.error);
    free(line);
    free(command);
    return &run;
}

bool program_says(const char *text, const char *regex) {
    regex_t compiled;
    REQUIRE(regcomp(&compiled, regex, REG_EXTENDED | REG_NOSUB | REG_NEWLINE) == 0, "not a regular expression: %s", regex);
    bool found = regexec(&compiled, text, 0, NULL, 0) == 0;
    regfree(&compiled);
    return found;
}
