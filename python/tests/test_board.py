"""The rules through Board: the vectors of all rule sets, and what the interface itself promises."""

from __future__ import annotations

import copy
import doctest
import gc
import pickle
import threading
import tracemalloc
import xml.dom.minidom
from pathlib import Path

import pytest
from vectors import lines

import cierzo
from cierzo import Board, Colour, Kind, Phase, Swap, Turn

MIDDLE = "6w/7/4s2/3s3/2s4/7/b6 b - 2"
MOST_LEAVES = 20_000_000


def board_of(rules: str, position: str) -> Board:
    return Board(rules, None if position == "startpos" else position)


def test_leaf_counts_are_those_of_the_vectors() -> None:
    rule_sets = set()
    for rules, position, *counts in lines("perft.epd"):
        board = board_of(rules, position)
        rule_sets.add(rules)
        for field in counts:
            depth, leaves = (int(part) for part in field[1:].split())
            if leaves <= MOST_LEAVES:
                assert board.perft(depth) == leaves, (rules, position, depth)
            if depth == 1:
                assert board.count_turns() == leaves
    assert rule_sets == set(cierzo.RULE_SETS)


def test_turns_lead_to_the_given_positions_and_back() -> None:
    for number, (rules, before, word, after) in enumerate(lines("turns.epd")):
        board = board_of(rules, before)
        claims = board.claims
        turn = board.play(word)
        assert str(turn) == word and board.position == after
        made = board.claims_made()
        assert [sum(c.colour == side for c in made) for side in Colour] == [n - m for n, m in zip(board.claims, claims)]
        if number % 10 == 0 and board.plies:
            assert pickle.loads(pickle.dumps(board)).turns == [turn]
        assert board.undo() == turn and board.position == before and not board.claims_made()
    assert number == 1199


def test_illegal_turns_are_refused_and_change_nothing() -> None:
    for rules, position, word in lines("illegal.epd"):
        board = board_of(rules, position)
        with pytest.raises(cierzo.TurnError):
            board.play(word)
        assert not board.is_legal(word)
        assert board.position == board.start and board.plies == 0


def test_positions_are_taken_or_refused() -> None:
    for rules, verdict, position in lines("positions.epd"):
        if verdict == "ok":
            board_of(rules, position)
        else:
            with pytest.raises(cierzo.PositionError):
                board_of(rules, position)


def test_errors_say_what_is_wrong() -> None:
    with pytest.raises(cierzo.RuleSetError, match="'chess': no rule set has that name"):
        Board("chess")
    with pytest.raises(cierzo.PositionError, match="'hello': unknown character"):
        Board("veletas", "hello")
    with pytest.raises(ValueError, match="'a1-a2/a3': a setup turn is due"):
        Board().play("a1-a2/a3")
    with pytest.raises(cierzo.TurnError, match="'d4/a1\\\\x00x'"):
        Board("veletas-7").play("d4/a1\0x")
    with pytest.raises(cierzo.NothingToUndo) as caught:
        Board().undo()
    assert caught.value.code == 104
    with pytest.raises(cierzo.TurnError):
        Board().play(Turn(12345))
    with pytest.raises(ValueError):
        Board("veletas-7")["h1"]
    with pytest.raises(ValueError):
        cierzo.square_index("a11")


def test_a_game_from_the_setup_on() -> None:
    board = Board("veletas-7")
    assert (board.phase, board.side, board.swap, board.number) == (Phase.FIRST_SETUP, Colour.BLACK, Swap.NONE, 1)
    setup = board.play("d4/a1")
    assert (setup.kind, setup.placed, setup.stone, setup.shot) == (Kind.SETUP, ("d4",), "a1", None)
    assert (board.phase, board.swap) == (Phase.SECOND_SETUP, Swap.OFFERED)
    assert board.play("swap").kind is Kind.SWAP
    assert (board.swap, board.first_player) == (Swap.DONE, Colour.WHITE)
    board.play("e5,c3/g7")
    turn = board.play("d4-d7/f7")
    assert (turn.kind, turn.from_square, turn.to_square, turn.shot, turn.placed) == (Kind.PLAY, "d4", "d7", "f7", ())
    assert [str(t) for t in board.turns] == ["d4/a1", "swap", "c3,e5/g7", "d4-d7/f7"]
    assert (board.side, board.number, board.plies, board.winner, board.result) == (Colour.WHITE, 2, 4, None, "*")
    assert board["f7"] == "b" and board["d7"] == "s" and board["a2"] == "."
    assert board.pieces() == {"a1": "b", "c3": "s", "e5": "s", "d7": "s", "f7": "b", "g7": "w"}
    other = copy.deepcopy(board)
    assert other == board and other.undo() == turn and other != board
    assert pickle.loads(pickle.dumps(board)) == board


