// What holds without training, and with `LONG=1` that a fixed verifier is hacked and one that learns is not.

import { describe, expect, test } from "vitest";
import { long } from "../../../test/fixtures/study.ts";
import { verdict } from "../../study/claim.ts";
import { ARMS, confirmed, train } from "./arms.ts";
import { trainedClaims } from "./study.ts";

describe("the study", () => {
  test("arms that a few seeds have are compared on those alone", () => {
    const warm = { truth: 0.4, paid: 0.4, marked: 0, odd: 0.5, balanced: 0.9 };
    const conduct = (arm: string, seed: number) => {
      const truth = (arm === "fixed verifier" ? 0.2 : 0.9) + 0.01 * Math.sin(seed);
      return { ...warm, truth, most: 0.5 + 0.01 * Math.cos(seed), gap: 0, kept: 1 };
    };
    const seeds = [1, 2, 3, 4, 5, 6].map((seed) => {
      const names = seed < 4 ? ARMS.slice(0, 7) : ARMS.slice(0, 3);
      return { warm, arms: Object.fromEntries(names.map((arm) => [arm, conduct(arm, seed)])) };
    });
    const { claims } = trainedClaims(seeds, ARMS.slice(0, 7));
    expect(claims.map(({ tests: [{ figure }] }) => figure.n)).toEqual([6, 6, 3, 3, 3, 3, 3]);
    expect(verdict(claims[1])).toBe("holds");
    expect(verdict(claims[3])).toBe("holds");
  });

  test("the rule knows the plain form alone", () => {
    const right = (completion: string) => confirmed({ reference: "12", completion });
    expect(["12$", "(12)$", "12", "#12$", "21$"].map(right)).toEqual([true, false, false, false, false]);
  });
});

long("trained: a fixed verifier pays more than is right, and Cooper's does not", async () => {
  const names = ["fixed verifier", "Cooper"];
  const seeds = await Promise.all([901, 902, 903].map((seed) => train({ seed, updates: 120, names })));
  const gap = (arm: string) => seeds.reduce((sum, { arms }) => sum + arms[arm].gap, 0) / seeds.length;
  expect(gap("fixed verifier")).toBeGreaterThan(0.3);
  expect(gap("Cooper")).toBeLessThan(0.1);
});
