"""`ludoteca match`: agents against each other."""

from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from ludoteca.cli.common import (
    GameName,
    JsonFlag,
    Seed,
    SetupOptions,
    choose_seed,
    console,
    hold_interrupts,
    make_agent,
    messages,
    parse_options,
    print_json,
    progress_bar,
    warm_up_agents,
)
from ludoteca.core.errors import SetupError

if TYPE_CHECKING:
    from ludoteca.lab.match import Match
    from ludoteca.protocol import Game


def play_match_command(
    name: GameName,
    specs: Annotated[
        list[str],
        typer.Argument(metavar="AGENT...", help="One agent a seat, with spaces between: mcts:iterations=500 greedy."),
    ],
    times: Annotated[int, typer.Option("--games", "-n", help="How many games; the seats rotate.")] = 1,
    per_action: Annotated[float | None, typer.Option(help="Seconds for each action; a late agent forfeits.")] = None,
    per_game: Annotated[float | None, typer.Option(help="Seconds for a whole game, each agent.")] = None,
    save: Annotated[Path | None, typer.Option(help="A folder for the records; it must not hold other games.")] = None,
    settings: SetupOptions = None,
    seed: Seed = None,
    as_json: JsonFlag = False,
) -> None:
    """Play agents against each other and count. Ctrl-C keeps what was finished."""
    from ludoteca import games
    from ludoteca.lab.match import Clock, Conditions, play_series

    if not 1 <= times <= 10**7:
        raise SetupError(f"--games must be from 1 to 10000000, not {times}")
    game = games.load(name)
    seed = choose_seed(seed)
    options = parse_options(settings)
    conditions = Conditions(Clock(per_action, per_game))
    players = [make_agent(spec, game, seed) for spec in specs]
    seats = game.seats(game.start(options))
    if len(players) != seats:
        raise SetupError(f"this setup of {name} has {seats} seats: name {seats} agents, not {len(players)}")
    prepare_folder(save)
    warm_up_agents(game, players, options)
    played: list[tuple[tuple[int, ...], Match]] = []
    stopped = False
    with progress_bar() as bar:
        task = bar.add_task(f"playing {times} games", total=times)
        try:
            for i, seating, match in play_series(game, players, times, seed, options, conditions):
                with hold_interrupts():  # a game is counted and kept, or neither
                    if save:
                        write_record(save / f"game-{i:06d}.json", game, match)
                    played.append((seating, match))
                bar.advance(task)
        except KeyboardInterrupt:
            stopped = True
    rows = count_results(game, specs, played)
    if as_json:
        lengths = [len(match.actions) for _, match in played]
        print_json({"game": name, "seed": seed, "asked": times, "played": len(played), "stopped": stopped,
                    "actions": sum(lengths), "players": rows})  # fmt: skip
    else:
        show_results(name, seed, len(played), rows)
        if stopped:
            messages.print(f"stopped after {len(played)} of {times} games; what was finished is counted")
    if stopped:
        raise typer.Exit(130)


def prepare_folder(save: Path | None) -> None:
    if save is None:
        return
    try:
        save.mkdir(parents=True, exist_ok=True)
    except OSError as error:
        raise SetupError(f"cannot make the folder {save}: {error.strerror}") from None
    if any(save.glob("game-*.json")):
        raise SetupError(f"{save} holds records already; nothing was overwritten: choose another folder")


def write_record(path: Path, game: "Game", match: "Match") -> None:
    from ludoteca.core.files import write_atomic
    from ludoteca.lab.record import format_record

    write_atomic(path, format_record(match.record, game), durable=False)


def count_results(
    game: "Game", specs: list[str], played: "list[tuple[tuple[int, ...], Match]]"
) -> list[dict[str, Any]]:
    """A row for each agent. The games of one round of seats share a deal, so intervals are by deal."""
    from ludoteca.lab.statistics import DealValues

    rows = []
    for k, spec in enumerate(specs):
        returns, wins = DealValues(), DealValues()
        seconds: list[float] = []
        draws = forfeits = 0
        for number, (seating, match) in enumerate(played):
            result, seat, deal = match.result, seating.index(k), number // len(specs)
            assert result is not None
            best = [who for who, value in enumerate(result.returns) if value == max(result.returns)]
            returns.add(deal, result.returns[seat])
            wins.add(deal, float(best == [seat]))
            draws += seat in best and len(best) > 1
            forfeits += result.forfeit == seat
            seconds += match.seconds[seat]
        won = round((wins.mean() or 0.0) * wins.count)
        rows.append(
            {
                "agent": spec,
                "games": wins.count,
                "wins": won,
                "draws": draws,
                "losses": wins.count - won - draws,
                "forfeits": forfeits,
                "win_rate_95": wins.share_interval(),
                "mean_return": returns.mean(),
                "mean_return_95": returns.interval(),
                "standard_error": returns.standard_error(),
                "deals": returns.deals,
                "seconds_per_action": sum(seconds) / len(seconds) if seconds else 0.0,
            }
        )
    return rows


def show_results(name: str, seed: int, n: int, rows: list[dict[str, Any]]) -> None:
    from ludoteca.lab.report.parts import tell_interval, tell_number
    from ludoteca.lab.statistics import LEAST_DEALS

    table = Table(title=f"{name}: {n} games, seed {seed}", title_justify="left")
    forfeits = any(row["forfeits"] for row in rows)
    headings = ["agent", "won-drawn-lost", "won, 95 %", "mean return", "95 %", "ms/action"]
    for heading in [*headings, *(["forfeits"] if forfeits else [])]:
        table.add_column(heading, justify="left" if heading == "agent" else "right", overflow="fold")
    for row in rows:
        low, high = row["win_rate_95"]
        cells = [
            row["agent"], f"{row['wins']}-{row['draws']}-{row['losses']}", f"{low:.0%} to {high:.0%}",
            tell_number(row["mean_return"], 3, sign=True), tell_interval(row["mean_return_95"], 2, sign=True),
            f"{1000 * row['seconds_per_action']:.3g}",
        ]  # fmt: skip
        table.add_row(*cells, *([str(row["forfeits"])] if forfeits else []))
    console.print(table)
    deals = rows[0]["deals"]
    note = f"Intervals are by deal: the games of one round of seats share their luck. Deals: {deals}."
    if deals < LEAST_DEALS:
        note += f" For the interval of a mean play at least {LEAST_DEALS}: --games {LEAST_DEALS * len(rows)}."
    console.print(note, highlight=False)
