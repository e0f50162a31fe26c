"""Arguments of this package: each is what its name says, also as NumPy's or as an empty one, or is refused in one sentence.

None stands for an argument that was left out. All else that is falsy (0, an empty text, an empty list) is an argument.
"""

from __future__ import annotations

import json
import math
import operator
import os
from collections.abc import Mapping, Sequence
from reprlib import repr as shown
from typing import Any
from urllib.parse import urlsplit

import numpy as np

MOST = 2**53 - 1
"""The largest whole number that a server of worlds reads exactly."""


def refused(name: str, value: Any, right: str) -> ValueError:
    """Says what an argument is, and what it must be."""
    return ValueError(f"{name} is {shown(value)}; it must be {right}")


def whole(name: str, value: Any, *, least: int = 0, most: int = MOST) -> int:
    """A whole number, Python's or NumPy's. Truth values and numbers with a point are none."""
    right = f"a whole number from {least} to {most}" if most < MOST else f"a whole number from {least} on, below 2**53"
    try:
        number = None if isinstance(value, (bool, np.bool_)) else operator.index(value)
    except TypeError:
        number = None
    if number is None or not least <= number <= most:
        raise refused(name, value, right)
    return number


def number(name: str, value: Any, right: str) -> float:
    """A finite number, Python's or NumPy's; ``right`` says what it must be."""
    if isinstance(value, (int, float, np.integer, np.floating)) and not isinstance(value, bool) and math.isfinite(value):
        return float(value)
    raise refused(name, value, right)


def seconds(value: Any) -> float:
    """A ``timeout``."""
    right = "a number of seconds above 0"
    found = number("timeout", value, right)
    if found <= 0:
        raise refused("timeout", value, right)
    return found


def text(name: str, value: Any) -> str:
    """A text that is not empty."""
    if not isinstance(value, str) or value == "":
        raise refused(name, value, "a text that is not empty")
    return str(value)


def listed(name: str, value: Any) -> list[Any]:
    """A list, a tuple or an array of one dimension or more; a text is none."""
    if isinstance(value, np.ndarray) and value.ndim > 0:
        return list(value)
    if not isinstance(value, Sequence) or isinstance(value, (str, bytes)):
        raise refused(name, value, "a list")
    return list(value)


def texts(name: str, value: Any) -> list[str]:
    """A list of texts or paths, of which none is empty."""
    return [
        text(f"{name}[{k}]", os.fspath(one) if isinstance(one, os.PathLike) else one) for k, one in enumerate(listed(name, value))
    ]


def among(name: str, value: Any, known: Sequence[str]) -> str:
    """One of the texts that are known."""
    if not isinstance(value, str) or value not in known:
        raise refused(name, value, "one of " + ", ".join(known))
    return value


def mapping(name: str, value: Any) -> dict[str, Any] | None:
    """A map whose keys are texts, or None."""
    if value is not None and not (isinstance(value, Mapping) and all(isinstance(key, str) for key in value)):
        raise refused(name, value, "a dict whose keys are texts")
    return None if value is None else dict(value)


def server_address(url: Any) -> str:
    """The address of a server, without a slash at its end."""
    try:
        parts = urlsplit(text("url", url))
        is_right = parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        is_right = False
    if not is_right:
        raise refused("url", url, "the address of a server, such as http://127.0.0.1:8000")
    return str(url).rstrip("/")


def as_json(name: str, value: Any) -> str:
    """JSON of a value; numbers and arrays of NumPy are those of Python, and paths are texts."""
    try:
        return json.dumps(value, default=_plain, allow_nan=False)
    except (TypeError, ValueError) as error:
        raise ValueError(f"{name} is {shown(value)}, which JSON cannot say: {error}") from error


def _plain(value: Any) -> Any:
    if isinstance(value, (np.generic, np.ndarray)):
        return value.tolist()
    if isinstance(value, Mapping):
        return dict(value)
    if isinstance(value, os.PathLike):
        return os.fspath(value)
    raise TypeError(f"a value of type {type(value).__name__}")


def no_reset_options(world: str, options: Any, *, besides: Sequence[str] = ()) -> None:
    """Refuses ``options`` of a reset, as there are none, ``besides`` those that are passed over."""
    if options is None:
        return
    if not isinstance(options, Mapping):
        raise refused("options", options, "a dict, or None")
    unknown = [str(name) for name in options if name not in besides]
    if unknown:
        given = ", ".join(unknown)
        raise ValueError(f"{world}: a reset has no option {given}; parameters of the world are given where it is made")


def optional_seed(value: Any, name: str = "seed") -> int | None:
    """A seed; None where one is to be drawn."""
    return None if value is None else whole(name, value)


def numbers(name: str, value: Any, shape: tuple[int, ...]) -> np.ndarray[Any, Any]:
    """Numbers or truth values in this shape; sides of length 1 may be left out or added."""
    found = np.asarray(value)
    if found.dtype.kind not in "biuf":
        raise refused(name, value, "numbers")
    sides = [[side for side in one if side != 1] for one in (found.shape, shape)]
    if sides[0] != sides[1]:
        raise ValueError(f"{name} has the shape {list(found.shape)}; it must be {list(shape)}")
    return found.reshape(shape)
