"""What pages are told: the stage once, positions as each may see them, and a turn as steps that add up."""

import json

import pytest

from ludoteca.core.rng import below, new_rng
from ludoteca.games.contest.game import GAME
from ludoteca.games.contest.steps import GAINS, LOSSES
from ludoteca.protocol import CHANCE

OWN = "Mia=Gorebyss:Rain Dance/Surf/Attract/Thunder"


def test_a_scene_shows_what_its_viewer_may_know():
    s = GAME.start(contestants=["Betta", "Speranza", "Macy", "Plumy"])
    GAME.play(s, 3)
    own, other = GAME.show(GAME.observe(s, 0)), GAME.show(GAME.observe(s, 1))
    assert own["contestants"][0]["pick"] == 3
    assert other["contestants"][0]["pick"] == "hidden"
    assert GAME.show(GAME.spectate(s))["contestants"][0]["pick"] == "hidden"
    assert other["text"] == GAME.draw(GAME.observe(s, 1))
    assert json.loads(json.dumps(own)) == own
    assert not GAME.reveals(GAME.start(), 0, 1)
    assert GAME.reveals(GAME.start(), 0, 0)


def test_the_stage_has_everybody_with_their_moves_and_a_body_to_draw():
    stage = GAME.stage(GAME.start(contestants=["Betta", "Speranza", "Macy", OWN], condition="beautiful"))
    assert json.loads(json.dumps(stage)) == stage
    assert [who["name"] for who in stage["contestants"]] == ["Betta", "Speranza", "Macy", "Mia"]
    mia = stage["contestants"][3]
    assert (mia["species"], mia["shape"], mia["colour"]) == ("Gorebyss", "serpent", "pink")
    rain, surf, attract, _ = mia["moves"]
    assert (rain["opens"], rain["completed_by"], surf["completed_by"]) == (True, [3], [])
    assert (surf["italian"], surf["condition"], surf["crowd"], surf["hearts"], surf["jam"]) == (
        "Surf", "beautiful", 1, 2, 2,
    )  # fmt: skip
    assert attract["crowd"] == 0
    assert attract["effect"] == "nervous_after"


def test_a_pick_says_what_the_last_move_makes_of_it():
    """Rain Dance opens a combination that Thunder completes; the same move again costs a heart."""
    s = GAME.start(contestants=["Betta", "Speranza", "Macy", OWN], mode="game")
    assert GAME.show_action(s, 0) == {"place": 0, "repeats": False, "completes": False}
    play_turn(s, [2, 2, 1, 0])
    while GAME.mover(s) != 3:
        GAME.play(s, GAME.legal_actions(s)[0])
    assert GAME.show_action(s, 0) == {"place": 0, "repeats": True, "completes": False}
    assert GAME.show_action(s, 3) == {"place": 3, "repeats": False, "completes": True}


def play_turn(s, picks):
    for pick in picks:
        GAME.play(s, pick)
    while GAME.mover(s) == CHANCE:
        GAME.play(s, GAME.legal_actions(s)[0])


def test_a_turn_as_steps():
    s = GAME.start(contestants=["Betta", "Speranza", "Macy", "Plumy"])
    for pick in (2, 1, 0):
        assert GAME.steps(s, pick) == []  # a pick is secret
        GAME.play(s, pick)
    before = s.tobytes()
    steps = GAME.steps(s, 0)
    assert s.tobytes() == before
    assert [(step["type"], step["seat"], step.get("place")) for step in steps if step["type"] == "performs"] == [
        ("performs", 0, 2), ("performs", 1, 1), ("performs", 2, 0),
    ]  # fmt: skip  # then chance decides whom Attract makes nervous
    GAME.play(s, 0)
    nervous = max(GAME.legal_actions(s))
    steps = GAME.steps(s, nervous)
    assert [step["type"] for step in steps[:2]] == ["nervous", "too_nervous"]
    assert not any("place" in step for step in steps)  # what the nervous one had picked is never told


@pytest.mark.parametrize("seed", range(12))
def test_the_steps_of_a_contest_add_up_to_its_hearts_stars_and_orders(seed):
    rng = new_rng(seed, "steps")
    names = ["Betta", "Speranza", "Tropica", "Trod", "Macy", "Plumy"][seed % 3 :][:4]
    s = GAME.start(contestants=names, mode=("thesis", "game")[seed % 2])
    totals, order, stars = [0] * 4, [0, 1, 2, 3], 0
    while not GAME.is_over(s):
        legal = GAME.legal_actions(s)
        action = legal[below(rng, len(legal))]
        for step in GAME.steps(s, action):
            assert ("hearts" in step) == (step["type"] in GAINS + LOSSES)
            if "hearts" in step:
                totals[step["seat"]] += step["hearts"]
            if step["type"] == "order":
                order = step["order"]
            stars = step.get("stars", stars)
        GAME.play(s, action)
        assert stars == s.stars
        if GAME.mover(s) >= 0:
            assert order == s.order.tolist()
    assert totals == s.totals.tolist()


def test_the_catalogue_has_everything_that_a_set_up_needs():
    found = GAME.catalogue()
    assert json.loads(json.dumps(found)) == json.loads(json.dumps(found, sort_keys=True))
    assert (len(found["moves"]), len(found["species"]), len(found["combinations"])) == (621, 721, 237)
    assert sum(len(entry["contests"]) for entry in found["roster"]) == 362
    assert {shape for _, shape, _ in found["species"]} == set(SHAPES)
    assert len({colour for _, _, colour in found["species"]}) == 10
    speranza = next(entry for entry in found["roster"] if entry["name"] == "Speranza")
    assert speranza["documented"]
    assert [found["moves"][number - 1]["english"] for number in speranza["moves"]] == [
        "Mimic", "Round", "Dazzling Gleam", "Disarming Voice",
    ]  # fmt: skip


SHAPES = (
    "ball", "serpent", "fish", "arms", "blob", "upright", "legs", "beast", "wings", "tentacles", "heads", "person",
    "moth", "armour",
)  # fmt: skip
