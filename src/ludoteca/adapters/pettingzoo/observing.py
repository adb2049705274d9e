"""The spaces of an agent: the encoder's numbers with a mask, and the encoder's classes of actions."""

from typing import Any

import numpy as np
from gymnasium import spaces

from ludoteca.adapters.setting import Setting


def observation_space(setting: Setting) -> spaces.Space[Any]:
    low, high = setting.bounds()
    return spaces.Dict(
        {
            "observation": spaces.Box(low, high, dtype=np.float32),
            "action_mask": spaces.Box(0, 1, (setting.outputs,), np.int8),
        }
    )


def action_space(setting: Setting) -> spaces.Space[Any]:
    return spaces.Discrete(setting.outputs)
