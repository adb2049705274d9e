"""The batch of games as a `VecEnv` of Stable-Baselines3, for sb3-contrib's MaskablePPO as well.

from sb3_contrib import MaskablePPO
from ludoteca.adapters.sb3 import vec_env

model = MaskablePPO("MlpPolicy", vec_env("connect_four", 64, opponents="random"))
model.learn(200_000)
"""

from ludoteca.core.extras import load_extra

load_extra("stable_baselines3", "sb3")

from ludoteca.adapters.sb3.vec_env import BatchVecEnv, vec_env  # noqa: E402

__all__ = ["BatchVecEnv", "vec_env"]
