// The ratio of two variants beside a claim about a multiple of one.

import { expect, test } from "vitest";
import type { RecordedResult } from "./record.ts";
import { withRatio } from "./with-ratio.ts";

const tables = [
  {
    title: "Every variant",
    columns: ["joint.value"],
    rows: [
      { name: "long", cells: [{ value: 1171 }] },
      { name: "short", cells: [{ value: 200.9 }] },
      { name: "lost", cells: [{ value: -3 }] },
      { name: "empty", cells: [null] },
    ],
  },
];

test("is said where both figures stand in a table, and are above 0", () => {
  const measuredOf = (expected: string) => {
    const result: RecordedResult = { kind: "claim", name: "c", verdict: "holds", expected, measured: "m", figures: [] };
    return withRatio(result, { tables }).measured;
  };
  expect(measuredOf("“long”: joint value ≤ 10 times “short”")).toBe("5.8 times, m");
  expect(measuredOf("“short”: joint value ≥ 12.5 % of “long”")).toBe("17.2 %, m");
  for (const expected of [
    "“long”: joint value ≤ 10 times “lost”",
    "“long”: joint value ≤ 10 times “empty”",
    "“long”: joint value ≤ 10 times “unknown”",
    "“long”: payoff ≤ 10 times “short”",
    "“long”: joint value ≤ 10 times “short” + 3",
    "“long”: joint value > “short”",
  ])
    expect(measuredOf(expected)).toBe("m");
});
