"""A game of OpenSpiel behind our protocol, so that our agents play it, in the terminal and on the site.

It is plain Python over OpenSpiel's C++: slow. Games with perfect information that are played by turns are taken, with
or without chance; others are refused with the reason.
"""

import re
from functools import cache
from typing import Any

import pyspiel

from ludoteca.adapters.openspiel.rows import SpielRows, make_rules
from ludoteca.core.arrays import State
from ludoteca.core.errors import NotationError, PluginError, UnknownName, UnsupportedGame
from ludoteca.protocol import MAX_SEATS, Game, GameInfo, Level
from ludoteca.protocol.info import Utility

PREFIX = "openspiel"
KINDS = pyspiel.GameType
UTILITY: dict[Any, Utility] = {
    KINDS.Utility.ZERO_SUM: "zero-sum",
    KINDS.Utility.CONSTANT_SUM: "constant-sum",
    KINDS.Utility.IDENTICAL: "co-operative",
    KINDS.Utility.GENERAL_SUM: "general",
}
LEVELS = (
    Level("Easy", "mcts:iterations=20", "20 playouts a move"),
    Level("Intermediate", "mcts:iterations=100", "100 playouts a move"),
    Level("Hard", "mcts:seconds=5", "playouts for five seconds"),
)
LONGEST = 1 << 16  # actions: the rows of longer games would fill the memory of a search


class SpielGame(Game):
    """Options are OpenSpiel's parameters, and part of the name: `load_theirs("go(board_size=9)")`."""

    def __init__(self, name: str, title: str, game: Any) -> None:
        self.rows = SpielRows(name, game)
        kind = game.get_type()
        stochastic = kind.chance_mode == KINDS.ChanceMode.EXPLICIT_STOCHASTIC
        low, high = float(game.min_utility()), float(game.max_utility())
        self.info = GameInfo(
            name=name,
            title=title,
            version="1.0",
            summary=f"{title}, as OpenSpiel plays it: not compiled, so agents think slowly.",
            max_actions=max(1, game.num_distinct_actions()),
            longest=self.rows.longest,
            seats=(self.rows.seats, self.rows.seats),
            utility=UTILITY[kind.utility],
            min_return=low,
            max_return=high if high > low else low + 1.0,
            chance=stochastic,
            running=kind.reward_model == KINDS.RewardModel.REWARDS,
            max_outcomes=game.max_chance_outcomes() if stochastic else 0,
            levels=LEVELS,
        )
        self.rules = make_rules(self.rows, stochastic)
        super().__init__()

    def play(self, s: State, action: int, legal: list[int] | None = None) -> None:
        super().play(s, action, legal)
        self._raise_kept()

    def _raise_kept(self) -> None:
        error, self.rows.error = self.rows.error, None
        if error is not None:
            raise PluginError(f"{self.info.name}: OpenSpiel failed: {error}") from error

    def format_action(self, s: State, action: int) -> str:
        state = self.rows.find(s)
        try:
            return str(state.action_to_string(state.current_player(), action)).strip()
        except (RuntimeError, pyspiel.SpielError) as error:
            raise LookupError(action) from error

    def parse_action(self, s: State, text: str) -> int:
        """An action by its name or its number."""
        wanted = " ".join(text.split()).lower()
        for action in self.legal_actions(s):
            if " ".join(self.format_action(s, action).split()).lower() == wanted:
                return action
        if wanted.isdecimal() and len(wanted) < 10:
            return int(wanted)
        raise NotationError(f"{text!r} is no action of {self.info.name} here; type one as it is listed, or its number")

    def draw(self, s: State) -> str:
        state = self.rows.find(s)
        return str(state.debug_string() if hasattr(state, "debug_string") else state).strip("\n")


def explain_refusal(game: Any) -> str | None:
    """Why a game cannot be taken; None if it can."""
    kind = game.get_type()
    if kind.dynamics != KINDS.Dynamics.SEQUENTIAL:
        return "its moves are simultaneous"
    if kind.information != KINDS.Information.PERFECT_INFORMATION:
        return "it has hidden information"
    if kind.chance_mode == KINDS.ChanceMode.SAMPLED_STOCHASTIC:
        return "its chance cannot be listed"
    if game.num_players() > MAX_SEATS:
        return f"it has more than {MAX_SEATS} seats"
    return "its games can be too long" if game.max_history_length() > LONGEST else None


@cache
def load_theirs(text: str) -> SpielGame:
    """A game of OpenSpiel by its name there, with parameters if need be: "chess", "go(board_size=9)"."""
    short = text.partition("(")[0]
    known = [kind.short_name for kind in pyspiel.registered_games() if kind.default_loadable]
    if short not in known:
        raise UnknownName("game of OpenSpiel", short, known)
    try:
        game = pyspiel.load_game(text)
    except (RuntimeError, pyspiel.SpielError) as error:
        raise UnsupportedGame(f"OpenSpiel cannot make {text!r}: {error}") from None
    reason = explain_refusal(game)
    if reason is not None:
        raise UnsupportedGame(f"{text} of OpenSpiel cannot be played here: {reason}; only open games by turns can")
    slug = re.sub(r"[^a-z0-9]+", "_", text.lower()).strip("_")
    return SpielGame(f"{PREFIX}_{slug}", game.get_type().long_name, game)


def list_theirs() -> list[str]:
    """The names of OpenSpiel's games that can be played here, as `ludoteca` knows them."""
    found = []
    for kind in pyspiel.registered_games():
        if kind.default_loadable and explain_refusal(pyspiel.load_game(kind.short_name)) is None:
            found.append(f"{PREFIX}_{kind.short_name}")
    return found
