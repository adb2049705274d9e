"""Endgames: built, checked, shipped, refused when damaged, and played by."""

import numpy as np
import pytest
from typer.testing import CliRunner

from ludoteca import agents
from ludoteca.core.errors import TableError
from ludoteca.core.jit import as_int, compiles
from ludoteca.games.checkers.board import RULE_SETS
from ludoteca.games.checkers.cli import app
from ludoteca.games.checkers.endgames import files
from ludoteca.games.checkers.endgames.building import build_endgames, format_material
from ludoteca.games.checkers.endgames.files import (
    DRAWN,
    LOST,
    RULES_WITH_ENDGAMES,
    WON,
    load_shipped,
    read_file,
    write_file,
)
from ludoteca.games.checkers.endgames.index import list_materials, list_sets, locate, rank_pieces
from ludoteca.games.checkers.endgames.verification import count_errors
from ludoteca.games.checkers.game import GAME

POSITIONS = {2: 3_488, 3: 196_032, 4: 6_209_316}  # published numbers, both sides present, one side to move

compiled_only = pytest.mark.skipif(not compiles, reason="minutes uncompiled")


def quiet(material, done, total):
    pass


@pytest.fixture(scope="module")
def small():
    return build_endgames("english", 3 if compiles else 2, None, quiet)


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
    wrong = files.Endgames("english", 3, codes, small.offsets, small.results)
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


def test_files_go_out_and_back(tmp_path, small):
    path = tmp_path / "small.endgames"
    write_file(path, small)
    again = read_file(path)
    assert (again.codes == small.codes).all()
    assert again.results == small.results
    assert again.rules == "english"


@pytest.mark.parametrize("where", [3, 40, 2_000, -40, -1])
def test_a_flipped_byte_is_refused(tmp_path, small, where):
    path = tmp_path / "small.endgames"
    write_file(path, small)
    data = bytearray(path.read_bytes())
    data[where if abs(where) < len(data) else len(data) // 2] ^= 1
    path.write_bytes(data)
    with pytest.raises(TableError, match=r"small\.endgames is damaged|small\.endgames holds no checkers endgames"):
        read_file(path)


def test_a_missing_or_foreign_file_is_refused(tmp_path):
    with pytest.raises(TableError, match="cannot be read"):
        read_file(tmp_path / "none.endgames")
    (tmp_path / "text.endgames").write_text("hello")
    with pytest.raises(TableError, match="holds no checkers endgames"):
        read_file(tmp_path / "text.endgames")


def test_nothing_is_played_from_a_damaged_file(tmp_path, small, monkeypatch):
    write_file(tmp_path / "english.endgames", small)
    data = bytearray((tmp_path / "english.endgames").read_bytes())
    data[len(data) // 2] ^= 4
    (tmp_path / "english.endgames").write_bytes(data)
    monkeypatch.setattr(files, "FOLDER", tmp_path)
    files.load_shipped.cache_clear()
    try:
        with pytest.raises(TableError, match="damaged"):
            agents.make("checkers_engine", GAME, nodes=100).decide(GAME.start(rules="english"))
    finally:
        files.load_shipped.cache_clear()


def test_endgames_of_ones_own_are_used(tmp_path, small):
    path = tmp_path / "own.endgames"
    write_file(path, small)
    s = GAME.start(rules="english", fen="W:WK15:BK1")
    agent = agents.make("checkers_engine", GAME, nodes=300, table=10, endgame_file=str(path))
    agent.decide(s)
    assert agent.memory.endgame_pieces == small.pieces
    with pytest.raises(TableError, match="is for english, and this game is unisa"):
        agent.decide(GAME.start(rules="unisa"))


def test_a_stopped_build_goes_on(tmp_path, small):
    class Stop(Exception):
        pass

    def stop_midway(material, done, total):
        if done > total // 50:
            raise Stop

    with pytest.raises(Stop):
        build_endgames("english", small.pieces, tmp_path, stop_midway)
    kept = {path.name: path.stat().st_mtime_ns for path in tmp_path.iterdir()}
    assert kept
    endgames = build_endgames("english", small.pieces, tmp_path, quiet)
    assert (endgames.codes == small.codes).all()
    assert {name: (tmp_path / name).stat().st_mtime_ns for name in kept} == kept


def test_endgames_are_only_built_where_they_can_be():
    with pytest.raises(TableError, match="russian has flying kings"):
        build_endgames("russian", 3, None, quiet)
    with pytest.raises(TableError, match="2 to 5 pieces, not 6"):
        build_endgames("english", 6, None, quiet)


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


def test_the_commands(tmp_path):
    run = CliRunner().invoke
    path = str(tmp_path / "two.endgames")
    built = run(
        app, ["endgames", "build", "--rules", "italian", "--pieces", "2", "--out", path, "--work", str(tmp_path)]
    )
    assert built.exit_code == 0
    assert "KvK" in built.stdout
    assert "MvM" in run(app, ["endgames", "show", path]).stdout
    checked = run(app, ["endgames", "check", path])
    assert checked.exit_code == 0
    assert checked.stdout.strip().endswith("0 contradictions in 3488 positions")
