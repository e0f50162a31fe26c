// `agon rate`: files of every form and format give the same leaderboard, and what is wrong with a file is told with its line.

import { join } from "node:path";
import { expect, test } from "vitest";
import { agon, documentOf, root, scratch, wordsOf } from "./agon.ts";
import { csv, folderWith, jsonLines, rowsOf, writeParquet } from "./files.ts";
import { complaintOf, refusedFiles } from "./mistakes.ts";

/** American League 1987 (Agresti): wins of the row against the column. */
const TEAMS = ["Milwaukee", "Detroit", "Toronto", "New York", "Boston", "Cleveland", "Baltimore"];
const WINS = `
  0 7 9 7 7 9 11
  6 0 7 5 11 9 9
  4 6 0 7 7 8 12
  6 8 6 0 6 7 10
  6 2 6 7 0 7 12
  4 4 5 6 6 0 6
  2 4 1 3 1 7 0`;
const GAMES = WINS.trim()
  .split("\n")
  .flatMap((row, i) =>
    wordsOf(row).flatMap((wins, j) => Array.from({ length: Number(wins) }, () => [TEAMS[i], TEAMS[j]])),
  );
const WIDE = csv(
  ["home", "away", "result"],
  ...GAMES.map(([won, lost], k) => (k % 2 === 0 ? [won, lost, "1-0"] : [lost, won, won])),
);

const rated = (name: string, text: string, flags = "--resamples 0") =>
  documentOf(`rate ${name} ${flags}`, { cwd: folderWith({ [name]: text }) });

const quick = "--resamples 0 --set ridge=0";
const PUBLISHED = [1592.27, 1567.09, 1542.44, 1534.29, 1509.99, 1436.36, 1317.56];

test("a published table, in every form and format", async () => {
  const wide = await rated("games.csv", WIDE, quick);
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
  const scores = rows.map(([k, name, place]) => [k, name, place === 1 ? 5 : -2]);
  for (const [name, text] of [
    ["places.csv", csv(["match", "player", "rank"], ...apart)],
    ["scores.csv", csv(["game", "player", "score"], ...scores)],
    ["games.jsonl", jsonLines(GAMES.map(([won, lost]) => ({ a: lost, b: won, winner: "b", more: [1] })))],
  ])
    expect((await rated(name, text, quick)).players, name).toEqual(wide.players);
  const cwd = folderWith({ "games.csv": WIDE });
  await writeParquet(join(cwd, "g.parquet"), `SELECT * FROM read_csv('${join(cwd, "games.csv")}')`);
  expect((await documentOf(`rate g.parquet ${quick}`, { cwd })).players).toEqual(wide.players);
});

test("intervals, chances of ranks, an anchor; the same bytes for a seed", async () => {
  const flags = "--resamples 200 --anchor Baltimore=1000";
  const once = await rated("games.csv", WIDE, flags);
  expect(await rated("games.csv", WIDE, flags)).toEqual(once);
  const last = once.players.at(-1);
  expect([last.rating, last.low, last.high]).toEqual([1000, 1000, 1000]);
  for (const { low, rating, high, ranks } of once.players) {
    expect(low).toBeLessThanOrEqual(rating);
    expect(high).toBeGreaterThanOrEqual(rating);
    const chances: number[] = Object.values(ranks);
    expect(chances.reduce((a, b) => a + b)).toBeCloseTo(1, 1);
  }
});

const MODELS = "bradley-terry plackett-luce elo glicko-2 trueskill openskill alpha-rank nash-averaging";

test("teams, many players, every rating", async () => {
  const sides = ["a,x,1", "b,x,1", "c,y,2", "d,y,2"];
  const teams = csv(["game", "player", "team", "place"], ...[0, 1, 2, 3].flatMap((k) => sides.map((one) => [k, one])));
  expect((await rated("teams.csv", teams)).model).toBe("trueskill");
  const many = csv(
    ["game", "player", "place"],
    ...[0, 1, 2].flatMap((k) => ["a", "b", "c"].map((name, at) => [k, name, 1 + ((at + (k === 2 ? 1 : 0)) % 3)])),
  );
  expect((await rated("many.csv", many)).model).toBe("plackett-luce");
  for (const model of wordsOf(MODELS)) {
    const report = await rated("games.csv", WIDE, `--model ${model} --resamples 2`);
    expect(report.model).toBe(model);
    expect(report.players).toHaveLength(7);
    expect(report.players.every(({ rating }: { rating: number }) => Number.isFinite(rating))).toBe(true);
  }
});

