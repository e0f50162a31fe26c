// A study that is stopped goes on with what it had, and only with that.

import { existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { studyContext } from "../../test/fixtures/study.ts";
import { runStudy } from "./record.ts";
import type { Study } from "./study.ts";

let store: string;
beforeEach(() => {
  store = mkdtempSync(join(tmpdir(), "agon-kept-"));
});
afterEach(() => rmSync(store, { recursive: true, force: true }));

const computed: number[] = [];
/** Sums squares of 0 … 4, each a part, and dies before part `until`. */
const squares = (until: number): Study => ({
  id: "squares",
  title: "",
  source: "",
  claim: "",
  claimed: "",
  async run({ kept }) {
    const parts: Float64Array[] = [];
    for (let k = 0; k < 5; k++) {
      if (k === until) throw new Error("stopped");
      parts.push(
        await kept(`square ${k}`, () => {
          computed.push(k);
          return Float64Array.of(k * k, Number.NaN);
        }),
      );
    }
    return { measured: parts.map(([square]) => square).join(), checks: [], controls: [] };
  },
});
const parts = () => join(store, "studies", "squares.parts");

beforeEach(() => computed.splice(0));

test("what was done before the stop is not done again; at the end nothing is left", async () => {
  await expect(runStudy(squares(3), studyContext(), store)).rejects.toThrow("stopped");
  expect(computed).toEqual([0, 1, 2]);
  const { measured } = await runStudy(squares(9), studyContext(), store);
  expect(measured).toBe("0,1,4,9,16");
  expect(computed).toEqual([0, 1, 2, 3, 4]);
  expect(existsSync(parts())).toBe(false);
  await runStudy(squares(9), studyContext(), store);
  expect(computed).toHaveLength(10);
});

test("a part that is not whole is computed again", async () => {
  await expect(runStudy(squares(2), studyContext(), store)).rejects.toThrow("stopped");
  for (const name of readdirSync(parts())) writeFileSync(join(parts(), name), "half");
  const { measured } = await runStudy(squares(9), studyContext(), store);
  expect(measured).toBe("0,1,4,9,16");
  expect(computed).toEqual([0, 1, 0, 1, 2, 3, 4]);
});
