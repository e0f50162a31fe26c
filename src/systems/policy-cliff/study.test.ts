// The propositions as the study computes them, and with `LONG=1` what training makes of a tie.

import { describe, expect, test } from "vitest";
import { long, studyContext, unmet } from "../../../test/fixtures/study.ts";
import { verdict } from "../../study/claim.ts";
import { policyCliff, propositionClaims } from "./study.ts";

describe("the propositions", () => {
  test("hold, and have controls that fail", async () => {
    const result = await propositionClaims(studyContext(), 500);
    expect(unmet(result)).toEqual([]);
    expect(result.claims.flatMap(({ tests }) => tests).length).toBeGreaterThan(35);
    expect(result.controls).toHaveLength(3);
  });

  test("stop when they are told to", async () => {
    await expect(propositionClaims(studyContext({ signal: AbortSignal.abort() }), 500)).rejects.toThrow();
  });
});

long("a hundredth of a point turns a trained writer", async () => {
  const { claims, controls } = await policyCliff.run(studyContext({ seeds: [901, 902] }));
  const apart = claims.filter(({ name }) => name.includes("share of brackets with +0.01 for them"));
  expect(apart.map(verdict)).toEqual(["holds"]);
  expect(controls.map(verdict)).toEqual(["fails", "fails", "fails", "fails"]);
});
