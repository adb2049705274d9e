"""The package as it is built: complete, described, and the same every time."""

import subprocess
import sys
import tarfile
import zipfile
from email import message_from_bytes
from email.policy import default

import pytest
from markdown_it import MarkdownIt

from base_install import ROOT, read_project
from wheel import build, copy_tree, relative_targets

pytestmark = pytest.mark.slow
TREE = ROOT / "src" / "ludoteca"


@pytest.fixture(scope="module")
def tree(tmp_path_factory):
    return copy_tree(tmp_path_factory.mktemp("first") / "tree")


@pytest.fixture(scope="module")
def built(tree):
    """The wheel and the source distribution, as `make wheel` builds them: the wheel from the source distribution."""
    return build(tree)


@pytest.fixture(scope="module")
def wheel(built):
    (path,) = built.glob("*.whl")
    return path


@pytest.fixture(scope="module")
def metadata(wheel):
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        return message_from_bytes(archive.read(name), policy=default)


def test_every_file_of_the_tree_is_in_the_wheel_and_nothing_else(wheel):
    with zipfile.ZipFile(wheel) as archive:
        packed = {name for name in archive.namelist() if ".dist-info/" not in name}
    files = [path for path in TREE.rglob("*") if path.is_file() and "__pycache__" not in path.parts]
    there = {f"ludoteca/{path.relative_to(TREE).as_posix()}" for path in files}
    assert packed == there
    kinds = {name.rpartition(".")[2] for name in packed}
    assert {"py", "typed", "js", "css", "html", "csv", "endgames", "safetensors", "json", "md", "in"} <= kinds


def test_the_source_distribution_holds_the_repository(built):
    (path,) = built.glob("*.tar.gz")
    with tarfile.open(path) as archive:
        packed = {member.name.partition("/")[2] for member in archive if member.isfile()}
    for folder in ("src/ludoteca", "tests", "docs"):
        files = [path for path in (ROOT / folder).rglob("*") if path.is_file() and "__pycache__" not in path.parts]
        assert {path.relative_to(ROOT).as_posix() for path in files} <= packed
    assert {"LICENSE", "README.md", "Makefile", "constraints.txt", "setup.py", "CHANGELOG.md", ".ci/run"} <= packed
    assert not [name for name in packed if "__pycache__" in name or name.startswith((".venv", "node_modules"))]


def test_builds_are_equal_byte_by_byte(tree, built, wheel, tmp_path):
    other = build(copy_tree(tmp_path / "other"), umask=0o077)  # by another person, at another time and place
    for path in built.iterdir():
        assert (other / path.name).read_bytes() == path.read_bytes()
    straight = build(copy_tree(tmp_path / "straight"), "--wheel")  # from the tree, not from the source distribution
    assert (straight / wheel.name).read_bytes() == wheel.read_bytes()


def test_twine_finds_nothing_to_complain_of(built):
    command = [sys.executable, "-m", "twine", "check", "--strict", *built.iterdir()]
    done = subprocess.run(command, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def test_the_metadata_say_what_it_is(metadata):
    project = read_project()
    assert metadata["Name"] == "ludoteca"
    assert metadata["License-Expression"] == "MIT"
    assert metadata["Requires-Python"] == ">=3.11"
    assert set(metadata.get_all("Provides-Extra")) == set(project["optional-dependencies"])
    classifiers = metadata.get_all("Classifier")
    assert "Programming Language :: Python :: 3.11" in classifiers
    assert "Operating System :: POSIX :: Linux" in classifiers
    plain = [text for text in metadata.get_all("Requires-Dist") if "extra ==" not in text]
    assert len(plain) == len(project["dependencies"])


def test_the_description_is_the_readme_without_what_would_be_broken(metadata):
    text = metadata.get_payload()
    html = MarkdownIt("commonmark").enable("table").render(text)
    assert relative_targets(html) == []
    assert "<img" not in html
    assert 'href="https://numba.pydata.org"' in html
    assert "<table>" in html
    assert "pip install ludoteca" in text
    assert "architecture (`docs/architecture.md`)" in text
    for heading in [line for line in (ROOT / "README.md").read_text("utf-8").splitlines() if line.startswith("## ")]:
        assert heading in text
