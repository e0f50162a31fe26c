// What holds exactly, by going through everything that chance may decide: how often the dartboard plays each arm.

import { hedge, shrinkingDartboard } from "../../algorithms/bandits/hedge.ts";
import type { RandomSource } from "../../algorithms/bandits/observing.ts";
import { Random } from "../../core/random.ts";
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
  ];
}

/** Every course of keeping and drawing, played by the learner itself; a decision is an arm to draw or −1 to keep. */
function dartboardByEnumeration(seed: number, rounds: number, rate: number) {
  const random = Random.of(seed, "exact");
  const table = Array.from({ length: rounds }, () => Float64Array.from({ length: ARMS }, () => random.uniform()));
  const marginals = table.map(() => new Float64Array(ARMS));
  let [total, switches] = [0, 0];
  const course = (decisions: readonly number[]): void => {
    const board = shrinkingDartboard(ARMS, rate);
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
      arms.push(board.choose(new Uint8Array(ARMS), decided(numbers)));
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

/** Luck that was decided beforehand. */
function decided(uniforms: readonly number[]): RandomSource {
  const next = uniforms.values();
  return { uniform: () => next.next().value ?? Number.NaN, integer: () => Number.NaN };
}
