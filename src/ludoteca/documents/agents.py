"""The page of an agent, in one form for all: what is behind it, what it plays, its settings, how fast it is."""

from ludoteca import agents, games
from ludoteca.cli.agents import describe_agent
from ludoteca.documents.games import House, tell_speeds
from ludoteca.documents.tables import read_speeds, write_table

FOLDER = "agents"


def write_agent_page(name: str, house: House) -> str:
    kind = agents.load(name)
    told = describe_agent(kind)
    lines = [f"# `{name}`", "", _sentence(told["summary"]), ""]
    lines += ["## What it plays", "", *_tell_games(name), "", "## How it is named", "", *_tell_use(told), ""]
    lines += ["## Settings", "", *_tell_settings(told), ""]
    rows = [row for row in read_speeds(house.results) if row["measure"] == name]
    if rows:
        lines += ["## Speed", "", "On one core, [measured beside peers](../results/bench.md).", ""]
        lines += [*tell_speeds(rows, "game"), ""]
    return "\n".join(lines)


def write_agents_index(names: list[str]) -> str:
    told = [describe_agent(agents.load(name)) for name in names]
    rows = [
        (f"[`{agent['name']}`]({agent['name']}.md)", _sentence(agent["summary"]), ", ".join(agent["plays"]) or "-")
        for agent in told
    ]
    lines = ["# Agents", "", "One page an agent, made from its own class. `ludoteca agents NAME` tells the same.", ""]
    lines += [*write_table(("agent", "what is behind it", "plays"), rows), ""]
    lines += ["```{toctree}", ":hidden:", "", *names, "```", ""]
    return "\n".join(lines)


def _sentence(text: str) -> str:
    return text if text.endswith(".") else f"{text}."


def _tell_games(name: str) -> list[str]:
    kind, rows = agents.load(name), []
    for game in games.names():
        info = games.load(game).info
        rows.append((f"[{info.title}](../games/{game}.md)", kind.refusal(info) or "yes"))
    return write_table(("game", "plays it, or why not"), rows)


def _tell_use(told: dict[str, object]) -> list[str]:
    lines = [
        f"In commands, tournaments and on the site: `{told['name']}`, or with settings `{told['name']}:NAME=VALUE`."
    ]
    if told["budget"]:
        lines.append(
            f"A decision may cost {told['budget']} unless you say otherwise (`seconds=`, `iterations=`, `nodes=`)."
        )
    return lines


def _tell_settings(told: dict[str, list[dict[str, object]]]) -> list[str]:
    rows = [(f"`{item['name']}`", f"`{item['default']}`", item["help"]) for item in told["settings"]]
    return write_table(("setting", "default", "meaning"), rows) if rows else ["It has none."]
