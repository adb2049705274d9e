"""What a team that searches jointly can still read in each other's actions.

Before each action everybody can work out, from what all can see and with the same random numbers, how often the
convention would make each action there. An action that it makes often enough is *read*: whoever makes it follows the
convention, on their word. All others are *free*: a search may choose them, and nobody concludes from one that the
convention would have made it. So no reader is ever wrong about who has left the convention, and when.

One player, in the last seat, *leads*: free in all actions. That the convention would not have made an action of theirs
which is read is possible, but in doubt.
"""

from collections.abc import Mapping, Sequence
from functools import lru_cache

import numpy as np

from ludoteca.agents.belief import Desk, ask_convention, draw_worlds, look_back, new_desk
from ludoteca.errors import SetupError
from ludoteca.protocol import EVERYBODY, Convention, Game, State, new_control, new_states
from ludoteca.protocol.rules import retell, seats
from ludoteca.rng import new_rng

Answers = tuple[int, ...]
TRIES = 50  # guesses to find a world with


class Reader:
    """Tells which actions are read, for a convention of a game."""

    def __init__(self, game: Game, convention: Convention, worlds: int, share: float, doubt: float) -> None:
        self.game, self.convention = game, convention
        self.worlds, self.share, self.doubt = worlds, share, doubt
        self.desk = new_desk(game, convention, 1)

    def mark(self, view: State, seat: int, desk: Desk) -> list[bool]:
        """Set desk.doubt for the actions so far; returns for each action whether the mover is free to choose it."""
        history = self.desk.history[: retell(view, self.desk.history)].tolist()
        movers: list[int] = []
        doubts: list[float] = []
        for n in range(len(history) + 1):
            who = look_back(view, seat, n, self.desk, new_rng(0))
            own = tuple(d if m == who else 1.0 for d, m in zip(doubts, movers, strict=True))
            answers = count_answers(self.game, self.convention, self.worlds, self.desk.room.tobytes(), who, own)
            if n < len(history):
                movers.append(who)
                doubts.append(self._doubt(answers, history[n], self.leads(view, who)))
        desk.doubt[: len(doubts)] = doubts
        return [self.leads(view, who) or not self._is_read(answers, action) for action in range(len(answers))]

    def leads(self, view: State, seat: int) -> bool:
        return seat == seats(view) - 1

    def _doubt(self, answers: Answers, action: int, leads: bool) -> float:
        if not self._is_read(answers, action):
            return 1.0
        return self.doubt if leads else 0.0

    def _is_read(self, answers: Answers, action: int) -> bool:
        return answers[action] > 0 and answers[action] >= self.share * sum(answers)


def check_team(readers: Sequence[Reader]) -> None:
    """Refuse a team whose members would read the same action in different ways."""
    rules: Mapping[str, Sequence[object]] = {
        "blueprint": [reader.convention.bot for reader in readers],
        "share": [reader.share for reader in readers],
        "readings": [reader.worlds for reader in readers],
        "doubt": [reader.doubt for reader in readers],
    }
    for name, values in rules.items():
        if len(set(values)) > 1:
            raise SetupError(
                f"a team that searches jointly must agree on {name}, or its members misread each other: "
                f"{', '.join(map(str, values))}"
            )


@lru_cache(maxsize=4096)
def count_answers(
    game: Game, convention: Convention, worlds: int, seen: bytes, who: int, doubts: tuple[float, ...]
) -> Answers:
    """In how many worlds that agree with what all have `seen`, and with the own actions so far, the convention makes
    each action for `who`. It depends on nothing else: members of a team find the same."""
    desk = new_desk(game, convention, worlds)
    public = new_states(game.state_dtype, 1)
    public[:] = np.frombuffer(seen, public.dtype)
    desk.doubt[: len(doubts)] = doubts
    bot = game.info.bots.index(convention.bot)
    rng = new_rng(0, "reading", len(doubts))
    tries = TRIES * worlds
    found = draw_worlds(public[0], EVERYBODY, bot, convention.dear, worlds, tries, desk, new_control(1), rng)
    ask_convention(found, who, bot, desk)
    return tuple(desk.answers.tolist())
