"""Learning from the outcome: the notes' cost and its gradient, its runs, the split inputs, and PPO on them."""

import shutil
from pathlib import Path

import numpy as np
import pytest

from ludoteca.core.errors import SettingsError, SetupError, UnknownName, WeightsError
from ludoteca.games.hanabi.encoders import chiappini, chiappini_split, hle
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.study.outcome import COSTS, OUTCOMES, rewrite
from ludoteca.games.hanabi.study.outcome import run as run_study
from ludoteca.games.hanabi.training.outcome import OutcomePlan, export, learn
from ludoteca.games.hanabi.training.outcome_cost import (
    Cost,
    Layers,
    descend,
    forward,
    new_network,
    new_room,
    play_game,
    slope_of,
)
from ludoteca.games.hanabi.training.outcome_cost_run import CostPlan, first_state, run_cost
from ludoteca.games.hanabi.training.outcome_network import BELOW, list_kinds, list_members
from ludoteca.networks.files import load_file
from ludoteca.protocol import CHANCE
from ludoteca.training.ppo_games import make_observer, new_games

CHOSEN, TARGET, POWER = 7, 0.3, 2.5
RESULTS = Path(__file__).parents[3] / "docs" / "results"


def one_step(full):
    """The inputs, the network before, its layers, and how much each weight went down with eta 1."""
    net = new_network(chiappini.SIZE, 3, np.float64)
    before = type(net)(*(part.copy() for part in net))
    x = np.random.default_rng(1).integers(0, 5, chiappini.SIZE).astype(np.float64)
    layers = Layers(np.zeros(110), np.zeros(110), np.zeros(chiappini.OUTPUTS))
    forward(net, x, layers)
    slope = slope_of(layers.o[CHOSEN], TARGET, POWER)
    descend(net, x, layers, CHOSEN, slope, Cost(1.0, 1.0, 20.0, full))
    return x, before, layers, type(net)(*(a - b for a, b in zip(before, net, strict=True)))


def test_the_gradient_is_the_one_that_torch_derives():
    torch = pytest.importorskip("torch")
    x, before, _, change = one_step(full=True)
    parts = [torch.from_numpy(part).requires_grad_() for part in before]
    w1, b1, w2, b2, wo, bo = parts
    h1 = torch.sigmoid(torch.from_numpy(x) @ w1 + b1)
    h2 = torch.sigmoid(h1 @ w2 + b2)
    p = torch.softmax(h2 @ wo + bo, 0)[CHOSEN]
    ((p - TARGET).abs() ** POWER).backward()
    for part, found in zip(parts, change, strict=True):
        assert found == pytest.approx(part.grad.numpy(), rel=1e-9, abs=1e-14)


def test_as_written_it_is_the_notes_formula_which_lacks_the_other_outputs():
    _, _, layers, change = one_step(full=False)
    _, _, _, whole = one_step(full=True)
    o = layers.o[CHOSEN]
    cost = abs(o - TARGET) ** POWER
    wanted = POWER / (o - TARGET) * cost * o * (1 - o)
    assert change.bo[CHOSEN] == pytest.approx(wanted)
    assert change.wo[:, CHOSEN] == pytest.approx(wanted * layers.h2)
    assert np.count_nonzero(change.bo) == 1
    assert whole.bo[CHOSEN] == pytest.approx(wanted)
    assert whole.bo.sum() == pytest.approx(0.0, abs=1e-12), "a softmax does not change if all its sums do alike"
    assert np.abs(whole.b2 - change.b2).max() > 1e-6


def test_the_slope_has_the_factor_n_and_dies_out_away_from_the_end():
    slopes = [slope_of(0.5, 0.3, float(n)) for n in (1, 2, 3, 5, 10)]
    assert slopes == pytest.approx([1, 0.4, 0.12, 0.008, 10 * 0.2**9])
    assert slope_of(0.1, 0.3, 2.0) < 0
    assert slope_of(0.3, 0.3, 1.0) == 0.0


def test_moves_are_legal_and_the_same_decks_give_the_same_games():
    start = first_state("zero")
    net, room = new_network(chiappini.SIZE, 1), new_room(start[0], chiappini.SIZE)
    rngs = np.array([5, 6], np.uint64)
    played = play_game(net, start, room, False, rngs[:1], rngs[1:])
    final = room.states[0].copy()
    s = GAME.start(variant="four_colours")
    at = 0
    for action in final.moves[:played]:
        while GAME.mover(s) == CHANCE:
            GAME.play(s, int(final.cards[at]))
            at += 1
        GAME.play(s, int(action))
    assert int(s.score) == int(final.score)
    assert GAME.is_over(s)


