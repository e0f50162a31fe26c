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

test("scores that a double would round to one another are no ties", async () => {
  const game = (score: string) => tiesIn(`game,player,score\n1,x,${score}\n1,y,9007199254740992\n`);
  expect((await game("9007199254740994")).isTie).toEqual([false]);
  await expect(game("9007199254740993")).rejects.toThrow("one of too many digits");
});

test("scores of sets beside winners are no ties", async () => {
  expect(await tiesIn("winner_name,loser_name,score\nx,y,6-4 6-4\ny,z,W/O\n")).toEqual({
    isTie: [false, false],
    notes: [],
  });
});

test.each(["model_1,model_2", "team1,team2", "agent_a,agent_b", "system_a,system_b", "HomeTeam,AwayTeam"])(
  "columns %s are the players of a game",
  async (sides) => {
    expect((await tiesIn(`${sides},winner\nx,y,y\ny,z,tie\n`)).isTie).toEqual([false, true]);
  },
);

test.each(["winner_model,loser_model", "winning_model,losing_model", "chosen_model,rejected_model", "win,lose"])(
  "columns %s are a winner and a loser",
  async (sides) => {
    expect((await tiesIn(`${sides}\nx,y\ny,z\n`)).isTie).toEqual([false, false]);
  },
);
