"""A position for every effect: what it earns, whom it hits, what it changes. Beautiful contests, A to D in order.

Cool moves are neutral there: no star, no heart more or less.
"""

import pytest

from games.contest.stage import Stage, hearts_of
from ludoteca.games.contest.catalogue import NEIGHBOURS, list_moves
from ludoteca.games.contest.effects import KEYS

PLAIN = "plain cool"  # 4 hearts, whatever happens
PLAIN_REST = "plain beautiful"
POOR = "jam_all_hard tough"  # 1 heart, less one for the crowd's displeasure


def test_plain():
    assert hearts_of(PLAIN, PLAIN, PLAIN, PLAIN) == [4, 4, 4, 4]
    assert hearts_of("plain beautiful", PLAIN, "plain tough", "plain cute") == [5, 4, 3, 4]


def test_fragile_loses_double():
    assert hearts_of("fragile cool", PLAIN, "jam_all cool", PLAIN) == [2, 2, 2, 4]


def test_finale_leaves_the_stage_and_is_safe_afterwards():
    stage = Stage([["finale clever", "jam_prev cool", PLAIN, PLAIN], [None, "jam_all cool", PLAIN, PLAIN]])
    assert stage.hearts[0]["A"] == 8 - 1 - 3  # in its own turn it can be startled
    assert stage.hearts[1]["A"] == 0


def test_repeatable_is_never_boring():
    beautiful, plain = "repeatable beautiful", "plain beautiful"
    stage = Stage([[beautiful, plain, PLAIN, PLAIN]] * 2)
    assert [turn["A"] for turn in stage.hearts] == [4, 4]
    assert [turn["B"] for turn in stage.hearts] == [5, 3]
    assert stage.stars == [2, 3]


def test_shield_once_takes_one_blow():
    assert hearts_of("shield_once cute", "jam_prev cool", "jam_all cool", PLAIN) == [2 - 2, 0, 2, 4]


def test_shield_turn_takes_all():
    assert hearts_of("shield_turn cool", "jam_prev cool", "jam_all cool", PLAIN) == [1, 0, 2, 4]


def test_shields_last_a_turn():
    later = Stage([["shield_turn cool", "next_last cool", "next_last cool", "next_last cool"],
                   [PLAIN, "jam_prev cool", "jam_prev cool", "jam_prev cool"]])  # fmt: skip
    assert later.orders[1] == "ABCD"
    assert later.hearts[1]["A"] == 1


@pytest.mark.parametrize(("move", "own", "loss"), [("jam_prev cool", 2, 3), ("jam_prev_hard cool", 1, 4)])
def test_jam_of_the_one_before(move, own, loss):
    assert hearts_of(PLAIN, PLAIN, move, PLAIN) == [4, 4 - loss, own, 4]
    assert hearts_of(move, PLAIN, PLAIN, PLAIN) == [own, 4, 4, 4]


@pytest.mark.parametrize(("move", "own", "loss"), [("jam_all cool", 2, 2), ("jam_all_hard cool", 1, 3)])
def test_jam_of_all_before(move, own, loss):
    assert hearts_of(PLAIN, PLAIN, move, PLAIN) == [4 - loss, 4 - loss, own, 4]


def test_jam_skip_rests_next_turn():
    turns = [[PLAIN, "jam_skip cool", PLAIN, PLAIN], [PLAIN, None, PLAIN, "jam_all cool"]]
    for mode, loss in (("game", 0), ("thesis", 2)):  # on the console who rests is safe
        stage = Stage(turns, mode=mode, outcomes=[0, 0])
        assert stage.hearts[0] == {"A": 0, "B": 4, "C": 4, "D": 4}
        assert stage.orders[1] == "BCDA"
        assert stage.hearts[1]["B"] == -loss
        assert stage.hearts[1]["C"] == 4 - 1 - 2  # it repeats


