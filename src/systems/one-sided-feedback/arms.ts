// The arms, which meet the same applicants and the same panels under each seed.

import { type CostRule, exp2, type OneSidedLearner } from "../../algorithms/one-sided/exp2.ts";
import { decisionTable, separator, thresholdRules } from "../../algorithms/one-sided/rules.ts";
import { Random } from "../../core/random.ts";
import { APPLICANTS, drawApplicants } from "../../environments/fairness/applicants.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { type AuditorPool, drawPanel, panelDistances } from "../../mechanisms/auditing/panel.ts";
import { studyJob } from "../../study/study.ts";
import { fairOptimum } from "./fair-optimum.ts";
import { ftpl } from "./ftpl.ts";
import { type OneSidedGame, type OneSidedOutcome, playOneSided } from "./play.ts";

/** k */
export const PEOPLE = 4;
/** α and ε */
export const SLACK = 0.1;
export const MARGIN = 0.05;
/** γ */
export const SHARE = 0.6;
export const WINDOWS = 20;
export const MIXTURE = 0.02;
const POOL: AuditorPool = { steady: 3, erratic: 2, steepness: [0.5, 1] };
const MEMBERS = POOL.steady + POOL.erratic;
const PAIRS = PEOPLE * PEOPLE;
/** 8 directions by 21 thresholds, and the two rules that treat all people alike. */
export const RULES = thresholdRules(8, 21, 2);

/** What makes an arm. */
export interface OneSidedArm {
  readonly costs?: CostRule;
  readonly share?: number;
  /** Complaints come from one member of the panel, drawn anew each round. */
  readonly single?: boolean;
  readonly judgeDecisions?: boolean;
  /** C(t) = penalty·t^growth */
  readonly penalty: number;
  readonly growth?: number;
  /** η(t) = rate/√t; for FTPL the scale of its noise is √t/rate. */
  readonly rate: number;
  readonly ftpl?: boolean;
  /** Begins as if each acceptance had cost this much in all: it rejects nearly all people. */
  readonly wary?: number;
}

/** C(t) = √t; η(t) = rate/√t, with each arm's rate the best of a grid by Lagrangian regret on seeds that are not measured. */
const GROWING = { penalty: 1, growth: 0.5 };
const EXP2 = { ...GROWING, rate: 0.2 };
/** What acceptance is believed to have cost at the start of the wary arms. */
const WARY = 8000;

const ARMS = {
  Exp2: EXP2,
  FTPL: { ...EXP2, ftpl: true },
  "C = 0": { penalty: 0, rate: 2 },
  "missing as negative": { ...GROWING, rate: 0.02, costs: "missing as negative" },
  "all labels": { ...EXP2, costs: "all" },
  "single auditor": { ...GROWING, rate: 0.1, single: true },
  "γ = 0.2": { ...EXP2, share: 0.2 },
  "γ = 1": { ...EXP2, share: 1 },
  "no 1/P": { ...GROWING, rate: 0.3, costs: "unweighted" },
  "wary Exp2": { ...EXP2, wary: WARY },
  "wary, no 1/P": { ...EXP2, wary: WARY, costs: "unweighted" },
  "decisions judged": { ...GROWING, rate: 0.1, judgeDecisions: true },
} as const satisfies Readonly<Record<string, OneSidedArm>>;

export type OneSidedName = keyof typeof ARMS;
export const ARM_NAMES = Object.keys(ARMS) as OneSidedName[];

/** What an arm came to on a seed. */
export interface OneSidedPlayed extends OneSidedOutcome {
  /** Error of the fair optimum for the arm's γ. */
  readonly optimum: number;
  /** Error of the best rule of the class, fair or not. */
  readonly unfair: number;
}

/** Applicants, what rules say to them and what panels find, without the judgement of any γ. */
export function drawSequence(seed: number, rounds: number) {
  const { features, labels } = drawApplicants(APPLICANTS, rounds * PEOPLE, Random.of(seed, "applicants"));
  const table = decisionTable(RULES, features);
  const panels = new Float64Array(rounds * MEMBERS * PAIRS);
  const random = Random.of(seed, "panels");
  for (let t = 0; t < rounds; t++)
    drawPanel(POOL, features, 2 * t * PEOPLE, PEOPLE, random, panels, t * MEMBERS * PAIRS);
  const judged = (share: number) => {
    const distances = new Float64Array(rounds * PAIRS);
    const merge = panelDistances(MEMBERS, share, PAIRS);
    for (let t = 0; t < rounds; t++) merge(panels, t * MEMBERS * PAIRS, distances, t * PAIRS);
    return distances;
  };
  const single = () => {
    const distances = new Float64Array(rounds * PAIRS);
    const rng = Random.of(seed, "single auditor");
    for (let t = 0; t < rounds; t++) {
      const from = (t * MEMBERS + rng.integer(MEMBERS)) * PAIRS;
      distances.set(panels.subarray(from, from + PAIRS), t * PAIRS);
    }
    return distances;
  };
  return { labels, table, judged, single };
}

/** The learner of an arm. */
export function learnerOf({ ftpl: perturbed, rate, wary = 0 }: OneSidedArm, random: Random): OneSidedLearner {
  const common = { rules: RULES.count, people: PEOPLE, acceptAll: RULES.acceptAll, mixture: MIXTURE };
  const others = decisionTable(RULES, drawApplicants(APPLICANTS, 300, Random.of(0, "made-up people")).features);
  if (perturbed !== true) {
    const initial = new Float64Array(RULES.count);
    for (let k = 0; k < others.length; k++) initial[k % RULES.count] += (wary * others[k]) / 300;
    return exp2({ ...common, rate: (t) => rate / Math.sqrt(t), initial }, random);
  }
  return ftpl(
    { ...common, separator: separator(others, RULES.count), scale: (t) => Math.sqrt(t) / rate, leaders: 40, cap: 50 },
    random,
  );
}

/** Plays all arms on one seed. */
export async function playSeed({ seed, rounds }: { readonly seed: number; readonly rounds: number }) {
  const solver = await linearPrograms();
  const { labels, table, judged, single } = drawSequence(seed, rounds);
  const problemOf = (share: number) => {
    const problem = { rules: RULES.count, people: PEOPLE, table, labels, distances: judged(share) };
    const optimum = fairOptimum(solver, problem, SLACK - MARGIN);
    const unfair = fairOptimum(solver, { ...problem, distances: new Float64Array(0) }, 1).error;
    return { problem, optimum, unfair };
  };
  const known = new Map<number, ReturnType<typeof problemOf>>();
  const played = (name: OneSidedName): OneSidedPlayed => {
    const arm: OneSidedArm = ARMS[name];
    const { share = SHARE, costs = "weighted", judgeDecisions = false } = arm;
    const { problem, optimum, unfair } = known.get(share) ?? problemOf(share);
    known.set(share, { problem, optimum, unfair });
    const game: OneSidedGame = {
      ...problem,
      slack: SLACK,
      benchmark: optimum.chances,
      windows: WINDOWS,
      costs,
      judgeDecisions,
      penalty: (t) => arm.penalty * t ** (arm.growth ?? 0),
      ...(arm.single === true && { told: single() }),
    };
    const outcome = playOneSided(game, learnerOf(arm, Random.of(seed, "learner", name)));
    return { ...outcome, optimum: optimum.error, unfair };
  };
  return Object.fromEntries(ARM_NAMES.map((name) => [name, played(name)])) as Record<OneSidedName, OneSidedPlayed>;
}

export const playing = studyJob(import.meta.url, playSeed);
