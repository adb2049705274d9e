"""Inside a game's folder each part sees only what it may, and what a plugin names lies in its own folder.

Import-linter checks the layers of the package (pyproject.toml); the parts of a game are checked here, since most of a
game's modules are what is left when the named parts are taken away.
"""

import ast
from pathlib import Path

import grimp
import pytest

import ludoteca
from ludoteca.core.plugins import load_plugin, plugin_names

ROOT = Path(ludoteca.__file__).parent
GROUND = {"core", "protocol", "networks"}
PARTS = {  # part of a game -> what it may see beside the ground
    "agents": {"agents"},
    "engine": {"agents"},
    "hub": {"agents"},
    "dxp": {"agents"},
    "training": {"agents", "training", "lab"},  # training plays games: the match engine is in the lab
    "study": {"agents", "training", "lab"},
    "bench": {"agents", "training", "lab"},
    "cli": {"agents", "training", "lab", "cli"},
}
OWN = [name for name in plugin_names() if load_plugin(name).package.startswith("ludoteca.games.")]


@pytest.fixture(scope="module")
def graph():
    return grimp.build_graph("ludoteca", exclude_type_checking_imports=True)


def part_of(module):
    """The part of a game that a module belongs to: ludoteca.games.checkers.engine.search -> engine."""
    parts = module.split(".")
    return parts[3] if len(parts) > 3 and parts[3] in PARTS else "rest"


def is_allowed(target, part):
    """Whether this part of a game may import `target`. The package itself loads agents: it counts as them."""
    layers = GROUND | PARTS.get(part, set())
    if target in ("ludoteca", "ludoteca.games"):
        return "agents" in layers
    return target.split(".")[1] in layers


@pytest.mark.parametrize("game", OWN)
def test_each_part_of_a_game_sees_only_what_it_may(graph, game):
    package = f"ludoteca.games.{game}"
    wrong = []
    for module in sorted(graph.find_descendants(package)):
        for target in graph.find_modules_directly_imported_by(module):
            inside = target.startswith(f"{package}.") or target == package
            if inside and part_of(module) == "rest" and part_of(target) in ("training", "study", "bench", "cli"):
                wrong.append(f"{module} imports {target}")
            if not inside and not is_allowed(target, part_of(module)):
                wrong.append(f"{module} imports {target}")
    assert not wrong


@pytest.mark.parametrize("game", OWN)
def test_what_a_plugin_names_is_in_its_folder(game):
    plugin = load_plugin(game)
    named = [
        plugin.game,
        *plugin.agents.values(),
        *plugin.encoders.values(),
        *(study.run for study in plugin.studies.values()),
    ]
    named += [reference for reference in (plugin.commands, plugin.bench, plugin.teacher) if reference]
    for reference in named:
        plugin.load(reference)
    for folder in filter(None, [plugin.page]):
        assert (plugin.folder / folder / "index.js").is_file()


def test_only_loaders_of_plugins_import_by_name():
    """`import_module` with a computed name is how layers are bypassed."""
    found = set()
    for file in ROOT.rglob("*.py"):
        calls = [node.func for node in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(node, ast.Call)]
        if any("import_module" in (getattr(call, "id", ""), getattr(call, "attr", "")) for call in calls):
            found.add(file.relative_to(ROOT).as_posix())
    assert found == {
        "__init__.py",
        "core/extras.py",
        "core/plugins.py",
        "lab/description.py",
        "testing/twins.py",
    }
