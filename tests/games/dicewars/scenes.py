"""Positions on small maps, set up by hand."""

from ludoteca.core.rng import new_rng
from ludoteca.games.dicewars import land, maps, state
from ludoteca.games.dicewars.game import GAME
from ludoteca.games.dicewars.state import encode
from ludoteca.protocol import CHANCE


def path_map(n):
    """Areas 1 to n in a row."""
    return {
        "format": maps.FORMAT,
        "areas": [
            {"id": i, "neighbours": [other for other in (i - 1, i + 1) if 1 <= other <= n]} for i in range(1, n + 1)
        ],
    }


def set_up(owner, dice, players=2, variant="standard", map_=None, turn=0):
    """A turn on a map (areas in a row unless another is given) with these owners and dice."""
    s = GAME.start(players=players, variant=variant, map=map_ or path_map(len(owner)))
    for area, (seat, count) in enumerate(zip(owner, dice, strict=True)):
        land.assign(s, area, seat)
        s.dice[area] = count
    s.left, s.turn, s.phase = 0, turn, state.TURN
    return s


def names(s):
    return [GAME.format_action(s, action) for action in GAME.legal_actions(s)]


def say(s, *texts):
    for text in texts:
        GAME.play(s, GAME.parse_action(s, text))
    return s


def settle(s, seed=1):
    """Let chance act until a seat is to move or the game is over."""
    rng = new_rng(seed, "settle")
    while GAME.mover(s) == CHANCE:
        GAME.play(s, GAME.draw_chance(s, rng))
    return s


__all__ = ["encode", "names", "path_map", "say", "set_up", "settle"]