@pytest.mark.parametrize(("mode", "left"), [("game", 2), ("thesis", 3)])
def test_jam_half_rounds_up_on_the_console(mode, left):
    assert hearts_of("plain beautiful", "jam_half cool", PLAIN, PLAIN, mode=mode)[0] == left
    assert hearts_of("plain beautiful", "vs_prev tough", "jam_half cool", PLAIN, mode=mode)[1] == -2  # -1, less one


def test_jam_combo_hits_those_who_prepare_one():
    assert hearts_of("Calm Mind", PLAIN, "jam_combo clever", PLAIN) == [1 - 1 - 5, 4 - 1, 2 - 1, 4]


def test_jam_same_type_hits_the_same_condition():
    assert hearts_of(PLAIN, "plain cute", "jam_same_type cool", PLAIN) == [0, 3, 2, 4]


def test_nervous_after_keeps_others_from_performing():
    stage = Stage([["nervous_after cute", PLAIN, PLAIN, PLAIN]], outcomes=[0b1010])
    assert stage.hearts[0] == {"A": 2, "B": 0, "C": 4, "D": 0}
    assert sum(p for _, p in stage.chances[0]) == pytest.approx(1)
    assert dict(stage.chances[0])[0] == pytest.approx(0.8**3)


@pytest.mark.parametrize(
    ("options", "chance"),
    [
        ({"mode": "thesis"}, 0.25),
        ({"mode": "thesis", "options": {"nervousness": "fifth"}}, 0.2),
        ({"mode": "game"}, 0.6),
    ],
)
def test_how_often_somebody_becomes_nervous(options, chance):
    stage = Stage([[PLAIN, PLAIN, "nervous_after cute", PLAIN]], **options)
    assert dict(stage.chances[0])[0b1000] == pytest.approx(chance)


def test_energy_and_standby_change_nerves_on_the_console():
    late = ["next_last cool", "next_last cool", "nervous_after cute", PLAIN]
    energetic = Stage([[PLAIN, PLAIN, PLAIN, "energy_up cool"], late], outcomes=[0])
    assert energetic.orders[1] == "ABCD"
    assert dict(energetic.chances[1])[0b1000] == pytest.approx(0.5)
    expected = Stage([[PLAIN, PLAIN, PLAIN, "Sunny Day"], [PLAIN, PLAIN, "nervous_after cute", PLAIN]], outcomes=[0])
    assert expected.orders[1][-1] == "D"
    assert dict(expected.chances[1])[0b1000] == pytest.approx(0.7)


def test_energy_up_helps_later_and_energy_down_takes_it():
    turns = [["energy_up cool", PLAIN, PLAIN, PLAIN], ["energy_up cool", PLAIN, PLAIN, PLAIN], [PLAIN] * 4]
    stage = Stage(turns)
    assert [turn["A"] for turn in stage.hearts] == [1, 2 - 1, 4 + 2]
    assert int(stage.state.energy[0]) == 2
    sapped = Stage([["energy_up cool", "energy_down cute", PLAIN, PLAIN], [PLAIN] * 4])
    assert sapped.hearts[1]["A"] == 4
    guarded = Stage([["energy_up cool"] + [PLAIN] * 3, ["shield_once cute", "energy_down cute", PLAIN, PLAIN]])
    assert int(guarded.state.energy[0]) == 1


def test_energy_use_counts_three_a_star():
    stage = Stage([["energy_up cool", PLAIN, PLAIN, PLAIN], ["energy_use cute", PLAIN, PLAIN, PLAIN]])
    assert stage.hearts[1]["A"] == 4


def test_expectation_down_ends_a_standby():
    combo = [["Agility"] + [PLAIN] * 3, ["Electro Ball", PLAIN, PLAIN, PLAIN]]
    assert Stage(combo).hearts[1]["A"] == 3 + 3
    ended = [["Agility", "expectation_down cute", PLAIN, PLAIN], combo[1]]
    assert Stage(ended).hearts[1]["A"] == 3


