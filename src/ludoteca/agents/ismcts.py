"""UCT over information sets (Cowling, Powley and Whitehouse 2012, single observer), for games with hidden information.

Each iteration guesses a whole state that is possible for what the seat knows and runs one iteration of UCT in it.
All iterations share one tree, whose nodes stand for actions and not for states: what the seat cannot tell apart it
decides alike. A child's bonus counts how often it was available. Co-operative games and running rewards need nothing
special: the rewards of all seats are backed up as in `mcts`.
"""

from dataclasses import dataclass

from ludoteca.agents.mcts import Mcts, MctsSettings
from ludoteca.core.errors import SettingsError
from ludoteca.protocol import GameInfo


@dataclass(frozen=True)
class IsmctsSettings(MctsSettings):
    chance: str = "open"

    def check(self) -> None:
        super().check()
        if self.chance != "open":
            raise SettingsError("ismcts draws chance anew in each guessed world: chance must be open")


class Ismcts(Mcts):
    name = "ismcts"
    summary = "Monte Carlo tree search over information sets: guesses the hidden cards anew for every playout"
    Settings = IsmctsSettings

    @classmethod
    def refusal(cls, info: GameInfo) -> str | None:
        return None
