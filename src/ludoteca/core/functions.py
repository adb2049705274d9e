"""Compiled functions that are compiled for less: Numba's dispatcher without what nothing asks for.

Numba writes two more functions around each one that it compiles: one by which Python calls it, one by which C does.
Both hold a copy of it, so that they are most of the work, and most functions are only ever called by compiled code. So
here a function gets the one for Python when Python first calls it, and the other never.

Numba also compiles a function anew for each constant, each width of an integer and each shape of an array in a record
that it is called with. Here a compiled caller hands over the constant as a number, the number as 64 bits, and the array
as any other array.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core import sigutils, types
from numba.core.caching import _Cache
from numba.core.compiler_lock import global_compiler_lock
from numba.core.imputils import lower_cast
from numba.core.registry import CPUDispatcher

__all__ = ["Function", "is_wanted_by_python"]

NARROW = (types.int8, types.int16, types.int32)

_lock: Any = global_compiler_lock
_wanted = [False]
"""Whether Python calls the function that is compiled now; one for each compilation in another. The lock guards it."""


def is_wanted_by_python() -> bool:
    """Whether the function that is compiled now gets a wrapper by which Python can call it."""
    return _wanted[-1]


class Function(CPUDispatcher):
    """A compiled function."""

    _cache: Any
    _called = False  # from Python, and about to be compiled for it

    def _compile_for_args(self, *args: Any, **kws: Any) -> Any:
        with _lock:
            self._called = True
            try:
                return super()._compile_for_args(*args, **kws)  # type: ignore[misc]
            finally:
                self._called = False

    def compile(self, sig: Any) -> Any:
        with _lock:
            called, self._called = self._called, False
            kinds = tuple(sigutils.normalize_signature(sig)[0])
            with _for_python(called):
                entry = super().compile(sig)
                if called and not _has_wrapper(self.overloads[kinds]):
                    entry = self._compile_again(sig, kinds)
            return entry

    def _compile_again(self, sig: Any, kinds: tuple[Any, ...]) -> Any:
        """Compile, with a wrapper, what so far only compiled code has called."""
        known, cache = self.overloads.pop(kinds), self._cache
        self._cache = _WriteOnly(cache)
        try:
            return super().compile(sig)
        except BaseException:
            self.overloads[kinds] = known
            raise
        finally:
            self._cache = cache

    def add_overload(self, cres: Any) -> None:
        """Let Python find what it can call; compiled code looks among the overloads."""
        if _has_wrapper(cres):
            super().add_overload(cres)
        else:
            self.overloads[tuple(cres.signature.args)] = cres

    def get_call_template(self, args: Any, kws: Any) -> Any:
        """What a compiled caller is given: for arguments of the general types."""
        return super().get_call_template(
            tuple(_generalise(kind) for kind in args), {name: _generalise(kind) for name, kind in kws.items()}
        )


class _WriteOnly(_Cache):
    """A cache that knows nothing yet and keeps what it is told."""

    def __init__(self, cache: Any) -> None:
        self.cache = cache

    @property
    def cache_path(self) -> Any:
        return self.cache.cache_path

    def load_overload(self, sig: Any, target_context: Any) -> None:
        return None

    def save_overload(self, sig: Any, data: Any) -> None:
        self.cache.save_overload(sig, data)

    def enable(self) -> None:
        self.cache.enable()

    def disable(self) -> None:
        self.cache.disable()

    def flush(self) -> None:
        self.cache.flush()


@contextmanager
def _for_python(wanted: bool) -> Iterator[None]:
    _wanted.append(wanted)
    try:
        yield
    finally:
        _wanted.pop()


def _has_wrapper(result: Any) -> bool:
    return bool(result.library.get_pointer_to_function(result.fndesc.llvm_cpython_wrapper_name))


def _generalise(kind: Any) -> Any:
    """The type that a function is compiled for in the place of a more special one."""
    kind = types.unliteral(kind)
    if isinstance(kind, types.NestedArray):
        return types.Array(kind.dtype, kind.ndim, "C")
    return types.int64 if kind in NARROW else kind


@lower_cast(types.NestedArray, types.Array)  # type: ignore[untyped-decorator]
def _cast_nested(context: Any, builder: Any, kind: Any, wanted: Any, value: Any) -> Any:
    """An array in a record is an array: its values are laid out alike."""
    return value
