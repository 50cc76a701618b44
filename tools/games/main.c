#include <errno.h>
#include <string.h>

#include "engine/engine.h"
#include "engine/version.h"
#include "tools/games/games.h"

static const struct {
    const char *name;
    int (*run)(int argc, char **argv);
    const char *usage, *help;
} COMMANDS[] = {
    {"check", games_check, "FILE...", "replays every game by the rules and counts"},
    {"positions", games_positions,
     "FILE... [--plies A-B] [--every N] [--no-setup] [--unique] [--result] [--score] [--out FILE]",
     "writes positions as lines VARIANT;POSITION"},
    {"convert", games_convert, "FILE... [--from FORM] [--to FORM] [--variant NAME] [--out FILE]",
     "makes game records of other forms, or the other way round: lines, pgn, abstractplay, boardspace, sgf, bga"},
    {"analyse", games_analyse,
     "FILE... --engine COMMAND [--movetime MS] [--nodes N] [--depth D] [--option NAME=VALUE]... [--top N] [--work FILE] [--shard K/N] [--out FILE]",
     "has an engine score every position, lists the costliest turns and writes commented games"},
    {"merge", games_merge, "FILE... [--out FILE]", "puts the files of analyse --shard together"},
};
enum { COMMAND_COUNT = sizeof COMMANDS / sizeof *COMMANDS };

int games_each(const char *path, bool (*visit)(void *context, const FileGame *game), void *context) {
    bool standard = !strcmp(path, "-");
    FILE *in = standard ? stdin : fopen(path, "rb");
    RecordReader *reader = in ? record_reader_open(in) : NULL;
    if (!reader) {
        fprintf(stderr, "cierzo-games: cannot read %s: %s\n", path, strerror(errno));
        if (in && !standard) fclose(in);
        return 1;
    }
    char error[RECORD_ERROR_SIZE];
    Record record;
    RecordStatus status;
    bool more = true;
    int broken = 0;
    for (int number = 1; more && (status = record_read(reader, &record, error)) != RECORD_END; number++) {
        if (status == RECORD_READ) {
            more = visit(context, &(FileGame){path, number, record_reader_line(reader), &record});
            record_free(&record);
        } else {
            fprintf(stderr, "%s: game %d: %s\n", path, number, error);
            broken++;
        }
    }
    record_reader_close(reader);
    if (!standard) fclose(in);
    return broken;
}

FILE *games_output(const char *path) {
    if (!path || !strcmp(path, "-")) return stdout;
    FILE *out = fopen(path, "wb");
    if (!out) fprintf(stderr, "cierzo-games: cannot write %s: %s\n", path, strerror(errno));
    return out;
}

bool games_close(FILE *out, const char *path) {
    bool good = !fflush(out) && !ferror(out);
    if (out != stdout && fclose(out)) good = false;
    if (!good) fprintf(stderr, "cierzo-games: not all could be written to %s\n", path ? path : "standard output");
    return good;
}

int games_usage(const char *command) {
    for (int i = 0; i < COMMAND_COUNT; i++)
        if (!strcmp(command, COMMANDS[i].name)) fprintf(stderr, "usage: cierzo-games %s %s\n", command, COMMANDS[i].usage);
    return GAMES_USAGE;
}

static void print_help(FILE *out) {
    fprintf(out, "usage: cierzo-games COMMAND FILE... [OPTIONS]\n");
    for (int i = 0; i < COMMAND_COUNT; i++)
        fprintf(out, "\n  %s %s\n      %s\n", COMMANDS[i].name, COMMANDS[i].usage, COMMANDS[i].help);
    fprintf(out, "\nFILE - is standard input. docs/games.md has the formats and examples.\n");
}

int main(int argc, char **argv) {
    engine_init();
    if (argc >= 2 && (!strcmp(argv[1], "--help") || !strcmp(argv[1], "help"))) {
        print_help(stdout);
        return GAMES_FINE;
    }
    if (argc >= 2 && !strcmp(argv[1], "--version")) {
        printf("cierzo-games %s\n", CIERZO_VERSION);
        return GAMES_FINE;
    }
    for (int i = 0; argc >= 2 && i < COMMAND_COUNT; i++)
        if (!strcmp(argv[1], COMMANDS[i].name)) return COMMANDS[i].run(argc - 1, argv + 1);
    print_help(stderr);
    return GAMES_USAGE;
}
