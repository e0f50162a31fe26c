// Texts that DuckDB's own hash takes for one stay apart in every log: as pages, queries, items, prompts and answers.

import { expect, test } from "vitest";
import { folderOf, readLog, recordsOf } from "../../test/fixtures/logs.ts";
import { openClicks } from "./clicks.ts";
import { readComparisons } from "./comparisons.ts";
import { openEngine } from "./engine.ts";
import { AUCTIONS } from "./kinds.ts";
import { openRollouts } from "./rollouts.ts";

const [ONE, TWO] = ["Whatis100plus102?", "Whatis170plus107?"];

test("the two texts have one hash; where DuckDB hashes otherwise, other texts belong here", async () => {
  const overflow = folderOf({}).cache ?? "";
  const { connection, close } = await openEngine({ overflow, memory: "50MB", threads: 1 });
  const reader = await connection.runAndReadAll(`SELECT hash('${ONE}') = hash('${TWO}')`);
  close();
  expect(reader.getRowsJS()).toEqual([[true]]);
});

/** Distinct numbers of a column of clicks on two rows. */
async function distinct(text: string, column: string): Promise<unknown> {
  const { table, file, rows, close } = await openClicks("c.csv", folderOf({ "c.csv": text }));
  const reader = await file.ask((connection) =>
    connection.runAndReadAll(`SELECT count(DISTINCT ${column})::INTEGER FROM ${table}`),
  );
  close();
  return [rows, reader.getRowsJS()[0]?.[0]];
}

test("pages, queries of a page, and items", async () => {
  expect(await distinct(`page,item,position,click\n${ONE},x,1,0\n${TWO},x,1,1\n`, "page")).toEqual([2, 2]);
  const queries = `page,query,item,position,click\np,${ONE},x,1,0\np,${TWO},x,1,1\n`;
  expect(await distinct(queries, "page")).toEqual([2, 2]);
  expect(await distinct(queries, "pair")).toEqual([2, 2]);
  expect(await distinct(`page,item,position,click\np,${ONE},1,0\np,${TWO},2,1\n`, "pair")).toEqual([2, 2]);
});

test("a text moved from one column to the next is another pair", async () => {
  const moved = "page,query,item,position,click\np,ab,c,1,0\nq,a,bc,1,1\nr,,abc,1,1\n";
  expect(await distinct(moved.replace("r,,", "r,x,"), "pair")).toEqual([3, 3]);
});

test("prompts of comparisons", async () => {
  const text = `prompt,first,second,winner\n${ONE},a,b,a\n${TWO},a,b,b\n${ONE},b,a,a\n,b,a,a\n`;
  const { prompt } = await readComparisons({ file: "v.csv" }, folderOf({ "v.csv": text }));
  expect(prompt[0]).not.toBe(prompt[1]);
  expect(prompt[2]).toBe(prompt[0]);
  expect(prompt[3]).toBeNaN();
});

test("items of records", async () => {
  const bids = `auction,time,bidder,value\n${ONE},10,Ann,1\n${TWO},10,Ann,2\n`;
  expect(recordsOf(await readLog(AUCTIONS, "b.csv", folderOf({ "b.csv": bids })))).toHaveLength(2);
});

test("prompts and answers of rollouts, and groups whose scores are normalised", async () => {
  const rows = [ONE, TWO].flatMap((prompt, k) => [`${prompt},${ONE},1,${k}`, `${prompt},${TWO},1,${k + 2}`]);
  const log = await openRollouts(
    {
      ...{ file: "r.csv", want: { where: "--want", text: "gold" } },
      pays: [{ where: "--pay", text: "normalised(pay)" }],
    },
    {
      ...folderOf({ "r.csv": `prompt,completion,gold,pay\n${rows.join("\n")}\n` }),
      ...{ groups: 20, words: { prompt: String, answer: () => undefined, isCut: () => false } },
    },
  );
  expect(log).toMatchObject({ rows: 4, prompts: 2, blanks: 0 });
  const [[answers, least, most]] = await log.numbers(
    "SELECT count(DISTINCT answer), min(pay_0), max(pay_0) FROM agon_rollouts",
  );
  log.close();
  expect(answers).toBe(2);
  // The pays of a prompt are 0 and 2, or 1 and 3: each beside the mean by 1, over √2.
  expect(most).toBeCloseTo(Math.SQRT1_2, 3);
  expect(least).toBe(-most);
});
