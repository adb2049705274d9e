"""What front ends get: the map, positions, odds, steps from one position to the next, reasons, smaller maps."""

import json

import pytest

from games.dicewars.scenes import path_map, say, set_up, settle
from ludoteca.core.errors import SetupError
from ludoteca.core.rng import new_rng
from ludoteca.games.dicewars import maps, state
from ludoteca.games.dicewars.constants import MAX_DICE
from ludoteca.games.dicewars.game import GAME
from ludoteca.games.dicewars.odds import ODDS
from ludoteca.protocol import CHANCE, OVER


def decide(s, rng):
    """An action of chance or of a bot that attacks and moves dice."""
    return GAME.draw_chance(s, rng) if GAME.mover(s) == CHANCE else int(GAME.rules.bot_action(s, 0, rng))


def play_war(rng, **options):
    """Every (state, action, state after it) of a game between bots."""
    s = GAME.start(**options)
    while GAME.mover(s) != OVER:
        before, action = GAME.copy(s), decide(s, rng)
        GAME.play(s, action)
        yield before, action, s


def apply_steps(land, steps):
    """What a page does with steps: owners and dice after them."""
    owner, dice = list(land["owner"]), list(land["dice"])
    for step in steps:
        if step["type"] == "deal":
            owner[step["area"]], dice[step["area"]] = step["seat"], 1
        elif step["type"] == "die":
            dice[step["area"]] += 1
        elif step["type"] == "transfer":
            dice[step["source"]] -= step["moved"]
            dice[step["target"]] += step["moved"]
        elif step["type"] == "battle":
            dice[step["source"]], dice[step["target"]] = step["dice"]
            owner[step["target"]] = step["seat"] if step["won"] else owner[step["target"]]
        elif step["type"] == "income" and step["fills"]:
            dice = [MAX_DICE if seat == step["seat"] else n for seat, n in zip(owner, dice, strict=True)]
    return owner, dice


@pytest.mark.parametrize("variant", ["standard", "original"])
def test_the_steps_of_a_whole_war_lead_from_position_to_position(variant):
    seen, out = set(), []
    for before, action, after in play_war(new_rng(4), players=3, map_seed=5, variant=variant):
        steps = GAME.steps(before, action)
        shown = GAME.show(after)
        assert apply_steps(GAME.show(before), steps) == (shown["owner"], shown["dice"])
        seen |= {step["type"] for step in steps}
        out += [step["seat"] for step in steps if step["type"] == "out"]
        if steps[-1]["type"] == "turn":
            assert (steps[-1]["seat"], shown["phase"]) == (shown["turn"], "turn")
    assert steps[-1] == {"type": "over", "winner": int(after.winner)}
    assert sorted([*out, int(after.winner)]) == [0, 1, 2]
    assert seen >= {"deal", "die", "attack", "roll", "battle", "income", "out", "turn", "over"}
    assert ("transfer" in seen) == (variant == "standard")


def test_a_roll_has_the_dice_of_both_sides_and_fits_the_outcome():
    s = say(set_up([0, 1, 1], [4, 3, 1]), "attack 1>2")
    for outcome in (state.WON, state.LOST):
        roll, battle, *_ = GAME.steps(s, outcome)
        assert (len(roll["attacker"]), len(roll["defender"])) == (4, 3)
        assert (sum(roll["attacker"]) > sum(roll["defender"])) == battle["won"] == (outcome == state.WON)
        assert (roll["seat"], roll["victim"], roll["source"], roll["target"]) == (0, 1, 0, 1)
    assert GAME.steps(s, state.WON) == GAME.steps(GAME.copy(s), state.WON), "looked at again, the same dice"


def test_rolls_are_drawn_from_what_everybody_sees():
    """Two tables with other seeds that come to the same position show the same dice: these say nothing of the seed."""
    first, second = (say(set_up([0, 1, 0], [4, 3, 2]), "attack 1>2") for _ in range(2))
    assert GAME.steps(first, state.WON) == GAME.steps(second, state.WON)
    other = say(set_up([0, 1, 0], [4, 3, 3]), "attack 1>2")
    assert GAME.steps(first, state.WON)[0] != GAME.steps(other, state.WON)[0]


def test_actions_come_with_odds_dice_and_income():
    s = set_up([0, 0, 1], [3, 5, 2])
    shown = {GAME.format_action(s, action): GAME.show_action(s, action) for action in GAME.legal_actions(s)}
    assert shown["attack 2>3"] == {"kind": "attack", "source": 1, "target": 2, "odds": round(ODDS[5, 2], 6)}
    assert shown["transfer 1>2"] == {"kind": "transfer", "source": 0, "target": 1, "moved": 2}
    assert shown["end"] == {"kind": "end", "income": 2}


