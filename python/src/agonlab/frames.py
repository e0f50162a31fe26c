"""The client's end of a WebSocket that is asked and answers in turn, on the standard library alone.

A batch of a few hundred copies steps faster than a WebSocket library carries its arrays: those made for many connections hand every
message from thread to thread. This end sends a message and reads the next one in the thread of its caller.
"""

from __future__ import annotations

import base64
import http.client
import os
import socket
import struct
from urllib.parse import urlsplit

_TEXT, _BYTES, _CLOSE, _PING, _PONG = 1, 2, 8, 9, 10
_LARGEST = 1 << 31


class ConnectionEnded(OSError):
    """The server closed the connection, or does not speak WebSocket."""


class Frames:
    """A connection to ``url`` (http or https). What is waited for longer than ``timeout`` seconds is a TimeoutError."""

    def __init__(self, url: str, timeout: float, token: str | None = None) -> None:
        parts = urlsplit(url)
        made = http.client.HTTPSConnection if parts.scheme == "https" else http.client.HTTPConnection
        self._http = made(parts.hostname or "127.0.0.1", parts.port, timeout=timeout)
        self._http.connect()
        self._socket: socket.socket = self._http.sock
        self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        headers = {
            "Connection": "Upgrade",
            "Upgrade": "websocket",
            "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": base64.b64encode(os.urandom(16)).decode(),
        }
        if token is not None:
            headers["Authorization"] = f"Bearer {token}"
        self._http.request("GET", f"{parts.path}?{parts.query}", headers=headers)
        # Messages may come with the answer: they are read where the answer's head was.
        self._answer = http.client.HTTPResponse(self._socket, method="GET")
        self._answer.begin()
        if self._answer.status != 101:
            raise ConnectionEnded(f"it answers {self._answer.status} {self._answer.reason}")
        self._reader = self._answer.fp

    def send(self, message: str | bytes) -> None:
        """Sends a message: text, or bytes."""
        if isinstance(message, str):
            self._send(_TEXT, message.encode())
        else:
            self._send(_BYTES, message)

    def _send(self, kind: int, data: bytes) -> None:
        size = len(data)
        if size < 126:
            head = struct.pack("!BB", 0x80 | kind, 0x80 | size)
        elif size < 1 << 16:
            head = struct.pack("!BBH", 0x80 | kind, 0x80 | 126, size)
        else:
            head = struct.pack("!BBQ", 0x80 | kind, 0x80 | 127, size)
        # The mask that the protocol asks for keeps scripts of a browser from forging requests. Here it is zero, which changes nothing.
        self._socket.sendall(b"".join((head, b"\0\0\0\0", data)))

    def receive(self) -> str | bytes:
        """The next message: text, or bytes."""
        message = b""
        first = 0
        while True:
            kind, size = self._read(2)
            if size == 126:
                (size,) = struct.unpack("!H", self._read(2))
            elif size == 127:
                (size,) = struct.unpack("!Q", self._read(8))
            if size > _LARGEST:
                raise ConnectionEnded(f"a message of {size} bytes")
            data = self._read(size)
            code = kind & 15
            if code == _CLOSE:
                raise ConnectionEnded("the server closed the connection")
            if code == _PING:
                self._send(_PONG, data)
            if code >= _CLOSE:
                continue
            first = first or code
            message = message + data if message else data
            if kind & 0x80:
                return message.decode() if first == _TEXT else message

    def _read(self, size: int) -> bytes:
        data = self._reader.read(size)
        if len(data) < size:
            raise ConnectionEnded("the server has gone")
        return data

    def close(self) -> None:
        """Ends the connection."""
        try:
            self._send(_CLOSE, struct.pack("!H", 1000))
        except OSError:
            pass
        self._answer.close()
        self._http.close()
