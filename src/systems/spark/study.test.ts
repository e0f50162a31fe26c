// What holds without training, and with `LONG=1` what the trained arms show.

import { describe, expect, test } from "vitest";
import { legacyContext } from "../../../test/fixtures/legacy-study.ts";
import { Random } from "../../core/random.ts";
import { exactChecks, placeControl } from "./exact-checks.ts";
import { attemptOf, demonstrated, itemOf } from "./exercises.ts";
import { spark } from "./study.ts";

test("the exact part holds", () => {
  const checks = exactChecks();
  expect(checks).toHaveLength(9);
  expect(checks.filter(({ pass }) => !pass)).toEqual([]);
  expect(placeControl().failed).toBe(true);
});

test("an attempt that is no row of four digits cannot be read", () => {
  expect(attemptOf("0123", true)).toEqual({ text: "0123", answer: "0123", right: true });
  for (const text of ["", "012", "01234", "012?"]) expect(attemptOf(text, false).answer).toBe("");
});

test("items of the imitation show right and wrong attempts at their own question, and gold is true", () => {
  const draw = demonstrated();
  const golds = new Set<string>();
  for (let k = 0; k < 60; k++) {
    const posed = draw(Random.of(k, "posed"));
    const right = [...posed.question.slice(1, -1)].sort().join("");
    expect(posed.truth).toBe(right);
    const point = itemOf("pointwise", posed, Random.of(k, "item"));
    expect(point.shown[0] === right).toBe(point.gold === "yes");
    const pair = itemOf("pairwise", posed, Random.of(k, "item"));
    expect(pair.shown.map((shown) => shown === right)).toEqual([pair.gold === "first", pair.gold === "second"]);
    const reflection = itemOf("reflection", posed, Random.of(k, "item"));
    expect([reflection.shown[0] === right, reflection.gold]).toEqual([false, right]);
    golds.add(point.gold).add(pair.gold);
  }
  expect(golds.size).toBe(4);
});

describe.skipIf(process.env.LONG !== "1")("trained", () => {
  test("all arms write as much, and the policy loses little to its exercises in judging", async () => {
    const { checks, measured } = await spark.run(legacyContext({ seeds: 2 }));
    expect(checks.find(({ name }) => name.startsWith("a free judge"))?.pass).toBe(true);
    const written = [...measured.matchAll(/(\d+) characters/g)].map(([, count]) => Number(count));
    expect(written).toHaveLength(5);
    // At most the last batch more, of 64 answers.
    for (const count of written) expect(count - 30_000).toBeLessThan(512);
  });
});
