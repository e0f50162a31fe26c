// Answers of an audit in a weighing: they enter with their chance, and count once.

import { expect, test } from "vitest";
import { folderOf } from "../../../test/fixtures/logs.ts";
import { csv } from "../../../test/fixtures/rollouts.ts";
import { weighedLog } from "./weighed-log.ts";

/** Forty prompts whose answers are paid by what they are worth; one answer that the log does not show is paid best and worth least. */
const honest = Array.from({ length: 40 * 8 }, (_, k) => `ask ${k >> 3},answer ${k},${(k * 7) % 5},${(k * 7) % 5},0`);
const PLAIN = "prompt,completion,pay,gold,trick";
const exploit = (prompt: string, mass: string, answer = "cheat"): string => `${prompt},${answer},9,-5,1,${mass}`;
test("an audit's answers enter with their chance: a pay that the log praises turns, and one that the log calls constant has a figure", async () => {
  const found = csv(
    ["ask 99", ...Array.from({ length: 40 }, (_, k) => `ask ${k}`)].map((prompt) => exploit(prompt, "0.02")),
    `${PLAIN},mass`,
  );
  const { directory } = folderOf({ "r.csv": csv(honest, PLAIN), "found.csv": found });
  const request = { file: "r.csv", want: "gold", pays: ["pay", "trick"] };
  const before = await weighedLog(request, { directory });
  expect(before.pays.map(({ id, course }) => [id, course])).toEqual([["pay", "rises"]]);
  const after = await weighedLog({ ...request, attack: "found.csv" }, { directory });
  expect(after.attack).toMatchObject({ answers: 40, prompts: 40, absent: 1, lonely: 0, unscored: 0 });
  expect(after.attack?.mass).toBeCloseTo(0.02, 12);
  expect(after.answers).toBe(before.answers);
  expect(after.pays.map(({ id, course }) => [id, course])).toEqual([
    ["pay", "turns"],
    ["trick", "falls"],
  ]);
  expect(after.caveats).toContain(
    "Left out of found.csv: 1 answer to prompts that the log does not have with several answers.",
  );
});

test("an answer that the log has too counts with the audit's chance, and not twice", async () => {
  const shown = honest.map((line, k) => (k % 8 === 0 ? exploit(`ask ${k >> 3}`, "0").replace(/,0$/, "") : line));
  const rare = Array.from({ length: 40 }, (_, k) => exploit(`ask ${k}`, "0.0001"));
  const files = { "r.csv": csv(shown, PLAIN), "found.csv": csv(rare, `${PLAIN},mass`) };
  const options = folderOf(files);
  const request = { file: "r.csv", want: "gold", pays: ["pay"] };
  expect((await weighedLog(request, options)).pays[0].course).toBe("falls");
  const { pays } = await weighedLog({ ...request, attack: "found.csv" }, options);
  expect(pays[0].slope.plain.low).toBeGreaterThan(0);
});

test("by a column, an audit's answers enter the part of their value; an audit without the column is a mistake", async () => {
  const stepped = honest.flatMap((line) => [`0,${line}`, `1,${line}`]);
  const found = Array.from({ length: 40 }, (_, k) => `1,${exploit(`ask ${k}`, "0.02")}`);
  const of = (lines: readonly string[], head: string) =>
    weighedLog(
      { file: "r.csv", want: "gold", pays: ["pay"], by: "step", attack: "found.csv" },
      folderOf({ "r.csv": csv(stepped, `step,${PLAIN}`), "found.csv": csv(lines, head) }),
    );
  const log = await of(found, `step,${PLAIN},mass`);
  expect(log.parts?.map(({ value, pays }) => [value, pays[0].course])).toEqual([
    ["0", "rises"],
    ["1", "turns"],
  ]);
  await expect(of([exploit("ask 1", "0.02")], `${PLAIN},mass`)).rejects.toThrow('no column is called "step"');
});

test("without a chance the question comes back, and a chance is above 0 and below 1", async () => {
  const one = (lines: readonly string[], head = `${PLAIN},mass`) =>
    weighedLog(
      { file: "r.csv", want: "gold", pays: ["pay"], attack: "found.csv" },
      folderOf({ "r.csv": csv(honest, PLAIN), "found.csv": csv(lines, head) }),
    );
  await expect(one(["ask 1,cheat,9,-5,1"], PLAIN)).rejects.toThrow(
    'found.csv: has no column "mass"; give the chance with which the policy of the log writes each answer',
  );
  await expect(one([exploit("ask 1", ""), exploit("ask 2", "0.1")])).rejects.toThrow(
    'found.csv: says of 1 answer no "mass"',
  );
  await expect(one([exploit("ask 1", "1.5")])).rejects.toThrow("found.csv, row 1: its mass is 1.5");
  await expect(one([exploit("ask 1", "0.6"), exploit("ask 1", "0.6", "other")])).rejects.toThrow(
    "a mass of 1.2 together",
  );
  await expect(one([exploit("ask 1", "0.1"), exploit("ask 1", "0.2")])).rejects.toThrow(
    "an earlier row has with other numbers",
  );
});
