// `agon contest`: the same for any number of threads and however often it was stopped, and a sentence for each mistake.

import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { applyPatch } from "diff";
import { expect, test } from "vitest";
import { until } from "../fixtures/until.ts";
import { agon, contents, documentOf, root, scratch } from "./agon.ts";
import { folderWith, rowsOf } from "./files.ts";
import { complaintOf, refusedFiles } from "./mistakes.ts";
import { start } from "./process.ts";

/** A folder with the example's warriors, and the contest as text. */
function placed(text = ""): string {
  const folder = scratch();
  cpSync(join(root, "examples/warriors"), folder, { recursive: true });
  if (text !== "") writeFileSync(join(folder, "c.yaml"), text);
  return folder;
}

const held = (folder: string, flags: string) =>
  documentOf(`contest five.yaml --set games=10 --resamples 20 ${flags}`, { cwd: folder });

const matchesIn = (folder: string) => readdirSync(join(folder, ".agon/matches"));

test("a round robin: each pair once, seats swapped, and a leaderboard", async () => {
  const folder = placed();
  const contest = await held(folder, "--workers 0");
  const counts = { rounds: 5, games: 100, units: 50, connected: true };
  expect(contest).toMatchObject({ arena: "core-war", schedule: "round-robin", ...counts });
  expect(contest.matches).toHaveLength(10);
  for (const { wins, ties } of contest.matches) expect(wins[0] + wins[1] + ties).toBe(10);
  expect(contest.byes).toEqual([]);
  expect(contest.players.map(({ rank }: { rank: number }) => rank)).toEqual([1, 2, 3, 4, 5]);
  expect(matchesIn(folder)).toHaveLength(10);
  // Threads leave no trace, and nothing is played twice.
  expect(await held(placed(), "--workers 2")).toEqual(contest);
  const before = matchesIn(folder).map((name) => readFileSync(join(folder, ".agon/matches", name), "utf8"));
  writeFileSync(join(folder, ".agon/matches", matchesIn(folder)[0]), before[0].replace("1", "0"));
  expect(await held(folder, "--workers 0")).toEqual(contest);
  expect(matchesIn(folder).map((name) => readFileSync(join(folder, ".agon/matches", name), "utf8"))).toEqual(before);
});

test("programs in JavaScript fight on BattleSnake's board, the same for any number of threads", async () => {
  const all = [];
  for (const workers of [0, 2]) {
    const folder = scratch();
    cpSync(join(root, "examples/snakes"), join(folder, "snakes"), { recursive: true });
    cpSync(join(root, "examples/snakes.yaml"), join(folder, "five.yaml"));
    all.push(await held(folder, `--workers ${workers} --set games=2 --set arena.horizon=20`));
  }
  const [contest, threaded] = all;
  expect(contest).toMatchObject({ arena: "battlesnake", games: 12, units: 6 });
  // A snake that looks neither at walls nor at others is the last of the four.
  expect(contest.players.at(-1).name).toBe("reckless");
  expect(threaded).toEqual(contest);
});

test("programs that run as processes, under limits: the same for any number of threads", async () => {
  const moves = ["up", "right", "down", "left"];
  const bot = `#!${process.execPath}
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { type, given } = JSON.parse(line);
  if (type === "move") console.log(JSON.stringify({ move: ${JSON.stringify(moves)}[given[0].turn % 4] }));
});`;
  const five = `arena: { id: battlesnake, width: 7, height: 7, horizon: 12 }
players: { round: ./bots/round, up: ./up.js, writes: ./bots/writes }
limits: { seconds: 60, memory: 512, processes: 32, files: 1 }
`;
  const writes = "#!/bin/sh\nhead -c 2000000 /dev/zero > /tmp/zeros || exit 1\ncat\n";
  const files = { "five.yaml": five, "up.js": 'const move = () => "up";', "bots/round": bot, "bots/writes": writes };
  const all = [];
  for (const workers of [0, 2]) {
    const folder = folderWith(files);
    for (const name of ["", "bots", "bots/round", "bots/writes"]) chmodSync(join(folder, name), 0o755);
    all.push(await held(folder, `--workers ${workers} --set games=2`));
    expect(matchesIn(folder)).toHaveLength(3);
    if (workers > 0) continue;
    // Other limits are another match, where a process plays.
    await held(folder, `--workers ${workers} --set games=2 --set limits.memory=256`);
    expect(matchesIn(folder)).toHaveLength(6);
  }
  expect(all[1]).toEqual(all[0]);
  expect(all[0].players[0].name).toBe("round");
});

