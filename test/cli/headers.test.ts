// What a file calls its columns: keys that come late, names that differ by case, and players who won or lost by name.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { parquetWriteBuffer } from "hyparquet-writer";
import { expect, test } from "vitest";
import { agon, documentOf } from "./agon.ts";
import { folderWith, jsonLines } from "./files.ts";

const votes = Array.from({ length: 1200 }, (_, k) => ({
  id: `v${k}`,
  first: "p",
  second: "q",
  winner: "ab"[k % 4 === 0 ? 1 : 0],
}));
const taken = Array.from({ length: 300 }, (_, k) => ({ takes_back: `v${4 * k + 1}` }));
const few = "--resamples 5";

test("a key that first comes in line 1,201 counts as one in line 1", async () => {
  const cwd = folderWith({
    "late.jsonl": jsonLines([...votes, ...taken]),
    "early.jsonl": jsonLines([...taken, ...votes]),
  });
  const late = await documentOf(`rate late.jsonl ${few}`, { cwd });
  const early = await documentOf(`rate early.jsonl ${few}`, { cwd });
  expect(late.games).toBe(900);
  expect(late.players).toEqual(early.players);
});

test("names that differ by case alone are told, and lines of JSON ask which one is meant", async () => {
  const row = { first: "a", second: "b", Winner: "a", winner: "b" };
  const cwd = folderWith({
    "c.csv": "first,second,Winner,winner\na,b,a,b\n",
    "c.jsonl": jsonLines([row, { ...row, first: "b", second: "a", winner: "a" }]),
  });
  const columnData = Object.entries(row).map(([name, value]) => ({ name, data: [value] }));
  writeFileSync(join(cwd, "c.parquet"), new Uint8Array(parquetWriteBuffer({ columnData })));
  for (const name of ["c.csv", "c.parquet"]) {
    const { code, complaint } = await agon(`rate ${name}`, { cwd });
    expect([code, complaint]).toEqual([
      2,
      expect.stringContaining('the columns "Winner" and "winner" differ by case alone; rename one of them'),
    ]);
  }
  const refusal = await agon("rate c.jsonl", { cwd });
  expect([refusal.code, refusal.complaint]).toEqual([2, expect.stringContaining("--columns winner=Winner")]);
  const report = await documentOf(`rate c.jsonl --columns winner=winner ${few}`, { cwd });
  expect(report.players.map(({ name }: { name: string }) => name)).toEqual(["b", "a"].sort());
});

test("winner and loser are understood as they stand", async () => {
  const games = "ann,bob\nann,cy\nbob,cy\ncy,bob\nann,bob\n";
  const cwd = folderWith({
    "short.csv": `winner,loser\n${games}`,
    "names.csv": `winner_name,loser_name\n${games}`,
    "said.csv": `first,second,winner\n${games.replaceAll(/(\w+),(\w+)/g, "$1,$2,$1")}`,
  });
  const short = await documentOf(`rate short.csv ${few}`, { cwd });
  const names = await documentOf(`rate names.csv ${few}`, { cwd });
  const said = await documentOf(`rate said.csv ${few}`, { cwd });
  const ratings = ({ players }: { players: { name: string; rating: number }[] }) =>
    players.map(({ name, rating }) => [name, expect.closeTo(rating, 6)]);
  expect(short.players[0].name).toBe("ann");
  expect(short).not.toHaveProperty("sides");
  expect(names.players.map(({ name, rating }: { name: string; rating: number }) => [name, rating])).toEqual(
    ratings(short),
  );
  expect(said.players.map(({ name, rating }: { name: string; rating: number }) => [name, rating])).toEqual(
    ratings(short),
  );
});

