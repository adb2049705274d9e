"""What tells the rule sets apart, and how games end."""

import numpy as np
import pytest

from ludoteca.core.errors import GameOver, IllegalAction, SetupError, UnknownName
from ludoteca.core.rng import below, new_rng
from ludoteca.games.checkers import moves, rules
from ludoteca.games.checkers.actions import MAX_ACTIONS
from ludoteca.games.checkers.board import RULE_SETS
from ludoteca.games.checkers.draws import LONGEST
from ludoteca.games.checkers.game import GAME
from ludoteca.games.checkers.paths import path_of
from ludoteca.protocol import rules as generic
from ludoteca.testing import random_positions


def names(**options):
    s = GAME.start(**options)
    return {GAME.format_action(s, action) for action in GAME.legal_actions(s)}


def play(s, text):
    for move in text.split():
        GAME.play(s, GAME.parse_action(s, move))
    return s


def as_italian(fen):
    """The Italian moves of a position, both written with the squares of the English board."""
    setup = GAME.parse_setup({"rules": "english", "fen": fen})
    setup.rules = RULE_SETS.index("italian")
    italian, english = GAME.start(setup), GAME.start(rules="english", fen=fen)
    return {GAME.format_action(english, action) for action in GAME.legal_actions(italian)}


def test_who_moves_first():
    movers = {name: GAME.info.seat_name(GAME.mover(GAME.start(rules=name))) for name in RULE_SETS}
    assert movers == {
        "unisa": "White",
        "english": "Black",
        "italian": "White",
        "russian": "White",
        "brazilian": "White",
    }


def test_captures_are_free_in_unisa_and_forced_elsewhere():
    fen = "W:W22,32:B18,6"
    assert names(rules="unisa", fen=fen) == {"22-17", "22x15", "32-27", "32-28"}
    assert names(rules="english", fen=fen) == {"22x15"}


def test_every_prefix_of_a_chain_is_a_unisa_move_and_only_whole_chains_are_english():
    fen = "W:W22,32:B18,11,12"
    assert names(rules="unisa", fen=fen) == {"22-17", "22x15", "22x8", "32-27", "32-28"}
    assert names(rules="english", fen=fen) == {"22x8"}


def test_men_capture_forward_only_with_short_kings_and_backwards_with_flying_ones():
    fen = "W:W15:B18,19,1"
    assert names(rules="english", fen=fen) == {"15-10", "15-11"}
    assert names(rules="russian", fen=fen) == {"e5xc3", "e5xg3"}


def test_italian_men_cannot_take_kings():
    fen = "W:W22:BK18,1"
    assert names(rules="english", fen="W:W22:BK18,1") == {"22x15"}
    assert not any("x" in name for name in names(rules="italian", fen=fen))


@pytest.mark.parametrize(
    ("fen", "expected"),
    [
        ("W:W22,24:B18,11,20,3", {"22x8"}),  # two pieces rather than one
        ("W:WK23,22:B19,18,1", {"23x16", "23x14"}),  # with a king rather than with a man
        ("W:WK22:BK18,17,1", {"22x15"}),  # a king rather than a man is taken
    ],
)
def test_italian_priorities(fen, expected):
    assert as_italian(fen) == expected


def test_the_italian_king_met_first_decides():
    """Both captures take a king and a man; over 19 and 11 the king comes first."""
    assert names(rules="english", fen="W:WK23:BK19,11,18,K9") == {"23x7", "23x5"}
    assert as_italian("W:WK23:BK19,11,18,K9") == {"23x7"}


def test_flying_kings_slide_and_choose_their_landing():
    assert names(rules="russian", fen="W:WK29:B18,1") == {"a1xe5", "a1xf6", "a1xg7", "a1xh8"}
    assert len(names(rules="russian", fen="W:WK29:B1")) == 7


def test_a_russian_man_goes_on_as_a_king_and_a_brazilian_does_not():
    """Over e7 to d8; from there a king goes on over b6."""
    fen = "W:W11:B7,9,4"
    assert names(rules="russian", fen=fen) == {"f6xa5"}
    assert names(rules="brazilian", fen=fen) == {"f6xd8"}
    s = play(GAME.start(rules="russian", fen=fen), "f6:a5")
    assert int(s.men[0]) == 0
    assert int(s.kings[0]) != 0


