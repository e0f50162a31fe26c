// Who is compared with whom, seed by seed: every learner meets the same applicants and the same panels.

import type { CostRule, OneSidedLearner } from "../../algorithms/one-sided/costs.ts";
import { exp2 } from "../../algorithms/one-sided/exp2.ts";
import { decisionTable, separator, thresholdRules } from "../../algorithms/one-sided/rules.ts";
import { Random } from "../../core/random.ts";
import { APPLICANTS, drawApplicants } from "../../environments/fairness/applicants.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { type AuditorPool, drawPanel, panelDistances } from "../../mechanisms/auditing/panel.ts";
import type { StudyJob } from "../../study/legacy.ts";
import { fairOptimum } from "./fair-optimum.ts";
import { ftpl } from "./ftpl.ts";
import { type OneSidedGame, type OneSidedOutcome, playOneSided } from "./play.ts";

/** k */
export const PEOPLE = 4;
/** α and ε */
export const SLACK = 0.1;
export const MARGIN = 0.05;
/** γ */
export const SHARES = [0.2, 0.6, 1] as const;
export const SHARE = 0.6;
export const WINDOWS = 20;
export const MIXTURE = 0.02;
const POOL: AuditorPool = { steady: 3, erratic: 2, steepness: [0.5, 1] };
const MEMBERS = POOL.steady + POOL.erratic;
const PAIRS = PEOPLE * PEOPLE;
/** 8 directions by 21 thresholds, and the two rules that look at nobody. */
export const RULES = thresholdRules(8, 21, 2);

/** What makes an arm. */
export interface Arm {
  readonly name: string;
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
  /** Begins as if accepting somebody had cost this much in all: it rejects nearly everybody. */
  readonly wary?: number;
}

/** A seed with all that is played on it. */
export interface OneSidedJob {
  readonly seed: number;
  readonly rounds: number;
  readonly arms: readonly Arm[];
}

/** What an arm came to on a seed. */
export interface OneSidedPlayed extends OneSidedOutcome {
  readonly name: string;
  readonly seed: number;
  readonly rounds: number;
  readonly people: number;
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
export function learnerOf({ ftpl: perturbed, rate, wary = 0 }: Arm, random: Random): OneSidedLearner {
  const common = { rules: RULES.count, people: PEOPLE, acceptAll: RULES.acceptAll, mixture: MIXTURE };
  const others = decisionTable(RULES, drawApplicants(APPLICANTS, 300, Random.of(0, "made-up people")).features);
  if (perturbed !== true) {
    const initial = new Float64Array(RULES.count);
    for (let k = 0; k < others.length; k++) initial[k % RULES.count] += (wary * others[k]) / 300;
    return exp2({ ...common, rate: (t) => rate / Math.sqrt(t), initial }, random);
  }
  return ftpl(
    {
      ...common,
      separator: separator(others, RULES.count),
      scale: (t) => Math.sqrt(t) / rate,
      leaders: 40,
      cap: 50,
    },
    random,
  );
}

/** Plays all arms on one seed. */
export async function playSeed({ seed, rounds, arms }: OneSidedJob): Promise<OneSidedPlayed[]> {
  const solver = await linearPrograms();
  const { labels, table, judged, single } = drawSequence(seed, rounds);
  const problemOf = (share: number) => {
    const problem = { rules: RULES.count, people: PEOPLE, table, labels, distances: judged(share) };
    const optimum = fairOptimum(solver, problem, SLACK - MARGIN);
    const unfair = fairOptimum(solver, { ...problem, distances: new Float64Array(0) }, 1).error;
    return { problem, optimum, unfair };
  };
  const known = new Map<number, ReturnType<typeof problemOf>>();
  return arms.map((arm): OneSidedPlayed => {
    const share = arm.share ?? SHARE;
    const { problem, optimum, unfair } = known.get(share) ?? problemOf(share);
    known.set(share, { problem, optimum, unfair });
    const game: OneSidedGame = {
      ...problem,
      slack: SLACK,
      benchmark: optimum.chances,
      windows: WINDOWS,
      costs: arm.costs ?? "weighted",
      penalty: (t) => arm.penalty * t ** (arm.growth ?? 0),
      ...(arm.single === true && { told: single() }),
      judgeDecisions: arm.judgeDecisions === true,
    };
    const outcome = playOneSided(game, learnerOf(arm, Random.of(seed, "learner", arm.name)));
    return { ...outcome, name: arm.name, seed, rounds, people: PEOPLE, optimum: optimum.error, unfair };
  });
}

export const playing: StudyJob<OneSidedJob, OneSidedPlayed[]> = {
  module: import.meta.url,
  name: "playSeed",
  compute: playSeed,
};
