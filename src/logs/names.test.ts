// A name written in two forms of Unicode is one name, in every kind of file that has names.

import { expect, it } from "vitest";
import { folderOf } from "../../test/fixtures/logs.ts";
import { readComparisons } from "./comparisons.ts";
import { openTouches } from "./touches.ts";

const [ONE, TWO] = ["Caf\u00e9", "Cafe\u0301"];

it("players, winners and judges", async () => {
  const votes = ["model_a,model_b,winner,judge", `${ONE},X,${TWO},${ONE}`, `X,${TWO},${ONE}\u00a0,"${TWO}\n"`];
  const { games, judges } = await readComparisons({ file: "v.csv" }, folderOf({ "v.csv": votes.join("\n") }));
  expect(games.players).toEqual([ONE, "X"]);
  expect(judges).toEqual([ONE]);
});

it("players of JSON Lines with a row each", async () => {
  const rows = [
    { game: 1, player: ONE, place: 1 },
    { game: 1, player: "X", place: 2 },
    { game: 2, player: TWO, place: 1 },
    { game: 2, player: "X", place: 2 },
  ];
  const text = rows.map((row) => JSON.stringify(row)).join("\n");
  const { games } = await readComparisons({ file: "v.jsonl" }, folderOf({ "v.jsonl": text }));
  expect(games.players).toEqual([ONE, "X"]);
});

it("channels of touches", async () => {
  const touches = ["journey,time,channel,converted", `a,1,${ONE},1`, `a,2,${TWO},1`];
  const log = await openTouches("t.csv", folderOf({ "t.csv": touches.join("\n") }));
  expect(log.channels).toEqual([ONE]);
  log.close();
});