def test_brazilians_must_take_the_most():
    fen = "W:W22,28:B18,11,24,1"
    assert names(rules="russian", fen=fen) == {"c3xg7", "h2xf4"}
    assert names(rules="brazilian", fen=fen) == {"c3xg7"}


def test_a_man_that_reaches_the_last_row_stops_there():
    s = GAME.start(rules="english", fen="W:W11:B8,7,6,1")
    taken = GAME.legal_actions(s)
    assert {GAME.format_action(s, action) for action in taken} == {"11x4", "11x2"}
    play(s, "11x2")
    assert int(s.kings[0]) != 0
    assert int(s.men[0]) == 0
    assert GAME.mover(s) == 1


def test_who_cannot_move_has_lost():
    s = play(GAME.start(rules="english", fen="W:W5,6,K14:B1"), "14-10")
    assert GAME.returns(s) == [1.0, -1.0]
    assert GAME.describe_result(s) == "White won: Black cannot move"
    assert GAME.is_over(GAME.start(rules="english", fen="B:W5,6,10:B1"))


def test_taking_the_last_piece_wins():
    s = play(GAME.start(rules="unisa", fen="W:W22:B18"), "22x15")
    assert GAME.returns(s) == [1.0, -1.0]
    assert GAME.describe_result(s) == "White won: Black has no pieces left"
    with pytest.raises(GameOver, match="Black has no pieces left"):
        GAME.play(s, 0)


SHUFFLE = "1-6 32-27 6-1 27-32 "


def test_the_third_time_is_a_draw():
    s = GAME.start(rules="english", fen="B:WK32:BK1")
    play(s, SHUFFLE + "1-6 32-27 6-1")
    assert not GAME.is_over(s)
    play(s, "27-32")
    assert GAME.is_over(s)
    assert GAME.returns(s) == [0.0, 0.0]
    assert "third time" in GAME.describe_result(s)


def test_without_the_rule_on_repetition_the_limit_of_quiet_moves_ends_the_game():
    s = GAME.start(rules="english", fen="B:WK32:BK1", repetition="off", quiet_moves=12)
    play(s, SHUFFLE * 5 + "1-6 32-27 6-1")
    assert not GAME.is_over(s)
    play(s, "27-32")
    assert GAME.describe_result(s) == "a draw: 12 moves each without a capture or a man's move"


def test_with_both_rules_off_a_game_goes_on_far_beyond_what_is_remembered():
    s = GAME.start(rules="unisa", fen="B:WK32:BK1", repetition="off", quiet_moves=0)
    play(s, SHUFFLE * 100)
    assert not GAME.is_over(s)
    s.ply = LONGEST - 1
    play(s, "1-6")
    assert GAME.is_over(s)
    assert GAME.returns(s) == [0.0, 0.0]


def test_repetition_is_seen_without_the_limit_too():
    s = GAME.start(rules="unisa", fen="B:WK32:BK1", quiet_moves=0)
    wander = "1-6 32-27 6-10 27-23 10-6 23-27 6-1 27-32 "
    play(s, wander)
    assert not GAME.is_over(s)
    play(s, "1-6 32-27")  # 6 against 27 for the third time
    assert "third time" in GAME.describe_result(s)


def test_a_mans_move_and_a_capture_start_the_count_anew():
    s = GAME.start(rules="english", fen="B:WK32,21:BK1,12", quiet_moves=3)
    play(s, "1-6 32-27 6-1 27-32")
    assert s.quiet == 4
    play(s, "12-16")
    assert s.quiet == 0
    play(s, "32-27")
    assert s.quiet == 1