def test_places():
    assert hearts_of("first_great cool", "first_great cool", PLAIN, PLAIN)[:2] == [6, 2]
    assert hearts_of("last_great cool", PLAIN, PLAIN, "last_great cool") == [2, 4, 4, 6]
    assert hearts_of(*["later_better cool"] * 4) == [1, 2, 4, 6]


def test_copies():
    assert hearts_of("copy_prev cute", PLAIN, "copy_prev cute", PLAIN) == [1, 4, 5, 4]
    assert hearts_of("copy_all cute", "plain beautiful", PLAIN, "copy_all cute") == [1, 5, 4, 1 + 5]
    startled = hearts_of("shield_turn clever", "jam_prev_hard cool", "copy_prev cute", PLAIN)
    assert startled[2] == 2


@pytest.mark.parametrize(("mode", "hearts"), [("thesis", 3), ("game", 1)])
def test_copy_prev_looks_past_the_absent_in_the_thesis(mode, hearts):
    stage = Stage([[PLAIN, "nervous_after cute", PLAIN, "copy_prev cute"]], mode=mode, outcomes=[0b0100])
    assert stage.hearts[0]["D"] == hearts


def test_random_is_drawn():
    stage = Stage([["random cute", PLAIN, PLAIN, PLAIN]], outcomes=[4])
    assert stage.hearts[0]["A"] == 8
    assert [p for _, p in stage.chances[0]] == pytest.approx([0.3, 0.3, 0.2, 0.1, 0.1])
    assert [p for _, p in Stage([["random cute"] + [PLAIN] * 3], mode="thesis").chances[0]] == pytest.approx([0.2] * 5)


def test_same_type_looks_at_the_last_who_performed():
    song = "same_type beautiful"
    assert hearts_of(song, song, "plain cute", song) == [2 + 1, 6 + 1, 4, 2 + 1]
    stage = Stage([["nervous_after beautiful", PLAIN, PLAIN, song]], outcomes=[0b0110])
    assert stage.hearts[0]["D"] == 6 + 1


def test_vs_prev():
    assert hearts_of("vs_prev cool", "vs_prev cool", PLAIN, "vs_prev cool") == [3, 3, 4, 0]
    assert hearts_of("shield_turn cool", "vs_prev cool", PLAIN, PLAIN)[1] == 6
    exciting = [PLAIN, "vs_prev beautiful", PLAIN, PLAIN]
    assert hearts_of(*exciting, mode="thesis")[1] == 0  # no hearts, no cheers
    assert hearts_of(*exciting, mode="game")[1] == 1


def test_crowd_scaled():
    for stars, hearts in enumerate((1, 2, 3, 5)):
        moves = ["plain beautiful"] * stars + [PLAIN] * (3 - stars) + ["crowd_scaled cool"]
        assert hearts_of(*moves)[3] == hearts
    stage = Stage([["plain beautiful"] * 4, [PLAIN, PLAIN, PLAIN, "crowd_scaled cool"]])
    assert stage.hearts[1]["D"] == 6


def test_exciting():
    assert hearts_of("excite_any tough", PLAIN, PLAIN, PLAIN)[0] == 3
    first = Stage([["excite_first beautiful", "excite_first beautiful", PLAIN, PLAIN]])
    assert (first.hearts[0]["A"], first.hearts[0]["B"], first.stars) == (5, 4, [3])
    last = Stage([["excite_last beautiful", PLAIN, PLAIN, "excite_last beautiful"]])
    assert (last.hearts[0]["A"], last.hearts[0]["D"], last.stars) == (4, 5, [3])


def test_bore_fast_cools_twice():
    for move, stars in (("plain tough", 2), ("bore_fast tough", 1)):
        stage = Stage([["plain beautiful"] * 3 + [move]])
        assert (stage.hearts[0]["D"], stage.stars) == (3, [stars])


