// The loophole without any language: a policy over three arms, right in the rule's form, right in another form, and the hack,
// which a judge pays r = σ(s). The policy ascends its expected pay, the judge the likelihood of pairs (right in the rule's form,
// hack), both as differential equations.

import { preferenceProbability } from "../../math/logistic-regression.ts";
import { atLeast } from "../../study/bound.ts";
import { beside, type Claim, equation, is } from "../../study/claim.ts";

/** Right in the rule's form, right in another, hack. */
export const [PLAIN, ODD, HACK] = [0, 1, 2];

/** What the judge pays at first. */
const FIRST_PAY = [0.9, 0.8, 0.95];

/** Logits of the policy, then scores of the judge. */
export type LoopholeState = Float64Array;

export interface BanditOptions {
  /** How fast the judge learns beside the policy; 0 is a fixed judge. */
  readonly rate: number;
  /** Time that passes, and in how many steps. */
  readonly time: number;
  readonly steps: number;
}

/** A judge that stands still, and one that learns. */
export const FIXED: BanditOptions = { rate: 0, time: 600, steps: 12_000 };
export const LEARNING: BanditOptions = { rate: 0.1, time: 200, steps: 4_000 };

/** Stretches of equal length at whose ends both are looked at. */
const SAMPLES = 20;

/** Probabilities of the three arms. */
export function policyAt(standing: LoopholeState): Float64Array {
  const weights = standing.subarray(0, 3).map(Math.exp);
  const total = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / total);
}

/** Where both are at equal times, the first included, if `step` moves them. */
export function collected(steps: number, step: (at: LoopholeState) => LoopholeState): LoopholeState[] {
  const path: LoopholeState[] = [];
  let at: LoopholeState = Float64Array.from([0, 0, 0, ...FIRST_PAY.map((pay) => Math.log(pay / (1 - pay)))]);
  for (let k = 0; k <= steps; k++, at = step(at)) if (k % (steps / SAMPLES) === 0) path.push(at);
  return path;
}

/** θ̇ₐ = πₐ(rₐ − Σ π r), ṡ_plain = −ṡ_hack = rate·σ(s_hack − s_plain). */
function slope(at: LoopholeState, rate: number): LoopholeState {
  const policy = policyAt(at);
  const pay = [0, 1, 2].map((arm) => preferenceProbability(at[3 + arm]));
  const mean = policy.reduce((sum, share, arm) => sum + share * pay[arm], 0);
  const push = rate * preferenceProbability(at[3 + HACK] - at[3 + PLAIN]);
  return Float64Array.from([...policy.map((share, arm) => share * (pay[arm] - mean)), push, 0, -push]);
}

/** The equations, by the classical method of Runge and Kutta. */
export function flow({ rate, time, steps }: BanditOptions): LoopholeState[] {
  const h = time / steps;
  return collected(steps, (at) => {
    const ahead = (from: LoopholeState, by: number) => at.map((x, k) => x + by * from[k]);
    const k1 = slope(at, rate);
    const k2 = slope(ahead(k1, h / 2), rate);
    const k3 = slope(ahead(k2, h / 2), rate);
    const k4 = slope(ahead(k3, h), rate);
    return at.map((x, k) => x + (h / 6) * (k1[k] + 2 * k2[k] + 2 * k3[k] + k4[k]));
  });
}

/** Where the policy ends under a fixed judge, and under one that learns. */
export function banditEquations(): Claim[] {
  const [fixed, learning] = [FIXED, LEARNING].map((options) => policyAt(flow(options)[SAMPLES]));
  const besides = (policy: Float64Array) => [beside("right, plain", policy[PLAIN]), beside("right, odd", policy[ODD])];
  return [
    equation(`bandit, judge fixed at ${FIRST_PAY.join(", ")}: where the equations end`, [
      is(fixed[HACK], atLeast(0.95), "hack"),
      ...besides(fixed),
    ]),
    equation("bandit, judge that learns from (right in the rule's form, hack)", [
      is(learning[PLAIN] + learning[ODD], atLeast(0.95), "right in either form"),
      ...besides(learning),
      beside("hack", learning[HACK]),
    ]),
  ];
}
