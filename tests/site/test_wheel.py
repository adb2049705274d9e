"""The built package, installed elsewhere: connect four in the terminal and over the site."""

import subprocess

import pytest
from house import Program

from base_install import base_environment
from wheel import build, copy_tree, install

pytestmark = pytest.mark.slow


@pytest.fixture(scope="module")
def python(tmp_path_factory):
    (wheel,) = build(copy_tree(tmp_path_factory.mktemp("build") / "tree")).glob("*.whl")
    return install(wheel, tmp_path_factory.mktemp("elsewhere") / "venv")


@pytest.fixture(autouse=True)
def _in_an_empty_folder(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, value in base_environment().items():
        monkeypatch.setenv(name, value)


def test_it_is_the_installed_package(python):
    code = "import ludoteca; print(ludoteca.__file__)"
    shown = subprocess.run([python, "-c", code], capture_output=True, text=True, check=True).stdout
    assert shown.startswith(str(python.parents[1]))


def test_a_game_is_played_in_the_terminal(python):
    words = ["play", "connect_four", "--against", "random", "--seed", "5"]
    script = "\n".join("dcebfag" * 7) + "\n"
    shown = subprocess.run([python.parent / "ludoteca", *words], input=script, capture_output=True, text=True)
    assert shown.returncode == 0, shown.stderr
    assert any(said in shown.stdout for said in ("X won", "O won", "a draw"))


def test_a_game_is_played_over_the_site(python, tmp_path):
    program = Program(f"sqlite:///{tmp_path / 'site.sqlite3'}", "--only", "connect_four", python=python).start()
    try:
        program.wait_for("connect_four")
        guest = program.guest("Ada")
        assert "<title>" in guest.get("/").text
        with guest.sit(guest.new_table("connect_four", "me", "Easy")) as chair:
            while not chair.my_turn()["result"]:
                chair.play()
            assert chair.table["ply"] >= 7
    finally:
        program.stop()
