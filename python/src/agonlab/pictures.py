"""A scene of a world as an array of pixels. It needs Pillow: ``pip install agonlab[render]``."""

from __future__ import annotations

import base64
import io
import math
import unicodedata
from collections.abc import Sequence
from functools import lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

try:
    from PIL import Image, ImageDraw, ImageFont
except ImportError as missing:
    raise ImportError("pictures need Pillow: pip install 'agonlab[render]'") from missing

WIDTH = 600
"""Pixels of a picture's width, and at most of its height."""
_FINE = 2
"""Points that are drawn for each pixel, along each side: edges become smooth."""
_LINE_WIDTH = 1.5
_ARROW = 7.0
_DASH = (6.0, 5.0)

# Colours of Agon's own pages, by their meaning and by seat.
_TONES = {
    "ink": (28, 32, 36),
    "muted": (89, 97, 106),
    "faint": (227, 225, 219),
    "accent": (0, 96, 160),
    "good": (0, 150, 122),
    "warning": (185, 138, 0),
    "bad": (198, 70, 0),
    "surface": (255, 255, 255),
}
_SEATS = [(0, 96, 160), (198, 70, 0), (0, 150, 122), (143, 63, 128), (185, 138, 0), (63, 152, 213), (61, 61, 61)]

Point = tuple[float, float]


def size_of(scene: dict[str, Any]) -> tuple[int, int]:
    """Width and height in pixels at which a scene is drawn; both are even, as encoders of films ask for."""
    view = scene["view"]
    height = WIDTH * (view["top"] - view["bottom"]) / (view["right"] - view["left"])
    return WIDTH, max(2, 2 * round(min(height, WIDTH) / 2))


def picture(scene: dict[str, Any], size: tuple[int, int] | None = None) -> NDArray[np.uint8]:
    """The pixels of a scene, [height, width, 3], from 0 to 255. Without a ``size`` it is as high as the scene asks for."""
    width, height = size_of(scene) if size is None else size
    image = Image.new("RGB", (width * _FINE, height * _FINE), _TONES["surface"])
    _Brush(image, scene["view"]).draw(scene["shapes"])
    return np.array(image.reduce(_FINE))


def _colour(tone: str | int, opacity: float = 1.0) -> tuple[int, int, int, int]:
    red, green, blue = _TONES[tone] if isinstance(tone, str) else _SEATS[tone % len(_SEATS)]
    return red, green, blue, round(255 * opacity)


@lru_cache(maxsize=64)
def _font(size: int) -> Any:
    return ImageFont.load_default(size)


