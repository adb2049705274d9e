"""`warlord`, the strongest agent for Dicewars: a quick strategy with tuned weights, and a lookahead.

`strategy.py` decides in microseconds, by rated attacks (`attacks.py`) and transfers (`transfers.py`); its weights were
tuned by playing. `lookahead.py` plays the promising actions out with that strategy for a round, and asks a small
network (`features.py`) what the end is worth. `agent.py` is the agent.
"""

from ludoteca.games.dicewars.agents.warlord.agent import Warlord, WarlordSettings

__all__ = ["Warlord", "WarlordSettings"]
