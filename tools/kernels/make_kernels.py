"""`make kernels`: compile what games, agents and the site use for a baseline processor, and pack it as a wheel.

python tools/kernels/make_kernels.py [--out dist] [--work build/kernels] [--jobs N] [GAME ...]

Its cache stays in the work folder, so after an edit only what depends on it is compiled again. The archive's sum is
written to `kernels.sums` of the main package, whose wheel must be built afterwards: it takes no other kernels.
"""

import argparse
import hashlib
import json
import os
import platform
import subprocess
import sys
import zipfile
from collections.abc import Iterable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

from kernels_wheel import build_wheel

from ludoteca import games
from ludoteca.core.code_cache import CHECKSUM
from ludoteca.core.code_key import describe_tools
from ludoteca.core.files import write_atomic
from ludoteca.core.kernels import ARCHIVE, MANIFEST, SUMS, SWITCH, Baseline, describe_baseline, find_baseline, read_sums

HERE = Path(__file__).parent


def main() -> None:
    parser = argparse.ArgumentParser(description="Compile ahead for a baseline processor and pack it as a wheel.")
    parser.add_argument("--out", type=Path, default=Path("dist"), help="the folder for the wheel (default: dist)")
    parser.add_argument("--work", type=Path, default=Path("build/kernels"), help="the folder for the cache")
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="games to compile at once")
    parser.add_argument("games", nargs="*", metavar="GAME", help="games; all if left out")
    chosen = parser.parse_args()
    baseline = find_baseline()
    if baseline is None:
        sys.exit(f"no baseline is known for processors of the kind {platform.machine()}")
    work = chosen.work.resolve()
    notes = compile_games(chosen.games or games.names(), baseline, work, chosen.jobs)
    entries = sorted({name for note in notes for name in note["entries"]})
    warm = {label: sources for note in notes for label, sources in note["warm"].items()}
    archive = work / ARCHIVE
    pack(work / "cache" / "code", entries, warm, baseline, archive)
    wheel = build_wheel(archive, work / "project", chosen.out.resolve())
    add_sum(archive, wheel.stem)
    print(f"{wheel}: {len(entries)} functions, {wheel.stat().st_size / 1e6:.1f} MB", file=sys.stderr)


def compile_games(names: Iterable[str], baseline: Baseline, work: Path, jobs: int) -> list[dict]:
    """Compile, then load once more and note what was loaded: a process a game."""
    work.mkdir(parents=True, exist_ok=True)
    env = {name: value for name, value in os.environ.items() if not name.startswith("NUMBA_")}
    env |= {"NUMBA_CPU_NAME": baseline.cpu, "NUMBA_CPU_FEATURES": ""}
    env |= {"LUDOTECA_CACHE": str(work / "cache"), SWITCH: "no", "OPENBLAS_NUM_THREADS": "1"}

    def run(name: str) -> dict:
        notes = work / f"{name}.json"
        for step in ("compiling", "loading"):
            print(f"{step} {name}", file=sys.stderr)
            subprocess.run([sys.executable, str(HERE / "fill.py"), name, str(notes)], env=env, check=True)
        return json.loads(notes.read_text())

    with ThreadPoolExecutor(jobs) as pool:
        return list(pool.map(run, names))


def pack(
    folder: Path, entries: Iterable[str], warm: Mapping[str, Mapping[str, str]], baseline: Baseline, archive: Path
) -> None:
    """Write the archive: equal content gives equal bytes."""
    manifest = {"tools": describe_tools(), "processor": describe_baseline(baseline), "warm": warm}
    content = {name: (folder / name).read_bytes()[CHECKSUM:] for name in entries}
    content[MANIFEST] = json.dumps(manifest, sort_keys=True).encode()
    with zipfile.ZipFile(archive, "w") as packed:
        for name, data in sorted(content.items()):
            packed.writestr(zipfile.ZipInfo(name), data, zipfile.ZIP_LZMA)


def add_sum(archive: Path, wheel: str, sums: Path = SUMS) -> None:
    """Make the archive known to the main package, in the place of what the wheel of this name held before."""
    known = {name: digest for digest, name in read_sums(sums).items()}
    known[wheel] = hashlib.sha256(archive.read_bytes()).hexdigest()
    write_atomic(sums, "".join(f"{digest}  {name}\n" for name, digest in sorted(known.items())))


if __name__ == "__main__":
    main()
