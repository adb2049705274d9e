"""What a game is worth to each seat when one of them forfeits it."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ludoteca.core.arrays import State
    from ludoteca.protocol.game import Game


def share_forfeit(game: "Game", s: "State", offender: int) -> list[float]:
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
