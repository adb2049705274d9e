"""Turns, ties, combinations, the crowd, the end; and numbers that others computed."""

import subprocess
import sys
from hashlib import sha256
from os import environ

import numpy as np
import pytest

from games.contest.stage import PLAIN_TURN, Stage
from ludoteca import games
from ludoteca.core.jit import compiles
from ludoteca.core.rng import below, new_rng
from ludoteca.games.contest import events, rules
from ludoteca.games.contest import state as st
from ludoteca.games.contest.catalogue import list_moves
from ludoteca.games.contest.contestants import THESIS_ORDER, Contestant
from ludoteca.games.contest.effects import EFFECTS
from ludoteca.games.contest.game import GAME
from ludoteca.protocol import CHANCE

PLAIN = "plain cool"

# 40,000 contests of the thesis's own program with random players: per cent won, and mean difference of hearts
LONG_RUN = {
    "Speranza": (29.75, 1.435),
    "Tropica": (28.79, 1.058),
    "Plumy": (46.91, 3.250),
    "Macy": (26.45, 0.866),
    "Betta": (5.15, -4.834),
    "Trod": (10.00, -2.698),
}


@pytest.mark.skipif(not compiles, reason="minutes uncompiled")
def test_random_contests_agree_with_the_published_program():
    pytest.importorskip("loky", reason="samples are played by the lab")
    from ludoteca.games.contest.study.samples import sample_random

    sample = sample_random(40_000, seed=1)
    for name, (rate, difference) in LONG_RUN.items():
        wins, n = sample.count(name)
        p = rate / 100
        assert abs(wins / n - p) < 3 * (2 * p * (1 - p) / n) ** 0.5, name
        values = np.array(sample.differences(name))
        assert abs(values.mean() - difference) < 3 * (2 * values.var() / n) ** 0.5, name


def test_five_turns_and_one_winner():
    stage = Stage([PLAIN_TURN] * 5, outcomes=[0] * 4)
    assert stage.hearts[0] == dict.fromkeys("ABCD", 4)
    assert stage.hearts[4] == dict.fromkeys("ABCD", 3)
    s = stage.state
    assert s.phase == st.DRAW_WINNER
    assert dict(GAME.chances(s)) == dict.fromkeys(range(4), 0.25)
    GAME.play(s, 2)
    assert GAME.returns(s) == [0, 0, 1, 0]
    assert GAME.describe_result(s) == "C won (A 16, B 16, C 16, D 16)"


def test_the_next_order_is_by_hearts_of_the_turn_and_ties_are_drawn():
    stage = Stage([["plain tough", "plain beautiful", PLAIN, PLAIN], PLAIN_TURN])
    assert stage.orders[1] == "BCDA"
    assert [p for _, p in stage.chances[0]] == [0.5, 0.5]
    other = Stage([["plain tough", "plain beautiful", PLAIN, PLAIN], PLAIN_TURN], outcomes=[stage.chances[0][1][0]])
    assert other.orders[1] == "BDCA"


def test_live_performance():
    turn = ["plain beautiful", "repeatable beautiful", "excite_first beautiful", "Round"]
    stage = Stage([turn, [PLAIN, "repeatable beautiful", PLAIN, PLAIN]])
    assert stage.stars == [4, 0]
    assert stage.hearts[1]["B"] == 3 + 1 + 5
    mega = Stage([turn, [PLAIN, "repeatable beautiful", PLAIN, PLAIN]], mega="B")
    assert mega.hearts[1]["B"] == 3 + 1 + 8


@pytest.mark.parametrize(("outcome", "order", "live"), [(0, "DABC", "B"), (1, "DACB", "C")])
def test_the_meter_is_empty_again_after_a_live_performance(outcome, order, live):
    turn = ["plain beautiful", "repeatable beautiful", "excite_first beautiful", "Round"]
    second = ["plain cute", "repeatable beautiful", "excite_any tough", PLAIN]
    tied = [number for number, _ in Stage([turn, second]).chances[0]]
    stage = Stage([turn, second], outcomes=[tied[outcome]])
    assert stage.orders[1] == order
    assert {name: stage.hearts[1][name] for name in "BC"} == {"B": 3 + 1, "C": 2 + 1} | {live: {"B": 9, "C": 8}[live]}
    assert stage.stars == [4, 1]  # the next one excites an empty meter


def test_repetition_costs_a_heart_each_time_and_excites_nobody():
    stage = Stage([["plain beautiful", PLAIN, PLAIN, PLAIN]] * 3)
    assert [turn["A"] for turn in stage.hearts] == [5, 3, 3]
    assert stage.stars == [1, 1, 1]
    bored = Stage([["plain tough", PLAIN, PLAIN, PLAIN]] * 2)
    assert [turn["A"] for turn in bored.hearts] == [3, 2]


