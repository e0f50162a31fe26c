"""How this package speaks with a server of worlds: over a socket that is asked and answers in turn, and over HTTP."""

from __future__ import annotations

import json
import os
import urllib.error
import urllib.request
from collections.abc import Mapping
from pathlib import Path
from typing import Any
from urllib.parse import quote, urlencode

from agonlab.arguments import as_json, seconds, server_address, text
from agonlab.errors import AgonError, ServerLost
from agonlab.frames import Frames, Request
from agonlab.server import shared_server, suspect_shared, token_of

TIMEOUT = 60.0
"""Seconds that an answer may take."""
ENDINGS = (".ts", ".js", ".mts", ".mjs")
"""How files of worlds end."""


def address(world: str, route: str, url: str | None, options: Mapping[str, Any]) -> str:
    """Where a world is asked: at the server ``url``, or at one of this process, which serves files too. Options that are None are left out."""
    known = text("world", world)
    query = {name: as_json(name, value) for name, value in options.items() if value is not None}
    if url is not None:
        base = server_address(url)
    elif known.startswith(("./", "../", "/")) or known.endswith(ENDINGS):
        base = shared_server(options, (os.path.abspath(known),)).url
        known = Path(known).stem
    else:
        base = shared_server(options).url
    return f"{base}/env/{quote(known)}/{route}?{urlencode(query)}"


class Connection:
    """One session with ``world``, at an `address`. Every error names the world, and ``steps``, which its owner counts."""

    def __init__(self, world: str, address: str, *, timeout: float, token: str | None) -> None:
        self.world = world
        self.steps = 0
        self._timeout = seconds(timeout)
        try:
            self._frames = Frames(address, self._timeout, _token(token, address))
        except OSError as error:
            base = address.partition("/env/")[0]
            raise ServerLost(f"no server of worlds at {base}: {error}", world=world, step=0) from error

    def ask(self, request: str | bytes | Request, size: int = 0) -> str | memoryview:
        """Sends a request and waits for its answer; ``size`` is that of bytes that are expected."""
        try:
            self._frames.send(request)
        except OSError as error:
            raise self._lost(error) from error
        return self.receive(size)

    def receive(self, size: int = 0) -> str | memoryview:
        """Waits for a message."""
        try:
            return self._frames.receive(size)
        except TimeoutError as error:
            # A late answer must not be taken for the next one.
            self.close()
            suspect_shared()
            raise ServerLost(f"no answer within {self._timeout:g} s", world=self.world, step=self.steps) from error
        except OSError as error:
            raise self._lost(error) from error

    def _lost(self, error: OSError) -> ServerLost:
        return ServerLost(f"the server has gone: {error}", world=self.world, step=self.steps)

    def read(self, answer: str | memoryview) -> dict[str, Any]:
        """What an answer of text says; an AgonError where that is an error."""
        if not isinstance(answer, str):
            raise AgonError("the answer is no text", world=self.world, step=self.steps)
        message = json.loads(answer)
        data: dict[str, Any] = message["data"]
        if message["type"] == "error":
            raise AgonError(data["message"], world=self.world, step=self.steps, code=data["code"])
        return data

    def close(self) -> None:
        """Ends the session."""
        self._frames.close()

    def __del__(self) -> None:
        if hasattr(self, "_frames"):
            self.close()


def asked(world: str, address: str, *, timeout: float, token: str | None, body: Any = None) -> Any:
    """What the server answers over HTTP to a ``body``, or to a question without one, as JSON."""
    token = _token(token, address)
    headers = {"Content-Type": "application/json"} | ({} if token is None else {"Authorization": f"Bearer {token}"})
    data = None if body is None else as_json("the request", body).encode()
    try:
        with urllib.request.urlopen(urllib.request.Request(address, data, headers), timeout=seconds(timeout)) as answer:
            return json.load(answer)
    except urllib.error.HTTPError as error:
        raise AgonError(_detail(error), world=world, step=0) from error
    except OSError as error:
        raise ServerLost(f"no answer: {error}", world=world, step=0) from error
    except ValueError as error:
        raise AgonError(f"the answer is no JSON: {error}", world=world, step=0) from error


def _token(given: str | None, address: str) -> str | None:
    """The token that is sent: the one that was given, or that of a server which this process began."""
    return token_of(address) if given is None else text("token", given)


def _detail(error: urllib.error.HTTPError) -> str:
    """Why a request was refused, as the server says it, or as another program does that listens there."""
    try:
        detail = json.load(error)["detail"]
        return detail if isinstance(detail, str) else "; ".join(_sentence(one) for one in detail)
    except (ValueError, KeyError, TypeError):
        return f"the server answers {error.code} {error.reason}"


def _sentence(problem: Mapping[str, Any]) -> str:
    """What is wrong, behind where it is."""
    place = ".".join(map(str, problem.get("loc", ())))
    return f"{place}: {problem['msg']}" if place else str(problem["msg"])
