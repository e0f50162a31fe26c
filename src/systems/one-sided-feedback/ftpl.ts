// Follow the perturbed leader, for classes of which the best rule for weighted examples can be found but no weight be kept for each rule:
// what happened is disturbed by made-up people with Laplace costs, and the chance of an acceptance is found by trying again
// (contextual semi-bandits: Syrgkanis, Krishnamurthy & Schapire, arXiv 1602.02454; resampling: Neu & Bartók, 2013).

import type { RandomSource } from "../../algorithms/bandits/observing.ts";
import type { Exp2Options, OneSidedLearner } from "../../algorithms/one-sided/exp2.ts";

/** Finds the rule of least cost by going through all of them: it keeps one sum for each rule. */
export function enumerationOracle(rules: number) {
  const sums = new Float64Array(rules);
  const scores = new Float64Array(rules);
  const accumulate = (to: Float64Array, table: Uint8Array, from: number, costs: Float64Array) => {
    for (let i = 0; i < costs.length; i++) {
      const cost = costs[i];
      if (cost === 0) continue;
      const row = from + i * rules;
      for (let h = 0; h < rules; h++) to[h] += cost * table[row + h];
    }
  };
  return {
    /** Adds examples: row i of `table` (what every rule says, from `from` on) costs `costs[i]` to accept. */
    add: (table: Uint8Array, from: number, costs: Float64Array) => accumulate(sums, table, from, costs),
    /** The rule with the least sum of costs over everything added and the rows of `extra`, [rows × rules]; the first of equals. */
    best(extra: Uint8Array, extraCosts: Float64Array): number {
      scores.set(sums);
      accumulate(scores, extra, 0, extraCosts);
      let leader = 0;
      for (let h = 1; h < rules; h++) if (scores[h] < scores[leader]) leader = h;
      return leader;
    },
  };
}

/** Laplace with the given scale, from one uniform number. */
export function laplace(scale: number, random: RandomSource): number {
  const u = random.uniform() - 0.5;
  return -scale * Math.sign(u) * Math.log(Math.max(Number.MIN_VALUE, 1 - 2 * Math.abs(u)));
}

/**
 * How often `again` is asked until it says yes, at most `cap` times. Where it says yes with chance p that is 1/p in the mean but
 * for the cap: (1 − (1 − p)^cap)/p.
 */
export function geometricResampling(again: () => boolean, cap: number): number {
  for (let tries = 1; tries < cap; tries++) if (again()) return tries;
  return cap;
}

/** What the learner is told. */
interface FtplOptions extends Omit<Exp2Options, "rate" | "initial"> {
  /** What rules say to the made-up people, [rows × rules]: a separator. */
  readonly separator: Uint8Array;
  /** Scale of the Laplace costs in round t = 1, 2, … */
  readonly scale: (round: number) => number;
  /** R: how many leaders are drawn; each is followed with chance 1/R, and auditors judge that mixture. */
  readonly leaders: number;
  /** Most tries of resampling. */
  readonly cap: number;
}

/** Deploys "accept all" with chance p_min, otherwise one of R leaders, each after fresh noise. */
export function ftpl(options: FtplOptions, random: RandomSource): OneSidedLearner {
  const { rules, people, acceptAll, mixture, leaders, cap } = options;
  const oracle = enumerationOracle(rules);
  const noise = new Float64Array(options.separator.length / rules);
  const drawn = new Int32Array(leaders);
  let [table, at, round, asked]: [Uint8Array, number, number, number] = [new Uint8Array(0), 0, 0, 0];
  const leader = () => {
    const scale = options.scale(round);
    for (let j = 0; j < noise.length; j++) noise[j] = laplace(scale, random);
    return oracle.best(options.separator, noise);
  };
  const again = () => random.uniform() < mixture || table[at + asked * rules + leader()] === 1;
  return {
    deploy(decisions, from, chances) {
      round += 1;
      table = decisions;
      at = from;
      for (let r = 0; r < leaders; r++) drawn[r] = leader();
      for (let i = 0; i < people; i++) {
        let yes = 0;
        for (let r = 0; r < leaders; r++) yes += table[at + i * rules + drawn[r]];
        chances[i] = mixture + ((1 - mixture) * yes) / leaders;
      }
    },
    draw(accepted) {
      const rule = random.uniform() < mixture ? acceptAll : drawn[random.integer(leaders)];
      for (let i = 0; i < people; i++) accepted[i] = table[at + i * rules + rule];
    },
    inverse(person) {
      asked = person;
      return geometricResampling(again, cap);
    },
    learn: (costs) => oracle.add(table, at, costs),
  };
}
