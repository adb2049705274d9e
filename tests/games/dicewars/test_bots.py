"""The course's players: single decisions worked out by hand, and 4,000 games beside those of the course's program."""

import numpy as np
import pytest

from games.dicewars.scenes import set_up
from ludoteca import agents
from ludoteca.core.jit import compiles
from ludoteca.core.rng import new_rng
from ludoteca.games.dicewars import maps
from ludoteca.games.dicewars.bots import BOTS, REFERENCE, bot_action
from ludoteca.games.dicewars.bots.attacks import hold_odds
from ludoteca.games.dicewars.game import GAME
from ludoteca.games.dicewars.odds import ODDS
from ludoteca.games.dicewars.tournament import start_games
from ludoteca.lab.match import Bots, play_batch
from ludoteca.lab.statistics import wilson

# Wins and games of 800 games on the course's own server, and the same as an interval.
MEASURED = {
    "kb.stei_adt": (289, 636),
    "kb.stei_at": (284, 636),
    "kb.sdc_pre_at": (128, 640),
    "kb.stei_dt": (58, 636),
    "dt.stei": (39, 652),
}


def ask(bot, s):
    return GAME.format_action(s, int(bot_action(s, BOTS.index(bot), new_rng(1))))


def test_hold_is_a_product_over_enemies_with_two_dice():
    s = set_up([1, 0, 2, 0], [3, 2, 5, 1], players=3)
    assert hold_odds(s, 1, 4, 0) == pytest.approx((1 - ODDS[3, 4]) * (1 - ODDS[5, 4]))
    s.dice[0] = 1
    assert hold_odds(s, 1, 4, 0) == pytest.approx(1 - ODDS[5, 4])
    assert hold_odds(set_up([0, 0, 0, 1], [1, 1, 1, 8]), 1, 1, 0) == 1.0


def test_stei_wants_success_and_hold_and_prefers_its_largest_region():
    four = {"players": 4}
    assert ask("dt.stei", set_up([0, 1, 1, 2, 3], [3, 1, 1, 1, 1], **four)) == "attack 1>2"
    # 3 dice against 3 succeed with .45; held with 2 dice against 1 neighbour of 4 dice: .45 * (1 - .94) < .4
    assert ask("dt.stei", set_up([0, 1, 1, 2, 3], [3, 3, 4, 1, 1], **four)) == "end"
    assert ask("dt.stei", set_up([0, 1, 1, 2, 3], [8, 8, 8, 1, 1], **four)) == "attack 1>2"  # eight dice always attack
    # area 1 alone: .84 of success; areas 4 and 5: 2 * .4437 > .838
    s = set_up([0, 1, 2, 2, 0, 0], [2, 1, 1, 2, 2, 1], players=3)
    s.dice[0] = 3
    assert ask("dt.stei", s) == "attack 1>2"  # .973 against 2 * .4437
    s.dice[4] = 3
    assert ask("dt.stei", s) == "attack 5>4"  # 2 * .7785
    assert ask("dt.ste", s) == "attack 1>2"  # which does not weigh


def test_sdc_takes_the_greatest_surplus_and_attacks_equals():
    s = set_up([1, 0, 1, 0, 1], [3, 4, 2, 5, 5])
    assert ask("dt.sdc", s) == "attack 4>3"
    s = set_up([0, 1], [4, 4])
    assert ask("dt.sdc", s) == "attack 1>2"
    s = set_up([0, 1], [4, 5])
    assert ask("dt.sdc", s) == "end"


def test_reinforcement_goes_one_hop_to_the_border():
    s = set_up([0, 0, 0, 1], [5, 3, 2, 8])
    assert ask("kb.sdc_pre_at", s) == "transfer 2>3"
    s = set_up([0, 0, 0, 1], [5, 1, 2, 8])
    assert ask("kb.sdc_pre_at", s) == "end"  # dice two steps behind the front never move
    s = set_up([0, 0, 0, 1], [5, 3, 8, 8])
    assert ask("kb.sdc_pre_at", s) == "attack 3>4"


