"""Any legal action, with equal chances: the floor that every player must beat."""

from ludoteca.core.rng import below
from ludoteca.protocol import ActionValue, Agent, Analysis, Budget, Decision, State, Watch


class Random(Agent):
    name = "random"
    summary = "any legal action, with equal chances"

    def choose(self, view: State, seat: int, budget: Budget | None, watch: Watch) -> Decision:
        legal = self.game.legal_actions(view)
        action = legal[below(self.rng, len(legal))]
        shares = [ActionValue(item, probability=1 / len(legal)) for item in legal]
        shares.sort(key=lambda item: item.action != action)
        return Decision(action, Analysis(tuple(shares), (action,)))
