"""A package from `ludoteca new-game`, installed in a place of its own, is played in the browser, in both languages."""

import re
import subprocess
import sys

import pytest
from stage import serving

from ludoteca.cli.new_game import write_package


@pytest.fixture(scope="module")
def address(tmp_path_factory):
    """A site that offers the new game alone."""
    home = tmp_path_factory.mktemp("new_game")
    write_package(home / "source", "moon_heap", page=True)
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--no-index", "--no-deps", "--no-build-isolation"]
    subprocess.run([*install, "--target", str(home / "installed"), str(home / "source")], check=True)
    with serving(home, installed=home / "installed", games="moon_heap") as found:
        yield found


def test_a_whole_game_on_its_own_page(hand):
    hand.open("/")
    hand.button("Play Moon heap").wait_for()
    hand.make_table("moon_heap", ["me", "Hard"])
    hand.page.get_by_role("img", name=re.compile("left in the heap")).wait_for()
    while not hand.table()["result"]:
        hand.press("Take 1")
        ply = hand.table()["ply"]
        hand.wait_until(
            lambda ply=ply: hand.table()["result"] or (hand.table()["ply"] > ply and hand.table()["mover"] == 0)
        )
    hand.sees(re.compile("You (won|lost)"))


def test_it_speaks_italian(visit):
    hand = visit(locale="it-IT")
    hand.make_table("moon_heap", ["me", "Easy"])
    hand.button("Prendi 3").wait_for()
    hand.page.get_by_role("img", name="21 rimasti nel mucchio").wait_for()
