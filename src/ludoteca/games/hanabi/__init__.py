"""Hanabi for two to five players. See README.md for the rules, the state and the players."""

from ludoteca.core.plugins import Plugin, StudyEntry

PLUGIN = Plugin(
    package=__name__,
    encoders={
        "hle": "encoders.hle:ENCODER",
        "hle_stacks": "encoders.hle_stacks:ENCODER",
        "bologna": "encoders.bologna:ENCODER",
        "bologna_canonical": "encoders.bologna:CANONICAL",
        "bologna_any": "encoders.bologna_any:ENCODER",
        "smart_moves": "encoders.smart_moves:ENCODER",
        "chiappini": "encoders.chiappini:ENCODER",
        "chiappini_memory": "encoders.chiappini:WITH_MEMORY",
        "chiappini_split": "encoders.chiappini_split:ENCODER",
        "chiappini_split_memory": "encoders.chiappini_split:WITH_MEMORY",
    },
    teacher="bots.teacher:TEACHER",
    networks={
        name: f"training/{name}.safetensors"
        for name in ("net_best", "net_bot2", "net_bot2_3", "net_bot2_4", "net_bot2_5")
    },
    self_play="self-play.toml",
    studies={
        "hanabi-imitation": StudyEntry(
            title="Networks that imitate Bot2, beside Crivellari and Varotto's (Bologna 2022).",
            duration="about an hour and a half on one core; the quick form a minute",
            run="study.imitation:run",
            rewrite="study.imitation:rewrite",
        ),
        "hanabi": StudyEntry(
            title="Hanabi's bots: every bot with itself beside published scores, and with every other.",
            duration="about a quarter of an hour on one core; the quick form less than a minute",
            run="study.reproduce:run",
        ),
        "hanabi-outcome": StudyEntry(
            title="Hanabi learned from the outcome: the cost of Chiappini and Ciruzzi's notes, and PPO.",
            duration="about an hour of one core; the quick form some seconds",
            run="study.outcome:run",
            rewrite="study.outcome:rewrite",
        ),
    },
    commands="cli:app",
    bench="bench",
    page="page",
)
