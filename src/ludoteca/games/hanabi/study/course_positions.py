"""Looks for the positions of the course and writes its positions.json:
`python -m ludoteca.games.hanabi.study.course_positions`.

The bot plays with itself; of the positions that fit a lesson, the one is kept in which fewest other actions would do as
well, the earliest of its game among equals. No two lessons come from one game.
"""

import json
from collections.abc import Iterator

from ludoteca.core.files import write_atomic
from ludoteca.core.rng import split_seed
from ludoteca.games.hanabi.course import POSITIONS, grade
from ludoteca.games.hanabi.course.themes import THEMES
from ludoteca.games.hanabi.game import GAME
from ludoteca.games.hanabi.reasons import find_reasons, read_table
from ludoteca.lab.match import OngoingMatch
from ludoteca.protocol import CHANCE, State

GAMES, PLAYERS = 400, (2, 3)
Found = tuple[int, int, int, list[int]]
"""How many other actions would do, the ply, the game's number, the actions so far: what is least is kept."""


def play_games() -> Iterator[tuple[State, int, list[int], int]]:
    """Positions of the bot's games: the state, the bot's action, all actions so far, the game's number."""
    for number in range(GAMES):
        players = PLAYERS[number % len(PLAYERS)]
        match = OngoingMatch(GAME, ["bot:bot=smart"] * players, split_seed(number, "course"), {"players": players})
        for turn in match.turns():
            if turn.seat != CHANCE:
                yield turn.state, turn.action, list(match.actions), number


def find_positions() -> dict[str, Found]:
    fitting: dict[str, list[Found]] = {name: [] for name in THEMES}
    for s, action, actions, number in play_games():
        view = GAME.observe(s, GAME.mover(s))
        table = read_table(view, action)
        code = find_reasons(table)[0][0]
        for name in (name for name, fits in THEMES.items() if fits(table, code)):
            others = sum(grade(view, other)[0] == "works" for other in GAME.legal_actions(view))
            fitting[name].append((others, int(s.ply), number, actions))
    used: set[int] = set()
    best = {}
    for name in sorted(THEMES, key=lambda name: len(fitting[name])):  # what is rare chooses first
        best[name] = min(found for found in fitting[name] if found[2] not in used)
        used.add(best[name][2])
    return best


def main() -> None:
    best = find_positions()
    kept = {}
    for name in THEMES:
        others, ply, number, actions = best[name]
        kept[name] = {"players": PLAYERS[number % len(PLAYERS)], "actions": actions}
        print(f"{name}: {kept[name]['players']} players, move {ply + 1}, {others} other actions would do")
    write_atomic(POSITIONS, json.dumps(kept).replace("}, ", "},\n ") + "\n")


if __name__ == "__main__":
    main()
