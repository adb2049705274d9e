"""One action ahead, by hand: chance is averaged, hidden things are guessed, ties are broken at random. Quick in plain
Python, too."""

from dataclasses import replace

import numpy as np
import pytest

from agents.trees import NODES, NOTHING, ODDS, RANDOM, TREES, sign
from ludoteca import agents
from ludoteca.agents import greedy
from ludoteca.core.errors import SettingsError
from ludoteca.protocol import CHANCE, OVER, new_states
from tiny import dice_race, kuhn, lanterns, pennies, skirmish

DICE, CARDS = dice_race.GAME, kuhn.GAME


def expected(number, plies=1, most=greedy.MOST_OUTCOMES):
    """For seat 0: the payoff, the estimate, or the mean over chance."""
    node = NODES[number]
    if node.mover == OVER:
        return node.payoff[0]
    if node.mover != CHANCE or plies == 1 + greedy.CHANCE_PLIES or len(node.kids) > most:
        return node.estimate
    odds, room = ODDS[len(node.kids) - 1], most // len(node.kids)
    return sum(p * expected(kid, plies + 1, room) for p, kid in zip(odds, node.kids, strict=True))


def look(game, s, seed=1, **options):
    return agents.make("greedy", game, seed=seed, **options).decide(s)


def test_each_action_has_the_estimate_of_what_follows():
    for root in RANDOM:
        node = NODES[root]
        found = look(TREES, TREES.start(root=root))
        values = {i: sign(node.mover) * expected(kid) for i, kid in enumerate(node.kids)}
        assert {row.action: row.value for row in found.analysis.actions} == pytest.approx(values)
        assert values[found.action] == max(values.values()) == pytest.approx(found.analysis.value)
        rest = [row.value for row in found.analysis.actions[1:]]
        assert rest == sorted(rest, reverse=True)
        assert found.analysis.actions[0].action == found.action == found.analysis.line[0]
        assert found.analysis.nodes == len(node.kids)


def test_chance_is_averaged():
    """Rolling gives 0, 2 or 3 steps, each as likely."""
    s = DICE.start()
    s.place[:] = (2, 5)
    values = {row.action: row.value for row in look(DICE, s).analysis.actions}
    rolled = [(2 + steps - 5) / 14 for steps in (0, 2, 3)]
    assert values == pytest.approx({0: (3 - 5) / 14, 1: sum(rolled) / 3})
    s.place[:] = (5, 5)
    values = {row.action: row.value for row in look(DICE, s).analysis.actions}
    assert values == pytest.approx({0: (6 - 5) / 14, 1: (0.0 + 1.0 + 1.0) / 3}), "the end of the game counts in full"


def test_for_the_second_seat_its_own_estimate_counts():
    s = DICE.start()
    s.place[:], s.turns = (2, 5), 1
    values = {row.action: row.value for row in look(DICE, s).analysis.actions}
    assert values == pytest.approx({0: (6 - 2) / 14, 1: (3 / 14 + 1.0 + 1.0) / 3})


@pytest.mark.parametrize(("most", "averaged"), [(3, True), (2, False)])
def test_too_many_outcomes_are_not_averaged(most, averaged):
    states = new_states(DICE.state_dtype, 3)
    states[1].place[:], states[1].rolling = (5, 5), 1
    value = greedy.estimate(states, 1, 0, 3, most)
    assert value == pytest.approx(2 / 3 if averaged else 0.0)


def test_chance_in_a_row_is_averaged_as_far_as_memory_and_the_most_outcomes_go():
    """Two cards are dealt, one after the other: with room for one step only the first is averaged."""
    full = new_states(CARDS.state_dtype, 5)
    full[1] = CARDS.start()
    counted = []

    for states, most, steps in ((full, 9, 2), (full[:3], 9, 1), (full[:2], 9, 0), (full, 5, 1), (full, 2, 0)):
        before = states[1:].tobytes()
        assert greedy.estimate(states, 1, 0, 3, most) == 0.0
        counted.append(sum(a != b for a, b in zip(split(before), split(states[1:].tobytes()), strict=True)))
        states[2:] = np.zeros(len(states) - 2, CARDS.state_dtype)
        assert counted[-1] == steps


def split(data):
    size = CARDS.state_dtype.itemsize
    return [data[i : i + size] for i in range(0, len(data), size)]


def test_hidden_cards_are_guessed_in_several_worlds():
    """Facing a bet with the queen: a call wins two or loses two, by the guessed card; a fold loses one."""
    s = CARDS.start()
    for action in (2, 1, 1):
        CARDS.play(s, action)
    view = CARDS.observe(s, 1)
    for worlds in (1, 3, 16):
        rows = {row.action: row.value for row in look(CARDS, view, worlds=worlds).analysis.actions}
        assert rows[0] == -1.0
        rng, total = new_rng_of(1), 0.0
        for _ in range(worlds):
            total += 2.0 if CARDS.guess(view, 1, rng).card[0] == 0 else -2.0
        assert rows[1] == pytest.approx(total / worlds)


def new_rng_of(seed):
    """The generator that an agent of this seed begins with."""
    return agents.make("greedy", CARDS, seed=seed).rng.copy()


def test_what_is_known_is_looked_at_once():
    """Where nothing is hidden the number of worlds changes nothing, the random numbers included."""
    s = skirmish.GAME.start()
    assert [look(skirmish.GAME, s, worlds=n).analysis.actions for n in (1, 7)] == [
        look(skirmish.GAME, s).analysis.actions
    ] * 2


def test_ties_are_broken_at_random():
    s = skirmish.GAME.start()
    rows = look(skirmish.GAME, s).analysis.actions
    best = {row.action for row in rows if row.value == rows[0].value}
    assert {look(skirmish.GAME, s, seed=seed).action for seed in range(30)} == best
    assert len(best) > 1 or len(rows) == 1


def test_settings_and_refusals():
    for worlds in (0, 10_001):
        with pytest.raises(SettingsError, match="worlds must be from 1 to 10000"):
            agents.make("greedy", CARDS, worlds=worlds)
    for worlds in (1, 10_000):
        agents.make("greedy", CARDS, worlds=worlds)
    kind = agents.load("greedy")
    assert kind.refusal(pennies.GAME.info).endswith("use mcts")
    for info in (lanterns.GAME.info, replace(DICE.info, hidden=True)):
        assert kind.refusal(info) is None


def test_a_lantern_that_was_shown_is_worth_a_point():
    game, s = lanterns.GAME, lanterns.GAME.start()
    for action in (0, 2, game.words.index("show")):
        game.play(s, action)
    found = look(game, game.observe(s, 1), worlds=4)
    assert (found.action, found.analysis.value) == (2, 1.0)


def test_what_is_worth_nothing_comes_before_what_loses():
    rows = look(TREES, TREES.start(root=NOTHING)).analysis.actions
    assert [(row.action, row.value) for row in rows] == [(0, 0.5), (2, 0.0), (3, -0.25), (1, -0.5)]


@pytest.mark.parametrize(("game", "worlds"), [(DICE, 1), (CARDS, 5)])
def test_it_has_room_for_eight_steps_of_chance_in_each_world(game, worlds, monkeypatch):
    sizes = []
    monkeypatch.setattr(greedy, "look_ahead", lambda states, *rest: sizes.append(len(states)))
    s = game.start()
    while game.mover(s) == CHANCE:
        game.play(s, game.legal_actions(s)[0])
    look(game, s, worlds=5)
    assert sizes == [1 + 1 + 8] * worlds
