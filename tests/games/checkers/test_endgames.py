"""Endgames: built, checked, shipped, refused when damaged, and played by."""

import os
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from typer.testing import CliRunner

from ludoteca import agents
from ludoteca.core.errors import TableError
from ludoteca.core.jit import as_int, compiles
from ludoteca.core.progress import silent
from ludoteca.games.checkers.board import RULE_SETS
from ludoteca.games.checkers.cli import app
from ludoteca.games.checkers.endgames import finding
from ludoteca.games.checkers.endgames.building import Order, build_endgames
from ludoteca.games.checkers.endgames.files import DRAWN, LOST, RULES_WITH_ENDGAMES, WON, Endgames, read_file
from ludoteca.games.checkers.endgames.finding import add_file, load_endgames, own_path, shipped_path
from ludoteca.games.checkers.endgames.index import list_materials, list_sets, locate, rank_pieces
from ludoteca.games.checkers.endgames.slices import format_material
from ludoteca.games.checkers.endgames.verification import count_errors
from ludoteca.games.checkers.game import GAME
from ludoteca.games.checkers.study.endings import play_endings

POSITIONS = {2: 3_488, 3: 196_032, 4: 6_209_316}  # published numbers, both sides present, one side to move

compiled_only = pytest.mark.skipif(not compiles, reason="minutes uncompiled")


PIECES = 3 if compiles else 2


def order(folder, rules="english", pieces=PIECES, threads=2):
    return Order(rules, pieces, folder / "small.endgames", folder / "work", threads)


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """A small file of endgames."""
    made = order(tmp_path_factory.mktemp("endgames"))
    build_endgames(made, silent)
    return made.out


@pytest.fixture(scope="module")
def small(built):
    return read_file(built)


@pytest.fixture
def copy(built, tmp_path):
    """The same file, to be changed."""
    return Path(shutil.copy(built, tmp_path / "small.endgames"))


def load_shipped(rules):
    return read_file(shipped_path(rules))


def code_of(endgames, s):
    side = int(s.to_move)
    boards = (s.men[side], s.kings[side], s.men[1 - side], s.kings[1 - side])
    return int(endgames.codes[locate(endgames.offsets, as_int(side), *(as_int(board) for board in boards))])


def count_positions(endgames, pieces):
    return sum(sum(endgames.results[material]) for material in list_materials(pieces))


def test_sets_are_listed_by_rank():
    for size in range(4):
        sets = list_sets(size, range(32))
        assert [rank_pieces(as_int(bits), False, as_int(0)) for bits in sets[:600]] == list(range(min(600, len(sets))))


def test_the_number_of_positions_is_the_published_one(small):
    for pieces in range(2, small.pieces + 1):
        assert count_positions(small, pieces) == POSITIONS[pieces]


def test_freshly_built_endgames_are_the_shipped_ones(small):
    shipped = load_shipped("english")
    n = len(small.codes)
    assert (small.codes == shipped.codes[:n]).all()
    assert all(shipped.results[material] == counts for material, counts in small.results.items())


@pytest.mark.parametrize("rules", RULES_WITH_ENDGAMES)
@compiled_only
def test_every_entry_agrees_with_its_successors(rules):
    endgames = load_shipped(rules)
    assert endgames.pieces == 4
    assert [count_positions(endgames, pieces) for pieces in (2, 3, 4)] == list(POSITIONS.values())
    for material in endgames.results:
        assert count_errors(endgames, material) == 0, format_material(material)


@compiled_only
def test_the_check_finds_a_wrong_entry(small):
    material = (0, 2, 0, 1)
    place = int(small.offsets[material]) + 9_999
    codes = small.codes.copy()
    codes[place] = WON if codes[place] != WON else DRAWN
    wrong = Endgames("english", 3, codes, small.offsets, small.results)
    assert count_errors(wrong, material) > 0


def test_known_endings():
    english = load_shipped("english")
    assert code_of(english, GAME.start(rules="english", fen="W:WK15:BK1")) in (DRAWN, WON)
    won = GAME.start(rules="english", fen="W:WK10,K15:BK1")
    assert code_of(english, won) == WON
    corner = GAME.start(rules="english", fen="W:WK14,K15:BK29")  # the double corner is at 1 and 5, 28 and 32
    assert code_of(english, corner) == WON
    blocked = GAME.start(rules="english", fen="B:W5,6,10:B1")
    assert code_of(english, blocked) == LOST


def flip(path, where):
    data = bytearray(path.read_bytes())
    data[where] ^= 1
    path.write_bytes(data)