def test_crowd_freeze_takes_the_crowd():
    stage = Stage([["plain beautiful", "crowd_freeze beautiful", "plain beautiful", PLAIN]])
    assert stage.hearts[0] == {"A": 5, "B": 4, "C": 4, "D": 4}
    assert stage.stars == [2]


@pytest.mark.parametrize(("mode", "stars"), [("thesis", 1), ("game", 2)])
def test_a_frozen_crowd_does_not_cool_on_the_console(mode, stars):
    stage = Stage([["plain beautiful", "crowd_freeze beautiful", "plain tough", PLAIN]], mode=mode)
    assert (stage.hearts[0]["C"], stage.stars) == (3, [stars])


def test_order_of_the_next_turn():
    assert Stage([[PLAIN, PLAIN, PLAIN, "next_first cool"], [PLAIN] * 4]).orders[1][0] == "D"
    assert Stage([["next_last cool", POOR, POOR, POOR], [PLAIN] * 4]).orders[1][3] == "A"
    both = [["next_first cool", PLAIN, PLAIN, "next_first cool"], [PLAIN] * 4]
    assert Stage(both, mode="game").orders[1][:2] == "DA"
    assert Stage(both, mode="thesis").orders[1][:2] == "AD"
    back = Stage([["next_last cool", "next_last cool", PLAIN, PLAIN], [PLAIN] * 4])
    assert back.orders[1][2:] == "AB"


def test_scramble_draws_the_whole_order():
    stage = Stage([["plain beautiful", PLAIN, "scramble clever", PLAIN], [PLAIN] * 4], outcomes=[23])
    assert len(stage.chances[0]) == 24
    assert stage.orders[1] == "DCBA"
    later = Stage([["scramble clever", PLAIN, PLAIN, "next_first cool"], [PLAIN] * 4])
    assert later.orders[1][0] == "D"
    assert len(later.chances[0]) == 6


# Hearts of a plain move and of a second one with this effect, both neutral to the crowd and of different conditions
AFTER_A_PLAIN_MOVE = {
    "plain": (4, 4), "fragile": (4, 6), "finale": (4, 8), "repeatable": (4, 3), "shield_once": (4, 2),
    "shield_turn": (4, 1), "jam_prev": (1, 2), "jam_prev_hard": (0, 1), "jam_all": (2, 2), "jam_all_hard": (1, 1),
    "jam_skip": (0, 4), "jam_half": (2, 2), "jam_combo": (3, 2), "jam_same_type": (3, 2), "nervous_after": (4, 2),
    "energy_down": (4, 3), "expectation_down": (4, 3), "first_great": (4, 2), "last_great": (4, 2),
    "later_better": (4, 2), "copy_prev": (4, 5), "copy_all": (4, 3), "random": (4, 1), "same_type": (4, 2),
    "vs_prev": (4, 0), "energy_up": (4, 1), "energy_use": (4, 1), "crowd_scaled": (4, 1), "excite_any": (4, 3),
    "excite_first": (4, 3), "excite_last": (4, 3), "bore_fast": (4, 4), "crowd_freeze": (4, 3), "next_first": (4, 3),
    "next_last": (4, 3), "scramble": (4, 3),
}  # fmt: skip


def test_every_effect_is_expected_here():
    assert set(AFTER_A_PLAIN_MOVE) == set(KEYS)


@pytest.mark.parametrize("effect", KEYS)
def test_an_effect_after_a_plain_move(effect):
    condition = next(move.condition for move in list_moves() if move.effect.key == effect)
    contest = next(name for name, neutral in NEIGHBOURS.items() if condition in neutral)
    other = next(name for name in NEIGHBOURS[contest] if name != condition)
    hearts = hearts_of(f"plain {other}", f"{effect} {condition}", PLAIN_REST, PLAIN_REST, condition=contest)
    assert tuple(hearts[:2]) == AFTER_A_PLAIN_MOVE[effect]
