"""The match engine: the one place where a game is played to its end for a result.

**With agents** (anything that has `decide`, or a specification as text), from any position:

    match = play_match(game, ["mcts:iterations=500", "random"], seed=1)       # options or a state: start=...
    match.result.returns, match.final, match.infos, match.record

    ongoing = OngoingMatch(game, players, seed=1, start=state)                # to look on, or to break off
    for turn in ongoing.turns():                                              # before each action is played
        print(turn.seat, turn.action, turn.decision)
    match = ongoing.finish()

    for number, seating, match in play_series(game, players, 100, seed=1):    # seats rotate, deals repeat
        ...

**With the game's own bots, compiled**, thousands of games a second, in place:

    states = repeat_states(game, [game.start()], 1000)
    rngs = new_rngs(seed, "game", 1000)                                       # or any words, one row a game
    plies = play_batch(game, states, Bots.named(game, ["first", "second"]), rngs)
    returns = list_returns(game, states)                                      # [game, seat]

A policy of your own is a NamedTuple with a compiled `choose(self, game, s, seat, rng)`: see `compiled.py`. Seats that
are marked ASK belong to agents: `play_beside` asks them and lets compiled bots play the rest.

Everything random comes from `seed`, or from `Streams` where a study has its own seeds. Tournaments, their schedule and
their store are in `lab/tournament.py`.
"""

from ludoteca.lab.match.clock import Clock, Player
from ludoteca.lab.match.compiled import (
    ASK,
    STOP,
    Bots,
    list_returns,
    new_rngs,
    play_batch,
    play_beside,
    repeat_states,
)
from ludoteca.lab.match.forfeits import Forfeit, share_forfeit
from ludoteca.lab.match.play import Conditions, Match, OngoingMatch, Streams, Turn, play_match, play_series

__all__ = [
    "ASK",
    "STOP",
    "Bots",
    "Clock",
    "Conditions",
    "Forfeit",
    "Match",
    "OngoingMatch",
    "Player",
    "Streams",
    "Turn",
    "list_returns",
    "new_rngs",
    "play_batch",
    "play_beside",
    "play_match",
    "play_series",
    "repeat_states",
    "share_forfeit",
]
