"""Compiled and plain Python play equal games and decide alike, from equal seeds, in different processes."""

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from contract.digest import digest_all
from helpers import BOUNDS_CHECKED
from ludoteca.jit import compiles

TESTS = Path(__file__).resolve().parents[1]


def run_digest(disable_jit: bool, wanted: set[str]) -> dict[str, str]:
    """The digests of another process; where bounds are checked here, only those that are also made here."""
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1" if disable_jit else "0", "PYTHONPATH": str(TESTS)}
    env.pop("NUMBA_BOUNDSCHECK", None)
    done = subprocess.run(
        [sys.executable, str(TESTS / "contract" / "digest.py")], env=env, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    found = json.loads(done.stdout)
    return {key: value for key, value in found.items() if not BOUNDS_CHECKED or key in wanted}


@pytest.fixture(scope="module")
def here():
    return digest_all()


def test_the_other_mode_plays_the_same(here):
    assert run_digest(compiles, set(here)) == here


def test_another_process_plays_the_same(here):
    assert run_digest(not compiles, set(here)) == here
