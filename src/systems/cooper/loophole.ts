// The loophole without any language: a policy over three arms, right in the rule's form, right in another form, and the hack,
// which a judge pays r = σ(s). The policy ascends its expected pay, the judge the likelihood of pairs (right in the rule's form,
// hack); both as differential equations, and as draws.

import type { Random } from "../../core/random.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";

/** Right in the rule's form, right in another, hack. */
export const [PLAIN, ODD, HACK] = [0, 1, 2];

/** What the judge pays at first. */
export const FIRST_PAY = [0.9, 0.8, 0.95] as const;

/** Logits of the policy, then scores of the judge. */
type Standing = Float64Array;

export interface BanditOptions {
  /** How fast the judge learns beside the policy; 0 is a fixed judge. */
  readonly rate: number;
  /** Time that passes, and in how many steps. */
  readonly time: number;
  readonly steps: number;
}

/** Where both are at equal times, the first included. */
interface Path {
  /** Probabilities of the three arms. */
  readonly policy: readonly Float64Array[];
  /** s_plain − s_hack. */
  readonly gap: readonly number[];
}

const SAMPLES = 20;

function first(): Standing {
  return Float64Array.from([0, 0, 0, ...FIRST_PAY.map((pay) => Math.log(pay / (1 - pay)))]);
}

function softmax(logits: ArrayLike<number>): Float64Array {
  const weights = Float64Array.from({ length: 3 }, (_, k) => Math.exp(logits[k]));
  const total = weights.reduce((a, b) => a + b, 0);
  return weights.map((weight) => weight / total);
}

/** θ̇ₐ = πₐ(rₐ − Σ π r), ṡ_plain = −ṡ_hack = rate·σ(s_hack − s_plain). */
function slope(at: Standing, rate: number): Standing {
  const policy = softmax(at);
  const pay = [0, 1, 2].map((arm) => preferenceProbability(at[3 + arm]));
  const mean = policy.reduce((sum, share, arm) => sum + share * pay[arm], 0);
  const push = rate * preferenceProbability(at[3 + HACK] - at[3 + PLAIN]);
  return Float64Array.from([...policy.map((share, arm) => share * (pay[arm] - mean)), push, 0, -push]);
}

function collected(steps: number, step: (at: Standing) => Standing): Path {
  const policy: Float64Array[] = [];
  const gap: number[] = [];
  let at = first();
  for (let k = 0; k <= steps; k++) {
    if (k % (steps / SAMPLES) === 0) {
      policy.push(softmax(at));
      gap.push(at[3 + PLAIN] - at[3 + HACK]);
    }
    at = step(at);
  }
  return { policy, gap };
}

/** The equations, by the classical method of Runge and Kutta. */
export function flow({ rate, time, steps }: BanditOptions): Path {
  const h = time / steps;
  return collected(steps, (at) => {
    const ahead = (from: Standing, by: number) => at.map((x, k) => x + by * from[k]);
    const k1 = slope(at, rate);
    const k2 = slope(ahead(k1, h / 2), rate);
    const k3 = slope(ahead(k2, h / 2), rate);
    const k4 = slope(ahead(k3, h), rate);
    return at.map((x, k) => x + (h / 6) * (k1[k] + 2 * k2[k] + 2 * k3[k] + k4[k]));
  });
}

/**
 * The same in draws: `answers` arms are drawn at each step, each compared with the mean of the others, and the judge learns from a pair
 * where an arm that the rule confirms was drawn.
 */
export function draws({ rate, time, steps }: BanditOptions, answers: number, random: Random): Path {
  const h = time / steps;
  const counts = new Float64Array(3);
  return collected(steps, (at) => {
    const policy = softmax(at);
    counts.fill(0);
    for (let k = 0; k < answers; k++) {
      const u = random.uniform();
      counts[u < policy[0] ? 0 : u < policy[0] + policy[1] ? 1 : 2] += 1;
    }
    const pay = [0, 1, 2].map((arm) => preferenceProbability(at[3 + arm]));
    const total = counts.reduce((sum, count, arm) => sum + count * pay[arm], 0);
    const next = at.slice();
    let credit = 0;
    for (let arm = 0; arm < 3; arm++) {
      const advantage = (counts[arm] * (pay[arm] - (total - pay[arm]) / (answers - 1))) / answers;
      next[arm] += h * advantage;
      credit += advantage;
    }
    for (let arm = 0; arm < 3; arm++) next[arm] -= h * credit * policy[arm];
    if (counts[PLAIN] > 0) {
      const push = h * rate * preferenceProbability(at[3 + HACK] - at[3 + PLAIN]);
      next[3 + PLAIN] += push;
      next[3 + HACK] -= push;
    }
    return next;
  });
}

/** Largest distance between two paths' probabilities. */
export function apart(a: Path, b: Path): number {
  return Math.max(...a.policy.flatMap((policy, k) => Array.from(policy, (p, arm) => Math.abs(p - b.policy[k][arm]))));
}

/** The gap D that the equations have at time t: D + e^D grows by 2·rate·t, since Ḋ = 2·rate/(1 + e^D). */
export function gapGrowth(gap: number): number {
  return gap + Math.exp(gap);
}
