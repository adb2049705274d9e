"""The levels, from the weakest up. Easy, Intermediate and Hard are those of the original program (depths 2, 3 and 5,
plain alpha-beta). Beginner, Casual and Seasoned err as people do. The strongest are the engine, by time."""

from ludoteca.protocol import Level

PLAIN = "iterative=no,window=0,table=0,killers=no,quiescence=0,exact=yes,random_ties=yes,nodes=50000000"

LEVELS = (
    Level("Beginner", "checkers_human:depth=1,captures=0", "looks at the next move only"),
    Level("Easy", f"alphabeta:depth=2,{PLAIN}", "looks two moves ahead"),
    Level("Casual", "checkers_human:depth=2,sight=0.5", "counts exchanges out, and misses every other reply"),
    Level("Intermediate", f"alphabeta:depth=3,{PLAIN}", "looks three moves ahead"),
    Level(
        "Seasoned",
        "checkers_human:depth=5,sight=0.85",
        "looks up to five moves ahead, and may miss what is far",
    ),
    Level("Hard", f"alphabeta:depth=5,{PLAIN}", "looks five moves ahead: the strongest of the original program"),
    Level("Expert", "checkers_engine:seconds=0.05", "the engine, thinking for a twentieth of a second"),
    Level("Master", "checkers_engine:seconds=0.2", "the engine, thinking for a fifth of a second"),
    Level("Grandmaster", "checkers_engine:seconds=0.8,book=yes", "the engine, thinking for almost a second"),
)
