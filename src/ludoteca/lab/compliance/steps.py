"""The steps, by level. Each raises Failed, or returns a few words on what was seen."""

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ludoteca import games
from ludoteca.core.errors import near_misses
from ludoteca.lab.compliance.trial import Failed, Trial
from ludoteca.programs.messages import LONGEST_FROM_HOST, PROTOCOL, refusal
from ludoteca.programs.partner import Partner
from ludoteca.protocol import Game

LEAVING = 5.0  # seconds to leave after the input ends
SESSION = 3  # games in one conversation


@dataclass(frozen=True)
class Step:
    level: str
    name: str
    run: Callable[[Trial], str]


def list_first() -> list[Step]:
    """Without these nothing else can be tried."""
    return [
        Step("process", "starts, or answers at its port", _start),
        Step("handshake", "says hello and reads the welcome", _greet),
        Step("handshake", "names games that are there", _name_games),
    ]


def list_rest(trial: Trial) -> Iterator[Step]:
    yield Step("play", "answers its first turn", _answer_one)
    for game in trial.games():
        yield Step("play", f"{game.info.name}: a whole game from every seat", _play_game(game))
    yield Step("session", f"plays {SESSION} games in one conversation", _play_session)
    yield Step("session", "leaves a game that is broken off for a new one", _break_off)
    yield Step("session", "answers the same position twice, each under its own id", _ask_twice)
    for name, work in ROBUST.items():
        yield Step("robustness", name, _robustly(work))
    yield Step("robustness", f"leaves within {LEAVING:g} s once its input ends", _leave)


def _start(trial: Trial) -> str:
    trial.open().close()
    return ""


def _greet(trial: Trial) -> str:
    partner = trial.greet()
    try:
        assert partner.hello is not None
        trial.known = tuple(partner.hello.games)
        return f"{partner.hello.name}, protocol {PROTOCOL}"
    finally:
        partner.close()


def _name_games(trial: Trial) -> str:
    unknown = [name for name in trial.known if name not in games.names()]
    if unknown:
        raise Failed(f"there is no game {unknown[0]!r}: {near_misses(unknown[0], games.names())}")
    return ", ".join(trial.known) or "it plays all"


def _answer_one(trial: Trial) -> str:
    trial.with_partner(trial.ask_first)
    return ""


def _play_game(game: Game) -> Callable[[Trial], str]:
    def play(trial: Trial) -> str:
        agent = trial.make_agent(game)
        try:
            seats = game.seats(game.start())
            for seat in range(seats):
                trial.play(game, agent, seat, seat)
            return f"{seats} games"
        finally:
            agent.close()

    return play


def _play_session(trial: Trial) -> str:
    game = trial.games()[0]
    agent = trial.make_agent(game)
    try:
        for seed in range(SESSION):
            trial.play(game, agent, 0, seed)
        return ""
    finally:
        agent.close()


def _break_off(trial: Trial) -> str:
    def work(partner: Partner) -> None:
        trial.ask_first(partner)
        trial.ask_first(partner)  # a start without an end

    trial.with_partner(work)
    return ""


def _ask_twice(trial: Trial) -> str:
    def work(partner: Partner) -> None:
        trial.ask_first(partner)
        trial.ask_first(partner, begins=False)

    trial.with_partner(work)
    return ""


def _robustly(work: Callable[[Trial, Partner], None]) -> Callable[[Trial], str]:
    def run(trial: Trial) -> str:
        trial.with_partner(lambda partner: work(trial, partner))
        return ""

    return run


def _send_then_ask(line: bytes) -> Callable[[Trial, Partner], None]:
    def work(trial: Trial, partner: Partner) -> None:
        trial.ask_first(partner)
        partner.send_line(line)
        trial.ask_first(partner, begins=False)

    return work


def _encode(message: object) -> bytes:
    return json.dumps(message, ensure_ascii=False).encode() + b"\n"


ROBUST: dict[str, Callable[[Trial, Partner], None]] = {
    "ignores messages of a type that it does not know": _send_then_ask(_encode({"type": "weather", "wind": [3, "NW"]})),
    "ignores fields that it does not know": lambda trial, partner: trial.ask_first(partner, {"mood": {"now": None}}),
    "goes on after an error line": _send_then_ask(_encode(refusal("message", "a line was not used"))),
    "reads letters of every alphabet": _send_then_ask(_encode({"type": "note", "text": "più mani ♜ 将棋 🎲"})),
    "reads lines up to the size of the welcome": _send_then_ask(
        _encode({"type": "note", "text": "x" * (LONGEST_FROM_HOST - 100)})
    ),
}


def _leave(trial: Trial) -> str:
    partner = trial.greet()
    try:
        trial.ask_first(partner)
        if not partner.line.finish(LEAVING):
            raise Failed("it still runs")
        return ""
    finally:
        partner.close()
