// `agon rate`: files of every form and format give the same leaderboard, and what is wrong with a file is told with its line.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { DuckDBInstance } from "@duckdb/node-api";
import { expect, test } from "vitest";
import { agon, root, scratch } from "./agon.ts";

/** American League 1987 (Agresti): wins of the row against the column. */
const TEAMS = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"];
const WINS = [
  [0, 7, 9, 7, 7, 9, 11],
  [6, 0, 7, 5, 11, 9, 9],
  [4, 6, 0, 7, 7, 8, 12],
  [6, 8, 6, 0, 6, 7, 10],
  [6, 2, 6, 7, 0, 7, 12],
  [4, 4, 5, 6, 6, 0, 6],
  [2, 4, 1, 3, 1, 7, 0],
];
const GAMES = WINS.flatMap((row, i) =>
  row.flatMap((wins, j) => Array.from({ length: wins }, () => [TEAMS[i], TEAMS[j]])),
);
const lines = (rows: readonly (readonly unknown[])[]) => `${rows.map((row) => row.join(",")).join("\n")}\n`;
const WIDE = lines([
  ["home", "away", "result"],
  ...GAMES.map(([won, lost], k) => (k % 2 === 0 ? [won, lost, "1-0"] : [lost, won, won])),
]);

async function rated(name: string, text: string, ...flags: string[]) {
  const folder = scratch();
  writeFileSync(join(folder, name), text);
  const { code, stdout, stderr } = await agon(["rate", name, "--json", ...flags], { cwd: folder });
  expect(code, stderr).toBe(0);
  return JSON.parse(stdout);
}

const quick = ["--resamples", "0", "--set", "ridge=0"];
const PUBLISHED = [1592.27, 1567.09, 1542.44, 1534.29, 1509.99, 1436.36, 1317.56];

test("a published table, in every form and format", async () => {
  const wide = await rated("games.csv", WIDE, ...quick);
  expect(wide).toMatchObject({ model: "bradley-terry", games: GAMES.length, connected: true, skipped: 0 });
  expect(wide.players.map(({ name }: { name: string }) => name)).toEqual(TEAMS);
  for (const [k, { rating, rank }] of wide.players.entries()) {
    expect(rating).toBeCloseTo(PUBLISHED[k], 2);
    expect(rank).toBe(k + 1);
  }
  // Rows of a game need not lie together.
  const rows = GAMES.flatMap(([won, lost], k) => [
    [k, won, 1],
    [k, lost, 2],
  ]);
  const apart = [...rows.filter((_, k) => k % 2 === 0), ...rows.filter((_, k) => k % 2 === 1)];
  const long = await rated("places.csv", lines([["match", "player", "rank"], ...apart]), ...quick);
  expect(long.players).toEqual(wide.players);
  const scores = rows.map(([k, name, place]) => [k, name, place === 1 ? 5 : -2]);
  const scored = await rated("scores.csv", lines([["game", "player", "score"], ...scores]), ...quick);
  expect(scored.players).toEqual(wide.players);
  const objects = GAMES.map(([won, lost]) => JSON.stringify({ a: lost, b: won, winner: "b", more: [1] })).join("\n");
  expect((await rated("games.jsonl", objects, ...quick)).players).toEqual(wide.players);
  const folder = scratch();
  const instance = await DuckDBInstance.create(":memory:");
  const connection = await instance.connect();
  writeFileSync(join(folder, "games.csv"), WIDE);
  await connection.run(
    `COPY (SELECT * FROM read_csv('${join(folder, "games.csv")}')) TO '${join(folder, "g.parquet")}'`,
  );
  connection.closeSync();
  const { stdout } = await agon(["rate", "g.parquet", "--json", ...quick], { cwd: folder });
  expect(JSON.parse(stdout).players).toEqual(wide.players);
});

test("intervals, chances of ranks, an anchor; the same bytes for a seed", async () => {
  const flags = ["--resamples", "200", "--anchor", "Baltimore=1000"];
  const once = await rated("games.csv", WIDE, ...flags);
  expect(await rated("games.csv", WIDE, ...flags)).toEqual(once);
  const last = once.players.at(-1);
  expect([last.rating, last.low, last.high]).toEqual([1000, 1000, 1000]);
  for (const { low, rating, high, ranks } of once.players) {
    expect(low).toBeLessThanOrEqual(rating);
    expect(high).toBeGreaterThanOrEqual(rating);
    const chances: number[] = Object.values(ranks);
    expect(chances.reduce((a, b) => a + b)).toBeCloseTo(1, 1);
  }
});

