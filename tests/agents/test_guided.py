"""The guided search: PUCT against an independent implementation, the halving root, proofs, what it tells and refuses;
one tree and many, compiled and plain, decide alike."""

import json
import os
import subprocess
import sys

import numpy as np
import pytest

from agents.reference_puct import Puct
from agents.test_neural import write_network
from ludoteca import agents, games
from ludoteca.agents.guided_root import plan_halving
from ludoteca.agents.network_evaluator import NetworkEvaluator
from ludoteca.agents.neural import load_weights
from ludoteca.core.errors import BudgetError, SettingsError, UnknownName, WeightsError
from ludoteca.networks.declaration import Head
from ludoteca.training.selfplay_games import Search, play_games
from ludoteca.training.selfplay_rows import make_rows
from tiny import dice_race, runners, skirmish

C4 = games.load("connect_four")
PLANES = games.encoder("connect_four", "planes")


def begin(game, moves="", **options):
    s = game.start(**options)
    for letter in moves:
        game.play(s, "abcdefg".index(letter))
    return s


@pytest.fixture(scope="module")
def weights(tmp_path_factory):
    return write_network(tmp_path_factory.mktemp("guided") / "random.safetensors", C4, PLANES)


@pytest.mark.parametrize(
    ("game", "s", "iterations"),
    [
        (C4, begin(C4), 60),
        (C4, begin(C4, "abababbababacdcdcddcdcd"), 300),
        (skirmish.GAME, skirmish.GAME.start(), 200),
        (dice_race.GAME, dice_race.GAME.start(), 300),
        (runners.GAME, runners.GAME.start(players=3), 300),
    ],
    ids=["connect four", "late connect four", "captures", "chance", "three seats"],
)
def test_the_tree_is_that_of_the_reference(game, s, iterations):
    agent = agents.make("guided", game, seed=4, iterations=iterations, evaluator="evaluation")
    tree = Puct(game, agent.rng.copy()).grow(s, iterations)
    analysis = agent.decide(s).analysis
    info = game.info
    told = {row.action: row for row in analysis.actions}
    assert set(told) == set(tree.kids)
    for action, kid in tree.kids.items():
        assert told[action].visits == kid.visits
        if kid.visits or kid.value:
            expected = info.min_return + (info.max_return - info.min_return) * kid.mean(tree.mover)
            assert told[action].value == pytest.approx(expected, abs=1e-6)
    assert analysis.proven == (tree.value is not None)


def decide(moves, **options):
    return agents.make("guided", C4, evaluator="evaluation", **options).decide(begin(C4, moves)).analysis


def test_sure_wins_and_losses_are_proven():
    now = decide("dcdcdc", iterations=1)
    assert (now.proven, now.value, now.actions[0].action) == (True, 1.0, 3)
    block = decide("dcdcd", iterations=200)
    assert [row.action for row in block.actions if row.value > -1.0] == [3]
    soon = decide("dgcg", iterations=5000)  # b or e makes three in a row, open at both ends
    assert (soon.proven, soon.value) == (True, 1.0)
    assert soon.actions[0].action in (1, 4)
    lost = decide("dgcge", iterations=5000)
    assert (lost.proven, lost.value) == (True, -1.0)
    assert not decide("dcdc", iterations=20).proven


