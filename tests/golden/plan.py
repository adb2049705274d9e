"""What is recorded: the setups of each game, the budgets of agents, the commands."""

from typing import Any

from golden import surface

# Every agent that claims the game plays these. Setups of one choice each are added for the rules alone.
SETUPS: dict[str, tuple[str, ...]] = {
    "checkers": ("rules=unisa", "rules=english", "rules=italian", "rules=russian", "rules=brazilian"),
    "connect_four": ("variant=standard", "variant=misere"),
    "contest": ("mode=thesis", "mode=game"),
    "dicewars": ("players=2,map_seed=7", "players=4", "players=4,variant=course", "players=7,variant=original"),
    "hanabi": ("players=2", "players=3", "players=4", "players=5"),
}
RULES_ONLY: dict[str, tuple[str, ...]] = {
    "checkers": ("rules=english,quiet_moves=3,fen=W:WK1,K5:BK30,K32", "rules=italian,fen=B:W21,K30:BK1,12"),
    "contest": ("mode=game,condition=tough,combinations=loose",),
    "dicewars": ("players=8,map_seed=12",),
    "hanabi": ("players=3,colours=3,ranks=4,hand_size=3,tokens=5,lives=2",),
}

# Budgets in iterations and nodes, never in seconds. Agents that are not listed take none.
BUDGETS: dict[str, str] = {
    "minimax": "depth=3",
    "alphabeta": "nodes=2000",
    "expectiminimax": "nodes=500",
    "mcts": "iterations=150",
    "ismcts": "iterations=100",
    "sparta": "worlds=12,samples=24,least=4,tries=2000,readings=12,iterations=60",
    "checkers_engine": "nodes=2000,table=12",
    "connect_four_solver": "nodes=2000,table=12",
    "warlord": "iterations=40",
}
EXTRA: dict[str, tuple[str, ...]] = {
    "checkers": ("mcts:iterations=80,cap=20,reuse=yes,final=value",),
    "connect_four": ("alphabeta:depth=4,exact=yes,random_ties=yes", "mcts:iterations=80,reuse=yes,final=value"),
    "contest": ("mcts:reward=win,chance=open,exploration=0.5,others=playout,playout=prudent,iterations=80",),
    "dicewars": ("mcts:iterations=60,chance=open,playout=dt.stei,cap=20",),
    "hanabi": (
        "ismcts:iterations=100,reward=built",
        "sparta:joint=yes,worlds=6,samples=12,least=4,tries=100,readings=3,iterations=60",
    ),
}
"""Other settings that people use."""
CAPPED = {"mcts": "cap=20", "ismcts": "cap=20"}
"""Playouts of games that may last very long end with an estimate."""
LONG_GAME = 10_000

GUIDES = {"contest": "bot:bot=console", "dicewars": "bot:bot=kb.stei_adt", "hanabi": "bot:bot=smart"}
"""Who plays the lines that positions are taken from; at random where nobody is named."""
LINE_PLIES = 300
GAME_PLIES = 120
LONG_GAME_PLIES = 80
FEW_PLIES = 24
COSTLY_ITERATIONS = 5_000
COSTLY = ("sparta",)
"""Of the games of these agents, and of those with so many iterations, only a few plies are recorded."""


def list_setups(name: str) -> tuple[str, ...]:
    """The setups that agents play."""
    return SETUPS.get(name, ("",))


def list_rule_setups(game: Any) -> list[str]:
    """The setups whose rules are recorded: those, and every choice of every option."""
    name = game.info.name
    single = [f"{option}={choice}" for option, found in surface.option_choices(game).items() for choice in found]
    return list(dict.fromkeys((*list_setups(name), *RULES_ONLY.get(name, ()), *single)))


