"""`ludoteca reproduce hanabi` and the sections of its page."""

import json

import pytest

from ludoteca.cli import main
from ludoteca.core.jit import compiles
from ludoteca.games.hanabi.bots import BOTS
from ludoteca.games.hanabi.bots.team import PLAYERS
from ludoteca.games.hanabi.study import crossplay, reproduce, scores
from ludoteca.games.hanabi.study.page import write_section

games = pytest.mark.skipif(not compiles, reason="whole games of bots")


@games
def test_the_quick_study_writes_both_tables_and_the_pictures(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(reproduce, "QUICK_SCORE_GAMES", 2)
    monkeypatch.setattr(reproduce, "QUICK_CROSS_GAMES", 2)
    with pytest.raises(SystemExit) as end:
        main(["reproduce", "hanabi", "--quick", "--seed", "3", "--out", str(tmp_path), "--json"])
    assert end.value.code == 0
    assert json.loads(capsys.readouterr().out)["name"] == "hanabi"
    page = (tmp_path / "hanabi.md").read_text()
    rows = [line.split(" | ") for line in page.splitlines() if line.startswith("| ")]
    assert sum(len(row) == 8 and row[1].isdigit() for row in rows) == 4 * len(PLAYERS)
    assert sum(len(row) == 1 + len(BOTS) and row[0][2:] in BOTS for row in rows) == 4 * len(BOTS)
    assert sorted(path.name for path in (tmp_path / "hanabi").iterdir()) == [f"crossplay-{n}.svg" for n in (2, 3, 4, 5)]
    assert "hanabi crossplay --players 2,3,4,5 --games 2 --seed 3" in page


@games
def test_ctrl_c_leaves_the_page_as_it_was(tmp_path):
    def press(what, done, total):
        if done == 2:
            raise KeyboardInterrupt

    (tmp_path / "hanabi.md").write_text("as it was")
    with pytest.raises(KeyboardInterrupt):
        reproduce.run(quick=True, out=tmp_path, report=press)
    assert (tmp_path / "hanabi.md").read_text() == "as it was"


@games
def test_a_cell_of_the_cross_play_has_each_seat_in_turn(monkeypatch):
    teams = []

    def play(names, decks, seed):
        teams.append((tuple(names), decks))
        return scores.play_bots(names, decks, seed)

    monkeypatch.setattr(crossplay, "play_whole", play)
    monkeypatch.setattr(crossplay, "BOTS", ("smart", "hat"))
    cells = crossplay.cross_all([3], 7, 1, lambda *_: None)
    assert [(cell["row"], cell["column"]) for cell in cells] == [
        ("smart", "smart"),
        ("smart", "hat"),
        ("hat", "smart"),
        ("hat", "hat"),
    ]
    assert teams[3:6] == [
        (("hat", "smart", "smart"), 3),
        (("smart", "hat", "smart"), 2),
        (("smart", "smart", "hat"), 2),
    ]
    assert all(cell["low"] <= cell["mean"] <= cell["high"] for cell in cells)
    assert cells[0]["mean"] > 20 > 5 > cells[1]["mean"]


def test_a_section_is_replaced_between_its_markers(tmp_path):
    page = tmp_path / "page.md"
    write_section(page, "scores", "one\n")
    write_section(page, "cross-play", "two\n", {"a.svg": "<svg/>"})
    page.write_text(page.read_text() + "\nbelow\n")
    write_section(page, "scores", "three\n")
    text = page.read_text()
    assert "one" not in text
    assert text.index("three") < text.index("## Cross-play") < text.index("two") < text.index("below")
    assert text.count("<!-- scores: begin -->") == 1
    assert (tmp_path / "page" / "a.svg").read_text() == "<svg/>"


def test_every_player_has_published_figures_or_none():
    assert set(scores.PUBLISHED) == set(PLAYERS)
    assert all(len(row) == len(scores.COUNTS) for row in scores.PUBLISHED.values())
