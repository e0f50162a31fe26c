// Debates that are solved, beside evidence that chance draws and the judge that sees everything; and judges learned from comparisons.

import { Random } from "../../core/random.ts";
import { fitDenseLogistic } from "../../math/dense-logistic.ts";
import { largestAt } from "../../math/largest.ts";
import { holds, shownFor } from "../../mechanisms/debating/rules.ts";
import { debateSolver } from "../../mechanisms/debating/solution.ts";
import { studyJob } from "../../study/study.ts";
import { ALL, admit, atRandom, debated, evidence, fullScore, TREATMENTS, VITALS, type Ward, wardOf } from "./ward.ts";

/** Lengths of debates, and numbers of vital signs that a learned judge is shown. */
export const LENGTHS = [2, 4, 6, 8] as const;
export const SHOWN = [2, 4, 6, 8, 10] as const;
/** Vital signs of the masks in training, and of evidence that chance draws. */
const MASKED = 4;
const COMPARISONS = 2000;
const HELD_OUT = 1000;
const RIDGE = 1;
/** Deviation of what moves the clinician beside the judge's values. */
const WAVERING = 0.5;

/** Two different treatments. */
function pairOf(random: Random): [number, number] {
  const a = random.integer(TREATMENTS);
  return [a, (a + 1 + random.integer(TREATMENTS - 1)) % TREATMENTS];
}

export interface DebatesJob {
  readonly seed: number;
  readonly pairs: number;
}

/** Shares of pairs of treatments in which a verdict is that of the judge that sees everything, and the largest breach of zero sum. */
export async function exactDebates({ seed, pairs }: DebatesJob) {
  const ward = wardOf(seed);
  const random = Random.of(seed, "pairs");
  const vitals = new Float64Array(VITALS);
  const support = new Float64Array(VITALS);
  const solvers = LENGTHS.map((length) => debateSolver(VITALS, length));
  const found = Array.from({ length: pairs }, () => {
    admit(vitals, random);
    const [a, b] = pairOf(random);
    const starts = random.integer(2);
    evidence(ward, ward.judged, vitals, a, b, support);
    const full = fullScore(support);
    const chance = atRandom(support, MASKED, random) * full > 0;
    const scores = solvers.map((solver) => debated(solver, support, starts));
    evidence(ward, ward.judged, vitals, b, a, support);
    const breach = Math.max(...solvers.map((solver, k) => Math.abs(scores[k] + debated(solver, support, 1 - starts))));
    return { margin: Math.abs(full), chance, breach, agrees: scores.map((score) => score * full > 0) };
  });
  const shareOf = (rows: typeof found, length: (typeof LENGTHS)[number]) =>
    rows.filter(({ agrees }) => agrees[LENGTHS.indexOf(length)]).length / rows.length;
  const large = [...found].sort((one, other) => other.margin - one.margin).slice(0, pairs / 2);
  return {
    byLength: LENGTHS.map((length) => shareOf(found, length)),
    large: shareOf(large, MASKED),
    chance: found.filter(({ chance }) => chance).length / pairs,
    breach: Math.max(...found.map(({ breach }) => breach)),
  };
}

/** A treatment's features in a comparison: values that are shown, the mask, and 1, in the treatment's own block. */
const BLOCK = 2 * VITALS + 1;
const FEATURES = BLOCK * TREATMENTS;

/** The clinician's treatment beside another one, for a patient. */
interface Comparison {
  readonly vitals: Float64Array;
  readonly chosen: number;
  readonly other: number;
}

function comparisonsOf(ward: Ward, lowest: number, count: number, random: Random): Comparison[] {
  const support = new Float64Array(VITALS);
  return Array.from({ length: count }, () => {
    const vitals = new Float64Array(VITALS);
    admit(vitals, random, lowest);
    const worths = Float64Array.from({ length: TREATMENTS }, (_, treatment) => {
      evidence(ward, ward.judged, vitals, treatment, 0, support);
      return fullScore(support) + WAVERING * random.normal();
    });
    const chosen = largestAt(worths, 0, TREATMENTS);
    return { vitals, chosen, other: (chosen + 1 + random.integer(TREATMENTS - 1)) % TREATMENTS };
  });
}

function drawnMask(size: number, random: Random): number {
  let set = 0;
  for (let k = 0; k < size; k++) set |= 1 << shownFor(random.integer(VITALS), VITALS, set);
  return set;
}

/** Features of the chosen treatment less those of the other, at `row`. */
function write({ vitals, chosen, other }: Comparison, set: number, features: Float64Array, row: number): void {
  for (const [treatment, sign] of [
    [chosen, 1],
    [other, -1],
  ]) {
    const at = row * FEATURES + treatment * BLOCK;
    for (let k = 0; k < VITALS; k++) {
      if (!holds(set, k)) continue;
      features[at + k] = sign * vitals[k];
      features[at + VITALS + k] = sign;
    }
    features[at + 2 * VITALS] = sign;
  }
}

/** Patients whose vital signs are 0 on average, which a zero for "unknown" cannot mislead on, and patients that are ill to one side. */
export const PATIENTS = { centred: -1, "ill to one side": -0.25 } as const;

export interface JudgesJob {
  readonly seed: number;
  readonly patients: keyof typeof PATIENTS;
}

/** Held-out accuracy of judges trained with masks and without, by how many vital signs they are shown. */
export async function learnedJudges({ seed, patients }: JudgesJob) {
  const ward = wardOf(seed);
  const random = Random.of(seed, "comparisons");
  const known = comparisonsOf(ward, PATIENTS[patients], COMPARISONS, random);
  const held = comparisonsOf(ward, PATIENTS[patients], HELD_OUT, random);
  const fitted = (mask: () => number): Float64Array => {
    const features = new Float64Array(COMPARISONS * FEATURES);
    for (const [row, one] of known.entries()) write(one, mask(), features, row);
    return fitDenseLogistic({ features, labels: new Float64Array(COMPARISONS).fill(1) }, FEATURES, { ridge: RIDGE })
      .weights;
  };
  const judges = { masked: fitted(() => drawnMask(MASKED, random)), whole: fitted(() => ALL) };
  const accuracy = (weights: Float64Array, shown: number, masks: Random): number => {
    const features = new Float64Array(FEATURES);
    const right = held.filter((one) => {
      features.fill(0);
      write(one, drawnMask(shown, masks), features, 0);
      return features.reduce((sum, feature, k) => sum + feature * weights[k], 0) > 0;
    });
    return right.length / HELD_OUT;
  };
  const curve = (weights: Float64Array) =>
    SHOWN.map((shown) => accuracy(weights, shown, Random.of(seed, "masks", shown)));
  return { masked: curve(judges.masked), whole: curve(judges.whole) };
}

export const debatingExactly = studyJob(import.meta.url, exactDebates);
export const judging = studyJob(import.meta.url, learnedJudges);
