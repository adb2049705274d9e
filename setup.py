"""What pyproject.toml cannot say: the package's description, and archives that are equal byte by byte.

A package's page shows its text alone. Pictures and links to files of this repository would be broken there, so pictures
are left out and such links become paths. Setuptools' own source archive has the times and the owner of the
moment; this one has the time of SOURCE_DATE_EPOCH, which `make wheel` takes from the last commit.
"""

import gzip
import os
import re
import tarfile
import time
from pathlib import Path
from typing import Any

from setuptools import setup
from setuptools.command.sdist import sdist


def describe(readme: str) -> str:
    """The text without pictures; a link to a file beside it becomes words and the file's path."""
    text = re.sub(r"<p>\s*(?:<img [^>]*>\s*)+</p>\n*|<img [^>]*>|!\[[^\]]*\]\([^)]*\)", "", readme)
    link = r"\[([^\]]+)\]\((?!https?://)([^)]*)\)"
    text = re.sub(rf"\({link}\)", r"(`\2`)", text)
    text = re.sub(link, r"\1 (`\2`)", text)
    return f"{text}\nPaths are those of the source distribution.\n"


class SameBytes(sdist):
    """A source distribution that depends on the files alone."""

    def make_archive(self, base_name: Any, format: Any, root_dir: Any = None, base_dir: Any = None, **_: Any) -> str:  # noqa: A002
        if format != "gztar":
            return str(super().make_archive(base_name, format, root_dir, base_dir))
        moment = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))

        def normalise(member: tarfile.TarInfo) -> tarfile.TarInfo:
            member.uid = member.gid = 0
            member.uname = member.gname = ""
            member.mtime = moment
            member.mode = 0o755 if member.isdir() or member.mode & 0o100 else 0o644
            return member

        path = f"{base_name}.tar.gz"
        with (
            open(path, "wb") as file,
            gzip.GzipFile("", "wb", 9, file, moment) as packed,
            tarfile.open(fileobj=packed, mode="w", format=tarfile.PAX_FORMAT, dereference=True) as archive,
        ):
            archive.add(base_dir, filter=normalise)  # in the order of names; links (docs/learn) as files
        return path


os.umask(0o022)  # modes of files go into the wheel
setup(
    long_description=describe(Path("README.md").read_text(encoding="utf-8")),
    long_description_content_type="text/markdown",
    cmdclass={"sdist": SameBytes},
)
