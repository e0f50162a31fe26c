// Requests that are not their server's user's own: of pages of other sites, of other users of the machine, of judges that want more than to
// judge; and requests of trainers that name what nobody has allowed. Each server refuses each, and reads, loads and starts nothing.

import { spawn } from "node:child_process";
import { once } from "node:events";
import { existsSync, realpathSync, symlinkSync, writeFileSync } from "node:fs";
import { request } from "node:http";
import { connect } from "node:net";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from "vitest";
import { WebSocket } from "ws";
import { jsonIn } from "../../src/core/json.ts";
import { openStore } from "../../src/lab/store/store.ts";
import { tellsPeers } from "../../src/server/peers.ts";
import { openReward } from "../../src/server/reward.ts";
import { openSnake } from "../../src/server/snake.ts";
import { openView } from "../../src/server/view.ts";
import { allowancesOf, NOTHING } from "../../src/server/worlds/allowances.ts";
import { serveWorlds } from "../../src/server/worlds/serve.ts";
import { agon, scratch, scratchFolder } from "../cli/agon.ts";
import { SHORT_RUN } from "../fixtures/short-run.ts";

const home = { ...scratchFolder(), run: "", store: "" };
beforeAll(async () => {
  writeFileSync(join(home.folder, "e.yaml"), SHORT_RUN);
  home.run = JSON.parse((await agon(["run", "e.yaml", "--json"], { cwd: home.folder })).stdout).run;
  home.store = openStore(join(home.folder, ".agon"));
});
afterAll(home.gone);

/** A server, what it answers to anybody that may ask, and a page that a link may open, where it has one. */
interface Target {
  readonly url: string;
  readonly path: string;
  readonly page?: string;
  close(): Promise<void>;
}

const worlds = [{ name: "control/cart-pole", id: "control/cart-pole", directory: ".", cache: ".agon" }];
const reward = {
  about: { model: "length", file: "p.csv", pairs: 1, prompts: 1 },
  reward: (_: string, text: string) => text.length,
};
const snake = { text: "const move = () => 'up';", steps: 100_000, memory: 16_000_000 };

const SERVERS: Readonly<Record<string, (host?: string) => Promise<Target>>> = {
  "agon view": async (host) => ({
    ...(await openView({ store: home.store, port: 0, ...(host && { host }) })),
    path: "/api/runs",
    page: "/",
  }),
  "agon vote": async (host) => {
    const vote = { asked: { run: home.run } };
    const open = await openView({ store: home.store, port: 0, vote, ...(host && { host }) });
    return { ...open, path: `/api/runs/${home.run}/judging/board`, page: "/" };
  },
  "agon serve": async (host) => ({
    ...(await serveWorlds({ worlds, port: 0, threads: 0, host })),
    path: "/env/control/cart-pole/schema",
  }),
  "agon reward": async (host) => ({ ...(await openReward({ reward, port: 0, host })), path: "/" }),
  "agon snake": async (host) => ({ ...(await openSnake({ ...snake, port: 0, host })), path: "/" }),
};

interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** An answer to a request whose every header is the caller's own. */
const answer = (url: string, path: string, headers: object = {}, method = "GET", body = ""): Promise<Answer> =>
  new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const asking = request({ hostname, port, path, method, headers: { ...headers } }, (response) => {
      let text = "";
      response.on("data", (chunk) => {
        text += chunk;
      });
      response.on("end", () => resolve({ status: response.statusCode ?? 0, headers: response.headers, text }));
    });
    asking.once("error", reject);
    asking.end(body);
  });

/** All that a server says to bytes, until it ends the connection. */
const raw = async (url: string, bytes: string): Promise<string> => {
  const { hostname, port } = new URL(url);
  const stream = connect(Number(port), hostname);
  let text = "";
  stream.setEncoding("utf8").on("data", (chunk: string) => {
    text += chunk;
  });
  // It may be ended while more is sent.
  stream.on("error", () => {});
  stream.end(bytes);
  await once(stream, "close");
  return text;
};

const CROSS = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
const FOREIGN: Readonly<Record<string, object>> = {
  "another name that points here": { host: "evil.example:80" },
  "a page of another origin": { origin: "http://evil.example" },
  "a hidden origin": { origin: "null" },
  "a frame": { ...CROSS, "sec-fetch-dest": "iframe" },
  "a picture": { "sec-fetch-site": "cross-site", "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" },
  "a page on another port": { "sec-fetch-site": "same-site", "sec-fetch-mode": "cors", "sec-fetch-dest": "empty" },
};
const PROTECTION = {
  "x-content-type-options": "nosniff",
  "x-frame-options": "DENY",
  "referrer-policy": "no-referrer",
  "cross-origin-resource-policy": "same-origin",
  "cross-origin-opener-policy": "same-origin",
  "content-security-policy": expect.stringContaining("frame-ancestors 'none'"),
};

