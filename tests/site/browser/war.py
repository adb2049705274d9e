"""What a person does on the Dicewars page: clicks areas, walks the map with arrow keys, ends turns."""

from typing import Any

from hand import Hand

KEYS = ("ArrowRight", "ArrowDown", "ArrowLeft", "ArrowUp")
GOOD = 0.45  # odds from which an attack is made


class Warrior:
    def __init__(self, hand: Hand) -> None:
        self.hand, self.page = hand, hand.page
        self.ways: dict[tuple[int, str], int] = {}

    def area(self, area: int) -> Any:
        return self.page.locator(f'.board [data-area="{area}"]')

    def click(self, area: int) -> None:
        """Where its dice stand: that is inside, however bent an area is."""
        x, y = self.page.evaluate(
            """area => {
              const path = document.querySelector(`.board [data-area="${area}"]`);
              const box = path.getBoundingClientRect();
              for (let i = 1; i < 12; i++) for (let j = 1; j < 12; j++) {
                const [a, b] = [(i * 5) % 12, (j * 5) % 12];
                const [x, y] = [box.left + box.width * a / 12, box.top + box.height * b / 12];
                if (document.elementFromPoint(x, y) === path) return [x, y];
              }
              throw new Error("the area cannot be clicked");
            }""",
            area,
        )
        self.page.mouse.click(x, y)

    def wait_for_turn(self, ply: int = -1) -> Any:
        """Until one may act, or the war is over, and the board shows it; returns the table."""

        def is_there() -> bool:
            table = self.hand.table()
            ready = table["result"] or table["mover"] in table["you"]
            return bool(ready and table["ply"] > ply and self.shown() == table["count"])

        self.hand.wait_until(is_there)
        return self.hand.table()

    def shown(self) -> int:
        return int(self.page.locator(".dice-board").first.get_attribute("data-ply") or -1)

    # --- by keyboard -----------------------------------------------------------------------------------------------

    def focused(self) -> int:
        return int(self.page.evaluate("document.activeElement.dataset.area ?? -1"))

    def walk(self, goal: int) -> None:
        """To an area with arrow keys alone, learning where they lead."""
        for _ in range(400):
            here = self.focused()
            if here == goal:
                return
            key = self._next_key(here, goal)
            self.page.keyboard.press(key)
            self.ways[here, key] = self.focused()
        raise AssertionError(f"area {goal} cannot be reached with arrow keys")

    def _next_key(self, here: int, goal: int) -> str:
        """The first key of the shortest known way to the goal, or to a key that was not tried yet."""
        waiting: list[tuple[int, str]] = [(here, "")]
        seen = {here}
        while waiting:
            area, first = waiting.pop(0)
            for key in KEYS:
                to = self.ways.get((area, key))
                if to is None or to == goal:
                    return first or key
                if to not in seen:
                    seen.add(to)
                    waiting.append((to, first or key))
        raise AssertionError(f"no arrow key leads to area {goal}")


def choose(legal: list[dict[str, Any]]) -> dict[str, Any]:
    """The likeliest attack if it is good enough, else the end of the turn."""
    attacks = [move for move in legal if move["kind"] == "attack"]
    best = max(attacks, key=lambda move: move["odds"], default=None)
    return best if best and best["odds"] >= GOOD else next(move for move in legal if move["kind"] == "end")
