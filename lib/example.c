/* A program that uses libcierzo: it plays a game of random turns, asks the engine about the last ones, and tells of it.
 *
 *     cc -o example example.c $(pkg-config --cflags --libs libcierzo)
 *     ./example [RULES [SEED]] */
#include <cierzo.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

static const char *const COLOUR[] = {"Black", "White", "Nobody"};

static void draw(const CierzoBoard *board) {
    CierzoRules rules;
    char squares[CIERZO_SQUARES];
    cierzo_board_rules(board, &rules);
    cierzo_board_squares(board, squares);
    for (int rank = rules.size - 1; rank >= 0; rank--) {
        for (int file = 0; file < rules.size; file++) printf(" %c", squares[file + 10 * rank]);
        printf("\n");
    }
}

static void tell(const CierzoBoard *board, CierzoTurn turn) {
    char word[24];
    CierzoClaim claims[CIERZO_MAX_SHOOTERS];
    cierzo_turn_text(turn, word, sizeof word);
    printf("%s", word);
    int count = cierzo_board_claims(board, claims);
    for (int i = 0; i < count; i++)
        printf(" [%c%d to %s, %d against %d]", 'a' + claims[i].square % 10, claims[i].square / 10 + 1,
               COLOUR[claims[i].colour], claims[i].largest[claims[i].colour], claims[i].largest[!claims[i].colour]);
    printf("\n");
}

/* What the engine would have played before the last turn, after so many nodes. */
static CierzoError advise(const CierzoBoard *board, int64_t nodes) {
    CierzoBoard *before;
    CierzoEngine *engine;
    CierzoInfo info = {0};
    CierzoLimits limits = cierzo_limits_none();
    limits.nodes = nodes;
    CierzoError error = cierzo_board_copy(board, &before);
    if (error) return error;
    cierzo_board_undo(before);
    error = cierzo_engine_new(1, &engine);
    if (!error) error = cierzo_engine_start(engine, before, &limits);
    if (!error) {
        char word[24];
        while (cierzo_engine_next(engine, &info, -1) == CIERZO_INFO) {}
        cierzo_turn_text(info.best, word, sizeof word);
        printf("before the last turn: %s, chance %.2f, %" PRIu64 " nodes\n", word, info.chance, info.nodes);
        cierzo_engine_free(engine);
    }
    cierzo_board_free(before);
    return error;
}

static int play(CierzoBoard *board, uint64_t seed) {
    CierzoState state;
    for (CierzoTurn turn; (turn = cierzo_board_random(board, &seed)) != 0;) {
        CierzoError error = cierzo_board_play(board, turn);
        if (error) return fprintf(stderr, "%s\n", cierzo_error_text(error)), EXIT_FAILURE;
        tell(board, turn);
    }
    draw(board);
    cierzo_board_state(board, &state);
    printf("%s has won %d to %d after %d turns, key %016" PRIx64 "\n", COLOUR[state.winner], state.claims[state.winner],
           state.claims[!state.winner], state.plies, state.key);
    return advise(board, 2000) ? EXIT_FAILURE : EXIT_SUCCESS;
}

int main(int argc, char **argv) {
    if (cierzo_abi() != CIERZO_ABI)
        return fprintf(stderr, "this program was compiled for another libcierzo\n"), EXIT_FAILURE;
    printf("libcierzo %s for %s\n", cierzo_version(), cierzo_compiled_for());
    CierzoBoard *board;
    CierzoError error = cierzo_board_new(argc > 1 ? argv[1] : NULL, NULL, &board);
    if (error) return fprintf(stderr, "%s\n", cierzo_error_text(error)), EXIT_FAILURE;
    int status = play(board, argc > 2 ? strtoull(argv[2], NULL, 10) : 1);
    cierzo_board_free(board);
    return status;
}
