#include "protocol/gui.h"

#include "engine/notation.h"

static void add_square(Text *out, Square s) {
    char text[4];
    square_text(s, text, sizeof text);
    text_add(out, " %s", text);
}

static void add_squares(Text *out, Bitboard squares) {
    while (squares) {
        Square s = bb_first_by_file(squares);
        squares &= ~bb_of(s);
        add_square(out, s);
    }
}

static void add_list(Text *out, const char *name, Bitboard squares) {
    if (!squares) return;
    text_add(out, " %s", name);
    add_squares(out, squares);
}

void gui_next(Text *out, const Partial *next) {
    text_add(out, "next");
    add_list(out, "shooters", next->shooters);
    add_list(out, "targets", next->targets);
    add_list(out, "shots", next->shots);
    add_list(out, "stones", next->stones);
    text_add(out, "%s%s\n", next->swap ? " swap" : "", next->complete ? " complete" : "");
}

void gui_groups(Text *out, const Board *board) {
    Group groups[SQUARES];
    int count = groups_list(&board->groups, &board->position, groups);
    text_add(out, "groups");
    for (int i = 0; i < count; i++) {
        text_add(out, " %c %d", "bw"[groups[i].colour], bb_count(groups[i].members));
        add_squares(out, groups[i].members);
    }
    text_add(out, "\n");
}

void gui_claims(Text *out, const Board *board, Bitboard claimed) {
    const Groups *g = &board->groups;
    text_add(out, "claims");
    while (claimed) {
        Square s = bb_first_by_file(claimed);
        claimed &= ~bb_of(s);
        add_square(out, s);
        text_add(out, " %c %d %d", bb_has(board->position.claimed[BLACK], s) ? 'b' : 'w', groups_beside(g, s, BLACK),
                 groups_beside(g, s, WHITE));
    }
    text_add(out, "\n");
}
