"""Every rule, on positions set up by hand and on whole games."""

from itertools import product

import numpy as np
import pytest

from games.dicewars.scenes import encode, names, path_map, say, set_up, settle
from ludoteca.core.errors import IllegalAction, NotationError
from ludoteca.core.jit import compiles
from ludoteca.core.rng import new_rng
from ludoteca.games.dicewars import land, maps, rules, state
from ludoteca.games.dicewars.constants import MAX_BATTLES, MAX_TURNS
from ludoteca.games.dicewars.game import GAME
from ludoteca.games.dicewars.odds import ODDS
from ludoteca.protocol import CHANCE, OVER

# --- the start -----------------------------------------------------------------------------------------------------


def test_chance_draws_the_map_deals_the_areas_and_places_the_dice():
    s = GAME.start()
    phases = []
    rng = new_rng(3)
    while GAME.mover(s) == CHANCE:
        phases.append(int(s.phase))
        GAME.play(s, GAME.draw_chance(s, rng))
    assert phases == sorted(phases)
    assert [phases.count(phase) for phase in (state.MAP, state.DEAL)] == [8, 34]
    assert GAME.mover(s) == 0
    assert s.map_seed > 0
    assert np.array_equal(s.neighbours, maps.grow(int(s.map_seed)).masks())


@pytest.mark.parametrize("players", range(2, 9))
def test_everybody_starts_with_one_region_and_the_same_dice(players):
    for seed in range(1, 12 if compiles else 3):
        s = settle(GAME.start(players=players, map_seed=seed), seed)
        budget = 2 * 34 // players
        for seat in range(players):
            areas = int(s.land[seat]).bit_count()
            assert land.count_region(s, seat) == areas > 0
            assert land.count_dice(s, seat) == max(areas, min(8 * areas, budget + 1))
        assert (s.reserve == 0).all()


def test_the_first_area_is_any_and_the_next_ones_are_neighbours():
    s = GAME.start(players=2, map=path_map(6))
    say(s, "deal 3", "deal 5")
    assert names(s) == ["deal 2", "deal 4"]
    say(s, "deal 4")
    assert names(s) == ["deal 6"]
    say(s, "deal 6")
    say(s, "deal 2")
    assert names(s) == ["deal 1"]  # seat 1 has no free neighbour and is passed over
    say(s, "deal 1")
    assert [int(x) for x in s.owner[:6]] == [0, 0, 0, 0, 1, 1]


def test_one_die_more_than_the_budget_is_placed_unless_there_is_no_room():
    s = GAME.start(players=2, map=path_map(9))  # a budget of 9
    say(s, "deal 1", "deal 3", "deal 2")  # seat 0 is shut in with two areas
    settle(s)
    assert land.count_dice(s, 0) == 10
    assert land.count_dice(s, 1) == 10
    s = GAME.start(players=2, map=path_map(9))
    say(s, "deal 1", "deal 2")
    settle(s)
    assert (land.count_dice(s, 0), land.count_dice(s, 1)) == (8, 10)  # one area takes eight


# --- attacks -------------------------------------------------------------------------------------------------------


def test_an_attack_needs_two_dice_and_an_adjacent_area_of_somebody_else():
    s = set_up([0, 0, 1, 1], [5, 1, 2, 3])
    assert [name for name in names(s) if "attack" in name] == []
    s = set_up([0, 0, 1, 1], [5, 2, 2, 3])
    assert [name for name in names(s) if "attack" in name] == ["attack 2>3"]


def test_attacking_ones_own_land_is_illegal():
    s = set_up([0, 0, 1], [5, 8, 3])
    with pytest.raises(NotationError, match="your own"):
        GAME.parse_action(s, "attack 1>2")
    with pytest.raises(IllegalAction):
        GAME.play(s, encode(0, 2))


@pytest.mark.parametrize(("attacker", "defender"), [(2, 1), (3, 3), (8, 5), (8, 8)])
def test_a_battle_has_two_outcomes_with_the_exact_odds(attacker, defender):
    s = say(set_up([0, 1], [attacker, defender]), "attack 1>2")
    assert GAME.mover(s) == CHANCE
    odds = ODDS[attacker, defender]
    assert GAME.chances(s) == [(state.WON, odds), (state.LOST, 1 - odds)]


