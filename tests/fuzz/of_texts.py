"""Positions, games, decks, maps, contestants, tournaments and plans in text."""

import json
from functools import cache
from typing import Any

from hypothesis import strategies as st

from fuzz.making import as_json, wounded, wounded_value
from fuzz.of_games import OPTIONS
from fuzz.parser import FOLDER, IMPORTED, Parser, parse_file
from ludoteca import games
from ludoteca.core.reading import LARGEST_TOML, read_toml
from ludoteca.games.checkers import fen as checkers_fen
from ludoteca.games.checkers.hub import text as hub
from ludoteca.games.contest import roster_file, transcripts
from ludoteca.games.contest.contestants import parse_lineup
from ludoteca.games.dicewars import maps
from ludoteca.games.dicewars.agents.course import check_observation
from ludoteca.games.dicewars.agents.warlord.weights import parse_weights
from ludoteca.games.hanabi import notation as hanabi_notation
from ludoteca.games.hanabi.replays import compact, live_json
from ludoteca.lab.description import parse_description
from ludoteca.lab.record import Record, format_record, parse_record
from ludoteca.site.setup import MOST_IMPORTED
from ludoteca.training.plan import read_plan


@cache
def record_text(name: str = "checkers") -> str:
    game = games.load(name)
    s, actions = game.start(), []
    for _ in range(6):
        actions.append(game.legal_actions(s)[0])
        game.play(s, actions[-1])
    seats = tuple({"name": "a", "agent": "random"} for _ in range(game.seats(s)))
    record = Record(name, game.info.version, game.format_setup(game.parse_setup({})), 1, seats, tuple(actions), None)
    return format_record(record, game)


@cache
def map_value() -> dict[str, Any]:
    found: dict[str, Any] = maps.to_json(maps.grow(5, 0))
    return found


@cache
def replay_text() -> str:
    text: str = games.load("hanabi").export_game("hanab.live", {"players": 2}, [], ("a", "b"))
    return text


PDN = '[Event "x"]\n[GameType "21"]\n[FEN "B:W21-32:B1-12"]\n1. 11-15 23-19 2. 8-11 {good} (2. 9-14) 22-17 $2 1/2-1/2\n'
FENS = ("W:W21,27:B1,12", "B:W18,24,K27:B1-8.", "W:Wa1,c3:BKh8", '[FEN "W:W31-32:B1,K2"]')
CONTESTANTS = '[[contestant]]\nname = "Me"\nspecies = "Pikachu"\nmoves = ["Thunderbolt", "Charm", "Growl", "Wish"]\n'
TRANSCRIPT = 'contestants = "Betta, Speranza, Macy, Plumy"\n[[turn]]\nmoves = {Betta = 1}\norder = ["Betta", "Macy"]\n'
TOURNAMENT = 'game = "connect_four"\ngames = 4\nseed = 1\n[agents]\na = "random"\nb = "mcts:iterations=5"\n[stop]\n'
PLAN = (FOLDER / "hanabi/training/imitation/published.toml").read_text()
OBSERVATION = {
    "owner": {"1": 1, "2": 2, "3": 1},
    "dice": {"1": 3, "2": 1, "3": 8},
    "attacks": 0,
    "transfers": 1,
    "turns": 2,
    "neighbours": {"1": ["2"], "2": ["1", "3"], "3": ["2"]},
    "time_left": 3.5,
}


LISTS = "k{}=[1,2,3]\n"
TOML = {
    "nested": "a=" + "[" * 2000,
    "nines": "a=" + "9" * 5000,
    "lists": "".join(LISTS.format(i) for i in range(2000))[:LARGEST_TOML],
    "long": "x" * 10**6,
}


def _kings_that_walk(plies: int) -> str:
    """A legal game in which nothing ever happens."""
    way = ("1-5", "32-28", "5-1", "28-32")
    return '[FEN "W:WK1:BK32"]\n' + " ".join(way[ply % 4] for ply in range(plies))


@cache
def _record_that_walks() -> str:
    options, actions = import_pdn(_kings_that_walk(MOST_IMPORTED))
    game = games.load("checkers")
    seats = tuple({"name": "a", "agent": "random"} for _ in range(2))
    return format_record(Record("checkers", game.info.version, options, 1, seats, tuple(actions), None), game)


def import_pdn(text: str) -> Any:
    return games.load("checkers").import_game("pdn", text, {})


def import_record(text: str) -> Any:
    return parse_record(text, games.load("checkers"), MOST_IMPORTED)


