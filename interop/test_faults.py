"""Faults at full size, between a real server on threads and clients in Python: what dies, stalls, floods, or sends anything.

AGON_COMMAND="node dist/cli/main.js" /tmp/venv/bin/pytest interop/test_faults.py
"""

from __future__ import annotations

import json
import os
import random
import signal
import socket
import struct
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import agonlab
import numpy as np
import pytest
from agonlab.frames import ConnectionEnded, Frames
from agonlab.session import Session

WORLDS = ["control/cart-pole", "coopetition/slcd", "language/sums"]
MEGABYTE = 1 << 20


@pytest.fixture(scope="module")
def server():
    with agonlab.Server(WORLDS) as server:
        yield server
        assert server.alive


@pytest.fixture(autouse=True)
def none_left(server):
    """After each test no session is left, and the next client is served."""
    yield
    until(lambda: sessions(server) == 0)
    env = agonlab.make("control/cart-pole", url=server.url)
    env.reset(seed=1)
    env.close()
    until(lambda: sessions(server) == 0)


def until(holds, seconds=30.0):
    end = time.monotonic() + seconds
    while not holds():
        assert time.monotonic() < end
        time.sleep(0.02)


def sessions(server):
    return json.load(urllib.request.urlopen(f"{server.url}/health", timeout=30))["sessions"]


def memory(server):
    """Bytes that the server's process holds."""
    status = Path(f"/proc/{server._process.pid}/status").read_text()
    return 1024 * int(status.partition("VmRSS:")[2].split()[0])


def opened(server, path="control/cart-pole/ws", timeout=30.0):
    return Frames(f"{server.url}/env/{path}", timeout)


def request(kind, **data):
    return json.dumps({"type": kind, "data": data} if data else {"type": kind})


def test_a_trainer_that_is_killed_leaves_no_session(server):
    script = f"""
import agonlab
envs = [agonlab.vector(world, 64, url={server.url!r}) for world in ("control/cart-pole", "coopetition/slcd")]
for env in envs: env.reset(seed=1)
print("begun", flush=True)
while True:
    for env in envs: env.step(env.action_space.sample())
"""
    child = subprocess.Popen([sys.executable, "-c", script], stdout=subprocess.PIPE, text=True)
    assert child.stdout.readline() == "begun\n" and sessions(server) == 2
    child.kill()
    child.wait()
    until(lambda: sessions(server) == 0)


def test_ten_thousand_sessions_that_are_opened_and_abandoned_leave_nothing(server):
    for round in range(20):
        clients = [opened(server) for _ in range(500)]
        if round % 2 == 0:
            for client in clients:
                client.send(request("reset", seed=1))
        for k, client in enumerate(clients):
            # Some say good-bye, some end the connection, and some break it off.
            if k % 3 == 0:
                client.close()
                continue
            if k % 3 == 1:
                client._socket.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
            client._socket.close()
        until(lambda: sessions(server) == 0)
        if round == 9:
            held = memory(server)
    assert memory(server) - held < 50 * MEGABYTE


def test_ten_thousand_frames_at_random_crash_nothing(server):
    draw = random.Random(15)
    pieces = ['{"type":', '"reset"', '"step"', '"state"', '"mcp"', ',"data":', "{}", "}", "[", "]", ":", ",", '{"action":"8$"}']
    pieces += ['"action"', "null", "1e999", "-1", '"seed"', "\0", '{"__proto__":1}', " ", '{"parameters":{"largest":2}}', "é"]
    answered = 0
    client = opened(server, "language/sums/ws")
    batch = opened(server, "control/cart-pole/vector?copies=3")
    batch.receive()
    for k in range(10_000):
        what = k % 4
        try:
            if what == 0:
                # Bytes that need be no frames.
                with socket.create_connection((urlsplit(server.url).hostname, urlsplit(server.url).port)) as raw:
                    path = draw.choice(["/env/language/sums/ws", "/env/control/cart-pole/vector", "//", "/env/%zz/ws"])
                    head = f"GET {path} HTTP/1.1\r\nHost: {urlsplit(server.url).netloc}\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
                    raw.sendall(
                        head.encode() + b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n"
                    )
                    raw.sendall(draw.randbytes(draw.randrange(1, 60)))
            elif what == 1:
                numbers = [
                    draw.choice([float("nan"), -1.0, 0.0, 1.0, 2.0, 3.0, 1e300, float("inf")])
                    for _ in range(draw.randrange(1, 7))
                ]
                batch.send(struct.pack(f"<{len(numbers)}d", *numbers)[draw.choice([0, 0, 0, 3]) :])
                batch.receive()
                answered += 1
            else:
                client.send(
                    "".join(draw.choices(pieces, k=draw.randrange(1, 8))) if what == 2 else draw.randbytes(draw.randrange(0, 40))
                )
                client.receive()
                answered += 1
        except ConnectionEnded:
            # A request that is no object ends its session, which was told so.
            client.close()
            client = opened(server, "language/sums/ws")
        except OSError:
            assert what == 0
    assert server.alive and answered > 7000
    client.close()
    batch.close()


