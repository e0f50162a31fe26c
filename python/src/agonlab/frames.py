"""The client's end of a WebSocket that is asked and answers in turn, on the standard library alone.

A batch of a few hundred copies steps faster than a WebSocket library carries its arrays: those made for many connections hand every
message from thread to thread. This end sends a message and reads the next one in the thread of its caller, and copies neither.
"""

from __future__ import annotations

import base64
import contextlib
import os
import socket
import ssl
import struct
from urllib.parse import urlsplit

_TEXT, _BYTES, _CLOSE, _PING, _PONG = 1, 2, 8, 9, 10
_LAST = 0x80
"""Bit of a frame that ends its message."""
_MASKED = 0x80
# The mask that the protocol asks of clients keeps scripts of a browser from forging requests. Here it is zero, which changes nothing.
_MASK = b"\0\0\0\0"
_LARGEST = 1 << 31
_LARGEST_HEAD = 1 << 16
_BEGIN = 16
"""Where the bytes of a message begin in memory, so that numbers of eight bytes lie where they should; its head stands before them."""


class ConnectionEnded(OSError):
    """The server closed the connection, or does not speak WebSocket."""


def _head(kind: int, size: int, masked: int = 0) -> bytes:
    """What stands before a message of ``size`` bytes."""
    if size < 126:
        return struct.pack("!BB", _LAST | kind, masked | size)
    if size < 1 << 16:
        return struct.pack("!BBH", _LAST | kind, masked | 126, size)
    return struct.pack("!BBQ", _LAST | kind, masked | 127, size)


class Request:
    """A message of ``size`` bytes that is sent again and again: write to ``data`` between."""

    def __init__(self, size: int) -> None:
        head = _head(_BYTES, size, _MASKED) + _MASK
        memory = memoryview(bytearray(_BEGIN + size))
        memory[_BEGIN - len(head) : _BEGIN] = head
        self.data = memory[_BEGIN:]
        self.whole = memory[_BEGIN - len(head) :]


class Frames:
    """A connection to ``url`` (http or https). What is waited for longer than ``timeout`` seconds is a TimeoutError."""

    def __init__(self, url: str, timeout: float, token: str | None = None) -> None:
        parts = urlsplit(url)
        host = parts.hostname or "127.0.0.1"
        secure = parts.scheme == "https"
        self._socket: socket.socket = socket.create_connection((host, parts.port or (443 if secure else 80)), timeout)
        try:
            if secure:
                self._socket = ssl.create_default_context().wrap_socket(self._socket, server_hostname=host)
            self._socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            lines = [
                f"GET {parts.path}?{parts.query} HTTP/1.1",
                f"Host: {parts.netloc.rpartition('@')[2]}",
                "Connection: Upgrade",
                "Upgrade: websocket",
                "Sec-WebSocket-Version: 13",
                f"Sec-WebSocket-Key: {base64.b64encode(os.urandom(16)).decode()}",
                *([] if token is None else [f"Authorization: Bearer {token}"]),
            ]
            self._socket.sendall("\r\n".join([*lines, "", ""]).encode())
            answer = b""
            while b"\r\n\r\n" not in answer:
                more = self._socket.recv(4096)
                if not more or len(answer) > _LARGEST_HEAD:
                    raise ConnectionEnded("it does not answer as a server of worlds does")
                answer += more
            head, _, self._pending = answer.partition(b"\r\n\r\n")
            status = head.split(b"\r\n")[0].decode("latin-1").partition(" ")[2]
            if not status.startswith("101"):
                asks = ": it asks for the token that it printed" if status.startswith("401") else ""
                raise ConnectionEnded(f"it answers {status}{asks}")
        except BaseException:
            self._socket.close()
            raise

    def send(self, message: str | bytes | Request) -> None:
        """Sends a message: text, bytes, or a request that was made before."""
        if isinstance(message, Request):
            self._socket.sendall(message.whole)
        elif isinstance(message, str):
            self._send(_TEXT, message.encode())
        else:
            self._send(_BYTES, message)

    def _send(self, kind: int, data: bytes) -> None:
        self._socket.sendall(b"".join((_head(kind, len(data), _MASKED), _MASK, data)))

    def receive(self, size: int = 0) -> str | memoryview:
        """The next message: text, or bytes in memory of their own, which may be written to.

        ``size`` is that of bytes that are expected, which are then read to where they stay.
        """
        if size > 0 and not self._pending:
            head = _head(_BYTES, size)
            begin = _BEGIN - len(head)
            memory = memoryview(bytearray(_BEGIN + size))
            got = begin + self._read_into(memory[begin:])
            if memory[begin:_BEGIN] == head:
                while got < _BEGIN + size:
                    got += self._read_into(memory[got:])
                return memory[_BEGIN:]
            # It is another message: what was read of it is read once more.
            self._pending = bytes(memory[begin:got])
        return self._receive()

    def _receive(self) -> str | memoryview:
        """The next message, of either kind."""
        message = bytearray()
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
                self._send(_PONG, bytes(data))
            if code >= _CLOSE:
                continue
            first = first or code
            message += data
            if kind & _LAST:
                return message.decode() if first == _TEXT else memoryview(message)

    def _read(self, size: int) -> bytearray:
        """The next ``size`` bytes."""
        data = bytearray(size)
        got = min(size, len(self._pending))
        data[:got] = self._pending[:got]
        self._pending = self._pending[got:]
        memory = memoryview(data)
        while got < size:
            got += self._read_into(memory[got:])
        return data

    def _read_into(self, memory: memoryview) -> int:
        count = self._socket.recv_into(memory)
        if count == 0:
            raise ConnectionEnded("the server has gone")
        return count

    def close(self) -> None:
        """Ends the connection."""
        with contextlib.suppress(OSError):
            self._send(_CLOSE, struct.pack("!H", 1000))
        self._socket.close()
