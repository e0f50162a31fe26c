// The best mixture of rules that a panel would never have complained about, in hindsight: a linear program whose rows, one for every
// ordered pair of every round, are added as they are found to be broken.

import type { LinearPrograms, LinearRow } from "../../math/linear-program.ts";

/** 1 − 2y: what accepting adds to the error, for 1[ŷ ≠ y] = y + ŷ·(1 − 2y). The rest, y, depends on no decision. */
export function acceptanceCost(label: number): number {
  return 1 - 2 * label;
}

/** A sequence of people, and how alike the panels found them. */
export interface FairProblem {
  readonly rules: number;
  /** k people a round. */
  readonly people: number;
  /** What every rule says to each person, [rounds·k × rules]. */
  readonly table: Uint8Array;
  /** [rounds·k], all of them: a comparator knows what learners do not. */
  readonly labels: Uint8Array;
  /** The panels' distances of ordered pairs, [rounds × k × k]. */
  readonly distances: Float64Array;
}

export interface FairOptimum {
  /** [rules], a distribution. */
  readonly weights: Float64Array;
  /** Its chances of acceptance, [rounds·k]. */
  readonly chances: Float64Array;
  /** Wrong decisions as a share of all people. */
  readonly error: number;
}

/** Chances of acceptance under a mixture, [people]. */
export function chancesOf(weights: Float64Array, table: Uint8Array): Float64Array {
  const rules = weights.length;
  const chances = new Float64Array(table.length / rules);
  const used = Array.from(weights.keys()).filter((h) => weights[h] !== 0);
  for (let i = 0; i < chances.length; i++) for (const h of used) chances[i] += weights[h] * table[i * rules + h];
  return chances;
}

/**
 * Minimises the error over mixtures w with π(a) − π(b) ≤ distance(a, b) + `slack` for every ordered pair of every round, where
 * π(x) = Σ_h w_h·h(x). Constraints are missed by at most 1e-8. "Accept all" is fair wherever slack ≥ 0, so an optimum exists.
 */
export function fairOptimum(solver: LinearPrograms, problem: FairProblem, slack: number): FairOptimum {
  const { rules, people, table, labels, distances } = problem;
  const objective = new Float64Array(rules);
  let positives = 0;
  for (let i = 0; i < labels.length; i++) {
    positives += labels[i];
    for (let h = 0; h < rules; h++)
      if (table[i * rules + h] === 1) objective[h] += acceptanceCost(labels[i]) / labels.length;
  }
  const all = Array.from({ length: rules }, (_, h) => h);
  const rows: LinearRow[] = [{ columns: all, values: all.map(() => 1), lower: 1, upper: 1 }];
  for (;;) {
    const { x, objective: value } = solver.optimum({ sense: "minimise", objective, rows, upper: 1 });
    const chances = chancesOf(x, table);
    const broken = worstPairs(chances, people, distances, slack);
    if (broken.length === 0) return { weights: x, chances, error: value + positives / labels.length };
    for (const { a, b, bound } of broken) {
      const differences = all.map((h) => table[a * rules + h] - table[b * rules + h]);
      const columns = all.filter((h) => differences[h] !== 0);
      rows.push({ columns, values: columns.map((h) => differences[h]), upper: bound });
    }
  }
}

/** Rows that are added at a time. */
const MOST = 100;

/** Pairs (as people of the whole sequence) with their bound, whose constraint is broken by more than 1e-8: the worst `MOST`. */
function worstPairs(chances: Float64Array, people: number, distances: Float64Array, slack: number) {
  const found: { excess: number; a: number; b: number; bound: number }[] = [];
  const sorted = () => found.sort((one, other) => other.excess - one.excess);
  let least = 1e-8;
  for (let p = 0; p < distances.length; p++) {
    const round = Math.floor(p / (people * people));
    const a = round * people + (Math.floor(p / people) % people);
    const b = round * people + (p % people);
    const bound = distances[p] + slack;
    const excess = chances[a] - chances[b] - bound;
    if (a === b || !(excess > least)) continue;
    found.push({ excess, a, b, bound });
    if (found.length < 4 * MOST) continue;
    sorted().length = MOST;
    least = found[MOST - 1].excess;
  }
  return sorted().slice(0, MOST);
}
