// The six behavioural targets that TR-4 (arXiv 2604.01240) checks on a grid of 5⁶ parameter settings, with its thresholds.
// Each setting is four deterministic runs of two actors; `k` enters only through the time at which forgiveness is read.

import { type GridPoint, sweep } from "../../study/sweep.ts";
import {
  meanAction,
  RESPONSE_DEFAULTS,
  type ReciprocityGame,
  type ReciprocityTrace,
  reciprocityTrace,
  type Shock,
  SMALL_GAME,
} from "./simulator.ts";

/** The targets in the report's order, the share of settings that it asks for, and how many meet them by its released code. */
export const RECIPROCITY_TARGETS = [
  ["emergence", 0.85, 15_235],
  ["punishment", 0.95, 15_625],
  ["forgiveness", 0.8, 13_728],
  ["asymmetry", 0.9, 15_625],
  ["trust gating", 0.9, 15_625],
  ["bounded response", 1, 15_625],
] as const;
export type ReciprocityTarget = (typeof RECIPROCITY_TARGETS)[number];

/** Values of the grid; the last parameter varies fastest. */
const RECIPROCITY_GRID = {
  strength: [0.5, 0.875, 1.25, 1.625, 2],
  elasticity: [0.8, 1.1, 1.4, 1.7, 2],
  steepness: [0.5, 0.875, 1.25, 1.625, 2],
  memory: [1, 5, 10, 15, 20],
  weight: [0.5, 0.875, 1.25, 1.625, 2],
  trust: [0.3, 0.45, 0.6, 0.75, 0.9],
} as const;
export type ReciprocityPoint = GridPoint<keyof typeof RECIPROCITY_GRID>;

const COOPERATION_STEPS = 30;
const DEFECTION: Shock = { at: 10, actor: 1, kind: "set", value: 0.1 };
const PAIR: ReciprocityGame = {
  ...SMALL_GAME,
  dependence: [
    [0, 0.8],
    [0.4, 0],
  ],
  baseline: [0.3, 0.3],
  start: [0.5, 0.5],
  trust: 0.5,
  decay: 0.01,
};

/** The pair that the grid varies: D_01 = 0.8, D_10 = 0.4, both start 0.2 above a fixed baseline of 0.3. */
export function gridGame({ trust, ...response }: ReciprocityPoint): ReciprocityGame {
  return { ...PAIR, trust, response: { ...RESPONSE_DEFAULTS, ...response } };
}

/** Plays the four runs of a game with two actors and holds them against the thresholds. */
export function reciprocityTargets(game: ReciprocityGame) {
  const together = reciprocityTrace(game, COOPERATION_STEPS);
  const betrayed = reciprocityTrace(game, 100, [DEFECTION]);
  const trusting = reciprocityTrace({ ...game, trust: 0.9 }, 20);
  const wary = reciprocityTrace({ ...game, trust: 0.3 }, 20);
  const cooperation = meanAction(together, COOPERATION_STEPS);
  const asymmetry = Math.abs(together.modifiers[1]) / Math.abs(together.modifiers[2]);
  return {
    met: {
      emergence: cooperation > 0.53,
      punishment: punished(together, betrayed),
      forgiveness: forgiven(together, betrayed, game.response.memory),
      asymmetry: asymmetry > 1.5,
      "trust gating": early(trusting) > early(wary) + 0.005,
      "bounded response": bounded(together, game),
    } satisfies Record<ReciprocityTarget[0], boolean>,
    /** |M_01|/|M_10| at the start. */
    asymmetry,
    /** Mean action at step 30 of undisturbed play. */
    cooperation,
  };
}

/** Action of actor 0 at t, or where the run ends before that, its last. */
const victim = ({ actions, steps, actors }: ReciprocityTrace, t: number): number =>
  actions[Math.min(t, steps) * actors];

/** Actor 0 withholds more than 0.005 in all over steps 11 … 59, or trusts less by more than 0.01 at step 15. */
function punished(together: ReciprocityTrace, betrayed: ReciprocityTrace): boolean {
  let withheld = 0;
  for (let t = DEFECTION.at + 1; t < 60; t++) withheld += Math.max(0, victim(together, t) - victim(betrayed, t));
  const at = 15 * 4 + 1;
  return withheld > 0.005 || together.trust[at] - betrayed.trust[at] > 0.01;
}

/** At h = min(20 + 2k, 90) actor 0 is back above half of undisturbed play, or on the way up, or off its lowest point. */
function forgiven(together: ReciprocityTrace, betrayed: ReciprocityTrace, memory: number): boolean {
  const h = Math.min(20 + 2 * memory, 90);
  const now = victim(betrayed, h);
  if (now > 0.5 * victim(together, h)) return true;
  if (now - victim(betrayed, Math.max(h - 10, 15)) > 0.001 && now > 0.35) return true;
  let lowest = Number.POSITIVE_INFINITY;
  for (let t = DEFECTION.at + 1; t < Math.min(40, h); t++) lowest = Math.min(lowest, victim(betrayed, t));
  return now > lowest + 0.02;
}

/** Mean action of both actors over steps 3 … 20. */
function early(trace: ReciprocityTrace): number {
  let sum = 0;
  for (let t = 3; t <= 20; t++) sum += meanAction(trace, t);
  return sum / 18;
}

/** No response exceeds ρ_0·D^η of the stronger dependence. */
function bounded(trace: ReciprocityTrace, game: ReciprocityGame): boolean {
  const largest = trace.modifiers.reduce((most, modifier) => Math.max(most, Math.abs(modifier)), 0);
  return largest <= game.response.strength * Math.max(...game.dependence.flat()) ** game.response.elasticity;
}

/** A setting of the grid, and what became of its game. */
export type SettingResult = ReturnType<typeof reciprocityTargets> & { readonly parameters: ReciprocityPoint };

/** Plays all 15,625 settings; `change` takes something out of the game before it is played. */
export function reciprocitySweep(
  change: (game: ReciprocityGame) => ReciprocityGame = (game) => game,
): readonly SettingResult[] {
  const results: SettingResult[] = [];
  sweep<keyof typeof RECIPROCITY_GRID>(RECIPROCITY_GRID, (point) =>
    results.push({ parameters: { ...point }, ...reciprocityTargets(change(gridGame(point))) }),
  );
  return results;
}

/** How many settings meet a target. */
export function meeting(results: readonly SettingResult[], target: ReciprocityTarget[0]): number {
  return results.filter(({ met }) => met[target]).length;
}
