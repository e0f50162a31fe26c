// A known model is found again from a log, whole or thinned out; without the correction chances are of another log.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { fitRareReactions, type ReactionLog, reactionChance } from "./rare-reactions.ts";

const TURNS = 200_000;

/** Turns whose log-odds are −4 + 2x − z. */
function drawn(random: Random): ReactionLog {
  const features = Float64Array.from({ length: 2 * TURNS }, () => random.normal());
  const reactions = Float64Array.from({ length: TURNS }, (_, turn) => {
    const p = 1 / (1 + Math.exp(4 - 2 * features[2 * turn] + features[2 * turn + 1]));
    return random.uniform() < p ? 1 : 0;
  });
  return { features, columns: 2, reactions };
}

test("weights and intercept are those of the log, be all turns without a reaction kept or a tenth", () => {
  const log = drawn(Random.of(901, "log"));
  for (const kept of [1, 0.1]) {
    const { weights, intercept } = fitRareReactions(log, Random.of(901, "kept"), { kept });
    expect(weights[0]).toBeCloseTo(2, 1);
    expect(weights[1]).toBeCloseTo(-1, 1);
    expect(Math.abs(intercept + 4)).toBeLessThan(0.06);
  }
  const naive = fitRareReactions(log, Random.of(901, "kept"), { kept: 0.1, corrected: false });
  expect(Math.abs(naive.intercept + 4 - Math.log(10))).toBeLessThan(0.06);
  const model = { weights: Float64Array.of(2, -1), intercept: -4 };
  expect(reactionChance(model, [9, 2, 0], 1)).toBeCloseTo(0.5, 12);
});

test("turns that count nothing teach nothing", () => {
  const log = drawn(Random.of(902, "log"));
  const reactions = Float64Array.from(log.reactions, (x, turn) => (turn % 2 === 0 ? x : 1));
  const weights = Float64Array.from(reactions, (_, turn) => (turn % 2 === 0 ? 1 : 0));
  const { weights: found } = fitRareReactions({ ...log, reactions, weights }, Random.of(902, "kept"));
  expect(found[0]).toBeCloseTo(2, 1);
  expect(() => fitRareReactions({ ...log, columns: 3 }, Random.of(1, "x"))).toThrow("turns");
  expect(() => fitRareReactions(log, Random.of(1, "x"), { kept: 0 })).toThrow("share");
});
