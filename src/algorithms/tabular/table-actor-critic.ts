// Actor-critic in tables over fields of what is seen, for small worlds: a softmax policy that learns after each episode from how much better
// than expected its steps turned out. Independent for each learning seat.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { Status } from "../../core/environment.ts";
import { positive, share, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { largestAt } from "../../math/largest.ts";
import { categoricalChance, sampleCategorical } from "../../nn/distributions/categorical.ts";
import { softmaxPolicy } from "../planning/policy.ts";
import { generalisedAdvantages } from "../policy-gradient/advantage.ts";
import { mode } from "../trained-play.ts";
import { measureMeans } from "../training-measures.ts";
import { sumRows } from "./observed-tables.ts";
import { addEntropyGradient } from "./softmax-policy.ts";
import { type TableLearner, type TablePlace, tableFields, tablePlan } from "./table-training.ts";

const parameters = z.strictObject({
  ...tableFields,
  actorRate: positive(10, 0.1).describe("step of the policy"),
  criticRate: positive(1, 0.1).describe("share of a value's error that a step removes"),
  lambda: share(0.95).describe("λ of generalised advantage estimation"),
  entropy: within(0, 10, 0.01).describe("weight of the entropy bonus"),
  mode,
});

type ActorCriticOptions = Omit<z.output<typeof parameters>, keyof typeof tableFields> & { readonly discount: number };

export const tableActorCritic: BoundEntry<AlgorithmPlan> = bind({
  id: "actor-critic",
  summary: "actor-critic in tables over fields of what is seen, for small worlds; it learns after each episode",
  source: "Sutton & Barto (2018), ch. 13; Schulman et al., arXiv 1506.02438",
  parameters,
  example: { environment: "gridworld/key-door-goal", parameters: { tables: [["x", "y", "key"]] } },
  make: (p) => tablePlan(p, (place) => actorCriticLearner(place, p)),
});

/**
 * A softmax policy whose logits are sums of θ[i, a] over the entries i of the m tables. After an episode θ moves along A_t·∇log π(a_t|s_t) + β·∇H,
 * and the value along the error of the λ-return, step by step, each divided by m. θ is [entries × choices], the value [entries].
 */
export function actorCriticLearner({ spec, tables, actions }: TablePlace, p: ActorCriticOptions): TableLearner {
  const { actorRate, criticRate, discount, lambda, entropy } = p;
  const { count: choices, decode } = actions;
  const T = spec.horizon;
  const m = tables.count;
  const policy = new Float32Array(tables.size * choices);
  const values = new Float32Array(tables.size);
  /** Entries at each time. */
  const seen = Array.from({ length: T + 1 }, () => new Int32Array(m));
  const taken = new Int32Array(T);
  const logits = new Float64Array(T * choices);
  const rewards = new Float64Array(T);
  const status = new Int32Array(T);
  const gradient = new Float64Array(T * choices);
  let steps = 0;
  let means = measureMeans();

  function valueAt(t: number): number {
    let sum = 0;
    for (const i of seen[t]) sum += values[i];
    return sum;
  }

  function update(): void {
    const expected = Float64Array.from({ length: steps + 1 }, (_, t) => valueAt(t));
    const played = { rewards: rewards.subarray(0, steps), status: status.subarray(0, steps) };
    const { advantages, returns } = generalisedAdvantages(
      { steps, environments: 1, ...played, values: expected.subarray(0, steps), nextValues: expected.subarray(1) },
      { discount, lambda },
    );
    const chances = softmaxPolicy({ states: steps, actions: choices }, logits);
    for (let t = 0; t < steps; t++) {
      const row = t * choices;
      const error = returns[t] - valueAt(t);
      for (const i of seen[t]) values[i] += (criticRate * error) / m;
      for (let a = 0; a < choices; a++)
        gradient[row + a] = advantages[t] * ((a === taken[t] ? 1 : 0) - chances[row + a]);
      addEntropyGradient(chances, row, choices, entropy, gradient);
      for (const i of seen[t])
        for (let a = 0; a < choices; a++) policy[i * choices + a] += (actorRate * gradient[row + a]) / m;
      means.add({ entropy: categoricalChance(logits, row, choices, taken[t]).entropy, valueLoss: error ** 2 });
    }
    steps = 0;
  }

  return {
    weights: { policy, values },
    act(observations, from, rng) {
      tables.write(observations, from, seen[steps]);
      sumRows(policy, seen[steps], choices, logits, steps * choices);
      taken[steps] = sampleCategorical(logits, steps * choices, choices, rng);
      return taken[steps];
    },
    learn(pay, after, next, from) {
      rewards[steps] = pay;
      status[steps] = after;
      steps += 1;
      if (after === Status.running) return;
      tables.write(next, from, seen[steps]);
      update();
    },
    measures() {
      const all = means.means();
      means = measureMeans();
      return all;
    },
    player(seat): Agent {
      const own = policy.slice();
      const entries = new Int32Array(m);
      const row = new Float64Array(choices);
      let hand: Random | undefined;
      const look = (observation: Float32Array) => {
        tables.write(observation, 0, entries);
        sumRows(own, entries, choices, row);
        return row;
      };
      return {
        reset(rng) {
          hand = rng;
        },
        act(observation, action) {
          if (hand === undefined) throw new Error("a policy acts before its first reset");
          const head = look(observation);
          const choice = p.mode ? largestAt(head, 0, choices) : sampleCategorical(head, 0, choices, hand);
          decode(choice, seat, action, 0);
        },
        ...(spec.choices !== undefined && {
          follow: (observation: Float32Array, [choice]: Float64Array) =>
            categoricalChance(look(observation), 0, choices, choice),
        }),
      };
    },
  };
}
