"""`ludoteca agents`: who can play, and with which settings."""

import ast
import inspect
import textwrap
from dataclasses import fields
from typing import TYPE_CHECKING, Annotated, Any

import typer
from rich.table import Table

from ludoteca.cli.common import JsonFlag, console, print_json

if TYPE_CHECKING:
    from ludoteca.protocol import Agent


def list_agents(
    name: Annotated[str | None, typer.Argument(help="One agent, to see its settings.")] = None,
    as_json: JsonFlag = False,
) -> None:
    """List the agents and the games they play; with a NAME, explain its settings."""
    from ludoteca import agents

    chosen = [name] if name else agents.names()
    described = [describe_agent(agents.load(item)) for item in chosen]
    if as_json:
        print_json(described)
    elif name:
        show_settings(described[0])
    else:
        show_agents(described)


def describe_agent(kind: "type[Agent]") -> dict[str, Any]:
    from ludoteca import games

    infos = [games.load(item).info for item in games.names()]
    helps = find_help(kind.Settings)
    return {
        "name": kind.name,
        "summary": kind.summary,
        "budget": kind.budget.describe() if kind.budget else None,
        "plays": [info.name for info in infos if kind.refusal(info) is None],
        "settings": [
            {"name": item.name, "default": item.default, "help": helps.get(item.name, "")}
            for item in fields(kind.Settings)
        ],
    }


def find_help(kind: type) -> dict[str, str]:
    """The string under each field of a dataclass and of those it inherits from."""
    helps: dict[str, str] = {}
    for base in reversed(kind.__mro__[:-1]):
        body = ast.parse(textwrap.dedent(inspect.getsource(base))).body[0]
        assert isinstance(body, ast.ClassDef)
        for item, after in zip(body.body, body.body[1:], strict=False):
            if isinstance(item, ast.AnnAssign) and isinstance(item.target, ast.Name) and isinstance(after, ast.Expr):
                helps[item.target.id] = inspect.cleandoc(ast.literal_eval(after.value))
    return helps


def show_agents(described: list[dict[str, Any]]) -> None:
    table = Table(title="Agents", title_justify="left", show_lines=True)
    for heading in ("name", "what is behind it", "budget of a decision", "plays"):
        table.add_column(heading)
    for agent in described:
        table.add_row(agent["name"], agent["summary"], agent["budget"] or "-", ", ".join(agent["plays"]) or "-")
    console.print(table)
    console.print("Settings of one: ludoteca agents NAME. Use them as in: mcts:iterations=2000,exploration=0.7")


def show_settings(agent: dict[str, Any]) -> None:
    console.print(f"[bold]{agent['name']}[/bold]: {agent['summary']}")
    if agent["budget"]:
        console.print(f"Budget unless you say otherwise: {agent['budget']} (seconds=, iterations= or nodes=)")
    table = Table()
    for heading in ("setting", "default", "meaning"):
        table.add_column(heading)
    for item in agent["settings"]:
        table.add_row(item["name"], str(item["default"]), item["help"])
    if agent["settings"]:
        console.print(table)
