"""`ludoteca play`: a person in the terminal against any agents."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

from ludoteca.cli.answers import analysis_table, decide_with_bar, summary_line
from ludoteca.cli.common import (
    GameName,
    JsonFlag,
    Seed,
    SetupOptions,
    choose_seed,
    console,
    default_spec,
    make_agent,
    messages,
    parse_options,
    warm_up_agents,
)
from ludoteca.core.errors import LudotecaError, SetupError

if TYPE_CHECKING:
    from ludoteca.protocol import Agent, Game, State

CHANCE, OVER = -1, -2  # as in `ludoteca.protocol`, which takes too long to import for a help text

HELP = """Type an action, or:
  moves    list the legal actions
  hint     what a strong agent would play, and why
  undo     take your last action back (where the game allows it)
  resign   give up
  save F   write the game so far to a file
  quit     leave
  help     this text"""


class Leave(Exception):
    """The person leaves the table."""


@dataclass
class Table:
    """A game in the terminal: one person, the others agents."""

    game: "Game"
    seat: int
    agents: "dict[int, Agent]"
    adviser: "Agent"
    seed: int
    options: dict[str, Any]
    as_json: bool = False
    history: "list[State]" = field(default_factory=list)
    actions: list[int] = field(default_factory=list)
    resigned: bool = False

    def __post_init__(self) -> None:
        from ludoteca.core.rng import new_rng

        self.state = self.game.start(self.options)
        self.rng = new_rng(self.seed, "chance")

    def run(self) -> None:
        game = self.game
        self.show()
        while not game.is_over(self.state):
            who = game.mover(self.state)
            if who < 0:
                self.take(game.draw_chance(self.state, self.rng))
                self.show_to_person()
            elif who == self.seat:
                self.ask()
            else:
                label = f"{game.info.seat_name(who)} thinks"
                decision = decide_with_bar(self.agents[who], game.observe(self.state, who), label)
                name = self.name_for_person(decision.action)
                line = f"{game.info.seat_name(who)} ({self.agents[who].name}) plays {name}"
                self.say(line, event="action", seat=who, name=name)
                self.take(decision.action)
                self.show_to_person()
        result = game.describe_result(self.state)
        self.say(f"Over: {result}.", event="over", result=result, returns=game.returns(self.state))

    def say(self, text: str, style: str | None = None, **data: Any) -> None:
        """A sentence for people, or a line of JSON for machines."""
        if self.as_json:
            print(json.dumps({**data, "text": text}), flush=True)
        else:
            console.print(text, style=style, highlight=False, markup=False)

    def name_for_person(self, action: int) -> str:
        """What the person may see of another's action: a simultaneous pick stays secret."""
        return "in secret" if self.game.info.simultaneous else self.game.format_action(self.state, action)

    def show(self) -> None:
        """The position as the person may see it, once chance has done its part: cards are dealt, dice lie."""
        if self.game.mover(self.state) == CHANCE:
            return
        board = self.game.draw(self.game.observe(self.state, self.seat))
        self.say(f"\n{board}\n", event="position", mover=self.game.mover(self.state))

    def show_to_person(self) -> None:
        """The position when it is the person's turn, or the end: between, a line for each action is enough."""
        if self.game.mover(self.state) in (self.seat, OVER):
            self.show()

    def take(self, action: int) -> None:
        self.history.append(self.game.copy(self.state))
        self.game.play(self.state, action)
        self.actions.append(action)
        for sentence in self.game.narrate(self.history[-1], action):
            self.say(f"  {sentence}", event="happened")

    # --- the person's turn -------------------------------------------------------------------------------------------

    def ask(self) -> None:
        prompt = "" if self.as_json else f"[bold]{self.game.info.seat_name(self.seat)}, your action:[/bold] "
        try:
            text = console.input(prompt).strip()
        except EOFError:
            raise Leave from None
        try:
            self.obey(text)
        except LudotecaError as error:
            self.say(str(error), style="yellow", event="error", code=error.code)

    def obey(self, text: str) -> None:
        word, _, rest = text.partition(" ")
        commands: dict[str, Callable[[], object]] = {
            "": lambda: None,
            "help": lambda: self.say(HELP, event="help"),
            "?": lambda: self.say(HELP, event="help"),
            "moves": self.list_moves,
            "hint": self.hint,
            "undo": self.undo,
            "resign": self.resign,
            "quit": self.leave,
            "save": lambda: self.save(Path(rest.strip() or "game.json")),
        }
        if word in commands:
            commands[word]()
            return
        action = self.game.parse_action(self.state, text)
        legal = self.game.legal_actions(self.state)
        if action not in legal:
            self.game.play(self.state, action)  # raises, and says what is legal
        self.take(action)
        self.show()

    def list_moves(self) -> None:
        names = [self.game.format_action(self.state, action) for action in self.game.legal_actions(self.state)]
        self.say(", ".join(names), event="moves", names=names)

    def hint(self) -> None:
        view = self.game.observe(self.state, self.seat)
        decision = decide_with_bar(self.adviser, view, "looking for a hint")
        name = self.game.format_action(self.state, decision.action)
        line = f"{self.adviser.name} would play {name}:"
        self.say(line, "bold", event="hint", name=name, analysis=decision.analysis.to_json())
        if self.as_json:
            return
        console.print(analysis_table(self.game, view, decision.analysis, most=8))
        console.print(summary_line(self.game, view, decision.analysis), highlight=False)

    def undo(self) -> None:
        """Back to the person's last own decision."""
        if not self.game.info.allows_undo:
            raise SetupError("in this game nothing can be taken back: something hidden or drawn was shown")
        for place in range(len(self.history) - 1, -1, -1):
            if self.game.mover(self.history[place]) == self.seat:
                self.state = self.game.copy(self.history[place])
                del self.history[place:], self.actions[place:]
                self.show()
                return
        raise SetupError("there is nothing to take back yet")

    def resign(self) -> None:
        self.say(f"{self.game.info.seat_name(self.seat)} resigns.", event="resigns", seat=self.seat)
        self.resigned = True
        raise Leave

    def leave(self) -> None:
        raise Leave

    def save(self, path: Path) -> None:
        from ludoteca.lab.match.forfeits import share_forfeit
        from ludoteca.lab.record import Record, Result, format_record

        game = self.game
        result = None
        if game.is_over(self.state):
            result = Result(tuple(game.returns(self.state)), game.describe_result(self.state))
        elif self.resigned:
            returns = share_forfeit(game, self.state, self.seat)
            result = Result(tuple(returns), f"{game.info.seat_name(self.seat)} resigned", forfeit=self.seat)
        people = {"agent": "person"}
        seats = tuple(
            people if seat == self.seat else self.agents[seat].describe() for seat in range(game.seats(self.state))
        )
        options = game.format_setup(game.parse_setup(self.options))
        record = Record(game.info.name, game.info.version, options, self.seed, seats, tuple(self.actions), result)
        try:
            path.write_text(format_record(record, game), encoding="utf-8")
        except OSError as error:
            raise SetupError(f"cannot write {path}: {error.strerror}") from None
        self.say(f"saved to {path}", event="saved", path=str(path))