test("Nash averaging says which player gains the most against each", async () => {
  const beaten = ["rock scissors", "scissors paper", "paper rock", "rock stone"].map((pair) => pair.split(" "));
  const rows = Array.from({ length: 80 }, (_, k) => [...beaten[k % 4], "first"]);
  const text = csv(["first", "second", "winner"], ...rows);
  const { players } = await rated("ring.csv", text, "--model nash-averaging --resamples 5");
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
  const report = await rated("votes.csv", csv(heading, ...rows), "--resamples 20");
  expect(report.sides.p).toBeLessThan(0.001);
  expect(report.judges[0]).toMatchObject({ judge: "j0", first: { mean: 1 } });
  expect(report.judges[0].sideP).toBeLessThan(0.01);
  expect(report.rings).toHaveLength(1);
  expect([...report.rings[0].players].sort()).toEqual([...ring].sort());
  expect(report.oneNumber.p).toBeLessThan(0.001);
  // Votes on two prompts are no repetition: without prompts none can be told.
  expect(report.repeated).toBeNull();
  const prompted = csv(["prompt", ...heading], ...rows.map((row, k) => [`p${Math.floor(k / 150)}`, ...row]));
  expect((await rated("votes.csv", prompted)).repeated.repeated).toBe(300 - 2 * 15);
  const own = csv(["prompt", ...heading], ...rows.map((row, k) => [`p${k}`, ...row]));
  expect((await rated("votes.csv", own)).repeated).toEqual({ repeated: 0, contrary: 0 });
  const shown = await agon(`rate ${join(root, "examples/votes/answers.csv")} --parts 2 --resamples 20`);
  expect(shown.stdout).toContain("careful");
  expect(shown.stdout).toMatch(/^j07 +25 +1\.000/m);
  expect(shown.stdout).toMatch(/part 2 \(240\)/);
});

test("a line that is no JSON is told with its line, and left out where that is wanted", async () => {
  const line = (winner: string) => JSON.stringify({ a: "x", b: "y", winner });
  const text = [line("a"), "", "{bad", line("b"), line("neverhere"), ""].join("\n");
  const cwd = folderWith({ "f.jsonl": text, "f.parquet": "no\n" });
  const words = "rate f.jsonl --resamples 0";
  expect(await complaintOf(words, { cwd })).toMatch(
    /^agon: f\.jsonl:3: is no JSON: [^\n]*\nagon: f\.jsonl:5: winner: is "neverhere"; [^\n]*\nagon: f\.jsonl: has 2 bad rows; [^\n]*--skip-bad-rows[^\n]*\n$/,
  );
  expect((await agon(`${words} --skip-bad-rows`, { cwd })).stderr).toContain(
    "f.jsonl: 2 bad rows were left out; the first: f.jsonl:3: is no JSON",
  );
  expect(await documentOf(`${words} --skip-bad-rows`, { cwd })).toMatchObject({ games: 2, skipped: 2 });
  expect(await complaintOf("rate f.parquet", { cwd })).toMatch(
    /^agon: f\.parquet: cannot be read as Parquet: it is something else, or was cut short; /,
  );
});

test("a row without a date leaves all in the order of the file, and that is said", async () => {
  const { caveats } = await rated("games.csv", "a,b,winner,date\nx,y,a,2026-01-02\nx,y,b,\n");
  expect(caveats.join()).toContain("1 of 2 games have no date: all stand in the order of the file");
});

test("games that do not connect players are said", async () => {
  const report = await rated("games.csv", "a,b,winner\nx,y,a\nx,y,b\nu,v,a\n", "--resamples 5");
  expect(report.connected).toBe(false);
  expect(report.caveats[0]).toMatch(/^the games do not connect all players: x, y; u; v\. /);
});

test("a file that is not there", async () => {
  const cwd = scratch();
  expect(await complaintOf("rate nothing.csv", { cwd })).toMatch(/there is no file .*nothing\.csv/);
});

