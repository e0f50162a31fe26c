// Clients of a server of worlds that die, flood, stall, or send too much or invalid data: each affects only its own session, which is freed
// afterwards.

import { once } from "node:events";
import { connect, type Socket } from "node:net";
import { setTimeout as later } from "node:timers/promises";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { sessionClient } from "../../../test/fixtures/session-client.ts";
import { Random } from "../../core/random.ts";
import { type ServedWorlds, serveWorlds } from "./serve.ts";

const NAMES = ["control/cart-pole", "language/sort", "coopetition/slcd"];
const SESSIONS = 64;
let served: ServedWorlds;

beforeAll(async () => {
  const worlds = NAMES.map((name) => ({ name, id: name, directory: ".", cache: ".agon" }));
  served = await serveWorlds({ worlds, port: 0, sessions: SESSIONS, threads: 0 });
});
afterAll(() => served.close());

/** After each test its clients have no session left, and a new client is served. */
afterEach(async () => {
  await until(() => served.sessions() === 0);
  const one = await client("control/cart-pole/ws");
  expect((await one.reset({ seed: 1 })).type).toBe("observation");
  await one.leave();
  await until(() => served.sessions() === 0);
});

const client = (path: string) => sessionClient(`${served.url}/env/${path}`);

async function until(holds: () => boolean): Promise<void> {
  for (let k = 0; !holds() && k < 500; k++) await later(10);
  expect(holds()).toBe(true);
}

/** Opens a connection that sends raw bytes and collects the received ones. */
async function raw(): Promise<{ readonly socket: Socket; readonly read: () => string }> {
  const socket = connect(Number(new URL(served.url).port), "127.0.0.1");
  let read = "";
  socket.on("data", (data) => {
    read += data.toString("latin1");
  });
  socket.on("error", () => {});
  socket.setNoDelay(true);
  await once(socket, "connect");
  return { socket, read: () => read };
}

const sent = (socket: Socket, bytes: Uint8Array) => new Promise((resolve) => socket.write(bytes, resolve));

const upgrade = (path: string): string =>
  [
    `GET ${path} HTTP/1.1`,
    `Host: ${new URL(served.url).host}`,
    ...["Connection: Upgrade", "Upgrade: websocket", "Sec-WebSocket-Version: 13"],
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n",
  ].join("\r\n");

/** Opens a raw connection that has been upgraded to a WebSocket of a world. */
async function rawSocket(path: string) {
  const one = await raw();
  one.socket.write(upgrade(`/env/${path}`));
  await until(() => one.read().includes("\r\n\r\n"));
  expect(one.read()).toContain("101 Switching Protocols");
  return one;
}

test("a client that dies during a request leaves nothing behind, and returns as a new client", async () => {
  const one = await client("control/cart-pole/ws");
  await one.reset({ seed: 1 });
  one.socket.send('{"type":"step","data":{"action":1}}');
  one.socket.terminate();
  await until(() => served.sessions() === 0);
  const again = await client("control/cart-pole/ws");
  expect((await again.state()).data).toMatchObject({ episode_id: null, step_count: 0 });
  expect((await again.step({ action: 1 })).data.message).toContain("reset first (was the last call timed out?)");
  again.socket.terminate();
});

test("abandoned sessions do not count", async () => {
  for (let round = 0; round < 4; round++) {
    const clients = await Promise.all(Array.from({ length: SESSIONS }, () => client("control/cart-pole/ws")));
    expect(served.sessions()).toBe(SESSIONS);
    for (const one of clients) one.socket.terminate();
    await until(() => served.sessions() === 0);
  }
});

test("a client that leaves before its session is ready does not count", async () => {
  for (let k = 0; k < 20; k++) {
    const { socket } = await raw();
    socket.write(upgrade("/env/coopetition/slcd/ws"));
    socket.resetAndDestroy();
  }
});

test("a flood is answered one by one, in order", async () => {
  const one = await client("control/cart-pole/ws");
  await one.reset({ seed: 1 });
  const many = 1000;
  for (let k = 0; k < many; k++) one.socket.send(`{"type":"step","data":{"action":${k % 2}}}`);
  for (let k = 0; k < many; k++) {
    const { type, data } = await one.next();
    if (type === "observation") expect(data.metadata.step).toBe(k + 1);
    else expect(data.message).toContain("the episode has ended");
  }
  await one.leave();
});

