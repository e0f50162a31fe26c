// What holds without training, and with `LONG=1` that a fixed verifier is hacked and one that learns is not.

import { describe, expect, test } from "vitest";
import { studyContext } from "../../../test/fixtures/study.ts";
import { confirmed, train } from "./arms.ts";
import { cooper } from "./study.ts";

describe("the study", () => {
  test("stops when it is told to", async () => {
    await expect(cooper.run(studyContext({ signal: AbortSignal.abort() }))).rejects.toThrow();
  });

  test("the rule knows the plain form alone", () => {
    const right = (completion: string) => confirmed({ reference: "12", completion });
    expect(["12$", "(12)$", "12", "#12$", "21$"].map(right)).toEqual([true, false, false, false, false]);
  });
});

test.skipIf(process.env.LONG !== "1")(
  "trained: a fixed verifier pays more than is right, and Cooper's does not",
  { timeout: 900_000 },
  async () => {
    const names = ["fixed verifier", "Cooper"];
    const seeds = await Promise.all([901, 902, 903].map((seed) => train({ seed, updates: 120, names })));
    const gap = (arm: string) => seeds.reduce((sum, { arms }) => sum + arms[arm].gap, 0) / seeds.length;
    expect(gap("fixed verifier")).toBeGreaterThan(0.3);
    expect(gap("Cooper")).toBeLessThan(0.1);
  },
);