def of_texts() -> list[Parser]:
    zeros, moves = "9" * IMPORTED, " ".join(f"{n}. 11-15 23-19" for n in range(3000))[:IMPORTED]
    return [
        Parser(
            "FEN",
            lambda text: checkers_fen.parse_fen(text, 1),
            wounded(FENS),
            {"nines": f"W:W{zeros}", "squares": "W:W" + "1," * 25_000},
        ),
        Parser(
            "PDN",
            import_pdn,
            wounded((PDN, "1. c3-d4 d6-c5", "11-15")),
            {
                "moves": moves,
                "nines": zeros,
                "open": "(" * IMPORTED,
                "games": "1-0 " * 12_500,
                "tag": '[a "' + "\\" * IMPORTED,
                "spaces": "1" + " " * IMPORTED,
                "lines": "\n" * IMPORTED + "x",
                "jumps": "1x" * 25_000,
                "comments": "{a}" * 16_000,
                "a long game": _kings_that_walk(MOST_IMPORTED),
                "too long a game": _kings_that_walk(4000),
            },
        ),
        Parser(
            "Hub line",
            hub.parse_line,
            wounded(("level move-time=1.5", 'pos pos="W' + "e" * 32 + '"')),
            {"long": "a" * 4096},
        ),
        Parser("Hub position", lambda text: hub.parse_position(text, "english"), wounded(("W" + "ewbWB" * 6 + "ee",))),
        Parser(
            "Hub move",
            lambda text: hub.parse_move(games.load("checkers").start(), text),
            wounded(("22-18", "22x15x18")),
        ),
        Parser(
            "deck",
            lambda text: hanabi_notation.parse_deck(text, 5, 5),
            wounded(("r1 y3 b5", "r1,r2", "w5")),
            {"cards": "r1 " * 16_000, "letters": "r" * IMPORTED},
        ),
        Parser(
            "line-up",
            parse_lineup,
            wounded(tuple(str(o["contestants"]) for o in OPTIONS["contest"])),
            {
                "names": "a" * 2000,
                "long": "x" * IMPORTED,
                "commas": ",".join("abcdefghij" * 60),
                "moves": "A=B:" + "C/" * 990,
            },
        ),
        Parser("contestants' file", roster_file.parse_contestants, wounded((CONTESTANTS,)), TOML),
        Parser("contest transcript", parse_file(transcripts.read_transcript, ".toml"), wounded((TRANSCRIPT,)), TOML),
        Parser("tournament", parse_description, wounded((TOURNAMENT,)), TOML),
        Parser(
            "training plan",
            lambda text: parse_file(lambda path: read_plan(read_toml(path)), ".toml")(text),
            wounded((PLAN, 'game = "hanabi"\n')),
            TOML,
        ),
        Parser(
            "record",
            import_record,
            st.one_of(wounded((record_text(),)), wounded_value((json.loads(record_text()),)).map(as_json)),
            {
                "nested": "[" * IMPORTED,
                "nines": zeros,
                "lines": "\n" * IMPORTED,
                "actions": _long_record(),
                "a long game": _record_that_walks(),
            },
        ),
        Parser(
            "hanab.live replay",
            live_json.read_json,
            st.one_of(wounded((replay_text(),)), wounded_value((json.loads(replay_text()),)).map(as_json)),
            {"nested": "[" * 20_000, "nines": "9" * 20_000, "long": "x" * IMPORTED},
        ),
        Parser(
            "compact replay", compact.read_compact, wounded(("215ffmmaxkcaqsskupfbqlprwvcgrhtdwkniuvjdwoh,00aacc,0",))
        ),
        Parser(
            "map",
            maps.parse,
            st.one_of(
                wounded_value((map_value(),)),
                wounded_value((map_value(),)).map(as_json),
                wounded((json.dumps(map_value()),)),
            ),
            {"nested": "[" * maps.LONGEST_TEXT, "nines": "9" * maps.LONGEST_TEXT, "spaces": " " * maps.LONGEST_TEXT},
        ),
        Parser("weights of warlord", lambda value: parse_weights(value, "w"), wounded_value((_warlord(),))),
        Parser(
            "observation of the course's server",
            lambda value: check_observation(value, [1, 2]),
            wounded_value((OBSERVATION,)),
        ),
    ]


@cache
def _long_record() -> str:
    content = json.loads(record_text())
    content["actions"] = content["actions"] * 2000
    return json.dumps(content)[:IMPORTED]


@cache
def _warlord() -> Any:
    return json.loads((FOLDER / "dicewars/agents/warlord/weights.json").read_text())