test("no more requests are read from a client that does not read replies, and others are served", async () => {
  const deaf = await client("control/cart-pole/vector?copies=4096");
  await deaf.next();
  deaf.socket.pause();
  // Each response has 300 kB, so that the buffers of a client that does not read fill up soon.
  const reset = Float64Array.from({ length: 4097 }, (_, k) => (k === 0 ? 1 : k));
  const held = process.memoryUsage.rss();
  for (let k = 0; k < 600; k++) deaf.socket.send(reset);
  const other = await client("control/cart-pole/ws");
  for (let k = 0; k < 20; k++) expect((await other.reset({ seed: k })).type).toBe("observation");
  // All responses together would have 180 MB.
  expect(process.memoryUsage.rss() - held).toBeLessThan(100e6);
  await other.leave();
  deaf.socket.terminate();
});

test("a message that is too large ends its session, and no other", async () => {
  const one = await client("control/cart-pole/ws");
  const other = await client("control/cart-pole/ws");
  await other.reset({ seed: 1 });
  one.socket.send(Buffer.alloc(100 * 1024 * 1024, 32));
  expect(await one.closed).toBe(1009);
  expect((await other.step({ action: 1 })).data.reward).toBe(1);
  await other.leave();
  const response = await fetch(`${served.url}/env/control/cart-pole/reset`, {
    method: "POST",
    body: "x".repeat(17 * 1024 * 1024),
  }).catch(() => undefined);
  // Either a response, or the connection ends while the rest is still being sent.
  if (response !== undefined) expect(response.status).toBe(413);
});

test("a request that comes in pieces is one request", async () => {
  const { socket, read } = await rawSocket("control/cart-pole/ws");
  const text = Buffer.from('{"type":"reset","data":{"seed":1}}');
  const frame = Buffer.concat([Buffer.from([0x81, 0x80 | text.length, 0, 0, 0, 0]), text]);
  for (const byte of frame) await sent(socket, Uint8Array.of(byte));
  await until(() => read().includes('"observation"'));
  socket.destroy();
});

test("an invalid handshake is refused, also where its client is gone", async () => {
  for (const path of ["/nothing", "//", "/env/%zz/ws", "/env/no/world/ws"]) {
    const { socket, read } = await raw();
    socket.write(upgrade(path));
    await until(() => read().length > 0);
    socket.destroy();
    const gone = await raw();
    gone.socket.write(upgrade(path));
    gone.socket.resetAndDestroy();
  }
  expect((await fetch(`${served.url}/env/%zz/health`)).status).toBe(404);
});

test("frames at random are answered, or end their session", async () => {
  const random = Random.of(15, "frames");
  const below = (count: number) => random.integer(count);
  const pieces = [
    ...['{"type":', '"reset"', '"step"', '"state"', '"mcp"', ',"data":', "{}", "}", "[", "]", ":", ","],
    ...['{"action":1}', '"action"', "null", "1e999", "-1", '"seed"', "\u0000", "\ud800", '{"__proto__":1}', " "],
  ];
  let one = await client("language/sort/ws");
  for (let k = 0; k < 400; k++) {
    const frame = Array.from({ length: 1 + below(7) }, () => pieces[below(pieces.length)]).join("");
    const { type, data } = await one.ask(frame);
    expect(["error", "observation", "state", "mcp"]).toContain(type);
    if (data.code !== "SESSION_ERROR") continue;
    expect(await one.closed).toBe(1011);
    one = await client("language/sort/ws");
  }
  one.socket.terminate();
  const batch = await client("control/cart-pole/vector?copies=3");
  await batch.next();
  for (let k = 0; k < 300; k++) {
    const numbers = Float64Array.from({ length: 1 + below(5) }, () => [Number.NaN, -1, 0, 1, 2, 3, 1e300][below(7)]);
    const bytes = new Uint8Array(numbers.buffer);
    batch.socket.send(k % 3 === 0 ? bytes.subarray(below(8)) : bytes);
    expect(["bytes", "error", "view"]).toContain((await batch.next()).type);
  }
  batch.socket.terminate();
  // Bytes that are no WebSocket frame.
  for (let k = 0; k < 40; k++) {
    const { socket } = await rawSocket("language/sort/ws");
    await sent(
      socket,
      Uint8Array.from({ length: 1 + below(40) }, () => below(256)),
    );
    socket.destroy();
  }
});
