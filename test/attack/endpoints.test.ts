// Endpoints that misbehave, on the wire itself. An episode is answered or has failed, or the run ends with one sentence. No key is
// written or said, and no answer takes the memory or the time that it likes.

import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer, type Socket } from "node:net";
import { join } from "node:path";
import { gzipSync } from "node:zlib";
import { afterAll, beforeAll, expect, test, vi } from "vitest";
import { agon, scratch } from "../cli/agon.ts";
import { attacks } from "./length.ts";

const KEY = "sesame-0123456789";

/** What becomes of a run. */
type End =
  /** An episode is played. */
  | "answered"
  /** It has failed, and its reason is told. */
  | "failed"
  /** The run stops: another request would meet the same. */
  | "stopped";

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
const good = reply("12345$");
const [before, after] = good.split("345");

const MODES: readonly (readonly [name: string, answer: (socket: Socket) => unknown, end: End])[] = [
  ["an answer", says(http(good)), "answered"],
  ["an answer of HTTP 1.0", saysAndCloses(raw(["HTTP/1.0 200 OK"], good)), "answered"],
  [
    "an answer that is called text",
    says(raw([OK, "content-type: text/plain", `content-length: ${good.length}`], good)),
    "answered",
  ],
  [
    "an answer in pieces",
    says(raw([OK, "transfer-encoding: chunked"]), ...[...good].map((c) => `1\r\n${c}\r\n`), "0\r\n\r\n"),
    "answered",
  ],
  ["an answer that is packed", says(http(gzipSync(good), "200 OK", ["content-encoding: gzip"])), "answered"],
  ["an answer and another one", says(http(good), http(reply("99999$"))), "answered"],
  [
    "an answer with __proto__ in it",
    says(http(reply("12345$", { __proto__x: 1 }).replace("__proto__x", "__proto__"))),
    "failed",
  ],
  ["an answer that holds the key", says(http(reply(`${KEY}$`))), "answered"],
  ["an answer of ten million characters", says(http(reply("1".repeat(10_000_000)))), "answered"],
  [
    "characters that are none",
    says(http(Buffer.concat([Buffer.from(before), Buffer.from([0xff, 0xfe]), Buffer.from(after)]))),
    "failed",
  ],
  ["half a pair of surrogates", says(http(good.replace("12345", "\\ud83d"))), "failed"],
  ["escapes of a terminal", says(http(reply("\u001b]0;owned\u0007\u001b[2J"))), "failed"],
  ["nothing", says(http("")), "failed"],
  ["no content", says(http("", "204 No Content")), "failed"],
  ["null", says(http("null")), "failed"],
  ["a list", says(http("[]")), "failed"],
  ["a record of nothing", says(http("{}")), "failed"],
  ["no choices", says(http('{"choices":[]}')), "failed"],
  ["a choice that is null", says(http('{"choices":[null]}')), "failed"],
  ["a choice of nothing", says(http('{"choices":[{}]}')), "failed"],
  ["a message that is null", says(http('{"choices":[{"message":null}]}')), "failed"],
  ["a content that is null", says(http(reply(null))), "failed"],
  ["a content that is a number", says(http(reply(7))), "failed"],
  ["a content that is a list", says(http(reply(["12345$"]))), "failed"],
  [
    "a call in the place of content",
    says(
      http(
        reply(null, {}).replace(
          '"content":null',
          '"tool_calls":[{"id":"1","type":"function","function":{"name":"rm","arguments":"{"}}]',
        ),
      ),
    ),
    "failed",
  ],
  ["usage of words", says(http(reply("12345$", { usage: { prompt_tokens: "many" } }))), "failed"],
  [
    "usage below nothing",
    says(http(reply("12345$", { usage: { prompt_tokens: -5, completion_tokens: 1 } }))),
    "failed",
  ],
  ["NaN", says(http("NaN")), "failed"],
  ["a page of HTML", says(http("<html><script>alert(1)</script></html>")), "failed"],
  ["half of JSON", says(http(good.slice(0, 40))), "failed"],
  ["a million brackets", says(http("[".repeat(1_000_000))), "failed"],
  ["a stream of events", says(http(`data: ${good}\n\ndata: [DONE]\n\n`)), "failed"],
  ["less than it announces", saysAndCloses(raw([OK, "content-length: 9999"], good)), "failed"],
  ["more than it announces", says(raw([OK, "content-length: 20"], good)), "failed"],
  ["pieces of a wrong length", says(raw([OK, "transfer-encoding: chunked"], `zz\r\n${good}\r\n0\r\n\r\n`)), "failed"],
  ["another protocol", saysAndCloses("SSH-2.0-OpenSSH_9.6\r\n"), "failed"],
  [
    "headers without end",
    saysForEver(Buffer.from(`${OK}\r\n`), Buffer.from(`x-more: ${"y".repeat(1000)}\r\n`)),
    "failed",
  ],
  ["what is no packed text", says(http("no gzip", "200 OK", ["content-encoding: gzip"])), "failed"],
  ["silence", () => {}, "failed"],
  [
    "a promise of more, for ever",
    saysForEver(Buffer.from(""), Buffer.from("HTTP/1.1 102 Processing\r\n\r\n")),
    "failed",
  ],
  ["a byte at a time", drips(raw([OK, "content-length: 100000"])), "failed"],
  ["blanks without end", saysForEver(raw([OK]), Buffer.alloc(1 << 20, " ")), "failed"],
  [
    "blanks without end, packed",
    saysForEver(raw([OK, "content-encoding: gzip"]), gzipSync(Buffer.alloc(1 << 24, " "))),
    "failed",
  ],
  ["a connection that is reset", (socket) => socket.resetAndDestroy(), "failed"],
  ["a connection that is closed", (socket) => socket.end(), "failed"],
  ["itself as the place", says(http("", "307 Temporary Redirect", ["location: chat/completions"])), "failed"],
  ["a place that is none", says(http("", "308 Permanent Redirect", ["location: gopher://[::"])), "failed"],
  [
    "400 with the key",
    says(http(JSON.stringify({ error: { message: `${KEY} has no credit` } }), "400 Bad Request")),
    "failed",
  ],
  ["413", says(http("", "413 Content Too Large")), "failed"],
  ["429 with an hour to wait", says(http("", "429 Too Many Requests", ["retry-after: 3600"])), "failed"],
  ["500", says(http("oh", "500 Internal Server Error")), "failed"],
  ["502 of a page", says(http("<html>", "502 Bad Gateway")), "failed"],
  ["a status of nothing", says(http(good, "999 What")), "failed"],
  ["401 with the key", says(http(JSON.stringify({ error: { message: `no ${KEY}` } }), "401 Unauthorized")), "stopped"],
  ["403", says(http("", "403 Forbidden")), "stopped"],
  ["404", says(http("", "404 Not Found")), "stopped"],
];

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
    MODES[Number(mode)][1](socket);
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

