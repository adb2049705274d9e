"""The draw rules of the Russian and Brazilian federations, one position a rule."""

import numpy as np
import pytest

from ludoteca import agents
from ludoteca.core.jit import compiles
from ludoteca.games.checkers.draws import NEVER, limit_of
from ludoteca.games.checkers.game import GAME
from ludoteca.lab.record import format_record, parse_record
from ludoteca.protocol import Budget

WANDER = "c1-d2 h8-g7 d2-c1 g7-h8"  # two kings go to and fro
EIGHT = "W:WK30,21,28,32:BK4,1,2,3"
BY_COUNT = {"repetition": "off", "quiet_moves": 0, "federation_draws": "on"}


def place(fen, rules="russian", **options):
    return GAME.start(rules=rules, fen=fen, **{**BY_COUNT, **options})


def play(s, text):
    for move in text.split():
        GAME.play(s, GAME.parse_action(s, move))
    return s


def shuffle(s, moves, times):
    """Play a cycle of moves, so many plies; the game must last until the last of them."""
    for i, move in enumerate((moves.split() * times)[:times]):
        assert not GAME.is_over(s), f"over after {i} plies"
        play(s, move)
    return s


@pytest.mark.parametrize(
    ("rules", "fen", "plies"),
    [
        ("russian", "W:WK29,K30,K31:BK4", 30),  # three kings against one
        ("russian", "W:WK29,K30,K31,K32,25:BK4", 30),  # more, and a man: still against a king alone
        ("russian", "W:WK4:BK29,K30,K31", 30),  # the same for Black
        ("russian", "W:WK29,K30:BK4,K3", 60),  # four pieces
        ("russian", "W:WK29,K30,21:BK4,12", 60),  # five
        ("russian", "W:WK29,21,22:BK4,12,11", 120),  # six
        ("russian", "W:WK29,21,22,23:BK4,12,11", 120),  # seven
        ("russian", "W:WK29,21,22,23:BK4,12,11,10", NEVER),  # eight
        ("russian", "W:WK29,21,22:B4,12", NEVER),  # one side has no king
        ("russian", "W:WK29,K30:BK4", NEVER),  # three pieces: only kings move, and that rule ends it
        ("brazilian", "W:WK29,K30:BK4,K3", 10),
        ("brazilian", "W:WK29,K30:BK4", 10),
        ("brazilian", "W:WK29,K30:BK4,12", 10),
        ("brazilian", "W:WK29:BK4", 10),
        ("brazilian", "W:WK29:BK4,12", 10),
        ("brazilian", "W:WK29,21:BK4,12", NEVER),  # a man on either side
        ("brazilian", "W:WK29,K30,K31:BK4", NEVER),  # three against one
        ("brazilian", "W:WK29,K30:B12", NEVER),  # no king
    ],
)
def test_each_ending_has_its_limit(rules, fen, plies):
    assert limit_of(place(fen, rules)) == plies


def test_russian_three_kings_have_fifteen_moves_also_where_men_move():
    """A man's move starts the count of kings' moves anew, but not that of the ending."""
    s = place("W:WK30,K31,K32,21:BK4")
    s = shuffle(s, WANDER, 20)
    play(s, "a3-b4 h8-g7")
    assert (s.quiet, s.unchanged) == (1, 22)
    shuffle(s, "c1-d2 g7-h8 d2-c1 h8-g7", 8)
    assert GAME.describe_result(s) == "a draw: 15 moves each in this ending without a capture or a new king"
    assert GAME.end_code(s) == {"code": "same_material", "winner": None}


def test_fifteen_russian_moves_with_kings_only_are_a_draw():
    s = shuffle(place(EIGHT), WANDER, 30)
    assert GAME.describe_result(s) == "a draw: 15 moves each with kings only"
    assert GAME.end_code(s) == {"code": "kings_only", "winner": None}


def test_twenty_brazilian_moves_with_kings_only_are_a_draw():
    s = shuffle(place(EIGHT, "brazilian"), WANDER, 40)
    assert GAME.describe_result(s) == "a draw: 20 moves each with kings only"