test("teams, many players, every rating", async () => {
  const teams = lines([
    ["game", "player", "team", "place"],
    ...[0, 1, 2, 3].flatMap((k) => [
      [k, "a", "x", 1],
      [k, "b", "x", 1],
      [k, "c", "y", 2],
      [k, "d", "y", 2],
    ]),
  ]);
  expect((await rated("teams.csv", teams)).model).toBe("trueskill");
  const many = lines([
    ["game", "player", "place"],
    ...[0, 1, 2].flatMap((k) => ["a", "b", "c"].map((name, at) => [k, name, 1 + ((at + (k === 2 ? 1 : 0)) % 3)])),
  ]);
  expect((await rated("many.csv", many)).model).toBe("plackett-luce");
  for (const model of [
    "bradley-terry",
    "plackett-luce",
    "elo",
    "glicko-2",
    "trueskill",
    "openskill",
    "alpha-rank",
    "nash-averaging",
  ]) {
    const found = await rated("games.csv", WIDE, "--model", model, "--resamples", "5");
    expect(found.model).toBe(model);
    expect(found.players).toHaveLength(7);
    expect(found.players.every(({ rating }: { rating: number }) => Number.isFinite(rating))).toBe(true);
  }
});

test("Nash averaging says which player gains the most against each", async () => {
  const beaten = [
    ["rock", "scissors"],
    ["scissors", "paper"],
    ["paper", "rock"],
    ["rock", "stone"],
  ];
  const rows = Array.from({ length: 80 }, (_, k) => [...beaten[k % 4], "first"]);
  const text = lines([["first", "second", "winner"], ...rows]);
  const words = ["--model", "nash-averaging", "--resamples", "5"];
  const { players } = await rated("ring.csv", text, ...words);
  const of = (name: string) => players.find((one: { name: string }) => one.name === name);
  for (const [winner, loser] of beaten) expect(of(loser).exploited.by).toBe(winner);
  // 20 won games and one that is half won.
  expect(of("stone").exploited.gain).toBeCloseTo(Math.log(41), 9);
  expect([of("rock").weight, of("stone").weight]).toEqual([expect.closeTo(1 / 3, 6), expect.closeTo(0, 6)]);
});

test("audits find a side, a judge and a ring that were put there", async () => {
  const ring = ["rock", "paper", "scissors"];
  const rows = Array.from({ length: 300 }, (_, k) => {
    const at = k % 3;
    const [winner, loser] = [ring[(at + 1) % 3], ring[at]];
    const judge = `j${k % 5}`;
    // The first judge always takes the first side.
    if (judge === "j0") return [judge, loser, winner, "first"];
    return k % 2 === 0 ? [judge, winner, loser, "first"] : [judge, loser, winner, k % 10 === 1 ? "first" : "second"];
  });
  const heading = ["judge", "first", "second", "winner"];
  const found = await rated("votes.csv", lines([heading, ...rows]), "--resamples", "20");
  expect(found.sides.p).toBeLessThan(0.001);
  expect(found.judges[0]).toMatchObject({ judge: "j0", first: { mean: 1 } });
  expect(found.judges[0].sideP).toBeLessThan(0.01);
  expect(found.rings).toHaveLength(1);
  expect([...found.rings[0].players].sort()).toEqual([...ring].sort());
  expect(found.oneNumber.p).toBeLessThan(0.001);
  // Votes on two prompts are no repetition: without prompts none can be told.
  expect(found.repeated).toBeNull();
  const prompted = lines([["prompt", ...heading], ...rows.map((row, k) => [`p${Math.floor(k / 150)}`, ...row])]);
  const { repeated } = (await rated("votes.csv", prompted, "--resamples", "0")).repeated;
  expect(repeated).toBe(300 - 2 * 15);
  const own = lines([["prompt", ...heading], ...rows.map((row, k) => [`p${k}`, ...row])]);
  expect((await rated("votes.csv", own, "--resamples", "0")).repeated).toEqual({ repeated: 0, contrary: 0 });
  const shown = await agon(["rate", join(root, "examples/votes/answers.csv"), "--parts", "2", "--resamples", "50"], {
    cwd: scratch(),
  });
  expect(shown.stdout).toContain("careful");
  expect(shown.stdout).toMatch(/^j07 +25 +1\.000/m);
  expect(shown.stdout).toMatch(/part 2 \(240\)/);
});

