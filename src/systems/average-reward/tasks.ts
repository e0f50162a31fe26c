// Three worlds in which only exploration on purpose finds what pays, each with a finite class of hypotheses that holds the
// truth: models of a swim against the current, models of a ring of promises, and linear value functions of a climb.

import { deterministicPolicy, greedyChoice } from "../../algorithms/planning/policy.ts";
import { linearMdp } from "../../environments/tabular/linear.ts";
import type { TabularMdp } from "../../environments/tabular/mdp.ts";
import { type AverageOptimum, relativeValueIteration, rewardDeviation } from "./gain.ts";
import { confidenceRadius, type HypothesisClass, modelClass, stepDeviation, valueClass } from "./hypotheses.ts";
import { type RingOptions, ring, riverSwim } from "./worlds.ts";

/** Chance with which the truth may ever leave the confidence set. */
const FAILURE = 0.01;

/** A world with its optimum and a class to learn from. */
export interface Task {
  readonly name: string;
  readonly world: TabularMdp;
  readonly optimum: AverageOptimum;
  readonly hypotheses: HypothesisClass;
  /** The hypothesis that is true. */
  readonly truth: number;
  readonly beta: number;
  /** σ: the best policy's total reward varies by σ√T. */
  readonly noise: number;
  /** d, the number of things to learn about: a factor of `allowed`. */
  readonly dimension: number;
  /** Regret over T steps may be √T times this: the proven form sp(V*)·√(dβT) without its logarithms. */
  readonly allowed: number;
}

function task(given: Omit<Task, "optimum" | "noise" | "allowed">): Task {
  const { world, dimension, beta } = given;
  const optimum = relativeValueIteration(world);
  const noise = rewardDeviation(world, deterministicPolicy(world, greedyChoice(world, optimum.actionValues)));
  return { ...given, optimum, noise, allowed: optimum.span * Math.sqrt(dimension * beta) };
}

/** RiverSwim with six states; 200 models: chance to get on × chance to be driven back × what the far end pays. */
export function riverTask(): Task {
  const tenth = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10];
  const settings = tenth.flatMap((k) =>
    [0.05, 0.1, 0.2, 0.3].flatMap((back) => [0.1, 0.3, 0.5, 0.7, 1].map((far) => ({ advance: k / 20, back, far }))),
  );
  const truth = settings.findIndex(({ advance, back, far }) => advance === 0.35 && back === 0.05 && far === 1);
  return modelTask("RiverSwim", settings.map(riverSwim), truth);
}

const RING_TRUTH: RingOptions = { states: 8, prize: 5, pay: 0.5, home: 0.2, slip: 0.1 };

/** A ring of eight states; 72 models: place of the prize × its size, sometimes below what home pays × slip. */
export function ringTask(): Task {
  const truth = ringSettings.findIndex(
    ({ prize, pay, slip }) => prize === RING_TRUTH.prize && pay === RING_TRUTH.pay && slip === RING_TRUTH.slip,
  );
  return modelTask("ring", ringSettings.map(ring), truth);
}

/** The ring's class without the models whose prize is where it is; the truth's number is then none. */
export function ringWithoutTruth(): HypothesisClass {
  return modelClass(ringSettings.filter(({ prize }) => prize !== RING_TRUTH.prize).map(ring));
}

const ringSettings: readonly RingOptions[] = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((prize) =>
  [0.1, 0.5, 1].flatMap((pay) => [0, 0.1, 0.2].map((slip) => ({ ...RING_TRUTH, prize, pay, slip }))),
);

/** One of some worlds, with all of them as its class. */
function modelTask(name: string, worlds: readonly TabularMdp[], truth: number): Task {
  const models = modelClass(worlds);
  const world = worlds[truth];
  const beta = confidenceRadius(stepDeviation(models, world), models.size, FAILURE);
  return task({ name, world, hypotheses: models, truth, beta, dimension: world.states * world.actions });
}

/** Rest, slide and summit of a climb over four levels: the higher, the more of the summit is in a step up. */
const CLIMB = {
  states: 4,
  actions: 2,
  features: [0, 0.3, 0.6, 0.9].flatMap((summit) => [
    [1, 0, 0],
    [0, 1 - summit, summit],
  ]),
  next: [
    [1, 0, 0, 0],
    [0.4, 0.4, 0.2, 0],
    [0, 0, 0.2, 0.8],
  ],
  pay: [0.1, 0, 1],
};

/**
 * The climb, value-based: 5 × 5 weights and 5 gains around the truth, from where resting is best and known exactly to where
 * more is promised than the world can pay; what is fitted to their targets may lie higher or lower by whole steps of the gain.
 * `shift` is added to every weight, which moves values and changes no decision.
 */
export function climbTask(shift = 0): Task {
  const world = linearMdp(CLIMB);
  const { gain, actionValues, span } = relativeValueIteration(world);
  // Level 0 climbs by sliding alone; Q is linear, so the top level's step gives the summit's weight. Resting has weight 0.
  const rest = actionValues[0];
  const slide = actionValues[1] - rest;
  const summit = (actionValues[7] - rest - 0.1 * slide) / 0.9;
  const five = [-2, -1, 0, 1, 2];
  const weights = five.flatMap((i) => five.map((j) => [shift, slide + 0.375 * i + shift, summit + 0.75 * j + shift]));
  const step = (gain - CLIMB.pay[0]) / 2;
  const gains = five.map((k) => gain + k * step);
  const rivals = [-4, -3, ...five].flatMap((k) => weights.map((w) => w.map((x) => x + k * step)));
  const hypotheses = valueClass({ ...CLIMB, weights, gains, rivals });
  const beta = confidenceRadius(span / 2, rivals.length, FAILURE);
  return task({ name: "climb", world, hypotheses, truth: 2 * 25 + 2 * 5 + 2, beta, dimension: CLIMB.pay.length });
}
