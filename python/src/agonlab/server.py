"""A server of worlds as a child of this process. Environments that are given no address share one, where they may open the same files."""

from __future__ import annotations

import atexit
import json
import os
import queue
import shlex
import shutil
import subprocess
import threading
import urllib.request
from collections import deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import IO, Any

from agonlab.arguments import refused, seconds, texts
from agonlab.errors import ServerNotStarted

START_TIMEOUT = 60.0
"""Seconds that a server may take to begin."""
HEALTH_TIMEOUT = 5.0
"""Seconds that a server has to show that it does not hang."""


def default_command() -> list[str]:
    """The command that runs Agon: ``AGON_COMMAND``, or ``agon`` on the path. No package is run by its name: a stranger could register it."""
    # As usual, a variable of the environment that is empty counts as absent.
    given = os.environ.get("AGON_COMMAND", "")
    if given.strip() != "":
        return shlex.split(given)
    if shutil.which("agon"):
        return ["agon"]
    raise ServerNotStarted(
        "there is no command agon on the path: npm link --ignore-scripts in Agon's folder puts it there; "
        'or set AGON_COMMAND="node AGON/dist/cli/main.js", or give a server\'s address'
    )


class Server:
    """``agon serve`` on a free port. It ends with ``close``, with this process, and with the ``with`` block that it is made in.

    ``worlds`` are names or files; without any, all worlds that ship are served. ``options`` are further flags of the command.
    ``allow`` says what requests may name: ``"programs"``, ``"models"``, or folders whose files they may.
    """

    def __init__(
        self,
        worlds: Sequence[str] = (),
        *,
        allow: Sequence[str] = (),
        options: Sequence[str] = (),
        command: Sequence[str] | None = None,
        timeout: float = START_TIMEOUT,
    ) -> None:
        allowed = [word for one in texts("allow", allow) for word in ("--allow", one)]
        program = default_command() if command is None else texts("command", command)
        if not program:
            raise refused("command", command, "a command with its arguments")
        served, flags, limit = texts("worlds", worlds), texts("options", options), seconds(timeout)
        whole = [*program, "serve", *served, "--port", "0", "--until-eof", "--json", *allowed, *flags]
        try:
            self._process = subprocess.Popen(
                whole, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
            )
        except OSError as error:
            raise ServerNotStarted(f"{shlex.join(whole)} cannot be run: {error}") from error
        self._said: deque[str] = deque(maxlen=40)
        lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, args=(self._process.stdout, lines.put), daemon=True).start()
        threading.Thread(target=self._read, args=(self._process.stderr, self._said.append), daemon=True).start()
        try:
            line = lines.get(timeout=limit)
        except queue.Empty:
            line = ""
        if not line.startswith("{"):
            self.close()
            said = "".join(self._said).strip() or "it said nothing"
            raise ServerNotStarted(f"{shlex.join(whole)} did not begin within {limit:g} s: {said}")
        about = json.loads(line)
        self.url: str = about["url"]
        if "token" in about:
            _tokens[self.url] = about["token"]
        atexit.register(self.close)

    @staticmethod
    def _read(stream: IO[str] | None, tell: Callable[[str], object]) -> None:
        """Tells every line, and at the end an empty one."""
        try:
            for line in stream or ():
                tell(line)
        except ValueError:
            # The stream was closed meanwhile.
            pass
        tell("")

    @property
    def alive(self) -> bool:
        """Whether the process still runs."""
        return self._process.poll() is None

    def close(self) -> None:
        """Ends the server, and waits for it."""
        atexit.unregister(self.close)
        if self._process.stdin is not None:
            self._process.stdin.close()
        try:
            self._process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()
        for stream in (self._process.stdout, self._process.stderr):
            if stream is not None:
                stream.close()

    def __enter__(self) -> Server:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()


_tokens: dict[str, str] = {}
"""What servers that this process began ask for, by their addresses, where the system does not say whose a connection is."""


def token_of(address: str) -> str | None:
    """What the server at an address asks for, where this process began it and it asks for something."""
    return _tokens.get(address.partition("/env/")[0])


_Key = tuple[tuple[str, ...], tuple[str, ...]]
_shared: dict[_Key, Server] = {}
"""Servers of environments that are given no address, by the files of worlds that they serve, and the folders whose files they may open."""
_suspects: set[_Key] = set()
_lock = threading.Lock()


def shared_server(options: Any = None, worlds: tuple[str, ...] = ()) -> Server:
    """The server of environments that are given no address; begun by the first, and again where it has ended or hangs.

    It computes worlds in the thread that speaks with this process: there is nothing else to serve meanwhile. Requests may name files in the
    folder in which this process began it, and beside the files that ``options`` name: what this process names itself, it allows.
    ``worlds`` are files of worlds, which have a server of their own.
    """
    folders = tuple(sorted({".", *_folders(options)}))
    key = (worlds, folders)
    with _lock:
        known = _shared.get(key)
        if known is not None and key in _suspects and not _answers(known):
            known.close()
        _suspects.discard(key)
        if known is None or not known.alive:
            known = _shared[key] = Server(worlds, allow=folders, options=["--threads", "0"])
        return known


def _folders(value: Any) -> Iterator[str]:
    """Folders of the files that a value names, out of the folder of this process."""
    if isinstance(value, Mapping):
        for one in value.values():
            yield from _folders(one)
    elif isinstance(value, (list, tuple)):
        for one in value:
            yield from _folders(one)
    elif isinstance(value, (str, os.PathLike)) and "\0" not in str(value) and os.path.isfile(value):
        folder, here = Path(value).resolve().parent, Path().resolve()
        if here not in (folder, *folder.parents):
            yield str(folder)


def suspect_shared() -> None:
    """Has the shared servers looked at before they are used again, since something took too long."""
    _suspects.update(_shared)


def _answers(server: Server) -> bool:
    try:
        with urllib.request.urlopen(f"{server.url}/health", timeout=HEALTH_TIMEOUT):
            return True
    except OSError:
        return False
