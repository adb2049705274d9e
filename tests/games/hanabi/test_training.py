"""How keen and guest learn: lessons are true, what is fitted to them is right, and school makes them better."""

from dataclasses import replace

import numpy as np
import pytest

from ludoteca.core.errors import SetupError, WeightsError
from ludoteca.core.jit import compiles
from ludoteca.core.rng import new_rng
from ludoteca.games.hanabi.bots import GUEST, SMART, smart_notes
from ludoteca.games.hanabi.bots.smart_net import policy
from ludoteca.games.hanabi.bots.smart_net.card_moves import Moves
from ludoteca.games.hanabi.bots.smart_net.features import CLUE, MOMENT, MOST_DETAILS, MOVES, TOSS
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.simulation import deal_deck
from ludoteca.games.hanabi.training import fit, rollouts, score_predictor, train
from ludoteca.networks.inference import infer
from ludoteca.networks.weights import load_tensors, save_tensors
from ludoteca.protocol import CHANCE

torch = pytest.importorskip("torch")
games = pytest.mark.skipif(not compiles, reason="thousands of games")

PLAN = train.Schooling(rounds=2, lessons=300, whole_lessons=200, trials=200, epochs=2, seed=3)


@pytest.fixture(scope="module")
def whole():
    """Lessons that were played to the end."""
    return train.gather(PLAN, 1, policy.LEARNED[0, 2], 2000, train.NO_JUDGE, lambda *_: None)


@games
def test_a_lesson_tells_of_moves_and_what_they_came_to(whole):
    assert whole.moments.shape == (2000, len(MOMENT))
    assert whole.moments[:, 0].all()  # "always"
    assert whole.counts.min() >= 2
    assert whole.counts.max() == rollouts.TRIED
    assert set(np.unique(whole.kinds)) <= set(range(len(MOVES)))
    assert 20 < whole.scores[:, 0].mean() <= 25  # of the move that weighs most
    assert whole.scores[:, 0].mean() > whole.scores[whole.counts > 5, 5].mean() + 0.2


@games
def test_the_first_move_of_a_lesson_is_the_one_that_weighs_most(whole):
    for i in range(200):
        n = int(whole.counts[i])
        moves = Moves(np.array([n]), np.zeros(n, np.int64), whole.kinds[i, :n], whole.details[i, :n].astype(float))
        worth = np.zeros(n)
        policy.weigh(policy.LEARNED[0, 2], whole.moments[i].astype(float), moves, worth)
        assert worth.argmax() == 0 or np.isclose(worth[0], worth.max(), atol=1e-3)


@games
def test_torch_weighs_moves_as_the_player_does(whole):
    table = policy.LEARNED[0, 2]
    weights, outer = fit._unpack(torch, table)
    ours = fit.weigh_batch(
        torch,
        weights,
        outer,
        torch.from_numpy(whole.moments[:50]),
        torch.from_numpy(whole.details[:50]),
        torch.from_numpy(whole.kinds[:50].astype(np.int64)),
    )
    for i in range(50):
        n = int(whole.counts[i])
        moves = Moves(np.array([n]), np.zeros(n, np.int64), whole.kinds[i, :n], whole.details[i, :n].astype(float))
        worth = np.zeros(n)
        policy.weigh(table, whole.moments[i].astype(float), moves, worth)
        assert np.allclose(ours[i, :n].detach().numpy(), worth, atol=1e-2)


@games
def test_the_outlook_foretells_scores(whole):
    """Far better than the mean does, on lessons that it has not seen."""
    shape = score_predictor.shape_of(2)
    seen, other = (rollouts.Lessons(*(array[part] for array in whole)) for part in (slice(0, 1500), slice(1500, 2000)))
    flat, sizes = fit.fit_outlook(shape, seen, 20, 1), np.array(shape.sizes)
    there = other.whole[:, :, 0] != 0
    scores, out = other.scores[there], np.zeros(1, np.float32)
    told = np.zeros(len(scores))
    for i, x in enumerate(other.whole[there]):
        infer(flat, sizes, x, out)
        told[i] = out[0]
    assert ((told - scores) ** 2).mean() < 0.9 * scores.var()


def test_weights_follow_what_lessons_say():
    """Where clues come to a point more than discards, clues are what is learned."""
    n = 400
    made_up = rollouts.new_lessons(n, 0)
    made_up.moments[:, 0] = 1.0
    made_up.counts[:] = 2
    made_up.kinds[:, 0], made_up.kinds[:, 1] = TOSS, CLUE
    made_up.scores[:, 0], made_up.scores[:, 1] = 20.0, 21.0
    table = np.zeros(policy.LEARNED[0, 2].shape)
    found = fit.fit_weights(table, made_up, 60, 0.05, 0.7, 1)
    worth, moves = np.zeros(2), Moves(np.array([2]), np.zeros(2), np.array([TOSS, CLUE]), np.zeros((2, MOST_DETAILS)))
    policy.weigh(found, made_up.moments[0].astype(float), moves, worth)
    assert worth[1] > worth[0] + 0.5


