"""Files of PDN as people have them: whole collections, old encodings, bad games among good ones, either convention."""

import json

import pytest
from typer.testing import CliRunner

from ludoteca.core.errors import TranscriptError
from ludoteca.games.checkers.cli import app
from ludoteca.games.checkers.databases import BadGame, read_games, read_lines, split_games, survey
from ludoteca.games.checkers.game import GAME
from ludoteca.games.checkers.outcomes import find_convention, find_outcome
from ludoteca.games.checkers.pdn import parse_pdn, replay, walk_pdn

GOOD = '[Event "{}"]\n[Black "A"]\n[White "B"]\n[Result "{result}"]\n1. 11-15 23-19 2. 8-11 22-17 {result}\n\n'


def good(name="good", result="1/2-1/2"):
    return GOOD.format(name, result=result)


def collection(*texts):
    return "".join(texts).splitlines(keepends=True)


def test_a_bad_game_is_reported_and_the_rest_is_kept():
    bad = '[Event "bad"]\n\n1. 11-15 23-19 2. banana 1-0\n\n'
    illegal = '[Event "illegal"]\n1. 11-15 23-19\n2. 15-22 *\n\n'
    told = survey(read_games(collection(good(), bad, good(), illegal, good("last"))))
    assert told.games == 3
    assert [(game.number, game.line) for game in told.bad] == [(2, 7), (4, 17)]
    assert "line 9, column 19: 'banana' is no move" in told.bad[0].reason
    assert "line 19, column 4: move 2, 15-22" in told.bad[1].reason
    assert told.moves == 12
    assert told.results == {0: 3}


def test_a_comment_that_is_never_closed_costs_one_game():
    broken = '[Event "broken"]\n1. 11-15 {never closed 23-19\n[White "not a tag"]\n8-11 *\n\n'
    told = survey(read_games(collection(good(), broken, good(), good())))
    assert told.games == 3
    assert [game.number for game in told.bad] == [2]
    assert "never closed" in told.bad[0].reason


def test_tags_in_comments_do_not_cut_a_game():
    text = '[Event "x"]\n1. 11-15 {see\n[White "B"]\n} 23-19 ; and { this\n2. 8-11 22-17 1-0\n'
    assert [first for first, _ in split_games(collection(text, good()))] == [1, 6]
    told = survey(read_games(collection(text, good())))
    assert (told.games, told.moves, told.bad_games) == (2, 8, 0)


def test_games_without_tags_and_without_moves():
    told = list(read_games(collection("1. 11-15 23-19 1-0\n1. 9-13 24-20 0-1\n", '[Event "only tags"]\n\n', good())))
    assert [game.transcript.moves for game in told] == [
        ["11-15", "23-19"],
        ["9-13", "24-20"],
        [],
        ["11-15", "23-19", "8-11", "22-17"],
    ]
    assert [game.number for game in told] == [1, 2, 3, 4]


def test_what_real_files_hold_is_read():
    (game,) = parse_pdn('\ufeff[Event "x"]\n% an escaped line {\n1. 11-15* 23-19 2. ... 8-11 (!) 22-17*\n1/2 - 1/2\n')
    assert game.moves == ["11-15", "23-19", "8-11", "22-17"]
    assert game.result == "1/2-1/2"
    first, second = parse_pdn("1. 11-15 23-19 1 - 0\n1. 9-13 24-20*\n")
    assert (first.result, second.result) == ("1-0", "*")
    stars = parse_pdn("1. 11-15 23-19*\n1. 9-13 24-20*\n")
    assert [game.moves for game in stars] == [["11-15", "23-19"], ["9-13", "24-20"]]


def test_numbers_without_end_are_refused_in_words():
    huge = "1" * 5000
    for text in (
        f"1. {huge}-15",
        f"{huge}. 11-15 {huge}x{huge}",
        f'[FEN "W:W{huge}:B1"]\n1. 11-15',
        f'[GameType "{huge}"]\n1. 11-15',
    ):
        told = survey(read_games([text]))
        assert (told.games, told.bad_games) == (0, 1)
        with pytest.raises(TranscriptError):
            GAME.import_game("pdn", f"1. {huge}-15 *")


def test_a_pasted_game_does_not_suffer_from_what_follows():
    _, actions = GAME.import_game("pdn", good() + "[Event banana")
    assert len(actions) == 4


