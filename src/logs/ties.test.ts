// Columns that say that a row is a tie, beside columns of winners and losers.

import { expect, test } from "vitest";
import { folderOf } from "../../test/fixtures/logs.ts";
import { readComparisons } from "./comparisons.ts";

/** Whether each game of a file is a tie, and the notes. */
async function tiesIn(csv: string, skipBadRows = false) {
  const { games, notes } = await readComparisons({ file: "g.csv", skipBadRows }, folderOf({ "g.csv": csv }));
  const isTie = Array.from(games.unit, (_, game) => {
    const entry = games.first[game];
    return games.place[entry] === games.place[entry + 1];
  });
  return { isTie, notes };
}

test.each([
  ["tie", "0", "1"],
  ["is_draw", "False", "True"],
  ["Draw", "", "yes"],
  ["result", "win", "draw"],
  ["outcome", "1", "1/2-1/2"],
])("a winner and a loser have tied where the column %s says so", async (name, no, yes) => {
  const { isTie, notes } = await tiesIn(`winner,loser,${name}\nx,y,${no}\ny,z,${yes}\nz,x,${no}\n`);
  expect(isTie).toEqual([false, true, false]);
  expect(notes).toEqual([`ties are told by the column "${name}"`]);
});

test("a flag of ties stands beside a winner that is empty then", async () => {
  const csv = "model_a,model_b,winner,both_equal\nx,y,x,False\ny,z,,True\nz,x,x,False\n";
  expect((await tiesIn(csv)).isTie).toEqual([false, true, false]);
});

test("scores of sets beside winners are no ties", async () => {
  expect(await tiesIn("winner_name,loser_name,score\nx,y,6-4 6-4\ny,z,W/O\n")).toEqual({
    isTie: [false, false],
    notes: [],
  });
});
