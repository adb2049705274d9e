"""Every game as an environment of PettingZoo.

    from ludoteca.adapters import pettingzoo as zoo

    env = zoo.env("hanabi", players=2)                    # by turns (AEC); options are those of the game
    env = zoo.parallel_env("contest")                     # games with simultaneous picks, all at once

After `register_all()` they are in PettingZoo's registry, too: `pettingzoo.make("aec", "ludoteca/hanabi-v0")`.
"""

from ludoteca.core.extras import load_extra

load_extra("pettingzoo", "pettingzoo")

from ludoteca.adapters.pettingzoo.aec import TurnEnv, env, raw_env  # noqa: E402
from ludoteca.adapters.pettingzoo.parallel import RoundEnv, parallel_env  # noqa: E402
from ludoteca.adapters.pettingzoo.registration import register_all  # noqa: E402

__all__ = ["RoundEnv", "TurnEnv", "env", "parallel_env", "raw_env", "register_all"]
