// The study's exact parts on fewer markets, and its controls.

import { describe, expect, test } from "vitest";
import { linearPrograms } from "../../math/linear-program.ts";
import { type Claim, measurement, verdict } from "../../study/claim.ts";
import { cascadeClaims, truthClaims, welfareClaims } from "./readers.ts";
import { earn, severalPlacesClaims } from "./revenue-checks.ts";
import { textClaims } from "./text-checks.ts";

const failing = (claims: readonly Claim[]) => claims.filter((one) => verdict(one) !== "holds").map(({ name }) => name);

describe("position auctions", () => {
  test("payments are truthful, and placements near the best; the controls are not", async () => {
    const truth = truthClaims(1, 8);
    const text = textClaims(1, 40);
    const cascade = cascadeClaims(await linearPrograms(), 1, 30);
    expect(failing([...welfareClaims(1, 60).claims, ...truth.claims, ...text.claims, ...cascade.claims])).toEqual([]);
    const controls = [...truth.controls, ...text.controls];
    expect(controls).toHaveLength(3);
    expect(controls.map(verdict)).toEqual(["fails", "fails", "fails"]);
  });

  test("virtual values earn more on the same draws", async () => {
    const earned = await earn({ seed: 1, draws: 150 });
    const [more] = severalPlacesClaims([earned]).claims;
    expect(verdict(more), measurement(more)).toBe("holds");
    expect(earned.lowest).toBeGreaterThanOrEqual(0.5);
  });
});
