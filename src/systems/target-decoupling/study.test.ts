// The exact parts of target decoupling, and what can be seen of its trainings in seconds.

import { describe, expect, test } from "vitest";
import { studyContext, unmet } from "../../../test/fixtures/study.ts";
import { seedsOf } from "../../study/study.ts";
import { exactParts, targetDecoupling } from "./study.ts";

test("the exact parts hold and their controls fail", () => {
  const parts = exactParts();
  expect(unmet(parts)).toEqual([]);
  expect(parts.claims).toHaveLength(12);
  expect(parts.controls).toHaveLength(2);
});

test("stops when it is told to", async () => {
  const stopped = studyContext({ signal: AbortSignal.abort() });
  await expect(Promise.resolve(targetDecoupling.run(stopped))).rejects.toThrow();
});

// Minutes of training: the suite keeps to the exact checks, `LONG=1 npx vitest run src/systems` runs this too.
describe.skipIf(process.env.LONG === undefined)("the study", () => {
  test("all but what decoupling is to gain holds", async () => {
    const result = await targetDecoupling.run(studyContext({ seeds: seedsOf(targetDecoupling, false) }));
    expect(unmet(result)).toEqual(
      expect.arrayContaining([
        "vertical lander: decoupling lands more often than error routing, paired",
        "vertical lander: return of decoupling's worst seed",
      ]),
    );
  });
});
