// Follow the perturbed leader, for a class whose best rule for weighted examples an oracle finds: the past is perturbed by made-up people
// with Laplace costs, and 1/P of an acceptance is estimated by repeating the draw
// (contextual semi-bandits: Syrgkanis, Krishnamurthy & Schapire, arXiv 1602.02454; resampling: Neu & Bartók, 2013).

import type { RandomSource } from "../bandits/observing.ts";
import type { Exp2Options, OneSidedLearner } from "./exp2.ts";

/** An oracle that finds the rule of least cost by enumeration: it keeps one sum for each rule. `extra` are examples, [rows × rules]. */
export function enumerationOracle(rules: number, extra: Uint8Array) {
  const sums = new Float64Array(rules);
  const scores = new Float64Array(rules);
  // The rules that accept each row of `extra`: adding to them alone takes half of the time.
  const accepting = Array.from({ length: extra.length / rules }, (_, row) =>
    Int32Array.from({ length: rules }, (_, h) => h).filter((h) => extra[row * rules + h] === 1),
  );
  return {
    /** Adds examples: accepting the person of row i of `table`, [rows × rules], costs `costs[i]`. */
    add(table: Uint8Array, costs: Float64Array) {
      for (let i = 0; i < costs.length; i++)
        if (costs[i] !== 0) for (let h = 0; h < rules; h++) sums[h] += costs[i] * table[i * rules + h];
    },
    /** The rule with the least sum of costs over all examples and the rows of `extra`; the first of equals. */
    best(extraCosts: Float64Array): number {
      scores.set(sums);
      for (let i = 0; i < extraCosts.length; i++) {
        const [list, cost] = [accepting[i], extraCosts[i]];
        for (let k = 0; k < list.length; k++) scores[list[k]] += cost;
      }
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
 * Number of calls of `again` until it returns true, at most `cap`. Where it returns true with chance p, the mean is
 * (1 − (1 − p)^cap)/p, which is 1/p but for the cap.
 */
export function geometricResampling(again: () => boolean, cap: number): number {
  for (let tries = 1; tries < cap; tries++) if (again()) return tries;
  return cap;
}

interface FtplOptions extends Omit<Exp2Options, "rate" | "acceptAll"> {
  /** Decisions of the rules on the made-up people, [rows × rules]: a separator. */
  readonly separator: Uint8Array;
  /** Scale of the Laplace costs in round t = 1, 2, … */
  readonly scale: (round: number) => number;
  /** R: number of leaders that are drawn; each is followed with chance 1/R, and auditors judge that mixture. */
  readonly leaders: number;
  /** Maximum number of tries of resampling. */
  readonly cap: number;
}

/** Deploys "accept all" with chance p_min, otherwise one of R leaders, each after fresh noise. */
export function ftpl(options: FtplOptions, random: RandomSource): OneSidedLearner {
  const { rules, people, mixture, leaders, cap } = options;
  const oracle = enumerationOracle(rules, options.separator);
  const noise = new Float64Array(options.separator.length / rules);
  const drawn = new Int32Array(leaders);
  let [table, round, asked]: [Uint8Array, number, number] = [new Uint8Array(0), 0, 0];
  const leader = () => {
    const scale = options.scale(round);
    for (let j = 0; j < noise.length; j++) noise[j] = laplace(scale, random);
    return oracle.best(noise);
  };
  const again = () => random.uniform() < mixture || table[asked * rules + leader()] === 1;
  return {
    deploy(decisions, chances) {
      round += 1;
      table = decisions;
      for (let r = 0; r < leaders; r++) drawn[r] = leader();
      for (let i = 0; i < people; i++) {
        let yes = 0;
        for (let r = 0; r < leaders; r++) yes += table[i * rules + drawn[r]];
        chances[i] = mixture + ((1 - mixture) * yes) / leaders;
      }
    },
    inverse(person) {
      asked = person;
      return geometricResampling(again, cap);
    },
    learn: (costs) => oracle.add(table, costs),
  };
}