def test_the_three_schemes_differ_in_the_transfers_that_they_keep():
    s = set_up([0, 0, 0, 1], [5, 3, 2, 8])
    assert ask("kb.stei_adt", s) == "transfer 2>3"
    assert ask("kb.stei_at", s) == "transfer 2>3"
    assert ask("kb.stei_dt", s) == "transfer 3>2"  # nothing to attack: it withdraws
    s.transfers = 4
    assert ask("kb.stei_adt", s) == "transfer 3>2"
    assert ask("kb.stei_at", s) == "transfer 2>3"
    s.transfers = 6
    assert ask("kb.stei_at", s) == "end"


def test_after_withdrawing_they_do_not_attack_again():
    s = set_up([0, 0, 1], [1, 4, 1])
    assert ask("kb.stei_adt", s) == "attack 2>3"
    s.retreated = 1
    assert ask("kb.stei_adt", s) == "end"  # an enemy with one die threatens nothing
    assert ask("kb.sdc_post_dt", s) == "end"


def test_wpm_bots_attack_what_is_nearly_certain_and_not_what_is_hopeless():
    sure = set_up([0, 0, 1, 1, 2, 3], [4, 8, 1, 1, 1, 1], players=4)
    poor = set_up([0, 0, 1, 1, 2, 3], [1, 2, 8, 8, 4, 4], players=4)
    for bot in ("dt.wpm_s", "dt.wpm_d", "dt.wpm_c"):
        assert ask(bot, sure) == "attack 2>3"
        assert ask(bot, poor) == "end"


def test_without_transfers_nobody_advises_one():
    for seed in range(1, 4):
        s = set_up([0, 0, 0, 1], [5, 3, 2, 1 + seed], variant="original")
        for bot in BOTS:
            assert not ask(bot, s).startswith("transfer")


def test_they_are_agents():
    agent = agents.make("bot", GAME, bot="kb.stei_adt")
    s = set_up([0, 0, 0, 1], [5, 3, 2, 8])
    assert GAME.format_action(s, agent.decide(s).action) == "transfer 2>3"


def play_tournament(boards, seed):
    """The course's method: four of the five on every board, from every seat, with the same chance."""
    rng = np.random.default_rng(seed)
    games, seatings = [], []
    for board in range(1, boards + 1):
        line = rng.choice(len(REFERENCE), 4, replace=False).tolist()
        games += [board] * 4
        seatings += [line[turn:] + line[:turn] for turn in range(4)]
    states, rngs = start_games(games, seed)
    play_batch(GAME, states, Bots.seated(GAME, seatings), rngs)
    return states, seatings


@pytest.mark.skipif(not compiles, reason="hours uncompiled")
def test_the_five_reference_agents_win_as_often_as_on_the_courses_server():
    states, seatings = play_tournament(1000, 42)
    played, won = dict.fromkeys(REFERENCE, 0), dict.fromkeys(REFERENCE, 0)
    for s, seating in zip(states, seatings, strict=True):
        for seat, bot in enumerate(seating):
            played[REFERENCE[bot]] += 1
            won[REFERENCE[bot]] += int(s.winner) == seat
    for bot, (wins, games) in MEASURED.items():
        low, high = wilson(wins, games)
        assert low < won[bot] / played[bot] < high, bot
    finished = [s for s in states if s.winner >= 0]
    assert len(states) - len(finished) < 0.01 * len(states)  # 2 of 800 there
    assert np.median([s.turns for s in finished]) == pytest.approx(41, abs=3)
    assert np.median([s.battles for s in finished]) == pytest.approx(124, abs=8)


def test_equal_boards_have_equal_chance():
    states, rngs = start_games([3, 3, 4], 5)
    assert rngs[0] == rngs[1] != rngs[2]
    assert states[0].tobytes() == states[1].tobytes()
    assert np.array_equal(states[2].neighbours, maps.grow(4, 1).masks())
