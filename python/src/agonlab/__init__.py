"""Agon's worlds for Python.

``make`` gives a Gymnasium environment, ``vector`` a Gymnasium vector environment, ``parallel`` a PettingZoo one, and `Reward` a reward
function for trainers of language models. Each starts a server of worlds by itself unless it is given the address of one.
``weigh`` says what other rewards would have bought, from rollouts that exist.
"""

from __future__ import annotations

from typing import Any

from agonlab.errors import AgonError, NotScored, NotWeighed, ServerLost, ServerNotStarted
from agonlab.rewards import Reward
from agonlab.server import Server
from agonlab.single import AgonEnv, make
from agonlab.vector import AgonVectorEnv
from agonlab.vector import vector as vector
from agonlab.weighing import Weighing, weigh

__version__ = "0.1.0"

__all__ = [
    "AgonEnv",
    "AgonError",
    "AgonVectorEnv",
    "NotScored",
    "NotWeighed",
    "Reward",
    "Server",
    "ServerLost",
    "ServerNotStarted",
    "Weighing",
    "make",
    "parallel",
    "vector",
    "weigh",
]


def parallel(world: str, **options: Any) -> Any:
    """The world of this name as a PettingZoo parallel environment, which needs ``pip install agonlab[pettingzoo]``."""
    from agonlab.joint import parallel as made

    return made(world, **options)
