"""Names for the states and arrays that compiled and plain code share. They say what is inside. Type checkers see only
Any: in NumPy's own types every item is a NumPy scalar, which is no `int` or `float` where the code needs one."""

from functools import cache
from typing import Any

import numpy as np

State = Any  # a row of a game's dtype (Row)
States = Any  # an array of states: `states[0]` is a State

Array = Any  # numbers of any kind
IntArray = Any  # whole numbers
FloatArray = Any  # float64, or float32 where a network reads it
Actions = Any  # whole numbers: a list of actions to write to, or that was written


class Row(np.record):  # type: ignore[misc]
    """A row of a structured array whose fields are attributes. NumPy's own record is the same and takes several times
    as long: it looks for each attribute in Python."""

    __slots__ = ()
    __getattribute__: Any = np.void.__getattribute__
    __getitem__: Any = np.void.__getitem__

    def __getattr__(self, name: str) -> Any:
        try:
            return np.void.__getitem__(self, name)
        except ValueError:
            raise AttributeError(f"there is no field {name!r}") from None

    def __setattr__(self, name: str, value: Any) -> None:
        try:
            np.void.__setitem__(self, name, value)
        except ValueError:
            if name in (self.dtype.names or ()):
                raise
            raise AttributeError(f"there is no field {name!r}") from None


class Rows(np.ndarray):
    """An array of rows whose columns are attributes, too."""

    def __getattr__(self, name: str) -> Any:
        if name in (self.dtype.names or ()):
            return self.view(np.ndarray)[name]
        raise AttributeError(f"there is no field {name!r}")


@cache
def of_rows(dtype: np.dtype[Any]) -> np.dtype[Any]:
    """The same memory, with rows (and rows inside of them) of type Row."""
    if dtype.subdtype is not None:
        base, shape = dtype.subdtype
        return np.dtype((of_rows(base), shape))
    if dtype.names is None or dtype.fields is None:
        return dtype
    fields = [dtype.fields[name] for name in dtype.names]
    layout = {
        "names": list(dtype.names),
        "formats": [of_rows(field[0]) for field in fields],
        "offsets": [field[1] for field in fields],
        "itemsize": dtype.itemsize,
    }
    return np.dtype((Row, np.dtype(layout, align=dtype.isalignedstruct)))  # type: ignore[call-overload]
