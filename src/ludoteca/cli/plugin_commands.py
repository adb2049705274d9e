"""`ludoteca NAME ...`: the commands that a game's package brings along, loaded when they are asked for."""

from typing import Any

import typer
from typer.core import TyperGroup

from ludoteca.core.plugins import Plugin, usable_plugins


class GamesGroup(TyperGroup):
    """The commands of Ludoteca, then those of the games."""

    def list_commands(self, ctx: Any) -> list[str]:
        return [*super().list_commands(ctx), *(name for name, plugin in usable_plugins().items() if plugin.commands)]

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        found = super().get_command(ctx, cmd_name)
        if found is not None:
            return found
        plugin = usable_plugins().get(cmd_name)
        return None if plugin is None or plugin.commands is None else _build_command(cmd_name, plugin, plugin.commands)


def _build_command(name: str, plugin: Plugin, reference: str) -> Any:
    app = plugin.load(reference)
    command = typer.main.get_group(app)  # a group even of a single command: `ludoteca NAME COMMAND`
    command.name = name
    return command
