"""The contract that every game and agent is held to, for Ludoteca's own and for everybody's. Needs pytest.

A package with a game tests it in three lines:

    from ludoteca.testing import contract_of
    from heap.game import GAME

    class TestHeap(contract_of(GAME)): ...

What is tested follows from what the game declares: a game with chance is asked for its probabilities, a game with
hidden information for its views, and every agent that claims the game plays it.
"""

import pytest

for _part in (
    "agents",
    "encoders",
    "extensions",
    "presentation",
    "rules",
    "twins",
    "views",
):  # their failures show the values compared
    pytest.register_assert_rewrite(f"{__name__}.{_part}")

from ludoteca.testing.contract import contract_of  # noqa: E402
from ludoteca.testing.positions import played, random_positions  # noqa: E402

__all__ = ["contract_of", "played", "random_positions"]