test("who is named first, and where a program lies, does not matter", async () => {
  const text = (players: string) => `arena: { id: core-war, core: small }\nplayers: ${players}\ngames: 20\n`;
  const cwd = placed(text("{ imp: imp.red, dwarf: dwarf.red }"));
  const one = await documentOf("contest c.yaml --workers 0", { cwd });
  writeFileSync(join(cwd, "c.yaml"), text("{ dwarf: ./dwarf.red, imp: ./imp.red }"));
  const other = await documentOf("contest c.yaml --workers 0", { cwd });
  expect(matchesIn(cwd)).toHaveLength(1);
  expect(other.matches[0].wins).toEqual(one.matches[0].wins.toReversed());
  const rated = ({ players }: typeof one) =>
    players.map(({ name, rating }: { name: string; rating: number }) => [name, rating.toFixed(3)]);
  expect(rated(other)).toEqual(rated(one));
});

test("Swiss: as many rounds as find a winner, and no pair twice", async () => {
  const contest = await held(placed(), "--workers 0 --set schedule=swiss");
  expect(contest).toMatchObject({ schedule: "swiss", rounds: 3 });
  const pairs = contest.matches.map(({ first, second }: { first: string; second: string }) =>
    [first, second].sort().join(),
  );
  expect(new Set(pairs).size).toBe(6);
  expect(contest.byes).toHaveLength(3);
});

test("a ladder: the challenger climbs until it is beaten", async () => {
  const flags = "--workers 0 --set 'schedule={ id: ladder, challenger: dwarf, matches: 3, wins: 2 }'";
  const { ladder, matches } = await held(placed(), flags);
  expect(ladder.challenger).toBe("dwarf");
  expect(ladder.passed).toBe(ladder.rungs.filter(({ isPassed }: { isPassed: boolean }) => isPassed).length);
  expect(ladder.rungs.slice(0, -1).every(({ isPassed }: { isPassed: boolean }) => isPassed)).toBe(true);
  for (const { first } of matches) expect(first).toBe("dwarf");
  // Two players meet again with other luck.
  expect(new Set(matches.map(({ key }: { key: string }) => key)).size).toBe(matches.length);
});

test("double elimination: places of all, the first of whom lost one match at most", async () => {
  const { places, players, schedule } = await held(placed(), "--workers 0 --set schedule=double-elimination");
  expect(schedule).toBe("double-elimination");
  expect(Object.values(places).sort().slice(0, 2)).toEqual([1, 2]);
  expect(Object.keys(places).sort()).toEqual(players.map(({ name }: { name: string }) => name).sort());
});

test("a population: each player meets one that is drawn in each round, rather one that it loses to", async () => {
  const flags = "--set 'schedule={ id: population, rounds: 12 }'";
  const { matches, rounds } = await held(placed(), `--workers 2 ${flags}`);
  expect([rounds, matches.length]).toEqual([12, 60]);
  expect(new Set(matches.map(({ key }: { key: string }) => key)).size).toBe(60);
  const own = matches.filter(({ first, round }: { first: string; round: number }) => first === "scan" && round > 3);
  const lost = own.filter(({ wins }: { wins: number[] }) => wins[0] < wins[1]);
  expect(lost.length).toBeGreaterThan(own.length / 2);
  expect((await held(placed(), `--workers 0 ${flags}`)).matches).toEqual(matches);
});

test("a mirror: versions of a player meet each other and no one else", async () => {
  const players = "{ mine: [imp.red, dwarf.red, scan.red], other: gate.red }";
  const arena = "arena: { id: core-war, core: small }";
  const cwd = placed(`${arena}\nplayers: ${players}\nschedule: mirror\ngames: 10\n`);
  const { versions, matches } = await documentOf("contest c.yaml --workers 0", { cwd });
  expect(matches).toHaveLength(3);
  expect(versions).toHaveLength(1);
  const [{ player, shares }] = versions;
  expect(player).toBe("mine");
  for (let a = 0; a < 3; a++)
    for (let b = 0; b < 3; b++) expect(a === b ? shares[a][b] : shares[a][b] + shares[b][a]).toBe(a === b ? null : 1);
  const { stdout } = await agon("contest c.yaml --workers 0", { cwd });
  expect(stdout).toContain("Share of games that a version of mine (row) won");
});