test("a line that is no JSON is told with its line, and left out where that is wanted", async () => {
  const folder = scratch();
  const line = (winner: string) => JSON.stringify({ a: "x", b: "y", winner });
  writeFileSync(join(folder, "f.jsonl"), [line("a"), "", "{bad", line("b"), line("neverhere"), ""].join("\n"));
  writeFileSync(join(folder, "f.parquet"), "no\n");
  const words = ["rate", "f.jsonl", "--resamples", "0"];
  const { code, complaint } = await agon(words, { cwd: folder });
  expect(code).toBe(2);
  expect(complaint).toMatch(
    /^agon: f\.jsonl:3: is no JSON: [^\n]*\nagon: f\.jsonl:5: winner: is "neverhere"; [^\n]*\n$/,
  );
  const left = await agon([...words, "--skip-bad-rows"], { cwd: folder });
  expect(left.code).toBe(0);
  expect(left.stderr).toContain("f.jsonl: 2 bad rows were left out; the first: f.jsonl:3: is no JSON");
  expect(JSON.parse((await agon([...words, "--skip-bad-rows", "--json"], { cwd: folder })).stdout)).toMatchObject({
    games: 2,
    skipped: 2,
  });
  const parquet = await agon(["rate", "f.parquet"], { cwd: folder });
  expect(parquet.complaint).toMatch(
    /^agon: f\.parquet: cannot be read as Parquet: it is something else, or was cut short; /,
  );
});

test("a row without a date leaves all in the order of the file, and that is said", async () => {
  const found = await rated("games.csv", "a,b,winner,date\nx,y,a,2026-01-02\nx,y,b,\n", "--resamples", "0");
  expect(found.caveats.join()).toContain("1 of 2 games have no date: all stand in the order of the file");
});

test("games that do not connect players are said", async () => {
  const found = await rated("games.csv", "a,b,winner\nx,y,a\nx,y,b\nu,v,a\n", "--resamples", "5");
  expect(found.connected).toBe(false);
  expect(found.caveats[0]).toMatch(/^the games do not connect all players: x, y; u; v\. /);
});

