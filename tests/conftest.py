"""Tests that compile the same code go to the same worker: two would both compile it."""

import pytest

from ludoteca.protocol import Game


def pytest_itemcollected(item: pytest.Item) -> None:
    """Mark the group of each test as it is found: xdist reads the marks before other hooks run."""
    callspec = getattr(item, "callspec", None)
    games = [value for value in callspec.params.values() if isinstance(value, Game)] if callspec else []
    if games:
        item.add_marker(pytest.mark.xdist_group(games[0].info.name))
    elif item.path.parent.name == "agents":
        item.add_marker(pytest.mark.xdist_group("agents"))