def test_copies_are_found_where_they_lie():
    s = GAME.start()
    deal_deck(s, new_rng(5))
    while GAME.mover(s) == CHANCE:
        GAME.play(s, GAME.legal_actions(s)[0])
    places = score_predictor.find_copies(s)
    held = [int(s.cards[s.hands[seat, slot]]) for seat in range(2) for slot in range(5)]
    deck = [int(card) for card in s.cards[10:50]]
    for card in range(25):
        wanted = [0.0] * held.count(card) + [(i + 1) / 40 for i, other in enumerate(deck) if other == card]
        wanted = (wanted + [score_predictor.NOWHERE] * 2)[:2]
        assert places[card].tolist() == pytest.approx(wanted)


def test_the_whole_table_is_described_for_any_number_of_players():
    for players in (2, 5):
        s = GAME.start(players=players)
        deal_deck(s, new_rng(1))
        while GAME.mover(s) == CHANCE:
            GAME.play(s, GAME.legal_actions(s)[0])
        notes = np.zeros((5, 5, 5), np.int64)
        for viewer in range(players):
            smart_notes.begin(s, notes[viewer])
        x = np.full(score_predictor.shape_of(players).sizes[0], np.nan, np.float32)
        score_predictor.describe_whole(s, notes, x)
        assert np.isfinite(x).all()
        assert x[0] == 1.0


@games
def test_one_seed_gives_the_same_lessons_and_weights():
    runs = [train.teach(replace(PLAN, seed=seed)) for seed in (4, 4)]
    assert runs[0].mean == runs[1].mean
    assert np.array_equal(runs[0].table, runs[1].table)
    first, again, other = (
        train.gather(replace(PLAN, seed=seed), 1, policy.LEARNED[0, 2], 300, train.NO_JUDGE, lambda *_: None)
        for seed in (4, 4, 5)
    )
    assert np.array_equal(first.scores, again.scores)
    assert not np.array_equal(first.scores, other.scores)


@games
@pytest.mark.slow
def test_school_betters_what_it_began_with():
    """From smart's order of moves, whose errors are easily learned: by 0.1 points at least, five standard errors."""
    plan = train.Schooling(rounds=1, lessons=30_000, whole_lessons=20_000, trials=10_000, fresh=True, seed=1)
    seen = []
    best = train.teach(plan, told=seen.append)
    assert [trial.round for trial in seen] == [0, 1]
    assert best.mean > seen[0].mean + 0.1


def test_a_guest_learns_at_a_table_of_smart():
    room = train._furnish(replace(PLAN, learner="guest", players=3), 1, policy.LEARNED[1, 3], train.NO_JUDGE, 10)
    assert [int(bot) for bot in room.bots] == [SMART, GUEST, SMART]
    assert train._furnish(PLAN, 0, policy.LEARNED[0, 2], train.NO_JUDGE, 10).chance * 2 == pytest.approx(
        train._furnish(replace(PLAN, learner="guest"), 0, policy.LEARNED[1, 2], train.NO_JUDGE, 10).chance, abs=2
    )


@games
def test_ctrl_c_keeps_the_best_so_far():
    def stop(what, done, total):
        if what == "round 2: lessons":
            raise KeyboardInterrupt

    assert train.teach(PLAN, stop).round in (0, 1)


def test_weights_are_kept_beside_the_others_with_their_record(tmp_path):
    table = np.round(policy.tabulate(policy.SMART_ORDER), 3)
    plan = replace(PLAN, players=4)
    train.save_weights(tmp_path / "w.safetensors", plan, train.Trial(2, 23.5, 0.1, table))
    tensors, record = load_tensors(tmp_path / "w.safetensors")
    assert np.array_equal(tensors["keen-4"], table.astype(np.float32))
    assert np.array_equal(tensors["guest-2"], policy.LEARNED[1, 2].astype(np.float32))
    assert (record["keen-4"]["seed"], record["keen-4"]["mean"]) == (3, 23.5)


def test_what_was_learned_before_is_kept(tmp_path):
    """Of the file that is written, not of the package: keen's lessons survive guest's."""
    file, table = tmp_path / "w.safetensors", np.round(policy.tabulate(policy.SMART_ORDER), 3)
    train.save_weights(file, PLAN, train.Trial(1, 23.0, 0.1, table))
    train.save_weights(file, replace(PLAN, learner="guest", players=3), train.Trial(1, 23.0, 0.1, table))
    tensors, record = load_tensors(file)
    assert np.array_equal(tensors["keen-2"], table.astype(np.float32))
    assert set(record) >= {"keen-2", "guest-3"}


@pytest.mark.parametrize(
    ("tensors", "complaint"),
    [
        ({"smart-2": np.zeros((8, 50, 25))}, "has smart-2, which nobody learns"),
        ({"keen-2": np.zeros((50, 25))}, r"keen-2 has the shape \[50, 25\]"),
        ({"keen-2": np.full(policy.LEARNED.shape[2:], np.nan)}, "no number"),
    ],
)
def test_files_of_other_things_are_refused(tmp_path, tensors, complaint):
    save_tensors(tmp_path / "w.safetensors", tensors, {})
    with pytest.raises(WeightsError, match=complaint):
        train.find_kept(tmp_path / "w.safetensors")


@pytest.mark.parametrize(
    ("change", "complaint"), [({"learner": "smart"}, "one of keen, guest"), ({"players": 6}, "2 to 5")]
)
def test_bad_plans_are_refused(change, complaint):
    with pytest.raises(SetupError, match=complaint):
        train.teach(replace(PLAN, **change))
