"""What a reward of texts may not do: reach the network, and write files. What it tries is refused, and noted."""

import os
import sys

WRITES = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
CHANGES = ("os.remove", "os.rename", "os.mkdir", "os.rmdir", "os.link", "os.symlink", "os.truncate", "shutil.rmtree")
LOOKUPS = ("socket.getaddrinfo", "socket.gethostbyname")
# What is written there is gone with the process.
OPEN = ("/tmp/", "/dev/")
# Attempts that are told of one batch.
MOST = 5


class Doors:
    """Refuses by Python's own audit of what is done; the room around the process holds where this is evaded."""

    def __init__(self, roots):
        self.roots = tuple(root + os.sep for root in roots)
        self.noted = {}
        sys.addaudithook(self.audit)

    def audit(self, event, args):
        if event == "socket.connect" and isinstance(args[1], tuple):
            self.refuse(f"connect to {args[1][0]}", "the network is closed")
        elif event in LOOKUPS and args[0]:
            self.refuse(f"connect to {_text(args[0])}", "the network is closed")
        elif event == "open" and isinstance(args[2], int) and args[2] & WRITES:
            self.write(args[0])
        elif event in CHANGES:
            self.write(args[0])

    def write(self, path):
        if not isinstance(path, (str, bytes, os.PathLike)):
            return
        place = os.path.abspath(_text(os.fspath(path)))
        if place.startswith(OPEN) and not place.startswith(self.roots):
            return
        self.refuse(f"write {place}", "files are read-only")

    def refuse(self, deed, why):
        if len(self.noted) < MOST:
            self.noted[deed] = True
        raise PermissionError(f"it may not {deed}: {why}")

    def tried(self):
        """What was tried since this was called last."""
        tried, self.noted = list(self.noted), {}
        return tried


def _text(value):
    return value.decode("utf-8", "replace") if isinstance(value, bytes) else str(value)
