"""`make mutate`: small errors are put into the rules of games, one at a time, and the tests must notice.

    python tests/mutation/run.py [TARGET ...] [--sample N] [--out FILE]

Cosmic Ray's operators make the mutants; a fixed sample of each target in targets.toml is tried in a copy of the
sources, in plain Python. A mutant is killed if a test fails or hangs. Survivors are printed and listed in
the report: each is a missing test, or changes nothing that can be seen.
"""

import argparse
import difflib
import json
import os
import random
import shutil
import subprocess
import sys
import tempfile
import time
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from cosmic_ray.mutating import mutate_code
from cosmic_ray.plugins import get_operator, operator_names

ROOT = Path(__file__).resolve().parents[2]
PACKAGE = ROOT / "src" / "ludoteca"
LEFT_OUT = ("ExceptionReplacer", "RemoveDecorator", "VariableReplacer", "VariableInserter", "_Is", "Is_", "IsNot_")
SEED = 1


@dataclass(frozen=True)
class Mutant:
    file: str
    operator: str
    code: str
    line: int
    was: str
    now: str

    @property
    def kind(self) -> str:
        """The operator without its details: ReplaceBinaryOperator, NumberReplacer ..."""
        return self.operator.removeprefix("core/").partition("_")[0]


def list_mutants(file: str) -> Iterator[Mutant]:
    """Every mutant of a file in which one line of a function's body or of a constant differs."""
    source = (PACKAGE / file).read_text("utf-8")
    for name in operator_names():
        if any(part in name for part in LEFT_OUT):
            continue
        occurrence = 0
        while (code := mutate_code(source, get_operator(name)(), occurrence)) is not None:
            occurrence += 1
            changed = [line for line in difflib.ndiff(source.splitlines(), code.splitlines()) if line[0] in "+-"]
            before = [line[2:] for line in changed if line[0] == "-"]
            if len(before) == 1 and not before[0].lstrip().startswith(("def ", "from ", "import ", "@", "class ")):
                place = source.splitlines().index(before[0]) + 1
                after = next((line[2:].strip() for line in changed if line[0] == "+"), "")
                yield Mutant(file, name, code, place, before[0].strip(), after)


def draw_sample(files: list[str], n: int) -> list[Mutant]:
    """A fixed sample: equal for equal sources."""
    mutants = [mutant for file in files for mutant in list_mutants(file)]
    return random.Random(SEED).sample(mutants, min(n, len(mutants)))


def run_tests(source: Path, tests: list[str], limit: float) -> bool:
    """Whether all tests pass against this copy of the sources."""
    env = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONPATH": str(source), "PYTHONDONTWRITEBYTECODE": "1"}
    command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *tests]
    try:
        done = subprocess.run(command, cwd=ROOT, env=env, capture_output=True, timeout=limit, check=False)
    except subprocess.TimeoutExpired:
        return False
    return done.returncode == 0


def try_target(name: str, target: dict, sample: int | None) -> dict:
    """Kill a sample of one target's mutants; the survivors are told."""
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder) / "src"
        shutil.copytree(ROOT / "src", source, ignore=shutil.ignore_patterns("__pycache__", "*.egg-info"))
        started = time.monotonic()
        if not run_tests(source, target["tests"], 1800):
            raise SystemExit(f"{name}: its tests fail before anything is changed: {' '.join(target['tests'])}")
        limit = 10 * (time.monotonic() - started) + 30
        mutants = draw_sample(target["files"], sample or target["sample"])
        survivors = []
        for number, mutant in enumerate(mutants, 1):
            path = source / "ludoteca" / mutant.file
            original = path.read_text("utf-8")
            path.write_text(mutant.code, "utf-8")
            if run_tests(source, target["tests"], limit):
                survivors.append(mutant)
                print(f"\n  survived {mutant.file}:{mutant.line}: {mutant.was}  ->  {mutant.now}", flush=True)
            path.write_text(original, "utf-8")
            print(
                f"\r{name}: {number} of {len(mutants)}, {len(survivors)} survived", end="", file=sys.stderr, flush=True
            )
    print(file=sys.stderr)
    rows = [{"place": f"{m.file}:{m.line}", "kind": m.kind, "was": m.was, "now": m.now} for m in survivors]
    return {"target": name, "mutants": len(mutants), "killed": len(mutants) - len(survivors), "survivors": rows}


def main() -> None:
    targets = tomllib.loads((Path(__file__).parent / "targets.toml").read_text("utf-8"))
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(targets))
    parser.add_argument("--sample", type=int, help="mutants a target, instead of what targets.toml says")
    parser.add_argument("--out", type=Path, help="write the results as JSON, too")
    args = parser.parse_args()
    unknown = [name for name in args.targets if name not in targets]
    if unknown:
        parser.error(f"no target {unknown[0]!r}; there are {', '.join(targets)}")
    results = []
    for name in args.targets or targets:
        results.append(try_target(name, targets[name], args.sample))
        share = results[-1]["killed"] / max(1, results[-1]["mutants"])
        print(f"{name}: {results[-1]['killed']} of {results[-1]['mutants']} killed ({share:.0%})", flush=True)
        if args.out:
            args.out.write_text(json.dumps(results, indent=1) + "\n", "utf-8")


if __name__ == "__main__":
    main()
