"""What if: positions that a finished game could have had. While a game runs there are none, since a position that could
be would tell what is hidden."""

from typing import Any

from ludoteca.core.errors import Refusal
from ludoteca.core.rng import new_rng
from ludoteca.programs.telling import list_legal
from ludoteca.protocol import CHANCE, OVER, Game, State
from ludoteca.site.actions import require_over
from ludoteca.site.messages import Tried, Variation
from ludoteca.site.table import MOST_CHANCE, Table
from ludoteca.site.table_events import find_end
from ludoteca.site.texts import FRAME


def follow(table: Table, wish: Tried) -> "Line":
    """A line that is tried in a finished game."""
    require_over(table)
    if wish.start > table.log.count:
        raise Refusal("ahead", f"the game has {table.log.count} decisions, not {wish.start}", 422)
    line = Line(table, wish.start)
    for action in wish.actions:
        line.play(action)
    return line


def tell_variation(table: Table, wish: Variation) -> dict[str, Any]:
    """The position after so many decisions of the game and then these actions, and what came of each."""
    line = follow(table, wish)
    game, s = table.game, line.state
    mover = game.mover(s)
    over = find_end(game, s) if mover == OVER else None
    return {
        "from": wish.start,
        "moves": line.moves,
        "last": line.last,
        "position": game.show(s),
        "legal": list_legal(game, s, game.legal_actions(s)) if mover >= 0 else [],
        "mover": mover,
        "result": over and {**over, **({"score": over["returns"][0]} if game.info.co_operative else {})},
        **({} if wish.attempt is None else {"why": game.explain(s, wish.attempt)}),
    }


class Line:
    """Actions that are tried one after another. Chance draws what it drew in the game, where the game can say that,
    else by the table's seed."""

    def __init__(self, table: Table, number: int) -> None:
        self.game, self.seed = table.game, table.setup.seed
        self.ply = table.log.end_of(number)
        actions = [entry.action for entry in table.log]
        self.options = self.game.fix_chance(table.setup.options, actions)
        """What a game with this line is set up with: chance draws the same again, where options can say so."""
        self.actions = actions[: self.ply]
        """Every action from the beginning, chance included."""
        self.state = find_start(table, self.ply, self.options)
        self.number = number
        self.moves: list[dict[str, Any]] = []
        self.last: dict[str, Any] | None = None
        self._draw()

    def play(self, action: int) -> None:
        """One decision, with the chance that follows it."""
        seat = self.game.mover(self.state)
        if seat == OVER:
            raise Refusal("game_over", "the game is over here", 422)
        told = self._take(action)
        self.number += 1
        drawn, steps = self._draw()
        steps = told["steps"] + steps
        self.moves.append(
            {
                "number": self.number,
                "seat": seat,
                "name": told["name"],
                "action": action,
                **({"chance": drawn} if drawn else {}),
                **({"events": told["events"]} if any(told["events"].values()) else {}),
            }
        )
        self.last = {**self.moves[-1], "ply": self.ply, **told["show"], **({"steps": steps} if steps else {})}

    def _take(self, action: int) -> dict[str, Any]:
        game, before = self.game, self.game.copy(self.state)
        game.play(self.state, action)
        self.ply += 1
        self.actions.append(action)
        return {
            "name": game.format_action(before, action),
            "show": game.show_action(before, action),
            "events": {language: game.narrate(before, action, language) for language in FRAME.languages},
            "steps": game.steps(before, action),
        }

    def _draw(self) -> tuple[list[str], list[dict[str, Any]]]:
        """What chance does now: names and steps."""
        names: list[str] = []
        steps: list[dict[str, Any]] = []
        while self.game.mover(self.state) == CHANCE and len(names) < MOST_CHANCE:
            told = self._take(self.game.draw_chance(self.state, new_rng(self.seed, "chance", self.ply)))
            names.append(told["name"])
            steps += told["steps"]
        return names, steps


def find_start(table: Table, ply: int, options: dict[str, Any]) -> State:
    """The state after so many actions of a game, from which chance goes on as it did."""
    game: Game = table.game
    if options == table.setup.options:
        return table.state_at(ply)
    s = game.start(options)
    for past in range(ply):
        game.play(s, table.log[past].action)
    return s
