// Learners that choose what they see: estimates are unbiased over every graph, batches are cut and looked at as they say, and
// budgets are kept.

import { describe, expect, test } from "vitest";
import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import { type FeedbackGraph, graphOf } from "../../environments/bandits/feedback-graph.ts";
import { drawLosses } from "../../environments/bandits/losses.ts";
import { estimate } from "../../evaluation/statistics/interval.ts";
import {
  batched,
  batchedDartboard,
  batchedDartboardBound,
  batchedExp3,
  batchedExp3Bound,
  bestBatches,
  chosenFeedback,
  extraObservationsBound,
  withExtraObservations,
} from "./budgeted.ts";
import { exp3Graph, exp3GraphRates } from "./exp3.ts";
import { hedge, hedgeRate, shrinkingDartboard } from "./hedge.ts";
import { followTheLeader, type ObservingLearner, playLosses, type RandomSource } from "./observing.ts";

/** Luck that was decided beforehand. */
function decided(uniforms: readonly number[], integers: readonly number[] = []): RandomSource {
  const [u, i] = [uniforms.values(), integers.values()];
  return { uniform: () => u.next().value ?? Number.NaN, integer: () => i.next().value ?? Number.NaN };
}

describe("exponential weights on a feedback graph", () => {
  const LOSSES = Float64Array.of(0.3, 0.9, 0.5);
  test.each<[FeedbackGraph]>([["played"], ["all"], ["others"], ["first"], [[[0, 1], [2], [0, 1, 2]]]])(
    "%j: guesses are the losses in the mean over the arm",
    (graph) => {
      const shows = graphOf(graph, 3);
      const [rate, share, explorers] = [0.2, 0.3, [0, 2]];
      const mean = new Float64Array(3);
      const make = () => {
        const learner = exp3Graph(shows, { rate, share, explorers });
        learner.logs.set([0.2, -0.4, 0.1]);
        return learner;
      };
      const first = make();
      first.choose(new Uint8Array(3), decided([0]));
      const chances = Array.from(first.probabilities);
      expect(chances.reduce((a, b) => a + b)).toBeCloseTo(1, 14);
      for (let arm = 0, below = 0; arm < 3; below += chances[arm], arm++) {
        const learner = make();
        const requests = new Uint8Array(3);
        expect(learner.choose(requests, decided([below + chances[arm] / 2]))).toBe(arm);
        expect(Array.from(requests)).toEqual(Array.from(shows.slice(3 * arm, 3 * arm + 3)));
        const before = learner.logs.slice();
        learner.learn(arm, Uint8Array.of(1, 1, 1), LOSSES);
        for (let k = 0; k < 3; k++) mean[k] += chances[arm] * ((before[k] - learner.logs[k]) / rate);
      }
      for (let k = 0; k < 3; k++) expect(mean[k]).toBeCloseTo(LOSSES[k], 12);
    },
  );

  test("with a full graph it is Hedge", () => {
    const [rate, rounds] = [0.3, 40];
    const full = exp3Graph(graphOf("all", 3), { rate: -Math.log1p(-rate), share: 0, explorers: [] });
    const own = hedge(3, rate);
    const [a, b, random] = [Random.of(1, "same"), Random.of(1, "same"), Random.of(1, "losses")];
    for (let t = 0; t < rounds; t++) {
      const losses = Float64Array.from({ length: 3 }, () => random.uniform());
      const arm = full.choose(new Uint8Array(3), a);
      expect(own.choose(new Uint8Array(3), b)).toBe(arm);
      for (let k = 0; k < 3; k++) expect(own.probabilities[k]).toBeCloseTo(full.probabilities[k], 13);
      for (const learner of [full, own]) learner.learn(arm, Uint8Array.of(1, 1, 1), losses);
    }
  });

  test("rates: Exp3's for loops alone, Hedge's for a full graph, exploration where arms don't show themselves", () => {
    expect(exp3GraphRates(graphOf("played", 4), 100)).toEqual({
      rate: Math.sqrt((2 * Math.log(4)) / 400),
      share: 0,
      explorers: [],
    });
    expect(exp3GraphRates(graphOf("all", 4), 100).rate).toBeCloseTo(Math.sqrt((2 * Math.log(4)) / 100), 14);
    const share = (Math.log(4) / 1000) ** (1 / 3);
    expect(exp3GraphRates(graphOf("first", 4), 1000)).toEqual({ rate: share ** 2, share, explorers: [0] });
    expect(exp3GraphRates(graphOf("others", 4), 1000).explorers).toEqual([0, 1]);
    expect(() => exp3GraphRates(graphOf([[0], [0], [2]], 3), 10)).toThrow(UserError);
  });

  test("more edges, less regret: bandit, ring, full; and a graph that must be explored learns too", () => {
    const [arms, rounds] = [6, 4000];
    const table = new Float64Array(rounds * arms);
    const losses = (graph: FeedbackGraph) =>
      estimate(
        Array.from({ length: 20 }, (_, seed) => {
          drawLosses({ losses: "iid", arms, rounds, gap: 0.2 }, Random.of(seed, "losses"), table);
          const shows = graphOf(graph, arms);
          const learner = exp3Graph(shows, exp3GraphRates(shows, rounds));
          const { regret, switches } = playLosses(table, arms, learner, Random.of(seed, "player"));
          return regret - switches;
        }),
      );
    const [played, ring, all, first] = (["played", "ring", "all", "first"] as const).map(losses);
    expect(ring.high).toBeLessThan(played.low ?? Number.NaN);
    expect(all.high).toBeLessThan(ring.low ?? Number.NaN);
    // √(2·T·K·ln K) with the graph's independence number in K's place: 6, 3 and 1.
    for (const [{ high }, independent] of [
      [played, 6],
      [ring, 3],
      [all, 1],
    ] as const)
      expect(high).toBeLessThan(Math.sqrt(2 * rounds * independent * Math.log(arms)));
    // γ·T + 2·ln K/η where ever one arm must be played to learn anything; chance alone would lose gap·T·5/6 = 667.
    const { rate, share } = exp3GraphRates(graphOf("first", arms), rounds);
    expect(first.high).toBeLessThan(share * rounds + (2 * Math.log(arms)) / rate);
    expect(first.high).toBeLessThan(0.75 * ((0.2 * rounds * 5) / 6));
  });
});

