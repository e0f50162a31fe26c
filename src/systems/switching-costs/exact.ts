// What holds exactly, by going through everything that chance may decide: how often the dartboard plays each arm, and what
// estimates are worth in the mean.

import { batched } from "../../algorithms/bandits/batched.ts";
import { exp3Graph } from "../../algorithms/bandits/exp3-graph.ts";
import { hedge } from "../../algorithms/bandits/hedge.ts";
import type { Luck } from "../../algorithms/bandits/observing.ts";
import { shrinkingDartboard } from "../../algorithms/bandits/shrinking-dartboard.ts";
import { Random } from "../../core/random.ts";
import { graphOf } from "../../environments/bandits/feedback-graph.ts";
import { atMost, worded } from "../../study/bound.ts";
import { beside, type Claim, equation, is } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";

const ARMS = 3;
const ALL = Uint8Array.of(1, 1, 1);

export function exactEquations(seed: number): Claim[] {
  const { apart, missing, switches, most } = dartboardByEnumeration(seed, 6, 0.35);
  const tiny = atMost(1e-12);
  return [
    equation(
      "dartboard, 3 arms and 6 rounds, all 3072 courses: how often each arm is played in each round, against Hedge",
      [is(exact(apart), tiny, "largest difference"), is(exact(missing), tiny, "sum of the courses' chances less 1")],
    ),
    equation("the same: expected switches", [
      is(exact(switches), worded(atMost(most), "≤ η·N + 1")),
      beside("η·N + 1", exact(most)),
    ]),
    equation(
      "estimates over all rounds of a batch, arms and looks: bandit, all arms, two of three, also in a batch that is one round shorter",
      (["exp3", "all", "two"] as const).map((who) => is(exact(bias(seed, who)), tiny, who)),
    ),
  ];
}

/** Luck that was decided beforehand. */
function decided(uniforms: readonly number[], integers: readonly number[] = []): Luck {
  const [u, i] = [uniforms.values(), integers.values()];
  return { uniform: () => u.next().value ?? Number.NaN, integer: () => i.next().value ?? Number.NaN };
}

/** The middle of the stretch of [0, 1) that draws `arm`. */
function middle(probabilities: Float64Array, arm: number): number {
  let below = 0;
  for (let k = 0; k < arm; k++) below += probabilities[k];
  return below + probabilities[arm] / 2;
}

function drawnTable(seed: number, rounds: number): Float64Array[] {
  const random = Random.of(seed, "exact");
  return Array.from({ length: rounds }, () => Float64Array.from({ length: ARMS }, () => random.uniform()));
}

/** Every course of keeping and drawing, played by the learner itself; a decision is an arm to draw or −1 to keep. */
function dartboardByEnumeration(seed: number, rounds: number, rate: number) {
  const table = drawnTable(seed, rounds);
  const marginals = table.map(() => new Float64Array(ARMS));
  let [total, switches] = [0, 0];
  const course = (decisions: readonly number[]): void => {
    const board = shrinkingDartboard(ARMS, rate);
    const arms: number[] = [];
    let chance = 1;
    for (const [t, decision] of decisions.entries()) {
      const kept = t === 0 ? 0 : board.kept[arms[t - 1]];
      const rng = t === 0 ? [] : [decision < 0 ? kept / 2 : (1 + kept) / 2];
      if (decision < 0) chance *= kept;
      else {
        chance *= (1 - kept) * board.probabilities[decision];
        rng.push(middle(board.probabilities, decision));
      }
      arms.push(board.choose(new Uint8Array(ARMS), decided(rng)));
      board.learn(arms[t], ALL, table[t]);
    }
    total += chance;
    for (const [t, arm] of arms.entries()) {
      marginals[t][arm] += chance;
      if (t > 0 && arm !== arms[t - 1]) switches += chance;
    }
  };
  const walk = (decisions: readonly number[]): void => {
    if (decisions.length === rounds) course(decisions);
    else for (let k = decisions.length === 0 ? 0 : -1; k < ARMS; k++) walk([...decisions, k]);
  };
  walk([]);
  const reference = hedge(ARMS, rate);
  let apart = 0;
  for (const [t, losses] of table.entries()) {
    const arm = reference.choose(new Uint8Array(ARMS), decided([0]));
    for (let k = 0; k < ARMS; k++) apart = Math.max(apart, Math.abs(marginals[t][k] - reference.probabilities[k]));
    reference.learn(arm, ALL, losses);
  }
  return { apart, missing: Math.abs(total - 1), switches, most: rate * rounds + 1 };
}

/** Largest distance of the mean estimate from the batch's mean loss; 9 rounds in batches of 4 and 5, the first of them. */
function bias(seed: number, who: "exp3" | "all" | "two"): number {
  const [rounds, batches, length, longest] = [9, 2, 4, 5];
  const table = drawnTable(seed, length);
  const mean = new Float64Array(ARMS);
  const rate = 0.2;
  const look = who === "two" ? 2 : ARMS;
  const looks = who === "two" ? [0, 1, 2].flatMap((a) => [0, 1].map((b) => [a, b])) : [[]];
  for (let u = 0; u < length; u++)
    for (let arm = 0; arm < ARMS; arm++)
      for (const integers of looks) {
        const { learner, guesses, probabilities } = learnerOf(who, rate, look);
        const batch = batched(learner, { arms: ARMS, rounds, batches });
        const rng = decided([middle(probabilities, arm)], [u, ...integers]);
        for (const losses of table) {
          const asked = new Uint8Array(ARMS);
          const played = batch.choose(asked, rng);
          batch.learn(
            played,
            asked,
            losses.map((loss, k) => (asked[k] === 1 ? loss : Number.NaN)),
          );
        }
        const chance = probabilities[arm] / (length * looks.length);
        for (const [k, guess] of guesses().entries()) mean[k] += chance * guess;
      }
  let apart = 0;
  for (let k = 0; k < ARMS; k++) {
    const sum = table.reduce((total, losses) => total + losses[k], 0);
    apart = Math.max(apart, Math.abs(mean[k] - sum / longest));
  }
  return apart;
}

/** A learner with weights that are not equal, the chances of its arms, and what it takes losses to be. */
function learnerOf(who: "exp3" | "all" | "two", rate: number, look: number) {
  if (who === "exp3") {
    const learner = exp3Graph(graphOf("played", ARMS), { rate, share: 0, explorers: [] });
    const before = Float64Array.of(0.3, -0.2, 0);
    learner.logs.set(before);
    const total = before.reduce((sum, log) => sum + Math.exp(log), 0);
    const probabilities = before.map((log) => Math.exp(log) / total);
    return { learner, probabilities, guesses: () => learner.logs.map((log, k) => (before[k] - log) / rate) };
  }
  const learner = shrinkingDartboard(ARMS, rate, look);
  const guesses = () => learner.kept.map((kept) => Math.log(kept) / Math.log1p(-rate));
  return { learner, probabilities: learner.probabilities.slice(), guesses };
}