def test_combinations():
    turns = [["Agility", PLAIN, PLAIN, PLAIN], ["Electro Ball", PLAIN, PLAIN, PLAIN]]
    assert Stage(turns).hearts[1]["A"] == 3 + 3
    assert Stage(turns, mode="thesis").hearts[1]["A"] == 3 + 3
    between = [turns[0], ["plain cute", PLAIN, PLAIN, PLAIN], turns[1]]
    assert Stage(between).hearts[2]["A"] == 3


@pytest.mark.parametrize(("mode", "hearts"), [("thesis", 3 + 1 + 3), ("game", 3 + 1)])
def test_a_turn_without_an_appeal_ends_a_combination_on_the_console(mode, hearts):
    turns = [
        ["Sunny Day", "next_first cool", PLAIN, PLAIN],
        [PLAIN, "nervous_after cute", PLAIN, PLAIN],
        ["Weather Ball", PLAIN, PLAIN, PLAIN],
    ]
    stage = Stage(turns, mode=mode, outcomes=[0, 1 << 3])
    assert stage.orders[1] == "BCDA"
    assert stage.hearts[1]["A"] == 0
    assert stage.hearts[2]["A"] == hearts


def test_everybody_gone_ends_the_contest():
    stage = Stage([["finale clever"] * 4])
    assert stage.state.phase == st.DRAW_WINNER
    one = Stage([["finale beautiful", "finale clever", "finale clever", "finale clever"]])
    assert GAME.is_over(one.state)
    assert one.state.winner == 0


def test_everybody_resting_passes_a_turn():
    stage = Stage([["jam_skip cool"] * 4])
    assert GAME.mover(stage.state) == CHANCE
    GAME.play(stage.state, 0)
    while GAME.mover(stage.state) == CHANCE:
        GAME.play(stage.state, GAME.legal_actions(stage.state)[0])
    assert int(stage.state.turn) == 2


@pytest.mark.parametrize(
    ("contest", "hearts_by_condition"),
    [
        ("cool", {"cool": 5, "beautiful": 4, "tough": 4, "clever": 3, "cute": 3}),
        ("beautiful", {"beautiful": 5, "cool": 4, "cute": 4, "clever": 3, "tough": 3}),
        ("cute", {"cute": 5, "beautiful": 4, "clever": 4, "cool": 3, "tough": 3}),
        ("clever", {"clever": 5, "cute": 4, "tough": 4, "beautiful": 3, "cool": 3}),
        ("tough", {"tough": 5, "clever": 4, "cool": 4, "beautiful": 3, "cute": 3}),
    ],
)
def test_what_excites_and_what_bores(contest, hearts_by_condition):
    for condition, hearts in hearts_by_condition.items():
        stage = Stage([[f"plain {condition}"] * 4], condition=contest)
        assert stage.hearts[0]["A"] == hearts


def test_the_preliminary_counts_and_orders():
    points = {"A": 100, "B": 300, "C": 300, "D": 0}
    team = ", ".join(f"{name}=Ditto:Pound/Cut/Scratch/Slam@{n}" for name, n in points.items())
    s = GAME.start(contestants=team, preliminary=100)
    assert GAME.mover(s) == CHANCE
    assert len(GAME.chances(s)) == 2
    GAME.play(s, GAME.chances(s)[1][0])
    assert s.order.tolist() == [2, 1, 0, 3]
    rng = new_rng(1)
    while not GAME.is_over(s):
        GAME.play(s, GAME.draw_chance(s, rng) if GAME.mover(s) == CHANCE else 0)
    assert s.winner in (1, 2)  # equal hearts but for the crowd: 300 points are fifteen of them
    scores = [20 * int(s.totals[seat]) + int(s.introduction[seat]) for seat in range(4)]
    assert scores[int(s.winner)] == max(scores)


def random_field(rng):
    """Four contestants with any moves of the table."""
    moves = len(list_moves())
    field = []
    for name in "ABCD":
        numbers: set[int] = set()
        while len(numbers) < 4:
            numbers.add(1 + below(rng, moves))
        field.append(Contestant(name, "Ditto", tuple(numbers), introduction=below(rng, 3), mega=below(rng, 4) == 0))
    return field


def digest(contests: int) -> str:
    """Of contests with any moves, conditions and switches, all states of them."""
    seen = sha256()
    rng = new_rng(5, "fields")
    for number in range(contests):
        options = {"mode": ("thesis", "game")[number % 2], "condition": st.CONDITIONS[below(rng, 5)]}
        s = GAME.start(contestants=random_field(rng), preliminary=(0, 50)[below(rng, 2)], **options)
        while not GAME.is_over(s):
            chance = GAME.mover(s) == CHANCE
            GAME.play(s, GAME.draw_chance(s, rng) if chance else GAME.legal_actions(s)[below(rng, 4)])
            assert 0 <= s.stars < 5
            seen.update(s.tobytes())
    return seen.hexdigest()


