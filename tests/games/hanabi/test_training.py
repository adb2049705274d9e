"""Training: samples are true, the networks are fitted to them, and the weights get better."""

from dataclasses import replace

import numpy as np
import pytest

from ludoteca.core.errors import SetupError, WeightsError
from ludoteca.core.jit import compiles
from ludoteca.core.rng import new_rng
from ludoteca.games.hanabi.bots import SMART, SMART_NET_PARTNER, smart_notes
from ludoteca.games.hanabi.bots.smart_net import policy
from ludoteca.games.hanabi.bots.smart_net.card_moves import Moves
from ludoteca.games.hanabi.bots.smart_net.features import (
    CLUE,
    DISCARD,
    MOST_MOVE_FEATURES,
    MOVE_KINDS,
    POSITION_FEATURES,
)
from ludoteca.games.hanabi.bots.team import shuffle_deck
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.training import advantages, fit, rollouts, score_predictor, train
from ludoteca.networks.files import load_file
from ludoteca.networks.inference import infer
from ludoteca.networks.weights import load_tensors, save_tensors
from ludoteca.protocol import CHANCE

torch = pytest.importorskip("torch")
games = pytest.mark.skipif(not compiles, reason="thousands of games")

PLAN = train.TrainingPlan(rounds=2, samples=300, full_samples=200, trials=200, epochs=2, seed=3)


@pytest.fixture(scope="module")
def full():
    """Samples whose rollouts went to the end."""
    return train.gather(PLAN, 1, policy.LEARNED[0, 2], 2000, train.NO_PREDICTOR, lambda *_: None)


@games
def test_a_sample_holds_moves_and_their_results(full):
    assert full.positions.shape == (2000, len(POSITION_FEATURES))
    assert full.positions[:, 0].all()  # "always"
    assert full.counts.min() >= 2
    assert full.counts.max() == rollouts.TRIED
    assert set(np.unique(full.kinds)) <= set(range(len(MOVE_KINDS)))
    assert 20 < full.results[:, 0].mean() <= 25  # of the move with the highest score
    assert full.results[:, 0].mean() > full.results[full.counts > 5, 5].mean() + 0.2


@games
def test_the_first_move_of_a_sample_has_the_highest_score(full):
    for i in range(200):
        n = int(full.counts[i])
        moves = Moves(np.array([n]), np.zeros(n, np.int64), full.kinds[i, :n], full.features[i, :n].astype(float))
        scores = np.zeros(n)
        policy.score_moves(policy.LEARNED[0, 2], full.positions[i].astype(float), moves, scores)
        assert scores.argmax() == 0 or np.isclose(scores[0], scores.max(), atol=1e-3)


@games
def test_torch_scores_moves_as_the_player_does(full):
    table = policy.LEARNED[0, 2]
    weights, outer = fit._unpack(torch, table)
    ours = fit.score_batch(
        torch,
        weights,
        outer,
        torch.from_numpy(full.positions[:50]),
        torch.from_numpy(full.features[:50]),
        torch.from_numpy(full.kinds[:50].astype(np.int64)),
    )
    for i in range(50):
        n = int(full.counts[i])
        moves = Moves(np.array([n]), np.zeros(n, np.int64), full.kinds[i, :n], full.features[i, :n].astype(float))
        scores = np.zeros(n)
        policy.score_moves(table, full.positions[i].astype(float), moves, scores)
        assert np.allclose(ours[i, :n].detach().numpy(), scores, atol=1e-2)


@games
def test_the_predictor_predicts_scores(full):
    """Better than the mean does, on samples that it has not seen."""
    shape = score_predictor.shape_of(2)
    seen, other = (rollouts.Samples(*(array[part] for array in full)) for part in (slice(0, 1500), slice(1500, 2000)))
    flat, sizes = fit.fit_predictor(shape, seen, 20, 1), np.array(shape.sizes)
    running = other.states[:, :, 0] != 0
    results, out = other.results[running], np.zeros(1, np.float32)
    predicted = np.zeros(len(results))
    for i, x in enumerate(other.states[running]):
        infer(flat, sizes, x, out)
        predicted[i] = out[0]
    assert ((predicted - results) ** 2).mean() < 0.9 * results.var()


def test_weights_follow_the_samples():
    """Where clues gain a point more than discards, clues are learned."""
    found = fit.fit_weights(np.zeros(policy.LEARNED[0, 2].shape), made_up_samples(), 60, 0.05, 0.7, 1)
    scores = score_both(found)
    assert scores[1] > scores[0] + 0.5