describe("batches", () => {
  /** Notes when it is called and with what. */
  function witness() {
    const lessons: number[][] = [];
    let calls = 0;
    const base: ObservingLearner = {
      choose(requests) {
        requests[1] = 1;
        calls += 1;
        return calls % 2;
      },
      learn: (arm, seen, losses) => void lessons.push([arm, ...seen, ...losses]),
    };
    return { base, told: lessons, calls: () => calls };
  }

  test("differ by one round, hold one arm, look once, in the round that was drawn, and weigh by length", () => {
    const { base, told, calls } = witness();
    const learner = batched(base, { arms: 2, rounds: 8, batches: 3 });
    // Batches of 2, 3 and 3 rounds.
    const rng = decided([], [1, 0, 2]);
    const log = Array.from({ length: 8 }, (_, t) => {
      const requests = new Uint8Array(2);
      const arm = learner.choose(requests, rng);
      learner.learn(arm, requests, Float64Array.of(0, requests[1] * (t + 1)));
      return [arm, ...requests];
    });
    expect(log.map(([arm]) => arm)).toEqual([1, 1, 0, 0, 0, 1, 1, 1]);
    expect(log.flatMap(([, , requested], t) => (requested === 1 ? [t] : []))).toEqual([1, 2, 7]);
    expect(calls()).toBe(3);
    expect(told).toEqual([
      [1, 0, 1, 0, (2 * 2) / 3],
      [0, 0, 1, 0, 3],
      [1, 0, 1, 0, 8],
    ]);
  });

  test("may be looked at first, and be drawn anew in every round", () => {
    const { base, told, calls } = witness();
    const learner = batched(base, { arms: 2, rounds: 6, batches: 2, look: "first", hold: false });
    const looked = Array.from({ length: 6 }, () => {
      const requests = new Uint8Array(2);
      const arm = learner.choose(requests, decided([]));
      learner.learn(arm, requests, new Float64Array(2));
      return requests[1];
    });
    expect(looked).toEqual([1, 0, 0, 1, 0, 0]);
    expect(calls()).toBe(6);
    expect(told.map(([arm]) => arm)).toEqual([1, 0]);
  });

  test("cannot be more than rounds", () => {
    expect(() => batched(witness().base, { arms: 2, rounds: 3, batches: 4 })).toThrow("3 rounds");
  });
});

/** A learner with weights that are not equal, the chances of its arms, and what it takes losses to be. */
function estimating(who: "exp3" | "all" | "two", rate: number) {
  if (who !== "exp3") {
    const learner = shrinkingDartboard(3, rate, who === "two" ? 2 : 3);
    const guesses = () => learner.kept.map((kept) => Math.log(kept) / Math.log1p(-rate));
    return { learner, probabilities: learner.probabilities.slice(), guesses };
  }
  const learner = exp3Graph(graphOf("played", 3), { rate, share: 0, explorers: [] });
  const before = Float64Array.of(0.3, -0.2, 0);
  learner.logs.set(before);
  const total = before.reduce((sum, log) => sum + Math.exp(log), 0);
  const guesses = () => learner.logs.map((log, k) => (before[k] - log) / rate);
  return { learner, probabilities: before.map((log) => Math.exp(log) / total), guesses };
}