class _Brush:
    """Draws shapes, whose coordinates are the world's, on an image."""

    def __init__(self, image: Image.Image, view: dict[str, float]) -> None:
        self._image = image
        self._draw = ImageDraw.Draw(image, "RGBA")
        width, height = image.size
        across, up = view["right"] - view["left"], view["top"] - view["bottom"]
        self._scale = min(width / across, height / up)
        self._left = width / 2 - (view["left"] + across / 2) * self._scale
        self._bottom = height / 2 + (view["bottom"] + up / 2) * self._scale

    def draw(self, shapes: Sequence[dict[str, Any]]) -> None:
        """Draws shapes in their order: later ones lie above."""
        for shape in shapes:
            match shape["kind"]:
                case "circle":
                    self._circle(shape)
                case "polygon":
                    self._polygon(shape)
                case "line":
                    self._line(shape)
                case "text":
                    self._text(shape)
                case "grid":
                    self._grid(shape)
                case "picture":
                    self._picture(shape)

    def _at(self, point: Sequence[float]) -> Point:
        return self._left + point[0] * self._scale, self._bottom - point[1] * self._scale

    def _circle(self, shape: dict[str, Any]) -> None:
        (x, y), radius = self._at(shape["at"]), shape["radius"] * self._scale
        fill, stroke, opacity = shape.get("fill"), shape.get("stroke"), shape.get("opacity", 1.0)
        if fill is not None:
            self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), fill=_colour(fill, opacity))
        if stroke is not None:
            width = self._width(shape)
            radius += width / 2
            self._draw.ellipse((x - radius, y - radius, x + radius, y + radius), outline=_colour(stroke, opacity), width=width)

    def _polygon(self, shape: dict[str, Any]) -> None:
        points = [self._at(point) for point in shape["points"]]
        fill, stroke, opacity = shape.get("fill"), shape.get("stroke"), shape.get("opacity", 1.0)
        if fill is not None:
            self._draw.polygon(points, fill=_colour(fill, opacity))
        if stroke is not None:
            self._draw.line(
                [*points, points[0], points[1]], fill=_colour(stroke, opacity), width=self._width(shape), joint="curve"
            )

    def _line(self, shape: dict[str, Any]) -> None:
        points = [self._at(point) for point in shape["points"]]
        colour, width = _colour(shape.get("stroke", "ink"), shape.get("opacity", 1.0)), self._width(shape)
        for piece in _dashed(points) if shape.get("dashed", False) else [points]:
            self._draw.line(piece, fill=colour, width=width, joint="curve")
        if shape.get("arrow", False):
            (from_x, from_y), (x, y) = points[-2:]
            turn = math.atan2(y - from_y, x - from_x)
            size = _ARROW * _FINE + 1.5 * width
            sides = [(x - size * math.cos(turn + side), y - size * math.sin(turn + side)) for side in (-0.5, 0.5)]
            self._draw.polygon([(x + size / 2 * math.cos(turn), y + size / 2 * math.sin(turn)), *sides], fill=colour)

    def _text(self, shape: dict[str, Any]) -> None:
        colour = _colour(shape.get("fill", "ink"), shape.get("opacity", 1.0))
        self._write(shape["text"], self._at(shape["at"]), shape["size"], colour, shape.get("align", "middle"))

    def _grid(self, shape: dict[str, Any]) -> None:
        cell, columns, legend = shape["cell"], shape["columns"], shape["legend"]
        left, bottom = shape["at"]
        side = cell * self._scale
        # A hair of the ground stays between cells.
        inner = side - min(_FINE, side / 8)
        rows = math.ceil(len(shape["cells"]) / columns)
        for k, kind in enumerate(shape["cells"]):
            entry = legend[kind] if kind < len(legend) else legend[0]
            x, y = self._at((left + k % columns * cell, bottom + (rows - k // columns) * cell))
            self._draw.rectangle((x, y, x + inner, y + inner), fill=_colour(entry["fill"]))
            if "text" in entry:
                self._write(entry["text"], (x + side / 2, y + side / 2), cell * 0.6, _colour("ink"), "middle")

    def _picture(self, shape: dict[str, Any]) -> None:
        left, bottom = shape["at"]
        x, y = self._at((left, bottom + shape["height"]))
        size = round(shape["width"] * self._scale), round(shape["height"] * self._scale)
        with Image.open(io.BytesIO(base64.b64decode(shape["png"]))) as picture:
            self._image.paste(picture.convert("RGB").resize(size), (round(x), round(y)))

    def _write(self, text: str, at: Point, size: float, colour: tuple[int, int, int, int], align: str) -> None:
        letters = max(1, round(size * self._scale))
        if text in _SIGNS:
            x, y = at
            self._draw.polygon([(x + letters * a, y - letters * b) for a, b in _SIGNS[text]], fill=colour)
            return
        anchor = {"start": "lm", "middle": "mm", "end": "rm"}[align]
        self._draw.text(at, _plain(text), fill=colour, font=_font(letters), anchor=anchor)

    def _width(self, shape: dict[str, Any]) -> int:
        width: float = shape.get("width", _LINE_WIDTH)
        return max(1, round(width * _FINE))


_STAR = [(0.45 * r * math.sin(k * math.pi / 5), 0.45 * r * math.cos(k * math.pi / 5)) for k, r in enumerate([1.0, 0.4] * 5)]
_DOOR = [(-0.2, -0.4), (0.2, -0.4), (0.2, 0.4), (-0.2, 0.4)]
# Signs that Pillow's own font has not, in letters' heights around their middle.
_SIGNS: dict[str, list[Point]] = {
    "★": _STAR,
    "▮": _DOOR,
    "▯": [*_DOOR, _DOOR[0], *[(0.8 * x, 0.9 * y) for x, y in [_DOOR[0], *reversed(_DOOR)]]],
}


def _plain(text: str) -> str:
    """A text in the letters that Pillow's own font has: a minus is a hyphen, letters lose their accents."""
    replaced = text.translate({ord("−"): "-", ord("–"): "-", ord("—"): "-", ord("°"): " deg", ord("×"): "x", ord("ß"): "ss"})
    spelt = (one for one in unicodedata.normalize("NFKD", replaced) if not unicodedata.combining(one))
    return "".join(one if one.isascii() or one in "·«»‘’“”±" else "?" for one in spelt)


def _dashed(points: Sequence[Point]) -> list[list[Point]]:
    """The dashes of a line, each from its beginning to its end."""
    dashes: list[list[Point]] = []
    on, off = (length * _FINE for length in _DASH)
    for (x, y), (to_x, to_y) in zip(points, points[1:]):
        length = math.hypot(to_x - x, to_y - y)
        begin = 0.0
        while begin < length:
            ends = (begin / length, min(begin + on, length) / length)
            dashes.append([(x + (to_x - x) * end, y + (to_y - y) * end) for end in ends])
            begin += on + off
    return dashes
