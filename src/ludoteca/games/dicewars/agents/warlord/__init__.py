"""`warlord`, the strongest player of Dicewars here: a quick strategy with tuned weights, and a look ahead.

`strategy.py` decides in microseconds, by rated attacks (`attacks.py`) and transfers (`transfers.py`); its weights were
found by playing. `lookahead.py` tries the promising actions by playing on with that strategy for a round, and asks a
small network (`features.py`) how good the end is. `agent.py` is the player.
"""

from ludoteca.games.dicewars.agents.warlord.agent import Warlord, WarlordSettings

__all__ = ["Warlord", "WarlordSettings"]
