"""The page of a game, in one form for all: what it is, what it looks like, what can be set, who plays it, how fast."""

from dataclasses import dataclass
from itertools import islice
from pathlib import Path
from typing import Any

from ludoteca import agents, games
from ludoteca.cli.games import describe_game, tell_option
from ludoteca.core.plugins import Plugin, load_plugin
from ludoteca.documents.links import Placing, move_links, shift_headings
from ludoteca.documents.tables import Row, find_results, read_speeds, read_standings, write_table
from ludoteca.protocol import Encoder, Game, State
from ludoteca.testing import random_positions

FOLDER = "games"
PLIES = 12  # of the position that is drawn
SEED = 1
STRENGTH = ("agent", "plays as", "games", "Elo", "95 %")


@dataclass(frozen=True)
class House:
    """Where the pages find what they cite."""

    results: Path
    """The folder with pages of results."""
    pictures: Path
    """The folder with pictures of games, each named like its game."""
    place: Placing
    has_agents: bool = True
    """Whether agents have pages, too, so that they can be linked to."""


def write_game_page(name: str, house: House) -> str:
    game, plugin = games.load(name), load_plugin(name)
    lines = [f"# {game.info.title}", "", game.info.summary, ""]
    lines += _show(game, house)
    lines += _tell_facts(game)
    lines += _tell_play(game)
    lines += _tell_agents(game, house)
    lines += _tell_encoders(game)
    lines += _tell_speed(name, house)
    lines += _tell_strength(name, house)
    lines += _tell_studies(plugin)
    return "\n".join([*lines, _read_details(plugin, name, house)])


def write_games_index(names: list[str]) -> str:
    infos = [games.load(name).info for name in names]
    rows = [(f"[{info.title}]({info.name}.md)", info.summary, info.kind) for info in infos]
    lines = [
        "# Games",
        "",
        "One page a game, made from what its plugin declares. `ludoteca games NAME` tells the same.",
    ]
    lines += ["", *write_table(("game", "what it is", "kind"), rows), ""]
    lines += ["```{toctree}", ":hidden:", "", *names, "```", ""]
    return "\n".join(lines)


def _show(game: Game, house: House) -> list[str]:
    """The game's picture, if there is one, and a position as the terminal draws it, seen by the seat to act."""
    lines = []
    for file in sorted(house.pictures.glob(f"{game.info.name}.*")):
        lines += [f"![{game.info.title} on the site](../{house.place(file)})", ""]
    return [*lines, "A position in the terminal:", "", "```text", game.draw(_some_position(game)).rstrip(), "```", ""]


def _some_position(game: Game) -> State:
    """A position some random actions after the start, as the seat to act sees it."""
    decisions = (s for s in random_positions(game, SEED) if game.mover(s) >= 0)
    *_, s = islice(decisions, PLIES + 1)
    return game.observe(s, game.mover(s))


def _tell_facts(game: Game) -> list[str]:
    info = game.info
    low, high = info.seats
    rows: list[tuple[str, Any]] = [
        ("name", f"`{info.name}`, rules {info.version}"),
        ("seats", str(low) if low == high else f"{low} to {high}"),
        ("information", "hidden" if info.hidden else "perfect"),
        ("chance", f"yes, at most {info.max_outcomes} outcomes a step" if info.chance else "no"),
        ("picks", "simultaneous" if info.simultaneous else "by turns"),
        ("utility", info.utility),
        ("returns", f"{info.min_return:g} to {info.max_return:g}, " + ("running" if info.running else "at the end")),
        ("legal actions", f"at most {info.max_actions:,}"),
        ("length", f"at most {info.longest:,} actions, chance included"),
        ("state", f"{game.state_dtype.itemsize:,} bytes"),
        *([("texts", ", ".join(f"`{form}`" for form in game.formats))] if game.formats else []),
    ]
    return ["## Capabilities", "", *write_table(("what", "this game"), rows), ""]