def test_old_encodings_and_bad_paths(tmp_path):
    path = tmp_path / "old.pdn"
    path.write_bytes(b"\xef\xbb\xbf" + good("M\u00fcller").encode() + good("M\u00fcller").encode("cp1252"))
    games = list(read_games(read_lines(path)))
    assert [game.transcript.tags["Event"] for game in games] == ["M\u00fcller"] * 2
    with pytest.raises(TranscriptError, match="cannot read"):
        list(read_lines(tmp_path / "none.pdn"))


def test_a_game_that_does_not_end_is_refused_and_not_kept(monkeypatch):
    monkeypatch.setattr("ludoteca.games.checkers.databases.LONGEST_GAME", 2_000)
    told = list(read_games(collection('[Event "x"]\n', *["11-15 \n"] * 1_000, good())))
    assert isinstance(told[0], BadGame)
    assert "more than 2,000 characters" in told[0].reason
    assert told[1].transcript.tags["Event"] == "good"


def test_reading_takes_time_in_proportion():
    """Counted in tokens: each line is looked at once, however many come before it."""
    seen = 0

    def lines(count):
        nonlocal seen
        for line in collection(good()) * count:
            seen += 1
            yield line

    games = read_games(lines(1000))
    for number in (1, 2, 3):
        assert next(games).number == number
        assert seen <= 8 * number, "a game is read before the next is looked for"


# --- who won -------------------------------------------------------------------------------------------------------

# Black is two men up when White gives up.
BLACK_AHEAD = '[Event "x"]\n[White "B"]\n[Black "A"]\n[FEN "B:W21,22:B1,2,3,9"]\n1. 9-14 22-18 2. 14x23 {}\n\n'


def both(text):
    return [(game, replay(game)) for game in walk_pdn(text)]


def test_material_tells_what_one_nil_means():
    black_won = both(BLACK_AHEAD.format("1-0") * 3)
    assert find_convention(black_won) == "first"
    assert [find_outcome(*game, find_convention(black_won)) for game in black_won] == [-1, -1, -1]
    assert find_convention(both(BLACK_AHEAD.format("0-1"))) == "white"


def test_a_final_position_outweighs_material_and_material_the_tags():
    mate = '[GameType "21"]\n[FEN "W:W22:B18"]\n1. 22x15 1-0\n\n'
    assert find_convention(both(BLACK_AHEAD.format("1-0") * 3 + mate)) == "white"
    assert find_convention(both(good(result="1-0"))) == "first", "Black is named first"
    assert find_convention(both(good(result="1-0") + BLACK_AHEAD.format("0-1"))) == "white"
    assert find_convention(both("1. 11-15 23-19 1-0")) == "white", "nothing says otherwise"


# --- the command ---------------------------------------------------------------------------------------------------


def run(*words):
    return CliRunner().invoke(app, ["pdn", *map(str, words)])


def test_the_command_counts_and_finds_a_position(tmp_path):
    path = tmp_path / "games.pdn"
    other = '[Event "o"]\n[White "C"]\n[Black "D"]\n1. 9-13 24-20 0-1\n\n'
    path.write_text(good(result="1-0") + other + '[Event "bad"]\n1. 1-2 *\n')
    fen = "B:W19,21,22,24-32:B1-10,12,15"
    told = json.loads(run(path, "--fen", fen, "--json").stdout)
    assert (told["games"], told["moves"], told["bad_games"]) == (2, 6, 1)
    assert told["bad"][0]["number"] == 3
    assert told["found_games"] == 1
    assert told["found"][0] | {"white": "", "black": ""} == {
        "number": 1, "line": 1, "ply": 2, "white": "", "black": "", "outcome": told["found"][0]["outcome"],
    }  # fmt: skip
    text = run(path).stdout
    assert text.startswith("2 games with 6 moves (2 english)")
    assert "game 3, line 12" in text


def test_the_command_refuses_bad_questions(tmp_path):
    path = tmp_path / "games.pdn"
    path.write_text(good())
    assert "must begin with the side to move" in str(run(path, "--fen", "x").exception)
    assert "no rule set 'chess'" in str(run(path, "--rules", "chess").exception)
    assert "cannot read" in str(run(tmp_path / "none.pdn").exception)
