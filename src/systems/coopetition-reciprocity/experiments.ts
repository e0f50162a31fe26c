// TR-4's five small deterministic experiments (arXiv 2604.01240), each a comparison of the idea with itself switched off or
// turned down, and the third once more with expectations that really remember (eq. 20), which the released simulator omits.

import {
  GATING_TRUST,
  meanAction,
  RESPONSE_DEFAULTS,
  type ReciprocityGame,
  reciprocityTrace,
  type Shock,
} from "./simulator.ts";

const FRAME = {
  response: RESPONSE_DEFAULTS,
  trustLaw: GATING_TRUST,
  gain: 0.15,
  decay: 0.02,
  adaptation: 0,
  expectation: "baseline",
} as const;

function equals(actors: number, dependence: number, baseline: number, start: number) {
  const row = <T>(value: (j: number) => T) => Array.from({ length: actors }, (_, j) => value(j));
  return {
    dependence: row((i) => row((j) => (i === j ? 0 : dependence))),
    baseline: row(() => baseline),
    start: row(() => start),
  };
}

function withStrength(game: ReciprocityGame, strength: number): ReciprocityGame {
  return { ...game, response: { ...game.response, strength } };
}

/** Experiment 1: mean action of two actors after 30 steps, with reciprocity (ρ_0 = 1) and without (ρ_0 = 0). */
export function cooperationEmerges(): { without: number; with: number } {
  const game: ReciprocityGame = { ...FRAME, ...equals(2, 0.8, 0.3, 0.5), trust: 0.6 };
  const last = (strength: number) => meanAction(reciprocityTrace(withStrength(game, strength), 30), 30);
  return { without: last(0), with: last(1) };
}

/** Experiment 2: how strongly the dependent and the independent partner of a defector answer, |M_01| and |M_21|, three steps later. */
export function dependenceSharpens(): { dependent: number; independent: number } {
  const game: ReciprocityGame = {
    ...FRAME,
    dependence: [
      [0, 0.9, 0.2],
      [0.5, 0, 0.5],
      [0.2, 0.2, 0],
    ],
    baseline: [0.3, 0.3, 0.3],
    start: [0.6, 0.6, 0.6],
    trust: 0.7,
    decay: 0.01,
  };
  const { modifiers } = reciprocityTrace(game, 25, [{ at: 5, actor: 1, kind: "add", value: -0.35 }]);
  return { dependent: Math.abs(modifiers[8 * 9 + 1]), independent: Math.abs(modifiers[8 * 9 + 7]) };
}

/** How a pair comes back from one defection. */
export interface Recovery {
  readonly memory: number;
  /** Steps until the mean action is at 90 % of what it was just before the shock; null where it never is. */
  readonly steps: number | null;
  /** Steps until half of what the shock took from the mean action, beside undisturbed play, is made good; null likewise. */
  readonly halved: number | null;
}

const RECOVERY_STEPS = 50;
const BETRAYAL: Shock = { at: 10, actor: 1, kind: "add", value: -0.35 };

/** Experiment 3: recovery from one defection at step 10 for each length of memory k. */
export function recoveries(expectation: ReciprocityGame["expectation"], memories = [1, 3, 5, 10]): Recovery[] {
  return memories.map((memory) => {
    const game: ReciprocityGame = {
      ...FRAME,
      ...equals(2, 0.7, 0.3, 0.6),
      trust: 0.7,
      expectation,
      response: { ...RESPONSE_DEFAULTS, memory },
    };
    const undisturbed = reciprocityTrace(game, RECOVERY_STEPS);
    const shocked = reciprocityTrace(game, RECOVERY_STEPS, [BETRAYAL]);
    const level = 0.9 * meanAction(undisturbed, BETRAYAL.at);
    const gap = (t: number) => meanAction(undisturbed, t) - meanAction(shocked, t);
    return {
      memory,
      steps: stepsUntil((t) => meanAction(shocked, t) >= level),
      halved: stepsUntil((t) => gap(t) <= 0.5 * gap(BETRAYAL.at)),
    };
  });
}

/** Steps from the betrayal until the condition first holds, or null. */
function stepsUntil(condition: (t: number) => boolean): number | null {
  for (let t = BETRAYAL.at; t <= RECOVERY_STEPS; t++) if (condition(t)) return t - BETRAYAL.at;
  return null;
}

/** Experiment 4: mean action after 50 steps of strong decay, for each initial trust. */
export function trustGates(initial = [0.3, 0.6, 0.9]): number[] {
  return initial.map((trust) => {
    const game: ReciprocityGame = { ...FRAME, ...equals(2, 0.7, 0.3, 0.6), trust, decay: 0.1 };
    return meanAction(reciprocityTrace(game, 50), 50);
  });
}

/** Experiment 5: total action of three actors after 25 steps, with reciprocity and without. */
export function groupsGain(): { without: number; with: number } {
  const game: ReciprocityGame = { ...FRAME, ...equals(3, 0.5, 0.2, 0.5), trust: 0.7 };
  const total = (strength: number) => 3 * meanAction(reciprocityTrace(withStrength(game, strength), 25), 25);
  return { without: total(0), with: total(1) };
}
