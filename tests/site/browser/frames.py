"""How much work the page has for each frame while eight programs fight fast: processor time of its main thread.

python tests/site/browser/frames.py REPORT [SECONDS]

Frames by the clock would measure the machine: without a graphics card, and beside other work, a browser draws few. What
a page decides is the processor time of a frame: its scripts, layout and painting. 60 frames a second leave 16.7 ms.
"""

import sys
import tempfile
from collections import Counter
from pathlib import Path
from typing import Any

import numpy as np
from hand import Hand
from playwright.sync_api import sync_playwright
from stage import SWITCHES, find_browser, serving

CATEGORIES = "devtools.timeline,disabled-by-default-devtools.timeline,toplevel,__metadata"
FRAME = "BeginCommitCompositorFrame"
TASK = "RunTask"
WAR = {"players": 8, "map_seed": 12}
BUDGET = 1000 / 60


def main(report: Path, seconds: float = 20.0) -> None:
    path = find_browser()
    if path is None:
        sys.exit("NO BROWSER: install chromium (`make browser` tries to)")
    with tempfile.TemporaryDirectory() as work, serving(Path(work)) as address, sync_playwright() as driver:
        browser = driver.chromium.launch(executable_path=path, args=SWITCHES)
        rows = {speed: watch(browser, address, speed, seconds) for speed in ("fast", "instant")}
        browser.close()
    report.write_text(write_report(rows, seconds), "utf-8")
    print(report.read_text("utf-8"))


def watch(browser: Any, address: str, speed: str, seconds: float) -> dict[str, float]:
    """A war between eight programs that hardly think, for some seconds."""
    context = browser.new_context(base_url=address, viewport={"width": 1280, "height": 900}, locale="en-GB")
    hand = Hand(context.new_page())
    received = [0]
    hand.page.on("websocket", lambda socket: socket.on("framereceived", lambda text: _add(received, text)))
    hand.open("/")
    hand.page.evaluate("speed => localStorage.setItem('ludoteca.dicewars.speed', speed)", speed)
    table = hand.ask_for_table("dicewars", ["Easy"] * 8, options=WAR)
    hand.open(f"/table/{table}")
    hand.page.locator(".board [data-area]").first.wait_for()
    before = shown(hand)
    events = trace(context, hand, seconds)
    times = frame_times(events)
    result = {
        "frames": len(times),
        "decisions": shown(hand) - before,
        "median": float(np.median(times)),
        "p95": float(np.percentile(times, 95)),
        "p99": float(np.percentile(times, 99)),
        "most": float(times.max()),
        "over": float((times > BUDGET).mean()),
        "bytes": received[0],
    }
    context.close()
    return result


def _add(received: list[int], text: str | bytes) -> None:
    received[0] += len(text)


def shown(hand: Hand) -> int:
    return int(hand.page.locator(".dice-board").first.get_attribute("data-ply") or 0)


def trace(context: Any, hand: Hand, seconds: float) -> list[dict[str, Any]]:
    """What the browser did in this time."""
    session = context.new_cdp_session(hand.page)
    events: list[dict[str, Any]] = []
    done: list[bool] = []
    session.on("Tracing.dataCollected", lambda found: events.extend(found["value"]))
    session.on("Tracing.tracingComplete", lambda _: done.append(True))
    session.send("Tracing.start", {"categories": CATEGORIES, "transferMode": "ReportEvents"})
    hand.page.wait_for_timeout(1000 * seconds)
    session.send("Tracing.end")
    hand.wait_until(lambda: bool(done))
    return events


def frame_times(events: list[dict[str, Any]]) -> np.ndarray:
    """Milliseconds of processor time of the page's main thread, frame by frame."""
    threads = Counter(_thread(event) for event in events if event["name"] == FRAME)
    page = threads.most_common(1)[0][0]  # others belong to pages that nobody looks at
    begins = np.sort([event["ts"] for event in events if event["name"] == FRAME and _thread(event) == page])
    sums = np.zeros(len(begins) + 1)
    for event in events:
        if event["name"] == TASK and _thread(event) == page and event["ph"] == "X":
            sums[np.searchsorted(begins, event["ts"])] += event["tdur"] / 1000
    return sums[1:-1]


def _thread(event: dict[str, Any]) -> tuple[int, int]:
    return event["pid"], event["tid"]


def write_report(rows: dict[str, dict[str, float]], seconds: float) -> str:
    lines = [
        "# Frames of a fast war",
        "",
        f"Eight programs (Easy) fight on a map of 31 areas, watched at 1280 x 900 with motion, for {seconds:g} s each. "
        "Milliseconds are processor time of the page's main thread (scripts, layout, painting) between the beginnings "
        "of two frames; 60 frames a second leave 16.7.",
        "",
        "`python tests/site/browser/frames.py docs/results/frames.md`",
        "",
        "| speed | frames | decisions shown | median, ms | p95 | p99 | most | over 16.7 ms, % | bytes received |",
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|",
    ]
    for speed, row in rows.items():
        lines.append(
            f"| {speed} | {row['frames']} | {row['decisions']} | {row['median']:.1f} | {row['p95']:.1f} | "
            f"{row['p99']:.1f} | {row['most']:.1f} | {100 * row['over']:.1f} | {row['bytes']:,} |"
        )
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main(Path(sys.argv[1]), *map(float, sys.argv[2:3]))
