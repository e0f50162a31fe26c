// Direct preference optimisation of whole episodes (Rafailov et al., 2023): two episodes begin alike, the better paid one is preferred, and
// the policy raises what was done in it above what was done in the other. Σ_t log π(a_t|s_t) of an episode is its log-probability but for
// the world's own chances, which both share as far as the policy is concerned.

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import { type NumericSpec, Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { positive, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { logProbability } from "../../nn/distributions/categorical.ts";
import { adam } from "../../nn/optimiser.ts";
import { dpo, meanPairLoss } from "../preference/pair-losses.ts";
import { picked } from "../rows.ts";
import { type Measures, measureMeans } from "../training-measures.ts";
import type { ActorCritic } from "./actor-critic.ts";
import { onPolicyFields, onPolicyPlan } from "./on-policy.ts";
import type { OnPolicyRule } from "./on-policy-learner.ts";
import { policyGradient } from "./policy-gradient-loss.ts";
import { ROWS } from "./reinforce.ts";
import type { RolloutTables } from "./rollout.ts";

const { hidden, activation, layerNorm, perChoice, shared, scaleObservations, segments, mode, stopAt } = onPolicyFields;

const parameters = z.strictObject({
  steps: z
    .int()
    .min(1)
    .default(100_000)
    .describe("environment steps after which no round begins; 1 for a single round"),
  pairs: whole(1, 10_000, 16).describe("pairs of episodes of a round, played by the policy as it is then"),
  passes: whole(1, 1_000_000, 10).describe("gradient steps of a round"),
  batch: whole(1, 10_000, 16).describe("pairs of each, drawn with replacement"),
  beta: positive(1000, 0.1).describe("strength β at which a round keeps the policy near the one that played it"),
  smoothing: within(0, 0.49, 0).describe("share by which a pair counts the other way round"),
  sharpness: positive(1e9, 1e9).describe(
    "log-odds that an episode is preferred to one that is paid 1 less; by default the better paid one always is, and of equals either",
  ),
  rate: positive(10, 3e-3).describe("learning rate"),
  maxNorm: z.number().gt(0).default(1e9).describe("longest gradient; as good as none by default"),
  ...{ hidden, activation, layerNorm, perChoice, shared, scaleObservations, segments, mode, stopAt },
});

type Parameters = z.output<typeof parameters>;

export const episodeDpo: BoundEntry<AlgorithmPlan> = bind({
  id: "episode-dpo",
  summary:
    "direct preference optimisation: of two episodes with one beginning, the better paid is raised above the other",
  source: "Rafailov et al., arXiv 2305.18290, on sequences of actions",
  parameters,
  make(p) {
    const own = { critic: "own", scaleRewards: false, discount: 1, distribution: "gaussian", logDeviation: 0 } as const;
    return onPolicyPlan(
      { ...p, ...own, copies: 2 * p.pairs, rollout: { pairs: true } },
      (network, rows) => pairRule(network, p, rows),
      refuseBox,
    );
  },
});

function refuseBox({ choices }: NumericSpec): void {
  if (choices !== undefined) return;
  const what = "episode-dpo needs a world whose actions are a few choices, and this one's are numbers in a box";
  throw new UserError({ code: "wrong-actions", what, hint: "use ppo" });
}

/** Rows whose episodes are compared, [pairs] each. */
export interface JudgedPairs {
  readonly winners: Int32Array;
  readonly losers: Int32Array;
}

/**
 * Which of two rows is preferred by what they were paid, [rows]: those of one seat in copies 2k and 2k + 1, of which each has `seats` rows.
 * Of episodes that were paid the same either is.
 */
export function judgedPairs(pay: Float64Array, seats: number, sharpness: number, random: Random): JudgedPairs {
  const [winners, losers] = [new Int32Array(pay.length / 2), new Int32Array(pay.length / 2)];
  for (let k = 0; k < winners.length; k++) {
    const first = k + Math.floor(k / seats) * seats;
    const second = first + seats;
    const isFirst = random.uniform() < preferenceProbability(pay[first] - pay[second], sharpness);
    [winners[k], losers[k]] = isFirst ? [first, second] : [second, first];
  }
  return { winners, losers };
}

/** What each row of tables came to in its one episode, [rows]. */
interface PlayedRows {
  readonly lengths: Int32Array;
  readonly pay: Float64Array;
  /** ln π of all that was done, by the policy that did it. */
  readonly chances: Float64Array;
}

function playedRows({ status, heads: [{ rewards }], logProbabilities }: RolloutTables, steps: number, rows: number) {
  const played = { lengths: new Int32Array(rows), pay: new Float64Array(rows), chances: new Float64Array(rows) };
  for (let row = 0; row < rows; row++) {
    for (let at = row; at < steps * rows; at += rows) {
      played.lengths[row] += 1;
      played.pay[row] += rewards[at];
      played.chances[row] += logProbabilities[at];
      if (status[at] !== Status.running) break;
    }
  }
  return played satisfies PlayedRows;
}

/** Gradient steps on a round's pairs. −A·ln π with A = −dℓ/d ln π has the gradient of the loss ℓ of an episode's ln π. */
function pairRule(network: ActorCritic, p: Parameters, rows: number): OnPolicyRule {
  const { head, observationSize, criticInputs } = network;
  const optimiser = adam(network.parameters.flat.length, { rate: p.rate, epsilon: 1e-5, clip: p.maxNorm });
  const descent = policyGradient(network, { entropy: 0, valueWeight: 0, rows: ROWS });
  const method = dpo(p.beta, "reference", p.smoothing);
  const size = Math.min(p.batch, p.pairs);
  const slopes = new Float64Array(2 * size);
  let hand: Random | undefined;

  /** ln π of whole episodes as the policy is now, [chosen]. */
  function chancesNow(tables: RolloutTables, lengths: Int32Array, chosen: Int32Array): Float64Array {
    const sums = new Float64Array(chosen.length);
    const unseen = new Float32Array(chosen.length * criticInputs);
    const longest = chosen.reduce((most, row) => Math.max(most, lengths[row]), 0);
    for (let t = 0; t < longest; t++) {
      const at = chosen.map((row) => t * rows + row);
      const { heads } = network.look(picked(tables.observations, at, observationSize), unseen, NOTHING, chosen.length);
      for (const [k, row] of chosen.entries()) {
        if (t >= lengths[row]) continue;
        sums[k] += logProbability(heads, k * head.outputs, head.outputs, tables.actions[at[k]]);
      }
    }
    return sums;
  }

  /** A step on the pairs of these rows, `size` winners and then their losers. */
  function descend(tables: RolloutTables, { lengths, chances }: PlayedRows, chosen: Int32Array): Measures {
    const now = halves(chancesNow(tables, lengths, chosen), size);
    const then = halves(
      Float64Array.from(chosen, (row) => chances[row]),
      size,
    );
    const loss = meanPairLoss(method, now, { reference: then, previous: then }, halves(slopes, size));
    const [entries, advantages]: number[][] = [[], []];
    for (const [k, row] of chosen.entries()) {
      for (let t = 0; t < lengths[row]; t++) {
        entries.push(t * rows + row);
        advantages.push(-slopes[k]);
      }
    }
    const at = Int32Array.from(entries);
    const batch = {
      observations: picked(tables.observations, at, observationSize),
      critic: new Float32Array(at.length * criticInputs),
      actions: picked(tables.actions, at, 1),
      advantages: Float32Array.from(advantages),
      returns: new Float32Array(at.length),
      shares: new Float32Array(at.length).fill(1),
      valueShares: new Float32Array(at.length).fill(1 / at.length),
    };
    const { entropy, gradientNorm } = descent.step(batch, optimiser);
    network.refresh();
    return { loss, entropy, gradientNorm };
  }

  return {
    state: optimiser.state,
    begin(random) {
      hand = random.stream("pairs");
    },
    learn({ tables }, steps) {
      if (hand === undefined) throw new Error("a rule learns before its first segment");
      const drawer = hand;
      const played = playedRows(tables, steps, rows);
      const { winners, losers } = judgedPairs(played.pay, rows / (2 * p.pairs), p.sharpness, drawer);
      const means = measureMeans();
      for (let pass = 0; pass < p.passes; pass++) {
        const drawn = Int32Array.from({ length: size }, () => drawer.integer(winners.length));
        const chosen = Int32Array.from({ length: 2 * size }, (_, k) => (k < size ? winners : losers)[drawn[k % size]]);
        means.add(descend(tables, played, chosen));
      }
      return means.means();
    },
    close: descent.close,
  };
}

const NOTHING = new Float32Array(0);
const halves = (all: Float64Array, size: number) => ({ winners: all.subarray(0, size), losers: all.subarray(size) });
