"""The pictures of the README and of the documentation, from the screenshots, and a short animation."""

import io
from pathlib import Path
from typing import Any

from hand import Hand
from PIL import Image

PICTURES: dict[str, str] = {
    "start.png": "start-desktop-light.png",
    "think.png": "think-tree-desktop-light.png",
    "phone.png": "table-connect-four-phone-light.png",
    "dicewars.png": "table-dicewars-desktop-light.png",
    "contest.png": "table-contest-desktop-light.png",
    "games/checkers.png": "table-checkers-desktop-light.png",
    "games/connect_four.png": "table-connect-four-desktop-light.png",
    "games/contest.png": "table-contest-desktop-light.png",
    "games/dicewars.png": "table-dicewars-desktop-light.png",
    "games/hanabi.png": "table-hanabi-desktop-light.png",
}
COLOURS = 128  # of a picture: drawings need no more
MOST_BYTES = 400_000
FRAMES = 36
EACH = 140  # milliseconds
WIDTH = 440


def copy_pictures(folder: Path, images: Path) -> None:
    """Smaller: with few colours a drawing has a third of the bytes."""
    (images / "games").mkdir(exist_ok=True)
    for name, source in PICTURES.items():
        Image.open(folder / source).convert("RGB").quantize(COLOURS).save(images / name, optimize=True)


def film_war(browser: Any, address: str, path: Path) -> None:
    """Some seconds of a war between four programs."""
    context = browser.new_context(base_url=address, viewport={"width": 1100, "height": 760}, locale="en-GB")
    hand = Hand(context.new_page())
    hand.open("/")
    hand.page.evaluate("localStorage.setItem('ludoteca.dicewars.speed', 'fast')")
    table = hand.ask_for_table("dicewars", ["Hard"] * 4, options={"map_seed": 7})
    hand.open(f"/table/{table}")
    board = hand.page.locator(".dice-board, .board").first
    hand.page.locator(".board [data-area]").first.wait_for()
    shots = []
    for _ in range(FRAMES):
        shots.append(Image.open(io.BytesIO(board.screenshot())).convert("RGB"))
        hand.page.wait_for_timeout(EACH)
    context.close()
    write_film(shots, path)


def write_film(shots: list[Image.Image], path: Path) -> None:
    """An animated WebP below MOST_BYTES, as good as fits."""
    height = round(shots[0].height * WIDTH / shots[0].width)
    small = [shot.resize((WIDTH, height), Image.Resampling.LANCZOS) for shot in shots]
    for quality in (70, 55, 40, 30, 20):
        small[0].save(path, save_all=True, append_images=small[1:], duration=EACH, loop=0, quality=quality, method=4)
        if path.stat().st_size <= MOST_BYTES:
            return
    raise SystemExit(f"{path} has {path.stat().st_size:,} bytes, more than {MOST_BYTES:,}: take fewer frames")
