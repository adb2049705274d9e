"""The opening book: made by search, read from the package, chosen from by chance."""

import json
from collections import Counter

import pytest
from typer.testing import CliRunner

from ludoteca import agents
from ludoteca.core.errors import TableError
from ludoteca.games.checkers import ballots
from ludoteca.games.checkers.book import making, reading
from ludoteca.games.checkers.book.making import Order, make_book
from ludoteca.games.checkers.book.reading import book_path, find_moves, load_book, read_book
from ludoteca.games.checkers.cli import app
from ludoteca.games.checkers.fen import format_fen
from ludoteca.games.checkers.game import GAME

SMALL = Order("italian", 2, 60, 40)


def make(folder, report=lambda what, done, total: None):
    out = folder / "italian.json"
    make_book(SMALL, out, "a test", report)
    return out


@pytest.mark.parametrize("rules", ["english", "italian"])
def test_the_books_in_the_package_hold_legal_moves_within_the_margin(rules):
    content = read_book(book_path(rules))
    assert content["command"].startswith(f"ludoteca checkers book --rules {rules}")
    margin = int(content["command"].rpartition(" ")[2])
    assert format_fen(GAME.start(rules=rules)) in content["positions"]
    for fen, scores in content["positions"].items():
        s = GAME.start(rules=rules, fen=fen)
        assert len(find_moves(s, GAME.legal_actions(s))) == len(scores) > 0
        assert max(scores.values()) - min(scores.values()) <= margin


def test_the_english_book_has_all_ballots_in_play():
    book = load_book("english")
    assert all(format_fen(ballots.reach(ballot)) in book for ballot in ballots.list_ballots())


def first_moves(count, **options):
    s = GAME.start(rules="english")
    chosen = []
    for seed in range(count):
        decision = agents.make("checkers_engine", GAME, seed=seed, nodes=50, table=10, **options).decide(s)
        chosen.append((decision.action, decision.analysis.nodes))
    return chosen


def test_the_engine_plays_from_the_book_only_if_told_to():
    assert len(set(first_moves(6))) == 1, "without it, always the same"
    varied = first_moves(40, book="yes")
    assert varied == first_moves(40, book="yes"), "equal seeds, equal moves"
    assert len({action for action, _ in varied}) > 1
    assert {nodes for _, nodes in varied} == {0}
    scores = find_moves(GAME.start(rules="english"), GAME.legal_actions(GAME.start(rules="english")))
    likeliest, _ = Counter(action for action, _ in varied).most_common(1)[0]
    assert scores[likeliest] >= max(scores.values()) - reading.SPREAD


def test_it_searches_where_the_book_ends():
    s = GAME.start(rules="english", fen="W:W18,24,27,K10:B12,16,K22")
    agent = agents.make("checkers_engine", GAME, nodes=50, table=10, book="yes")
    assert agent.decide(s).analysis.nodes > 0
    assert agent.decide(GAME.start(rules="unisa")).analysis.nodes > 0, "there is no book"


def test_making_goes_on_to_the_same_book(tmp_path):
    whole = make(tmp_path / "whole").read_text()
    seen = []

    def stop(what, done, total):
        seen.append(done)
        if len(seen) == 4:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        make(tmp_path / "stopped", stop)
    work = tmp_path / "stopped" / "italian.json.work"
    kept = work.read_text()
    work.write_text(kept + 'W:W1:B32 {"1-')  # cut off
    assert make(tmp_path / "stopped").read_text() == whole
    assert not work.exists()
    content = json.loads(whole)
    start = content["positions"][format_fen(GAME.start(rules="italian"))]
    assert max(start.values()) - min(start.values()) <= SMALL.margin


def test_scores_come_from_what_follows(tmp_path):
    book = json.loads(make(tmp_path).read_text())["positions"]
    s = GAME.start(rules="italian")
    for move, score in book[format_fen(s)].items():
        after = GAME.copy(s)
        GAME.play(after, GAME.parse_action(s, move))
        if known := book.get(format_fen(after)):
            assert score == -max(known.values())


def test_what_is_no_book_is_refused(tmp_path):
    path = tmp_path / "book.json"
    for text in ("", "[]", '{"positions": []}', '{"positions": {"W:W1:B2": {"1-5": "good"}}}'):
        path.write_text(text)
        with pytest.raises(TableError, match="is no opening book"):
            read_book(path)
    (tmp_path / "italian.json.work").write_text('["russian", 5]\n')
    with pytest.raises(TableError, match="is of another book"):
        making.Search(SMALL, tmp_path / "italian.json.work")


def test_the_command(tmp_path):
    out = tmp_path / "new" / "book.json"
    done = CliRunner().invoke(
        app, ["book", "--rules", "italian", "--plies", "1", "--nodes", "20", "--margin", "100", "--out", str(out)]
    )
    assert done.exit_code == 0
    assert done.stdout.endswith("1 positions, 7 moves\n")
    assert list(out.parent.iterdir()) == [out]