def test_repetition_agrees_with_a_plain_count():
    """Random king endings, against a list of every position."""
    rng = new_rng(3)
    ended = 0
    for _ in range(60):
        s = GAME.start(rules="unisa", fen="W:WK30,K31:BK2,K3", quiet_moves=0)
        seen = {}
        while not GAME.is_over(s) and s.quiet < 70:
            position = (tuple(s.men), tuple(s.kings), int(s.to_move))
            seen[position] = seen.get(position, 0) + 1
            assert seen[position] < 3
            legal = GAME.legal_actions(s)
            before = int(s.quiet)
            GAME.play(s, legal[below(rng, len(legal))])
            if s.quiet <= before:
                seen = {}
        if s.winner == rules.DRAW:
            assert seen[(tuple(s.men), tuple(s.kings), int(s.to_move))] == 2
            ended += 1
    assert ended > 5


def test_the_evaluation_counts_material_twice_and_moves_once():
    s = GAME.start(rules="unisa", fen="W:W21,K32:B1")
    # White: a man and a king = 2 * 3, and 1 + 2 moves; Black: a man = 2, and 2 moves.
    assert generic.evaluate(s, 0) == pytest.approx((9 - 4) / rules.EVALUATION_UNIT)
    assert generic.evaluate(s, 1) == pytest.approx(-(9 - 4) / rules.EVALUATION_UNIT)
    assert generic.evaluate(GAME.start(), 0) == 0


def test_captures_come_first_and_are_noisy():
    s = GAME.start(rules="unisa", fen="W:W22,32:B18,6")
    for action in GAME.legal_actions(s):
        captures = "x" in GAME.format_action(s, action)
        assert generic.priority(s, action) == captures
        assert generic.is_noisy(s, action) == captures


def test_bad_options_are_refused():
    with pytest.raises(UnknownName, match="english"):
        GAME.start(rules="englsh")
    with pytest.raises(SetupError, match="from 0 to 40"):
        GAME.start(quiet_moves=41)
    with pytest.raises(IllegalAction, match="22-25 is not legal here; legal: 21-17"):
        play(GAME.start(), "22-25")


def test_setups_with_positions_go_out_and_back():
    setup = GAME.parse_setup({"rules": "italian", "fen": "B:W30,K6:B25,28"})
    options = GAME.format_setup(setup)
    assert options["fen"] == "B:WK6,30:B25,28"
    assert GAME.parse_setup(options).tobytes() == setup.tobytes()


def test_actions_mean_the_same_in_every_position_where_they_are_legal():
    """An action names its squares and its way: the same integer is the same text, wherever it occurs."""
    rng = new_rng(8)
    for name in ("unisa", "english", "italian"):
        texts = {}
        for _ in range(30):
            s = GAME.start(rules=name)
            while not GAME.is_over(s):
                legal = GAME.legal_actions(s)
                assert len(set(legal)) == len(legal)
                assert max(legal) < 2**31
                action = legal[below(rng, len(legal))]
                assert texts.setdefault(action, path_of(s, action)) == path_of(s, action)
                GAME.play(s, action)


@pytest.mark.parametrize("rule_set", RULE_SETS)
def test_moves_are_counted_as_they_are_listed(rule_set):
    """Of both sides, in positions of random games: the count never lists what it counts."""
    scratch = np.zeros(MAX_ACTIONS, np.int64)
    for s in random_positions(GAME, 5, rules=rule_set):
        if not GAME.is_over(s):
            side, foe = int(s.to_move), 1 - int(s.to_move)
            boards = int(s.men[side]), int(s.kings[side]), int(s.men[foe]), int(s.kings[foe])
            assert moves.count_moves(int(s.rules), side, *boards, scratch) == len(GAME.legal_actions(s))


def test_flying_captures_with_the_same_ends_and_number_of_pieces_are_ranked():
    """Two ways around from 20 to 29: two actions, each with its own number and its own pieces."""
    s = GAME.start(rules="brazilian", fen="W:WK20:B26,16,9,10")
    actions = GAME.legal_actions(s)
    paths = [path_of(s, action) for action in actions]
    ends = [(path[0], path[-1], len(path)) for path in paths]
    assert max(ends.count(same) for same in ends) == 2
    after = set()
    for action in actions:
        twin = GAME.copy(s)
        GAME.play(twin, action)
        after.add((tuple(twin.men.tolist()), tuple(twin.kings.tolist())))
    assert len(after) == len(actions) == len(set(actions))