def _tell_play(game: Game) -> list[str]:
    told = describe_game(game)
    lines = ["## Play", "", "```", f"ludoteca play {game.info.name}", "ludoteca serve --browser", "```", ""]
    if told["options"]:
        rows = [(f"`{option['name']}`", tell_option(option)) for option in told["options"]]
        lines += ["Options, as in `--set NAME=VALUE`:", "", *write_table(("option", "meaning"), rows), ""]
    if told["levels"]:
        levels = [(level["name"], level["summary"], f"`{level['agent']}`") for level in told["levels"]]
        lines += ["Levels, as in `--against NAME`:", "", *write_table(("level", "what it is", "agent"), levels), ""]
    if told["bots"]:
        lines += ["Hand-written bots: " + ", ".join(f"`bot:bot={bot}`" for bot in told["bots"]) + ".", ""]
    return lines


def _tell_agents(game: Game, house: House) -> list[str]:
    kinds = [agents.load(name) for name in agents.names()]
    rows = []
    for kind in kinds:
        refusal = kind.refusal(game.info)
        word = f"[`{kind.name}`](../agents/{kind.name}.md)" if house.has_agents else f"`{kind.name}`"
        rows.append((word, "yes" if refusal is None else f"no: {refusal}"))
    return ["## Who plays it", "", *write_table(("agent", "plays it"), rows), ""]


def _tell_encoders(game: Game) -> list[str]:
    state = game.start()
    rows = [
        (f"`{name}`", _size(encoder, "inputs", state), _size(encoder, "outputs", state), encoder.summary)
        for name, encoder in games.encoders_of(game).items()
    ]
    head = ("encoder", "inputs", "outputs", "what it holds")
    return ["## Encoders", "", "Of the game as it is set up by default.", "", *write_table(head, rows), ""]


def _size(encoder: Encoder, what: str, state: State) -> str:
    size = getattr(encoder, what)
    return f"{size(state) if callable(size) else size:,}"


def _tell_speed(name: str, house: House) -> list[str]:
    rows = [row for row in read_speeds(house.results) if row["game"] == name]
    if not rows:
        return ["## Speed", "", f"Not measured yet: `ludoteca bench --only {name}`.", ""]
    link = _cite(house, house.results / "bench.md", "measured beside peers")
    return ["## Speed", "", f"On one core, {link}.", "", *tell_speeds(rows, "measure"), ""]


def tell_speeds(rows: list[Row], first: str) -> list[str]:
    head = (first, "ours", "peer", "ratio", "unit", "peer is")
    return write_table(head, [[row.get(word, "") for word in head] for row in rows])


def _tell_strength(name: str, house: House) -> list[str]:
    sources = find_results(house.results, name)
    lines = ["## Strength and other results", ""]
    if not sources:
        return [*lines, "No results are kept here. `ludoteca tournament` measures strength.", ""]
    for source in sources:
        made = f" (`{source.command}`)" if source.command else ""
        lines.append(f"- {_cite(house, source.file, source.title)}{made}")
    for source in sources:
        rows = read_standings(source.file)
        if rows:
            table = write_table(STRENGTH, [[row.get(word, "") for word in STRENGTH] for row in rows])
            lines += ["", f"From {_cite(house, source.file, source.title)}:", "", *table]
    return [*lines, ""]


def _cite(house: House, file: Path, words: str) -> str:
    there = house.place(file)
    return f"[{words}](../{there.as_posix()})" if there else words


def _tell_studies(plugin: Plugin) -> list[str]:
    if not plugin.studies:
        return []
    rows = [(f"`ludoteca reproduce {key}`", entry.title, entry.duration) for key, entry in plugin.studies.items()]
    return ["## Published experiments", "", *write_table(("command", "what", "takes"), rows), ""]


def _read_details(plugin: Plugin, name: str, house: House) -> str:
    """The README in the game's folder, which has the rules."""
    file = plugin.folder / "README.md"
    if not file.is_file():
        return ""
    text = move_links(file.read_text("utf-8"), file, Path(FOLDER, f"{name}.md"), house.place)
    return "## Rules and details\n\n" + shift_headings(text.partition("\n")[2].strip()) + "\n"
