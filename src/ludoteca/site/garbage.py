"""When Python looks for cycles of unused objects.

By itself it goes through all objects every few seconds while people play: with 500 tables in memory that stops the
whole site for a third of a second, and finds next to nothing. So what compiling left behind is taken out of its sight,
only young objects are looked at, few at a time, and all of them every ten minutes."""

import asyncio
import gc
from collections.abc import Awaitable

YOUNG = 1_000  # new objects before the youngest are looked at
MIDDLE = 5  # times that, before the next older ones are, too
NEVER = 1_000_000
PAUSE = 600.0


async def collect_seldom(ready: Awaitable[None], pause: float = PAUSE) -> None:
    """Until cancelled, once everything is compiled."""
    await ready
    before = gc.get_threshold()
    gc.collect()
    gc.freeze()
    gc.set_threshold(YOUNG, MIDDLE, NEVER)
    try:
        while True:
            await asyncio.sleep(pause)
            gc.collect()
    finally:
        gc.set_threshold(*before)
        gc.unfreeze()
