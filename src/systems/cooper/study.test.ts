// What holds without training, and with `LONG=1` that a fixed verifier is hacked and one that learns is not.

import { describe, expect, test } from "vitest";
import { studyContext, unmet } from "../../../test/fixtures/study.ts";
import { confirmed, train } from "./arms.ts";
import { exactEquations } from "./equations.ts";
import { flow, gapGrowth } from "./loophole.ts";
import { cooper } from "./study.ts";

describe("the exact part", () => {
  test("holds", () => {
    const claims = exactEquations();
    expect(claims).toHaveLength(5);
    expect(unmet({ claims })).toEqual([]);
  });

  test("stops when it is told to", async () => {
    await expect(cooper.run(studyContext({ signal: AbortSignal.abort() }))).rejects.toThrow();
  });

  test("the rule knows the plain form alone", () => {
    const right = (completion: string) => confirmed({ reference: "12", completion });
    expect(["12$", "(12)$", "12", "#12$", "21$"].map(right)).toEqual([true, false, false, false, false]);
  });

  test("a policy whose judge stands still keeps the judge's gap, and a faster judge has a wider one", () => {
    const gaps = [0, 0.1, 0.2].map((rate) => flow({ rate, time: 20, steps: 400 }).gap);
    expect(new Set(gaps[0].map((gap) => gap.toFixed(12))).size).toBe(1);
    const [from, to] = [gaps[1][0], gaps[1][gaps[1].length - 1]];
    expect(gapGrowth(to) - gapGrowth(from)).toBeCloseTo(2 * 0.1 * 20, 8);
    expect(gaps[2][20]).toBeGreaterThan(to);
  });
});

test.skipIf(process.env.LONG !== "1")(
  "trained: a fixed verifier pays more than is right, and Cooper's does not",
  { timeout: 900_000 },
  async () => {
    const names = ["fixed verifier", "Cooper"];
    const seeds = await Promise.all([101, 102, 103].map((seed) => train({ seed, names })));
    const gap = (arm: string) => seeds.reduce((sum, { arms }) => sum + arms[arm].gap, 0) / seeds.length;
    expect(gap("fixed verifier")).toBeGreaterThan(0.3);
    expect(gap("Cooper")).toBeLessThan(0.1);
  },
);
