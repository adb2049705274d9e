"""Plays what the plan says, through `surface` alone. Positions come from lines of play that are kept with the data."""

import json
import random
import re
import tempfile
from pathlib import Path
from typing import Any

from golden import plan, surface

ROOT = Path(__file__).parents[2]
SEED = 2026
NAMED_PLIES = 40
MOST_ROWS = 3
AT = (0.15, 0.5, 0.8)
"""Where in a line decisions are asked for."""
DIGITS = 10
UNSTABLE = re.compile(r"seconds|duration|speed|cpu|^ludoteca$|^help$|^summary$|^title$|^text$|^page$")
"""Fields of answers that hold time, prose, paths or the version of the package."""
TIMED = re.compile(r"\bms\b|\btime\b|CPU|second")

Entry = dict[str, Any]


# --- lines of play: the rules ---------------------------------------------------------------------------------------


def start(game: Any, setup: str) -> Any:
    """From `rules=english,fen=B:W18,21:B1`: a comma that no `name=` follows belongs to the value."""
    items = [item.split("=", 1) for item in re.split(r",(?=\w+=)", setup) if item]
    return game.start(dict(items))


def draw_chance(game: Any, s: Any, rng: random.Random) -> int:
    outcomes, odds = zip(*game.chances(s), strict=True)
    return int(rng.choices(outcomes, odds)[0])


def invent_line(game: Any, setup: str) -> list[int]:
    """A line of play: by the game's guide, or at random."""
    name = game.info.name
    rng = random.Random(f"{name}/{setup}")
    guide = surface.make_agent(plan.GUIDES[name], game, SEED) if name in plan.GUIDES else None
    s, line = start(game, setup), []
    while not game.is_over(s) and len(line) < plan.LINE_PLIES:
        who = game.mover(s)
        if who == surface.CHANCE:
            action = draw_chance(game, s, rng)
        elif guide is None:
            action = rng.choice(game.legal_actions(s))
        else:
            action = guide.decide(game.observe(s, who)).action
        game.play(s, action)
        line.append(action)
    return line


def play_line(game: Any, setup: str, line: list[int]) -> Entry:
    """What the rules and the notation make of a line."""
    s, told = start(game, setup), {"actions": line}
    movers, counts, names = "", [], []
    for ply, action in enumerate(line):
        movers += "c" if game.mover(s) == surface.CHANCE else str(game.mover(s))
        counts.append(len(game.legal_actions(s)))
        if ply < NAMED_PLIES:
            names.append(game.format_action(s, action))
        if ply == len(line) // 2:
            told["legal in the middle"] = game.legal_actions(s)
            if setup == plan.list_setups(game.info.name)[0]:
                told["seat 0 sees in the middle"] = game.draw(game.observe(s, 0)).splitlines()
        game.play(s, action)
    result = game.describe_result(s) if game.is_over(s) else None
    return {**told, "movers": movers, "legal": counts, "names": names, "returns": game.returns(s), "result": result}


def list_decisions(game: Any, setup: str, line: list[int]) -> dict[int, Any]:
    """Positions of a line where a seat decides, by ply."""
    s, found = start(game, setup), {}
    for ply, action in enumerate(line):
        if game.mover(s) >= 0:
            found[ply] = game.copy(s)
        game.play(s, action)
    plies = list(found)
    return {ply: found[ply] for ply in (plies[int(share * len(plies))] for share in AT)}


# --- agents ---------------------------------------------------------------------------------------------------------


def play_agent(game: Any, setup: str, spec: str, line: list[int]) -> Entry:
    """A few decisions along a line, and a game of the agent at every seat."""
    told: Entry = {}
    agent = surface.make_agent(spec, game, SEED)
    for ply, s in list_decisions(game, setup, line).items():
        agent.forget()
        agent.reseed(SEED)
        view = game.observe(s, game.mover(s))
        told[f"decision at {ply}"] = answer(lambda view=view: surface.read_decision(agent.decide(view)))
    told["game"] = answer(lambda: play_game(game, setup, spec, line))
    return told


