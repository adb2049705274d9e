"""`make mutate`: small errors are put into the rules of games and into searches, one at a time; the tests must notice.

    python tests/mutation/run.py [TARGET ...] [--sample N] [--out FILE] [--write PAGE]

A fixed sample of the mutants of each target in targets.toml is tried, in plain Python. A mutant is killed if a test
fails or hangs, or if it cannot even be imported. Each survivor is a missing test, or changes nothing that can be seen:
survivors.toml says which of the known ones are which.
"""

import argparse
import json
import os
import sys
import time
import tomllib
from collections import Counter
from pathlib import Path
from typing import Any

os.environ["NUMBA_DISABLE_JIT"] = "1"  # before anything imports Numba
os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"  # the tests need none, and they take seconds

from mutants import draw_sample
from page import write_page
from trial import Order, try_mutant

TARGETS = Path(__file__).parent / "targets.toml"


def try_target(name: str, target: dict[str, Any], sample: int | None) -> dict[str, Any]:
    """Try a sample of one target's mutants; the survivors are told."""
    tests = target["tests"]
    first = try_mutant(None, tests, 1800, Order(Counter(), {}))
    if not first.passed:
        raise SystemExit(f"{name}: its tests fail before anything is changed: {first.how}")
    limit = 5 * first.seconds + 10
    started = time.monotonic()
    mutants, of = draw_sample(target["files"], sample or target["sample"])
    kills: Counter[str] = Counter()
    survivors, hung, broken = [], 0, 0
    for number, mutant in enumerate(mutants, 1):
        outcome = try_mutant(mutant, tests, limit, Order(kills, first.took))
        if outcome.passed:
            survivors.append(mutant.describe())
            show("")
            print("  survived {place}: {was}  ->  {now}".format(**survivors[-1]), flush=True)
        else:
            kills[outcome.how] += 1
            hung += outcome.how == "hangs"
            broken += outcome.how == "import"
        show(f"{name}: {number} of {len(mutants)}, {len(survivors)} survived")
    show("")
    return {
        "target": name, "mutants": len(mutants), "of": of, "killed": len(mutants) - len(survivors), "hung": hung,
        "broken": broken, "tests": round(first.seconds, 1), "seconds": round(time.monotonic() - started),
        "survivors": survivors,
    }  # fmt: skip


def show(progress: str) -> None:
    """On a terminal, in one line."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{progress}", end="", file=sys.stderr, flush=True)


def keep(results: list[dict[str, Any]], path: Path) -> None:
    """Write the results; those of targets that were not tried now stay."""
    known = {row["target"]: row for row in json.loads(path.read_text("utf-8"))} if path.exists() else {}
    known.update({row["target"]: row for row in results})
    path.write_text(json.dumps(list(known.values()), indent=1) + "\n", "utf-8")


def main() -> None:
    targets = tomllib.loads(TARGETS.read_text("utf-8"))
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(targets))
    parser.add_argument("--sample", type=int, help="mutants a target, instead of what targets.toml says")
    parser.add_argument("--out", type=Path, help="write the results as JSON; those of other targets in it are kept")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the results in --out as a page")
    args = parser.parse_args()
    unknown = [name for name in args.targets if name not in targets]
    if unknown:
        parser.error(f"no target {unknown[0]!r}; there are {', '.join(targets)}")
    if args.write and not args.out:
        parser.error("--write needs --out, the results to write about")
    for name in args.targets or targets:
        result = try_target(name, targets[name], args.sample)
        share = result["killed"] / max(1, result["mutants"])
        print(
            f"{name}: {result['killed']} of {result['mutants']} killed ({share:.0%}), {result['seconds']} s", flush=True
        )
        if args.out:
            keep([result], args.out)
    if args.write:
        write_page(json.loads(args.out.read_text("utf-8")), list(targets), args.write)


if __name__ == "__main__":
    main()
