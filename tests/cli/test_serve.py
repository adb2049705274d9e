"""`ludoteca serve` and `ludoteca load` from the command line: what they refuse, and that they measure."""

import json
import socket

import pytest

from ludoteca.cli import main


def test_limits_are_listed(capsys):
    with pytest.raises(SystemExit) as left:
        main(["serve", "--limits", "--limit", "tables_per_client=7"])
    assert left.value.code == 0
    lines = capsys.readouterr().out.splitlines()
    assert "tables_per_client=7" in lines
    assert "think_seconds=30" in lines


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (["--limit", "tables=1"], "there is no limit 'tables'"),
        (["--limit", "think_seconds=soon"], "must be a number"),
        (["--database", "oracle://x"], "no database"),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence(words, said, capsys):
    with pytest.raises(SystemExit) as left:
        main(["serve", *words])
    assert left.value.code == 2
    assert said in " ".join(capsys.readouterr().err.split())


def test_a_port_that_is_taken_is_named(capsys):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        with pytest.raises(SystemExit) as left:
            main(["serve", "--port", str(other.getsockname()[1])])
    assert left.value.code == 2
    assert "choose another --port" in " ".join(capsys.readouterr().err.split())


@pytest.mark.slow
def test_load_measures_moves_and_refuses_none(capsys):
    words = ["--tables", "6", "--thinking", "2", "--seconds", "3", "--pause", "0.2", "--game", "connect_four", "--json"]
    with pytest.raises(SystemExit):  # 0, or 1 on a machine too busy to be quick
        main(["load", *words])
    quiet, thinking = json.loads(capsys.readouterr().out)
    for part in (quiet, thinking):
        assert part["clients"] == 12
        assert part["moves"] > 20
        assert part["refused"] == 0
        assert 0 < part["p50"] <= part["p99"] <= part["p100"]
    assert (quiet["decisions"], thinking["decisions"] > 0) == (0, True)
