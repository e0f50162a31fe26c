// Fighters outside the sandbox: processes that speak JSON Lines, and snakes behind BattleSnake's web API.

import { chmodSync, mkdtempSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { afterEach, expect, test } from "vitest";
import { playedBouts } from "../../../test/fixtures/bouts.ts";
import { Random } from "../../core/random.ts";
import { arenas } from "../../environments/arenas/index.ts";
import { type NamedEntrant, namedEntrant, opened, versioned } from "./fighters.ts";
import { matchKey } from "./kept-matches.ts";

const GOES_ROUND = `const ROUND = ["up", "right", "down", "left"];
function move({ turn }) { return ROUND[turn % 4]; }`;
const SMALL = { width: 7, height: 7, fewestFood: 0, foodChance: 0, horizon: 40 };
const sandboxed: NamedEntrant = { file: "round.js", text: GOES_ROUND };

async function played(entrants: readonly NamedEntrant[], games = 2, id = "battlesnake", parameters: object = SMALL) {
  const { all, close } = opened(id, entrants);
  try {
    return await playedBouts(id, all, parameters, { games });
  } finally {
    await close();
  }
}

/** A file in a folder of its own that other users may read, as root gives programs users of their own. */
function programFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "agon-fighter-"));
  chmodSync(folder, 0o755);
  return join(folder, "bot");
}

/** An executable program for Node that answers each move with what `body` returns. */
function program(body: string): NamedEntrant {
  const file = programFile();
  const lines = [
    "#!/usr/bin/env node",
    'let game = 0; const ROUND = ["up", "right", "down", "left"];',
    `const move = ([state]) => { ${body} };`,
    'require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {',
    '  const message = JSON.parse(line); if (message.type === "reset") game += 1;',
    '  if (message.type === "move") console.log(JSON.stringify({ move: move(message.given) }));',
    "});",
  ];
  writeFileSync(file, lines.join("\n"));
  chmodSync(file, 0o755);
  return namedEntrant(file, "/");
}

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) server.close().closeAllConnections();
});