test("edit and compete: the same for any number of threads; changes at random lose; an editor of one's own is asked", async () => {
  const editor = `
    const lines = require("node:readline").createInterface({ input: process.stdin });
    require("node:fs").appendFileSync("begun.txt", "begun\\n");
    const say = (message) => console.log(JSON.stringify(message)); let code = "";
    lines.on("line", (line) => { const told = JSON.parse(line);
      if (told.type === "edit") { code = told.code; say({ type: "trial", code, others: told.samples }); }
      else say({ type: "code", code: told.shares[0] > 0 ? "MOV.I $0,$1\\n" : code }); });`;
  const text = `arena: { id: core-war, core: small }
schedule: { id: edit-and-compete, rounds: 3, trials: 2, trialGames: 4 }
players:
  blind: { program: dwarf.red, editor: { id: blind, changes: 5 } }
  static: dwarf.red
  own: { program: dwarf.red, editor: { id: command, command: [${JSON.stringify(process.execPath)}, edit.cjs] } }
samples: [imp.red]
games: 10
`;
  const all = [];
  for (const workers of [0, 2]) {
    const cwd = placed(text);
    writeFileSync(join(cwd, "edit.cjs"), editor);
    const words = `contest c.yaml --resamples 20 --workers ${workers}`;
    all.push(await documentOf(words, { cwd }));
    if (workers > 0) continue;
    // Nothing is played twice, and the editor is begun again where a file of it has changed.
    const begun = readFileSync(join(cwd, "begun.txt"), "utf8");
    expect(await documentOf(words, { cwd })).toEqual(all[0]);
    expect(readFileSync(join(cwd, "begun.txt"), "utf8")).toBe(begun);
    writeFileSync(join(cwd, "strategy.cjs"), "");
    expect(await documentOf(words, { cwd })).toEqual(all[0]);
    expect(readFileSync(join(cwd, "begun.txt"), "utf8").length).toBeGreaterThan(begun.length);
  }
  expect(all[1]).toEqual(all[0]);
  const [{ tournaments, matches, rounds }] = all;
  expect([rounds, matches.length, tournaments.length]).toEqual([3, 3, 3]);
  const of = (one: string, other: string) =>
    tournaments.find(({ first, second }: { first: string; second: string }) => first === one && second === other);
  const blind = of("blind", "static") ?? of("static", "blind");
  const lost = blind.first === "blind" ? 0 : 1;
  expect(blind.rounds[3].share).toSatisfy((share: number) => (lost === 0 ? share < 0.5 : share > 0.5));
  expect(blind.rounds[1].codes[lost]).toContain("ORG");
  expect(blind.rounds[1].codes[1 - lost]).toBeNull();
  const own = of("own", "static") ?? of("static", "own");
  expect(own.rounds[1].codes[own.first === "own" ? 0 : 1]).toBe("MOV.I $0,$1\n");
});

/** A snake's server that always moves up, on this port or one of the system's. */
async function upwards(port = 0) {
  const server = createServer(({ url }, answer) =>
    answer.end(JSON.stringify(url === "/" ? { apiversion: "1" } : { move: "up" })),
  );
  await new Promise<void>((listening) => server.listen(port, "127.0.0.1", listening));
  const address = server.address();
  if (typeof address !== "object" || address === null) throw new Error("no port");
  const close = () => {
    server.closeAllConnections();
    return new Promise((closed) => server.close(closed));
  };
  return { port: address.port, close };
}

/** Snakes that always go one way, by their files. */
const going = (...moves: string[]) =>
  Object.fromEntries(moves.map((move) => [`${move}.js`, `const move = () => "${move}";`]));

