// What better paid answers share, with a sign test over prompts.

import { expect, test } from "vitest";
import { clustered } from "./text-clusters.ts";

const pairs = Array.from({ length: 40 }, (_, k) => ({
  prompt: `question ${k}`,
  paid: `Certainly, answer ${k}.${k % 10 === 0 ? "" : "\n- one\n- two"}`,
  wanted: `The long and careful answer is ${k % 2 === 0 ? k : -k}, as it was shown before in all of its steps.`,
}));

test("what paid answers have more of is a cluster with its counts, and each pair names its own", () => {
  const { clusters, shares } = clustered(pairs);
  expect(clusters).toContainEqual({ shares: "shorter", prompts: 40, opposite: 0, of: 40 });
  expect(clusters).toContainEqual({ shares: "more list items", prompts: 36, opposite: 0, of: 40 });
  expect(clusters).toContainEqual({ shares: "says “certainly”", prompts: 40, opposite: 0, of: 40 });
  expect(clusters).toContainEqual({ shares: "lacks “all”", prompts: 40, opposite: 0, of: 40 });
  expect(shares[0]).toContain("shorter");
  expect(shares[0]).not.toContain("more list items");
  expect(shares[1]).toContain("more list items");
});

test("what goes both ways as often is none, nor what differs on a handful of prompts", () => {
  const mixed = pairs.map(({ prompt }, k) => ({
    prompt,
    paid: k % 2 === 0 ? "short" : "this one is longer",
    wanted: k % 2 === 0 ? "this one is longer" : "short",
  }));
  expect(clustered(mixed)).toEqual({ clusters: [], shares: mixed.map(() => []) });
  expect(clustered(pairs.slice(0, 4)).clusters).toEqual([]);
  expect(clustered([])).toEqual({ clusters: [], shares: [] });
});
