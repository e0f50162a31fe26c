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
    const truth = truthClaims(901, 12);
    const text = textClaims(1, 40);
    const cascade = cascadeClaims(await linearPrograms(), 1, 30);
    const parts = [welfareClaims(1, 60), truth, text, cascade];
    expect(failing(parts.flatMap(({ claims = [] }) => claims))).toEqual([]);
    const controls = [truth, text].flatMap((part) => part.controls);
    expect(controls).toHaveLength(4);
    expect(new Set(controls.map(verdict))).toEqual(new Set(["fails"]));
  });

  test("virtual values earn more on the same draws", async () => {
    const earned = await earn({ seed: 1, draws: 150 });
    const [more] = severalPlacesClaims([earned]).claims;
    expect(verdict(more), measurement(more)).toBe("holds");
    expect(earned.lowest).toBeGreaterThanOrEqual(0.5);
  });
});
