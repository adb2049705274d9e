"""What a person does on the pages: looks for things by role and name, clicks, drags, types."""

import re
import time
from collections.abc import Callable
from typing import Any

from stage import PATIENCE


class Hand:
    def __init__(self, page: Any) -> None:
        self.page = page

    # --- anywhere --------------------------------------------------------------------------------------------------

    def open(self, path: str = "/") -> None:
        self.page.goto(path)

    def button(self, name: str, exact: bool = True) -> Any:
        return self.page.get_by_role("button", name=name, exact=exact)

    def press(self, name: str) -> None:
        self.button(name).click()

    def tab_to(self, element: Any) -> None:
        """Press Tab until an element has the focus."""
        for _ in range(60):
            if element.evaluate("found => found === document.activeElement"):
                return
            self.page.keyboard.press("Tab")
        raise AssertionError("the element cannot be reached with Tab")

    def choose(self, name: str) -> None:
        """A radio button by the beginning of its name."""
        self.page.get_by_role("radio", name=re.compile(f"^{re.escape(name)}")).check()

    def api(self, method: str, path: str, body: Any = None) -> Any:
        """The API with this visitor's cookie."""
        answer = self.page.request.fetch(f"/api{path}", method=method, data=body)
        assert answer.ok, answer.text()
        return answer.json()

    def wait_until(self, condition: Callable[[], bool], seconds: float = PATIENCE) -> None:
        end = time.monotonic() + seconds
        while not condition():
            assert time.monotonic() < end, "it did not happen"
            self.page.wait_for_timeout(50)

    def sees(self, text: str | re.Pattern[str]) -> None:
        self.page.get_by_text(text).first.wait_for()

    # --- tables ----------------------------------------------------------------------------------------------------

    def make_table(self, game: str, seats: list[str], **more: Any) -> str:
        """A table without the dialog; seats are "me", "link" or the name of an agent. Opens its page."""
        table = self.ask_for_table(game, seats, **more)
        self.sit(table)
        return table

    def ask_for_table(self, game: str, seats: list[str], **more: Any) -> str:
        """The same; the page is not opened."""
        wishes = [{"kind": seat} if seat in ("me", "link") else {"kind": "agent", "agent": seat} for seat in seats]
        self.api("GET", "/me")  # for the cookie
        return str(self.api("POST", "/tables", {"game": game, "seats": wishes, "seed": 1, **more})["table"])

    def sit(self, table: str) -> None:
        self.open(f"/table/{table}")
        self.page.get_by_role("region", name="State of the game").wait_for()

    def table(self) -> Any:
        return self.api("GET", f"/tables/{self.page.url.split('/table/')[1].split('?')[0]}")

    def wait_for_ply(self, ply: int) -> None:
        self.page.wait_for_function("n => document.querySelectorAll('.move-list [data-ply]').length === n", arg=ply)

    def plies(self) -> int:
        """How many moves the page lists."""
        return int(self.page.locator(".move-list [data-ply]").count())

    def state(self) -> str:
        return str(self.page.get_by_role("region", name="State of the game").inner_text())

    def start(self) -> None:
        """Leave the set-up dialog for the table."""
        self.press("Start the game")
        self.page.wait_for_url("**/table/*")
        self.page.get_by_role("region", name="State of the game").wait_for()

    # --- boards ----------------------------------------------------------------------------------------------------

    def square(self, name: str | int) -> Any:
        """A square of checkers, whatever stands on it."""
        return self.page.get_by_role("button", name=re.compile(rf"^square {name},"))

    def move(self, start: str | int, end: str | int) -> None:
        """Move a piece of checkers by two clicks, and wait until the page shows it: the next turn begins then."""
        listed = self.plies()
        self.square(start).click()
        self.square(end).click()
        self.wait_until(lambda: self.plies() > listed)

    def column(self, letter: str) -> Any:
        """The cell of a column where a disc would land."""
        return self.page.get_by_role("button", name=re.compile(rf"^column {letter}, .*a disc lands here"))

    def drag(self, start: Any, end: Any) -> None:
        """With the mouse, in steps, as a person does."""
        mouse = self.page.mouse
        for i, (x, y) in enumerate(map(middle_of, (start, end))):
            mouse.move(x, y, steps=6)
            mouse.down() if i == 0 else mouse.up()


def middle_of(element: Any) -> tuple[float, float]:
    box = element.bounding_box()
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
