"""Pictures of an environment as PNG, by the standard library alone."""

import base64
import struct
import zlib

import numpy as np
from numbered_spaces import Refused

# Pixels of a side; larger pictures are thinned out.
MOST = 480


def encoded(pixels):
    """A picture [height, width, 3] in base64, with its sides."""
    if not isinstance(pixels, np.ndarray) or pixels.ndim != 3 or pixels.shape[2] != 3 or pixels.dtype != np.uint8:
        raise Refused("its render gives no picture of whole numbers [height, width, 3]")
    step = -(-max(pixels.shape[:2]) // MOST)
    pixels = np.ascontiguousarray(pixels[::step, ::step])
    height, width, _ = pixels.shape
    # Every row begins with its filter, which is none.
    rows = np.zeros((height, 1 + 3 * width), dtype=np.uint8)
    rows[:, 1:] = pixels.reshape(height, 3 * width)
    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    png = b"\x89PNG\r\n\x1a\n" + b"".join(
        _chunk(kind, data) for kind, data in ((b"IHDR", head), (b"IDAT", zlib.compress(rows.tobytes(), 6)), (b"IEND", b""))
    )
    return {"png": base64.b64encode(png).decode(), "width": width, "height": height}


def _chunk(kind, data):
    return struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