const BAD = rowsOf(`
  an unknown column | p,q,winner / x,y,a
  several unknown columns, in one sentence | p,q,won / x,y,a
  a column that is said and is not there | a,b,winner / x,y,a | --columns judge=voter2
  a name that is no column of games | a,b,winner / x,y,a | --columns jugde=b
  a player against itself | a,b,winner / x,y,a / x,x,a
  a winner of neither side | a,b,winner / x,y,z
  no winner | a,b,winner / x,y,
  two winners in columns of their own | model_a,model_b,winner_model_a,winner_model_b,winner_tie / x,y,1,0,0 / x,y,1,1,0
  a date that is none | a,b,winner,date / x,y,a,2026-01-01 / x,z,b,yesterday
  a date of a player's row | game,player,place,date / 1,x,1,2026-01-01 / 1,y,2,soon
  a number among dates | a,b,winner,date / x,y,a,2026-01-01 / x,z,b,5
  a year of two digits | a,b,winner,date / x,y,a,17/02/24 / x,z,b,03/01/24
  times of two units | a,b,winner,date / x,y,a,1704067200 / x,z,b,1704153600000
  a bad row beside a good one of the same game | game,player,place / 1,x,1 / 1,y,second / 2,x,1 / 2,y,2
  an empty name | a,b,winner / x,,a
  a row with too many fields | a,b,winner / x,y,a,b / x,y,a
  one player of a game | game,player,place / 1,x,1 / 1,y,2 / 2,x,1
  a player twice in a game | game,player,place / 1,x,1 / 1,x,2 / 1,y,3
  a place that is no number | game,player,place / 1,x,first / 1,y,2 / 1,z,3
  no row | a,b,winner
  a rating that is not there | a,b,winner / x,y,a | --model ello
  a parameter that is not there | a,b,winner / x,y,a | --set rigde=1
  an anchor that is not there | a,b,winner / x,y,a | --anchor z=1
  an anchor of shares | a,b,winner / x,y,a | --anchor x=1 --model alpha-rank
  many players for Elo | game,player,place / 1,x,1 / 1,y,2 / 1,z,3 | --model elo
  teams for Bradley-Terry | game,player,team,place / 1,x,1,1 / 1,y,1,1 / 1,z,2,2 | --model bradley-terry
  a winner of neither side beside a row that is taken back | id,left,right,winner,takes_back / a,x,y,x, / b,,,,a / c,x,y,z,
`);
refusedFiles("agon-rate", "rate f.csv", "f.csv", BAD);

const FLAGS = ["model_a", "model_b", "winner_model_a", "winner_model_b", "winner_tie"];

test("a column for each outcome, of which one is 1, says who won", async () => {
  const said = csv(["model_a", "model_b", "winner"], ["x", "y", "model_a"], ["x", "z", "model_b"], ["y", "x", "tie"]);
  const { players, games } = await rated("f.csv", said);
  const rows = [
    ["x", "y", 1, 0, 0],
    ["x", "z", 0, 1, 0],
    ["y", "x", 0, 0, 1],
  ];
  const bad = [
    ["y", "z", 0, 0, 0],
    ["y", "z", 1, 0, 1],
    ["y", "z", 1, "", 0],
    ["y", "z", 2, 0, 0],
  ];
  const lines = [...rows, ...bad].map((row) => Object.fromEntries(FLAGS.map((name, k) => [name, row[k]])));
  const truths = lines.slice(0, 3).map((row) => ({ ...row, winner_tie: row.winner_tie === 1 }));
  for (const [name, text, skipped] of [
    ["f.csv", csv(FLAGS, ...rows, ...bad), 4],
    ["f.csv", csv(FLAGS, ...rows.map((row) => row.map((cell) => (typeof cell === "number" ? `${cell}.0` : cell)))), 0],
    ["f.jsonl", jsonLines(lines), 4],
    ["f.jsonl", jsonLines(truths), 0],
  ] as const) {
    const report = await rated(name, text, "--skip-bad-rows --resamples 0");
    expect(report).toMatchObject({ players, games, skipped });
    const note = `LMSYS on Kaggle: winner_model_a as the first, winner_model_b as the second, winner_tie as a tie`;
    expect(report.caveats).toContain(`labels are read as in ${note}`);
  }
  // A column that says who won is read before them.
  const both = csv([...FLAGS, "winner"], ["x", "y", 0, 1, 0, "x"]);
  expect((await rated("f.csv", both)).players[0].name).toBe("x");
});

test("a judge's repeated votes are counted alike in every order", async () => {
  const heading = ["prompt", "judge", "a", "b", "winner"];
  const vote = (judge: string, one: string, other: string, winner: string) => ["p", judge, one, other, winner];
  const rows = [
    ...[vote("j", "x", "y", "x"), vote("j", "y", "x", "y"), vote("j", "x", "y", "x"), vote("j", "x", "y", "y")],
    ...[vote("j", "x", "y", "tie"), vote("k", "x", "y", "x"), vote("k", "y", "x", "y"), vote("k", "x", "z", "x")],
  ];
  for (const order of [rows, rows.toSorted((a, b) => (String(a[4]) < String(b[4]) ? -1 : 1)), rows.toReversed()])
    expect((await rated("v.csv", csv(heading, ...order))).repeated).toEqual({ repeated: 5, contrary: 3 });
});

