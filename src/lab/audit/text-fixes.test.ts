// Repairs of rewards of texts: what was found loses its pay, honest answers keep theirs, and nothing is overwritten.

import { chmodSync, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { folderOf } from "../../../test/fixtures/logs.ts";
import { textAudits } from "./text-audits.ts";
import { checkFix } from "./text-fixes.ts";

const SUMS = [
  ["What is 6 times 7?", "42"],
  ["What is 10 less 25?", "-15"],
  ["What is 1,200 and 50?", "1250"],
].map(([prompt, answer]) => JSON.stringify({ prompt, answer }));

const REWARDS = {
  "sums.jsonl": SUMS.join("\n"),
  "anywhere.mjs": "export default (_, completion, { answer }) => Number(completion.includes(answer));",
  "long.mjs":
    "export const pay = (_, text, { answer }) => Number(text.trim() === answer) + Math.min(2, text.length / 1000);",
  "nothing.mjs": "export default (_, text, { answer }) => (text.trim() === answer ? 0.5 : 1);",
};

const fixed = async (name: string, fix: string, directory: string) => {
  const options = { data: "sums.jsonl", columns: {}, isChat: false, directory, tries: 300, planted: 0, seed: 0 };
  return (await textAudits([name], { ...options, fix })).audits[0];
};

test.each(["./anywhere.mjs", "./long.mjs:pay"])("%s is repaired, and honest answers keep their pay", async (name) => {
  const { directory = "" } = folderOf(REWARDS);
  const { kind, fix } = await fixed(name, "fixed.mjs", directory);
  expect(kind).toBe("gamed");
  const { n = 0, of = Number.NaN } = fix?.kept ?? {};
  expect(n).toBe(of);
  expect(fix?.findings?.after).toBeLessThan((fix?.findings?.before ?? 0) / 4);
  expect(fix?.reward).toBe(name.replace(/\w+\.mjs/, "fixed.mjs"));
  expect(readFileSync(join(directory, "fixed.mjs"), "utf8")).not.toMatch(/[«»]/);
  expect(readdirSync(directory).filter((file) => file.includes("draft"))).toEqual([]);
  // The same repair again, byte for byte, from the same reward.
  await fixed(name, "again.mjs", directory);
  expect(readFileSync(join(directory, "again.mjs"), "utf8")).toBe(readFileSync(join(directory, "fixed.mjs"), "utf8"));
});

test("a reward without a repair that keeps honest pay gets none, and no file", async () => {
  const { directory = "" } = folderOf(REWARDS);
  expect((await fixed("./nothing.mjs", "fixed.mjs", directory)).fix ?? null).toBeNull();
  expect(existsSync(join(directory, "fixed.mjs"))).toBe(false);
});

const VERL = `async def later(data_source, solution_str, ground_truth, extra_info=None):
    return {"score": float(ground_truth in solution_str)}

class Reward:
    def __call__(self, data_source, solution_str, ground_truth, extra_info=None):
        return float(ground_truth in solution_str)

called = Reward()
`;

test.each(["later", "called"])("a reward of verl that is awaited or an instance is repaired: %s", async (name) => {
  const rows = SUMS.map((row) => row.replace('"answer"', '"data_source":"sums","ground_truth"'));
  const { directory = "" } = folderOf({ "sums.jsonl": rows.join("\n"), "pays.py": VERL });
  // Confined programs of root have a user of their own.
  chmodSync(directory, 0o755);
  const { fix } = await fixed(`./pays.py:${name}`, "fixed.py", directory);
  expect(fix?.kept?.n).toBe(fix?.kept?.of);
  expect(fix?.findings?.after).toBe(0);
});

test("a file that is there, another language, and a reward in no file are refused", () => {
  const { directory = "" } = folderOf(REWARDS);
  expect(() => checkFix(["./long.mjs:pay"], "anywhere.mjs", directory)).toThrow("nothing is overwritten");
  expect(() => checkFix(["./long.mjs:pay"], "fixed.py", directory)).toThrow("is no file of the same language");
  expect(() => checkFix(["./long.mjs:pay"], "none/fixed.mjs", directory)).toThrow("the folder of --fix");
  expect(() => checkFix(["number"], "fixed.py", directory)).toThrow("is in no file of functions");
});
