// Endpoints that misbehave, on the wire itself. An episode is answered or has failed, or the run ends with one sentence. No key is
// written or said, and no answer takes the memory or the time that it likes.

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { agon, scratch } from "../cli/agon.ts";

const KEY = "sesame-0123456789";

/** What becomes of an episode: it is played, it has failed, it has failed when its time was over, or its run stops with it. */
type End = "answered" | "failed" | "late" | "stopped";

const reply = (content: unknown, more: object = {}): string =>
  JSON.stringify({ choices: [{ index: 0, message: { role: "assistant", content }, finish_reason: "stop" }], ...more });

const http = (body: string | Buffer, status = "200 OK", headers: readonly string[] = []): Buffer => {
  const bytes = Buffer.from(body);
  const head = [`HTTP/1.1 ${status}`, "content-type: application/json", `content-length: ${bytes.length}`, ...headers];
  return Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), bytes]);
};
/** Without the length that `http` tells. */
const raw = (head: readonly string[], body: string | Buffer = ""): Buffer =>
  Buffer.concat([Buffer.from(`${head.join("\r\n")}\r\n\r\n`), Buffer.from(body)]);

const says =
  (...parts: readonly (string | Buffer)[]) =>
  (socket: Socket) => {
    for (const part of parts) socket.write(part);
  };
const saysAndCloses =
  (...parts: readonly (string | Buffer)[]) =>
  (socket: Socket) =>
    socket.end(Buffer.concat(parts.map((part) => Buffer.from(part))));
/** Writes a piece each time the last has gone, until the client hangs up. */
const saysForEver = (head: Buffer, piece: Buffer) => (socket: Socket) => {
  socket.write(head);
  const more = () => {
    while (!socket.destroyed && socket.write(piece));
  };
  socket.on("drain", more);
  more();
};
/** A byte at a time: never silent for long, and never done. */
const drips = (head: Buffer) => (socket: Socket) => {
  socket.write(head);
  const timer = setInterval(() => socket.write(" "), 20);
  socket.on("close", () => clearInterval(timer));
};

const OK = "HTTP/1.1 200 OK";
const CHUNKED = "transfer-encoding: chunked";
const good = reply("12345$");
const [before, after] = good.split("345");

type Mode = readonly [name: string, answer: (socket: Socket) => unknown];

const json = (body: object | null, status?: string) => says(http(JSON.stringify(body), status));
const CALL = { id: "1", type: "function", function: { name: "rm", arguments: "{" } };
const choice = (message: object) => json({ choices: [{ index: 0, message, finish_reason: "stop" }] });