def test_a_cost_run_resumes_to_the_last_bit(tmp_path):
    plan = CostPlan(games=120, points=4, evaluation_games=10, alpha=0.1)
    whole = run_cost(plan, tmp_path / "whole.safetensors")

    def stop(what, done, total):
        if done == 2:
            raise KeyboardInterrupt

    path = tmp_path / "cut.safetensors"
    with pytest.raises(KeyboardInterrupt):
        run_cost(plan, path, stop)
    resumed = run_cost(plan, path)
    for one, other in zip(whole.net, resumed.net, strict=True):
        assert np.array_equal(one, other)
    assert whole.curve[-1]["keep"] == resumed.curve[-1]["keep"]
    assert whole.curve[-1]["games"] == 120
    with pytest.raises(WeightsError, match="another run"):
        run_cost(CostPlan(games=120, points=4, evaluation_games=10, alpha=0.2), path)
    with pytest.raises(SettingsError, match="above 0"):
        run_cost(CostPlan(eta=0.0))


def test_what_the_gradient_reaches_is_measured():
    by_distance = np.array(run_cost(CostPlan(games=60, points=1, evaluation_games=2)).curve[-1]["by_distance"])
    distances, factors = by_distance[:, 0], by_distance[:, 1]
    assert factors[0] == pytest.approx(1.0)
    assert factors[1] == pytest.approx(2 * distances[1])
    assert factors[9] < 1e-6


def test_split_inputs_are_booleans_of_the_same_inputs():
    s = GAME.start(variant="four_colours", deck="r1 r1 r1 y2 w3 g5")
    random = np.random.default_rng(2)
    for _ in range(60):
        if GAME.is_over(s):
            break
        if GAME.mover(s) != CHANCE:
            view = GAME.observe(s, GAME.mover(s))
            notes, bits = chiappini.ENCODER.encode(view), chiappini_split.ENCODER.encode(view)
            slices, parts = chiappini.SLICES, chiappini_split.ENCODER.find_slices(view)
            assert set(np.unique(bits)) <= {0.0, 1.0}
            for name in ("lives", "clues", "deck", "discards", "stacks"):
                assert bits[parts[name]].sum() == notes[slices[name]].sum()
            again = np.zeros_like(bits)
            chiappini_split.split_inputs(notes, again)
            assert np.array_equal(bits, again)
            hands = bits[parts["hands"]].reshape(12, chiappini_split.VISIBLE)
            blocks = notes[chiappini.HANDS + chiappini.BLOCK : chiappini.OWN].reshape(3, 4, 4)
            numbers = blocks[:, 1].ravel()
            assert np.array_equal(hands[:, 4:9].argmax(axis=1) + 1, np.where(numbers > 0, numbers, 1))
            playable = hands[:, chiappini_split.CARD - 2] > 0
            stacks = notes[slices["stacks"]]
            colours = blocks[:, 0].ravel().astype(int)
            assert np.array_equal(playable, (colours > 0) & (numbers == stacks[colours - 1] + 1))
        legal = GAME.legal_actions(s)
        GAME.play(s, int(random.choice(legal)))


@pytest.mark.parametrize("encoder", [chiappini.ENCODER, chiappini_split.ENCODER, chiappini_split.WITH_MEMORY])
def test_each_encoder_has_its_own_compiled_observer(encoder):
    s = GAME.start(variant="four_colours")
    games = new_games(GAME, s, 3, 5)
    x = np.full((3, encoder.inputs), 9.0, np.float32)
    legal, moves = np.zeros((3, 35), np.bool_), np.zeros((3, 35), np.int32)
    seats = np.zeros(3, np.int8)
    make_observer(encoder)(games, x, legal, moves, seats)
    for state, row, allowed, actions in zip(games.states, x, legal, moves, strict=True):
        view = GAME.observe(state, GAME.mover(state))
        assert np.array_equal(row, encoder.encode(view))
        assert sorted(actions[allowed]) == GAME.legal_actions(state)
        assert all(encoder.output_of(view, int(actions[output])) == output for output in np.flatnonzero(allowed))


