/* Options that people paste from cutechess-cli and fastchess, and why they have no effect here. Whatever else a row swallows, up to the
 * next option, is its value. */
#include "tools/match/parser.h"

static const char NO_DRAWS[] = "there are no draws in this game, and every game comes to its end";
static const char NO_TABLEBASES[] = "there are no tablebases of this game";
static const char NO_BOOKS[] = "engines get no opening books here: see -openings";
static const char MEMORY[] =
    "the file of -pgnout is the memory of the tournament: the same command again goes on where it ends";
static const char BOTH_SIDES[] = "players change sides in every encounter, or with -games 1 from round to round";
static const char ONE_OUTPUT[] = "the output has one form, with the lines that both programs print";

#define UNUSED(option, why)                                                                                                 \
    { .name = option, .kind = VALUE_UNUSED, .reason = why }
#define REFUSED(option, why)                                                                                                \
    { .name = option, .kind = VALUE_REFUSED, .reason = why }

const Key FOREIGN_OPTIONS[] = {
    UNUSED("-draw", NO_DRAWS),
    UNUSED("-maxmoves", NO_DRAWS),
    UNUSED("-tb", NO_TABLEBASES),
    UNUSED("-tbpieces", NO_TABLEBASES),
    UNUSED("-tbignore50", NO_TABLEBASES),
    UNUSED("-tbadjudicate", NO_TABLEBASES),
    UNUSED("-bookmode", NO_BOOKS),
    UNUSED("-noswap", BOTH_SIDES),
    UNUSED("-reverse", BOTH_SIDES),
    UNUSED("-config", MEMORY),
    UNUSED("-autosaveinterval", "every game is saved as it ends"),
    UNUSED("-epdout", "final positions get no file of their own: cierzo-games takes positions from the file of -pgnout"),
    UNUSED("-output", ONE_OUTPUT),
    UNUSED("-report", ONE_OUTPUT),
    UNUSED("-resultformat", ONE_OUTPUT),
    UNUSED("-show-latency", "times are taken here, never from the engines"),
    UNUSED("-testEnv", ONE_OUTPUT),
    UNUSED("-crc32", "no checksum is made of the file of -pgnout"),
    UNUSED("-debug", "-log file=FILE engine=on keeps every line to and from the engines"),
    UNUSED("-force-concurrency", "-concurrency is not limited by the number of processors"),
    UNUSED("-use-affinity", "engines are not bound to processors; taskset binds them all"),
    UNUSED("-strikes", "an engine at fault loses that game and is started anew for the next one"),
    UNUSED("-randomseed", "openings follow from -srand alone, so that a match can be resumed"),
    UNUSED("-ucinewgame-ms", "an engine has the time of -ping-ms"),
    REFUSED("-quick", "say it by -engine, -each and -openings"),
    REFUSED("-engines", "there is no file of engines: give each by -engine cmd=COMMAND"),
    REFUSED("-protocols", "engines speak uci or ugi"),
    REFUSED("-compliance", "no engine is examined here; a match of one game shows whether it plays"),
    REFUSED("--compliance", "no engine is examined here; a match of one game shows whether it plays"),
    {.name = NULL},
};