const MODES: Readonly<Record<End, readonly Mode[]>> = {
  answered: [
    ["an answer", says(http(good))],
    ["an answer of HTTP 1.0", saysAndCloses(raw(["HTTP/1.0 200 OK"], good))],
    ["called text", says(raw([OK, "content-type: text/plain", `content-length: ${good.length}`], good))],
    ["in pieces", says(raw([OK, CHUNKED]), ...[...good].map((c) => `1\r\n${c}\r\n`), "0\r\n\r\n")],
    ["a stream of events", says(http(`data: ${good}\n\ndata: [DONE]\n\n`))],
    ["packed", says(http(gzipSync(good), "200 OK", ["content-encoding: gzip"]))],
    ["usage of words", says(http(reply("12345$", { usage: { prompt_tokens: "many" } })))],
    ["usage below nothing", says(http(reply("12345$", { usage: { prompt_tokens: -5, completion_tokens: 1 } })))],
    ["an answer and another one", says(http(good), http(reply("99999$")))],
    ["__proto__ in an answer", says(http(reply("12345$", { __proto__x: 1 }).replace("__proto__x", "__proto__")))],
    ["the end of a thought that holds the key", says(http(reply(`${KEY}</think>12345$`)))],
    ["an answer that holds the key", says(http(reply(`${KEY}$`)))],
    ["an answer of ten million characters", says(http(reply("1".repeat(10_000_000))))],
  ],
  failed: [
    [
      "characters that are none",
      says(http(Buffer.concat([Buffer.from(before), Buffer.of(0xff, 0xfe), Buffer.from(after)]))),
    ],
    ["half a pair of surrogates", says(http(good.replace("12345", "\\ud83d")))],
    ["escapes of a terminal", says(http(reply("\u001b]0;owned\u0007\u001b[2J")))],
    ["nothing", says(http(""))],
    ["no content", says(http("", "204 No Content"))],
    ["null", json(null)],
    ["a list", json([])],
    ["a record of nothing", json({})],
    ["no choices", json({ choices: [] })],
    ["a choice that is null", json({ choices: [null] })],
    ["a choice of nothing", json({ choices: [{}] })],
    ["a message that is null", json({ choices: [{ message: null }] })],
    ["a content that is null", says(http(reply(null)))],
    ["a content that is a number", says(http(reply(7)))],
    ["a content that is a list", says(http(reply(["12345$"])))],
    ["a call in the place of content", choice({ role: "assistant", tool_calls: [CALL] })],
    ["an answer that was cut", says(http(reply("12345$").replace('"stop"', '"length"')))],
    ["a thought without an end", says(http(reply(`<think>${KEY}`)))],
    ["a million thoughts", says(http(reply("<think></think>".repeat(1_000_000))))],
    ["a refusal with the key", choice({ role: "assistant", content: null, refusal: KEY })],
    ["a role that is the key", choice({ role: KEY, content: "12345$" })],
    ["an error with the key and a good status", json({ error: { message: `${KEY}\u001b[2J`, param: [[[]]] } })],
    ["an error in an error in an error", json({ error: { error: { message: { message: "no" } } } })],
    ["a status that is none", json({ error: { message: "no", code: 1e9 } })],
    ["NaN", says(http("NaN"))],
    ["a page of HTML", says(http("<html><script>alert(1)</script></html>"))],
    ["half of JSON", says(http(good.slice(0, 40)))],
    ["a million brackets", says(http("[".repeat(1_000_000)))],
    ["a stream that breaks off", says(http(`data: ${good.slice(0, 40)}\n\n`))],
    ["less than it announces", saysAndCloses(raw([OK, "content-length: 9999"], good))],
    ["more than it announces", says(raw([OK, "content-length: 20"], good))],
    ["pieces of a wrong length", says(raw([OK, CHUNKED], `zz\r\n${good}\r\n0\r\n\r\n`))],
    ["another protocol", saysAndCloses("SSH-2.0-OpenSSH_9.6\r\n")],
    ["headers without end", saysForEver(Buffer.from(`${OK}\r\n`), Buffer.from(`x-more: ${"y".repeat(1000)}\r\n`))],
    ["what is no packed text", says(http("no gzip", "200 OK", ["content-encoding: gzip"]))],
    ["blanks without end", saysForEver(raw([OK]), Buffer.alloc(1 << 20, " "))],
    ["blanks, packed", saysForEver(raw([OK, "content-encoding: gzip"]), gzipSync(Buffer.alloc(1 << 24, " ")))],
    ["a connection that is reset", (socket) => socket.resetAndDestroy()],
    ["a connection that is closed", (socket) => socket.end()],
    ["itself as the place", says(http("", "307 Temporary Redirect", ["location: chat/completions"]))],
    ["a place that is none", says(http("", "308 Permanent Redirect", ["location: gopher://[::"]))],
    ["400 with the key", json({ error: { message: `${KEY} has no credit` } }, "400 Bad Request")],
    ["413", says(http("", "413 Content Too Large"))],
    ["429 with an hour to wait", says(http("", "429 Too Many Requests", ["retry-after: 3600"]))],
    ["500", says(http("oh", "500 Internal Server Error"))],
    ["502 of a page", says(http("<html>", "502 Bad Gateway"))],
    ["a status of nothing", says(http(good, "999 What"))],
  ],
  late: [
    ["silence", () => {}],
    ["a promise of more, for ever", saysForEver(Buffer.from(""), Buffer.from("HTTP/1.1 102 Processing\r\n\r\n"))],
    ["a byte at a time", drips(raw([OK, "content-length: 100000"]))],
  ],
  stopped: [
    ["401 with the key", json({ error: { message: `no ${KEY}` } }, "401 Unauthorized")],
    ["403", says(http("", "403 Forbidden"))],
    ["404", says(http("", "404 Not Found"))],
  ],
};
const ALL = Object.values(MODES).flat();

