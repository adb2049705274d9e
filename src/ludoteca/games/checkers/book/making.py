"""Making a book: search every move of the first plies, keep those that are not clearly worse, and go on from there.

The English book begins with the 156 three-move openings, too. Each move is first scored by a search of the position
after it, from nothing, so that the order does not matter; where that position is in the book itself, its best move
tells more than a search did, and that is what counts in the end.
"""

import json
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from ludoteca.core.errors import TableError
from ludoteca.core.files import write_atomic
from ludoteca.core.progress import Report
from ludoteca.games.checkers import ballots
from ludoteca.games.checkers.engine.agent import Engine, EngineSettings
from ludoteca.games.checkers.fen import format_fen
from ludoteca.games.checkers.game import GAME
from ludoteca.protocol import Budget, State

TABLE = 14  # see EngineSettings: cleared before every search
Book = dict[str, dict[str, int]]


@dataclass(frozen=True)
class Order:
    """What book to make. Equal orders make equal books."""

    rules: str
    plies: int
    nodes: int
    """of the search of each move"""
    margin: int
    """points that a move may be worse than the best"""


class Search:
    """Scores moves, and keeps the scores in a file: making that was stopped goes on from there."""

    def __init__(self, order: Order, path: Path) -> None:
        self.order, self.path = order, path
        self.engine = Engine(GAME, EngineSettings(table=TABLE))
        self.known: Book = {}
        head = json.dumps([order.rules, order.nodes])
        lines = path.read_text(encoding="utf-8").splitlines() if path.exists() else []
        if lines and lines[0] != head:
            raise TableError(f"{path} is of another book, of {lines[0]}: take it away, or make that one")
        if not lines:
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(head + "\n", encoding="utf-8")
        for line in lines[1:]:
            fen, _, scores = line.partition(" ")
            if line.endswith("}"):  # not cut off
                self.known[fen] = json.loads(scores)

    def score_moves(self, s: State) -> dict[str, int]:
        """Every legal move with its score in points, for the mover."""
        fen = format_fen(s)
        if fen not in self.known:
            moves = {GAME.format_action(s, action): self._score(s, action) for action in GAME.legal_actions(s)}
            self.known[fen] = moves
            with self.path.open("a", encoding="utf-8") as file:
                file.write(f"{fen} {json.dumps(moves)}\n")
        return self.known[fen]

    def _score(self, s: State, action: int) -> int:
        after = GAME.copy(s)
        GAME.play(after, action)
        self.engine.forget()
        self.engine.decide(after, Budget(nodes=self.order.nodes))
        return -self.engine.peek()[1]


def make_book(order: Order, out: Path, command: str, report: Report) -> Book:
    """Make a book and write it."""
    search = Search(order, out.with_name(f"{out.name}.work"))
    layers = _search_layers(order, search, report)
    book = _back_up(layers, order.margin)
    write_book(out, {"rules": order.rules, "command": command}, book)
    search.path.unlink()
    return book


Layer = dict[str, tuple[State, dict[str, int]]]


def _search_layers(order: Order, search: Search, report: Report) -> list[Layer]:
    """The positions of each ply with their moves' scores, as far as good moves lead to them."""
    layers: list[Layer] = []
    states: list[State] = [GAME.start(rules=order.rules)]
    for ply in range(order.plies):
        if order.rules == ballots.RULES and ply == len(ballots.load_deck()[0].moves):
            states += [ballots.reach(ballot) for ballot in ballots.list_ballots()]
        layer: Layer = {}
        for done, s in enumerate(states):
            report(f"{order.rules}, ply {ply + 1} of {order.plies}", done, len(states))
            layer[format_fen(s)] = (s, search.score_moves(s))
        layers.append(layer)
        states = list(_follow(layer, order.margin).values())
    return layers


def _follow(layer: Layer, margin: int) -> dict[str, State]:
    """The positions after the good moves of a layer."""
    found = {}
    for s, scores in layer.values():
        for move in _keep(scores, margin):
            after = GAME.copy(s)
            GAME.play(after, GAME.parse_action(s, move))
            if not GAME.is_over(after):
                found[format_fen(after)] = after
    return found


def _keep(scores: dict[str, int], margin: int) -> dict[str, int]:
    best = max(scores.values())
    return {move: score for move, score in scores.items() if score >= best - margin}


def _back_up(layers: Iterable[Layer], margin: int) -> Book:
    """The book, from its last ply to its first: what follows a move, if it is known, decides its score."""
    book: Book = {}
    for layer in reversed(list(layers)):
        for fen, (s, scores) in layer.items():
            better = dict(scores)
            for move in scores:
                after = GAME.copy(s)
                GAME.play(after, GAME.parse_action(s, move))
                known = book.get(format_fen(after))
                better[move] = -max(known.values()) if known else scores[move]
            book[fen] = _keep(better, margin)
    return dict(reversed(book.items()))


def write_book(path: Path, record: dict[str, str], book: Book) -> None:
    """One position a line."""
    lines = [f"{json.dumps(fen)}: {json.dumps(moves)}" for fen, moves in book.items()]
    head = "".join(f"{json.dumps(name)}: {json.dumps(value)},\n" for name, value in record.items())
    write_atomic(path, "{\n" + head + '"positions": {\n' + ",\n".join(lines) + "\n}}\n")
