"""`ludoteca analyse GAME --record FILE --whole`: every decision of a recorded game, judged."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

from rich.table import Table

from ludoteca.cli.common import console, print_json, progress_bar, warm_up_agents

if TYPE_CHECKING:
    from ludoteca.lab.game_analysis import GameAnalysis, Judged, Scale
    from ludoteca.lab.record import Record
    from ludoteca.protocol import Game


def judge_record(path: Path, game: "Game", agent: str | None, as_json: bool) -> None:
    """Judge the game in a file and print what was found."""
    from ludoteca import agents
    from ludoteca.cli.replay import read_record
    from ludoteca.lab.game_analysis import analyse_game, find_judge

    record, _ = read_record(path, game)
    seated = [_find_agent(game, who) for who in record.seats]
    specs = (agent,) if agent else find_judge(game, seated).specs
    warm_up_agents(game, [agents.make_from_spec(spec, game) for spec in specs], record.setup)
    with progress_bar() as bar:
        task = bar.add_task("judging", total=None)
        found = analyse_game(
            game,
            record.setup,
            record.actions,
            seated,
            agent,
            report=lambda done, total: bar.update(task, completed=done, total=total),
        )
    if as_json:
        print_json({"game": game.info.name, **found.to_json()})
    else:
        print_analysis(game, record, found)


def _find_agent(game: "Game", who: dict[str, Any]) -> str | None:
    """The agent of a seat of a record, as far as a judge has to know it: a hand-written player by its name."""
    name, settings = str(who.get("agent", "")), who.get("settings") or {}
    if name.partition(":")[0] == "bot" and settings.get("bot"):
        return f"bot:bot={settings['bot']}"
    return name if ":" in name or game.info.find_level(name) else None


def print_analysis(game: "Game", record: "Record", found: "GameAnalysis") -> None:
    console.print(
        f"[bold]{game.info.title}[/bold], {len(found.decisions)} decisions, judged by {found.judge}", highlight=False
    )
    if found.by_view:
        console.print("Each decision is judged by what its seat knew.")
    table = Table("seat", "accuracy", "inaccuracies", "mistakes", "blunders")
    for seat, summary in enumerate(found.seats):
        accuracy = "-" if summary.accuracy is None else f"{summary.accuracy:.1f}"
        counts = [str(summary.counts[kind]) for kind in ("inaccuracy", "mistake", "blunder")]
        table.add_row(game.info.seat_name(seat), accuracy, *counts)
    console.print(table)
    for item in found.decisions:
        if item.best is not None:
            console.print(_tell(game, found.scale, item), highlight=False, markup=False)


def _tell(game: "Game", scale: "Scale", item: "Judged") -> str:
    assert item.best is not None
    before, after = (_tell_value(scale, value) for value in (item.before, item.after))
    line = " ".join(item.best["line"])
    why = " ".join(item.best.get("words", {}).get("en", []))
    verdict = "an inaccuracy" if item.verdict == "inaccuracy" else f"a {item.verdict}"
    told = f"{item.number:4}. {game.info.seat_name(item.seat)}: {item.name} is {verdict} ({before} -> {after}); "
    return told + f"better {item.best['name']}: {line}" + (f". {why}" if why else "")


def _tell_value(scale: "Scale", value: float | None) -> str:
    if value is None:
        return "?"
    return f"{value:.0%}" if scale.kind == "win" else f"{value:.2f}"