const server = createServer((socket) => {
  socket.on("error", () => {});
  let request = "";
  socket.on("data", (bytes) => {
    request += bytes.toString("latin1");
    const [head, body] = request.split("\r\n\r\n", 2);
    const [, mode] = /^POST \/(\d+)\//.exec(head) ?? [];
    const [, length] = /content-length: (\d+)/i.exec(head) ?? [];
    if (body === undefined || body.length < Number(length)) return;
    request = "";
    ALL[Number(mode)][1](socket);
  });
});
const sockets = new Set<Socket>();
server.on("connection", (socket) => {
  sockets.add(socket);
  socket.on("close", () => sockets.delete(socket));
});

let port = 0;
beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const address = server.address();
  port = address === null || typeof address === "string" ? 0 : address.port;
});
afterAll(() => {
  for (const socket of sockets) socket.destroy();
  server.close();
});

/** Everything that a run has written, also into tables. */
function written(folder: string): string {
  const files = readdirSync(folder, { recursive: true, encoding: "utf8" }).map((file) => join(folder, file));
  return files
    .filter((file) => statSync(file).isFile())
    .map((file) => readFileSync(file, "latin1"))
    .join("\n");
}

/** A run whose variants ask one endpoint each; no file and no word of it holds the key. */
async function ran(modes: readonly Mode[], timeout: number) {
  const folder = scratch();
  const endpointOf = (mode: Mode) => `http://127.0.0.1:${port}/${ALL.indexOf(mode)}/v1`;
  const variants = modes.map((mode) => [mode[0], { "agents.endpoint": endpointOf(mode) }]);
  writeFileSync(
    join(folder, "e.yaml"),
    `environment: language/sort
agents: { policy: llm, model: m, endpoint: http://127.0.0.1:1/v1, key: ATTACK_KEY, retries: 0, timeout: ${timeout} }
objective: correct
seeds: 1
variants: ${JSON.stringify(Object.fromEntries(variants))}
`,
  );
  vi.stubEnv("ATTACK_KEY", KEY);
  const before = process.memoryUsage().rss;
  const { code, stdout, stderr } = await agon(["run", "e.yaml", "--json"], { cwd: folder });
  expect(process.memoryUsage().rss - before).toBeLessThan(700e6);
  expect(stderr).not.toContain("bug");
  expect(stdout + stderr).not.toContain(KEY);
  expect(written(folder)).not.toContain(KEY);
  return { code, stdout, stderr };
}

// What does not wait for its time has all that it needs.
test.each([
  ["answered", 600, 0],
  ["failed", 600, 2],
  ["late", 0.2, 2],
] as const)("%s", async (end, timeout, exit) => {
  const { code, stdout } = await ran(MODES[end], timeout);
  const names = MODES[end].map(([name]) => name);
  const { failures, cells }: { failures: { variant: string; reason: string }[]; cells: object } = JSON.parse(stdout);
  expect(cells).toEqual({ planned: names.length, done: names.length });
  expect(failures.map(({ variant }) => variant).sort()).toEqual(end === "answered" ? [] : names.sort());
  for (const { reason } of failures) expect(reason.endsWith(`no answer for ${timeout} seconds`)).toBe(end === "late");
  expect(code).toBe(exit);
});

test.each(MODES.stopped)("stopped: %s", async (...mode) => {
  const { code, stderr } = await ran(
    MODES.stopped.filter(([name]) => name === mode[0]),
    600,
  );
  expect(stderr).toMatch(/127\.0\.0\.1:\d+\/\d+\/v1 answered with status 40/);
  expect(code).toBe(2);
});
