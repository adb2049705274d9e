"""Maps: statistics of 2,000 boards beside those measured on the course's own program; files; pictures."""

import json

import numpy as np
import pytest

from games.dicewars.scenes import path_map, settle
from ludoteca.core.errors import SetupError, UnknownName
from ludoteca.core.jit import compiles
from ludoteca.games.dicewars import maps, state
from ludoteca.games.dicewars.constants import ORIGINAL
from ludoteca.games.dicewars.game import GAME
from ludoteca.games.dicewars.grid import HEXES, NEXT

BOARDS = 2000
MEASURED_DEGREES = np.array([0, 513, 1274, 1951, 1793, 999, 238, 31, 1]) / 6800  # on 200 boards of the course
grown = pytest.mark.skipif(not compiles, reason="minutes uncompiled")


@pytest.fixture(scope="module")
def boards():
    return [maps.grow.__wrapped__(seed) for seed in range(1, BOARDS + 1)]


@grown
def test_edges_and_degrees_are_those_of_the_course(boards):
    edges = [board.borders for board in boards]
    error = np.std(edges) / np.sqrt(200)  # of the mean that was measured
    assert abs(np.mean(edges) - 56.8) < 3 * error
    assert min(edges) >= 40
    assert max(edges) <= 76
    degrees = [len(others) for board in boards for others in board.neighbours]
    assert np.mean(degrees) == pytest.approx(3.34, abs=0.05)
    share = np.bincount(degrees, minlength=len(MEASURED_DEGREES))[:9] / len(degrees)
    assert np.abs(share - MEASURED_DEGREES).max() < 0.015


@grown
def test_areas_have_12_to_18_hexes_and_filled_bays(boards):
    sizes = np.array([np.bincount(board.hexes, minlength=35)[1:] for board in boards])
    assert sizes.min() == 12
    assert 20 <= sizes.max() <= 24
    assert sizes.mean() == pytest.approx(15.3, abs=0.05)
    assert sizes.sum(axis=1).mean() / HEXES == pytest.approx(0.58, abs=0.01)


@grown
def test_areas_hang_together_and_boards_are_connected(boards):
    for board in boards[:100]:
        for area in range(1, 35):
            own = {h for h, there in enumerate(board.hexes) if there == area}
            reached, edge = set(), {min(own)}
            while edge:
                reached |= edge
                edge = {int(n) for h in edge for n in NEXT[h]} & own - reached
            assert reached == own


@grown
def test_starting_splits_are_those_of_the_course(boards):
    splits = []
    for board in boards:
        s = settle(GAME.start(map_seed=board.seed, variant="course"), board.seed)
        splits.append([int(s.land[seat]).bit_count() for seat in range(4)])
    means = np.mean(splits, axis=0)
    assert means == pytest.approx([9.0, 8.6, 8.3, 8.1], abs=0.35)
    assert np.min(splits) == 1
    assert np.mean(np.max(splits, axis=1) > 21) < 0.015  # the largest seen there was 21, in some hundreds of boards


@grown
def test_original_maps_have_up_to_31_areas_of_more_than_five_cells():
    for seed in range(1, 200):
        board = maps.grow.__wrapped__(seed, ORIGINAL)
        sizes = np.bincount(board.hexes)[1:]
        assert 20 <= board.areas <= 31
        assert sizes.min() > 5


def test_a_map_goes_through_a_file_and_back(tmp_path):
    board = maps.grow(5)
    maps.save(board, tmp_path / "board.json")
    again = maps.load(tmp_path / "board.json")
    assert (again.neighbours, again.hexes) == (board.neighbours, board.hexes)
    assert [path.name for path in tmp_path.iterdir()] == ["board.json"]
    ours, theirs = GAME.start(map_seed=5), GAME.start(map=(tmp_path / "board.json").read_text())
    assert np.array_equal(ours.neighbours, theirs.neighbours)
    assert theirs.phase == state.DEAL


def test_a_setup_with_a_map_goes_out_and_back():
    setup = GAME.parse_setup({"map": maps.to_json(maps.grow(5)), "players": 3})
    options = json.loads(json.dumps(GAME.format_setup(setup)))
    assert GAME.parse_setup(options).tobytes() == setup.tobytes()
    assert GAME.map_of(setup).hexes == maps.grow(5).hexes
    assert GAME.map_of(GAME.parse_setup({})) is None


def test_a_map_can_be_rolled_again_for_ever():
    seeds = [7]
    for _ in range(50):
        seeds.append(maps.reroll(seeds[-1]))
    assert len(set(seeds)) == len(seeds)
    assert all(1 <= seed <= maps.LARGEST_SEED for seed in seeds)
    assert maps.grow(seeds[1]).neighbours != maps.grow(seeds[0]).neighbours


def broken(change):
    content = path_map(4)
    change(content["areas"])
    return content


