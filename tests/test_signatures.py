"""Functions take at most seven parameters; a command takes one for each of its options."""

import ast
from pathlib import Path

import ludoteca

ROOT = Path(ludoteca.__file__).parent
MOST = 7


def count_parameters(function):
    given = function.args.posonlyargs + function.args.args + function.args.kwonlyargs
    return len([item for item in given if item.arg not in ("self", "cls")])


def is_command(function):
    """A command of Typer: its parameters are the options that people read in its help."""
    return "typer." in ast.unparse(function.args) or "JsonFlag" in ast.unparse(function.args)


def test_functions_take_at_most_seven_parameters():
    wide = []
    for file in sorted(ROOT.rglob("*.py")):
        nodes = ast.walk(ast.parse(file.read_text("utf-8")))
        functions = [node for node in nodes if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)]
        for function in functions:
            if count_parameters(function) > MOST and not is_command(function):
                wide.append(f"{file.relative_to(ROOT)}:{function.lineno} {function.name}")
    assert not wide