test("a server that does not answer loses nothing: the other matches are played, and the same command plays its own later", async () => {
  const { port, close } = await upwards();
  await close();
  const players = `players: { far: http://127.0.0.1:${port}, left: left.js, right: right.js }`;
  const text = `arena: { id: battlesnake, width: 7, height: 7 }\n${players}\ngames: 2\n`;
  const cwd = folderWith({ ...going("left", "right"), "c.yaml": text });
  const words = "contest c.yaml --resamples 20 --workers 0";
  const { code, stdout, stderr } = await agon(words, { cwd });
  expect(code).toBe(2);
  expect(stdout).toMatch(/^far +1,500 +– /m);
  expect(stderr).toMatch(
    /agon: round \d: (far against left|left against far) broke off: no snake's server answers at "http/,
  );
  expect(stderr).toContain(
    "agon: 2 matches broke off and count for neither player: the same command plays what is missing",
  );
  expect(matchesIn(cwd)).toHaveLength(1);
  const report = JSON.parse((await agon(`${words} --json`, { cwd })).stdout);
  expect([report.broken.length, report.matches.length]).toEqual([2, 1]);
  const own = join(cwd, ".agon/matches", matchesIn(cwd)[0]);
  const then = statSync(own).mtimeMs;
  const server = await upwards(port);
  const whole = await documentOf(words, { cwd }).finally(server.close);
  expect([whole.matches.length, whole.broken]).toEqual([3, undefined]);
  expect(statSync(own).mtimeMs).toBe(then);
});

test("rounds that hang on a match that broke off wait for it", async () => {
  const players = "players: { far: http://127.0.0.1:9, left: left.js, right: right.js, up: up.js }";
  const text = `arena: battlesnake\n${players}\nschedule: { id: swiss, rounds: 3 }\ngames: 2\n`;
  const cwd = folderWith({ ...going("left", "right", "up"), "c.yaml": text });
  const { code, stdout } = await agon("contest c.yaml --resamples 20 --workers 0 --json", { cwd });
  expect(code).toBe(2);
  const { rounds, matches, broken, caveats } = JSON.parse(stdout);
  expect([rounds, matches.length, broken.length]).toEqual([1, 1, 1]);
  expect(caveats.join()).toContain("later rounds, which hang on it, were not played");
});

/** Runs a contest until so many files lie in a folder of its store, and stops it. */
async function stopped(words: string, cwd: string, place: "matches" | "rounds"): Promise<void> {
  const files = () => (existsSync(join(cwd, ".agon", place)) ? readdirSync(join(cwd, ".agon", place)).length : 0);
  const most = place === "matches" ? 2 : 3;
  const { process, over, done } = start(words, { cwd });
  await until(() => files() >= most, over);
  process.kill("SIGINT");
  const { code, stderr } = await done;
  // Between two matches the system ends it: a shell tells 130 of that too.
  expect([0, 130, "SIGINT"]).toContain(code ?? process.signalCode);
  if (code === 130) expect(stderr).toContain("the same command goes on from there");
  expect(files()).toBeGreaterThanOrEqual(most);
}

test("a contest that is stopped keeps its matches, and goes on from there", async () => {
  const folder = placed();
  const words = "contest five.yaml --set games=200 --resamples 20 --workers";
  await stopped(`${words} 1`, folder, "matches");
  const whole = await documentOf(`${words} 0`, { cwd: folder });
  expect(await documentOf(`${words} 0`, { cwd: placed() })).toEqual(whole);
});

test("a tournament of edits that is stopped goes on from its last whole round, to the same bytes for any number of workers", async () => {
  const words = "contest edited.yaml --resamples 20 --set games=40 --set schedule.trials=4 --workers";
  const two = "--set schedule.rounds=2";
  const folder = placed();
  await stopped(`${words} 2 ${two}`, folder, "rounds");
  // What is there is not played again.
  const [kept] = readdirSync(join(folder, ".agon/rounds"));
  const time = () => statSync(join(folder, ".agon/rounds", kept)).mtimeMs;
  const then = time();
  const whole = await documentOf(`${words} 0 ${two}`, { cwd: folder });
  expect(time()).toBe(then);
  const free = placed();
  expect(await documentOf(`${words} 0 ${two}`, { cwd: free })).toEqual(whole);
  for (const names of ["edits", "rounds"])
    expect(contents(join(free, ".agon", names))).toEqual(contents(join(folder, ".agon", names)));
  // More rounds go on from there too.
  const more = await documentOf(`${words} 0 --set schedule.rounds=3`, { cwd: folder });
  for (const [k, { rounds }] of more.tournaments.entries())
    expect(rounds.slice(0, 3)).toEqual(whole.tournaments[k].rounds);
  expect(time()).toBe(then);
}, 90_000);