def test_seven_dice_always_beat_one():
    assert GAME.chances(say(set_up([0, 1], [7, 1]), "attack 1>2")) == [(state.WON, 1.0)]


def test_a_win_moves_all_dice_but_one():
    s = say(set_up([0, 1, 1], [6, 5, 3]), "attack 1>2", "won")
    assert [int(x) for x in s.owner[:3]] == [0, 0, 1]
    assert [int(x) for x in s.dice[:3]] == [1, 5, 3]
    assert "attack 2>3" in names(s)  # a conquered area may be used at once


@pytest.mark.parametrize(
    ("attacker", "defender", "left"), [(2, 5, 5), (3, 5, 5), (4, 5, 4), (7, 5, 4), (8, 5, 3), (8, 2, 1), (4, 1, 1)]
)
def test_a_lost_attack_wears_the_defender_down(attacker, defender, left):
    s = say(set_up([0, 1], [attacker, defender]), "attack 1>2", "lost")
    assert [int(x) for x in s.dice[:2]] == [1, left]
    s = say(set_up([0, 1], [attacker, defender], variant="original"), "attack 1>2", "lost")
    assert [int(x) for x in s.dice[:2]] == [1, defender]


def test_the_exact_table():
    """The facts of the dice by counting rolls one by one, and the figures that the course's table has."""
    for attacker, defender in ((1, 1), (2, 1), (2, 2), (3, 2), (2, 3)):
        rolls = list(product(range(1, 7), repeat=attacker + defender))
        wins = sum(sum(roll[:attacker]) > sum(roll[attacker:]) for roll in rolls)
        assert ODDS[attacker, defender] == pytest.approx(wins / len(rolls), abs=1e-15)
    published = {
        2: (0.838, 0.4437, 0.152, 0.0359, 0.0061, 0.0008, 0.0001, 0.0),
        3: (0.973, 0.7785, 0.4536, 0.1917, 0.0607, 0.0149, 0.0029, 0.0005),
        4: (0.9973, 0.9392, 0.7428, 0.4595, 0.2204, 0.0834, 0.0254, 0.0064),
        5: (0.9998, 0.9879, 0.9093, 0.7181, 0.4637, 0.2424, 0.1036, 0.0367),
        6: (1.0, 0.9982, 0.9753, 0.884, 0.6996, 0.4667, 0.26, 0.1215),
        7: (1.0, 0.9998, 0.9947, 0.9615, 0.8624, 0.6852, 0.4691, 0.2744),
        8: (1.0, 1.0, 0.9991, 0.9895, 0.9477, 0.8439, 0.6735, 0.4711),
    }
    for attacker, row in published.items():
        assert ODDS[attacker, 1:] == pytest.approx(row, abs=6e-5)


# --- transfers -----------------------------------------------------------------------------------------------------


def test_a_transfer_moves_as_many_dice_as_it_can():
    s = say(set_up([0, 0, 1], [5, 3, 2]), "transfer 1>2")
    assert [int(x) for x in s.dice[:2]] == [1, 7]
    s = say(set_up([0, 0, 1], [8, 6, 2]), "transfer 1>2")
    assert [int(x) for x in s.dice[:2]] == [6, 8]


def test_dice_may_travel_several_hops_and_there_are_six_transfers_a_turn():
    s = set_up([0, 0, 0, 0, 1], [5, 1, 1, 1, 2])
    say(s, "1>2", "2>3", "3>4")
    assert [int(x) for x in s.dice[:4]] == [1, 1, 1, 5]
    say(s, "4>3", "3>4", "4>3")
    assert s.transfers == 6
    assert [name for name in names(s) if "transfer" in name] == []
    settle(say(s, "end"))
    settle(say(s, "end"))
    assert s.transfers == 0


def test_a_transfer_of_nothing_is_legal_in_the_course_only():
    for variant, legal in (("course", True), ("standard", False)):
        s = set_up([0, 0, 1], [1, 3, 2], variant=variant)
        assert ("transfer 1>2" in names(s)) == legal
    s = say(set_up([0, 0, 1], [1, 3, 2], variant="course"), "transfer 1>2")
    assert s.transfers == 1
    assert [int(x) for x in s.dice[:2]] == [1, 3]


def test_the_original_game_has_no_transfers():
    assert names(set_up([0, 0, 1], [4, 3, 2], variant="original")) == ["attack 2>3", "end"]


