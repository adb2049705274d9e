"""Proofs in finished games of self-play: beside the solver of connect four, which shares no search with them."""

from dataclasses import replace

import numpy as np
import pytest

from ludoteca import games
from ludoteca.agents.network_evaluator import NetworkEvaluator
from ludoteca.core.errors import PlanError
from ludoteca.games.connect_four.agents.solver import Solver, SolverSettings
from ludoteca.protocol import Budget, Watch
from ludoteca.training.selfplay import SelfPlayLearner
from ludoteca.training.selfplay_games import Search, play_games
from ludoteca.training.selfplay_network import SelfPlayTask
from ludoteca.training.selfplay_plan import SelfPlayPlan
from ludoteca.training.selfplay_proofs import new_prover, prove_games
from ludoteca.training.selfplay_rows import make_rows
from tiny import dice_race

pytest.importorskip("torch")

GAME = games.load("connect_four")
SEARCH = Search(simulations=6, opening=30, opening_share=1.0)
PLAN = SelfPlayPlan(hidden=(8,), search=SEARCH)


def learner_of(game, plan):
    first = game.start()
    encoder = next(iter(games.encoders_of(game).values()))
    return SelfPlayLearner(SelfPlayTask.make(game, first, encoder, plan), plan)


@pytest.fixture(scope="module")
def network():
    return NetworkEvaluator(GAME, learner_of(GAME, PLAN).network({}))


def play(network):
    return play_games(GAME, GAME.start(), [network], SEARCH, np.arange(1, 33, dtype=np.uint64))


def prove(played, nodes, replies=0):
    return prove_games(new_prover(GAME, 1), played, nodes, replies)


def rows_of(played, first=0):
    """Of each recorded position: the game, the position, its policy by action, whether it is proven, its value."""
    records = played.records
    for row in range(first, int(records.used[0])):
        s = records.states[row]
        legal = GAME.legal_actions(s)
        policy = dict(zip(legal, records.policy[row].tolist(), strict=False))
        value = 2.0 * float(records.values[row, GAME.mover(s)]) - 1.0
        yield int(records.game[row]), s, policy, bool(records.proven[row]), value


@pytest.fixture(scope="module")
def solver():
    return Solver(GAME, SolverSettings(table=18, exact=True))


def solve(solver, s):
    """Of each action: won, drawn or lost."""
    return {action: np.sign(one.low) for action, one in solver.search(s, Budget(nodes=10**9), Watch()).items()}


def test_what_is_proven_is_what_the_solver_says(network, solver):
    played, untouched = play(network), play(network)
    proven = prove(played, 30_000)
    assert proven > untouched.records.proven.sum() + 50  # those that its own search had proven
    settled = set()
    for game, s, policy, proven, value in rows_of(played):
        assert sum(policy.values()) == pytest.approx(1.0, abs=1e-5)
        if not proven:
            continue
        scores = solve(solver, s)
        best = max(scores.values())
        assert value == pytest.approx(best)
        likely = max(policy, key=policy.__getitem__)
        assert scores[likely] == best
        if best < 1.0:  # beside a win others may be left unknown
            assert all(scores[action] == best for action, share in policy.items() if share > 0.0)
        if game not in settled:
            settled.add(game)
            assert played.returns[game, GAME.mover(s)] == best  # the result that earlier positions learn
            assert played.returns[game].sum() == 0.0
    assert len(settled) > 20
    assert (played.returns != untouched.returns).any()


def test_without_nodes_nothing_is_proven(network):
    played, untouched = play(network), play(network)
    assert prove(played, 1) == 0
    assert (played.records.policy == untouched.records.policy).all()
    assert (played.returns == untouched.returns).all()


def test_few_nodes_prove_wins_and_leave_what_is_unknown(network):
    """A win is proven by the first action that wins, whatever else is not known."""
    few, many = play(network), play(network)
    some = prove(few, 300)
    assert 0 < some < prove(many, 30_000)
    for (_, _, _, proven, value), (_, _, _, _, sure) in zip(rows_of(few), rows_of(many), strict=True):
        assert not proven or value == sure


def ends(s, action):
    after = GAME.copy(s)
    GAME.play(after, action)
    return GAME.is_over(after)


def test_replies_to_other_actions_are_rows_for_the_value_alone(network, solver):
    played = play(network)
    before = int(played.records.used[0])
    proven = prove(played, 30_000, replies=2)
    found = list(rows_of(played, before))
    assert proven < len(found) <= 2 * proven
    values = set()
    for _, s, policy, sure, value in found:
        scores = solve(solver, s)
        assert sure
        assert not any(policy.values())
        assert value == pytest.approx(max(scores.values()))
        assert not any(ends(s, action) for action in scores)
        values.add(round(value))
    assert values == {-1, 0, 1}
    learner = learner_of(GAME, PLAN)
    rows = make_rows(GAME, learner.task.encoder, played, 0.5, 1.0)
    assert rows.value[before:, 0].tolist() == pytest.approx([value for *_, value in found])
    assert not rows.policy[before:].any()


def test_a_game_longer_than_the_horizon_proves_only_what_ends(monkeypatch):
    """Checkers: nothing is claimed of positions whose search meets the horizon."""
    checkers = games.load("checkers")
    learner = learner_of(checkers, PLAN)
    evaluator = NetworkEvaluator(checkers, learner.network({}))
    search = Search(simulations=2, opening=40, opening_share=1.0)
    for deepest in (6, 1000):
        monkeypatch.setattr("ludoteca.training.selfplay_proofs.DEEPEST", deepest)
        played = play_games(checkers, checkers.start(), [evaluator], search, np.arange(1, 5, dtype=np.uint64))
        searched = int(played.records.proven.sum())
        proven = prove_games(new_prover(checkers, 1), played, 2_000, 0)
        assert proven >= 4  # the last position of each game, at least
        assert int(played.records.proven.sum()) <= searched + proven
        values = 2.0 * played.records.values[played.records.proven] - 1.0
        assert set(np.unique(values.round(6))) <= {-1.0, 0.0, 1.0}


def test_a_game_that_alpha_beta_cannot_play_is_refused():
    plan = replace(PLAN, search=replace(SEARCH, proof_nodes=100))
    with pytest.raises(PlanError, match=r"search\.proof_nodes.*cannot play dice_race: it knows no chance"):
        learner_of(dice_race.GAME, plan)


def test_looking_for_ends_first_proves_the_same_with_fewer_nodes(network):
    """What both prove is equal; with the same nodes more is proven where moves that end the game are seen at once."""
    found = []
    for ends_first in (0, 1):
        played = play(network)
        prover = new_prover(GAME, 1)
        prover.workspace.plan.ends_first = ends_first
        prove_games(prover, played, 500, 0)
        found.append([(sure, value) for _, _, _, sure, value in rows_of(played)])
    both = [(plain, quick) for plain, quick in zip(*found, strict=True) if plain[0] and quick[0]]
    assert len(both) > 50
    assert all(plain == quick for plain, quick in both)
    assert sum(sure for sure, _ in found[1]) > sum(sure for sure, _ in found[0])
