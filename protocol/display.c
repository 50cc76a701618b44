#include "protocol/display.h"

#include <inttypes.h>
#include <stdlib.h>

#include "engine/movegen.h"
#include "engine/notation.h"
#include "eval/eval.h"

static const char *colour_name(Colour c) { return c == BLACK ? "Black" : "White"; }

/* The letters of position texts; `.` is an empty square, and a removed corner is blank. */
static char piece_on(const Position *p, Square s) {
    for (int c = BLACK; c <= WHITE; c++) {
        if (bb_has(p->stones[c], s)) return "bw"[c];
        if (bb_has(p->claimed[c], s)) return "BW"[c];
    }
    if (bb_has(p->shooters, s)) return 's';
    return bb_has(p->variant->board, s) ? '.' : ' ';
}

static void draw_squares(Text *out, const Position *p) {
    for (int rank = p->variant->size - 1; rank >= 0; rank--) {
        text_add(out, "%2d ", rank + 1);
        for (int file = 0; file < p->variant->size; file++) text_add(out, " %c", piece_on(p, square_at(file, rank)));
        text_add(out, "\n");
    }
    text_add(out, "   ");
    for (int file = 0; file < p->variant->size; file++) text_add(out, " %c", 'a' + file);
    text_add(out, "\n");
}

static void add_state(Text *out, const Position *p) {
    Colour winner = position_winner(p);
    text_add(out, "%s: claimed shooters Black %d, White %d, of %d; ", p->variant->name, p->claims[BLACK], p->claims[WHITE],
             variant_shooters(p->variant));
    if (winner != NO_COLOUR) text_add(out, "%s has won\n", colour_name(winner));
    else
        text_add(out, "%s to %s%s\n", colour_name(p->side), position_in_setup(p) ? "set up" : "move",
                 p->swap == SWAP_OFFERED ? ", or swap"
                 : p->swap == SWAP_DONE  ? " (swapped: White is player 1)"
                                         : "");
}

static void add_count(Text *out, const Position *p) { text_add(out, "Moves: %" PRIu64 "\n", turns_count(p)); }

void display_board(Text *out, const Board *board) {
    const Position *p = &board->position;
    char fen[POSITION_TEXT_SIZE];
    position_text(p, fen, sizeof fen);
    text_add(out, "\n");
    draw_squares(out, p);
    text_add(out, "\n");
    add_state(out, p);
    text_add(out, "Fen: %s\nKey: %016" PRIx64 "\n", fen, p->key);
    add_count(out, p);
}

/* A probability with three decimals, made of integers: the same in every locale. */
static void add_probability(Text *out, int p) {
    int mille = (1000 * p + SCORE_ONE / 2) / SCORE_ONE;
    text_add(out, "%d.%03d", mille / 1000, mille % 1000);
}

/* Of log-odds in 1/256: nats. */
static void add_log_odds(Text *out, int log_odds) {
    int hundredths = (abs(log_odds) * 100 + 128) / 256;
    text_add(out, "  %c%d.%02d", log_odds < 0 ? '-' : '+', hundredths / 100, hundredths % 100);
}

static void show_shooter(Text *out, const EvalShooter *s) {
    char square[4];
    square_text(s->square, square, sizeof square);
    text_add(out, "%-7s  ", square);
    add_probability(out, s->black);
    text_add(out, "     ");
    add_probability(out, SCORE_ONE - s->black);
    if (s->claimed) {
        text_add(out, "     claimed by %s\n", colour_name(s->black > 0 ? BLACK : WHITE));
        return;
    }
    text_add(out, "    %3d %3d  %3d %3d  %4d  %3d %3d ", s->largest[BLACK], s->largest[WHITE], s->within[BLACK],
             s->within[WHITE], s->seen, s->prospects[BLACK], s->prospects[WHITE]);
    add_log_odds(out, s->by_groups);
    add_log_odds(out, s->by_view);
    add_log_odds(out, s->by_rest);
    text_add(out, "\n");
}

static void add_verdict(Text *out, const Position *p, const EvalTrace *trace) {
    Colour winner = position_winner(p);
    if (winner != NO_COLOUR) {
        text_add(out, "%s has won.\n", colour_name(winner));
        return;
    }
    if (position_in_setup(p)) {
        text_add(out, "The setup is not over: the evaluation starts with the first turn after it.\n");
        return;
    }
    int black = trace->black_wins;
    text_add(out, "%s to move: P(win) ", colour_name(p->side));
    add_probability(out, p->side == BLACK ? black : SCORE_ONE - black);
    text_add(out, ", %d cp\n", trace->score);
}

void display_eval(Text *out, const Board *board) {
    EvalTrace trace;
    eval_trace(board, &trace);
    if (trace.count > 0) {
        text_add(out, "                             beside  one off        prospects   log-odds for Black by\n");
        text_add(out, "shooter  P(Black)  P(White)    b   w    b   w  seen    b   w   groups   view   rest\n");
    }
    for (int i = 0; i < trace.count; i++) show_shooter(out, &trace.shooters[i]);
    add_verdict(out, &board->position, &trace);
}

void display_moves(Text *out, const Board *board) {
    const Position *p = &board->position;
    if (position_phase(p) == PHASE_PLAY) {
        Move *moves = malloc(MAX_TURNS * sizeof *moves);
        if (!moves) abort();
        size_t count = turns_list(p, moves);
        for (size_t i = 0; i < count; i++) {
            char text[MOVE_TEXT_SIZE];
            move_text(moves[i], text, sizeof text);
            text_add(out, "%s\n", text);
        }
        free(moves);
    }
    add_count(out, p);
}

void display_help(Text *out) {
    text_add(
        out,
        "uci | ugi                   start a session in this dialect; lists the options\n"
        "isready                     answers readyok, at any time\n"
        "setoption name N [value V]  set an option, while nothing runs; UCI_Variant also sets up that rule set's start\n"
        "ucinewgame | uginewgame     forget the last game\n"
        "position startpos [moves M...]\n"
        "position fen BOARD SIDE SWAP NUMBER [moves M...]\n"
        "go [depth N] [nodes N] [mate N] [movetime MS] [infinite] [ponder] [searchmoves M...]\n"
        "   [wtime MS] [btime MS] [winc MS] [binc MS] [p1time MS] [p2time MS] [p1inc MS] [p2inc MS] [movestogo N]\n"
        "                            search; without a limit until stop\n"
        "stop | ponderhit            end the search | the expected move was played\n"
        "query gameover | p1turn | result\n"
        "d | eval | moves            show the position | its evaluation | its legal moves\n"
        "next [PARTIAL]              the squares that can follow a turn's beginning, such as d4, d4-d7 or c3,e5\n"
        "groups | claims             groups of stones with sizes | the last turn's claims with the sizes that decided\n"
        "go perft N                  count the turns N plies deep\n"
        "bench [depth] [threads] [hash]\n"
        "help | quit\n"
        "Moves: d4-d7/f7 moves a shooter and shoots, f7 shoots, c3,e5,g7/d4 sets up, swap swaps colours.\n"
        "To begin with: position startpos, then d, then go movetime 1000.\n");
}
