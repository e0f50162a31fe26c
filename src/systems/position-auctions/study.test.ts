// The study's exact parts on fewer markets, and its controls.

import { expect, test } from "vitest";
import { unmet, verdicts } from "../../../test/fixtures/study.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { cascadeClaims, truthClaims, welfareClaims } from "./readers.ts";
import { earn, severalPlacesClaims } from "./revenue-checks.ts";
import { textClaims } from "./text-checks.ts";

test("payments are truthful, and placements near the best; the controls are not", async () => {
  const truth = truthClaims(901, 12);
  const text = textClaims(1, 40);
  const cascade = cascadeClaims(await linearPrograms(), 1, 30);
  const parts = [welfareClaims(1, 60), truth, text, cascade];
  expect(unmet({ claims: parts.flatMap(({ claims = [] }) => claims) })).toEqual([]);
  expect(verdicts([truth, text].flatMap((part) => part.controls))).toBe("fails fails fails fails");
});

test("virtual values earn more on the same draws", async () => {
  const earned = await earn({ seed: 1, draws: 150 });
  const [more] = severalPlacesClaims([earned]).claims;
  expect(unmet({ claims: [more] })).toEqual([]);
  expect(earned.lowest).toBeGreaterThanOrEqual(0.5);
});