def test_a_flood_is_answered_in_order_and_a_deaf_client_is_not_served_on(server):
    many = 10_000
    client = opened(server)
    client.send(request("reset", seed=1))
    client.receive()
    for k in range(many):
        client.send(request("step", action=k % 2))
        # What lies between holds some thousand answers; the flood goes on while it is read.
        if k >= 2000:
            client.receive()
    for _ in range(2000):
        client.receive()
    client.close()
    held = memory(server)
    deaf = opened(server, "control/cart-pole/vector?copies=8192", timeout=2.0)
    deaf.receive()
    deaf.send(struct.pack("<8193d", 1.0, *range(8192)))
    # Each answer is of 600 kB, all are 2.4 GB: soon the server reads no further request.
    with pytest.raises(TimeoutError):
        for _ in range(4000):
            deaf.send(struct.pack("<8193d", 2.0, *[1.0] * 8192))
    other = agonlab.make("control/cart-pole", url=server.url, timeout=5)
    for seed in range(100):
        other.reset(seed=seed)
    other.close()
    assert memory(server) - held < 200 * MEGABYTE
    deaf.close()


def test_a_hundred_megabytes_end_their_session_and_no_other(server):
    other = agonlab.make("control/cart-pole", url=server.url)
    other.reset(seed=1)
    held = memory(server)
    client = opened(server)
    with pytest.raises(OSError):
        client.send(b" " * (100 * MEGABYTE))
        client.receive()
    client.close()
    body = b" " * (100 * MEGABYTE)
    with pytest.raises((urllib.error.HTTPError, urllib.error.URLError), match="413|reset|pipe"):
        urllib.request.urlopen(f"{server.url}/env/control/cart-pole/reset", body, timeout=30)
    _, reward, *_ = other.step(1)
    assert reward == 1 and memory(server) - held < 150 * MEGABYTE
    other.close()


def test_a_client_that_is_silent_for_a_minute_finds_its_episode(server):
    # It answers no ping meanwhile: a trainer learns.
    text = Session("language/sums", url=server.url)
    seen = text.reset(seed=1).observation["observation"]
    assert seen == "s1+7="
    envs = agonlab.vector("control/cart-pole", 4, url=server.url)
    envs.reset(seed=1)
    time.sleep(65)
    assert text.step("8$").reward == 1
    assert envs.step(np.ones(4))[1].tolist() == [1, 1, 1, 1]
    text.close()
    envs.close()


def players(url, timeout):
    """One of each kind, begun, as functions that go on."""
    single = agonlab.make("control/cart-pole", url=url, timeout=timeout)
    single.reset(seed=1)
    copies = agonlab.vector("control/cart-pole", 256, url=url, timeout=timeout)
    copies.reset(seed=1)
    game = agonlab.parallel("coopetition/slcd", url=url, timeout=timeout)
    game.reset(seed=1)
    text = Session("language/sums", url=url, timeout=timeout)
    text.reset(seed=1)
    scored = agonlab.Reward("language/sums", url=url, timeout=timeout)
    single.step(1)
    copies.step(np.ones(256))
    game.step({agent: [0.0] for agent in game.agents})
    return {
        "control/cart-pole, step 1": lambda: single.step(1),
        "control/cart-pole, step 1: ": lambda: copies.step(np.ones(256)),
        "coopetition/slcd, step 1": lambda: game.step({agent: [0.0] for agent in game.agents}),
        "language/sums, step 0": lambda: text.step("8$"),
        "language/sums, step 0: ": lambda: scored(completions=["8$"], seed=[1]),
        "control/cart-pole, step 0": lambda: agonlab.make("control/cart-pole", url=url, timeout=timeout),
    }


@pytest.mark.parametrize("kind", ["killed", "stopped"])
def test_a_server_that_is_killed_or_hangs_is_told_with_world_and_step(kind):
    with agonlab.Server(WORLDS) as server:
        timeout = 1.0
        going = players(server.url, timeout)
        os.kill(server._process.pid, signal.SIGKILL if kind == "killed" else signal.SIGSTOP)
        try:
            for told, go_on in going.items():
                begun = time.monotonic()
                with pytest.raises(agonlab.ServerLost, match=told):
                    go_on()
                assert time.monotonic() - begun < timeout + 0.5, told
            # What was lost stays lost, and is told again.
            with pytest.raises(agonlab.ServerLost):
                next(iter(going.values()))()
        finally:
            if kind == "stopped":
                os.kill(server._process.pid, signal.SIGCONT)


LOOPS = """
import { defineReward, z } from "agonlab";
export default defineReward({
  summary: "pays twice, and then thinks for ever",
  parameters: z.strictObject({}),
  make: () => () => {
    let steps = 0;
    return {
      reset() {},
      pay(outcomes, status, pay) {
        steps += 1;
        while (steps > 2);
        pay.fill(1);
      },
    };
  },
});
"""


def test_the_server_of_this_process_is_begun_anew_where_it_hangs(tmp_path):
    loops = tmp_path / "loops.js"
    loops.write_text(LOOPS)
    env = agonlab.make("control/cart-pole", reward=str(loops), timeout=1)
    env.reset(seed=1)
    assert [env.step(1)[1] for _ in range(2)] == [1, 1]
    with pytest.raises(agonlab.ServerLost, match="control/cart-pole, step 2: no answer within 1 s"):
        env.step(1)
    with pytest.raises(agonlab.ServerLost, match="control/cart-pole, step 2"):
        env.step(1)
    again = agonlab.make("control/cart-pole")
    again.reset(seed=1)
    assert again.step(1)[1] == 1
    again.close()