test.each<[string, string, string[], RegExp]>([
  ["no file", "", ["nothing.csv"], /there is no file .*nothing\.csv/],
  ["an unknown column", "p,q,winner\nx,y,a\n", [], /^agon: f\.csv:1: has no columns? "first"/],
  [
    "a column that is said and is not there",
    "a,b,winner\nx,y,a\n",
    ["--columns", "judge=voter2"],
    /has no column "voter2"/,
  ],
  [
    "a name that is no column of games",
    "a,b,winner\nx,y,a\n",
    ["--columns", "jugde=b"],
    /--columns: no column of games is called "jugde"; did you mean "judge"/,
  ],
  [
    "a player against itself",
    "a,b,winner\nx,y,a\nx,x,a\n",
    [],
    /^agon: f\.csv:3: b: is the player on the first side too/,
  ],
  [
    "a winner of neither side",
    "a,b,winner\nx,y,z\n",
    [],
    /^agon: f\.csv:2: winner: is "z"; write a player of the row, a side \(first, second; .*\) or tie$/,
  ],
  ["no winner", "a,b,winner\nx,y,\n", [], /^agon: f\.csv:2: winner: is empty; write a player of the row/],
  [
    "a date that is none",
    "a,b,winner,date\nx,y,a,2026-01-01\nx,z,b,yesterday\n",
    [],
    /^agon: f\.csv:3: date: "yesterday" is no date; write 2026-03-01, a time such as 2026-03-01T12:00:00Z, or a number$/,
  ],
  [
    "a date of a player's row",
    "game,player,place,date\n1,x,1,2026-01-01\n1,y,2,soon\n",
    [],
    /^agon: f\.csv:3: date: "soon" is no date; write [^\n]*$/,
  ],
  [
    "a number among dates",
    "a,b,winner,date\nx,y,a,2026-01-01\nx,z,b,5\n",
    [],
    /^agon: f\.csv:3: date: is a number, and the first is a date$/,
  ],
  [
    "several unknown columns, in one sentence",
    "p,q,won\nx,y,a\n",
    [],
    /^agon: f\.csv:1: has no columns "first" \(name of .*\), "second" .* and "winner" .*; it has p, q, won; say which one is meant: --columns first=… --columns second=… --columns winner=…$/,
  ],
  [
    "a bad row beside a good one of the same game",
    "game,player,place\n1,x,1\n1,y,second\n2,x,1\n2,y,2\n",
    [],
    /^agon: f\.csv:3: place: is empty or no number$/,
  ],
  ["an empty name", "a,b,winner\nx,,a\n", [], /^agon: f\.csv:2: b: is empty/],
  [
    "a row with too many fields",
    "a,b,winner\nx,y,a,b\nx,y,a\n",
    [],
    /^agon: f\.csv:2: 4 fields where 3 columns are named/,
  ],
  [
    "one player of a game",
    "game,player,place\n1,x,1\n1,y,2\n2,x,1\n",
    [],
    /^agon: f\.csv:4: game: has one player alone/,
  ],
  [
    "a player twice in a game",
    "game,player,place\n1,x,1\n1,x,2\n1,y,3\n",
    [],
    /^agon: f\.csv:3: player: stands twice in its game/,
  ],
  [
    "a place that is no number",
    "game,player,place\n1,x,first\n1,y,2\n1,z,3\n",
    [],
    /^agon: f\.csv:2: place: is empty or no number/,
  ],
  ["no row", "a,b,winner\n", [], /f\.csv: holds no game/],
  [
    "a rating that is not there",
    "a,b,winner\nx,y,a\n",
    ["--model", "ello"],
    /no rating is called "ello"; did you mean "elo"\? valid: .*bradley-terry.*trueskill/,
  ],
  ["a parameter that is not there", "a,b,winner\nx,y,a\n", ["--set", "rigde=1"], /rigde/],
  ["an anchor that is not there", "a,b,winner\nx,y,a\n", ["--anchor", "z=1"], /no player is called "z"/],
  [
    "an anchor of shares",
    "a,b,winner\nx,y,a\n",
    ["--anchor", "x=1", "--model", "alpha-rank"],
    /ratings by alpha-rank mean what they are/,
  ],
  [
    "many players for Elo",
    "game,player,place\n1,x,1\n1,y,2\n1,z,3\n",
    ["--model", "elo"],
    /elo rates games of 2, and here are some of 3; take plackett-luce/,
  ],
  [
    "teams for Bradley-Terry",
    "game,player,team,place\n1,x,1,1\n1,y,1,1\n1,z,2,2\n",
    ["--model", "bradley-terry"],
    /teams of up to 2; take trueskill or openskill/,
  ],
])("%s", async (_, text, flags, sentence) => {
  const folder = scratch();
  writeFileSync(join(folder, "f.csv"), text);
  const own = flags[0] === "nothing.csv" ? flags : ["f.csv", ...flags];
  const { code, complaint } = await agon(["rate", ...own], { cwd: folder });
  expect(complaint.trim()).toMatch(sentence);
  expect(code).toBe(2);
});

test("bad rows may be left out, and are counted", async () => {
  const found = await rated(
    "f.csv",
    "a,b,winner\nx,y,a\nx,x,a\ny,x,maybe\ny,x,a\n",
    "--skip-bad-rows",
    "--resamples",
    "0",
  );
  expect(found).toMatchObject({ games: 2, skipped: 2, connected: true });
});

test("a table of scores: a row is a player, a column a game", async () => {
  const swiss = ["--model", "swiss-dynamics", "--resamples", "0"];
  const table = join(root, "examples/scores/olympiads.csv");
  const { code, stdout, stderr } = await agon(["rate", table, "--json", ...swiss]);
  expect(code, stderr).toBe(0);
  const { games, players } = JSON.parse(stdout);
  expect(games).toBe(8);
  const known = {
    "gpt-5": 3.442857,
    "gemini-2.5-pro": 3.097884,
    "o3-mini-high": 2.224868,
    "gpt-oss-120b-high": 2.114286,
  };
  for (const [k, [name, points]] of Object.entries(known).entries()) {
    expect(players[k].name).toBe(name);
    expect(Math.abs(players[k].rating - points)).toBeLessThan(1e-6);
  }
});

