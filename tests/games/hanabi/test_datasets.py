"""Data sets of hanabi: what the teacher tells is what it does, raw files give the same rows, symmetries hold."""

import json

import numpy as np
import pytest

from ludoteca import games
from ludoteca.core.errors import DatasetError
from ludoteca.core.rng import new_rng
from ludoteca.games.hanabi.bots import BOLOGNA2, bot_action
from ludoteca.games.hanabi.bots.teacher import score
from ludoteca.games.hanabi.encoders import bologna
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.state import MAX_ACTIONS
from ludoteca.games.hanabi.training import raw
from ludoteca.games.hanabi.training.raw_folder import format_raw, write_raw
from ludoteca.lab.datasets.counting import count_facts, count_ties
from ludoteca.lab.datasets.making import Order, make_dataset
from ludoteca.lab.parallel import SerialPool
from ludoteca.protocol import CHANCE
from ludoteca.training.decisions import DecisionData
from ludoteca.training.reading import open_decisions

ORDER = Order("hanabi", ("bot:bot=bot2",), "bologna", games=6, seed=2, games_per_chunk=4)


@pytest.fixture(scope="module")
def data(tmp_path_factory):
    folder = tmp_path_factory.mktemp("data") / "d"
    make_dataset(ORDER, folder, SerialPool())
    return DecisionData(folder)


def bot2_positions(games_played=4):
    """Positions of games of Bot2."""
    for seed in range(games_played):
        s, rng = GAME.start(), new_rng(seed)
        while not GAME.is_over(s):
            if GAME.mover(s) == CHANCE:
                GAME.play(s, GAME.draw_chance(s, rng))
                continue
            yield GAME.copy(s)
            GAME.play(s, int(bot_action(s, BOLOGNA2, rng)))


def test_the_teacher_does_nothing_but_its_best_and_all_of_it_in_the_end():
    """With other random numbers Bot2 plays other actions, all of them among those that are told as best."""
    tied = 0
    for s in bot2_positions():
        scores, best = np.full(MAX_ACTIONS, np.nan, np.float32), np.zeros(MAX_ACTIONS, np.int8)
        score(GAME.observe(s, GAME.mover(s)), BOLOGNA2, scores, best)
        chosen = {int(bot_action(s, BOLOGNA2, new_rng(i))) for i in range(60)}
        assert chosen == set(np.flatnonzero(best).tolist())
        tied += len(chosen) > 1
        clues = [action for action in GAME.legal_actions(s) if action >= 10]
        assert np.flatnonzero(np.isfinite(scores)).tolist() == clues
        if len(chosen) > 1:
            assert len({float(scores[action]) for action in chosen}) == 1
    assert tied


def test_rows_hold_what_the_teacher_tells(data):
    rows = open_decisions(data.folder)
    every = np.arange(len(rows))
    best, legal, scores = rows.best(every), rows.legal(every), rows.scores(every)
    assert best[every, rows.labels].all()
    assert legal[best].all()
    assert np.array_equal(np.isfinite(scores), legal & (every * 0 + 1)[:, None].astype(bool) & (np.arange(20) >= 10))
    ties = {row.kind: row for row in count_ties(data)}
    assert ties["all"].tied == (best.sum(axis=1) > 1).sum() == ties["HINT"].tied
    assert ties["PLAY"].cap == ties["DISCARD"].cap == 1.0
    assert ties["all"].cap == pytest.approx((1 / best.sum(axis=1)).mean())
    assert ties["all"].cap_95[0] < ties["all"].cap < ties["all"].cap_95[1]


def test_kept_features_are_those_of_the_encoder_within_half_a_step(data):
    columns, chance = data.read_chunk(0), None
    rows = open_decisions(data.folder)
    from ludoteca.core.rng import split_seed

    for number in range(2):
        s, chance = GAME.start(), np.array([split_seed(2, "chance", number)], np.uint64)
        for row in np.flatnonzero(columns["game"] == number):
            while GAME.mover(s) == CHANCE:
                GAME.play(s, GAME.draw_chance(s, chance))
            view = GAME.observe(s, GAME.mover(s))
            told = bologna.ENCODER.encode(view)
            assert (np.abs(rows.rows(row) - told) <= 0.51 * rows.steps).all()
            shares = bologna.SLICES["current_colour_shares"]
            assert rows.rows(row)[shares] == pytest.approx(told[shares], rel=1e-6)
            GAME.play(s, int(columns["action"][row]))
        assert columns["returns"][columns["game"] == number][0].tolist() == GAME.returns(s)


def test_bot2_scores_as_published_and_hardly_repeats_itself(data):
    facts = count_facts(data)
    assert facts.duplicates <= 2
    assert 8 <= facts.mean_return <= 20


# --- the project's raw files ---------------------------------------------------------------------------------------


