"""Pictures and words of worlds: pixels of each kind of shape, films of an episode, and what is told where Pillow is missing.

AGON_COMMAND="node dist/cli/main.js" /tmp/venv/bin/pytest interop/test_render.py
"""

from __future__ import annotations

import subprocess
import sys

import agonlab
import numpy as np
import pytest
from agonlab.pictures import picture

SURFACE, INK, BLUE, RED, FAINT = [255, 255, 255], [28, 32, 36], [0, 96, 160], [198, 70, 0], [227, 225, 219]


@pytest.fixture(scope="module")
def url():
    with agonlab.Server() as server:
        yield server.url


def drawn(*shapes):
    """A scene of 10 by 5, drawn at 60 pixels a unit."""
    pixels = picture({"view": {"left": 0, "bottom": 0, "right": 10, "top": 5}, "shapes": shapes})
    assert pixels.shape == (300, 600, 3) and pixels.dtype == np.uint8
    return lambda x, y: pixels[299 - int(y * 60), int(x * 60)].tolist()


def test_shapes_lie_where_the_scene_has_them():
    corners = [[6, 1], [9, 1], [9, 2]]
    at = drawn(
        {"kind": "circle", "at": [2, 3], "radius": 1, "fill": 0},
        {"kind": "circle", "at": [2, 3], "radius": 0.5, "fill": "surface", "opacity": 0.5},
        {"kind": "polygon", "points": corners, "fill": "bad", "stroke": "ink", "width": 6},
        {"kind": "line", "points": [[0, 4.5], [10, 4.5]], "stroke": 1, "width": 4},
    )
    assert at(2.7, 3) == BLUE and at(3.2, 3) == SURFACE
    assert at(2, 3) == pytest.approx([127, 175, 207], abs=1)
    assert at(8.5, 1.5) == RED and at(7, 1) == INK and at(6.5, 1.8) == SURFACE
    assert at(5, 4.5) == RED and at(5, 4) == SURFACE


def test_a_grid_begins_above_and_a_dashed_line_has_gaps():
    legend = [{"meaning": "floor", "fill": "faint"}, {"meaning": "goal", "fill": 0, "text": "★"}]
    at = drawn(
        {"kind": "grid", "at": [1, 1], "cell": 1, "columns": 2, "cells": [1, 0, 0, 0], "legend": legend},
        {"kind": "line", "points": [[0, 4], [10, 4]], "width": 4, "dashed": True},
    )
    assert at(1.1, 2.9) == BLUE and at(1.5, 2.5) == INK
    assert at(1.5, 1.5) == at(2.5, 2.5) == FAINT
    line = [at(x / 60, 4) for x in range(200)]
    assert INK in line and SURFACE in line


def test_words_lie_on_the_side_that_they_are_aligned_to():
    text = {"kind": "text", "at": [5, 2.5], "text": "−1 é…", "size": 1}
    for align, left, right in [("start", 0, 1), ("end", 1, 0), ("middle", 1, 1)]:
        at = drawn(text | {"align": align})
        row = [at(x / 60, y / 60) != SURFACE for y in range(120, 180) for x in range(600)]
        dark = np.array(row).reshape(60, 600)
        assert (dark[:, :297].any(), dark[:, 303:].any()) == (bool(left), bool(right))


def test_a_film_of_an_episode_has_frames_of_one_size_that_follow_the_world(url):
    env = agonlab.make("control/lunar-lander", url=url, render_mode="rgb_array")
    env.reset(seed=1)
    frames = [env.render()]
    for _ in range(5):
        env.step(0)
        frames.append(env.render())
    assert len({frame.shape for frame in frames}) == 1
    assert all((one != other).any() for one, other in zip(frames, frames[1:]))
    again = agonlab.make("control/lunar-lander", url=url, render_mode="rgb_array")
    again.reset(seed=1)
    assert (again.render() == frames[0]).all()


def test_copies_and_several_agents_are_shown_too(url):
    envs = agonlab.vector("gridworld/key-room", 2, url=url, render_mode="rgb_array")
    envs.reset(seed=[1, 2])
    first, second = envs.render()
    assert first.shape == second.shape and (first != second).any()
    game = agonlab.parallel("coopetition/slcd", url=url, render_mode="ansi")
    game.reset(seed=1)
    assert game.render().startswith("coopetition/slcd, step 0")
    game.step({agent: np.zeros(1) for agent in game.agents})
    assert "\nagent_1 does 50, is paid " in game.render() and "\n  trust 0." in game.render()


def test_words_name_choices_and_channels(url):
    env = agonlab.make("gridworld/key-room", url=url, render_mode="ansi")
    env.reset(seed=1)
    env.step(0)
    first, _, act, *channels = env.render().splitlines()
    assert [first, act] == ["gridworld/key-room, step 1", "agent_0 does up, is paid 0"]
    assert "  payoff 0" in channels and "  goalDistance 4" in channels


def test_a_mode_that_cannot_be_is_told_when_the_environment_is_made(url):
    with pytest.raises(ValueError, match="render_mode 'human' is none of rgb_array, ansi"):
        agonlab.make("control/cart-pole", url=url, render_mode="human")
    script = f"import sys; sys.modules['PIL'] = None; import agonlab; agonlab.make('control/cart-pole', url={url!r}, "
    told = subprocess.run([sys.executable, "-c", f"{script}render_mode='rgb_array')"], stderr=subprocess.PIPE, text=True)
    assert "ImportError: pictures need Pillow: pip install 'agonlab[render]'" in told.stderr
    subprocess.run([sys.executable, "-c", f"{script}render_mode='ansi')"], check=True)