def list_specs(game: Any) -> list[str]:
    """Every agent with a budget, every bot, and the levels that do not decide by the clock."""
    specs = []
    for name in surface.agent_names(game):
        if name == "bot":
            specs += [f"bot:bot={bot}" for bot in surface.bot_names(game)]
        else:
            specs.append(add_budget(name, game))
    specs += EXTRA.get(game.info.name, ())
    told = [level for level, spec in surface.levels(game).items() if "seconds=" not in spec and spec not in specs]
    return [*specs, *told]


def add_budget(name: str, game: Any) -> str:
    parts = [BUDGETS[name]] if name in BUDGETS else []
    if name in CAPPED and game.info.longest > LONG_GAME:
        parts.append(CAPPED[name])
    return ":".join([name, ",".join(parts)]) if parts else name


def count_plies(spec: str, game: Any) -> int:
    """How much of a game is recorded from the first decision on, chance included."""
    name, options = surface.split_spec(surface.levels(game).get(spec, spec))
    costly = name in COSTLY or int(options.get("iterations", 0)) > COSTLY_ITERATIONS
    usual = LONG_GAME_PLIES if game.info.longest > LONG_GAME and game.info.chance else GAME_PLIES
    return FEW_PLIES if costly else usual


TOURNAMENT = """game = "connect_four"
games = 24
seed = 5
opening = 2
[agents]
alphabeta = "alphabeta:nodes=300"
greedy = "greedy"
mcts = "mcts:iterations=40"
random = "random"
"""
FOUR_SEATS = """game = "dicewars"
games = 8
seed = 6
[agents]
adt = "bot:bot=kb.stei_adt"
sdc = "bot:bot=dt.sdc"
stei = "bot:bot=dt.stei"
rand = "bot:bot=dt.rand"
"""
TEAMS = """game = "hanabi"
games = 6
seed = 7
[agents]
smart = "bot:bot=smart"
piers = "bot:bot=piers"
"""
FILES = {"duel.toml": TOURNAMENT, "dice.toml": FOUR_SEATS, "teams.toml": TEAMS}
"""Files that commands find in their folder, {tmp}."""

READ, TABLES = "read", "tables"
"""Instead of a command: a file that an earlier command has written, or the tables of such a page."""
SILENT = "! "
"""Before a command whose answer is not kept: it tells versions and dates."""

