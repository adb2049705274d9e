"""Names for the states and arrays that compiled and plain code share. They say what is inside. Type checkers see only
Any: in NumPy's own types every item is a NumPy scalar, which is no `int` or `float` where the code needs one."""

from typing import Any

State = Any  # a row of a game's dtype (np.record)
States = Any  # an array of states: `states[0]` is a State

Array = Any  # numbers of any kind
IntArray = Any  # whole numbers
FloatArray = Any  # float64, or float32 where a network reads it
Actions = Any  # whole numbers: a list of actions to write to, or that was written
