"""The commands of `ludoteca checkers`."""

import json

from typer.testing import CliRunner

from ludoteca.games.checkers.cli import app

run = CliRunner().invoke


def test_perft_prints_the_count_on_its_last_line():
    result = run(app, ["perft", "--rules", "english", "--depth", "6"])
    assert result.exit_code == 0
    assert result.stdout.strip().splitlines()[-1] == "36768"


def test_perft_from_a_position_as_json():
    fen = "B:W30,21,22,17,20,K6:B25,28,9,5,1,3"
    result = run(app, ["perft", "--rules", "italian", "--depth", "3", "--fen", fen, "--json"])
    assert json.loads(result.stdout)["count"] == 271


def test_the_endgames_are_shown_and_the_older_name_of_the_command_still_works():
    shown = run(app, ["endgames", "show", "english"])
    assert shown.exit_code == 0
    assert "     KvK        230        654        108" in shown.stdout.splitlines()
    assert run(app, ["tables", "show", "english"]).stdout == shown.stdout
    assert "tables" not in run(app, ["--help"]).stdout.replace("endgames", "")


def test_how_far_the_engine_sees():
    result = run(app, ["depths", "--rules", "english", "--depth", "2", "--nodes", "30", "--json"])
    row = json.loads(result.stdout)
    assert (row["rules"], row["positions"], row["depth"], row["limit"]) == ("english", 10, 2, 30)
    assert row["nodes"] >= 20
    assert 1 <= row["reached"] <= 10
    assert run(app, ["depths", "--rules", "french"]).exit_code != 0