describe.each(Object.entries(SERVERS))("%s", (_, opened) => {
  test("answers its user's own processes, and no page of another site, by any method; every answer is protected", async () => {
    const { url, path, page, close } = await opened();
    onTestFinished(close);
    const plain = await answer(url, path);
    expect([plain.status, plain.headers], plain.text).toEqual([200, expect.objectContaining(PROTECTION)]);
    for (const [name, headers] of Object.entries(FOREIGN))
      for (const method of ["GET", "HEAD", "POST", "PUT", "DELETE", "OPTIONS"])
        for (const at of [path, page ?? path]) {
          const { status, headers: given } = await answer(url, at, headers, method);
          expect([status, given], `${name}: ${method} ${at}`).toEqual([403, expect.objectContaining(PROTECTION)]);
          expect(given).not.toHaveProperty("access-control-allow-origin");
        }
    expect((await answer(url, path, CROSS)).status).toBe(403);
    if (page !== undefined) expect((await answer(url, page, CROSS)).status).toBe(200);
    const none = await answer(url, "/nothing/../here");
    expect([none.status >= 400, none.headers]).toEqual([true, expect.objectContaining(PROTECTION)]);
  });

  test("protects answers to what is no request too", async () => {
    const { url, path, close } = await opened();
    onTestFinished(close);
    const socket = "Connection: Upgrade\r\nUpgrade: websocket\r\nOrigin: http://evil.example";
    for (const [lines, status] of [
      [`GET ${path} HTTP/1.1`, 40],
      [`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nX: ${"x".repeat(80_000)}`, 431],
      ["GET\r\n", 400],
      ["BREW /coffee HTTP/9.9\r\n\u0001", 400],
      [`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\n${socket}`, 403],
      [`GET ${path} HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: a miracle`, 417],
    ] as const) {
      const said = await raw(url, `${lines}\r\n\r\n`);
      const [first, ...rest] = said.split("\r\n");
      expect(first, lines.slice(0, 80)).toMatch(new RegExp(`^HTTP/1.1 ${status}`));
      const headers = Object.fromEntries(
        rest.map((line) => [line.split(":")[0].toLowerCase(), line.replace(/^.*?: /, "")]),
      );
      expect(headers, lines.slice(0, 80)).toEqual(expect.objectContaining(PROTECTION));
    }
  });

  test.skipIf(!tellsPeers || process.getuid?.() !== 0)("refuses another user of this machine", async () => {
    const { url, path, close } = await opened();
    onTestFinished(close);
    const asking = `fetch(${JSON.stringify(new URL(path, url))}).then(async (r) => console.log(r.status, await r.text()))`;
    const child = spawn(process.execPath, ["-e", asking], { uid: 65534, gid: 65534, cwd: "/", stdio: "pipe" });
    let said = "";
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk) => {
        said += chunk;
      });
    await new Promise((resolve) => child.once("close", resolve));
    expect(said).toMatch(/^403 .*this server answers processes of the user that began it/);
  });
});

test("with a token each role may do its own and no more, under any name of the server", async () => {
  const { url, readUrl = "", close } = await openView({ store: home.store, host: "0.0.0.0", port: 0 });
  onTestFinished(close);
  const [write, read] = [url, readUrl].map((one) => new URL(one).searchParams.get("token"));
  expect(new Set([write, read, null]).size).toBe(3);
  const ask = async (token: string | null, path: string, method = "GET") => {
    const headers = { authorization: `Bearer ${token}`, host: "box.lan", "content-type": "application/json" };
    return (await answer(url, path, headers, method, method === "POST" ? "{}" : "")).status;
  };
  const note = `/api/runs/${home.run}/note`;
  expect([await ask("wrong", "/api/runs"), await ask("", "/")]).toEqual([401, 401]);
  expect([await ask(read ?? "", "/api/runs"), await ask(read ?? "", note, "POST")]).toEqual([200, 403]);
  expect([await ask(write ?? "", "/api/runs"), await ask(write ?? "", note, "POST")]).toEqual([200, 422]);
  const page = await answer(url, `/?token=${read}`, { host: "box.lan" });
  expect(page.text).toContain("<html data-read-only");
  expect((await answer(url, "/api/runs")).status).toBe(401);
});

