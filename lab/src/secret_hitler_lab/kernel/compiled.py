"""How the kernel is compiled, and when what was compiled before is stale."""

import hashlib
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final, TypeVar, cast

import numpy.typing as npt
from llvmlite import ir  # type: ignore[import-untyped]  # it has no type hints
from numba import njit, types
from numba.extending import intrinsic
from numba.np.arrayobj import make_array

from .layout import Row

F = TypeVar("F", bound=Callable[..., Any])

_OPTIONS: Final[dict[str, Any]] = {"error_model": "numpy", "nogil": True, "no_cfunc_wrapper": True, "_nrt": False}
_UNSEEN: Final[dict[str, Any]] = {**_OPTIONS, "no_cpython_wrapper": True, "no_rewrites": True}
"""Without what only Python needs, which is half of the time it takes to compile."""

_SOURCES: Final = sorted(Path(__file__).parent.glob("*.py"))
_STAMP: Final = hashlib.sha256(b"".join(source.read_bytes() for source in _SOURCES)).hexdigest()


_compile: Final[Any] = njit  # its type hints do not name all of its options


def jit_inline(function: F) -> F:
    """Compile a small function that other compiled functions take in."""
    return cast(F, _compile(**_UNSEEN, forceinline=True)(function))


def jit_call(function: F) -> F:
    """Compile a function that other compiled functions call: taken in at each place it would take long to compile."""
    return cast(F, _compile(**_UNSEEN)(function))


def jit_entry(function: F) -> F:
    """Compile a function that Python calls: kept on disk once compiled, and free to run beside others in threads."""
    dispatcher = _compile(cache=True, **_OPTIONS)(function)
    # numba looks for changes in the file of this function only; what it calls lives in the other files of the kernel
    stored = dispatcher._cache._cache_file
    stored._source_stamp = (stored._source_stamp, _STAMP)
    return cast(F, dispatcher)


def _row_of(typing: Any, rows: Any, number: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        array = make_array(signature.args[0])(context, builder, arguments[0])  # type: ignore[no-untyped-call]
        width = builder.extract_value(array.shape, signature.args[0].ndim - 1)
        return builder.gep(array.data, [builder.mul(arguments[1], width)])

    return types.CPointer(rows.dtype)(rows, types.int64), generate  # type: ignore[no-untyped-call]


def _popcount(typing: Any, mask: Any) -> Any:
    return types.int64(types.int64), lambda context, builder, signature, arguments: builder.ctpop(arguments[0])


def _lowest(typing: Any, mask: Any) -> Any:
    def generate(context: Any, builder: Any, signature: Any, arguments: Any) -> Any:
        return builder.cttz(arguments[0], ir.Constant(ir.IntType(1), 1))

    return types.int64(types.int64), generate


# A bare pointer: an array would be counted in and out of every function, which costs as much as the game itself.
row_of: Callable[[npt.NDArray[Any], int], Row] = cast(Any, intrinsic(_row_of))
popcount: Callable[[int], int] = cast(Any, intrinsic(_popcount))
lowest: Callable[[int], int] = cast(Any, intrinsic(_lowest))
"""The lowest seat in a mask that is not empty."""
