"""One process of `make kernels`: run what the command line and the site ask of a game, and note what that loads.

python tools/kernels/fill.py GAME NOTES

The first run compiles. The second finds everything in the cache and loads only what Python calls directly: these are
the entries that ship, since the functions that they call are in them.
"""

import json
import sys
from pathlib import Path

from ludoteca import agents, games
from ludoteca.core.code_cache import loaded_entries
from ludoteca.core.jit import read_marker, warm_up
from ludoteca.lab.bench.agents import draw_views, make_agent
from ludoteca.lab.game_analysis import analyse_game, find_judge
from ludoteca.lab.match import OngoingMatch
from ludoteca.lab.warming import RULES, first_view, label_of, play_through
from ludoteca.protocol import Game, Watch
from ludoteca.site.advice import TREE_NODES, hint_spec, tell_analysis, tell_hint

POSITIONS = 3


def warm_up_game(game: Game) -> list[str]:
    """Warm up the rules, every agent and every level; return the labels."""
    view = first_view(game)
    tasks = [(label_of(game, RULES), lambda: play_through(game))]
    for name in agents.agents_for(game):
        specs = [name, *(level.agent for level in game.info.levels if agents.parse_spec(level.agent)[0] == name)]
        players = [agents.make_from_spec(spec, game) for spec in specs]
        tasks.append((label_of(game, name), lambda players=players: [player.warm_up(view) for player in players]))
    warm_up(tasks, lambda label, done, total: print(f"  {label}", file=sys.stderr) if label else None)
    return [label for label, _ in tasks]


def use_game(game: Game) -> None:
    """What warming up leaves out: decisions with more than the least budget, hints, searches that are looked at."""
    views = draw_views(game)[:POSITIONS]
    players = [make_agent(name, game) for name in agents.agents_for(game)]
    specs = [*(level.agent for level in game.info.levels), hint_spec(game)]
    for player in [*players, *(agents.make_from_spec(spec, game) for spec in specs)]:
        print(f"  {game.info.name}: {player.name} in use", file=sys.stderr)
        for view in views:
            watch = Watch()
            decision = player.decide(view, watch=watch)
            tell_hint(game, view, game.mover(view), 0, decision)
            for found in (decision.analysis, watch.partial_analysis()):
                tell_analysis(game, view, 0, player.name, found, watch.snapshot(TREE_NODES), 1.0)


def judge_game(game: Game) -> None:
    """Judge the first decisions of a game, as the site judges whole ones: by each judge that its levels at the table
    bring along."""
    seats = game.seats(game.start())
    tables = [[None] * seats, *([level.agent] * seats for level in game.info.levels)]
    by_judge = {find_judge(game, seated, 0): seated for seated in tables}
    actions = play_first(game, seats)
    for judge, seated in by_judge.items():
        print(f"  {game.info.name}: {judge.specs[0]} judges", file=sys.stderr)
        analyse_game(game, {}, actions, seated)


def play_first(game: Game, seats: int) -> list[int]:
    """The actions of a random game until some decisions are made."""
    actions, decisions = [], 0
    for turn in OngoingMatch(game, ["random"] * seats, 1).turns():
        actions.append(turn.action)
        decisions += turn.seat >= 0
        if decisions == POSITIONS:
            break
    return actions


def main(name: str, notes: str) -> None:
    game = games.load(name)
    labels = warm_up_game(game)
    use_game(game)
    judge_game(game)
    told = {"entries": sorted(loaded_entries), "warm": {label: read_marker(label) for label in labels}}
    Path(notes).write_text(json.dumps(told))


if __name__ == "__main__":
    main(*sys.argv[1:])