def play_game(
    name: GameName,
    against: Annotated[
        list[str] | None,
        typer.Option(
            "--against",
            "-a",
            metavar="AGENT",
            help="A level, as in hard, or an agent, as in mcts:seconds=1. Repeatable. A middling level if left out.",
        ),
    ] = None,
    seat: Annotated[int, typer.Option(help="Your seat, from 0.")] = 0,
    save: Annotated[Path | None, typer.Option(help="Write the game to this file when it ends.")] = None,
    settings: SetupOptions = None,
    seed: Seed = None,
    as_json: JsonFlag = False,
) -> None:
    """Play a game in the terminal. Type help at the prompt to see what you can do."""
    from ludoteca import games

    game = games.load(name)
    seed = choose_seed(seed)
    options = parse_options(settings)
    seats = game.seats(game.start(options))
    if not 0 <= seat < seats:
        raise SetupError(f"--seat must be from 0 to {seats - 1}, not {seat}")
    opponents = seat_agents(game, seats, seat, against, seed)
    adviser = make_agent(default_spec(game, exact=True), game, seed)
    warm_up_agents(game, [*opponents.values(), adviser], options)
    table = Table(game, seat, opponents, adviser, seed, options, as_json)
    greeting = (
        f"{game.info.title}: {game.info.summary}\nYou are {game.info.seat_name(seat)}. Seed {seed}. Type help for help."
    )
    table.say(greeting, event="start", game=name, seat=seat, seed=seed)
    try:
        table.run()
    except Leave:
        messages.print("goodbye")
    finally:
        if save is not None:
            table.save(save)


def seat_agents(game: "Game", seats: int, person: int, against: list[str] | None, seed: int) -> "dict[int, Agent]":
    from ludoteca.agents import opponent_spec
    from ludoteca.core.rng import split_seed

    others = [seat for seat in range(seats) if seat != person]
    specs = list(against or [opponent_spec(game)])
    if len(specs) not in (1, len(others)):
        raise SetupError(f"name one opponent for all, or {len(others)} of them, not {len(specs)}")
    specs = specs * len(others) if len(specs) == 1 else specs
    return {
        place: make_agent(spec, game, split_seed(seed, "seat", place))
        for place, spec in zip(others, specs, strict=True)
    }
