// Where pay and want part over a training.

import { expect, test } from "vitest";
import { payTrend } from "./pay-trend.ts";

const trend = (...means: readonly number[]) =>
  payTrend(
    "pay",
    { want: "gold", by: "step" },
    means.map((mean, k) => ({ value: String(100 * k), slope: { mean, low: mean - 0.1, high: mean + 0.1, n: 20 } })),
  );

test("they part at the first of two values or more whose first step surely lowers the want, if none raises it later", () => {
  expect(trend(0.4, 0.2, -0.2, -0.05, -0.3)).toEqual({
    id: "pay",
    parted: "200",
    finding: "“pay” and “gold” part at step 200: its first step lowers “gold”, after it has raised it up to step 100.",
  });
  expect(trend(-0.2, -0.3, -0.4)?.parted).toBe("0");
  // One value is chance, and so is what is undone later.
  expect(trend(0.4, 0.3, -0.2)?.parted).toBeNull();
  expect(trend(0.4, -0.2, -0.3, 0.2)).toMatchObject({
    parted: null,
    finding: expect.stringContaining("lowers “gold” at step 100"),
  });
});

test("what fades, and what is never sure, is no parting", () => {
  expect(trend(0.4, 0.3, 0.05, 0)?.finding).toBe("After step 100 the log cannot tell that “pay” still raises “gold”.");
  expect(trend(0, 0.05, 0)?.finding).toBe("At no step can the log tell that the first step of “pay” raises “gold”.");
  expect(trend(0.4, 0.3, 0.2)?.finding).toMatch(/do not part/);
});

test("names have no order", () => {
  const slope = { mean: 0, low: null, high: null, n: 0 };
  const named = ["code", "maths"].map((value) => ({ value, slope }));
  expect(payTrend("pay", { want: "gold", by: "subject" }, named)).toBeUndefined();
});
