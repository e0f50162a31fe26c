// A log of rollouts from a file to figures: columns and formulas as pays, and what the findings say.

import { expect, test } from "vitest";
import { csv, sumRows, weighText } from "../../../test/fixtures/rollouts.ts";

test("columns, formulas and length are pays; the finding names what buys most and what costs", async () => {
  const pays = ["correct", "length", "correct - 0.1 * (length(response) - 2) / 5"];
  const log = await weighText(csv(sumRows(120)), { pays });
  expect(log).toMatchObject({ answers: 960, prompts: 120, alone: 0, skipped: 0 });
  expect(log.columns).toEqual({ prompt: "question", completion: "response" });
  expect(log.pays.map(({ id, course }) => [id, course])).toEqual([
    ["correct", "rises"],
    ["length", "falls"],
    [pays[2], "rises"],
  ]);
  expect(log.comparisons.every(({ best, more }) => best === pays[2] && (more.low ?? 0) > 0)).toBe(true);
  expect(log.finding).toMatch(
    /^Of 3 pays “correct - 0\.1.*” buys most: more than “correct” by .* of “gold” at a KL of .* “length” costs “gold” from the first: −/,
  );
  const [worst] = log.pays[1].texts;
  expect(worst.paid.want).toBeLessThan(worst.wanted.want);
  expect(worst.paid.text.length).toBeGreaterThan(worst.wanted.text.length);
  expect(worst.prompt).toMatch(/^question \d+$/);
});

test("of many pays that cost what is wanted the worst have a sentence, and the others are counted", async () => {
  const pays = ["correct", ...[1, 2, 3, 4, 5].map((weight) => `length - ${weight} * correct`)];
  const { finding, pays: weighed, comparisons } = await weighText(csv(sumRows(120)), { pays });
  expect(weighed.slice(1).every(({ course }) => course === "falls")).toBe(true);
  expect(comparisons.every(({ best }) => best === "correct")).toBe(true);
  expect(finding.match(/ costs “gold” from the first: /g)).toHaveLength(3);
  expect(finding).toMatch(/“length - 5 \* correct” costs .* 2 more pays turn or fall\.$/);
});

test("the order of rows, and of formats, changes no digit", async () => {
  const lines = sumRows(60);
  const log = await weighText(csv(lines));
  const digits = ({ pays, finding }: typeof log) => ({ finding, pays: pays.map(({ texts: _, ...one }) => one) });
  expect(digits(await weighText(csv(lines.toReversed())))).toEqual(digits(log));
  const objects = lines.map((line) => {
    const [step, question, response, correct, gold] = line.split(",");
    return JSON.stringify({ step, question, response, correct: correct === "true", gold: Number(gold) });
  });
  expect(digits(await weighText(objects.join("\n"), {}, "r.jsonl"))).toEqual(digits(log));
});

test("answers that repeat count with their mass, and prompts with one answer pair with no other", async () => {
  const lines = ["p,x,1,1", "p,x,1,1", "p,y,0,0", "q,x,1,1", "r,x,1,1", "r,y,0,0"];
  const log = await weighText(csv(lines, "prompt,completion,pay,gold"), { pays: ["pay"] });
  expect(log).toMatchObject({ answers: 6, prompts: 2, alone: 1 });
  const [{ slope }] = log.pays;
  // Unbiased covariances 1/3 and 1/2.
  expect(slope.plain.mean).toBeCloseTo((1 / 3 + 1 / 2) / 2, 12);
  expect(log.caveats[0]).toBe("Left out: 1 prompt with one answer, which pairs with no other.");
});

test("by a column, each value has figures of its own, in order", async () => {
  const log = await weighText(csv(sumRows(80)), { by: "step" });
  expect(log.parts?.map(({ value, pays }) => [value, pays[0].prompts])).toEqual([
    ["0", 80],
    ["1", 80],
  ]);
});

test("of a constant pay the log says that it buys nothing, and one that is alone is a mistake", async () => {
  const text = csv(sumRows(20));
  const log = await weighText(text, { pays: ["correct", "0 * gold"] });
  expect(log.pays.map(({ id }) => id)).toEqual(["correct"]);
  expect(log.caveats).toContain('"0 * gold" pays all answers to a prompt the same, and buys nothing.');
  await expect(weighText(text, { pays: ["0 * gold"] })).rejects.toThrow("pays all answers to a prompt the same");
  await expect(weighText(text, { want: "1 + 0 * gold" })).rejects.toThrow("is the same for all answers to a prompt");
  await expect(weighText(csv(sumRows(20, 1)))).rejects.toThrow("has one answer to each prompt");
});
