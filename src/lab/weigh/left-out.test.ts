// What a weighing reads of the rows of a log: which are left out and counted, and which are mistakes.

import { expect, test } from "vitest";
import { csv, HEAD, sumRows, weighText } from "../../../test/fixtures/rollouts.ts";
import { FORECAST_TRUST } from "./forecast-trust.ts";

test("an answer without a number is not weighed and counted; a text in its place is a mistake", async () => {
  const lines = sumRows(20);
  const holes = lines.map((line, k) =>
    k === 3 ? line.replace(/[^,]*$/, "") : k === 5 ? line.replace(/[^,]*$/, "None") : line,
  );
  const log = await weighText(csv(holes));
  expect(log.answers).toBe(158);
  expect(log.caveats[0]).toBe('Left out: 2 rows without a number for "gold".');
  const broken = csv(lines.map((line, k) => (k === 4 ? line.replace(/[^,]*$/, "good") : line)));
  await expect(weighText(broken)).rejects.toThrow("r.csv:6: gold: is no number");
  expect(await weighText(broken, { skipBadRows: true })).toMatchObject({ answers: 159, skipped: 1 });
});

test("a row without a value of the column by which is looked is counted", async () => {
  const without = (is: (k: number) => boolean) =>
    csv(sumRows(20).map((line, k) => (is(k) ? line.replace(/^\d/, "") : line)));
  const { answers, caveats, parts } = await weighText(
    without((k) => k % 40 === 7),
    { by: "step" },
  );
  expect([answers, parts?.length, caveats[0]]).toEqual([156, 2, 'Left out: 4 rows without a value of "step".']);
  const none = weighText(
    without(() => true),
    { by: "step" },
  );
  await expect(none).rejects.toThrow('r.csv: has no value of "step"; leave it out');
});

test("prompts that differ by blanks alone are counted, and taken as one on demand", async () => {
  const lines = sumRows(40).map((line, k) => (k % 8 < 4 ? line.replace("question", " question ") : line));
  const apart = await weighText(csv(lines));
  expect(apart.prompts).toBe(80);
  expect(apart.caveats[0]).toBe(
    "Taken apart: 40 prompts that differ from another by blanks alone; --join-blanks takes them as one.",
  );
  const joined = await weighText(csv(lines), { joinBlanks: true });
  expect(joined.prompts).toBe(40);
  expect(joined.caveats.some((one) => one.startsWith("Taken apart"))).toBe(false);
});

test("thousands of prompts that are nearly alike stay apart", async () => {
  const lines = Array.from({ length: 40_000 }, (_, k) => {
    const prompt = Math.floor(k / 2);
    return `What is ${prompt} plus ${prompt % 97}?,x,${k % 2},${k % 2}`;
  });
  expect(await weighText(csv(lines, "prompt,completion,pay,gold"), { pays: ["pay"], joinBlanks: true })).toMatchObject({
    answers: 40_000,
    prompts: 20_000,
  });
});

test("flags say which answers were cut off; one for which nothing is said has no number for a formula of it", async () => {
  const lines = sumRows(30).map((line, k) => `${line},${["true", "False", ""][k % 3]}`);
  const log = await weighText(csv(lines, `${HEAD},truncated`), { pays: ["correct", "correct - cut"] });
  expect(log).toMatchObject({ answers: 160, cut: 80 });
  expect(log.caveats).toEqual([
    'Left out: 80 rows without a number for "correct - cut".',
    "Cut off: 80 answers were stopped by a limit; in a formula `cut` is 1 for them.",
    expect.stringMatching(/^Repeated: \d+ rows equal/),
    expect.stringMatching(/^A log cannot show/),
    FORECAST_TRUST,
  ]);
});

test("a pay that is no number anywhere, and Parquet that was cut off, are one sentence each", async () => {
  const none = csv(
    sumRows(20).map((line) => `${line},NaN`),
    `${HEAD},broken`,
  );
  await expect(weighText(none, { pays: ["broken"] })).rejects.toThrow(
    'r.csv: holds no row with a number for the want and for all pays, of which 160 lack "broken"',
  );
  await expect(weighText("PAR1 and no more", {}, "r.parquet")).rejects.toThrow(
    "r.parquet: cannot be read as Parquet: it is something else, or was cut short",
  );
});

test("yes and no are numbers; scores that cannot be squared, or formulas without a value, are one sentence", async () => {
  const said = csv(sumRows(40)).replaceAll(",true,", ",yes,").replaceAll(",false,", ",No,");
  const [words, numbers] = await Promise.all(
    [said, csv(sumRows(40))].map((text) => weighText(text, { pays: ["correct"] })),
  );
  expect(words.pays[0].slope).toEqual(numbers.pays[0].slope);
  await expect(weighText(csv(sumRows(20)), { pays: ["correct * 1e200"] })).rejects.toThrow(
    "a want or a pay is 1e+200, and none above 1e+100 is weighed",
  );
  await expect(weighText(csv(sumRows(20)), { pays: ["sqrt(gold - 5)"] })).rejects.toThrow(
    "cannot be computed at some row: cannot take square root of a negative number; a formula has to hold for every row",
  );
  await expect(weighText("", {}, "r.jsonl")).rejects.toThrow("it has none; say which one is meant");
});

test("a condition names the fields of JSON Lines as the columns of CSV", async () => {
  const [head, ...lines] = csv(sumRows(40))
    .trim()
    .split("\n")
    .map((line) => line.split(","));
  const objects = lines.map((line) => JSON.stringify(Object.fromEntries(line.map((cell, k) => [head[k], cell]))));
  const json = (where: string) => weighText(objects.join("\n"), { where }, "r.jsonl");
  const table = await weighText(csv(sumRows(40)), { where: "step::int = 1 and Correct <> ''" });
  expect(table.answers).toBe(160);
  for (const where of ["step::int = 1 and Correct <> ''", "json->>'step' = '1'"])
    expect((await json(where)).pays[0].slope).toEqual(table.pays[0].slope);
  await expect(json("steps = '1'")).rejects.toThrow(
    'no column is called "steps", which the condition names; did you mean "step"?',
  );
});

test("rows of a log that was written twice are counted", async () => {
  const lines = sumRows(20);
  const { caveats } = await weighText(csv([...lines, ...lines.slice(0, 60)]));
  const all = new Set(lines).size;
  expect(caveats).toContain(
    `Repeated: ${lines.length + 60 - all} rows equal an earlier one in all columns; each is weighed as a draw of its own.`,
  );
});
