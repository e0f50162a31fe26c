// A table of pictures as a log: what is recognised, what is measured, and what is left out with a sentence.

import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderOf } from "../../../../test/fixtures/logs.ts";
import { png } from "../../../../test/fixtures/picture-server.ts";
import { words } from "../../../../test/fixtures/words.ts";
import type { PayPair } from "../pay-pairs.ts";
import { weighPage } from "../weigh-page.ts";
import { weighedLog } from "../weighed-log.ts";
import type { WeighedLog } from "../weighing-data.ts";

/** Four prompts with three pictures each, of growing light; votes go against it. */
const ROWS = Array.from({ length: 12 }, (_, k) => `${k}.png,prompt ${Math.floor(k / 3)},${3 - (k % 3)}`);
const TABLE = `file,prompt,votes\n${ROWS.join("\n")}\n`;
const PICTURES = Object.fromEntries(ROWS.map((_, k) => [`${k}.png`, png(80 * (k % 3), 9, 9)]));

function weighed(files: Readonly<Record<string, string | Uint8Array>>, given: object = {}, file = ".") {
  const { directory } = folderOf(files);
  const request = { file, want: "votes", pays: ["brightness"], ...given };
  return weighedLog(request, { directory, store: join(directory, "store") });
}

/** Signs of what the best of three pictures by each pay are worth more. */
const courses = ({ pays }: WeighedLog): number[] => pays.map(({ bestOf }) => Math.sign(bestOf.at(-1)?.want ?? 0));

test("a folder, or its table, is a log whose answers are pictures; what they are like are columns", async () => {
  const log = await weighed({ ...PICTURES, "votes.csv": TABLE });
  expect(log).toMatchObject({ readAs: "a table of pictures", arePictures: true, answers: 12, prompts: 4 });
  expect(log.pays[0]).toMatchObject({ id: "brightness", losing: 4 });
  expect(courses(log)).toEqual([-1]);
  expect(log.pays[0].texts[0].paid.text).toMatch(/^\d+\.png$/);
  const same = await weighed({ ...PICTURES, "votes.csv": TABLE }, {}, "votes.csv");
  expect(same.pays).toEqual(log.pays);
});

test("what the better paid pictures share is said by what is measured", async () => {
  const rows = Array.from({ length: 40 }, (_, k) => `${k % 2}.png,prompt ${k >> 1},${k % 2 === 0 ? 1 : 0}`);
  const files = { "0.png": png(9, 9, 9), "1.png": png(99, 99, 99), "a.csv": `file,prompt,votes\n${rows.join("\n")}\n` };
  const { clusters } = (await weighed(files)).pays[0];
  expect(clusters.map(({ shares }) => shares)).toContain("more brightness");
});

test("a column of the table counts before what is measured", async () => {
  const table = TABLE.replaceAll(/(\d)$/gm, "$1,$1").replace("votes", "votes,brightness");
  const log = await weighed({ ...PICTURES, "votes.csv": table });
  expect(courses(log)).toEqual([1]);
});

test("rows that repeat another one are counted", async () => {
  const log = await weighed({ ...PICTURES, "votes.csv": `${TABLE}${ROWS.slice(0, 2).join("\n")}\n` });
  expect(log.answers).toBe(14);
  expect(log.caveats).toContain(
    "Repeated: 2 rows equal an earlier one in all columns; each is weighed as a draw of its own.",
  );
});

test("a path may be absolute, and a row without a file is no clip of the whole folder", async () => {
  const { directory } = folderOf(PICTURES);
  const table = `${TABLE.replaceAll(/^\d/gm, (name) => join(directory, name))},prompt 0,9\n`;
  const log = await weighed({ ...PICTURES, "votes.csv": table });
  expect(log.answers).toBe(12);
  expect(log.caveats).toContain('Left out: 1 picture: a row to "prompt 0" names no file.');
});

test("pictures that cannot be read, and rows without votes, are left out and counted", async () => {
  const table = TABLE.replace("prompt 0,3", "prompt 0,").replace("prompt 0,2", "prompt 0,NaN");
  const broken = { "3.png": png(1, 2, 3).subarray(0, 60), "4.png": "<html>" };
  const log = await weighed({ ...PICTURES, ...broken, "votes.csv": `${table}gone.png,prompt 3,1\n` });
  expect(log.answers).toBe(8);
  expect(log.caveats).toContain(
    "Left out: 3 pictures: 3.png is a broken PNG: it ends too early; 4.png is no PNG; gone.png is not there.",
  );
  expect(log.caveats).toContain('Left out: 2 rows without a number for "votes".');
});