test("the page of a vote is that page alone, for its user and for judges with its link", async () => {
  const vote = { asked: { run: home.run } };
  const open = await openView({ store: home.store, host: "127.0.0.1", port: 0, vote });
  onTestFinished(open.close);
  expect(open.readUrl).toBeUndefined();
  const { searchParams } = new URL(open.url);
  const bearer = { authorization: `Bearer ${searchParams.get("token")}`, "content-type": "application/json" };
  const status = async (path: string, method = "GET", body = "{}") =>
    (await answer(open.url, path, bearer, method, method === "POST" ? body : "")).status;
  const runs = `/api/runs/${home.run}`;
  expect(await status("/")).toBe(200);
  expect(await status(`${runs}/judging/pair`, "POST", JSON.stringify({ judge: "ada" }))).toBe(200);
  for (const path of [
    "/api/runs",
    `${runs}/report`,
    `${runs}/episodes`,
    `${runs}/replay`,
    "/api/words",
    "/api/cluster",
  ])
    expect(await status(path), path).toBe(403);
  for (const deed of ["check", "named", "start", "resume", "stop", "note"])
    expect(await status(`${runs}/${deed}`, "POST"), deed).toBe(403);
  for (const path of ["/api/texts/judging/pair", "/api/runs/other/judging/pair", `${runs}/judging/../start`])
    expect(await status(path, "POST"), path).toBe(403);
  const socket = new WebSocket(`${open.url.split("?")[0].replace("http", "ws")}live`, { headers: bearer });
  const error = await new Promise((resolve) => socket.once("error", resolve));
  expect(String(error)).toMatch(/40[34]/);
});

