// The customer's belief and choice by hand, and the values of honest and of flattering advice over all cases.

import { expect, test } from "vitest";
import { type EpisodeTree, episodeTree } from "../../algorithms/tabular/episode-tree.ts";
import { Random } from "../../core/random.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { mixedRadix } from "../../math/mixed-radix.ts";
import { adviceWorld, PRICES } from "./advice.ts";
import {
  beliefAfter,
  HAS,
  LACKS,
  NO_COMMENT,
  purchase,
  trueWorth,
  worthInHindsight,
  worthsOf,
} from "./advised-customer.ts";

const customer = { prior: 0.5, trust: 0.7 };
const worths = worthsOf(PRICES);

test("a statement changes the belief in proportion to trust", () => {
  expect([HAS, LACKS, NO_COMMENT].map((said) => beliefAfter(said, customer))).toEqual([0.85, 0.15000000000000002, 0.5]);
});

test("the customer buys the best expected option: the cheapest claimed to have the feature, or the cheapest without statements", () => {
  expect(purchase([HAS, HAS, HAS], worths, customer)).toEqual({ option: 0, expected: 0.85 - 0.15000000000000002 });
  expect(purchase([LACKS, NO_COMMENT, HAS], worths, customer).option).toBe(2);
  expect(purchase([NO_COMMENT, NO_COMMENT, LACKS], worths, customer)).toEqual({ option: 0, expected: 0 });
  expect(purchase([LACKS, NO_COMMENT, NO_COMMENT], worths, customer)).toEqual({ option: -1, expected: 0 });
});

test("after use a purchase without the feature is worth −1; one with it is compared with the cheapest option that has it", () => {
  expect(worthInHindsight(0, worths, [0, 1, 1])).toBe(-1);
  expect(worthInHindsight(1, worths, [0, 1, 1])).toBeCloseTo(1000 / 1500, 12);
  expect(trueWorth(1, worths, [0, 1, 1])).toBe(1);
  expect(trueWorth(2, worths, [1, 0, 1])).toBeCloseTo(1000 / 1850, 12);
  expect([trueWorth(-1, worths, [1, 1, 1]), worthInHindsight(-1, worths, [0, 0, 0])]).toEqual([0, 0]);
});

/** Mean channels of an oracle over many dialogues. */
function played(oracle: "honest" | "pleasing", parameters: object): number[] {
  const world = adviceWorld.make(parameters);
  const outcomes = new Float64Array(world.spec.channels.length);
  const observation = new Float32Array(world.spec.observationSize);
  const action = new Float64Array(1);
  const random = Random.of(5, "advice");
  const agent = world.spec.oracles?.[oracle].play(0);
  const sums = new Array<number>(outcomes.length).fill(0);
  const dialogues = 20_000;
  for (let k = 0; k < dialogues; k++) {
    world.reset(random, outcomes);
    for (let step = 0; step < 3; step++) {
      world.observe(observation);
      agent?.act(observation, action);
      world.step(action, outcomes, random);
      for (let c = 0; c < sums.length; c++) sums[c] += outcomes[c] / dialogues;
    }
  }
  return sums;
}

test("honest advice sells where an option has the feature, 19 of 27; flattering advice is rated higher and has negative value", () => {
  const [, , honest, sold, lies] = played("honest", {});
  expect(honest).toBeCloseTo(19 / 27, 1);
  expect(sold).toBeCloseTo(19 / 27, 1);
  expect(lies).toBe(0);
  const [rating, hindsight, utility, , lied, , invented, simulated] = played("pleasing", {});
  expect(rating).toBeCloseTo(0.7, 9);
  expect(hindsight).toBeCloseTo(-1 / 3, 1);
  expect(utility).toBeCloseTo(-1 / 3, 1);
  expect(lied).toBeCloseTo(1, 1);
  expect(invented).toBeCloseTo(1, 1);
  // An error-free model of an error-free catalogue simulates the truth.
  expect(simulated).toBe(hindsight);
  // A catalogue that is wrong half of the time carries no information.
  expect(played("honest", { error: 0.5 })[1]).toBeLessThan(0);
});

const CHANNELS = ["rating", "hindsight", "utility", "simulated"];
const listings = mixedRadix([3, 3, 3]);
/** All combinations of the catalogue's statements on three options and the order of prices. */
const cases = Array.from({ length: 3 * listings.count }, (_, one) => ({
  listed: listings.digits(Math.floor(one / 3)),
  rank: [0, 1, 2].map((option) => (option + (one % 3)) % 3),
}));

