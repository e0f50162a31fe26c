// What each seed computes: trainings on each verifier, on thirty drawn ones, and on trained ones.

import { Random } from "../../core/random.ts";
import { pearson } from "../../evaluation/statistics/correlation.ts";
import { studyJob } from "../../study/study.ts";
import {
  executionPay,
  hybridPay,
  trainedVerifier,
  type VerifierData,
  verifierMeasures,
  verifierPay,
} from "./learned.ts";
import { measured, scoresOn, solvedByFirst, type VerifierMeasures } from "./measures.ts";
import { BASELINES, type Baseline, heldOutTasks, type Pay, trainedPolicy } from "./training.ts";
import { drawnVerifier, logitsOf, rewardOf, VERIFIERS, type Verifier, type VerifierName } from "./verifiers.ts";
import { drawnSkill, FEATURES, trueSuccess } from "./world.ts";

export const PAYS = ["execution", "plain", "shared error", "best alone"] as const;
export type PayName = (typeof PAYS)[number];

/** What `of` says of each name. */
function byName<Name extends string, Value>(
  names: readonly Name[],
  of: (name: Name) => Value,
): Readonly<Record<Name, Value>> {
  return Object.fromEntries(names.map((name) => [name, of(name)])) as Record<Name, Value>;
}

/** Learning rates: of 0.3, 1, 3 and 10 the best of each arm on development seeds. */
export const RATES: Readonly<Record<Baseline, Readonly<Record<PayName, number>>>> = {
  group: { execution: 1, plain: 1, "shared error": 1, "best alone": 3 },
  global: { execution: 3, plain: 3, "shared error": 10, "best alone": 3 },
};
/** A rate for all arms, beside their best. */
export const SLOW = 0.3;
const MEASURED_TASKS = 2000;
/** Verifiers that are drawn, and the rate of trainings on them. */
export const POPULATION = 30;
const POPULATION_RATE = 1;

export interface SeedJob {
  readonly seed: number;
}

const payBy =
  (verifier: Verifier): Pay =>
  (solved, _, random) =>
    logitsOf(verifier, solved, random).map(rewardOf);
const payOf = (name: PayName): Pay => (name === "execution" ? (solved) => solved.slice() : payBy(VERIFIERS[name]));

function worldOf(seed: number) {
  const random = Random.of(seed, "swe-rm");
  const skill = drawnSkill(random.stream("skill"));
  const tasks = heldOutTasks(skill, random.stream("tasks"));
  const solved = solvedByFirst(skill, MEASURED_TASKS, random.stream("measured"));
  return { random, skill, tasks, solved };
}

/** What came of a seed's verifiers. */
export interface ComparedVerifiers {
  readonly base: number;
  readonly measures: Readonly<Record<VerifierName, VerifierMeasures>>;
  /** True success after training, at each arm's own rate and at the slow one. */
  readonly success: Readonly<Record<Baseline, Readonly<Record<PayName, number>>>>;
  readonly slow: Readonly<Record<Baseline, Readonly<Record<PayName, number>>>>;
  /** After a constant reward, and after one that does not know the truth. */
  readonly constant: number;
  readonly unknowing: number;
  /** Largest distance of parameters between trainings on the logits of the plain verifier and of the one with a shared error. */
  readonly apart: number;
}

export const comparing = studyJob(import.meta.url, compareVerifiers);

export async function compareVerifiers({ seed }: SeedJob): Promise<ComparedVerifiers> {
  const { random, skill, tasks, solved } = worldOf(seed);
  const trained = (pay: Pay, baseline: Baseline, rate: number) =>
    trainedPolicy(skill, pay, { baseline, rate }, random.stream("training"));
  const after = (pay: Pay, baseline: Baseline, rate: number) => trueSuccess(tasks, trained(pay, baseline, rate));
  const each = (rateOf: (baseline: Baseline, pay: PayName) => number) => {
    const row = (baseline: Baseline) => byName(PAYS, (pay) => after(payOf(pay), baseline, rateOf(baseline, pay)));
    return byName(BASELINES, row);
  };
  const [one, other] = (["plain", "shared error"] as const).map((name) =>
    trained((known, _, rng) => logitsOf(VERIFIERS[name], known, rng), "group", RATES.group.plain),
  );
  const names: readonly VerifierName[] = ["plain", "shared error", "best alone"];
  return {
    base: trueSuccess(tasks, new Float64Array(FEATURES)),
    measures: byName(names, (name) => measured(solved, scoresOn(VERIFIERS[name], solved, random.stream("scores")))),
    success: each((baseline, pay) => RATES[baseline][pay]),
    slow: each(() => SLOW),
    constant: after((known) => known.map(() => 1), "group", RATES.group.plain),
    unknowing: after((known, _, rng) => known.map(() => rng.uniform()), "group", RATES.group.plain),
    apart: one.reduce((most, x, k) => Math.max(most, Math.abs(x - other[k])), 0),
  };
}

