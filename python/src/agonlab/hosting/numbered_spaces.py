"""Spaces of an environment as numbers: fields of an observation, and actions as choices or boxes."""

import math

import numpy as np
from gymnasium import spaces

# Numbers of one observation, and combinations of a space that become single choices.
MOST_NUMBERS = 100_000
MOST_CHOICES = 1_000
# A box with bounds for each number is described number by number, up to so many.
MOST_APART = 64


class Refused(Exception):
    """What cannot be played, in a clause."""


def observed(space):
    """The fields of an observation, and a function that writes one into an array, as `gymnasium.spaces.utils.flatten` does."""
    fields = []
    write = _part(space, (), 0, fields)
    size = sum(field["size"] for field in fields)
    if size == 0 or size > MOST_NUMBERS:
        raise Refused(f"an observation has {size} numbers, and may have 1 to {MOST_NUMBERS}")
    return fields, size, write


def _part(space, path, at, fields):
    if isinstance(space, spaces.Dict):
        return _parts(space.spaces.items(), path, at, fields)
    if isinstance(space, spaces.Tuple):
        return _parts(enumerate(space.spaces), path, at, fields)
    name = "_".join(str(key) for key in path) or "observation"
    if isinstance(space, spaces.Box):
        low, high = space.low.ravel().astype(float), space.high.ravel().astype(float)
        return _copied(name, low, high, at, fields)
    if isinstance(space, spaces.MultiBinary):
        size = int(np.prod(space.shape))
        return _copied(name, np.zeros(size), np.ones(size), at, fields)
    if isinstance(space, spaces.Discrete):
        return _one_hot(name, [int(space.n)], [int(space.start)], at, fields)
    if isinstance(space, spaces.MultiDiscrete):
        start = getattr(space, "start", np.zeros_like(space.nvec))
        return _one_hot(name, space.nvec.ravel().tolist(), np.ravel(start).tolist(), at, fields)
    where = "an observation" if not path else f"the part {name!r} of an observation"
    raise Refused(f"{where} is {type(space).__name__}, and not Box, Discrete, MultiDiscrete, MultiBinary, Dict or Tuple of these")


def _parts(named, path, at, fields):
    writers = []
    for key, space in named:
        before = sum(field["size"] for field in fields)
        writers.append((key, _part(space, (*path, key), before, fields)))

    def write(value, out):
        for key, one in writers:
            one(value[key], out)

    return write


def _copied(name, low, high, at, fields):
    size = len(low)
    is_apart = 1 < size <= MOST_APART and (np.any(low != low[0]) or np.any(high != high[0]))
    for k in range(size) if is_apart else range(min(size, 1)):
        own = slice(k, k + 1) if is_apart else slice(None)
        fields.append(
            {
                "name": f"{name}_{k}" if is_apart else name,
                "size": 1 if is_apart else size,
                "low": _finite(low[own].min()),
                "high": _finite(high[own].max()),
            }
        )

    def write(value, out):
        out[at : at + size] = value.ravel() if isinstance(value, np.ndarray) else np.ravel(value)

    return write


def _one_hot(name, counts, starts, at, fields):
    fields.append({"name": name, "size": sum(counts), "low": 0, "high": 1})
    places, end = [], at
    for count, start in zip(counts, starts):
        places.append((end - int(start), end, end + count))
        end += count

    def write(value, out):
        out[at:end] = 0
        for (zero, least, most), one in zip(places, np.ravel(value)):
            place = zero + int(one)
            if not least <= place < most:
                raise Refused(f"the part {name!r} of an observation is {value}, which is not in its space")
            out[place] = 1

    return write


def _finite(number):
    """JSON has no infinity: none stands for a side without a bound."""
    return float(number) if math.isfinite(number) else None


def acted(space):
    """What an action is for Agon, the count of its numbers, and a function that makes the environment's of them."""
    if isinstance(space, spaces.Discrete):
        start, kind = int(space.start), space.dtype.type
        return {"choices": int(space.n)}, 1, lambda numbers: kind(start + int(numbers[0]))
    if isinstance(space, (spaces.MultiDiscrete, spaces.MultiBinary)):
        return _combined(space)
    if not isinstance(space, spaces.Box):
        raise Refused(f"an action is {type(space).__name__}, and not Discrete, Box, MultiDiscrete or MultiBinary")
    if not space.is_bounded():
        raise Refused("an action has numbers without bounds; gymnasium.wrappers.RescaleAction or a Box with bounds gives them some")
    low, high = space.low.ravel().astype(float), space.high.ravel().astype(float)
    if len(low) == 0:
        raise Refused("an action has no numbers")
    whole = np.issubdtype(space.dtype, np.integer)

    def make(numbers):
        return np.array(np.rint(numbers) if whole else numbers, dtype=space.dtype).reshape(space.shape)

    return {"low": low.tolist(), "high": high.tolist()}, len(low), make


def _combined(space):
    """Every combination of discrete parts is one choice; the last part changes first."""
    if isinstance(space, spaces.MultiBinary):
        shape, counts, start = space.shape, [2] * int(np.prod(space.shape)), 0
    else:
        shape, counts = space.nvec.shape, space.nvec.ravel().tolist()
        start = np.ravel(getattr(space, "start", np.zeros_like(space.nvec)))
    choices = math.prod(counts)
    if choices > MOST_CHOICES:
        raise Refused(f"an action has {choices} combinations, and may have {MOST_CHOICES}")

    def make(numbers):
        parts = np.array(np.unravel_index(int(numbers[0]), counts)) + start
        return parts.astype(space.dtype).reshape(shape)

    return {"choices": choices}, 1, make
