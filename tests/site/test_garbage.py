"""The site looks for unused cycles at its own times, and leaves Python as it was."""

import asyncio
import gc
import weakref

import pytest
from house import wait_until

from ludoteca.site.garbage import NEVER, collect_seldom


def test_cycles_are_collected_at_set_times_and_everything_is_as_before_afterwards():
    before, frozen = gc.get_threshold(), gc.get_freeze_count()

    async def run():
        ready, collected = asyncio.Event(), []
        gc.callbacks.append(lambda phase, told: collected.append(told["generation"]))
        task = asyncio.create_task(collect_seldom(ready.wait(), pause=0.01))
        await asyncio.sleep(0)
        assert gc.get_threshold() == before  # nothing before everything is compiled
        ready.set()
        while collected.count(2) < 8:  # begun and ended: the first and three more
            await asyncio.sleep(0.01)
        assert gc.get_threshold()[2] == NEVER
        assert gc.get_freeze_count() > frozen
        task.cancel()
        with pytest.raises(asyncio.CancelledError):
            await task

    kept = list(gc.callbacks)
    try:
        asyncio.run(run())
    finally:
        gc.callbacks[:] = kept
    assert gc.get_threshold() == before
    assert gc.get_freeze_count() == 0


def test_a_table_that_is_let_go_is_gone_at_once(house, anna):
    """Nothing that a visit leaves behind refers to itself: whole tables would wait for minutes to be collected."""
    name = anna.new_table("connect_four", "me", "me")
    gc.collect()
    gc.disable()
    try:
        with anna.sit(name) as chair:
            chair.play(3)
            assert chair.ask("play", ply=7, action=0)["type"] == "error"
        wait_until(lambda: house.services.tables.live[name].is_idle)
        left = weakref.ref(house.services.tables.live.pop(name))
        wait_until(lambda: left() is None)
    finally:
        gc.enable()