def test_a_transfer_from_the_border_is_remembered_until_the_turn_ends():
    s = say(set_up([0, 0, 0, 1], [4, 3, 2, 1]), "transfer 1>2")
    assert not s.retreated
    say(s, "transfer 3>2")
    assert s.retreated
    assert not settle(say(s, "end")).retreated


# --- income --------------------------------------------------------------------------------------------------------


def test_income_is_the_largest_region_and_comes_when_the_turn_ends():
    s = set_up([0, 0, 0, 1, 0, 1], [2, 2, 2, 1, 2, 1])
    say(s, "end")
    assert (s.phase, s.left) == (state.INCOME, 3)
    assert GAME.chances(s) == [(area, 0.25) for area in (0, 1, 2, 4)]
    settle(s)
    assert land.count_dice(s, 0) == 11
    assert GAME.mover(s) == 1


def test_full_areas_get_no_die():
    s = say(set_up([0, 0, 0, 1], [8, 2, 8, 1]), "end", "place 2")
    assert names(s) == ["place 2"]


def test_what_finds_no_room_is_the_reserve_and_is_used_later():
    s = say(set_up([0, 0, 0, 1], [8, 8, 7, 1]), "end")
    assert int(s.reserve[0]) == 2
    assert GAME.mover(s) == 1
    settle(say(s, "end"))
    s.dice[2] = 1
    settle(say(s, "end"))
    assert int(s.dice[2]) == 6  # three of income and two of the reserve
    assert int(s.reserve[0]) == 0


def test_the_reserve_is_cut_to_24_less_the_areas():
    owner = [0] * 20 + [1]
    s = set_up(owner, [8] * 20 + [1])
    say(s, "end")
    assert int(s.reserve[0]) == 4
    s = say(set_up([0] * 25 + [1], [8] * 25 + [1]), "end")
    assert int(s.reserve[0]) == 0
    s = say(set_up(owner, [8] * 20 + [1], variant="original"), "end")
    assert int(s.reserve[0]) == 20


def test_reserve_and_income_are_64_at_the_most():
    s = set_up([0] * 20 + [1], [8] * 20 + [1], variant="original")
    s.reserve[0] = 60
    assert int(say(s, "end").reserve[0]) == 64
    s = set_up([0] * 20 + [1], [1] * 20 + [1], variant="original")
    s.reserve[0] = 60
    say(s, "end")
    assert s.left == 64


# --- turns and the end ---------------------------------------------------------------------------------------------


def test_seats_play_in_turn_and_the_dead_are_skipped():
    s = set_up([0, 1, 3, 3], [3, 3, 3, 3], players=4)
    order = []
    for _ in range(5):
        order.append(GAME.mover(s))
        settle(say(s, "end"))
    assert order == [0, 1, 3, 0, 1]


def test_who_owns_everything_wins_at_once():
    s = say(set_up([0, 0, 1], [1, 8, 1], players=3), "attack 2>3", "won")
    assert GAME.mover(s) == OVER
    assert GAME.returns(s) == [1.0, -0.5, -0.5]
    assert GAME.describe_result(s) == "Purple won: all 3 areas"


def test_eight_rounds_without_a_battle_and_nobody_wins():
    s = set_up([0, 1, 2, 2], [1, 1, 8, 8], players=4)
    for _ in range(23):
        settle(say(s, "end"))
    assert GAME.mover(s) >= 0
    settle(say(s, "end"))
    assert GAME.mover(s) == OVER
    assert GAME.returns(s) == [0.0] * 4
    assert "8 rounds without a battle" in GAME.describe_result(s)


def test_a_battle_puts_the_end_off_and_a_transfer_only_in_the_course():
    for variant, quiet in (("standard", 1), ("course", 0)):
        s = settle(say(set_up([0, 1, 1], [2, 4, 1], variant=variant), "end"))
        assert s.quiet == 1
        say(s, "transfer 2>3")
        assert s.quiet == quiet
        s = settle(say(set_up([0, 1, 1], [2, 4, 1], variant=variant), "end"))
        say(s, "attack 2>1", "lost")
        assert s.quiet == 0