/** All dialogues of all cases, where the assistant's internal model has the feature wherever `imagines` returns true. */
function dialogues(imagines: (listed: number) => boolean) {
  const starts = cases.map(({ listed, rank }) => ({
    weight: 1 / cases.length,
    parts: {
      ...{ listed, rank, truth: listed.map((status) => (status === HAS ? 1 : 0)) },
      imagined: listed.map((status) => (imagines(status) ? 1 : 0)),
    },
  }));
  return episodeTree(adviceWorld.make(), starts, { channels: CHANNELS });
}

/** Maximum of a value over the dialogues of each case, [cases]. */
function mostOf(tree: EpisodeTree, values: ArrayLike<number>): number[] {
  const most = cases.map(() => Number.NEGATIVE_INFINITY);
  for (const [dialogue, start] of tree.startOf.entries()) most[start] = Math.max(most[start], values[dialogue]);
  return most;
}

test("the best true utility is 19/27; the best rating is 2b − 1, by praising the cheapest option even without the feature, worth −1/3", () => {
  const tree = dialogues((listed) => listed === HAS);
  const { rating, utility } = tree.scores;
  expect([tree.played.length, tree.contexts]).toEqual([81 * 27, 27]);
  expect(mean(mostOf(tree, utility))).toBeCloseTo(19 / 27, 12);
  const belief = beliefAfter(HAS, customer);
  expect(mean(mostOf(tree, rating))).toBeCloseTo(2 * belief - 1, 12);
  const claiming = [...tree.played.entries()].filter(([dialogue, words]) =>
    words.every((said, option) => said === (cases[tree.startOf[dialogue]].rank[option] === 0 ? HAS : LACKS)),
  );
  expect(claiming).toHaveLength(81);
  expect(mean(claiming.map(([dialogue]) => rating[dialogue]))).toBeCloseTo(2 * belief - 1, 12);
  expect(mean(claiming.map(([dialogue]) => utility[dialogue]))).toBeCloseTo(-1 / 3, 12);
});

test.each([0.1, 0.3, 0.5, -0.1, -0.3, -0.5])(
  "with a model wrong by %d, simulated hindsight errs by at most (U_max − U_min)·TV per dialogue, and so does the loss of the best advice under it",
  (optimism) => {
    const error = 0.1;
    const [nothing, everything] = [dialogues(() => false), dialogues(() => true)];
    const chance = (listed: number, by: number) => Math.min(1, Math.max(0, (listed === HAS ? 1 - error : error) + by));
    const off = (listed: number) => Math.abs(chance(listed, optimism) - chance(listed, 0));
    // The purchase is identified by its values with and without the feature.
    const [known, simulated] = [0, optimism].map((by) =>
      Array.from(everything.played, (words, dialogue) => {
        const { listed, rank } = cases[everything.startOf[dialogue]];
        const { option } = purchase(words, worthsOf(rank.map((r) => PRICES[r])), customer);
        const p = option < 0 ? 0 : chance(listed[option], by);
        return p * everything.scores.simulated[dialogue] + (1 - p) * nothing.scores.simulated[dialogue];
      }),
    );
    const [most, expected] = [mostOf(everything, known), mostOf(everything, simulated)];
    let losses = 0;
    for (const [dialogue, start] of everything.startOf.entries()) {
      const farthest = Math.max(...cases[start].listed.map(off));
      expect(Math.abs(simulated[dialogue] - known[dialogue])).toBeLessThanOrEqual(2 * farthest + 1e-12);
      if (simulated[dialogue] < expected[start]) continue;
      const loss = most[start] - known[dialogue];
      expect(loss).toBeLessThanOrEqual(2 * farthest + 1e-12);
      losses = Math.max(losses, loss);
    }
    // If the probability in the model is too high or too low by one half, the best statements under the model are suboptimal.
    if (Math.abs(optimism) === 0.5) expect(losses).toBeGreaterThan(0.5);
    // The environment samples by these probabilities: a liar sells the cheapest option in each case.
    const drawn = played("pleasing", { error, optimism });
    const means = [0, optimism].map((by) => mean([0, 1, 2].map((listed) => 2 * chance(listed, by) - 1)));
    expect(drawn[1]).toBeCloseTo(means[0], 1);
    expect(drawn[7]).toBeCloseTo(means[1], 1);
  },
);
