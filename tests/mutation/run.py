"""`make mutate`: small errors are put into the rules of games and into searches, one at a time; the tests must notice.

    python tests/mutation/run.py [TARGET ...] [--sample N] [--out FILE [--again] [--write PAGE]]

A fixed sample of the mutants of each target in targets.toml is tried, in plain Python. A mutant is killed if a test
fails or hangs, or if it cannot even be imported. Each survivor is a missing test, or changes nothing that can be seen:
survivors.toml says which of the known ones are which.
"""

import argparse
import json
import os
import sys
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


def try_target(name: str, target: dict[str, Any], sample: int | None, before: dict[str, Any] | None) -> dict[str, Any]:
    """Try a sample of one target's mutants, or only those that survived `before`; the survivors are told."""
    first = try_mutant(None, target["tests"], 3600, Order(Counter(), {}))
    if not first.passed:
        raise SystemExit(f"{name}: its tests fail before anything is changed: {first.how}")
    mutants, of = draw_sample(target["files"], sample or target["sample"])
    tried = len(mutants)
    if before:
        mutants = [mutant for mutant in mutants if mutant.describe() in before["survivors"]]
    kills: Counter[str] = Counter()
    survivors, spent = [], 0.0
    for number, mutant in enumerate(mutants, 1):
        outcome = try_mutant(mutant, target["tests"], int(2 * first.seconds + 10), Order(kills, first.took))
        spent += outcome.seconds
        if outcome.passed:
            survivors.append(mutant.describe())
            show("")
            print("  survived {place}: {was}  ->  {now}".format(**survivors[-1]), flush=True)
        else:
            kills[outcome.how] += 1
        show(f"{name}: {number} of {len(mutants)}, {len(survivors)} survived")
    show("")
    old = before or {"hung": 0, "broken": 0, "seconds": 0}
    return {
        "target": name, "mutants": tried, "of": of, "killed": tried - len(survivors),
        "hung": old["hung"] + kills["hangs"], "broken": old["broken"] + kills["import"],
        "tests": round(first.seconds, 1), "seconds": round(old["seconds"] + spent), "survivors": survivors,
    }  # fmt: skip


def show(progress: str) -> None:
    """On a terminal, in one line."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{progress}", end="", file=sys.stderr, flush=True)


def read(path: Path | None) -> dict[str, dict[str, Any]]:
    """Earlier results, by target."""
    return {row["target"]: row for row in json.loads(path.read_text("utf-8"))} if path and path.exists() else {}


def main() -> None:
    targets = tomllib.loads(TARGETS.read_text("utf-8"))
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("targets", nargs="*", metavar="TARGET", help=", ".join(targets))
    parser.add_argument("--sample", type=int, help="mutants a target, instead of what targets.toml says")
    parser.add_argument("--out", type=Path, help="write the results as JSON; those of other targets in it are kept")
    parser.add_argument("--again", action="store_true", help="try only what survived in --out, after tests were added")
    parser.add_argument("--write", type=Path, metavar="PAGE", help="write the results in --out as a page")
    args = parser.parse_args()
    unknown = [name for name in args.targets if name not in targets]
    if unknown:
        parser.error(f"no target {unknown[0]!r}; there are {', '.join(targets)}")
    if (args.write or args.again) and not args.out:
        parser.error("--write and --again need --out, the results to write about or to begin with")
    for name in args.targets or targets:
        before = read(args.out).get(name) if args.again else None
        result = try_target(name, targets[name], args.sample, before)
        share = result["killed"] / max(1, result["mutants"])
        print(
            f"{name}: {result['killed']} of {result['mutants']} killed ({share:.0%}), {result['seconds']} s", flush=True
        )
        if args.out:
            known = {**read(args.out), name: result}  # read again: another run may have added a target
            args.out.write_text(json.dumps(list(known.values()), indent=1) + "\n", "utf-8")
    if args.write:
        write_page(list(read(args.out).values()), list(targets), args.write)


if __name__ == "__main__":
    main()
