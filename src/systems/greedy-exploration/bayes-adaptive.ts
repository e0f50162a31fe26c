// What pulling Bernoulli arms is worth to a player that knows how their probabilities were drawn, exactly: dynamic programming
// over beliefs. Arms are alike beforehand, so beliefs that differ by the names of arms are one.

/** Bernoulli arms whose probabilities are drawn independently from one beta distribution. */
export interface BetaBernoulliBandit {
  readonly arms: number;
  /** Pulls in all. */
  readonly horizon: number;
  /** a and b of the beta distribution. Default 1 and 1, the uniform one. */
  readonly prior?: readonly [number, number];
}

/**
 * How arms are chosen: by the largest expected sum of all that follows, or by the largest expected payoff of this pull, with
 * ties by chance.
 */
export type Rule = "optimal" | "myopic";

/**
 * Expected undiscounted sum of `horizon` pulls. V(b) = max_i p_i·(1 + V(b with a success of i)) + (1 − p_i)·V(b with a
 * failure of i), p_i = (a + successes)/(a + b + pulls): the Bayes-adaptive process (Duff, 2002) solved backwards. Work and
 * memory grow with the number of multisets of (successes, failures): 5 arms and 20 pulls make 237,995 beliefs. Throws
 * where beliefs cannot be numbered exactly.
 */
export function bayesAdaptiveValue({ arms, horizon, prior = [1, 1] }: BetaBernoulliBandit, rule: Rule): number {
  const [a, b] = prior;
  // An arm with n pulls and s successes has the code n(n + 1)/2 + s, so that codes rise with n.
  const codes = (horizon * (horizon + 1)) / 2;
  if (codes ** arms > Number.MAX_SAFE_INTEGER)
    throw new Error(`${arms} arms and ${horizon} pulls have too many beliefs`);
  const pullsOf = new Int32Array(codes);
  const chance = new Float64Array(codes);
  for (let n = 0, code = 0; n < horizon; n++) {
    for (let s = 0; s <= n; s++, code++) {
      pullsOf[code] = n;
      chance[code] = (a + s) / (a + b + n);
    }
  }
  const belief = new Int32Array(arms);
  let later = new Map<number, number>();

  /** The number of the belief with arm `i` at another code; `belief` is rising, and the new code is larger. */
  const numberWith = (i: number, code: number): number => {
    let number = 0;
    let pending = true;
    for (let k = 0; k < arms; k++) {
      if (k === i) continue;
      if (pending && belief[k] > code) {
        number = number * codes + code;
        pending = false;
      }
      number = number * codes + belief[k];
    }
    return pending ? number * codes + code : number;
  };

  /** Expected sum of pulling arm `i` and following the rule afterwards. */
  const worth = (i: number, last: boolean): number => {
    const code = belief[i];
    const p = chance[code];
    if (last) return p;
    const failed = code + pullsOf[code] + 1;
    return p * (1 + (later.get(numberWith(i, failed + 1)) ?? 0)) + (1 - p) * (later.get(numberWith(i, failed)) ?? 0);
  };

  /** V of `belief` under the rule. Equal fractions of small whole numbers are equal doubles, so ties are found by equality. */
  const value = (last: boolean): number => {
    let best = Number.NEGATIVE_INFINITY;
    let sum = 0;
    let tied = 0;
    for (let i = 0; i < arms; i++) {
      const by = rule === "optimal" ? worth(i, last) : chance[belief[i]];
      if (by > best) {
        best = by;
        sum = 0;
        tied = 0;
      }
      if (by === best && rule === "myopic") {
        sum += worth(i, last);
        tied += 1;
      }
    }
    return rule === "optimal" ? best : sum / tied;
  };

  for (let pulls = horizon - 1; pulls >= 0; pulls--) {
    const values = new Map<number, number>();
    const last = pulls === horizon - 1;
    /** Every rising row of codes from place `k` on that has `left` pulls. */
    const fill = (k: number, least: number, left: number, number: number): void => {
      if (k === arms) {
        if (left === 0) values.set(number, value(last));
        return;
      }
      for (let code = least; code < codes && pullsOf[code] * (arms - k) <= left; code++) {
        if (k === arms - 1 && pullsOf[code] !== left) continue;
        belief[k] = code;
        fill(k + 1, code, left - pullsOf[code], number * codes + code);
      }
    };
    fill(0, 0, pulls, 0);
    later = values;
  }
  return later.get(0) ?? 0;
}
