"""The list of games, and how far each is prepared."""

from typing import NotRequired

from typing_extensions import TypedDict

from ludoteca.site.wire.parts import Json, Refusal


class Option(TypedDict):
    name: str
    help: str
    default: str | int
    choices: list[str]
    low: int
    high: int


class Level(TypedDict):
    name: str
    agent: str
    summary: str


class NamedAgent(TypedDict):
    name: str
    summary: str


class PageSource(TypedDict):
    """The package that a game's page comes from, and what is wrong with it."""

    package: str
    problem: Refusal | None


class GameCard(TypedDict):
    """A game, in the list of games; `page` is null for the generic one."""

    name: str
    title: str
    summary: str
    kind: Json
    seats: list[int]
    seat_names: list[str]
    options: list[Option]
    levels: list[Level]
    agents: list[NamedAgent]
    formats: list[str]
    ready: bool
    undo: bool
    page: PageSource | None


class Preparation(TypedDict):
    ready: bool
    done: int
    total: int
    levels: NotRequired[dict[str, bool]]
    agents: NotRequired[list[str]]
    doing: NotRequired[str | None]
    seconds_left: NotRequired[float]


class Status(TypedDict):
    version: str
    ready: bool
    games: dict[str, Preparation]
