// `agon contest`: the same for any number of threads and however often it was stopped, and a sentence for each mistake.

import { chmodSync, cpSync, existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { createServer } from "node:http";
import { join } from "node:path";
import { applyPatch } from "diff";
import { expect, test } from "vitest";
import { until } from "../fixtures/until.ts";
import { agon, contents, root, scratch, start } from "./agon.ts";

/** A folder with the example's warriors, and the contest as text. */
function placed(text = ""): string {
  const folder = scratch();
  cpSync(join(root, "examples/warriors"), folder, { recursive: true });
  if (text !== "") writeFileSync(join(folder, "c.yaml"), text);
  return folder;
}

const SMALL = ["--set", "games=10", "--resamples", "20", "--json"];

async function held(folder: string, ...flags: string[]) {
  const { code, stdout, stderr } = await agon(["contest", "five.yaml", ...SMALL, ...flags], { cwd: folder });
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

const matchesIn = (folder: string) => readdirSync(join(folder, ".agon/matches"));

test("a round robin: each pair once, seats swapped, and a leaderboard", async () => {
  const folder = placed();
  const found = await held(folder, "--workers", "0");
  expect(found).toMatchObject({
    arena: "core-war",
    schedule: "round-robin",
    rounds: 5,
    games: 100,
    units: 50,
    connected: true,
  });
  expect(found.matches).toHaveLength(10);
  for (const { wins, ties } of found.matches) expect(wins[0] + wins[1] + ties).toBe(10);
  expect(found.byes).toEqual([]);
  expect(found.players.map(({ rank }: { rank: number }) => rank)).toEqual([1, 2, 3, 4, 5]);
  expect(matchesIn(folder)).toHaveLength(10);
  // Threads leave no trace, and nothing is played twice.
  const again = placed();
  expect(await held(again, "--workers", "2")).toEqual(found);
  const before = matchesIn(folder).map((name) => readFileSync(join(folder, ".agon/matches", name), "utf8"));
  writeFileSync(join(folder, ".agon/matches", matchesIn(folder)[0]), before[0].replace("1", "0"));
  expect(await held(folder, "--workers", "0")).toEqual(found);
  expect(matchesIn(folder).map((name) => readFileSync(join(folder, ".agon/matches", name), "utf8"))).toEqual(before);
});

test("programs in JavaScript fight on BattleSnake's board, the same for any number of threads", async () => {
  const folder = scratch();
  cpSync(join(root, "examples/snakes"), join(folder, "snakes"), { recursive: true });
  cpSync(join(root, "examples/snakes.yaml"), join(folder, "five.yaml"));
  const flags = ["--set", "games=2"];
  const found = await held(folder, "--workers", "0", ...flags);
  expect(found).toMatchObject({ arena: "battlesnake", games: 12, units: 6 });
  // A snake that looks neither at walls nor at others is the last of the four.
  expect(found.players.at(-1).name).toBe("reckless");
  const again = scratch();
  cpSync(folder, again, { recursive: true, filter: (file) => !file.endsWith(".agon") });
  expect(await held(again, "--workers", "2", ...flags)).toEqual(found);
});

test("programs that run as processes, under limits: the same for any number of threads", async () => {
  const moves = ["up", "right", "down", "left"];
  const bot = `#!${process.execPath}
require("node:readline").createInterface({ input: process.stdin }).on("line", (line) => {
  const { type, given } = JSON.parse(line);
  if (type === "move") console.log(JSON.stringify({ move: ${JSON.stringify(moves)}[given[0].turn % 4] }));
});`;
  const arena = "{ id: battlesnake, width: 7, height: 7, horizon: 20 }";
  const players = "{ round: ./bots/round, up: ./up.js, writes: ./bots/writes }";
  const all = [];
  for (const workers of ["0", "2"]) {
    const folder = scratch();
    mkdirSync(join(folder, "bots"));
    writeFileSync(join(folder, "bots/round"), bot);
    writeFileSync(join(folder, "bots/writes"), "#!/bin/sh\nhead -c 2000000 /dev/zero > /tmp/zeros || exit 1\ncat\n");
    writeFileSync(join(folder, "up.js"), 'const move = () => "up";');
    for (const name of ["", "bots", "bots/round", "bots/writes"]) chmodSync(join(folder, name), 0o755);
    const limits = "{ seconds: 60, memory: 512, processes: 32, files: 1 }";
    writeFileSync(join(folder, "five.yaml"), `arena: ${arena}\nplayers: ${players}\nlimits: ${limits}\n`);
    all.push(await held(folder, "--workers", workers, "--set", "games=2"));
    expect(matchesIn(folder)).toHaveLength(3);
    // Other limits are another match, where a process plays.
    const set = ["--set", "games=2", "--set", "limits.memory=256"];
    if (workers === "0") await held(folder, "--workers", workers, ...set);
    expect(matchesIn(folder)).toHaveLength(workers === "0" ? 6 : 3);
  }
  expect(all[1]).toEqual(all[0]);
  const [{ players: rated }] = all;
  expect(rated[0].name).toBe("round");
});

test("who is named first, and where a program lies, does not matter", async () => {
  const text = (players: string) => `arena: { id: core-war, core: small }\nplayers: ${players}\ngames: 20\n`;
  const folder = placed(text("{ imp: imp.red, dwarf: dwarf.red }"));
  const cwd = { cwd: folder };
  const one = JSON.parse((await agon(["contest", "c.yaml", "--json", "--workers", "0"], cwd)).stdout);
  writeFileSync(join(folder, "c.yaml"), text("{ dwarf: ./dwarf.red, imp: ./imp.red }"));
  const other = JSON.parse((await agon(["contest", "c.yaml", "--json", "--workers", "0"], cwd)).stdout);
  expect(matchesIn(folder)).toHaveLength(1);
  const turned = ([first, second]: number[]) => [second, first];
  expect(other.matches[0].wins).toEqual(turned(one.matches[0].wins));
  const rated = ({ players }: typeof one) =>
    players.map(({ name, rating }: { name: string; rating: number }) => [name, rating.toFixed(3)]);
  expect(rated(other)).toEqual(rated(one));
});

test("Swiss: as many rounds as find a winner, and no pair twice", async () => {
  const found = await held(placed(), "--workers", "0", "--set", "schedule=swiss");
  expect(found).toMatchObject({ schedule: "swiss", rounds: 3 });
  const pairs = found.matches.map(({ first, second }: { first: string; second: string }) =>
    [first, second].sort().join(),
  );
  expect(new Set(pairs).size).toBe(6);
  expect(found.byes).toHaveLength(3);
});

test("a ladder: the challenger climbs until it is beaten", async () => {
  const folder = placed();
  const flags = ["--set", "schedule={ id: ladder, challenger: dwarf, matches: 3, wins: 2 }"];
  const { ladder, matches } = await held(folder, "--workers", "2", ...flags);
  expect(ladder.challenger).toBe("dwarf");
  expect(ladder.passed).toBe(ladder.rungs.filter(({ isPassed }: { isPassed: boolean }) => isPassed).length);
  expect(ladder.rungs.slice(0, -1).every(({ isPassed }: { isPassed: boolean }) => isPassed)).toBe(true);
  for (const { first } of matches) expect(first).toBe("dwarf");
  // Two players meet again with other luck.
  expect(new Set(matches.map(({ key }: { key: string }) => key)).size).toBe(matches.length);
  expect((await held(placed(), "--workers", "0", ...flags)).ladder).toEqual(ladder);
});

test("double elimination: places of all, the first of whom lost one match at most", async () => {
  const { places, players, schedule } = await held(placed(), "--workers", "0", "--set", "schedule=double-elimination");
  expect(schedule).toBe("double-elimination");
  expect(Object.values(places).sort().slice(0, 2)).toEqual([1, 2]);
  expect(Object.keys(places).sort()).toEqual(players.map(({ name }: { name: string }) => name).sort());
});

test("a population: each player meets one that is drawn in each round, rather one that it loses to", async () => {
  const flags = ["--set", "schedule={ id: population, rounds: 12 }"];
  const { matches, rounds } = await held(placed(), "--workers", "2", ...flags);
  expect([rounds, matches.length]).toEqual([12, 60]);
  expect(new Set(matches.map(({ key }: { key: string }) => key)).size).toBe(60);
  const own = matches.filter(({ first, round }: { first: string; round: number }) => first === "scan" && round > 3);
  const lost = own.filter(({ wins }: { wins: number[] }) => wins[0] < wins[1]);
  expect(lost.length).toBeGreaterThan(own.length / 2);
  expect((await held(placed(), "--workers", "0", ...flags)).matches).toEqual(matches);
});

test("a mirror: versions of a player meet each other and no one else", async () => {
  const folder = placed(
    "arena: { id: core-war, core: small }\nplayers: { mine: [imp.red, dwarf.red, scan.red], other: gate.red }\nschedule: mirror\ngames: 10\n",
  );
  const words = ["contest", "c.yaml", "--workers", "0"];
  const { code, stdout, stderr } = await agon([...words, "--json"], { cwd: folder });
  expect(code, stderr).toBe(0);
  const { versions, matches } = JSON.parse(stdout);
  expect(matches).toHaveLength(3);
  expect(versions).toHaveLength(1);
  const [{ player, shares }] = versions;
  expect(player).toBe("mine");
  for (let a = 0; a < 3; a++)
    for (let b = 0; b < 3; b++) expect(a === b ? shares[a][b] : shares[a][b] + shares[b][a]).toBe(a === b ? null : 1);
  expect((await agon(words, { cwd: folder })).stdout).toContain("Share of games that a version of mine (row) won");
});

test("edit and compete: the same for any number of threads; changes at random lose; an editor of one's own is asked", async () => {
  const editor = [
    'const lines = require("node:readline").createInterface({ input: process.stdin });',
    'const say = (message) => console.log(JSON.stringify(message)); let code = "";',
    'lines.on("line", (line) => { const told = JSON.parse(line);',
    '  if (told.type === "edit") { code = told.code; say({ type: "trial", code, others: told.samples }); }',
    '  else say({ type: "code", code: told.shares[0] > 0 ? "MOV.I $0,$1\\n" : code }); });',
  ].join("\n");
  const players = [
    "  blind: { program: dwarf.red, editor: { id: blind, changes: 5 } }",
    "  static: dwarf.red",
    `  own: { program: dwarf.red, editor: { id: command, command: [${JSON.stringify(process.execPath)}, edit.cjs] } }`,
  ].join("\n");
  const schedule = "schedule: { id: edit-and-compete, rounds: 3, trials: 2, trialGames: 4 }";
  const text = `arena: { id: core-war, core: small }\n${schedule}\nplayers:\n${players}\nsamples: [imp.red]\ngames: 10\n`;
  const all = [];
  for (const workers of ["0", "2"]) {
    const folder = placed(text);
    writeFileSync(join(folder, "edit.cjs"), editor);
    const words = ["contest", "c.yaml", "--json", "--workers", workers, "--resamples", "20"];
    const { code, stdout, stderr } = await agon(words, { cwd: folder });
    expect(code, stderr).toBe(0);
    // Nothing is played twice: the editor is not needed again.
    writeFileSync(join(folder, "edit.cjs"), "process.exit(1)");
    const again = await agon(words, { cwd: folder });
    expect(again.stdout, again.stderr).toBe(stdout);
    all.push(JSON.parse(stdout));
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

test("a server that does not answer loses nothing: the other matches are played, and the same command plays its own later", async () => {
  const { port, close } = await upwards();
  await close();
  const folder = scratch();
  for (const move of ["left", "right"]) writeFileSync(join(folder, `${move}.js`), `const move = () => "${move}";`);
  const players = `{ far: http://127.0.0.1:${port}, left: left.js, right: right.js }`;
  const arena = "{ id: battlesnake, width: 7, height: 7 }";
  writeFileSync(join(folder, "c.yaml"), `arena: ${arena}\nplayers: ${players}\ngames: 2\n`);
  const words = ["contest", "c.yaml", "--resamples", "20", "--workers", "0"];
  const { code, stdout, stderr } = await agon(words, { cwd: folder });
  expect(code).toBe(2);
  expect(stdout).toMatch(/^far +1,500 +– /m);
  expect(stderr).toMatch(
    /agon: round \d: (far against left|left against far) broke off: no snake's server answers at "http/,
  );
  expect(stderr).toContain(
    "agon: 2 matches broke off and count for neither player: the same command plays what is missing",
  );
  expect(matchesIn(folder)).toHaveLength(1);
  const told = JSON.parse((await agon([...words, "--json"], { cwd: folder })).stdout);
  expect(told.broken).toHaveLength(2);
  expect(told.matches).toHaveLength(1);
  const own = join(folder, ".agon/matches", matchesIn(folder)[0]);
  const then = statSync(own).mtimeMs;
  const server = await upwards(port);
  const later = await agon([...words, "--json"], { cwd: folder }).finally(server.close);
  expect(later.code, later.stderr).toBe(0);
  const whole = JSON.parse(later.stdout);
  expect([whole.matches.length, whole.broken]).toEqual([3, undefined]);
  expect(statSync(own).mtimeMs).toBe(then);
});

test("rounds that hang on a match that broke off wait for it", async () => {
  const folder = scratch();
  for (const move of ["left", "right", "up"])
    writeFileSync(join(folder, `${move}.js`), `const move = () => "${move}";`);
  const players = "{ far: http://127.0.0.1:9, left: left.js, right: right.js, up: up.js }";
  const schedule = "schedule: { id: swiss, rounds: 3 }";
  writeFileSync(join(folder, "c.yaml"), `arena: battlesnake\nplayers: ${players}\n${schedule}\ngames: 2\n`);
  const words = ["contest", "c.yaml", "--resamples", "20", "--workers", "0", "--json"];
  const { code, stdout } = await agon(words, { cwd: folder });
  expect(code).toBe(2);
  const { rounds, matches, broken, caveats } = JSON.parse(stdout);
  expect([rounds, matches.length, broken.length]).toEqual([1, 1, 1]);
  expect(caveats.join()).toContain("later rounds, which hang on it, were not played");
});

test("a contest that is stopped keeps its matches, and goes on from there", async () => {
  const folder = placed();
  const words = ["contest", "five.yaml", "--set", "games=200", "--resamples", "20", "--json", "--workers", "1"];
  const { process, over, done } = start(words, { cwd: folder });
  await until(() => {
    try {
      return matchesIn(folder).length >= 2;
    } catch {
      return false;
    }
  }, over);
  process.kill("SIGINT");
  const { code, stderr } = await done;
  expect([0, 130]).toContain(code);
  if (code === 130) expect(stderr).toContain("the same command goes on from there");
  const kept = matchesIn(folder).length;
  expect(kept).toBeGreaterThanOrEqual(2);
  const whole = JSON.parse((await agon(words, { cwd: folder })).stdout);
  const free = placed();
  expect(JSON.parse((await agon(words, { cwd: free })).stdout)).toEqual(whole);
});

test("a tournament of edits that is stopped goes on from its last whole round, to the same bytes for any number of workers", async () => {
  const flags = [
    "--resamples",
    "20",
    "--json",
    "--set",
    "games=40",
    "--set",
    "schedule.rounds=2",
    "--set",
    "schedule.trials=4",
  ];
  const words = (workers: number) => ["contest", "edited.yaml", ...flags, "--workers", String(workers)];
  const roundsIn = (folder: string): string[] => {
    const place = join(folder, ".agon/rounds");
    return existsSync(place) ? readdirSync(place) : [];
  };
  const folder = placed();
  let before = 0;
  for (const workers of [1, 2]) {
    const { process, over, done } = start(words(workers), { cwd: folder });
    await until(() => roundsIn(folder).length >= before + 3, over);
    process.kill("SIGINT");
    const { code, stderr } = await done;
    expect([0, 130]).toContain(code);
    if (code === 130) expect(stderr).toContain("the same command goes on from there");
    expect(roundsIn(folder).length).toBeGreaterThanOrEqual(before + 3);
    before = roundsIn(folder).length;
  }
  // What is there is not played again.
  const [kept] = roundsIn(folder);
  const times = (of: string) => statSync(join(of, ".agon/rounds", kept)).mtimeMs;
  const then = times(folder);
  const whole = (await agon(words(0), { cwd: folder })).stdout;
  expect(times(folder)).toBe(then);
  const free = placed();
  expect((await agon(words(2), { cwd: free })).stdout).toBe(whole);
  for (const names of ["edits", "rounds"])
    expect(contents(join(free, ".agon", names))).toEqual(contents(join(folder, ".agon", names)));
  // More rounds go on from there too.
  const longer = [...words(0), "--set", "schedule.rounds=3"];
  const more = JSON.parse((await agon(longer, { cwd: folder })).stdout);
  const { tournaments } = JSON.parse(whole);
  for (const [k, { rounds }] of more.tournaments.entries()) expect(rounds.slice(0, 3)).toEqual(tournaments[k].rounds);
  expect(times(folder)).toBe(then);
}, 90_000);

test.each(["0", "2"])(
  "an editor of one's own that ends is told in a sentence, and what was played is kept (%s workers)",
  async (workers) => {
    const editor = `{ id: command, command: [${JSON.stringify(process.execPath)}, -e, process.exit(1)] }`;
    const players = `{ own: { program: dwarf.red, editor: ${editor} }, static: imp.red }`;
    const folder = placed(
      `arena: { id: core-war, core: small }\nplayers: ${players}\nschedule: edit-and-compete\ngames: 4\n`,
    );
    const { code, complaint } = await agon(["contest", "c.yaml", "--workers", workers], { cwd: folder });
    expect(complaint).toMatch(/^agon: the program ".*" ended with exit code 1\n$/);
    expect(code).toBe(2);
    expect(readdirSync(join(folder, ".agon/rounds"))).toHaveLength(1);
  },
);

test("--diffs prints what was changed, and --json has the versions and how large changes are", async () => {
  const folder = placed();
  const words = ["contest", "edited.yaml", "--resamples", "20", "--set", "schedule.rounds=1", "--workers", "0"];
  const { tournaments } = JSON.parse((await agon([...words, "--json"], { cwd: folder })).stdout);
  const { stdout } = await agon([...words, "--diffs"], { cwd: folder });
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

const OK = "arena: core-war\nplayers: { a: imp.red, b: dwarf.red }\n";
test.each<[string, string, RegExp]>([
  [
    "an arena that is not there",
    OK.replace("core-war", "core-wars"),
    /^agon: c\.yaml:1:8: arena: no arena is called "core-wars"; did you mean "core-war"/,
  ],
  [
    "a parameter that is not there",
    OK.replace("core-war", "{ id: core-war, siez: 8 }"),
    /c\.yaml:1:\d+: arena\.siez: .*did you mean "size"/,
  ],
  ["a program that is not there", OK.replace("imp.red", "imps.red"), /c\.yaml:2:\d+: players\.a: .*imps\.red/],
  ["one player", "arena: core-war\nplayers: { a: imp.red }\n", /c\.yaml:2:\d+: players: names fewer than two programs/],
  ["an odd number of games", `${OK}games: 3\n`, /c\.yaml:3:8: games: is 3; it must be even/],
  ["a schedule that is not there", `${OK}schedule: swis\n`, /c\.yaml:3:\d+: schedule/],
  [
    "more rounds than players allow",
    `${OK}schedule: { id: swiss, rounds: 4 }\n`,
    /^agon: c\.yaml:3:\d+: schedule\.rounds: is 4, and 2 players have all met after 1 round; write 1 at most, or schedule: round-robin$/,
  ],
  [
    "a challenger that is not there",
    `${OK}schedule: { id: ladder, challenger: c }\n`,
    /c\.yaml:3:\d+: schedule\.challenger: no player is called "c"/,
  ],
  [
    "more wins than matches",
    `${OK}schedule: { id: ladder, matches: 2, wins: 3 }\n`,
    /c\.yaml:3:\d+: schedule\.wins: .*no more than matches/,
  ],
  [
    "an editor without rounds of edits",
    "arena: core-war\nplayers: { a: { program: imp.red, editor: tester }, b: dwarf.red }\n",
    /c\.yaml: ?.*schedule: a has an editor, and rounds are not edited; write schedule: edit-and-compete/,
  ],
  [
    "an editor that is not there",
    "arena: core-war\nplayers: { a: { program: imp.red, editor: testr }, b: dwarf.red }\nschedule: edit-and-compete\n",
    /c\.yaml:2:\d+: players\.a/,
  ],
  ["a mirror without versions", `${OK}schedule: mirror\n`, /c\.yaml:2:\d+: players: no player has two versions/],
  [
    "a rating that is not there",
    `${OK}rating: ello\n`,
    /c\.yaml:3:\d+: rating.*no rating is called "ello"; did you mean "elo"/,
  ],
  [
    "a limit that is too low",
    `${OK}limits: { memory: 1 }\n`,
    /c\.yaml:3:19: limits\.memory: is 1; it must be at least 16/,
  ],
  [
    "a limit that is no number",
    `${OK}limits: { seconds: long }\n`,
    /c\.yaml:3:\d+: limits\.seconds: is "long"; it must be a/,
  ],
  [
    "a limit that is not there",
    `${OK}limits: { memry: 99 }\n`,
    /c\.yaml:3:\d+: limits\.memry: .*did you mean "memory"/,
  ],
  ["a key that is not there", `${OK}plyers: 3\n`, /c\.yaml:3:1: plyers: .*did you mean "players"/],
])("%s", async (_, text, sentence) => {
  const { code, complaint } = await agon(["contest", "c.yaml", "--workers", "0"], { cwd: placed(text) });
  expect(complaint.trim()).toMatch(sentence);
  expect(code).toBe(2);
});

test("a program that cannot be read is told with its line, before anything is played", async () => {
  const folder = placed(OK);
  writeFileSync(join(folder, "imp.red"), "MOV 0, there\n");
  const { code, complaint } = await agon(["contest", "c.yaml"], { cwd: folder });
  expect(complaint).toMatch(/^agon: imp\.red:1: no label is called "there"/);
  expect(code).toBe(2);
});
