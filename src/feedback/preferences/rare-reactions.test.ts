// A known model is found again from a log.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { fitRareReactions, type ReactionLog } from "./rare-reactions.ts";

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

test("weights and intercept are those of the log", () => {
  const { weights, intercept } = fitRareReactions(drawn(Random.of(901, "log")));
  expect(weights[0]).toBeCloseTo(2, 1);
  expect(weights[1]).toBeCloseTo(-1, 1);
  expect(Math.abs(intercept + 4)).toBeLessThan(0.06);
});

test("turns that count nothing teach nothing", () => {
  const log = drawn(Random.of(902, "log"));
  const reactions = Float64Array.from(log.reactions, (x, turn) => (turn % 2 === 0 ? x : 1));
  const weights = Float64Array.from(reactions, (_, turn) => (turn % 2 === 0 ? 1 : 0));
  const { weights: found } = fitRareReactions({ ...log, reactions, weights });
  expect(found[0]).toBeCloseTo(2, 1);
  expect(() => fitRareReactions({ ...log, columns: 3 })).toThrow("turns");
});