def test_raw_files_give_the_same_files_as_the_direct_way(tmp_path):
    order = Order(**{**ORDER.__dict__, "scores": False})
    make_dataset(order, tmp_path / "direct", SerialPool())
    write_raw(order, tmp_path / "raw")
    format_raw(tmp_path / "raw", tmp_path / "formatted")
    direct, formatted = (
        {path.name: path.read_bytes() for path in (tmp_path / name).glob("*.*")} for name in ("direct", "formatted")
    )
    assert sorted(direct) == ["chunk-000000.parquet", "chunk-000001.parquet", "dataset.json"]
    assert direct == formatted


def test_raw_states_have_the_projects_fields_and_own_cards_change_no_feature(tmp_path):
    write_raw(Order(**{**ORDER.__dict__, "scores": False, "games": 1}), tmp_path / "raw")
    states = raw.read_lines(tmp_path / "raw" / "game-000000.states.jsonl")
    actions = raw.read_lines(tmp_path / "raw" / "game-000000.actions.jsonl")
    first = states[0]
    assert {"hints", "finalround", "white", "blue", "red", "yellow", "green", "deck", "handentropy_other",
            "handentropy_current", "fuse", "round", "current", "discarded"} < set(first)  # fmt: skip
    assert set(first["hand_other"][0]) == {"playability", "color", "value", "cardentropy", "uselessness", "poss_values",
                                           "poss_colors"}  # fmt: skip
    assert first["discarded"] == [100000, 200000, 300000, 400000, 500000]
    assert (first["finalround"], first["deck"], first["fuse"]) == (-1, 40, 3)
    assert states[-1]["finalround"] > 0
    assert {action["type"] for action in actions} == set(raw.KINDS)
    told = raw.read_features(first, "here")
    for card in first["hand_current"]:
        card["color"], card["value"] = "green", 5
    assert np.array_equal(raw.read_features(first, "here"), told)


@pytest.mark.parametrize(
    ("line", "text"),
    [
        ("{", "line 1 is no JSON"),
        ("[]", "must be an object"),
        ('{"hints": 1}', "no state of the project"),
        ('"' + "x" * 30_000 + '"', "longer than"),
    ],
    ids=["cut", "list", "fields", "long"],
)
def test_raw_files_that_are_damaged_are_named_with_their_line(tmp_path, line, text):
    write_raw(Order(**{**ORDER.__dict__, "scores": False, "games": 1}), tmp_path / "raw")
    path = tmp_path / "raw" / "game-000000.states.jsonl"
    path.write_text(line + "\n" + path.read_text().partition("\n")[2])
    with pytest.raises(DatasetError, match=text):
        format_raw(tmp_path / "raw", tmp_path / "out")


# --- symmetries ----------------------------------------------------------------------------------------------------


def test_permuted_colours_are_the_features_of_the_permuted_game():
    """Play the same game with other colours: its features and classes are those of the symmetry."""
    symmetry = bologna.ENCODER.symmetries[37]
    places = [int(symmetry.inputs[bologna.FIREWORKS + i]) - bologna.FIREWORKS for i in range(5)]
    order = bologna.COLOUR_ORDER
    new = {int(order[old]): int(order[place]) for place, old in enumerate(places)}  # colour -> colour
    s, other, rng = GAME.start(), GAME.start(), new_rng(8)
    while not GAME.is_over(s):
        if GAME.mover(s) == CHANCE:
            card = GAME.draw_chance(s, rng)
            GAME.play(s, card)
            GAME.play(other, new[card // 5] * 5 + card % 5)
            continue
        seat = GAME.mover(s)
        views = [GAME.observe(state, seat) for state in (s, other)]
        here, there = (bologna.ENCODER.encode(view) for view in views)
        assert there == pytest.approx(here[symmetry.inputs], abs=1e-4)
        action = int(bot_action(s, BOLOGNA2, rng))
        twin = 10 + new[action - 10] if 10 <= action < 15 else action
        assert bologna.output_of(views[1], twin) == symmetry.outputs[bologna.output_of(views[0], action)]
        GAME.play(s, action)
        GAME.play(other, twin)


def test_forbidden_actions_are_replaced_as_in_the_project():
    """With all tokens a discard becomes a clue of the first card's value; without any, a clue becomes a discard."""
    replaced = set()
    for s in bot2_positions(2):
        view, legal = GAME.observe(s, GAME.mover(s)), GAME.legal_actions(s)
        first = int(s.cards[s.hands[1 - s.turn, 0]])
        for output in range(20):
            if bologna.action_of(view, output) in legal:
                continue
            action = bologna.ENCODER.replace_illegal(view, output, legal)
            assert action in legal
            if 5 <= output < 10 and s.tokens == 8:
                assert action == 15 + first % 5
                replaced.add("discard")
            elif output >= 10 and s.tokens == 0:
                assert action == 0
                replaced.add("clue")
            elif output >= 15:
                assert action == 10 + first // 5
                replaced.add("absent")
    assert replaced == {"discard", "clue", "absent"}


def test_every_game_names_its_encoders():
    assert games.find_encoder("bologna")[0] == "hanabi"
    assert json.dumps(games.encoder_names("hanabi"))