@pytest.mark.parametrize("where", [3, 60, 2_000, -40, -1])
def test_a_flipped_bit_is_refused(copy, where):
    flip(copy, where)
    with pytest.raises(TableError, match=r"small\.endgames is damaged|small\.endgames holds no checkers endgames"):
        read_file(copy)


def test_a_file_that_was_cut_off_is_refused(copy):
    for length in (copy.stat().st_size - 1, 1_000, 10, 0):
        os.truncate(copy, length)
        with pytest.raises(TableError, match=r"is damaged|holds no checkers endgames"):
            read_file(copy)


def test_a_missing_or_foreign_file_is_refused(tmp_path):
    with pytest.raises(TableError, match="cannot be read"):
        read_file(tmp_path / "none.endgames")
    (tmp_path / "text.endgames").write_text("hello")
    with pytest.raises(TableError, match="holds no checkers endgames"):
        read_file(tmp_path / "text.endgames")


def test_endgames_of_ones_own_are_used(built):
    s = GAME.start(rules="english", fen="W:WK15:BK1")
    agent = agents.make("checkers_engine", GAME, nodes=300, table=10, endgame_file=str(built))
    agent.decide(s)
    assert agent.memory.endgame_pieces == PIECES
    with pytest.raises(TableError, match="is for english, and this game is unisa"):
        agent.decide(GAME.start(rules="unisa"))


@pytest.fixture
def own(monkeypatch, tmp_path, built):
    """The data folder of a user who has put more endgames there than the package has. Larger ones would take minutes
    to make, so the package is taken to have two pieces."""
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path))
    monkeypatch.setattr(finding, "SHIPPED", PIECES - 1)
    return add_file(built)


@compiled_only
def test_what_is_in_the_data_folder_is_found_and_mapped(own, small):
    assert own == own_path("english", PIECES)
    found = load_endgames("english")
    assert (found.codes == small.codes).all()
    assert not found.codes.flags.owndata
    assert not found.codes.flags.writeable
    agent = agents.make("checkers_engine", GAME, nodes=300, table=10)
    agent.decide(GAME.start(rules="english"))
    assert agent.memory.endgame_pieces == PIECES
    agent.decide(GAME.start(rules="italian"))
    assert agent.memory.endgame_pieces == 4, "the package's own"


@compiled_only
@pytest.mark.parametrize("harm", ["flip", "cut", "remove what was unpacked"])
def test_nothing_is_played_from_a_damaged_file(own, harm):
    if harm == "flip":
        flip(own, -5)
    elif harm == "cut":
        os.truncate(own, own.stat().st_size - 7)
    else:
        shutil.rmtree(own.parent / "unpacked")
        assert load_endgames("english").pieces == PIECES, "unpacked again"
        return
    before = own.read_bytes()
    with pytest.raises(TableError, match="damaged"):
        agents.make("checkers_engine", GAME, nodes=100).decide(GAME.start(rules="english"))
    assert own.read_bytes() == before


def test_what_cannot_be_unpacked_says_why(monkeypatch, built, tmp_path):
    monkeypatch.setenv("LUDOTECA_DATA", str(tmp_path))
    monkeypatch.setattr(finding, "SHIPPED", PIECES - 1)
    monkeypatch.setattr(shutil, "disk_usage", lambda folder: shutil._ntuple_diskusage(1000, 900, 100))
    with pytest.raises(TableError, match=r"and .* has only 100 left"):
        add_file(built)
    assert not own_path("english", PIECES).exists()


def test_a_file_that_brings_nothing_new_is_not_added(built):
    with pytest.raises(TableError, match="which the package has already"):
        add_file(built)


BUILD = """
import os, sys
from pathlib import Path
from ludoteca.games.checkers.endgames import building, slices
from ludoteca.core.progress import silent

keep, kept = slices.Slices.keep, []

def keep_some(self, pair, values):
    keep(self, pair, values)
    kept.append(pair)
    if len(kept) == 3:
        os.kill(os.getpid(), 9)

slices.Slices.keep = keep_some
folder = Path(sys.argv[1])
building.build_endgames(building.Order("english", int(sys.argv[2]), folder / "small.endgames", folder / "work"), silent)
"""


def test_a_build_that_was_killed_goes_on_to_the_same_bytes(tmp_path, built):
    ended = subprocess.run([sys.executable, "-c", BUILD, str(tmp_path), str(PIECES)], check=False)
    assert ended.returncode == -signal.SIGKILL
    made = order(tmp_path)
    assert not made.out.exists()
    kept = {path: path.stat().st_mtime_ns for path in made.work.glob("*.slice")}
    assert len(kept) >= 3
    damaged = min(kept)
    flip(damaged, -1)
    seen = []
    build_endgames(made, lambda what, done, total: seen.append({path: path.stat().st_mtime_ns for path in kept}))
    changed = [path for path in kept if seen[-1][path] != kept[path]]
    assert changed == [damaged], "what is sound is not solved again"
    assert made.out.read_bytes() == built.read_bytes()
    assert not made.work.exists()


