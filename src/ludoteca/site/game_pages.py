"""The page of each game: a folder inside the game's own package, named by `Plugin.page`.

A game without a page, and one whose page cannot be used, is played on the site's generic page. What is wrong with a
page is written to the log and told to whoever plays the game.
"""

import logging
from collections.abc import Collection
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from ludoteca.core.errors import PluginError
from ludoteca.core.plugins import Plugin, usable_plugins

INDEX = "index.js"

log = logging.getLogger("ludoteca.site")


@dataclass(frozen=True)
class GamePage:
    """The page that a package offers for its game."""

    package: str
    folder: Path | None
    problem: dict[str, Any] | None = None
    """Why the page cannot be used: {code, message, params}, as errors are told. What only a browser can find out (a
    script that fails, a missing mount function) is not known here."""


def find_pages(names: Collection[str]) -> dict[str, GamePage]:
    """The pages of these games, by name; games whose package offers none are left out."""
    plugins = {name: plugin for name, plugin in usable_plugins().items() if name in names and plugin.page is not None}
    pages = {name: find_page(plugin) for name, plugin in plugins.items()}
    for name, page in pages.items():
        if page.problem is not None:
            log.warning("%s is shown on the generic page: %s", name, page.problem["message"])
    return pages


def find_page(plugin: Plugin) -> GamePage:
    """The page that a plugin names, or what is wrong with it."""
    try:
        package = plugin.folder.resolve()
    except PluginError as error:
        return GamePage(plugin.package, None, {"code": error.code, "message": str(error), "params": {}})
    folder = (package / (plugin.page or "")).resolve()
    told = {"package": plugin.package, "folder": plugin.page}
    if folder == package or not folder.is_relative_to(package) or not folder.is_dir():
        message = (
            f"the package {plugin.package} names {plugin.page!r} as the folder of its page, and has no such folder: "
            "add it to the package's data, or leave `page` out of its Plugin"
        )
        return GamePage(plugin.package, None, {"code": "page/no_folder", "message": message, "params": told})
    if not (folder / INDEX).is_file():
        message = (
            f"the page of the package {plugin.package} has no {INDEX}: {plugin.page}/{INDEX} must export a GamePage "
            "as its default"
        )
        return GamePage(plugin.package, None, {"code": "page/no_index", "message": message, "params": told})
    return GamePage(plugin.package, folder)