def test_income_says_what_is_placed_and_what_is_kept():
    s = set_up([0, 0, 1], [8, 7, 2])
    s.reserve[0] = 4
    (income, turn) = GAME.steps(s, state.END)
    assert income == {
        "type": "income", "seat": 0, "region": 2, "reserve": 4, "placed": 1, "kept": 5, "fills": True,
    }  # fmt: skip
    assert turn == {"type": "turn", "seat": 1}


def test_the_map_is_the_stage_and_goes_into_the_preview_only():
    s = GAME.start(map_seed=7)
    stage = GAME.stage(s)
    assert len(stage["hexes"]) == 28 * 32
    assert int(stage["hexes"].replace("0", "")[0], 36) in range(1, 35)
    grown = maps.grow(7)
    assert [set(others) for others in stage["neighbours"]] == [set(others) for others in grown.neighbours]
    assert GAME.show(s)["map"] == stage
    GAME.play(s, GAME.draw_chance(s, new_rng(1)))
    assert "map" not in GAME.show(s)
    assert GAME.stage(GAME.start()) == {}, "chance has not drawn it yet"
    drawn = settle(GAME.start())
    assert GAME.stage(drawn) == GAME.stage(GAME.start(map_seed=GAME.show(drawn)["map_seed"]))


def test_a_map_without_a_picture_has_no_hexes():
    assert GAME.stage(GAME.start(players=2, map=path_map(3))) == {
        "columns": 32,
        "hexes": "",
        "neighbours": [[1], [0, 2], [1]],
    }


def test_chances_add_up_and_follow_the_land():
    before = GAME.show(GAME.start(map_seed=7))["seats"]
    assert before["chance"] == []
    even = GAME.show(settle(GAME.start(map_seed=7)))["seats"]["chance"]
    assert sum(even) == pytest.approx(1, abs=0.01)
    ahead = GAME.show(set_up([0, 0, 0, 0, 0, 1], [8, 8, 8, 8, 8, 1]))["seats"]["chance"]
    assert ahead[0] > 0.9
    over = say(set_up([0, 1], [8, 1]), "attack 1>2")
    GAME.play(over, state.WON)
    assert GAME.show(over)["seats"]["chance"] == [1.0, 0.0]
    assert GAME.end_code(over) == {"code": "conquered", "winner": 0}


def test_standings_count_what_people_count():
    s = set_up([0, 0, 1, 0, 1], [3, 1, 2, 4, 1])
    s.reserve[1] = 6
    seats = GAME.show(s)["seats"]
    assert (seats["areas"], seats["region"], seats["pool"], seats["reserve"]) == ([3, 2], [2, 1], [8, 3], [0, 6])


@pytest.mark.parametrize(
    ("attempt", "code"),
    [
        ({"source": 2}, "not_yours"),
        ({"source": 1}, "one_die"),
        ({"source": 0, "target": 2}, "not_neighbours"),
        ({"source": 3, "target": 4}, "full"),
        ({"source": 3}, "no_target"),
        ({}, "not_now"),
        ({"source": "x", "target": []}, "not_now"),
        ({"source": 99}, "not_now"),
        ({"source": True}, "not_now"),
    ],
)
def test_reasons(attempt, code):
    s = set_up([0, 0, 1, 0, 0], [4, 1, 2, 3, 8])
    told = GAME.explain(s, attempt)
    assert told["code"] == code
    json.dumps(told)


def test_transfers_that_are_not_allowed_say_why():
    spent = set_up([0, 0, 1], [4, 2, 2])
    spent.transfers = 6
    assert GAME.explain(spent, {"source": 0, "target": 1})["code"] == "transfers_spent"
    original = set_up([0, 0, 1], [4, 2, 2], variant="original")
    assert GAME.explain(original, {"source": 0, "target": 1})["code"] == "no_transfers"


@pytest.mark.parametrize("size", [8, 14, 22, 34])
def test_a_smaller_map_is_a_connected_part_of_the_whole(size):
    small, whole = maps.grow_small(11, 0, size), maps.grow(11)
    assert small.areas == size
    for area, here in zip(small.hexes, whole.hexes, strict=True):
        assert area == 0 or here > 0
    setup = GAME.parse_setup({"players": 2, "map_seed": 11, "size": size})
    options = GAME.format_setup(setup)
    assert options["size"] == size
    assert "map" not in options
    assert GAME.same(GAME.start(options), GAME.start(setup))
    reached, waiting = {0}, [0]
    while waiting:
        waiting += (new := small.neighbours[waiting.pop()] - reached)
        reached |= new
    assert len(reached) == size


@pytest.mark.parametrize("size", [7, 35, -1, "x", "9999999", [], 1.5, True])
def test_a_size_that_cannot_be_is_refused(size):
    with pytest.raises(SetupError, match="size"):
        GAME.parse_setup({"map_seed": 11, "size": size})


def test_a_size_needs_a_seed_to_cut_from():
    with pytest.raises(SetupError, match="map_seed"):
        GAME.parse_setup({"size": 14})
