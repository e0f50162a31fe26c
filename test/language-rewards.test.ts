// Pays that papers on tools and critics describe, declared over the channels of worlds of text: each episode's pay is what the
// paper's rule says of it, for any text.

import { expect, test } from "vitest";
import type { Random } from "../src/core/random.ts";
import { numberOf, PAD } from "../src/environments/language/alphabet.ts";
import { rewardPlan, rewards } from "../src/rewards/index.ts";
import { type Played, play, world } from "./fixtures/written-text.ts";

/** A rule of a paper over the channels of an episode, and the pay that is declared for it. */
interface Rule {
  readonly id: string;
  readonly given: object;
  readonly written: readonly string[];
  readonly declared: object;
  rule(sums: Played["sums"]): number;
}

const inWorld = (id: string, given: object, texts: string) => (declared: object, rule: Rule["rule"]) => {
  return { id: `language/${id}`, given, written: ["", ...texts.split(" ")], declared, rule };
};
const tool = inWorld("calculator", { hard: 0, spareCalls: 1 }, "3$ <1+2>3$ >>1$ <2+2>4$ <2+2><1+1>4$ 4");
const critic = inWorld("critique", {}, "y$ n$ n1$ n3$ n x$");
const shop = inWorld("shopping", {}, "4+$ 0!$ ..x-$ 40+$ <s>5+$ <s><g>u!$ 4$ 9+");

const RULES: Readonly<Record<string, Rule>> = {
  "accuracy and form (arXiv 2604.08545)": tool(
    { weights: { correct: 0.9, formatted: 0.1 } },
    ({ correct, formatted }) => 0.9 * correct + 0.1 * formatted,
  ),
  "economy of the right (arXiv 2604.08545)": tool(
    { product: [{ channel: "correct" }, { channel: "economy" }] },
    ({ correct, calls }) => (correct > 0 ? 1 / (calls + 1) : 0),
  ),
  "a price of each call": tool(
    { weights: { correct: 1, calls: -0.15 } },
    ({ correct, calls }) => correct - 0.15 * calls,
  ),
  "the verdict alone (arXiv 2510.24320, first stage)": critic(
    { weights: { correct: 1, misjudged: -1 } },
    ({ correct }) => (correct > 0 ? 1 : -1),
  ),
  "the refined answer, if the verdict is right (arXiv 2510.24320, second stage)": critic(
    {
      sum: [
        { product: [{ channel: "correct" }, { channel: "refinedRight" }] },
        { weights: { correct: 0.2, misjudged: -1 } },
      ],
    },
    ({ correct, refinedRight }) => (correct > 0 ? refinedRight + 0.2 : -1),
  ),
  "the same as a gate (arXiv 2510.24320, second stage)": critic(
    {
      when: { channel: "correct", atLeast: 1 },
      pay: { sum: [{ channel: "refinedRight" }, { channel: "correct", weight: 0.2 }] },
      otherwise: { channel: "misjudged", weight: -1 },
    },
    ({ correct, refinedRight }) => (correct > 0 ? refinedRight + 0.2 : -1),
  ),
  "the refined answer, and a little for keeping a right one (arXiv 2510.24320)": critic(
    {
      sum: [
        { channel: "repaired" },
        { product: [{ channel: "firstRight" }, { channel: "refinedRight" }], weight: 0.2 },
      ],
    },
    ({ firstRight, refinedRight }) => (refinedRight > 0 ? (firstRight > 0 ? 0.2 : 1) : 0),
  ),
  "what the refinement changed (arXiv 2510.24320)": critic(
    { weights: { repaired: 1, spoiled: -1 } },
    ({ firstRight, refinedRight }) => refinedRight - firstRight,
  ),
  "what is right, then what persuades, then thrift (after arXiv 2603.06065)": shop(
    {
      layers: [
        { channel: "criteria", opens: 1 },
        { channel: "persuasion", weight: 0.5, opens: 0.6 },
        { channel: "economy", weight: 0.25 },
      ],
    },
    ({ correct, criteria, persuasion, economy }) =>
      criteria + (correct > 0 ? 0.5 * persuasion + (persuasion >= 0.6 ? 0.25 * economy : 0) : 0),
  ),
  "all of these at once (arXiv 2603.06065, what it is compared with)": shop(
    { weights: { criteria: 1, persuasion: 0.5, economy: 0.25 } },
    ({ formatted, criteria, persuasion, economy }) => formatted * (criteria + 0.5 * persuasion + 0.25 * economy),
  ),
};

test.each(Object.entries(RULES))("%s", (_, { id, given, written, declared, rule }) => {
  const environment = world(id, given);
  const reward = rewardPlan(declared, rewards)(environment.spec);
  const { step, reset } = environment;
  let paid = 0;
  const pay = new Float64Array(1);
  // The world with a purse beside it.
  const watched = {
    ...environment,
    reset(random: Random, outcomes: Float64Array) {
      reset(random, outcomes);
      reward.reset(outcomes);
      paid = 0;
    },
    step(actions: Float64Array, outcomes: Float64Array, random: Random) {
      const status = step(actions, outcomes, random);
      reward.pay(outcomes, status, pay);
      paid += pay[0];
      return status;
    },
  };
  const all = new Set<number>();
  for (let seed = 0; seed < 40; seed++) {
    for (const text of written) {
      let at = 0;
      const { sums } = play(watched, seed, () => (at < text.length ? numberOf(text[at++]) : PAD));
      expect(paid).toBeCloseTo(rule(sums), 12);
      all.add(Math.round(1e6 * paid));
    }
  }
  expect(all.size).toBeGreaterThan(1);
});