/** Of drawn verifiers: what each measure explains of true success after training, as R². */
export interface Prediction {
  readonly best: number;
  readonly pooled: number;
  readonly within: number;
  readonly calibration: number;
}

export const predicting = studyJob(import.meta.url, predictSuccess);

export async function predictSuccess({ seed }: SeedJob): Promise<Readonly<Record<Baseline, Prediction>>> {
  const { random, skill, tasks, solved } = worldOf(seed);
  const drawn = Array.from({ length: POPULATION }, (_, k) => drawnVerifier(random.stream("verifier", k)));
  const measures = drawn.map((verifier) => measured(solved, scoresOn(verifier, solved, random.stream("scores"))));
  return byName(BASELINES, (baseline) => {
    const success = drawn.map((verifier) => {
      const options = { baseline, rate: POPULATION_RATE };
      return trueSuccess(tasks, trainedPolicy(skill, payBy(verifier), options, random.stream("training")));
    });
    const explained = (of: keyof VerifierMeasures) =>
      (pearson(
        measures.map((one) => one[of]),
        success,
      ) ?? 0) ** 2;
    return {
      best: explained("best"),
      pooled: explained("pooled"),
      within: explained("within"),
      calibration: explained("calibration"),
    };
  });
}

interface DataPlan extends Pick<VerifierData, "size" | "positives" | "isShuffled"> {
  /** Share of the trajectories that are a trained policy's. */
  readonly ownShare?: number;
}

/** Data of trained verifiers: how many trajectories, how many of them solved, and whose. */
export const DATA = {
  "250 trajectories": { size: 250 },
  "1,000 trajectories": { size: 1000 },
  "2,000 trajectories": { size: 2000 },
  "2,000, one of three solved": { size: 2000, positives: 1 / 3 },
  "2,000, half solved": { size: 2000, positives: 1 / 2 },
  "2,000, two of three solved": { size: 2000, positives: 2 / 3 },
  "2,000, four of five solved": { size: 2000, positives: 4 / 5 },
  "2,000, half by a trained policy": { size: 2000, ownShare: 0.5 },
  "2,000, all by a trained policy": { size: 2000, ownShare: 1 },
  "2,000, labels dealt anew": { size: 2000, isShuffled: true },
} as const satisfies Readonly<Record<string, DataPlan>>;
export type DataName = keyof typeof DATA;
export const DATA_NAMES = Object.keys(DATA) as DataName[];
const USUAL: DataName = "2,000 trajectories";
const SHUFFLED: DataName = "2,000, labels dealt anew";

/** Measures on trajectories of the first policy and of a trained one, and true success after training on the verifier. */
export interface TrainedVerifier {
  readonly first: VerifierMeasures;
  readonly later: VerifierMeasures;
}

export interface TrainedVerifiers {
  readonly verifiers: Readonly<Record<DataName, TrainedVerifier>>;
  readonly execution: number;
  readonly verifier: number;
  readonly hybrid: number;
  readonly shuffled: number;
  readonly base: number;
}

/** Of tests that cover half of the tasks, of a trained verifier, and of both: of 0.3, 1 and 3 the best on development seeds. */
export const LEARNED_RATES = { execution: 3, verifier: 3, hybrid: 1 } as const;
const LATER_TASKS = 500;

export const learning = studyJob(import.meta.url, learnVerifiers);

export async function learnVerifiers({ seed }: SeedJob): Promise<TrainedVerifiers> {
  const { random, skill, tasks } = worldOf(seed);
  const trained = (pay: Pay, rate: number) =>
    trainedPolicy(skill, pay, { baseline: "group", rate }, random.stream("training"));
  const base = trueSuccess(tasks, new Float64Array(FEATURES));
  const later = trained((solved) => solved.slice(), RATES.group.execution);
  const weightsOf = (name: DataName) => {
    const given: DataPlan = DATA[name];
    const { ownShare, ...data } = given;
    const own = ownShare === undefined ? {} : { own: { share: ownShare, theta: later } };
    return trainedVerifier(skill, { ...data, ...own }, base, random.stream("data"));
  };
  const weights = byName(DATA_NAMES, weightsOf);
  const measuresOn = (own: Float64Array, theta: Float64Array) =>
    verifierMeasures(skill, own, theta, LATER_TASKS, random.stream("checked"));
  const after = (pay: Pay, rate: number) => trueSuccess(tasks, trained(pay, rate));
  return {
    verifiers: byName(DATA_NAMES, (name) => ({
      first: measuresOn(weights[name], new Float64Array(FEATURES)),
      later: measuresOn(weights[name], later),
    })),
    execution: after(executionPay, LEARNED_RATES.execution),
    verifier: after(verifierPay(weights[USUAL]), LEARNED_RATES.verifier),
    hybrid: after(hybridPay(weights[USUAL]), LEARNED_RATES.hybrid),
    shuffled: after(verifierPay(weights[SHUFFLED]), LEARNED_RATES.verifier),
    base,
  };
}
