"""`xklism`: the agent of team xklism00 (2021), rebuilt from its report and its behaviour.

In its first mode it moves dice to the weakest border area of the largest region, up to a number of transfers, then
attacks as a search prefers (`search.py`). The search plays each promising attack as won, then every opponent's best
reply by the same rule. It maximises the network's chance to win (`estimate.py`) times the odds of the attack times the
odds of holding what it takes. Once no attack is promising, the second mode moves dice away from the border, by the
difference in expected loss, and attacks no more (`transfers.py`).
"""

from ludoteca.games.dicewars.agents.xklism.agent import Xklism, XklismSettings, read_network
from ludoteca.games.dicewars.agents.xklism.estimate import SHAPE

__all__ = ["SHAPE", "Xklism", "XklismSettings", "read_network"]
