"""Every game as an environment of Gymnasium: one agent, the other seats played by chosen ones.

    import gymnasium
    from ludoteca.adapters import gymnasium as ludoteca_gym

    ludoteca_gym.register_all()
    env = gymnasium.make("ludoteca/connect_four-v0", opponents="alphabeta:depth=2")
    batch = gymnasium.make_vec("ludoteca/connect_four-v0", 1024, opponents="random")     # stepped in compiled code

Observations are the numbers of the game's encoder; `info["action_mask"]` and `action_masks()` tell what is legal.
"""

from ludoteca.core.extras import load_extra

load_extra("gymnasium", "gymnasium")

from ludoteca.adapters.gymnasium.registration import register_all  # noqa: E402
from ludoteca.adapters.gymnasium.single import SeatEnv, env  # noqa: E402
from ludoteca.adapters.gymnasium.vector import BatchEnv, vector_env  # noqa: E402

__all__ = ["BatchEnv", "SeatEnv", "env", "register_all", "vector_env"]
