import { expect, test } from "vitest";
import { Random } from "../core/random.ts";
import { areaUnderRoc } from "./ranking.ts";

test("the area under the ROC curve is the chance to score higher, ties counting half", () => {
  expect(areaUnderRoc([3, 4], [1, 2])).toBe(1);
  expect(areaUnderRoc([1, 2], [3, 4])).toBe(0);
  expect(areaUnderRoc([1, 1], [1])).toBe(0.5);
  expect(areaUnderRoc([1, 3], [2, 3])).toBe((0 + 0 + 1 + 0.5) / 4);
  expect(areaUnderRoc([], [1])).toBeNull();
  // Two normals a deviation apart: Φ(1/√2) = 0.7602.
  const random = Random.of(1, "areas");
  const draw = (mean: number) => Float64Array.from({ length: 2000 }, () => mean + random.normal());
  expect(Math.abs((areaUnderRoc(draw(1), draw(0)) ?? 0) - 0.7602)).toBeLessThan(0.02);
});