test.each([0, 2])(
  "an editor of one's own that ends is told in a sentence, and what was played is kept (%s workers)",
  async (workers) => {
    const editor = `{ id: command, command: [${JSON.stringify(process.execPath)}, -e, process.exit(1)] }`;
    const players = `{ own: { program: dwarf.red, editor: ${editor} }, static: imp.red }`;
    const arena = "arena: { id: core-war, core: small }";
    const cwd = placed(`${arena}\nplayers: ${players}\nschedule: edit-and-compete\ngames: 4\n`);
    expect(await complaintOf(`contest c.yaml --workers ${workers}`, { cwd })).toMatch(
      /^agon: the program ".*" ended with exit code 1\n$/,
    );
    expect(readdirSync(join(cwd, ".agon/rounds"))).toHaveLength(1);
  },
);

test("--diffs prints what was changed, and --json has the versions and how large changes are", async () => {
  const cwd = placed();
  const words = "contest edited.yaml --resamples 20 --set schedule.rounds=1 --workers 0";
  const { tournaments } = await documentOf(words, { cwd });
  const { stdout } = await agon(`${words} --diffs`, { cwd });
  let changes = 0;
  for (const { first, second, rounds } of tournaments) {
    const [begin, { codes, sizes, share, low, high }] = rounds;
    expect(low <= share && share <= high).toBe(true);
    for (const [side, player] of [first, second].entries()) {
      const title = `${first} against ${second}, round 1: ${player}\n--- ${player}/round-0\n+++ ${player}/round-1\n`;
      const [, patch] = stdout.split(title);
      expect(patch === undefined).toBe(codes[side] === null);
      expect(sizes[side] === null).toBe(codes[side] === null);
      if (patch === undefined) continue;
      const [own] = patch.split("\n\n");
      expect(applyPatch(begin.codes[side], own)).toBe(codes[side]);
      const count = (sign: string) => own.split("\n").filter((line) => line.startsWith(sign)).length;
      expect(sizes[side]).toEqual({ added: count("+"), removed: count("-") });
      changes += 1;
    }
  }
  expect(changes).toBeGreaterThan(2);
});

const TWO = "arena: core-war / players: { a: imp.red, b: dwarf.red }";
const BAD = rowsOf(`
  an arena that is not there                | ${TWO.replace("core-war", "core-wars")}
  a parameter that is not there             | ${TWO.replace("core-war", "{ id: core-war, siez: 8 }")}
  a program that is not there               | ${TWO.replace("imp.red", "imps.red")}
  one player                                | arena: core-war / players: { a: imp.red }
  an odd number of games                    | ${TWO} / games: 3
  a schedule that is not there              | ${TWO} / schedule: swis
  more rounds than players allow            | ${TWO} / schedule: { id: swiss, rounds: 4 }
  a challenger that is not there            | ${TWO} / schedule: { id: ladder, challenger: c }
  more wins than matches                    | ${TWO} / schedule: { id: ladder, matches: 2, wins: 3 }
  an editor without rounds of edits         | ${TWO.replace("imp.red", "{ program: imp.red, editor: tester }")}
  an editor that is not there               | ${TWO.replace("imp.red", "{ program: imp.red, editor: testr }")} / schedule: edit-and-compete
  a mirror without versions                 | ${TWO} / schedule: mirror
  a rating that is not there                | ${TWO} / rating: ello
  a limit that is too low                   | ${TWO} / limits: { memory: 1 }
  a limit that is no number                 | ${TWO} / limits: { seconds: long }
  a limit that is not there                 | ${TWO} / limits: { memry: 99 }
  a key that is not there                   | ${TWO} / plyers: 3
  a warrior of which a line cannot be read  | ${TWO.replace("imp.red", "bad.red")}
`);
const warriors = { "imp.red": "MOV 0, 1\n", "dwarf.red": "ADD #4, 3\nMOV 2, @2\nJMP -2\nDAT #0\n" };
refusedFiles("agon-contest", "contest c.yaml --workers 0", "c.yaml", BAD, { ...warriors, "bad.red": "MOV 0, there\n" });