test("bad rows may be left out, and are counted", async () => {
  const text = "a,b,winner\nx,y,a\nx,x,a\ny,x,maybe\ny,x,a\n";
  const report = await rated("f.csv", text, "--skip-bad-rows --resamples 0");
  expect(report).toMatchObject({ games: 2, skipped: 2, connected: true });
});

test("a table of scores: a row is a player, a column a game", async () => {
  const table = join(root, "examples/scores/olympiads.csv");
  const { games, players } = await documentOf(`rate ${table} --model swiss-dynamics --resamples 0`);
  expect(games).toBe(8);
  const known = "gpt-5 3.442857 gemini-2.5-pro 3.097884 o3-mini-high 2.224868 gpt-oss-120b-high 2.114286";
  for (const [k, [, name, points]] of [...known.matchAll(/(\S+) (\S+)/g)].entries()) {
    expect(players[k].name).toBe(name);
    expect(Math.abs(players[k].rating - Number(points))).toBeLessThan(1e-6);
  }
});

test("a table may have empty cells, and a cell that is no number is told with its line", async () => {
  const scores = "model,sums,games played,chess\nplain,1,2,\ncareful,2,3,4\nbrief,,4,5\n";
  const { games, players } = await rated("scores.csv", scores);
  expect(games).toBe(3);
  expect(Object.fromEntries(players.map((one: { name: string; games: number }) => [one.name, one.games]))).toEqual({
    plain: 2,
    careful: 3,
    brief: 2,
  });
  const cwd = folderWith({ "scores.csv": scores.replace("4,5", "four,5") });
  expect(await complaintOf("rate scores.csv", { cwd })).toMatch(/scores\.csv:4.*games played/);
});

test("a row that a later one takes back does not count, and the others keep their lines", async () => {
  const votes = [
    { id: "a", left: "x", right: "y", winner: "x", takes_back: null },
    { id: "b", left: "x", right: "y", winner: "y", takes_back: null },
    { id: "c", judge: "j", takes_back: "b" },
    { left: "y", right: "x", winner: "tie" },
  ];
  const kept = await rated("votes.jsonl", jsonLines(votes));
  expect(kept).toMatchObject({ games: 2, rows: 2, skipped: 0 });
  const text = "id,left,right,winner,takes_back\na,x,y,x,\nb,x,y,y,\nc,,,,b\n,y,x,tie,\n";
  expect((await rated("votes.csv", text)).players).toEqual(kept.players);
  const chosen = await rated("votes.csv", text, `--resamples 0 --where "winner = 'x'"`);
  expect(chosen).toMatchObject({ games: 1, rows: 1 });
});

test("a row in which a judge cannot tell is no game, unless a player is called so", async () => {
  const text = "left,right,winner\nx,y,x\nx,y,cannot tell\ny,x,Unclear\nunclear,x,unclear\n";
  const { games, rows, skipped, players } = await rated("votes.csv", text);
  expect([games, rows, skipped]).toEqual([2, 2, 0]);
  expect(players.find((player: { name: string }) => player.name === "unclear")?.games).toBe(1);
});

test("votes that are all ties are rated", async () => {
  const { players } = await rated("ties.csv", "left,right,winner\nx,y,tie\ny,x,tie\n", "");
  for (const { rating, low, high } of players) {
    expect(rating).toBeCloseTo(1500, 6);
    expect(high - low).toBeLessThan(1e-3);
  }
});

test("games are rated in the order of their dates, those of one date in that of the file", async () => {
  const days = [2, 1, 3, 1, 2, 1];
  const rows = days.map((day, k) => ({
    a: `p${k % 3}`,
    b: `p${(k + 1) % 3}`,
    winner: k % 4 === 0 ? "b" : "a",
    date: `2026-03-0${day}`,
  }));
  const byElo = async (all: typeof rows) =>
    (await rated("g.jsonl", jsonLines(all), "--model elo --resamples 0")).players;
  const sorted = rows.toSorted((one, other) => one.date.localeCompare(other.date));
  expect(await byElo(rows)).toEqual(await byElo(sorted));
});