describe("a request to a served world", () => {
  const PAY = `import { writeFileSync } from "node:fs";
writeFileSync(new URL("./loaded.txt", import.meta.url), "loaded");
import { defineReward, z } from "agonlab";
export default defineReward({ summary: "one", parameters: z.strictObject({}), make: () => () => ({ reset() {}, pay: (_outcomes, _status, pay) => void pay.fill(1) }) });
`;
  /** A server in a folder that holds a reward and a secret, and whether the reward was loaded. */
  async function served(allow: readonly string[]) {
    const folder = realpathSync(scratch());
    writeFileSync(join(folder, "pay.mjs"), PAY);
    writeFileSync(join(folder, "secret.csv"), "the secret\n");
    const allowed = allow.length === 0 ? NOTHING : allowancesOf(allow.map((word) => word.replace("FOLDER", folder)));
    const world = { name: "slcd", id: "coopetition/slcd", directory: folder, cache: join(folder, ".agon"), allowed };
    const { url, close } = await serveWorlds({ worlds: [world], port: 0, threads: 0 });
    onTestFinished(close);
    const send = (path: string, body: string): Promise<Answer> =>
      answer(url, `/env/slcd/${path}`, { "content-type": "application/json" }, "POST", body);
    const ask = async (path: string, body?: object): Promise<Answer> =>
      body === undefined ? answer(url, `/env/slcd/${path}`) : send(path, JSON.stringify(body));
    return { folder, url, ask, send, isLoaded: () => existsSync(join(folder, "loaded.txt")) };
  }
  const query = (named: Readonly<Record<string, unknown>>) =>
    new URLSearchParams(
      Object.entries(named).map(([key, value]): [string, string] => [key, JSON.stringify(value)]),
    ).toString();

  test.each<[string, Readonly<Record<string, unknown>>, RegExp]>([
    ["a file of code", { reward: "./pay.mjs" }, /may not (load|open) \S*pay\.mjs/],
    ["one in another world's place", { parameters: { id: "./pay.mjs" } }, /no parameter of it/],
    ["an objective", { objective: "./pay.mjs" }, /may not (load|open)/],
    ["a file of data", { parameters: { log: "/etc/passwd" } }, /may not open \/etc\/passwd/],
    ["a file by its plain name", { parameters: { log: "secret.csv" } }, /may not open \S+secret\.csv/],
    ["a program", { opponents: { policy: "program", command: ["touch", "started.txt"] } }, /may not start \[.*touch/],
    [
      "a language model",
      { opponents: { policy: "llm", endpoint: "http://127.0.0.1:1/v1", model: "m" } },
      /may not ask the language model at/,
    ],
    [
      "a key",
      { opponents: { policy: "llm", endpoint: "http://127.0.0.1:1/v1", model: "m", key: "HOME" } },
      /may not send the key in HOME/,
    ],
    [
      "an answer that is recorded",
      { opponents: { policy: "llm", model: "m", record: "../new.jsonl" } },
      /may not open/,
    ],
  ])("may name %s only where its server allows it", async (_, named, refusal) => {
    const { folder, ask, isLoaded } = await served([]);
    for (const path of ["metadata", "schema", "state"]) {
      const { status, text } = await ask(`${path}?${query(named)}`);
      expect([status, text], path).toEqual([
        expect.toSatisfy((code) => (code >= 400 && code < 500) || code === 503),
        expect.stringMatching(refusal),
      ]);
    }
    for (const path of ["reset", "reward"]) {
      const { status, text } = await ask(`${path}?${query(named)}`, { episodes: [{ seed: 1, actions: [] }] });
      expect([status >= 400, text], path).toEqual([true, expect.stringMatching(refusal)]);
    }
    const { status, text } = await ask("reset", named);
    expect([status, jsonIn(text)]).toEqual([422, expect.anything()]);
    expect(text).toMatch(refusal);
    expect([isLoaded(), existsSync(join(folder, "started.txt"))]).toEqual([false, false]);
  });

  test("that is allowed loads code, though never by GET, and nothing beside its folder", async () => {
    const { folder, ask, isLoaded } = await served(["FOLDER"]);
    const named = { reward: "./pay.mjs" };
    const look = await ask(`metadata?${query(named)}`);
    expect([look.status >= 400, look.text, isLoaded()]).toEqual([true, expect.stringContaining("by POST"), false]);
    const player = { policy: "trained", cell: "00" };
    for (const opponents of ["trained", player, { ...player, run: "r" }, { Company_B: player }, ["trained"]]) {
      const { status, text } = await ask(`metadata?${query({ opponents })}`);
      expect([status >= 400, text]).toEqual([true, expect.stringMatching(/a (trained )?player.*by POST/)]);
    }
    const outside = await ask("reset", { reward: "/etc/passwd" });
    expect([outside.status, outside.text]).toEqual([422, expect.stringContaining("may not open /etc/passwd")]);
    symlinkSync("/tmp/agon-not-there/new.jsonl", join(folder, "link.jsonl"));
    const written = await ask("reset", { opponents: { policy: "llm", model: "m", record: "link.jsonl" } });
    expect([written.status, written.text]).toEqual([422, expect.stringContaining("may not open /tmp/agon-not-there")]);
    const begun = await ask("reset", named);
    expect([begun.status, isLoaded()], begun.text).toEqual([200, true]);
  });

  test("is told what is wrong with it, however it is nested", async () => {
    const { ask, url, send } = await served([]);
    const failed = vi.spyOn(console, "error").mockImplementation(() => {});
    onTestFinished(() => failed.mockRestore());
    const deep = (begin: string, end: string, times: number) => begin.repeat(times) + end.repeat(times);
    const bodies = [deep("[", "]", 100_000), `${deep('{"a":', "}", 5000).replace(":}", ":1}")}`];
    for (const value of bodies) {
      const sent = { reset: `{"parameters":${value}}`, step: `{"action":${value}}`, reward: `{"episodes":${value}}` };
      const call = `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"step","arguments":${value}}}`;
      for (const [path, body] of [...Object.entries(sent), ["mcp", call], ["step", value], ["mcp", value]]) {
        const { status, text } = await send(path, body);
        expect([status, text.slice(0, 200)], path).toEqual([422, expect.stringContaining("at most 100 levels")]);
      }
    }
    const written = await send("step", JSON.stringify({ action: { action: bodies[0] } }));
    expect([written.status, written.text]).toEqual([422, expect.stringContaining("at most 100 levels")]);
    const { status, text } = await ask("slcd/tasks", { split: { toString: 1, valueOf: 1 } });
    expect([status, text]).toEqual([404, expect.stringContaining("toString")]);
    const socket = new WebSocket(`${url.replace("http", "ws")}/env/slcd/ws`);
    onTestFinished(() => socket.close());
    await once(socket, "open");
    for (const value of bodies) {
      socket.send(`{"type":"reset","data":${value}}`);
      const [reply] = await once(socket, "message");
      const { data } = JSON.parse(String(reply));
      expect([data.code, data.message]).toEqual(["VALIDATION_ERROR", expect.stringContaining("at most 100 levels")]);
    }
    expect(failed.mock.calls).toEqual([]);
  });

  test("of a folder that is not there is the user's mistake", () => {
    expect(() => allowancesOf(["programms"])).toThrow("there is no folder programms");
  });
});
