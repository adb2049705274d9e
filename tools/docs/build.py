"""Builds the site of the documentation, checks it, and packs it for `ludoteca serve`.

python tools/docs/build.py [FOLDER] [--archive FILE]

FOLDER (build/docs if left out) gets `source`, `html` and `cache`. Every warning is an error.
"""

import argparse
import os
import sys
import zipfile
from pathlib import Path

sys.path.insert(0, str(Path(__file__).parent))

from checking import find_broken
from reference import write_reference
from staging import DOCS, ROOT, stage

MOMENT = (1980, 1, 1, 0, 0, 0)  # the same for all, so that the same site is the same archive
LEFT_OUT = {".buildinfo", "objects.inv"}


def build(folder: Path) -> Path:
    """The folder with the finished pages."""
    from sphinx.cmd.build import main as run_sphinx

    source, html = folder / "source", folder / "html"
    stage(source)
    write_reference(source / "api")
    os.environ.setdefault("PYDEVD_DISABLE_FILE_VALIDATION", "1")  # the notebooks' kernel would complain
    words = ["-W", "--keep-going", "-q", "-E", "-c", str(DOCS), "-d", str(folder / "doctrees")]
    words += ["-D", f"nb_execution_cache_path={folder / 'cache'}", str(source), str(html)]
    if run_sphinx(words):
        sys.exit("the documentation has errors")
    broken = find_broken(html)
    if broken:
        sys.exit("\n".join(["links that lead nowhere:", *broken]))
    return html


def pack(html: Path, archive: Path) -> None:
    """One file that depends on the pages alone."""
    files = sorted(path for path in html.rglob("*") if path.is_file() and path.name not in LEFT_OUT)
    beside = archive.with_name(f".{archive.name}.part")
    with zipfile.ZipFile(beside, "w") as packed:
        for path in files:
            entry = zipfile.ZipInfo(path.relative_to(html).as_posix(), MOMENT)
            entry.compress_type, entry.external_attr = zipfile.ZIP_DEFLATED, 0o644 << 16
            packed.writestr(entry, path.read_bytes(), compresslevel=9)
    beside.replace(archive)


def main() -> None:
    parser = argparse.ArgumentParser(description="Build the documentation.")
    parser.add_argument("folder", nargs="?", type=Path, default=ROOT / "build" / "docs")
    parser.add_argument("--archive", type=Path, help="Also pack the pages into this file.")
    asked = parser.parse_args()
    html = build(asked.folder.resolve())
    print(f"{len(list(html.rglob('*.html')))} pages in {html}")
    if asked.archive:
        pack(html, asked.archive)
        print(f"packed into {asked.archive}, {asked.archive.stat().st_size / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
