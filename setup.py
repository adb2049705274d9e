"""The package's description, from README.md: the one thing that pyproject.toml cannot say.

A package's page shows the text alone. Pictures and links to files of this repository would be broken there, so pictures
are left out and such links become their words. `make wheel` checks the result.
"""

import re
from pathlib import Path

from setuptools import setup


def describe(readme: str) -> str:
    """The text without pictures and without links to files beside it; links elsewhere stay."""
    without_pictures = re.sub(r"<p>\s*(?:<img [^>]*>\s*)+</p>\n*|<img [^>]*>|!\[[^\]]*\]\([^)]*\)", "", readme)
    return re.sub(r"\[([^\]]+)\]\((?!https?://)[^)]*\)", r"\1", without_pictures)


setup(
    long_description=describe(Path("README.md").read_text(encoding="utf-8")),
    long_description_content_type="text/markdown",
)
