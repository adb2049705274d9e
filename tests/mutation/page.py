"""The page about a run: docs/results/mutants.md. The judgement of survivors is in survivors.toml."""

import subprocess
import tomllib
from collections import Counter
from datetime import date
from pathlib import Path
from typing import Any

JUDGED = Path(__file__).parent / "survivors.toml"
UNJUDGED = "not judged"

HEAD = """# Mutants

Small errors are put into the rules of games and into searches, one at a time; then the tests of that part run in plain
Python. A mutant is killed if a test fails or hangs, or if it cannot even be imported.

Command: `make mutate` (`python tests/mutation/run.py --out build/mutants.json --write docs/results/mutants.md`),
{date}, commit {commit}. Cosmic Ray's operators make the mutants; of each target a sample is tried, drawn with a fixed
seed. Files and tests of the targets are in `tests/mutation/targets.toml`. At least 85 % of each sample must be killed;
equivalent mutants count as survivors there. Tests were added between runs, and what had survived was tried again with
`--again`. "Tests" is one run of a target's tests with nothing changed, in seconds of a processor.

| target | tried | of | killed | share | without equivalents | cannot be imported | hang | tests, s |
|---|---:|---:|---:|---:|---:|---:|---:|---:|
"""


def write_page(results: list[dict[str, Any]], targets: list[str], path: Path) -> None:
    """Write what the results say; survivors are grouped by what survivors.toml says of them."""
    judged = tomllib.loads(JUDGED.read_text("utf-8"))
    verdicts = {(row["was"], row["now"]): (kind, row["why"]) for kind in judged for row in judged[kind]["mutants"]}
    results = sorted(results, key=lambda row: targets.index(row["target"]))
    missing = [target for target in targets if target not in {row["target"] for row in results}]
    text = HEAD.format(date=date.today().isoformat(), commit=_commit())
    text += "".join(_write_row(row, verdicts) for row in results)
    text += f"\nNot finished: {', '.join(missing)}.\n" if missing else ""
    text += "\n## Survivors\n\n" + _count_operators(results)
    for kind in (*judged, UNJUDGED):
        text += _write_group(kind, judged.get(kind, {}).get("about", ""), results, verdicts)
    path.write_text(text, "utf-8")


def _write_row(row: dict[str, Any], verdicts: dict[tuple[str, str], tuple[str, str]]) -> str:
    same = sum(_judge(survivor, verdicts)[0] == "equivalent" for survivor in row["survivors"])
    killed, tried = row["killed"], row["mutants"]
    cells = (
        row["target"], tried, row["of"], killed, f"{killed / tried:.0%}", f"{killed / max(1, tried - same):.0%}",
        row["broken"], row["hung"], row["tests"],
    )  # fmt: skip
    return f"| {' | '.join(map(str, cells))} |\n"


def _judge(survivor: dict[str, str], verdicts: dict[tuple[str, str], tuple[str, str]]) -> tuple[str, str]:
    return verdicts.get((survivor["was"], survivor["now"]), (UNJUDGED, ""))


def _count_operators(results: list[dict[str, Any]]) -> str:
    counts = Counter(survivor["kind"] for row in results for survivor in row["survivors"])
    return "By operator: " + ", ".join(f"{kind} {n}" for kind, n in counts.most_common()) + ".\n"


def _write_group(
    kind: str, about: str, results: list[dict[str, Any]], verdicts: dict[tuple[str, str], tuple[str, str]]
) -> str:
    found = [item for row in results for item in row["survivors"] if _judge(item, verdicts)[0] == kind]
    if not found:
        return ""
    lines = [f"\n### {kind.capitalize()}: {len(found)}\n"]
    lines += [f"{about}\n"] if about else []
    for item in found:
        why = _judge(item, verdicts)[1]
        lines.append(f"- `{item['place']}`: `{item['was']}` -> `{item['now']}`{': ' + why if why else ''}")
    return "\n".join(lines) + "\n"


def _commit() -> str:
    done = subprocess.run(["git", "rev-parse", "--short", "HEAD"], capture_output=True, text=True, check=False)
    return done.stdout.strip() or "unknown"
