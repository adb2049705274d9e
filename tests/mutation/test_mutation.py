"""The runner of mutants itself: it finds the places, changes one, and tells a killed mutant from one that survives."""

import subprocess
import sys
from pathlib import Path

import pytest

pytest.importorskip("cosmic_ray", reason="comes with the extra mutate")
HERE = Path(__file__).parent
SCRIPT = """
import os
os.environ["NUMBA_DISABLE_JIT"] = os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
import sys
sys.path.insert(0, sys.argv[1])
from collections import Counter
from mutants import draw_sample, list_mutants
from trial import Order, try_mutant

tests = ["tests/agents/test_minimax.py::test_ties_are_decided_by_order_or_at_random"]
mutants = list(list_mutants("agents/minimax.py:pick_best"))
assert draw_sample(["agents/minimax.py"], 5) == draw_sample(["agents/minimax.py"], 5)
assert try_mutant(None, tests, 60, Order(Counter(), {})).passed
for mutant in mutants:
    row = mutant.describe()
    if row["was"] != row["now"] and "values == np.nanmax" in row["was"] and "values != np.nanmax" in row["now"]:
        outcome = try_mutant(mutant, tests, 60, Order(Counter(), {}))
        print(row["place"], outcome.passed, outcome.how)
elsewhere = next(m for m in list_mutants("agents/scoring.py") if m.make_code() != m.path.read_text())
print("elsewhere", try_mutant(elsewhere, tests, 60, Order(Counter(), {})).passed)
"""


def test_a_wrong_comparison_is_killed_and_a_change_elsewhere_survives():
    done = subprocess.run(
        [sys.executable, "-c", SCRIPT, str(HERE)], capture_output=True, text=True, check=False, cwd=HERE.parents[1]
    )
    assert done.returncode == 0, done.stderr
    lines = done.stdout.splitlines()
    assert len(lines) == 2
    assert lines[0].startswith("agents/minimax.py:")
    assert lines[0].endswith("test_ties_are_decided_by_order_or_at_random")
    assert " False " in lines[0]
    assert lines[1] == "elsewhere True"
