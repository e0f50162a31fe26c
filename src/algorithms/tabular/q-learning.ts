// Q-learning (Watkins, 1989) in tables over fields of what is seen, for small worlds; independent for each learning seat.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { Status } from "../../core/environment.ts";
import { flag, positive, share } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { largest } from "../../math/largest.ts";
import { measureMeans } from "../training-measures.ts";
import { sumRows } from "./observed-tables.ts";
import { epsilonGreedy } from "./softmax-policy.ts";
import { type TableLearner, type TablePlace, tableFields, tablePlan } from "./table-training.ts";

const parameters = z.strictObject({
  ...tableFields,
  rate: positive(1, 0.1).describe("α, the share of an error that a step removes"),
  explore: share(0.1).describe("ε, the share of choices that are made at random"),
  mode: flag(true).describe("trained players always take the best choice; false: they explore, as in training"),
});

type QOptions = Pick<z.output<typeof parameters>, "rate" | "discount" | "explore" | "mode">;

export const qLearning: BoundEntry<AlgorithmPlan> = bind({
  id: "q-learning",
  summary: "Q-learning in tables over fields of what is seen, for small worlds",
  source: "Watkins & Dayan (1992), doi 10.1007/BF00992698",
  parameters,
  example: { environment: "gridworld/key-door-goal", parameters: { tables: [["x", "y", "key"]] } },
  make: (p) => tablePlan(p, (place) => qLearner(place, p)),
});

/**
 * w ← w + (α/m)·(r + γ·max_a' Q(s', a')·[not terminated] − Q(s, a))·φ(s) with Q(s, a) the sum of w[i, a] over the entries i of the m tables,
 * from 0; choices are ε-greedy, ties drawn. A step that is cut off bootstraps. Weights are [entries × choices].
 */
export function qLearner({ tables, actions }: TablePlace, { rate, discount, explore, mode }: QOptions): TableLearner {
  const { count: choices, decode } = actions;
  const m = tables.count;
  const weights = new Float32Array(tables.size * choices);
  const greedy = epsilonGreedy(explore);
  const q = new Float64Array(choices);
  const here = new Int32Array(m);
  const there = new Int32Array(m);
  let chosen = 0;
  let means = measureMeans();
  return {
    weights: { values: weights },
    act(observations, from, rng) {
      tables.write(observations, from, here);
      sumRows(weights, here, choices, q);
      chosen = greedy.choose(q, 0, choices, rng);
      return chosen;
    },
    learn(pay, status, next, from) {
      const value = q[chosen];
      let target = pay;
      if ((status & Status.terminated) === 0) {
        tables.write(next, from, there);
        sumRows(weights, there, choices, q);
        target += discount * largest(q, 0, choices);
      }
      const move = (rate * (target - value)) / m;
      for (let t = 0; t < m; t++) weights[here[t] * choices + chosen] += move;
      means.add({ value, valueLoss: (target - value) ** 2 });
    },
    measures() {
      const all = means.means();
      means = measureMeans();
      return all;
    },
    player(seat): Agent {
      const own = weights.slice();
      const choice = mode ? epsilonGreedy(0) : greedy;
      const entries = new Int32Array(m);
      const values = new Float64Array(choices);
      let hand: Random | undefined;
      return {
        reset(rng) {
          hand = rng;
        },
        act(observation, action) {
          if (hand === undefined) throw new Error("a policy acts before its first reset");
          tables.write(observation, 0, entries);
          sumRows(own, entries, choices, values);
          decode(choice.choose(values, 0, choices, hand), seat, action, 0);
        },
      };
    },
  };
}