def answer(ask: Any) -> Entry:
    """What is answered, without what is empty; or the code of a refusal, as where an agent needs four seats."""
    try:
        told = ask()
    except Exception as error:
        if not hasattr(error, "code"):
            raise
        return {"refused": error.code}
    if "actions" in told and isinstance(told["actions"][0], list):
        told["actions"] = told["actions"][:MOST_ROWS]
        if told["actions"] == [[told["action"], None, None, None]]:
            del told["actions"], told["line"]
    return {name: value for name, value in told.items() if value or (name in ("action", "value") and value is not None)}


def play_game(game: Any, setup: str, spec: str, line: list[int]) -> Entry:
    """A game of equal agents from the line's first decision on, or its first plies; and the returns by then."""
    rng = random.Random(f"{setup}/{spec}")
    s = start(game, setup)
    for outcome in line:
        if game.mover(s) != surface.CHANCE:
            break
        game.play(s, outcome)
    players = [surface.make_agent(spec, game, SEED + seat) for seat in range(game.seats(s))]
    plies: list[int] = []
    while not game.is_over(s) and len(plies) < plan.count_plies(spec, game):
        who = game.mover(s)
        if who == surface.CHANCE:
            action = draw_chance(game, s, rng)
        else:
            action = players[who].decide(game.observe(s, who)).action
        game.play(s, action)
        plies.append(action)
    return {"plies": plies, "over": game.is_over(s), "returns": game.returns(s)}


# --- commands -------------------------------------------------------------------------------------------------------


def run_session(words: tuple[str, ...]) -> Entry:
    """The answers of commands that are run one after another in a folder of their own."""
    told = {}
    with tempfile.TemporaryDirectory() as folder:
        for name, text in plan.FILES.items():
            (Path(folder) / name).write_text(text)
        for command in words:
            told[command] = clean(run_one(command.removeprefix(plan.SILENT), folder), folder)
            if command.startswith(plan.SILENT):
                told[command] = None
    return told


def run_one(command: str, folder: str) -> Any:
    words, _, typed = command.replace("{tmp}", folder).replace("docs/", f"{ROOT}/docs/").partition(" > ")
    first, *rest = words.split()
    if first == plan.READ:
        return surface.parse_answer(Path(rest[0]).read_text())
    if first == plan.TABLES:
        return read_tables(Path(rest[0]).read_text())
    return surface.parse_answer(surface.run_command([first, *rest], "\n".join(typed.split()) + "\n"))


def read_tables(page: str) -> list[str]:
    """The tables of a page in Markdown, row by row, without columns of time and speed."""
    found: list[str] = []
    kept: list[int] | None = None  # the columns of the table under way
    for text in page.splitlines():
        if not text.startswith("|"):
            kept = None
            continue
        cells = [cell.strip() for cell in text.strip().strip("|").split("|")]
        if kept is None:
            kept = [place for place, title in enumerate(cells) if not TIMED.search(title)]
        found.append(" | ".join(cells[place] for place in kept))
    return [row for row in found if row.strip("-:| ")]


def clean(value: Any, folder: str) -> Any:
    """Without fields of time and prose, and without the folder's name."""
    if isinstance(value, dict):
        return {name: clean(item, folder) for name, item in value.items() if not UNSTABLE.search(name)}
    if isinstance(value, list | tuple):
        return [clean(item, folder) for item in value]
    return value.replace(folder, "{tmp}") if isinstance(value, str) else value


# --- files ----------------------------------------------------------------------------------------------------------


def tidy(value: Any) -> Any:
    """As it is after JSON: floats of so many digits, lists instead of tuples, names of fields as text."""
    if isinstance(value, dict):
        return {str(name): tidy(item) for name, item in value.items()}
    if isinstance(value, list | tuple):
        return [tidy(item) for item in value]
    if isinstance(value, float):
        return float(f"{value:.{DIGITS}g}")
    return value


def write_entries(path: Path, entries: dict[str, Entry]) -> None:
    """One entry a line, so that a change is seen in a diff."""
    lines = [f"{json.dumps(key)}: {json.dumps(entry, separators=(',', ':'), ensure_ascii=False)}"
             for key, entry in entries.items()]  # fmt: skip
    path.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


def read_entries(path: Path) -> dict[str, Entry]:
    entries: dict[str, Entry] = json.loads(path.read_text(encoding="utf-8"))
    return entries