def test_battles_and_turns_are_limited():
    s = set_up([0, 1], [4, 4])
    s.battles = MAX_BATTLES - 1
    say(s, "attack 1>2", "lost")
    assert GAME.mover(s) == OVER
    assert f"{MAX_BATTLES} battles" in GAME.describe_result(s)
    s = set_up([0, 1], [4, 4])
    s.turns = MAX_TURNS - 1
    settle(say(s, "end"))
    assert f"nobody won: {MAX_TURNS} turns" == GAME.describe_result(s)


# --- the original game ---------------------------------------------------------------------------------------------


def test_the_original_game_scatters_areas_and_shares_three_dice_an_area():
    for seed in range(1, 10 if compiles else 2):
        s = settle(GAME.start(players=7, variant="original", map_seed=seed), seed)
        counts = [int(s.land[seat]).bit_count() for seat in range(7)]
        assert max(counts) - min(counts) <= 1
        assert s.dice.sum() == 3 * s.areas
        assert s.areas <= 31
        shares = [land.count_dice(s, seat) for seat in range(7)]
        assert max(shares) - min(shares) <= 2
    assert any(land.count_region(s, seat) < counts[seat] for seat in range(7))


# --- whole games ---------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("variant", ["standard", "course", "original"])
def test_land_and_owners_agree_and_dice_stay_in_bounds(variant):
    rng = new_rng(5)
    s = GAME.start(variant=variant, players=3)
    for _ in range(3000 if compiles else 300):
        if GAME.is_over(s):
            break
        legal = GAME.legal_actions(s)
        GAME.play(s, GAME.draw_chance(s, rng) if GAME.mover(s) == CHANCE else legal[int(rng[0] % len(legal))])
        for area in range(int(s.areas)):
            held = [seat for seat in range(3) if int(s.land[seat]) >> area & 1]
            assert held == ([] if s.owner[area] < 0 else [int(s.owner[area])])
            assert (s.owner[area] < 0) == (s.dice[area] == 0)
        assert (s.dice <= 8).all()
        assert (s.reserve >= 0).all()


# --- estimates and bounds --------------------------------------------------------------------------------------------


def test_the_estimate_is_the_share_of_squared_strengths():
    """Half a die, the dice, the reserve, and twice the largest region; equal shares are worth nothing."""
    s = set_up([0, 0, 0, 1, 2, 2, 0], [3, 1, 2, 5, 2, 2, 2], players=3)
    s.reserve[:3] = (0, 2, 1)
    strengths = [0.5 + 8 + 0 + 2 * 3, 0.5 + 5 + 2 + 2 * 1, 0.5 + 4 + 1 + 2 * 2]
    shares = [strength**2 / sum(other**2 for other in strengths) for strength in strengths]
    for seat in range(3):
        assert rules.evaluate(s, seat) == pytest.approx(shares[seat] - (1 - shares[seat]) / 2)
    assert sum(rules.evaluate(s, seat) for seat in range(3)) == pytest.approx(0)


def test_the_estimate_of_a_decided_game_is_its_result():
    s = set_up([0, 0, 1, 2], [3, 1, 5, 2], players=3)
    s.phase = state.ENDED
    assert [rules.evaluate(s, seat) for seat in range(3)] == [0.0] * 3
    s.winner = 1
    assert [rules.evaluate(s, seat) for seat in range(3)] == [-0.5, 1.0, -0.5] == GAME.returns(s)


def test_no_game_is_longer_than_it_can_be():
    """12,000 turns of six transfers, an end and 64 dice of income; 10,000 battles of two actions; eight digits of a
    map, 34 areas dealt, and up to seven dice more on each: the numbers, added up by hand."""
    assert rules.LONGEST == GAME.info.longest == 12_000 * (6 + 1 + 64) + 20_000 + 8 + 34 * 8 == 872_280
    assert rules.MAX_ACTIONS == GAME.info.max_actions == 2 * 96 + 1


def test_priorities_go_by_the_odds():
    """Attacks first, the likeliest before the others, then transfers, then the end of the turn."""
    s = set_up([0, 0, 1, 0, 1], [4, 3, 2, 8, 7], variant="course")
    order = sorted(GAME.legal_actions(s), key=lambda action: -rules.priority(s, action))
    attacks = [action for action in order if action != state.END and s.owner[state.target_of(action)] == 1]
    assert order[: len(attacks)] == attacks
    odds = [ODDS[s.dice[state.source_of(a)], s.dice[state.target_of(a)]] for a in attacks]
    assert odds == sorted(odds, reverse=True)
    assert order[-1] == state.END
