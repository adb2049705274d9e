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

PAUSE = HOUR


async def expire_for_ever(tables: "TableService", limits: Limits, pause: float = PAUSE) -> None:
    """Until cancelled: remove what has expired, then wait."""
    while True:
        try:
            removed = await tables.expire(*deadlines(limits, time.time()))
            if removed:
                log.info("%d tables have expired", removed)
        except StoreError as error:
            log.error("tables could not be removed: %s", error)
        await asyncio.sleep(pause)


def deadlines(limits: Limits, now: float) -> tuple[float, float, float]:
    """Tables last used before these moments are removed: those where nothing was played, unfinished ones, finished."""
    return now - limits.unstarted_days * DAY, now - limits.unfinished_days * DAY, now - limits.finished_days * DAY
