"""Players that say how likely they are to do what: opponents of the lesson on hidden cards."""

from collections.abc import Callable

from ludoteca.core.arrays import State
from ludoteca.lessons.games import find_game

Policy = Callable[[State], dict[int, float]]
PASS, BET = 0, 1
JACK, QUEEN, KING = 1, 2, 3


def _own_card(view: State) -> int:
    return int(view.card[find_game("kuhn").mover(view)])


def _faces_bet(view: State) -> bool:
    return bool(view.ply and view.bets[view.ply - 1] == BET)


def caller(view: State) -> dict[int, float]:
    """Calls every bet, and bets with a king."""
    bets = _faces_bet(view) or _own_card(view) == KING
    return {PASS: 0.0, BET: 1.0} if bets else {PASS: 1.0, BET: 0.0}


def coward(view: State) -> dict[int, float]:
    """Bets and calls with a king, and gives up everything else."""
    return {PASS: 0.0, BET: 1.0} if _own_card(view) == KING else {PASS: 1.0, BET: 0.0}


def balanced(view: State) -> dict[int, float]:
    """Kuhn's solution for the second seat, and one of those for the first: nobody can gain against it."""
    bet = {
        (JACK, False): 1 / 3,
        (QUEEN, False): 0.0,
        (KING, False): 1.0,
        (JACK, True): 0.0,
        (QUEEN, True): 1 / 3,
        (KING, True): 1.0,
    }[_own_card(view), _faces_bet(view)]
    if view.ply == 0:
        bet = {JACK: 0.0, QUEEN: 0.0, KING: 0.0}[_own_card(view)]
    return {PASS: 1.0 - bet, BET: bet}


POLICIES: dict[str, Policy] = {"caller": caller, "coward": coward, "balanced": balanced}
