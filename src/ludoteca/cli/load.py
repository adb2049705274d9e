"""`ludoteca load`: how the site behaves when hundreds play at once."""

import os
import platform
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer
from rich.table import Table

from ludoteca.cli.common import JsonFlag, console, print_json, progress_bar

if TYPE_CHECKING:
    from ludoteca.site.load import Part, Plan

ALLOWED = {False: 0.05, True: 0.15}  # seconds that the 99th percentile may take: without and with thinking


def measure_load(
    tables: Annotated[int, typer.Option(min=1, max=2000, help="Open tables, with two clients each.")] = 500,
    thinking: Annotated[int, typer.Option(min=0, help="Tables with a thinking agent, in the second part.")] = 20,
    pause: Annotated[float, typer.Option(min=0.01, help="Mean seconds before a client moves.")] = 2.0,
    seconds: Annotated[float, typer.Option(min=1.0, help="Seconds to measure, in each part.")] = 30.0,
    game: Annotated[str, typer.Option(help="What is played.")] = "checkers",
    out: Annotated[Path | None, typer.Option(help="Write the result to this Markdown file.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """Measure how long moves take to be acknowledged: a server and its clients on loopback."""
    from ludoteca.site.load import Plan, run

    before = os.getloadavg()[0] if hasattr(os, "getloadavg") else 0.0
    plan = Plan(game, tables, min(thinking, tables), pause, seconds)
    with progress_bar() as bar:
        task = bar.add_task("load", total=1.0)
        parts = run(plan, lambda label, share: bar.update(task, description=label, completed=share))
    if as_json:
        print_json([tell(part) for part in parts])
    else:
        console.print(draw(parts))
    if out is not None:
        out.write_text(describe(plan, parts, before), encoding="utf-8")
    if any(part.percentile(0.99) > ALLOWED[part.thinking > 0] or part.refused for part in parts):
        raise typer.Exit(1)


def tell(part: "Part") -> dict[str, float]:
    waits = {f"p{share * 100:g}": round(1000 * part.percentile(share), 1) for share in (0.5, 0.9, 0.99, 1.0)}
    return {
        "thinking": part.thinking,
        "clients": part.clients,
        "moves": len(part.waits),
        "moves_per_second": round(len(part.waits) / part.seconds, 1),
        **waits,
        "decisions": part.decisions,
        "refused": part.refused,
        "memory_mb": round(part.memory),
        "cores": round(part.processor / part.seconds, 2),
        "us_per_move": round(1e6 * part.processor / max(1, len(part.waits))),
    }


def draw(parts: "list[Part]") -> Table:
    table = Table(title="A move's acknowledgement, in milliseconds", title_justify="left")
    rows = [tell(part) for part in parts]
    for name in rows[0]:
        table.add_column(name, justify="right")
    for row in rows:
        table.add_row(*(f"{value:g}" for value in row.values()))
    return table


def describe(plan: "Plan", parts: "list[Part]", before: float) -> str:
    rows = [tell(part) for part in parts]
    names = list(rows[0])
    lines = ["| " + " | ".join(names) + " |", "|" + "---:|" * len(names)]
    lines += ["| " + " | ".join(f"{value:g}" for value in row.values()) + " |" for row in rows]
    command = (
        f"ludoteca load --tables {plan.tables} --thinking {plan.thinking} --pause {plan.pause:g} "
        f"--seconds {plan.seconds:g} --game {plan.game}"
    )
    machine = f"{os.cpu_count()} cores, Python {platform.python_version()}, {platform.system()}"
    return HEAD.format(command=command, machine=machine, before=before, niceness=_niceness(), table="\n".join(lines))


def _niceness() -> int:
    return os.getpriority(os.PRIO_PROCESS, 0) if hasattr(os, "getpriority") else 0


HEAD = """# The site under load

Made by `make load`, which is

```
{command} --out docs/results/site.md
```

on a machine with {machine}. The clients ran on the same cores as the server. The load average of
what else ran there was {before:.1f} before it started; server and clients ran with niceness {niceness}.

Two clients sit at each table, over WebSockets on loopback, and each moves at random about the stated pause after it
sees that it is its turn; finished games are played again. Every move is in a SQLite database on disk
(`synchronous=FULL`) before it is acknowledged.
In the second row so many tables have an agent (`alphabeta:seconds=1`) against a client that moves at once, so that as
many decisions as there are thinking threads are always under way and the others wait in turn.

{table}

`p50` to `p100`: milliseconds from sending a move to its acknowledgement. `decisions`: moves of agents. `refused`:
moves that were refused, of which there should be none. `memory_mb`: resident memory of the server at the end.
`cores`: cores that the server kept busy, thinking included. `us_per_move`: microseconds of processor that it used for
each acknowledged move, thinking included.
The aims: `p99` under 50 ms without thinking, under 150 ms with twenty tables thinking.
How many bytes a game takes: [the wire](wire.md).
"""