test("a program's NaN is no pay: the picture is left out and counted", async () => {
  const pay = "export default (prompt, picture) => picture.rgba[0] > 100 ? NaN : picture.rgba[0] + prompt.length;\n";
  const log = await weighed({ ...PICTURES, "votes.csv": TABLE, "pay.mjs": pay }, { pays: ["./pay.mjs"] });
  expect(log.answers).toBe(8);
  expect(log.caveats).toContain('Left out: 4 rows without a number for "./pay.mjs".');
});

test("a score is computed anew where a picture has changed under its name", async () => {
  const pay = "export default (_, { rgba }) => rgba[0];\n";
  const { directory } = folderOf({ ...PICTURES, "votes.csv": TABLE, "pay.mjs": pay });
  const request = { file: ".", want: "votes", pays: ["./pay.mjs"] };
  const options = { directory, store: join(directory, "store") };
  expect(courses(await weighedLog(request, options))).toEqual([-1]);
  for (const [k] of ROWS.entries()) writeFileSync(join(directory, `${k}.png`), png(200 - 80 * (k % 3), 9, 9));
  expect(courses(await weighedLog(request, options))).toEqual([1]);
});

test("a clip is a folder of frames, and a batch is scored at once", async () => {
  const { directory } = folderOf({
    "pay.mjs": "export const motion = (all) => all.map(({ completion }) => completion.frames.length);\n",
  });
  for (const [k] of ROWS.entries()) {
    mkdirSync(join(directory, `clip${k}`));
    for (let frame = 0; frame <= k % 3; frame++)
      writeFileSync(join(directory, `clip${k}`, `${frame}.png`), png(100 * frame, 0, 0));
  }
  writeFileSync(join(directory, "clips.csv"), TABLE.replaceAll(/^(\d+)\.png/gm, "clip$1"));
  const request = { file: "clips.csv", want: "votes", pays: ["motion", "./pay.mjs:motion"] };
  const log = await weighedLog(request, { directory, store: join(directory, "store") });
  expect(courses(log)).toEqual([-1, -1]);
});

test("the page holds each picture once, and the pairs are the best and the worst paid of each prompt", async () => {
  const { directory } = folderOf({ ...PICTURES, "votes.csv": TABLE });
  let pairs: readonly PayPair[] = [];
  const onPairs = (all: readonly PayPair[]): void => {
    pairs = all;
  };
  const request = { file: ".", want: "votes", pays: ["brightness", "0 - brightness"] };
  const log = await weighedLog(request, { directory, store: join(directory, "store"), onPairs });
  expect(pairs).toHaveLength(8);
  expect(pairs[0]).toEqual({
    ...{ prompt: "prompt 0", chosen: "2.png", rejected: "0.png", pay: "brightness" },
    ...{ margin: expect.closeTo((160 / 255) * 0.2126, 6), want: -2 },
  });
  const page = weighPage(log, "pictures", directory);
  for (const name of ["0.png", "11.png"]) expect(page.split(`"${name}":["data:image/png;base64,`)).toHaveLength(2);
});

test("a table of questions about pictures stays a table of texts", async () => {
  const rows = ROWS.map((row, k) => `${row},answer ${k}`);
  const log = await weighed(
    { ...PICTURES, "r.csv": `file,prompt,votes,response\n${rows.join("\n")}\n` },
    { pays: ["length"] },
    "r.csv",
  );
  expect(log.arePictures).toBeUndefined();
});

const votes = { "votes.csv": TABLE };
words("tables of pictures", [
  ["a folder of pictures without a table", () => weighed(PICTURES)],
  ["a folder with two tables", () => weighed({ ...PICTURES, ...votes, "more.csv": TABLE })],
  ["a table without a prompt", () => weighed({ ...PICTURES, "votes.csv": TABLE.replace("prompt", "words") })],
  ["a table without a picture that is there", () => weighed(votes)],
  ["a program of Python", () => weighed({ ...PICTURES, ...votes, "pay.py": "" }, { pays: ["./pay.py:score"] })],
  ["a want that is no column", () => weighed({ ...PICTURES, ...votes }, { want: "vote" })],
]);