@pytest.mark.parametrize(
    ("change", "complaint"),
    [
        (lambda a: a[1].update(neighbours=[]), "area 2 is isolated"),
        (lambda a: a.append({"id": 2, "neighbours": [1]}), "area 2 is there twice"),
        (lambda a: a[0].update(neighbours=[2, 9]), "area 1 has an unknown neighbour 9"),
        (lambda a: a[0].update(neighbours=[2, "x"]), "unknown neighbour 'x'"),
        (lambda a: a[0].update(id=7), "must have the ids 1 to 4; one has 7"),
        (lambda a: a[0].update(neighbours=[1, 2]), "area 1 is its own neighbour"),
        (lambda a: a[0].update(neighbours=[2, 2]), "names a neighbour twice"),
        (lambda a: a[0].update(neighbours=[2, 3]), "area 1 has 3 as a neighbour, but 3 has not 1"),
        (lambda a: (a[1].update(neighbours=[1]), a[2].update(neighbours=[4])), "falls into parts"),
        (lambda a: a[0].update(hexes=[[0, 1]]), "not on the grid"),
        (lambda a: (a[0].update(hexes=[[0, 0]]), a[1].update(hexes=[[0, 0]])), "in the areas 1 and 2"),
        (lambda a: a.clear(), "2 to 34 areas"),
        (lambda a: a[0].update(hexes=None), "hexes of area 1 must be a list"),
        (lambda a: a[1].update(hexes=7), "hexes of area 2 must be a list of at most 896 pairs .* not 7"),
        (lambda a: a[1].update(hexes={"0": 0}), "hexes of area 2 must be a list"),
        (lambda a: a[1].update(hexes=[[0, 0]] * 897), "at most 896 pairs"),
        (lambda a: a[1].update(hexes=[[10**5000, 0]]), "area 2 has a hex .* that is not on the grid"),
        (lambda a: a[0].update(id=10**5000), "must have the ids 1 to 4; one has something too long"),
        (lambda a: a[0].update(neighbours=[10**5000]), "unknown neighbour something too long"),
        (lambda a: a[0].update(neighbours=[2] * 10**6), "1000000 neighbours on a map of 4 areas"),
    ],
)
def test_a_bad_map_is_refused_and_the_reason_named(change, complaint):
    with pytest.raises(SetupError, match=complaint):
        GAME.start(map=broken(change), players=2)


def test_other_things_are_no_maps(tmp_path):
    for source in ("{", '{"format": "something else"}', {"areas": []}, [1]):
        with pytest.raises(SetupError, match="a map is"):
            maps.parse(source)
    with pytest.raises(SetupError, match="a map is JSON"):
        maps.parse('{"format": ' + "1" * 5000 + "}")
    with pytest.raises(SetupError, match="at most 262144 characters; this text has 1000000"):
        maps.parse("[" * 10**6)
    with pytest.raises(SetupError, match="cannot read the map"):
        maps.load(tmp_path / "nowhere.json")
    maps.save(maps.grow(5), tmp_path / "board.json")
    with pytest.raises(SetupError, match="a map is"):
        GAME.start(map=str(tmp_path / "board.json"))  # a stranger's option opens no file
    with pytest.raises(SetupError, match="either a map or the seed"):
        GAME.start(map=path_map(5), map_seed=4)
    with pytest.raises(SetupError, match="too few for 4 players"):
        GAME.start(map=path_map(3))


def test_the_picture_shows_every_area_once_with_its_dice():
    s = settle(GAME.start(map_seed=9))
    picture = GAME.draw(s).split("\n\n")[0]
    for area in range(34):
        assert f"{area + 1}:{int(s.dice[area])}" in picture


def picture_of(s):
    return GAME.draw(s).split("\n\n")[0]


def test_a_map_of_ones_own_is_drawn_like_the_same_map_from_its_seed():
    ours, theirs = GAME.start(map_seed=9), GAME.start(map=maps.to_json(maps.grow(9)))
    for s in (ours, theirs):
        settle(s, 4)
    assert picture_of(theirs) == picture_of(ours)
    assert GAME.stage(GAME.observe(theirs, 2)) == GAME.stage(ours)


def test_a_map_may_draw_some_of_its_areas_or_none():
    content = path_map(4)
    content["areas"][2]["hexes"] = [[0, 0], [2, 0]]
    s = settle(GAME.start(map=content, players=2))
    assert picture_of(s).startswith("3:")
    assert GAME.draw(settle(GAME.start(map=path_map(4), players=2)))[1:].startswith("Purple: ")


def test_options_that_are_huge_numbers_are_refused_with_a_sentence():
    with pytest.raises(SetupError, match="map_seed must be a whole number, not something too long"):
        GAME.start(map_seed=10**5000)
    with pytest.raises(UnknownName, match="there is no variant 'something too long"):
        GAME.start(variant=10**5000)