@pytest.mark.skipif(not compiles, reason="compares the two when it is compiled")
def test_compiled_and_plain_play_any_moves_alike():
    script = "from games.contest.test_rules import digest; print(digest(60))"
    env = {**environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": "tests"}
    done = subprocess.run([sys.executable, "-c", script], env=env, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == digest(60)


def test_unshown_picks_stay_hidden_in_the_middle_of_a_turn():
    s = games.load("contest").start(contestants=["Betta", "Speranza", "Macy", "Plumy"])
    for action in (0, 1, 0, 3):
        GAME.play(s, action)
    assert s.phase == st.DRAW_NERVES
    view = GAME.observe(s, 0)
    assert view.picks.tolist() == [0, 1, 0, st.HIDDEN]
    assert GAME.observe(s, 3).picks.tolist() == [0, 1, 0, 3]
    GAME.play(s, 1 << 3)  # Plumy is nervous: nobody will know what it had in mind
    assert s.picks[3] == st.NONE


def test_the_six_begin_in_the_order_of_the_console():
    assert THESIS_ORDER == ("Betta", "Speranza", "Tropica", "Trod", "Macy", "Plumy")


def test_no_contest_is_longer_than_it_can_be():
    """Twenty picks; hearts or nerves drawn once for each; five draws of an order, and as many again as a reserve."""
    assert rules.LONGEST == GAME.info.longest == 65


def test_the_known_bug_takes_absentees_for_performers():
    s = Stage([["finale clever", "jam_skip cool", PLAIN, PLAIN]]).state
    assert [st.has_status(s, seat, st.RETIRED | st.RESTING) for seat in range(4)] == [True, True, False, False]
    flags = [int(flag) for flag in s.status]
    rules.expect_absentees(s)
    assert [int(flag) for flag in s.status] == [flag & ~(st.RETIRED | st.RESTING) for flag in flags]


def test_uses_are_counted_three_bits_a_move():
    cool, cute = "plain cool", "plain cute"
    stage = Stage([[cool] * 4, [cute, cool, cool, cool], [cool] * 4])
    assert int(stage.state.uses[0]) == 2 | 1 << 3
    assert int(stage.state.uses[1]) == 3


def test_effects_are_worth_what_the_console_says():
    """Hearts and startles of the 36, in their order, as the games print them."""
    assert [effect.hearts for effect in EFFECTS] == [
        4, 6, 8, 3, 2, 1, 2, 1, 2, 1, 4, 2, 2, 2, 2, 3, 3, 2, 2, 1, 1, 1, 1, 2, 3, 1, 1, 1, 2, 3, 3, 4, 3, 3, 3, 3,
    ]  # fmt: skip
    assert {effect.key: effect.jam for effect in EFFECTS if effect.jam} == {
        "jam_prev": 3, "jam_prev_hard": 4, "jam_all": 2, "jam_all_hard": 3, "jam_skip": 4, "jam_half": 1,
        "jam_combo": 1, "jam_same_type": 1,
    }  # fmt: skip


def test_what_happens_is_told_in_order(monkeypatch):
    """The log of a contest in which one leaves and one rests."""
    log = []

    def play_and_log(s, action):
        rows = events.new_event_log()
        rules.step(s, action, rows)
        log.extend(rows[1 : 1 + int(rows[0, 0])].tolist())

    monkeypatch.setattr(GAME, "play", play_and_log)
    Stage([["finale clever", "jam_skip cool", PLAIN, PLAIN], [None, None, PLAIN, PLAIN]])
    assert [value for kind, _, value in log if kind == events.TURN] == [2, 3]
    told = [(kind, seat) for kind, seat, _ in log]
    assert told.count((events.LEAVES, 0)) == told.count((events.WILL_REST, 1)) == 1
    second = told[told.index((events.TURN, st.NONE)) :]
    assert second.count((events.GONE, 0)) == second.count((events.RESTED, 1)) == 1
    assert events.TOO_NERVOUS not in [kind for kind, _ in told]
    assert [seat for kind, seat in told if kind == events.ENDS_TURN][:4] == [0, 1, 2, 3]


def test_in_the_last_turn_nobody_changes_an_order_any_more():
    first = ["next_first cool", PLAIN, PLAIN, PLAIN]
    assert Stage([PLAIN_TURN] * 3 + [first], outcomes=[0] * 9).state.shift.tolist() == [0] * 4, "the turn after began"
    stage = Stage([PLAIN_TURN] * 4 + [first], outcomes=[0] * 9)
    assert stage.state.shift.tolist() == [0] * 4