describe.each([1, 2, 3])("estimates of losses %i", (seed) => {
  test.each(["exp3", "all", "two"] as const)(
    "are the batch's mean losses in the mean over rounds, arms and looks, also where it is one round shorter: %s",
    (who) => {
      // 9 rounds in batches of 4 and 5, the first of them.
      const [length, longest] = [4, 5];
      const random = Random.of(seed, "exact");
      const table = Array.from({ length }, () => Float64Array.from({ length: 3 }, () => random.uniform()));
      const looks = who === "two" ? [0, 1, 2].flatMap((a) => [0, 1].map((b) => [a, b])) : [[]];
      const mean = new Float64Array(3);
      for (let u = 0; u < length; u++)
        for (let arm = 0; arm < 3; arm++)
          for (const integers of looks) {
            const { learner, guesses, probabilities } = estimating(who, 0.2);
            const batch = batched(learner, { arms: 3, rounds: 9, batches: 2 });
            const below = probabilities.subarray(0, arm).reduce((a, b) => a + b, 0);
            const rng = decided([below + probabilities[arm] / 2], [u, ...integers]);
            for (const losses of table) {
              const requests = new Uint8Array(3);
              const played = batch.choose(requests, rng);
              const seen = losses.map((loss, k) => (requests[k] === 1 ? loss : Number.NaN));
              batch.learn(played, requests, seen);
            }
            const chance = probabilities[arm] / (length * looks.length);
            for (const [k, guess] of guesses().entries()) mean[k] += chance * guess;
          }
      for (let k = 0; k < 3; k++)
        expect(mean[k]).toBeCloseTo(table.reduce((sum, losses) => sum + losses[k], 0) / longest, 12);
    },
  );
});

test("the dartboard looks at as many arms as it says, each as often, and moves as far as their losses weigh", () => {
  const board = shrinkingDartboard(4, 0.2, 2);
  const random = Random.of(1, "looks");
  const counts = new Float64Array(4);
  for (let t = 0; t < 4000; t++) {
    const requests = new Uint8Array(4);
    const arm = board.choose(requests, random);
    expect(requests.reduce((a, b) => a + b, 0)).toBe(2);
    for (let k = 0; k < 4; k++) counts[k] += requests[k];
    board.learn(arm, requests, Float64Array.of(0.5, 0.5, 0.5, 0.5));
    for (let k = 0; k < 4; k++) expect(board.kept[k]).toBeCloseTo(requests[k] === 1 ? 0.8 : 1, 14);
  }
  // Five deviations of a count of 4000 fair draws.
  for (const count of counts) expect(Math.abs(count - 2000)).toBeLessThan(5 * Math.sqrt(1000));
});

/** Every course of keeping and drawing, played by the learner itself; a decision is an arm to draw or −1 to keep. */
function dartboardByEnumeration(seed: number, rounds: number, rate: number) {
  const random = Random.of(seed, "exact");
  const table = Array.from({ length: rounds }, () => Float64Array.from({ length: 3 }, () => random.uniform()));
  const marginals = table.map(() => new Float64Array(3));
  let [total, switches] = [0, 0];
  const course = (decisions: readonly number[]): void => {
    const board = shrinkingDartboard(3, rate);
    const arms: number[] = [];
    let chance = 1;
    for (const [t, decision] of decisions.entries()) {
      const kept = t === 0 ? 0 : board.kept[arms[t - 1]];
      const numbers = t === 0 ? [] : [decision < 0 ? kept / 2 : (1 + kept) / 2];
      if (decision < 0) chance *= kept;
      else {
        chance *= (1 - kept) * board.probabilities[decision];
        // The middle of the stretch of [0, 1) that draws this arm.
        const below = board.probabilities.subarray(0, decision).reduce((a, b) => a + b, 0);
        numbers.push(below + board.probabilities[decision] / 2);
      }
      arms.push(board.choose(new Uint8Array(3), decided(numbers)));
      board.learn(arms[t], Uint8Array.of(1, 1, 1), table[t]);
    }
    total += chance;
    for (const [t, arm] of arms.entries()) {
      marginals[t][arm] += chance;
      if (t > 0 && arm !== arms[t - 1]) switches += chance;
    }
  };
  const walk = (decisions: readonly number[]): void => {
    if (decisions.length === rounds) course(decisions);
    else for (let k = decisions.length === 0 ? 0 : -1; k < 3; k++) walk([...decisions, k]);
  };
  walk([]);
  const reference = hedge(3, rate);
  let apart = 0;
  for (const [t, losses] of table.entries()) {
    const arm = reference.choose(new Uint8Array(3), decided([0]));
    for (let k = 0; k < 3; k++) apart = Math.max(apart, Math.abs(marginals[t][k] - reference.probabilities[k]));
    reference.learn(arm, Uint8Array.of(1, 1, 1), losses);
  }
  return { apart, missing: Math.abs(total - 1), switches, most: rate * rounds + 1 };
}