def plan_by_hand(candidates, simulations):
    """The sequence as Danihelka et al. publish it."""
    if candidates <= 1:
        return list(range(simulations))
    rounds = int(np.ceil(np.log2(candidates)))
    found, visits, left = [], [0] * candidates, candidates
    while len(found) < simulations:
        for _ in range(max(1, int(simulations / (rounds * left)))):
            found += visits[:left]
            visits[:left] = [n + 1 for n in visits[:left]]
        left = max(2, left // 2)
    return found[:simulations]


@pytest.mark.parametrize(("candidates", "simulations"), [(1, 5), (2, 8), (7, 32), (7, 5), (16, 64), (5, 200)])
def test_the_halvings_are_those_of_the_paper(candidates, simulations):
    visits = np.zeros(simulations, np.int32)
    plan_halving(candidates, simulations, visits)
    assert visits.tolist() == plan_by_hand(candidates, simulations)


def test_a_halving_root_spends_its_simulations_on_the_better_half(weights):
    agent = agents.make("guided", C4, weights=weights, iterations=64, root="gumbel", candidates=4)
    analysis = agent.decide(C4.start()).analysis
    visits = sorted((row.visits for row in analysis.actions), reverse=True)
    assert analysis.iterations == sum(visits) == 64
    assert visits[4:] == [0, 0, 0]
    assert visits[0] == visits[1] > visits[2] >= visits[3] > 0
    assert analysis.actions[0].visits == visits[0]
    assert sum(row.probability for row in analysis.actions) == pytest.approx(1.0, abs=1e-5)


def test_alone_and_in_a_batch_the_search_is_the_same(weights):
    """The agent runs the network inside compiled code, self-play in batches: the same games but for rounding."""
    network = NetworkEvaluator(C4, load_weights(C4, str(weights)))
    search = Search(simulations=24, noise=0.0)
    played = play_games(C4, C4.start(), [network], search, [5, 6])
    assert played.returns[0].tolist() == played.returns[1].tolist()  # nothing is drawn
    agent = agents.make("guided", C4, weights=weights, iterations=24, root="gumbel")
    s, actions = C4.start(), 0
    while not C4.is_over(s):
        C4.play(s, agent.decide(s).action)
        actions += 1
    assert actions == played.lengths[0]
    assert C4.returns(s) == played.returns[0].tolist()
    table = agent.decide(C4.start()).analysis.actions
    policy = played.records.policy[0]
    mean = sum(policy[row.action] * row.value for row in table) / sum(policy[row.action] for row in table)
    expected = C4.info.min_return + (C4.info.max_return - C4.info.min_return) * played.records.values[0, 0]
    assert expected == pytest.approx(mean, abs=1e-4), "by the improved policy, not by visits"
    rows = make_rows(C4, PLANES, played, 0.5, 1.0)
    assert len(rows) == played.lengths.sum()
    assert rows.policy.sum(1) == pytest.approx(np.ones(len(rows)), abs=1e-5)
    assert not rows.policy[~rows.legal].any()
    assert np.abs(rows.value).max() <= 1.0
    last = rows.value[np.flatnonzero(played.records.proven[: len(rows)])]
    assert set(np.unique(last)) <= {-1.0, 0.0, 1.0}


PLAIN = """
import json, sys
from ludoteca import agents, games
from tiny import dice_race, pennies
tiny = {"dice_race": dice_race.GAME, "pennies": pennies.GAME}
told = []
for name, game, options in json.loads(sys.argv[1]):
    game = tiny.get(game) or games.load(game)
    analysis = agents.make(name, game, seed=3, **options).decide(game.start()).analysis
    told.append([[row.action, row.visits, row.value, row.probability] for row in analysis.actions])
print(json.dumps(told))
"""


def test_compiled_and_plain_searches_are_equal(weights):
    network = {"weights": str(weights), "iterations": 12}
    cases = [
        ("guided", "connect_four", network),
        ("guided", "connect_four", {**network, "root": "gumbel"}),
        ("guided", "dice_race", {"evaluator": "rollouts", "bot": "chaser", "iterations": 30}),
        ("guided", "pennies", {"evaluator": "rollouts", "iterations": 30}),
    ]
    answers = []
    for plain in ("0", "1"):
        env = {**os.environ, "NUMBA_DISABLE_JIT": plain, "PYTHONPATH": "tests"}
        done = subprocess.run(
            [sys.executable, "-c", PLAIN, json.dumps(cases)], env=env, capture_output=True, text=True, check=True
        )
        answers.append(json.loads(done.stdout))
    for one, other in zip(*answers, strict=True):
        assert [row[:2] for row in one] == [row[:2] for row in other]
        assert np.array(one, float) == pytest.approx(np.array(other, float), abs=1e-5, nan_ok=True)


def test_what_it_cannot_play_or_use_is_refused_in_words(weights, tmp_path):
    with pytest.raises(WeightsError, match="is a network for connect_four, not for dice_race"):
        agents.make("guided", dice_race.GAME, weights=weights)
    valueless = write_network(tmp_path / "policy.safetensors", C4, PLANES, heads=(Head("policy", 7),))
    with pytest.raises(WeightsError, match="has no value"):
        agents.make("guided", C4, weights=valueless)
    heads = (Head("policy", 7), Head("value", 3, "numbers"))
    three = agents.make("guided", C4, weights=write_network(tmp_path / "three.safetensors", C4, PLANES, heads=heads))
    with pytest.raises(WeightsError, match="has 3 units"):
        three.decide(C4.start())
    with pytest.raises(BudgetError, match="give it iterations"):
        agents.make("guided", C4, weights=weights, root="gumbel", seconds=1)
    with pytest.raises(UnknownName, match="chaser"):
        agents.make("guided", dice_race.GAME, evaluator="rollouts", bot="chazer")
    with pytest.raises(SettingsError, match="weights are for evaluator=network"):
        agents.make("guided", C4, weights=weights, evaluator="rollouts")
