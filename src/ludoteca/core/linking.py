"""Optimising once, where Python calls, and not at every step on the way there.

Numba optimises each function together with all that it calls, and makes machine code of all of it, at once. So what
lies ten calls deep is optimised ten times, and nine times out of ten nobody runs the result. Here a function that only
compiled code calls is "inner": it is left as it was written down, and whatever calls it takes it in. The function that
Python calls is optimised as a whole, with all that it calls, and only of that is machine code made.
"""

from typing import Any

from llvmlite import binding as llvm
from numba.core.codegen import JITCodeLibrary
from numba.core.environment import lookup_environment
from numba.core.registry import cpu_target

__all__ = ["Library", "new_library"]

INNER = "inner"  # in the place of Numba's "object": a kind of library that is saved
ENVIRONMENT = "_ZN08NumbaEnv"  # how the names of Numba's environments begin


class Library(JITCodeLibrary):
    """The code of one function and of all that it calls. An inner one has no machine code."""

    is_inner = False
    _codegen: Any

    def finalize(self) -> None:
        if not self.is_inner:
            super().finalize()
            self._set_environments()
            return
        self._raise_if_finalized()
        for library in dict.fromkeys(self._linking_libraries):
            self._reload_init.update(library._reload_init)
            self._final_module.link_in(library._get_module_for_linking(), preserve=True)
        self._finalize_dynamic_globals()
        self._finalized = True

    def _set_environments(self) -> None:
        """Inner functions have a place for their environment only here."""
        for variable in self._final_module.global_variables:
            environment = lookup_environment(variable.name) if variable.name.startswith(ENVIRONMENT) else None
            if environment is not None:
                self._codegen.set_env(variable.name, environment)

    def get_pointer_to_function(self, name: str) -> int:
        if not self.is_inner:
            return int(super().get_pointer_to_function(name))
        self._ensure_finalized()
        return 0

    @property
    def codegen(self) -> Any:
        return _NoEnvironments(self._codegen) if self.is_inner else self._codegen

    def serialize_using_object_code(self) -> tuple[str, str, Any]:
        if not self.is_inner:
            saved: tuple[str, str, Any] = super().serialize_using_object_code()
            return saved
        self._ensure_finalized()
        return self.name, INNER, self._get_module_for_linking().as_bitcode()

    @classmethod
    def _unserialize(cls, codegen: Any, state: tuple[str, str, Any]) -> Any:
        name, kind, data = state
        if kind != INNER:
            return super()._unserialize(codegen, state)
        library = cls(codegen, name)
        library.is_inner = True
        library._final_module = library._shared_module = llvm.parse_bitcode(data)
        library._finalized = True
        return library


class _NoEnvironments:
    """Numba's code generator for an inner function, which has no place for its environment yet."""

    def __init__(self, codegen: Any) -> None:
        self._codegen = codegen

    def __getattr__(self, name: str) -> Any:
        return getattr(self._codegen, name)

    def set_env(self, name: str, environment: Any) -> None:
        """`Library.finalize` of the function that Python calls does it."""


def new_library(name: str, is_inner: bool) -> Library:
    library = Library(_codegen, name)
    library.is_inner = is_inner
    library.enable_object_caching()  # so that it can be saved
    return library


_codegen: Any = cpu_target.target_context.codegen()
_codegen._library_class = Library  # which loads what was saved