def made_up_samples(n=400):
    """Clues gain a point more than discards."""
    samples = rollouts.new_samples(n, 0)
    samples.positions[:, 0] = 1.0
    samples.counts[:] = 2
    samples.kinds[:, 0], samples.kinds[:, 1] = DISCARD, CLUE
    samples.results[:, 0], samples.results[:, 1] = 20.0, 21.0
    return samples


def score_both(table):
    """The scores of a discard and a clue."""
    scores, position = np.zeros(2), np.eye(len(POSITION_FEATURES))[0]
    features = np.zeros((2, MOST_MOVE_FEATURES))
    policy.score_moves(table, position, Moves(np.array([2]), np.zeros(2), np.array([DISCARD, CLUE]), features), scores)
    return scores


def test_advantages_are_what_moves_gain_over_the_others():
    found = score_both(fit.fit_advantages(made_up_samples(), 4, 500, 1))
    assert found[1] - found[0] == pytest.approx(1.0, abs=0.1)


def test_advantages_are_added_to_scores():
    rng = np.random.default_rng(1)
    table, more = rng.normal(size=(8, 50, 25)), rng.normal(size=(8, 50, 7))
    both = advantages.add_advantages(table, more, 3.0)
    assert both.shape == (8, 50, 31)
    assert score_both(both) == pytest.approx(score_both(table) + 3 * score_both(more))


@games
def test_net_best_is_trained_and_written(tmp_path):
    """What was measured is in the file; without weight the player stays what it was."""
    best, gain = advantages.train_best(PLAN, 4.0)
    advantages.save_best(tmp_path / "n.safetensors", best, PLAN, 4.0, gain)
    network = load_file(tmp_path / "n.safetensors")
    assert network.record["after"] == gain.after
    assert (network.record["weight"], network.record["seed"]) == (4.0, 3)
    same = advantages.measure_gain(PLAN, advantages.add_advantages(policy.LEARNED[0, 2], best, 0.0))
    assert (same.difference, same.standard_error) == (0.0, 0.0)
    assert same.before == gain.before


def test_copies_are_found_where_they_lie():
    s = GAME.start()
    shuffle_deck(s, new_rng(5))
    while GAME.mover(s) == CHANCE:
        GAME.play(s, GAME.legal_actions(s)[0])
    places = score_predictor.find_copies(s)
    held = [int(s.cards[s.hands[seat, slot]]) for seat in range(2) for slot in range(5)]
    deck = [int(card) for card in s.cards[10:50]]
    for card in range(25):
        wanted = [0.0] * held.count(card) + [(i + 1) / 40 for i, other in enumerate(deck) if other == card]
        wanted = (wanted + [score_predictor.NOWHERE] * 2)[:2]
        assert places[card].tolist() == pytest.approx(wanted)


def test_the_whole_state_is_described_for_any_number_of_players():
    for players in (2, 5):
        s = GAME.start(players=players)
        shuffle_deck(s, new_rng(1))
        while GAME.mover(s) == CHANCE:
            GAME.play(s, GAME.legal_actions(s)[0])
        notes = np.zeros((5, 5, 5), np.int64)
        for viewer in range(players):
            smart_notes.begin(s, notes[viewer])
        x = np.full(score_predictor.shape_of(players).sizes[0], np.nan, np.float32)
        score_predictor.describe_state(s, notes, x)
        assert np.isfinite(x).all()
        assert x[0] == 1.0


@games
def test_one_seed_gives_the_same_samples_and_weights():
    runs = [train.train(replace(PLAN, seed=seed)) for seed in (4, 4)]
    assert runs[0].mean == runs[1].mean
    assert np.array_equal(runs[0].table, runs[1].table)
    first, again, other = (
        train.gather(replace(PLAN, seed=seed), 1, policy.LEARNED[0, 2], 300, train.NO_PREDICTOR, lambda *_: None)
        for seed in (4, 4, 5)
    )
    assert np.array_equal(first.results, again.results)
    assert not np.array_equal(first.results, other.results)


@games
@pytest.mark.slow
def test_training_improves_the_weights():
    """From smart's order of moves, whose errors are easily learned: by at least 0.1 points, five standard errors."""
    plan = train.TrainingPlan(rounds=1, samples=30_000, full_samples=20_000, trials=10_000, fresh=True, seed=1)
    seen = []
    best = train.train(plan, on_evaluation=seen.append)
    assert [found.round for found in seen] == [0, 1]
    assert best.mean > seen[0].mean + 0.1


