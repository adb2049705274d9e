"""Compiled and plain Python play equal games and decide alike, from equal seeds, in different processes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from contract.digest import decide_some, digest_all
from helpers import BOUNDS_CHECKED, GAME_AGENTS, describe
from ludoteca import agents
from ludoteca.core.jit import compiles

TESTS = Path(__file__).resolve().parents[1]


def start_digest(disable_jit: bool) -> subprocess.Popen[str]:
    """Another process that prints its digests, with the usual code: neither bounds checked nor less optimised."""
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1" if disable_jit else "0", "PYTHONPATH": str(TESTS)}
    for flag in ("NUMBA_BOUNDSCHECK", "NUMBA_OPT"):
        env.pop(flag, None)
    return subprocess.Popen(
        [sys.executable, str(TESTS / "contract" / "digest.py")],
        env=env, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip


def compare_with(disable_jit: bool) -> None:
    """The digests of this process and of another, made at the same time; where bounds are checked here, only those that
    are made here."""
    process = start_digest(disable_jit)
    try:
        here = digest_all()
        out, err = process.communicate()
    finally:
        process.kill()
    assert process.returncode == 0, err
    found = {key: value for key, value in json.loads(out).items() if not BOUNDS_CHECKED or key in here}
    assert found == here


@pytest.mark.parametrize(("game", "name"), GAME_AGENTS, ids=describe)
def test_what_is_compared_is_a_search(game, name):
    """With budgets this small a search could give up before it begins, and prove nothing."""
    if agents.load(name).budget is not None:
        for analysis in decide_some(game, name):
            assert analysis.nodes + analysis.iterations > 1
            assert any(row.value is not None for row in analysis.actions)


@pytest.mark.skipif(not compiles or BOUNDS_CHECKED, reason="compiled and plain are compared once, by the usual tests")
def test_the_other_mode_plays_the_same():
    compare_with(disable_jit=True)


def test_another_process_plays_the_same():
    compare_with(disable_jit=not compiles)