test.each([1, 2, 3])(
  "the dartboard plays each arm as often as Hedge, and switches at most η·N + 1 times: losses %i",
  (seed) => {
    const { apart, missing, switches, most } = dartboardByEnumeration(seed, 6, 0.35);
    expect(apart).toBeLessThanOrEqual(1e-12);
    expect(missing).toBeLessThanOrEqual(1e-12);
    expect(switches).toBeLessThanOrEqual(most);
  },
);

test("the leader is who lost least, the first of several", () => {
  const leader = followTheLeader(3);
  const all = Uint8Array.of(1, 1, 1);
  const next = (losses: readonly number[]) => {
    leader.learn(0, all, Float64Array.from(losses));
    return leader.choose(new Uint8Array(3), decided([]));
  };
  expect(leader.choose(new Uint8Array(3), decided([]))).toBe(0);
  expect(next([1, 1, 0])).toBe(2);
  expect(next([0, 0, 1])).toBe(0);
  expect(next([0.5, 0.25, 1])).toBe(1);
});

describe("budgets", () => {
  const [arms, rounds] = [4, 1000];
  const table = new Float64Array(arms * rounds);
  const rows: readonly [string, number, () => ObservingLearner, number][] = [7, 100, 333, 1000, 4000].flatMap(
    (budget): [string, number, () => ObservingLearner, number][] => [
      ["bandit", budget, () => batchedExp3({ arms, rounds, budget }), Math.min(rounds, budget)],
      ["chosen", budget, () => batchedDartboard({ arms, rounds, budget }), Math.floor(budget / 4)],
      ["two", budget, () => batchedDartboard({ arms, rounds, budget }, 2), Math.min(rounds, Math.floor(budget / 2))],
    ],
  );
  test.each(rows)("%s, %i: observations and switches", (_name, budget, make, batches) => {
    for (let seed = 0; seed < 3; seed++) {
      drawLosses({ losses: "iid", arms, rounds, gap: 0.1 }, Random.of(seed, "losses"), table);
      const meter = playLosses(table, arms, make(), Random.of(seed, "player"));
      expect(meter.observations).toBeLessThanOrEqual(budget);
      expect(meter.switches).toBeLessThanOrEqual(batches - 1);
      expect(meter.observations).toBeGreaterThanOrEqual(budget >= 4000 ? 1000 : budget - 3);
    }
  });

  test("with what is played for free, none is used before it pays and all of them after", () => {
    const shows = graphOf("played", arms);
    const long = 2 ** 16;
    // The bounds cross where 2·T·√(K·ln K/B) is what the best number of batches gives.
    expect(chosenFeedback({ arms, rounds: long, budget: 2000 })).toBe("played");
    expect(chosenFeedback({ arms, rounds: long, budget: 2100 })).toBe("chosen");
    expect(bestBatches(arms, long)).toBe(2284);
    for (const [budget, used] of [
      [64, 0],
      [900, 225 * 3],
    ] as const) {
      const meter = playLosses(table, arms, withExtraObservations({ arms, rounds, budget }), Random.of(1), shows);
      expect(meter.observations).toBe(used);
      expect(meter.switches).toBeLessThan(bestBatches(arms, rounds));
    }
  });

  test("bounds as published sums: parts of rounds, observations and switches", () => {
    const budget = { arms, rounds: 2 ** 16, budget: 1024 };
    expect(batchedDartboardBound(budget)).toBeCloseTo(
      2 ** 13 * Math.sqrt(Math.log(4)) + Math.sqrt(256 * Math.log(4)) + 1,
      6,
    );
    expect(batchedExp3Bound(budget)).toBeCloseTo(2 ** 11 * Math.sqrt(8 * Math.log(4)) + 1024, 6);
    expect(extraObservationsBound(budget)).toBe(batchedExp3Bound({ ...budget, budget: 2284 }));
    expect(hedgeRate(4, 100)).toBeCloseTo(Math.sqrt(Math.log(4) / 100), 14);
    expect(hedgeRate(4, 100, 2)).toBeCloseTo(Math.sqrt(Math.log(4) / 200), 14);
  });
});
