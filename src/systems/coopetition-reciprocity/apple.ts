// TR-4's case (arXiv 2604.01240): Apple and the developers of its App Store over 66 quarters, in five phases, with the
// shocks that history gave them, and the trajectory that the report reads out of the record.

import { mean } from "../../evaluation/statistics/moments.ts";
import { mt19937 } from "../../math/mt19937.ts";
import {
  GATING_TRUST,
  RESPONSE_DEFAULTS,
  type ReciprocityGame,
  type ReciprocityTrace,
  reciprocityTrace,
  type Shock,
} from "./simulator.ts";

export const APPLE_ACTORS = ["Apple", "major developers", "small developers"] as const;
export const APPLE_QUARTERS = 66;

const [APPLE, MAJOR, SMALL] = [0, 1, 2];

/** The released parameters. D_10 = 0.88 is the release's rounding of 0.40·0.95 + 0.35·0.85 + 0.25·0.80 = 0.8775. */
export const APPLE_GAME: ReciprocityGame = {
  dependence: [
    [0, 0.66, 0.71],
    [0.88, 0, 0.3],
    [0.92, 0.3, 0],
  ],
  baseline: [0.5, 0.5, 0.5],
  start: [0.7, 0.65, 0.68],
  trust: [
    [0, 0.7, 0.7],
    [0.7, 0, 0.5],
    [0.7, 0.5, 0],
  ],
  response: { ...RESPONSE_DEFAULTS, strength: 0.85, elasticity: 1.3, steepness: 1.2 },
  trustLaw: GATING_TRUST,
  gain: 0.12,
  decay: 0.05,
  adaptation: 0.08,
  expectation: "baseline",
};

const change = (at: number, actor: number, value: number): Shock => ({ at, actor, kind: "add", value });

/** What happened: tension over fees, the crisis of quarter 48, Apple's concessions. */
export const APPLE_SHOCKS: readonly Shock[] = [
  change(36, MAJOR, -0.15),
  change(36, SMALL, -0.1),
  change(48, MAJOR, -0.4),
  change(48, APPLE, -0.25),
  change(54, APPLE, 0.2),
];

/** What might have happened had Apple conceded earlier. */
export const CONCILIATORY_SHOCKS: readonly Shock[] = [
  change(36, MAJOR, -0.05),
  change(44, APPLE, 0.15),
  change(48, MAJOR, -0.1),
  change(54, APPLE, 0.2),
];

/** Quarters of each phase, both ends in it, and what the record shows there, [actors]. */
export const APPLE_PHASES = [
  { name: "symbiosis", from: 0, to: 16, recorded: [0.81, 0.78, 0.8] },
  { name: "maturation", from: 16, to: 36, recorded: [0.85, 0.84, 0.86] },
  { name: "tension", from: 36, to: 48, recorded: [0.72, 0.6, 0.68] },
  { name: "crisis", from: 48, to: 54, recorded: [0.49, 0.22, 0.42] },
  { name: "adjustment", from: 54, to: 66, recorded: [0.7, 0.47, 0.67] },
] as const;

/** Quarters of which the actions are recorded, and the actions, [actors][quarters]. */
export const RECORDED_QUARTERS = [0, 4, 8, 12, 16, 20, 24, 28, 32, 36, 40, 44, 48, 50, 52, 54, 58, 62, 66];
export const RECORDED_ACTIONS = [
  [0.7, 0.75, 0.82, 0.87, 0.9, 0.88, 0.86, 0.85, 0.84, 0.82, 0.78, 0.72, 0.55, 0.48, 0.45, 0.65, 0.7, 0.72, 0.73],
  [0.65, 0.72, 0.8, 0.85, 0.88, 0.87, 0.85, 0.83, 0.8, 0.75, 0.65, 0.55, 0.25, 0.2, 0.22, 0.35, 0.45, 0.52, 0.55],
  [0.68, 0.74, 0.81, 0.86, 0.89, 0.88, 0.87, 0.86, 0.84, 0.8, 0.72, 0.65, 0.45, 0.4, 0.42, 0.55, 0.65, 0.72, 0.75],
];

/** Standard deviation of the noise on every action, and the seed of the release. */
const NOISE = 0.02;
const SEED = 42;

/** Plays the 66 quarters, with the release's noise or without any. */
export function applePlay(
  shocks: readonly Shock[],
  noisy = true,
  game: ReciprocityGame = APPLE_GAME,
): ReciprocityTrace {
  const normal = mt19937(SEED);
  return reciprocityTrace(game, APPLE_QUARTERS, shocks, noisy ? () => normal.normal(0, NOISE) : undefined);
}

/** One actor's actions from the first to the last quarter of a phase. */
export function actionsIn(trace: ReciprocityTrace, phase: (typeof APPLE_PHASES)[number], actor: number): Float64Array {
  const length = phase.to - phase.from + 1;
  return Float64Array.from({ length }, (_, k) => trace.actions[(phase.from + k) * trace.actors + actor]);
}

/** Mean action of each actor in each phase, [phases][actors]. */
export function phaseMeans(trace: ReciprocityTrace): number[][] {
  return APPLE_PHASES.map((phase) => APPLE_ACTORS.map((_, actor) => mean(actionsIn(trace, phase, actor))));
}
