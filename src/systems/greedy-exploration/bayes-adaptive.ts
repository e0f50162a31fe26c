// What pulling Bernoulli arms is worth to a player that knows how their probabilities were drawn, exactly: dynamic programming
// over beliefs. Arms are alike beforehand, so beliefs that differ by the names of arms are one.

/** Bernoulli arms whose probabilities are drawn independently from one beta distribution. */
interface BetaBernoulliBandit {
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
export type ArmRule = "optimal" | "myopic";

/**
 * Expected undiscounted sum of `horizon` pulls. V(b) = max_i p_i·(1 + V(b with a success of i)) + (1 − p_i)·V(b with a
 * failure of i), p_i = (a + successes)/(a + b + pulls): the Bayes-adaptive process (Duff, 2002). Work and memory grow with the
 * number of multisets of (successes, failures): 5 arms and 20 pulls make 237,995 beliefs. Throws where beliefs cannot be
 * numbered exactly.
 */
export function bayesAdaptiveValue(
  { arms, horizon, prior: [a, b] = [1, 1] }: BetaBernoulliBandit,
  rule: ArmRule,
): number {
  // An arm with n pulls and s successes has the code n(n + 1)/2 + s.
  const codes = (horizon * (horizon + 1)) / 2;
  if (codes ** arms > Number.MAX_SAFE_INTEGER)
    throw new Error(`${arms} arms and ${horizon} pulls have too many beliefs`);
  const outcomes = Array.from({ length: horizon }, (_, n) =>
    Array.from({ length: n + 1 }, (_, s) => ({ chance: (a + s) / (a + b + n), failed: ((n + 1) * (n + 2)) / 2 + s })),
  ).flat();
  const values = new Map<number, number>();

  /** V of a belief, which is the codes of all arms in rising order, with `left` pulls to go. */
  function value(belief: readonly number[], left: number): number {
    if (left === 0) return 0;
    const number = belief.reduce((sum, code) => sum * codes + code, 0);
    const known = values.get(number);
    if (known !== undefined) return known;
    const after = (i: number, code: number) =>
      value(
        belief.with(i, code).sort((x, y) => x - y),
        left - 1,
      );
    const worth = (code: number, i: number) => {
      const { chance, failed } = outcomes[code];
      return chance * (1 + after(i, failed + 1)) + (1 - chance) * after(i, failed);
    };
    const found = rule === "optimal" ? Math.max(...belief.map(worth)) : myopic(belief, worth);
    values.set(number, found);
    return found;
  }

  /** Mean worth of the arms that are likeliest to pay. Equal fractions of small whole numbers are equal doubles. */
  function myopic(belief: readonly number[], worth: (code: number, i: number) => number): number {
    const most = Math.max(...belief.map((code) => outcomes[code].chance));
    const worths = belief.flatMap((code, i) => (outcomes[code].chance === most ? [worth(code, i)] : []));
    return worths.reduce((sum, one) => sum + one, 0) / worths.length;
  }

  return value(new Array<number>(arms).fill(0), horizon);
}
