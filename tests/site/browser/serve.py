"""The site for browser tests: games with pages, one without, and those of the package in `outside/`.

python tests/site/browser/serve.py PORT DATABASE [GAME,GAME...]
"""

import sys

import uvicorn

from ludoteca.site.app import create_app
from ludoteca.site.limits import Limits
from ludoteca.site.warming import Warming
from tiny import dice_race

OWN = ("checkers", "connect_four", "contest", "dicewars", "hanabi")
OUTSIDE = ("runners", "kuhn", "pennies")  # a good page, one without a mount function, one without index.js
LIMITS = Limits(requests_per_second=200.0, newcomers_per_minute=2000.0, messages_per_second=200.0)


def main(port: int, database: str, games: str = "") -> None:
    if games:
        warming = Warming(names=games.split(","), apart=False)
    else:
        warming = Warming(extra=[dice_race.GAME], names=[*OWN, *OUTSIDE], apart=False)
    uvicorn.run(create_app(database, LIMITS, warming), port=port, log_level="warning", ws_max_size=LIMITS.message_bytes)


if __name__ == "__main__":
    main(int(sys.argv[1]), *sys.argv[2:])