def test_five_brazilian_moves_end_a_level_ending():
    s = shuffle(place("W:WK30,K31:BK4,K3", "brazilian"), WANDER, 10)
    assert GAME.describe_result(s) == "a draw: 5 moves each in this ending without a capture or a new king"


def test_thirty_russian_moves_where_men_advance_are_a_draw():
    """Four pieces: kings wander, and now and then a man steps, so that the rule on kings alone never holds."""
    s = place("W:WK30,28:BK4,5")
    shuffle(s, WANDER, 28)
    play(s, "h2-g3 a7-b6")
    shuffle(s, WANDER, 28)
    assert s.unchanged == 58
    play(s, "g3-h4 b6-c5")
    assert GAME.end_code(s)["code"] == "same_material"


def test_captures_and_crownings_start_the_count_of_the_ending_anew():
    s = place("W:WK30,5:BK4,12", "russian")
    shuffle(s, WANDER, 4)
    assert s.unchanged == 4
    play(s, "a7-b8")
    assert (s.unchanged, s.quiet) == (0, 0)


def test_the_rules_hold_by_default_and_only_where_there_are_such_rules():
    flags = {rules: int(GAME.start(rules=rules).federation_draws) for rules in ("unisa", "english", "italian")}
    assert set(flags.values()) == {0}
    assert GAME.start(rules="russian").federation_draws == 1
    assert GAME.start(rules="brazilian").federation_draws == 1
    assert GAME.start(rules="russian", federation_draws="off").federation_draws == 0


def test_records_of_version_1_0_replay_without_these_rules():
    """They name the two older draw rules and not this one."""
    setup = {"rules": "russian", "repetition": "off", "quiet_moves": 40, "fen": EIGHT}
    s, rows = GAME.start(setup), []
    for i in range(60):
        action = GAME.parse_action(s, WANDER.split()[i % 4])
        rows.append(f"[{GAME.mover(s)}, {action}]")
        GAME.play(s, action)
    text = (
        '{"format": "ludoteca record 1", "game": "checkers", "version": "1.0", "seed": 1, "result": null,\n'
        f'"setup": {str(setup).replace(chr(39), chr(34))}, "seats": [{{}}, {{}}], "actions": [\n'
        + ",\n".join(rows)
        + "\n]}"
    )
    record = parse_record(text)
    assert len(record.actions) == 60
    assert parse_record(format_record(record, GAME)).actions == record.actions


@pytest.mark.skipif(not compiles, reason="too slow uncompiled")
@pytest.mark.parametrize(("rules", "fen"), [("russian", "W:WK30,K31,K32:BK4"), ("brazilian", "W:WK30,K31:BK4,12")])
def test_the_engine_knows_these_draws(rules, fen):
    """Far from the limit it hopes to win; one ply before it every move draws."""
    engine = agents.make("checkers_engine", GAME)
    s = place(fen, rules)
    assert engine.decide(s, Budget(nodes=20_000)).analysis.value > 0.0
    s.quiet, s.unchanged = 0, int(limit_of(s)) - 1
    engine.limit = 4
    assert engine.decide(s, Budget(nodes=10**6)).analysis.value == 0.0


def outcomes(s):
    """How the game stands after each legal move: a seat that has won, -1 for not over, -2 for a draw."""
    found = []
    for action in GAME.legal_actions(s):
        child = GAME.copy(s)
        GAME.play(child, action)
        found.append(int(child.winner))
    return found


@pytest.mark.skipif(not compiles, reason="too slow uncompiled")
@pytest.mark.parametrize("rules", ["russian", "brazilian"])
def test_the_engine_counts_as_the_rules_do(rules):
    """In random endings a ply before the limit: it calls a position drawn where every move draws."""
    engine = agents.make("checkers_engine", GAME, depth=1, table=10)
    rng, drawn = np.random.default_rng(5), 0
    for _ in range(60):
        a, b, c, d = rng.permutation(np.arange(5, 29))[:4]
        s = place(f"W:WK{a},K{b}:BK{c},{d}", rules)
        s.unchanged = int(limit_of(s)) - 1
        if len(GAME.legal_actions(s)) > 1 and set(outcomes(s)) == {-2}:
            assert engine.decide(s, Budget(nodes=10**5)).analysis.value == 0.0
            drawn += 1
    assert drawn > 10