@pytest.mark.parametrize("players", [2, 4])
def test_blocks_see_each_kind_of_card_beside_its_stack_and_which_kinds_a_card_may_be(players):
    s, random = GAME.start(players=players), np.random.default_rng(3)
    kinds, (known, seen) = list_kinds(s), list_members(s)
    while not GAME.is_over(s):
        if GAME.mover(s) != CHANCE:
            bits = np.append(hle.encode(s, GAME.mover(s)), (0, 1))  # the constants at ZERO and ONE
            for kind, places in enumerate(kinds):
                (colour, rank), found = divmod(kind, 5), bits[list(places)]
                heights = np.flatnonzero(found[: BELOW + 5]) + rank - BELOW + 1
                pile = int(s.piles[colour])
                assert heights.tolist() == ([pile] if pile >= max(1, rank - BELOW + 1) else [])
                assert (found[BELOW + 5 : -5].sum(), found[-5:].argmax()) == (s.gone[kind], rank)
            check_members(s, bits, known, seen)
        GAME.play(s, int(random.choice(GAME.legal_actions(s))))


def check_members(s, bits, known, seen):
    """Against the cards of all hands, the mover's first."""
    players, size = int(s.players), int(s.hand_size)
    for ahead in range(players):
        owner = (GAME.mover(s) + ahead) % players
        for slot in range(int(s.held[owner])):
            order, place = int(s.hands[owner, slot]), ahead * size + slot
            colours, ranks = (int(part[order]) & 31 for part in (s.colours, s.ranks))
            assert bits[list(known[place])].sum() == colours.bit_count() * ranks.bit_count()
            if ahead:
                assert np.flatnonzero(bits[list(seen[place - size])]).tolist() == [s.cards[order]]


def test_shapes_that_do_not_fit_are_refused():
    pytest.importorskip("torch")
    assert OutcomePlan(encoder="hle_stacks", players=3, shape="cards").task().network.trunk_inputs == 1031 + 15 * 16
    with pytest.raises(SetupError, match="for the encoders hle and hle_stacks, not for chiappini"):
        OutcomePlan(encoder="chiappini", shape="cards").task()
    with pytest.raises(UnknownName, match="shape"):
        OutcomePlan(encoder="hle", shape="card").task()


def test_ppo_on_the_notes_inputs_runs_and_its_network_can_be_exported(tmp_path):
    pytest.importorskip("torch")
    plan = OutcomePlan(decisions=40_000, evaluation_games=20, hidden=(16,), points=2)
    learner, curve = learn(plan)
    assert curve[-1]["decisions"] == 2 * 512 * 32
    assert curve[-1]["sampled_keep"]["mean"] >= curve[-1]["sampled_zero"]["mean"]
    export(learner, plan, curve, tmp_path / "net.safetensors")
    file = load_file(tmp_path / "net.safetensors")
    assert file.declaration.encoder == "chiappini_split"
    assert file.record["plan"]["seed"] == 1
    with pytest.raises(UnknownName, match="encoder"):
        OutcomePlan(encoder="chiapini").task()


def test_the_quick_study_writes_its_page(tmp_path):
    pytest.importorskip("torch")
    study = run_study(quick=True, seed=1, out=tmp_path)
    page = (tmp_path / "hanabi-outcome.md").read_text(encoding="utf-8")
    assert "Made by `ludoteca reproduce hanabi-outcome --quick --seed 1`" in page
    for name in (*COSTS, *OUTCOMES):
        assert f"| {name} |" in page
    assert "<svg" in (tmp_path / "hanabi-outcome.html").read_text(encoding="utf-8")
    assert study.outcomes["ppo-standard"][0].task().network.inputs == 658
    assert study.costs["cost"][1][-1]["games"] == 100
    seconds = [curve[-1]["cpu_seconds"] for _, curve in study.outcomes.values()]
    assert study.last["ppo-stacks"]["decks"] == 20
    rewrite(tmp_path)
    assert (tmp_path / "hanabi-outcome.md").read_text(encoding="utf-8") == page
    again = run_study(quick=True, seed=1, out=tmp_path)
    assert [curve[-1]["cpu_seconds"] for _, curve in again.outcomes.values()] == seconds, "the runs were kept"


def test_the_page_in_the_documents_is_what_its_figures_say(tmp_path):
    shutil.copytree(RESULTS / "hanabi-outcome", tmp_path / "hanabi-outcome")
    rewrite(tmp_path)
    for name in ("hanabi-outcome.md", "hanabi-outcome.html", "hanabi-outcome/ppo-standard.svg"):
        assert (tmp_path / name).read_text() == (RESULTS / name).read_text()
    (tmp_path / "hanabi-outcome" / "runs" / "ppo-split.jsonl").unlink()
    with pytest.raises(SetupError, match=r"lacks figures of the study .*ppo-split"):
        rewrite(tmp_path)