# Commands that are run one after another in one folder; a text after > is typed.
COMMANDS: dict[str, tuple[str, ...]] = {
    "lists": ("games --json", "agents --json", "reproduce --json --out {tmp}"),
    "analyse": (
        "analyse connect_four --agent alphabeta:nodes=2000 --moves d,d,d,c --seed 1 --json",
        "analyse connect_four --agent mcts:iterations=300,snapshot=12 --set variant=misere --seed 1 --json",
        "analyse checkers --agent checkers_engine:nodes=3000,table=12 --set rules=english --seed 1 --json",
        "analyse contest --agent mcts:iterations=300,snapshot=8 --seed 1 --json",
    ),
    "match connect_four": (
        "match connect_four mcts:iterations=60 alphabeta:nodes=300 --games 4 --seed 3 --save {tmp}/games --json",
        "read {tmp}/games/game-000001.json",
        "replay {tmp}/games/game-000001.json --ply 9 --json",
        "analyse connect_four --record {tmp}/games/game-000000.json --ply 9 --agent alphabeta:nodes=900 --seed 1"
        " --json",
    ),
    "match checkers": (
        "match checkers Easy alphabeta:nodes=300 --games 2 --seed 3 --set rules=italian --save {tmp}/games --json",
        "read {tmp}/games/game-000001.json",
        "replay {tmp}/games/game-000001.json --ply 30 --json",
    ),
    "match contest": (
        "match contest Console random bot:bot=prudent mcts:iterations=60 --games 4 --seed 3 --save {tmp}/games --json",
        "read {tmp}/games/game-000002.json",
        "replay {tmp}/games/game-000002.json --ply 9 --json",
    ),
    "match dicewars": (
        "match dicewars Easy Hard --set players=2 --set map_seed=7 --games 2 --seed 3 --save {tmp}/games --json",
        "replay {tmp}/games/game-000000.json --ply 300 --json",
    ),
    "match hanabi": (
        "match hanabi bot:bot=smart bot:bot=hat bot:bot=piers --set players=3 --games 3 --seed 3 --save {tmp}/g --json",
        "read {tmp}/g/game-000001.json",
        "replay {tmp}/g/game-000001.json --ply 40 --json",
        "hanabi export {tmp}/g/game-000001.json",
        "hanabi export {tmp}/g/game-000001.json --compact",
    ),
    "play": (
        "play connect_four --against alphabeta:nodes=300 --seat 1 --seed 8 --json > a b c d e f g a b c d e f g a b",
        "play checkers --against Easy --seed 8 --set rules=english --json > moves quit",
        "play hanabi --against Conventional --seed 3 --json > moves quit",
    ),
    "tournament connect_four": (
        "tournament {tmp}/duel.toml --out {tmp}/out --workers 1 --json",
        "report {tmp}/out --html {tmp}/page.html --json",
        "report {tmp}/out --record 3",
    ),
    "tournament dicewars": ("tournament {tmp}/dice.toml --out {tmp}/out --workers 1 --json",),
    "tournament hanabi": ("tournament {tmp}/teams.toml --out {tmp}/out --workers 1 --json",),
    "tune": (
        "tune connect_four minimax:depth=1 depth=1..2 --out {tmp}/t --games 16 --confirm 60 --opening 3 --seed 1"
        " --workers 1 --json",
        "tune connect_four mcts:iterations=20 exploration=0.1..1.0 --method spsa --out {tmp}/s --games 16 --confirm 60"
        " --seed 1 --workers 1 --json",
    ),
    "checkers": (
        "checkers perft --rules unisa --depth 5 --json",
        "checkers perft --rules english --depth 6 --json",
        "checkers perft --rules italian --depth 6 --json",
        "checkers perft --rules russian --depth 6 --json",
        "checkers perft --rules brazilian --depth 6 --json",
        "checkers tables show english",
    ),
    "contest": (
        "contest run docs/examples/contest-3ds.toml --json",
        "contest moves Round Safeguard --json",
        "contest roster --condition tough --rank normal --json",
        "contest find Round Safeguard Attract Counter Explosion Discharge --contests 20 --iterations 20 --json",
    ),
    "dicewars": ("dicewars map --seed 7", "dicewars map --seed 7 --variant original"),
    "hanabi": (
        "hanabi score --bots smart,smart --games 20 --seed 7 --json",
        "hanabi score --bots hat,hat,hat,hat,hat --games 20 --seed 7 --json",
        "hanabi score --bots smart,sparta:worlds=10,samples=20,least=5,tries=300 --games 2 --seed 7 --json",
    ),
}

# Slow ones, kept in a file of their own.
STUDIES: dict[str, tuple[str, ...]] = {
    "checkers": ("! reproduce checkers --quick --seed 1 --out {tmp}", "tables {tmp}/checkers.md"),
    "contest": ("! reproduce contest --quick --seed 1 --out {tmp}", "tables {tmp}/contest.md"),
    "dicewars": ("! reproduce dicewars --quick --seed 1 --out {tmp}", "tables {tmp}/dicewars.md"),
    "hanabi": (
        "! hanabi table --games 3 --seed 7 --out {tmp}/scores.md",
        "tables {tmp}/scores.md",
        "! hanabi crossplay --players 2,3 --games 2 --seed 7 --out {tmp}/pairs.md",
        "tables {tmp}/pairs.md",
    ),
    "training": (
        "dicewars collect --out {tmp}/data --boards 1",
        "dicewars tune --out {tmp}/weights.json --generations 1 --boards 1",
        "read {tmp}/weights.json",
    ),
}
SESSIONS = {"commands": COMMANDS, "studies": STUDIES}
"""By file of the data."""