def test_ctrl_c_stops_a_build_and_keeps_what_is_solved(tmp_path, built):
    made = order(tmp_path, threads=1)

    def press(what, done, total):
        if done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build_endgames(made, press)
    assert list(made.work.glob("*.slice"))
    build_endgames(made, silent)
    assert made.out.read_bytes() == built.read_bytes()


def test_a_build_says_what_it_takes(tmp_path):
    needs = [order(tmp_path, pieces=pieces).memory for pieces in (4, 5, 6)]
    assert needs == sorted(needs)
    assert order(tmp_path, pieces=6, threads=1).memory < needs[2] < 4e9


def test_endgames_are_only_built_where_they_can_be(tmp_path):
    with pytest.raises(TableError, match="russian has no endgames"):
        order(tmp_path, "russian")
    with pytest.raises(TableError, match="2 to 6 pieces, not 7"):
        order(tmp_path, pieces=7)


def random_ending(rules, rng):
    """Four pieces anywhere."""
    while True:
        squares = rng.permutation(np.arange(1, 33))[:4]
        white = rng.integers(1, 4)
        names = [f"{'K' if rng.integers(2) or n < 5 or n > 28 else ''}{n}" for n in squares]
        mover = "WB"[rng.integers(2)]
        s = GAME.start(rules=rules, fen=f"{mover}:W{','.join(names[:white])}:B{','.join(names[white:])}")
        if not GAME.is_over(s):
            return s


@compiled_only
@pytest.mark.parametrize(("rules", "times"), [("english", 300), ("unisa", 100), ("italian", 100)])
def test_endings_are_played_as_the_endgames_say(rules, times):
    """Both sides play by the endgames: a won ending is won, a drawn one is not lost."""
    endgames = load_shipped(rules)
    agent = agents.make("checkers_engine", GAME, nodes=500, table=12)
    rng = np.random.default_rng(RULE_SETS.index(rules))
    seen = set()
    for _ in range(times):
        s = random_ending(rules, rng)
        s.quiet_moves = 0
        code, mover = code_of(endgames, s), GAME.mover(s)
        while not GAME.is_over(s):
            GAME.play(s, agent.decide(s).action)
        result = GAME.returns(s)[mover]
        assert result == (1 if code == WON else 0 if code == DRAWN else -1)
        seen.add(result)
    assert seen == {1, 0, -1}


@compiled_only
def test_a_won_ending_is_won_against_any_defence():
    endgames = load_shipped("english")
    agent = agents.make("checkers_engine", GAME, nodes=500, table=12)
    rng = np.random.default_rng(17)
    played = 0
    while played < 60:
        s = random_ending("english", rng)
        if code_of(endgames, s) != WON:
            continue
        played += 1
        winner = GAME.mover(s)
        while not GAME.is_over(s):
            legal = GAME.legal_actions(s)
            GAME.play(s, agent.decide(s).action if GAME.mover(s) == winner else legal[rng.integers(len(legal))])
        assert s.winner == winner


@compiled_only
def test_won_endings_are_played_out():
    endings = list(play_endings(load_shipped("english"), 40, 3, 4))
    assert all(ending.won for ending in endings)
    assert all(ending.plies == ending.expected for ending in endings), "the quickest win, the longest defence"
    assert len({ending.material for ending in endings}) > 10
    assert {ending.fen[0] for ending in endings} == {"W", "B"}
    again = list(play_endings(load_shipped("english"), 3, 3, 4))
    assert again == endings[:3]


def test_endings_that_are_not_known_are_not_played():
    with pytest.raises(TableError, match="--pieces 5"):
        next(play_endings(load_shipped("english"), 1, 1, 5))


def test_the_commands(tmp_path):
    run = CliRunner().invoke
    path = str(tmp_path / "two.endgames")
    built = run(app, ["endgames", "build", "--rules", "italian", "--pieces", "2", "--out", path])
    assert built.exit_code == 0
    assert built.stdout.startswith("memory: ")
    assert "the longest ending has 13 plies" in built.stdout
    assert "MvM" in run(app, ["endgames", "show", path]).stdout
    checked = run(app, ["endgames", "check", path])
    assert checked.exit_code == 0
    assert checked.stdout.strip().endswith("0 contradictions in 3488 positions")
    played = run(app, ["endgames", "play", "english", "--pieces", "3", "--games", "3"])
    assert played.exit_code == 0
    assert played.stdout.startswith("english: 3 of 3 won endings with 3 pieces were won, the longest in")
