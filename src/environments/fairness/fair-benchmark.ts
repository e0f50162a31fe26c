// The best fair policy of a lender, as a benchmark: the mixture of threshold rules that errs least among those to which no panel of a
// sample of rounds objects, by a linear program (after arXiv 2206.04475, which compares with the best fair policy in hindsight).

import { Random } from "../../core/random.ts";
import { loadedLinearPrograms } from "../../math/linear-program.ts";
import { fairOptimum } from "../../mechanisms/auditing/fair-optimum.ts";
import { type AuditorPool, drawPanel, panelDistances } from "../../mechanisms/auditing/panel.ts";
import { decisionTable, thresholdRules } from "../../mechanisms/auditing/threshold-rules.ts";
import { type Applicants, drawApplicants } from "./applicants.ts";

/** Rounds of the sample. The mixture is the same in every episode. */
const SAMPLE = 20_000;

/** The rules that are mixed, those of `lender/exp2` by default: 8 directions by 21 thresholds, all people and none. */
const RULES = thresholdRules(8, 21, 2);

export interface FairTerms {
  readonly applicants: Applicants;
  readonly people: number;
  readonly pool: AuditorPool;
  /** γ */
  readonly share: number;
  /** α − ε: the slack that the mixture uses at most. */
  readonly slack: number;
}

/** Writes the benchmark's chances of a loan for the people of `features`, [people × 2] from `from` on. */
export type FairChances = (features: ArrayLike<number>, from: number, chances: Float64Array) => void;

const known = new Map<string, FairChances>();

/** Computes the benchmark, once in a process for the same terms. The solver must be loaded. */
export function fairChances(terms: FairTerms): FairChances {
  const key = JSON.stringify(terms);
  const found = known.get(key) ?? computed(terms);
  known.set(key, found);
  return found;
}

function computed({ applicants, people, pool, share, slack }: FairTerms): FairChances {
  const random = Random.of(0, "fair benchmark");
  const { features, labels } = drawApplicants(applicants, SAMPLE * people, random);
  const pairs = people * people;
  const members = new Float64Array((pool.steady + pool.erratic) * pairs);
  const distances = new Float64Array(SAMPLE * pairs);
  const merge = panelDistances(pool.steady + pool.erratic, share, pairs);
  for (let t = 0; t < SAMPLE; t++) {
    drawPanel(pool, features, 2 * t * people, people, random, members, 0);
    merge(members, 0, distances, t * pairs);
  }
  const table = decisionTable(RULES, features);
  const problem = { rules: RULES.count, people, table, labels, distances };
  const { weights } = fairOptimum(loadedLinearPrograms(), problem, slack);
  const used = [...weights.keys()].filter((h) => weights[h] > 0);
  return (seen, from, chances) => {
    for (let i = 0; i < chances.length; i++) {
      let chance = 0;
      for (const h of used) {
        const value = RULES.normals[2 * h] * seen[from + 2 * i] + RULES.normals[2 * h + 1] * seen[from + 2 * i + 1];
        if (value >= RULES.thresholds[h]) chance += weights[h];
      }
      chances[i] = Math.min(1, chance);
    }
  };
}
