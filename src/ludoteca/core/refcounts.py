"""Leaving out what Numba does at every call for arrays that a function only borrows: counting references.

Numba counts the references to each array with atomic operations, and in the short functions of rules and searches these
took a quarter of the time. A function that neither makes arrays nor returns any needs none of it: whoever called it
holds on to what it was given. `Compiler` finds out for each function, once its types are known.
"""

import secrets
from functools import cache
from typing import Any

from numba.core import ir, types
from numba.core.bytecode import FunctionIdentity
from numba.core.compiler import CompilerBase, DefaultPassBuilder
from numba.core.compiler_machinery import AnalysisPass, register_pass
from numba.core.typed_passes import IRLegalization
from numba.np.arrayobj import raise_with_shape_context

from ludoteca.core.functions import is_wanted_by_python
from ludoteca.core.linking import new_library

__all__ = ["Compiler"]

# Numba tells functions of one name apart by a counter, which begins anew in each process: code that two processes have
# cached can then share symbols, and a third that loads both runs the code of the first for either (numba issue 10486).
_unique_ids: Any = iter(lambda: secrets.randbits(64), None)
FunctionIdentity._unique_ids = _unique_ids

GIVEN = (ir.Arg, ir.Const, ir.FreeVar, ir.Global, ir.Var)
PARTS = ("getattr", "getitem", "static_getitem", "exhaust_iter", "cast")  # they give a part of what they are given


@register_pass(mutates_CFG=False, analysis_only=True)
class SkipRefcounts(AnalysisPass):
    """Compile on without reference counts where a function only borrows."""

    _name = "ludoteca_stop_counting"

    def __init__(self) -> None:
        AnalysisPass.__init__(self)

    def run_pass(self, state: Any) -> bool:
        if only_borrows(state):
            state.targetctx = state.targetctx.subtarget(enable_nrt=False)
        return False


class Compiler(CompilerBase):
    """Numba's own steps with `SkipRefcounts` before the last, which writes the code."""

    def __init__(self, *args: Any, **kws: Any) -> None:
        super().__init__(*args, **kws)
        _shorten_messages(self.state.typingctx)
        self.state.flags.no_cpython_wrapper = not is_wanted_by_python()
        self.state.flags.no_cfunc_wrapper = True

    def compile_extra(self, func: Any) -> Any:
        self.state.library = new_library(func.__qualname__, is_inner=not is_wanted_by_python())
        return super().compile_extra(func)

    def define_pipelines(self) -> list[Any]:
        steps = DefaultPassBuilder.define_nopython_pipeline(self.state)
        steps.add_pass_after(SkipRefcounts, IRLegalization)
        steps.finalize()
        return [steps]


@cache
def _shorten_messages(context: Any) -> None:
    """Let the error about arrays of different lengths leave out the lengths, as it does on other targets of Numba:
    the text with the numbers in it takes three seconds to compile, in each process."""
    known = context.resolve_value_type(raise_with_shape_context)
    known.templates = tuple(one for one in known.templates if one.metadata.get("target") == "generic")


def only_borrows(state: Any) -> bool:
    """Whether every array in a typed function was handed to it (or is a constant), and none leaves it as a result."""
    if _holds_memory(state, state.return_type):
        return False
    steps = [step for block in state.func_ir.blocks.values() for step in block.body]
    return not any(_may_make_arrays(state, step) for step in steps)


def _holds_memory(state: Any, kind: Any) -> bool:
    """Whether values of this type refer to memory that Numba counts."""
    return bool(state.targetctx.data_model_manager[kind].contains_nrt_meminfo())


def _may_make_arrays(state: Any, step: Any) -> bool:
    if isinstance(step, ir.SetItem | ir.StaticSetItem):  # of many items at once: they may overlap, and are copied first
        index = step.index if isinstance(step, ir.SetItem) else step.index_var
        return any(part is not None and _holds_memory(state, state.typemap[part.name]) for part in (index, step.value))
    if not isinstance(step, ir.Assign):
        return False
    kind = state.typemap[step.target.name]
    return _holds_memory(state, kind) and not (_is_arrays(kind) and _is_given(state, step.value))


def _is_arrays(kind: Any) -> bool:
    """An array, or a tuple with arrays in it: not a list, which could keep what it is given."""
    if isinstance(kind, types.BaseTuple):
        parts: Any = kind.types  # type: ignore[attr-defined]
        return all(_is_arrays(part) or isinstance(part, types.Number | types.Record) for part in parts)
    return isinstance(kind, types.Array)


def _is_given(state: Any, value: Any) -> bool:
    """Whether an expression gives what exists already: an argument, a constant, another variable, or a part of one."""
    if not isinstance(value, ir.Expr):
        return isinstance(value, GIVEN)
    if value.op == "getitem" and _holds_memory(state, state.typemap[value.index.name]):
        return False  # indexed by an array: a copy
    return value.op in PARTS