test("a label with two readings is asked about by the option that settles it, and then read", async () => {
  const cwd = folderWith({ "v.csv": "model_a,model_b,label\nx,y,0\ny,x,1\nx,z,0\nz,y,1\n" });
  const refusal = await agon("rate v.csv", { cwd });
  expect([refusal.code, refusal.complaint]).toEqual([
    2,
    'agon: v.csv:1: the labels 0, 1 in "label" have more than one reading; write --labels 0=first,1=second, or --labels 0=second,1=first\n',
  ]);
  const best = async (labels: string) =>
    (await documentOf(`rate v.csv --labels ${labels} ${few}`, { cwd })).players[0].name;
  expect([await best("0=first,1=second"), await best("0=second,1=first")]).toEqual(["x", "z"]);
  const wrong = await agon("rate v.csv --labels 0=left", { cwd });
  expect([wrong.code, wrong.complaint]).toEqual([2, expect.stringContaining("write first, second or tie")]);
});

test("a label that names a column is that column's side, and letters of home and away stand beside each other", async () => {
  const cwd = folderWith({
    "go.csv": "black,white,winner\nlee,ke,black\nke,lee,white\nlee,gu,black\n",
    "swapped.csv": "model_a,model_b,winner\np,q,model_a\nq,p,model_b\n",
    "flags.csv": "model_a,model_b,winner_model_a,winner_model_b,winner_tie\np,q,1,0,0\nq,p,0,1,0\n",
    "football.csv": "HomeTeam,AwayTeam,FTR\nars,bur,A\nche,bur,A\nbur,ars,H\nbur,che,D\n",
  });
  const best = async (words: string) => (await documentOf(`rate ${words} ${few}`, { cwd })).players[0].name;
  expect(await best("go.csv --columns first=black --columns second=white")).toBe("lee");
  expect(await best("swapped.csv --columns first=model_b --columns second=model_a")).toBe("p");
  expect(await best("flags.csv --columns first=model_b --columns second=model_a")).toBe("p");
  const football = "football.csv --columns first=HomeTeam --columns second=AwayTeam --columns winner=FTR";
  expect([await best(football), await best(`${football} --labels H=first,D=tie`)]).toEqual(["bur", "bur"]);
  const { code, complaint } = await agon(`rate ${football} --labels H=second`, { cwd });
  expect([code, complaint]).toEqual([
    2,
    expect.stringContaining("--labels H=second,a=second, or --labels H=second,a=first"),
  ]);
});

test("numbers of teams are sides in all rows of a column, or names in all", async () => {
  const rows = "3,4,2\n2,1,1\n2,1,1\n1,2,2\n2,3,1\n2,4,1\n";
  const cwd = folderWith({
    "sides.csv": `team1,team2,winner\n${rows}`,
    "judged.csv": `team1,team2,winner,judge\n${rows.replaceAll("\n", ",j\n")}`,
    "names.csv": "team1,team2,winner\n2,1,1\n3,1,1\n2,3,3\n",
    "either.csv": "team1,team2,winner\n2,1,1\n1,2,1\n",
    "mixed.csv": "team1,team2,winner\n2,1,1\n3,1,3\n3,4,2\n",
  });
  const columns = "--columns first=team1 --columns second=team2";
  const best = async (words: string) => (await documentOf(`rate ${words} ${columns} ${few}`, { cwd })).players[0].name;
  expect([await best("sides.csv"), await best("judged.csv"), await best("names.csv")]).toEqual(["2", "2", "1"]);
  const { code, complaint } = await agon(`rate either.csv ${columns}`, { cwd });
  expect([code, complaint]).toEqual([
    2,
    'agon: either.csv:1: the labels 1 in "winner" may be names of players, or sides; write --labels 1=player, or --labels 1=first\n',
  ]);
  expect(await best("either.csv --labels 1=player")).toBe("1");
  const mixed = await agon(`rate mixed.csv ${columns}`, { cwd });
  expect([mixed.code, mixed.complaint]).toEqual([
    2,
    expect.stringContaining("--labels 2=player, or --labels 2=second"),
  ]);
  expect(await best("mixed.csv --labels 2=player --skip-bad-rows")).toBe("3");
});
