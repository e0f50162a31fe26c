// What requests may name: with data folders alone, files that a world reads, but no file that is executed, written or learnt from.

import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { scratchFolder } from "../../../test/cli/agon.ts";
import { allowancesOf, refuseUnallowed } from "./allowances.ts";

const { folder, gone } = scratchFolder();
afterAll(gone);
for (const name of ["q.csv", "pay.mjs", "rule.mjs"]) writeFileSync(join(folder, name), "");
mkdirSync(join(folder, "below"));
writeFileSync(join(folder, "below", "log.csv"), "");
symlinkSync("/etc/passwd", join(folder, "link.csv"));
const allowed = allowancesOf([], [folder]);

const refused = (description: object, objective?: unknown): string => {
  try {
    refuseUnallowed({ description, objective }, folder, allowed);
  } catch (error) {
    return String(error);
  }
  return "";
};

test.each([
  { environment: { file: "q.csv" } },
  { environment: { log: join(folder, "below/log.csv") } },
  { environment: { log: { file: "below/log.csv" } } },
])("a world may read %j", (description) => {
  expect(refused(description)).toBe("");
});

test.each<[object, RegExp]>([
  [{ environment: { file: "/etc/passwd" } }, /may not open \/etc\/passwd/],
  [{ environment: { file: "link.csv" } }, /may not open \/etc\/passwd/],
  [{ environment: { file: "../q.csv" } }, /may not open/],
  [{ environment: { judge: { record: "answers.jsonl" } } }, /may not open/],
  [{ environment: { rule: "./rule.mjs" } }, /may not open/],
  [{ environment: {}, reward: "./pay.mjs" }, /may not open/],
  [{ environment: {}, agents: { policy: "behaviour", log: "q.csv" } }, /may not open/],
  [{ environment: {}, agents: { policy: "program", command: ["true"] } }, /may not start/],
])("%j is not allowed", (description, why) => {
  expect(refused(description)).toMatch(why);
});
