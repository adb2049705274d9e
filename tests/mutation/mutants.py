"""The mutants of a target: Cosmic Ray's operators, one place of one file at a time, and a fixed sample of them."""

import ast
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cosmic_ray.ast import Visitor, get_ast
from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

PACKAGE = Path(__file__).resolve().parents[2] / "src" / "ludoteca"
LEFT_OUT = ("ExceptionReplacer", "RemoveDecorator", "VariableReplacer", "VariableInserter", "_Is", "Is_", "IsNot_")
NO_CODE = ("def ", "from ", "import ", "@", "class ")  # lines that are left as they are
SEED = 1


@dataclass(frozen=True)
class Mutant:
    file: str
    operator: str
    occurrence: int
    line: int

    @property
    def kind(self) -> str:
        """The operator without its details: ReplaceBinaryOperator, NumberReplacer ..."""
        return self.operator.removeprefix("core/").partition("_")[0]

    @property
    def module(self) -> str:
        return ".".join(("ludoteca", *Path(self.file).with_suffix("").parts))

    @property
    def path(self) -> Path:
        return PACKAGE / self.file

    def make_code(self) -> str:
        """The file's text with this one change."""
        code = mutate_code(self.path.read_text("utf-8"), get_operator(self.operator)(), self.occurrence)
        assert code is not None
        return code

    def describe(self) -> dict[str, str]:
        """Where it is, and the line before and after."""
        before, after = self.path.read_text("utf-8").splitlines(), self.make_code().splitlines()
        was, now = next(pair for pair in zip(before, after, strict=False) if pair[0] != pair[1])
        return {"place": f"{self.file}:{self.line}", "kind": self.kind, "was": was.strip(), "now": now.strip()}


class _Places(Visitor):
    """Collects the line of each place that an operator can change, in the order of its occurrences."""

    def __init__(self, operator: str) -> None:
        self.operator = get_operator(operator)()
        self.lines: list[int] = []

    def visit(self, node: object) -> object:
        self.lines += [start[0] for start, _ in self.operator.mutation_positions(node)]
        return node


def list_mutants(file: str) -> Iterator[Mutant]:
    """Every mutant of the code of a file. `agents/uct.py:choose,follow` means only these functions of it."""
    name, _, functions = file.partition(":")
    source = (PACKAGE / name).read_text("utf-8")
    lines = source.splitlines()
    chosen = _lines_of(source, functions.split(",")) if functions else set(range(1, len(lines) + 1))
    tree = get_ast(source)
    for operator in operator_names():
        if any(part in operator for part in LEFT_OUT):
            continue
        places = _Places(operator)
        places.walk(tree)
        for occurrence, line in enumerate(places.lines):
            if line in chosen and not lines[line - 1].lstrip().startswith(NO_CODE):
                yield Mutant(name, operator, occurrence, line)


def _lines_of(source: str, functions: list[str]) -> set[int]:
    found = {item.name: item for item in ast.walk(ast.parse(source)) if isinstance(item, ast.FunctionDef)}
    return {line for name in functions for line in range(found[name].lineno, (found[name].end_lineno or 0) + 1)}


def draw_sample(files: list[str], n: int) -> tuple[list[Mutant], int]:
    """A fixed sample, equal for equal sources, and how many there are in all."""
    mutants = [mutant for file in files for mutant in list_mutants(file)]
    return random.Random(SEED).sample(mutants, min(n, len(mutants))), len(mutants)