/** A snake's server, and what it was asked. It takes `pause` milliseconds to give its identity, and leaves moves of `null` unanswered. */
async function snake(move: (state: { turn: number }) => unknown, about: object = { apiversion: "1" }, pause = 0) {
  const requests: { readonly path: string; readonly game: string }[] = [];
  const server = createServer((request, response) => {
    let text = "";
    request.on("data", (chunk) => {
      text += String(chunk);
    });
    request.on("end", () => {
      const state = text === "" ? undefined : JSON.parse(text);
      requests.push({ path: request.url ?? "", game: state?.game.id ?? "" });
      const answer = state === undefined ? about : request.url === "/move" ? move(state) : {};
      if (answer !== null) setTimeout(() => response.end(JSON.stringify(answer)), state === undefined ? pause : 0);
    });
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return { entrant: namedEntrant(`http://127.0.0.1:${portOf(server)}/`, "/"), asked: requests };
}

function portOf(server: Server): number {
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("the server has no port");
  return address.port;
}

test("a process fights as a program in the sandbox does", async () => {
  const bot = program("return ROUND[state.turn % 4];");
  expect(await played([bot, sandboxed])).toEqual(new Array(2).fill([0.5, 0.5]));
});

test("a process finds nothing in its environment but where programs are", async () => {
  process.env.AGON_SECRET = "yes";
  const bot = program("return process.env.AGON_SECRET || process.env.HOME ? 'up' : ROUND[state.turn % 4];");
  expect(await played([bot, sandboxed], 1)).toEqual([[0.5, 0.5]]);
  delete process.env.AGON_SECRET;
});

test("a process that ends loses the game, and plays the next", async () => {
  const bot = program("if (state.turn === 3) process.exit(1); return ROUND[state.turn % 4];");
  expect(await played([bot, sandboxed])).toEqual(new Array(2).fill([0, 1]));
});

test("a process that ends as one does that could not be started loses all the same", async () => {
  const bot = program("console.error('prlimit: failed to execute'); process.exit(127);");
  expect(await played([bot, sandboxed], 1)).toEqual([[0, 1]]);
});

test("a process that ends between games is begun anew for the next", async () => {
  const bot = program("if (state.turn === 39) setImmediate(() => process.exit(0)); return ROUND[state.turn % 4];");
  expect(await played([bot, sandboxed], 3)).toEqual(new Array(3).fill([0.5, 0.5]));
});

test("a process that cannot be started breaks the match off, and is no loss", async () => {
  const file = programFile();
  writeFileSync(file, "#!/no/such/interpreter");
  chmodSync(file, 0o755);
  await expect(played([namedEntrant(file, "/"), sandboxed])).rejects.toThrow("could not be started");
});

test("in Gomoku a process that answers nonsense loses", async () => {
  const free =
    "function move(b) { const row = b.findIndex((one) => one.includes(0)); return [row, b[row].lastIndexOf(0)]; }";
  expect(await played([program("return 'up';"), { file: "free.js", text: free }], 1, "gomoku", {})).toEqual([[0, 1]]);
});

test("a snake's server is asked as BattleSnake asks: its identity, the start, each move, the end", async () => {
  const { entrant, asked } = await snake(({ turn }) => ({
    move: ["up", "right", "down", "left"][turn % 4],
    shout: "hi",
  }));
  expect(await played([entrant, sandboxed])).toEqual(new Array(2).fill([0.5, 0.5]));
  const one = ["/", "/start", ...new Array(40).fill("/move"), "/end"];
  expect(asked.map(({ path }) => path)).toEqual([...one, ...one]);
  const games = new Set(asked.map(({ game }) => game).filter((game) => game !== ""));
  expect(games.size).toBe(2);
});

test("a server that answers nonsense goes straight on and loses", async () => {
  const { entrant } = await snake(() => ["north"]);
  expect(await played([entrant, sandboxed], 1)).toEqual([[0, 1]]);
});

test("a fighter that cannot be reached, or is none, is told, and no match is counted", async () => {
  const { entrant } = await snake(() => ({}), { name: "no snake" });
  await expect(played([entrant, sandboxed])).rejects.toThrow("is no snake of BattleSnake's API v1");
  const gone = namedEntrant("http://127.0.0.1:9", "/");
  await expect(played([gone, sandboxed])).rejects.toThrow("no snake's server answers at");
  await expect(played([entrant, sandboxed], 1, "gomoku", {})).rejects.toThrow("gomoku is not fought by servers");
  const file = join(mkdtempSync(join(tmpdir(), "agon-fighter-")), "bot.py");
  writeFileSync(file, "print(1)");
  expect(() => namedEntrant(file, "/")).toThrow("may not be run");
});

test("a server that is slow to begin plays, and what it answers too late is told as late", async () => {
  const { entrant } = await snake(({ turn }) => (turn < 2 ? { move: "up" } : null), { apiversion: "1" }, 700);
  const { all, close } = opened("battlesnake", [entrant, sandboxed]);
  const bouts = (await arenas.get("battlesnake")).make(SMALL).begin(all, Random.of(0));
  expect(await bouts.play()).toEqual([0, 1]);
  expect(bouts.faults?.()[0]).toMatchObject({ first: "did not answer within 500 ms" });
  bouts.close?.();
  await close();
});

test("a server may send no request on to another address", async () => {
  const { entrant, asked } = await snake(() => ({ move: "up" }));
  const victim = entrant.text;
  for (const status of [301, 307]) {
    const server = createServer(
      (_, response) => void response.writeHead(status, { location: `${victim}/start` }).end(),
    );
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
    const sender = namedEntrant(`http://127.0.0.1:${portOf(server)}`, "/");
    await expect(played([sender, sandboxed])).rejects.toThrow(/sends requests on to ".*\/start"; name that address/);
  }
  expect(asked).toEqual([]);
});

test("matches of what runs outside are named by its version: a process's folder, and what a server says", async () => {
  const bot = program("return ROUND[state.turn % 4];");
  const nameOf = async (entrant: NamedEntrant) => {
    const { entrant: one, notices } = await versioned(entrant);
    const match = { arena: "battlesnake", parameters: SMALL, pairs: 1, seed: 1, again: 0 };
    return [matchKey({ ...match, entrants: [one, sandboxed] }), ...notices];
  };
  const before = await nameOf(bot);
  expect(await nameOf(bot)).toEqual(before);
  writeFileSync(join(dirname(bot.file), "strategy.js"), "module.exports = 1;");
  const after = await nameOf(bot);
  expect(after[0]).not.toBe(before[0]);
  writeFileSync(join(dirname(bot.file), "strategy.js"), "module.exports = 2;");
  expect((await nameOf(bot))[0]).not.toBe(after[0]);

  const about = { apiversion: "1", version: "1.0" };
  const { entrant: server } = await snake(() => ({}), about);
  const first = await nameOf(server);
  expect(await nameOf(server)).toEqual(first);
  about.version = "1.1";
  expect((await nameOf(server))[0]).not.toBe(first[0]);
  about.version = "";
  const [drawn, notice] = await nameOf(server);
  expect([(await nameOf(server))[0] === drawn, notice]).toEqual([
    false,
    `${server.file} says no version: its matches are not kept beyond this contest`,
  ]);
});

test("a server that says another version during its matches breaks them off", async () => {
  const about = { apiversion: "1", version: "1.0" };
  const { entrant } = await snake(({ turn }) => ({ move: ["up", "right", "down", "left"][turn % 4] }), about);
  const { entrant: first } = await versioned(entrant);
  expect(await played([first, sandboxed], 1)).toEqual([[0.5, 0.5]]);
  about.version = "1.1";
  await expect(played([first, sandboxed], 1)).rejects.toThrow('says another version by now, "1.1"');
});