def test_a_partner_learns_in_a_team_of_smart():
    """In one seat, each in turn, and with as many samples a game as one who sits everywhere."""
    partner = replace(PLAN, learner="smart_net_partner", players=3)
    for chunk, bots in enumerate(([2, 0, 0], [0, 2, 0], [0, 0, 2], [2, 0, 0])):
        workspace = train.seat_learner(partner, chunk, policy.LEARNED[1, 3], train.NO_PREDICTOR)
        assert [int(bot) for bot in workspace.team.bots] == [SMART_NET_PARTNER if bot else SMART for bot in bots]
    everywhere = train.seat_learner(PLAN, 0, policy.LEARNED[0, 2], train.NO_PREDICTOR).sampling.sampled
    partner = replace(PLAN, learner="smart_net_partner")
    alone = train.seat_learner(partner, 0, policy.LEARNED[1, 2], train.NO_PREDICTOR).sampling.sampled
    assert alone == pytest.approx(2 * everywhere, abs=2)


@games
def test_ctrl_c_keeps_the_best_so_far():
    def stop(what, done, total):
        if what == "round 2: samples":
            raise KeyboardInterrupt

    seen = []
    best = train.train(PLAN, stop, seen.append)
    assert [found.round for found in seen] == [0, 1]  # round 2 was never evaluated
    assert best is max(seen, key=lambda found: found.mean)


def test_weights_are_kept_beside_the_others_with_their_record(tmp_path):
    table = np.round(policy.tabulate(policy.SMART_ORDER), 3)
    plan = replace(PLAN, players=4)
    train.save_weights(tmp_path / "w.safetensors", plan, train.Evaluation(2, 23.5, 0.1, table))
    tensors, record = load_tensors(tmp_path / "w.safetensors")
    assert np.array_equal(tensors["smart_net-4"], table.astype(np.float32))
    assert np.array_equal(tensors["smart_net_partner-2"], policy.LEARNED[1, 2].astype(np.float32))
    assert (record["smart_net-4"]["seed"], record["smart_net-4"]["mean"]) == (3, 23.5)


def test_what_was_learned_before_is_kept(tmp_path):
    """In the file that is written, not in the package: the weights of one learner survive training the other."""
    file, table = tmp_path / "w.safetensors", np.round(policy.tabulate(policy.SMART_ORDER), 3)
    train.save_weights(file, PLAN, train.Evaluation(1, 23.0, 0.1, table))
    train.save_weights(
        file, replace(PLAN, learner="smart_net_partner", players=3), train.Evaluation(1, 23.0, 0.1, table)
    )
    tensors, record = load_tensors(file)
    assert np.array_equal(tensors["smart_net-2"], table.astype(np.float32))
    assert set(record) >= {"smart_net-2", "smart_net_partner-3"}


@pytest.mark.parametrize(
    ("tensors", "complaint"),
    [
        ({"smart-2": np.zeros((8, 50, 25))}, "has smart-2, which no bot learns"),
        ({"smart_net-2": np.zeros((50, 25))}, r"smart_net-2 has the shape \[50, 25\]"),
        ({"smart_net-2": np.full(policy.LEARNED.shape[2:], np.nan)}, "not finite"),
    ],
)
def test_files_of_other_things_are_refused(tmp_path, tensors, complaint):
    save_tensors(tmp_path / "w.safetensors", tensors, {})
    with pytest.raises(WeightsError, match=complaint):
        train.find_kept(tmp_path / "w.safetensors")


@pytest.mark.parametrize(
    ("change", "complaint"), [({"learner": "smart"}, "one of smart_net, smart_net_partner"), ({"players": 6}, "2 to 5")]
)
def test_bad_plans_are_refused(change, complaint):
    with pytest.raises(SetupError, match=complaint):
        train.train(replace(PLAN, **change))


def test_older_files_of_weights_are_read_and_written_under_the_new_names(tmp_path):
    file, table = tmp_path / "w.safetensors", np.round(policy.tabulate(policy.SMART_ORDER), 3)
    table[0, 0, 0] = 5.5
    save_tensors(file, {"keen-3": table, "guest-2": table}, {"keen-3": {"seed": 4}})
    weights = policy.read_weights(file)
    assert weights[0, 3, 0, 0, 0] == weights[1, 2, 0, 0, 0] == 5.5
    train.save_weights(file, PLAN, train.Evaluation(1, 23.0, 0.1, table))
    tensors, record = load_tensors(file)
    assert set(tensors) == {"smart_net-2", "smart_net-3", "smart_net_partner-2"}
    assert record["smart_net-3"] == {"seed": 4}
