// The study as a whole: what comes out, and what honestly does not.

import { describe, expect, test } from "vitest";
import { studyContext, unmet } from "../../../test/fixtures/study.ts";
import { verdict } from "../../study/claim.ts";
import { seedsOf } from "../../study/study.ts";
import { rewardDesign } from "./study.ts";

describe("study", () => {
  test("claims, controls, and what does not come out", async () => {
    const result = await rewardDesign.run(studyContext({ seeds: seedsOf(rewardDesign, false) }));
    expect(result.controls).toHaveLength(3);
    expect(unmet(result)).toEqual([]);
    expect(result.claims.filter((one) => verdict(one) === "undecided").map(({ name }) => name)).toEqual([]);
    expect(result.claims.length).toBeGreaterThan(15);
  });

  test("it stops when asked to", async () => {
    const signal = AbortSignal.abort();
    await expect(rewardDesign.run(studyContext({ signal, seeds: [0] }))).rejects.toThrow();
  });
});