test("a table may have empty cells, and a cell that is no number is told with its line", async () => {
  const scores = "model,sums,games played,chess\nplain,1,2,\ncareful,2,3,4\nbrief,,4,5\n";
  const { games, players } = await rated("scores.csv", scores, "--resamples", "0");
  expect(games).toBe(3);
  expect(Object.fromEntries(players.map((one: { name: string; games: number }) => [one.name, one.games]))).toEqual({
    plain: 2,
    careful: 3,
    brief: 2,
  });
  const folder = scratch();
  writeFileSync(join(folder, "scores.csv"), scores.replace("4,5", "four,5"));
  const { code, stderr } = await agon(["rate", "scores.csv"], { cwd: folder });
  expect(code).toBe(2);
  expect(stderr).toContain("scores.csv:4");
  expect(stderr).toContain("games played");
});

test("a row that a later one takes back does not count, and the others keep their lines", async () => {
  const votes = [
    { id: "a", left: "x", right: "y", winner: "x", takes_back: null },
    { id: "b", left: "x", right: "y", winner: "y", takes_back: null },
    { id: "c", judge: "j", takes_back: "b" },
    { left: "y", right: "x", winner: "tie" },
  ];
  const text = votes.map((vote) => JSON.stringify(vote)).join("\n");
  const kept = await rated("votes.jsonl", text);
  expect(kept).toMatchObject({ games: 2, rows: 2, skipped: 0 });
  const csv = lines([
    ["id", "left", "right", "winner", "takes_back"],
    ["a", "x", "y", "x", ""],
    ["b", "x", "y", "y", ""],
    ["c", "", "", "", "b"],
    ["", "y", "x", "tie", ""],
  ]);
  expect((await rated("votes.csv", csv)).players).toEqual(kept.players);
  expect(await rated("votes.csv", csv, "--where", "\"left\" = 'x'")).toMatchObject({ games: 1, rows: 1 });
  const folder = scratch();
  writeFileSync(join(folder, "v.csv"), `${csv}d,x,y,z,\n`);
  const { code, stderr } = await agon(["rate", "v.csv"], { cwd: folder });
  expect([code, stderr]).toEqual([2, expect.stringContaining('v.csv:6: winner: is "z"; write a player of the row')]);
});

test("a row in which a judge cannot tell is no game, unless a player is called so", async () => {
  const csv = lines([
    ["left", "right", "winner"],
    ["x", "y", "x"],
    ["x", "y", "cannot tell"],
    ["y", "x", "Unclear"],
    ["unclear", "x", "unclear"],
  ]);
  const { games, rows, skipped, players } = await rated("votes.csv", csv);
  expect([games, rows, skipped]).toEqual([2, 2, 0]);
  expect(players.find((player: { name: string }) => player.name === "unclear")?.games).toBe(1);
});

test("votes that are all ties are rated", async () => {
  const { players } = await rated("ties.csv", "left,right,winner\nx,y,tie\ny,x,tie\n");
  for (const { rating, low, high } of players) {
    expect(rating).toBeCloseTo(1500, 6);
    expect(high - low).toBeLessThan(1e-3);
  }
});

test("games are rated in the order of their dates, those of one date in that of the file", async () => {
  const days = ["2026-03-02", "2026-03-01", "2026-03-03", "2026-03-01", "2026-03-02", "2026-03-01"];
  const rows = days.map((day, k) => ({
    day,
    first: `p${k % 3}`,
    second: `p${(k + 1) % 3}`,
    winner: k % 4 === 0 ? "b" : "a",
    k,
  }));
  const told = (all: typeof rows) =>
    lines([["first", "second", "winner", "date"], ...all.map((row) => [row.first, row.second, row.winner, row.day])]);
  const sorted = rows.toSorted((a, b) => (a.day < b.day ? -1 : a.day > b.day ? 1 : a.k - b.k));
  const elo = ["--model", "elo", "--resamples", "0"];
  expect((await rated("g.csv", told(rows), ...elo)).players).toEqual(
    (await rated("g.csv", told(sorted), ...elo)).players,
  );
});
