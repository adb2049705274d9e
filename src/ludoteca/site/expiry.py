"""Tables that nobody has used for long are removed, so that the store does not grow for ever."""

import asyncio
import logging
import time
from typing import TYPE_CHECKING

from ludoteca.core.errors import StoreError
from ludoteca.site.limits import DAY, HOUR, Limits

if TYPE_CHECKING:
    from ludoteca.site.table_service import TableService

log = logging.getLogger("ludoteca.site")

LONGEST_PAUSE, SHORTEST_PAUSE = HOUR, 1.0


async def expire_for_ever(tables: "TableService", limits: Limits) -> None:
    """Until cancelled: remove what has expired, then wait: an hour, or less where tables live for less than a day."""
    shortest = min(limits.unstarted_days, limits.unfinished_days, limits.finished_days) * DAY
    pause = min(LONGEST_PAUSE, max(SHORTEST_PAUSE, shortest / 4))
    while True:
        try:
            removed = await tables.live.expire(*deadlines(limits, time.time()))
            if removed:
                log.info("%d tables have expired", removed)
        except StoreError as error:
            log.error("tables could not be removed: %s", error)
        await asyncio.sleep(pause)


def deadlines(limits: Limits, now: float) -> tuple[float, float, float]:
    """Tables last used before these moments are removed: those where nothing was played, unfinished ones, finished."""
    return now - limits.unstarted_days * DAY, now - limits.unfinished_days * DAY, now - limits.finished_days * DAY