// In the suite one of two: each is a run of its own.
const attacked = MODES.map(([name, , end], mode) => ({ name, end, mode })).filter((_, k) => attacks(k % 2, 0) === 0);

test.each(attacked)("$name: $end", async ({ end, mode }) => {
  const folder = scratch();
  const endpoint = `http://127.0.0.1:${port}/${mode}/v1`;
  const agents = `{ policy: llm, model: m, endpoint: "${endpoint}", key: ATTACK_KEY, retries: 0, timeout: 0.5 }`;
  writeFileSync(
    join(folder, "e.yaml"),
    `environment: language/sort\nagents: ${agents}\nobjective: correct\nseeds: 1\n`,
  );
  vi.stubEnv("ATTACK_KEY", KEY);
  const before = process.memoryUsage().rss;
  const { code, stdout, stderr } = await agon(["run", "e.yaml", "--json", "--workers", "1"], { cwd: folder });
  expect(process.memoryUsage().rss - before).toBeLessThan(600e6);
  expect(stderr).not.toContain("bug");
  if (end === "stopped") expect(stderr).toContain(`${endpoint} answered with status 40`);
  else {
    const { failures, cells } = JSON.parse(stdout);
    expect(cells).toEqual({ planned: 1, done: 1 });
    expect(failures).toHaveLength(end === "failed" ? 1 : 0);
  }
  expect(code).toBe(end === "answered" ? 0 : 2);
  expect(stdout + stderr).not.toContain(KEY);
  expect(written(folder)).not.toContain(KEY);
});