def test_a_finished_game() -> None:
    random = cierzo.Random(7)
    for rules in cierzo.RULE_SETS.values():
        board = Board(rules)
        while (turn := board.random_turn(random)) is not None:
            assert board.is_legal(turn)
            board.play(turn)
        assert board.is_over and board.winner is not None and board.claims[board.winner] >= rules.majority
        assert board.result == ("0-1" if board.winner is Colour.BLACK else "1-0")
        assert list(board.legal_turns()) == [] and board.perft(3) == 0 and board.count_turns() == 0
        assert len(board.claimed()) == sum(board.claims)
        assert all(board.forecast()[square] == (owner is Colour.BLACK) for square, owner in board.claimed().items())


def test_random_games_come_from_their_seed() -> None:
    games = []
    for _ in range(2):
        board, random = Board(), cierzo.Random(11)
        assert board.random_play(10, random) == 10
        board.random_play(1000, random)
        games.append(board.turns)
    assert games[0] == games[1]


def test_turns_are_listed() -> None:
    board = Board("veletas-7", MIDDLE)
    turns = list(board.legal_turns())
    assert len(turns) == len(set(turns)) == board.count_turns() == 1068
    assert all(board.parse(str(turn)) == turn for turn in turns[::50])
    assert not board.is_legal(Turn(0))
    setups = Board("veletas-7", "7/7/7/3s3/7/7/b6 w ? 1").legal_turns()
    assert str(next(setups)) == "swap"
    assert 1 + sum(1 for _ in setups) == Board("veletas-7", "7/7/7/3s3/7/7/b6 w ? 1").count_turns()


def test_steps_lead_to_every_turn() -> None:
    board = Board("veletas-7", MIDDLE)
    first = board.steps()
    assert first.shooters == {"c3", "d4", "e5"} and not first.complete and not first.swap and not first.stones
    words = set(first.shots)
    for shooter in first.shooters:
        for target in board.steps(shooter).targets:
            words |= {f"{shooter}-{target}/{shot}" for shot in board.steps(f"{shooter}-{target}").shots}
    assert words == {str(turn) for turn in board.legal_turns()}
    assert board.steps("d4-d7/f7").complete
    with pytest.raises(cierzo.TurnError):
        board.steps("a1-")
    assert Board("veletas-7").steps("d4").stones


def test_groups_and_what_is_seen() -> None:
    board = Board("nocorners-7", "7/1bb4/4s2/3s3/2s4/w6/2w4 b - 2")
    assert [(g.colour, g.squares, len(g)) for g in board.groups()][0] == (Colour.BLACK, ("b6", "c6"), 2)
    assert len(board.groups()) == 3
    assert "c2" in board.seen("c3") and "c1" not in board.seen("c3") and board.seen("a1") == frozenset()
    assert str(board).splitlines()[0] == " 7    . . . . .  "


def test_the_picture_is_well_formed_and_shows_every_piece() -> None:
    board = Board("veletas-7", MIDDLE)
    board.play("d4-d7/f7")
    picture = xml.dom.minidom.parseString(board._repr_svg_())
    assert len(picture.getElementsByTagName("rect")) == 49
    assert len(picture.getElementsByTagName("circle")) == 3
    assert len(picture.getElementsByTagName("polygon")) == 3
    marked = [r for r in picture.getElementsByTagName("rect") if r.getAttribute("fill") == "#d9a441"]
    assert len(marked) == 3


def test_other_threads_run_during_perft() -> None:
    """A thread that counts leaves without giving up the lock would not let this one reach the stop."""
    counted = threading.Event()
    moments = 0

    def count() -> None:
        Board("veletas-7", MIDDLE).perft(3)
        counted.set()

    thread = threading.Thread(target=count)
    thread.start()
    while not counted.wait(0.0005):
        moments += 1
    thread.join()
    assert moments > 0


def resident() -> int:
    with open("/proc/self/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * 4096


def test_ten_thousand_boards_leave_nothing_behind() -> None:
    def make(count: int) -> None:
        random = cierzo.Random(1)
        for _ in range(count):
            board = Board("veletas-7")
            board.random_play(10, random)
            board.copy().undo()
            next(board.legal_turns(), None)
            board.groups()

    make(1000)
    gc.collect()
    tracemalloc.start()
    before, python_before = resident(), tracemalloc.get_traced_memory()[0]
    make(10_000)
    gc.collect()
    after, python_after = resident(), tracemalloc.get_traced_memory()[0]
    tracemalloc.stop()
    # A board takes 2 kB and more in the library, so that 10,000 of them would be 20 MB.
    assert after - before < 4_000_000
    assert python_after - python_before < 100_000


def test_the_documentation_is_right() -> None:
    assert doctest.testmod(cierzo).failed == 0
    manual = Path(__file__).parent.parent.parent / "docs" / "python.md"
    assert doctest.testfile(str(manual), module_relative=False).failed == 0
