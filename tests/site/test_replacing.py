"""Shipped code is for a processor that many have: code for this one is compiled when all else is done."""

import subprocess

import pytest

from ludoteca import games
from ludoteca.core.kernels import SWITCH
from ludoteca.site import warming
from ludoteca.site.warming import Warming

GAME = games.names()[0]


@pytest.fixture
def started(monkeypatch):
    """The commands that a warming has started, with the switch they were given."""
    commands = []

    class Process:
        def __init__(self, command, env, **_):
            commands.append((command[3:], env[SWITCH]))

        def __enter__(self):
            return self

        def __exit__(self, *_):
            pass

    monkeypatch.setattr(subprocess, "Popen", Process)
    return commands


def test_what_was_not_compiled_for_this_processor_is(started, monkeypatch):
    ready = Warming(names=[GAME])
    done = ready._parts[GAME][0]
    monkeypatch.setattr(warming, "is_warm", lambda label, shipped=True: shipped or label.endswith(f": {done}"))
    ready._replace_shipped()
    assert started == [([GAME, *ready._parts[GAME][1:]], "no")]


def test_nothing_is_started_where_all_was_or_once_it_is_closed(started, monkeypatch):
    ready = Warming(names=[GAME])
    monkeypatch.setattr(warming, "is_warm", lambda label, shipped=True: True)
    ready._replace_shipped()
    monkeypatch.setattr(warming, "is_warm", lambda label, shipped=True: shipped)
    ready.close()
    ready._replace_shipped()
    assert started == []


@pytest.mark.parametrize(
    ("kernels_serve", "folder", "expected"), [(True, "here", 1), (False, "here", 0), (True, None, 0)]
)
def test_it_comes_after_everything_else(started, monkeypatch, kernels_serve, folder, expected):
    ready = Warming(names=[GAME])
    loaded = []
    monkeypatch.setattr(warming, "is_warm", lambda label, shipped=True: shipped)
    monkeypatch.setattr(warming, "are_to_be_replaced", lambda: kernels_serve)
    monkeypatch.setattr(warming, "cache_folder", lambda: folder)
    monkeypatch.setattr(ready, "_load", lambda game, part: loaded.append(part) or started)
    ready._work(0)
    assert sorted(loaded) == sorted(ready._parts[GAME])
    assert len(started) == expected
