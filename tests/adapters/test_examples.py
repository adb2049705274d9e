"""The code in docs/adapters.md runs, and so do the examples that no other test imports."""

import re
import warnings
from pathlib import Path

import pytest

for package in ("pettingzoo", "gymnasium", "sb3_contrib", "pyspiel"):
    pytest.importorskip(package)

ROOT = Path(__file__).resolve().parents[2]
BLOCKS = re.findall(r"```python\n(.*?)```", (ROOT / "docs" / "adapters.md").read_text("utf-8"), re.S)


@pytest.mark.parametrize("place", range(len(BLOCKS)))
def test_the_code_of_the_page_runs(place):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", message=".*The reset method")  # Gymnasium, of environments without a wrapper
        exec(compile(BLOCKS[place], f"adapters.md, block {place}", "exec"), {})


def test_both_searches_play_a_game_to_its_end():
    from openspiel_mcts import play

    from ludoteca.adapters import openspiel

    spent = {"ours": 0.0, "theirs": 0.0}
    assert play(openspiel.load_ours("connect_four"), 1, 10, 3, spent) in (-1.0, 0.0, 1.0)
    assert min(spent.values()) > 0
