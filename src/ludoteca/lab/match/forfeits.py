"""What happens when an agent breaks a rule of the match.

An agent **forfeits** the game if it answers with an illegal action, raises an error, or is late:
- where returns add up to a constant, it gets the least possible return and the others share the rest;
- in a co-operative game the whole team gets the least possible return;
- otherwise it gets the least possible return and the others keep what they have earned.
"""

from ludoteca.protocol import Game, State


class Forfeit(Exception):
    """An agent broke a rule of the match."""


def share_forfeit(game: Game, s: State, offender: int) -> list[float]:
    """The returns of a game that one seat forfeits."""
    info = game.info
    others = game.seats(s) - 1
    if info.co_operative:
        return [info.min_return] * (others + 1)
    if info.zero_sum or info.utility == "constant-sum":
        total = 0.0 if info.zero_sum else info.max_return + others * info.min_return
        rest = min(info.max_return, (total - info.min_return) / others) if others else 0.0
        return [info.min_return if seat == offender else rest for seat in range(others + 1)]
    earned = game.returns(s)
    return [info.min_return if seat == offender else earned[seat] for seat in range(others + 1)]
