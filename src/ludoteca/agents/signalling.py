"""What a team that searches jointly can still read in each other's actions.

Before each action everybody can work out, from what all can see and with the same random numbers, how often the
convention would make each action there. An action that it makes often enough is *binding*: whoever makes it follows the
convention. All others are *free*: a search may choose them, if they do not make a partner's notes untrue, and nobody
concludes more from one than that. So everybody agrees on who has deviated from the convention, and when, and what a
clue means holds in any case.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import numpy as np

from ludoteca.agents.belief import (
    BINDING,
    FREE,
    Viewpoint,
    Workspace,
    ask_convention,
    draw_worlds,
    look_back,
    new_workspace,
)
from ludoteca.core.errors import SetupError
from ludoteca.core.rng import new_rng
from ludoteca.protocol import EVERYBODY, Convention, Game, State, new_control, new_states
from ludoteca.protocol.budget import STOP
from ludoteca.protocol.conventions import action_history

Answers = tuple[int, ...]
TRIES = 50  # guesses to find a world with


class Reader:
    """Finds out which actions are binding and which are free, for a convention of a game."""

    def __init__(self, game: Game, convention: Convention, worlds: int, share: float) -> None:
        self.game, self.convention = game, convention
        self.worlds, self.share = worlds, share
        self.workspace = new_workspace(game, convention, 1)

    def mark(self, view: State, seat: int, workspace: Workspace, control: Any) -> list[bool] | None:
        """Set workspace.signals for the actions so far; returns for each action whether the mover is free to choose it,
        or None if it was told to stop before that was known. What was found until then is remembered."""
        history = self.workspace.history[: action_history(view, self.workspace.history)].tolist()
        movers: list[int] = []
        free: list[bool] = []
        for n in range(len(history) + 1):
            if control[STOP]:
                return None
            who = look_back(view, seat, n, self.workspace, new_rng(0))
            own = tuple(f or m != who for f, m in zip(free, movers, strict=True))
            seen = self.workspace.scratch_state.tobytes()
            answers = count_answers(self.game, self.convention, self.worlds, seen, who, own)
            if n < len(history):
                movers.append(who)
                free.append(self._is_free(answers, history[n]))
        workspace.signals[: len(free)] = np.where(free, FREE, BINDING)
        return [self._is_free(answers, action) for action in range(len(answers))]

    def _is_free(self, answers: Answers, action: int) -> bool:
        return answers[action] == 0 or answers[action] < self.share * sum(answers)


def check_team(readers: Sequence[Reader]) -> None:
    """Refuse a team whose members would read the same action in different ways."""
    rules: Mapping[str, Sequence[object]] = {
        "blueprint": [reader.convention.bot for reader in readers],
        "share": [reader.share for reader in readers],
        "readings": [reader.worlds for reader in readers],
    }
    for name, values in rules.items():
        if len(set(values)) > 1:
            raise SetupError(
                f"a team that searches jointly must agree on {name}, or its members misread each other: "
                f"{', '.join(map(str, values))}"
            )


@lru_cache(maxsize=4096)
def count_answers(
    game: Game, convention: Convention, worlds: int, seen: bytes, who: int, free: tuple[bool, ...]
) -> Answers:
    """In how many worlds that agree with what all have `seen`, and with the own actions so far that are not `free`, the
    convention makes each action for `who`. It depends on nothing else: members of a team find the same."""
    workspace = new_workspace(game, convention, worlds)
    public = new_states(game.state_dtype, 1)
    public[:] = np.frombuffer(seen, public.dtype)
    workspace.signals[: len(free)] = np.where(free, FREE, BINDING)
    bot = game.info.bots.index(convention.bot)
    rng = new_rng(0, "reading", len(free))
    tries = TRIES * worlds
    viewpoint = Viewpoint(EVERYBODY, bot, convention.expensive)
    found = draw_worlds(public[0], viewpoint, worlds, tries, workspace, new_control(1), rng)
    ask_convention(found, who, bot, workspace)
    return tuple(workspace.answers.tolist())
