// The step of TR-4's own experiments: actions in [0, 1] that rise and fall with what partners do beside what was expected,
// as far as trust lets them. It is not the step of the twenty worlds, where agents choose and reciprocity only scales pay.
// Source: Pant & Yu, arXiv 2604.01240 (TR-4), and its released simulator; equation numbers are the report's.

import {
  gatedSensitivity,
  type ResponseParameters,
  sensitivityTo,
} from "../../environments/coopetition/reciprocity.ts";
import {
  nextDamage,
  nextTrust,
  TRUST_DEFAULTS,
  type TrustLaw,
  trustLaw,
} from "../../environments/coopetition/trust.ts";

/** TR-4's law of trust: TR-2's on the raw signal, with a ceiling that leaves some trust even after full damage. */
export const GATING_TRUST = trustLaw(TRUST_DEFAULTS, { cap: 0.9, burden: 0.6, falls: true });

/** TR-4's default response: every factor 1, five steps of memory. */
export const RESPONSE_DEFAULTS: ResponseParameters = {
  strength: 1,
  elasticity: 1,
  steepness: 1,
  memory: 5,
  weight: 1,
  amplification: 0.6,
};

/** A group of actors who answer each other. Everything is a number without unit; actions and trust lie in [0, 1]. */
export interface ReciprocityGame {
  /** D_ij, [actors × actors]: how much i depends on j. */
  readonly dependence: readonly (readonly number[])[];
  /** b_j: what all actors expect of j, and what j drifts back to. */
  readonly baseline: readonly number[];
  /** a_j(0). */
  readonly start: readonly number[];
  /** T_ij(0), one number for all pairs or [actors × actors]. */
  readonly trust: number | readonly (readonly number[])[];
  readonly response: ResponseParameters;
  readonly trustLaw: TrustLaw;
  /** α: how far a gated effect of 1 moves an action in a step. */
  readonly gain: number;
  /** Share of the distance to the baseline that an action loses per step. */
  readonly decay: number;
  /** w: share of an action that enters the baseline per step; 0 keeps baselines fixed. */
  readonly adaptation: number;
  /** What a partner's action is held against: the `baseline` (released simulator), or its mean over `recent` steps (eq. 20). */
  readonly expectation: "baseline" | "recent";
}

/** What TR-4's small games have in common. */
export const SMALL_GAME = {
  response: RESPONSE_DEFAULTS,
  trustLaw: GATING_TRUST,
  gain: 0.15,
  decay: 0.02,
  adaptation: 0,
  expectation: "baseline",
} as const satisfies Partial<ReciprocityGame>;

/** A game with another ρ_0; with 0 the response is off. */
export function withStrength(game: ReciprocityGame, strength: number): ReciprocityGame {
  return { ...game, response: { ...game.response, strength } };
}

/** A running game. Its arrays are the state: an action may be overwritten between two steps, which is what a shock does. */
export interface ReciprocitySimulator {
  readonly actors: number;
  /** a_i, [actors]. */
  readonly actions: Float64Array;
  /** b_i, [actors]. */
  readonly baseline: Float64Array;
  /** T_ij and R_ij, [actors × actors]. */
  readonly trust: Float64Array;
  readonly damage: Float64Array;
  /** M_ij = ρ_ij·tanh(κ·s_ij) of the last step (eq. 25), [actors × actors]. */
  readonly modifiers: Float64Array;
  /** One step; `noise` is drawn once per actor, in order of seats, and added to the next action. */
  step(noise?: () => number): void;
}

/**
 * Starts a game at t = 0, without damage. A step reads only old values:
 * s_j = a_j − expected_j (19), M_ij = ρ_0·D_ij^η·tanh(κ·s_j) (21, 23, 25), G_ij = λ_R·T_ij·(1 + ω·D_ij)·M_ij (44);
 * a_i ← clip(a_i + α·Σ_j G_ij − decay·(a_i − b_i) + noise, 0, 1), b ← (1 − w)·b + w·a, and T_ij, R_ij follow their law.
 */
export function reciprocitySimulator(game: ReciprocityGame): ReciprocitySimulator {
  const { response, trustLaw: law, gain, decay, adaptation } = game;
  const n = game.start.length;
  const memory = game.expectation === "recent" ? response.memory : 0;
  const actions = Float64Array.from(game.start);
  const baseline = Float64Array.from(game.baseline);
  const dependence = Float64Array.from(game.dependence.flat());
  const initial = game.trust;
  const trust = typeof initial === "number" ? new Float64Array(n * n).fill(initial) : Float64Array.from(initial.flat());
  const damage = new Float64Array(n * n);
  const modifiers = new Float64Array(n * n);
  const sensitivity = dependence.map((d) => sensitivityTo(d, response.strength, response.elasticity));
  const signal = new Float64Array(n);
  const answer = new Float64Array(n);
  const next = new Float64Array(n);
  const history = new Float64Array(memory * n);
  let t = 0;

  function expected(j: number): number {
    const window = Math.min(memory, t);
    if (window === 0) return baseline[j];
    let sum = 0;
    for (let slot = 0; slot < window; slot++) sum += history[slot * n + j];
    return sum / window;
  }

  return {
    actors: n,
    actions,
    baseline,
    trust,
    damage,
    modifiers,
    step(noise) {
      for (let j = 0; j < n; j++) {
        signal[j] = actions[j] - expected(j);
        answer[j] = Math.tanh(response.steepness * signal[j]);
      }
      for (let i = 0; i < n; i++) {
        let effect = 0;
        for (let j = 0; j < n; j++) {
          if (j === i) continue;
          const at = i * n + j;
          modifiers[at] = sensitivity[at] * answer[j];
          effect += gatedSensitivity(trust[at], dependence[at], sensitivity[at], response) * answer[j];
          trust[at] = nextTrust(trust[at], damage[at], signal[j], dependence[at], law);
          damage[at] = nextDamage(damage[at], signal[j], law);
        }
        const pull = decay * (actions[i] - baseline[i]);
        next[i] = clip(actions[i] + gain * effect - pull + (noise === undefined ? 0 : noise()));
      }
      for (let j = 0; j < n; j++) {
        if (memory > 0) history[(t % memory) * n + j] = actions[j];
        baseline[j] = (1 - adaptation) * baseline[j] + adaptation * actions[j];
        actions[j] = next[j];
      }
      t += 1;
    },
  };
}

const clip = (x: number): number => (x < 0 ? 0 : x > 1 ? 1 : x);

/** Something that happens to one actor's action at the beginning of step `at`: a change of it, or a value put in its place. */
export interface Shock {
  readonly at: number;
  readonly actor: number;
  readonly kind: "add" | "set";
  readonly value: number;
}

/** What a run left behind. Row t of `actions` and `trust` is the state at t, after that step's shocks. */
export interface ReciprocityTrace {
  readonly actors: number;
  readonly steps: number;
  /** [(steps + 1) × actors]. */
  readonly actions: Float64Array;
  /** [(steps + 1) × actors × actors]. */
  readonly trust: Float64Array;
  /** M_ij as answered at step t, [steps × actors × actors]. */
  readonly modifiers: Float64Array;
}

/** Plays `steps` steps under a script of shocks. Shocks at or after the last step never happen. */
export function reciprocityTrace(
  game: ReciprocityGame,
  steps: number,
  shocks: readonly Shock[] = [],
  noise?: () => number,
): ReciprocityTrace {
  const simulator = reciprocitySimulator(game);
  const n = simulator.actors;
  const actions = new Float64Array((steps + 1) * n);
  const trust = new Float64Array((steps + 1) * n * n);
  const modifiers = new Float64Array(steps * n * n);
  for (let t = 0; t < steps; t++) {
    for (const shock of shocks) {
      if (shock.at !== t) continue;
      const before = shock.kind === "add" ? simulator.actions[shock.actor] : 0;
      simulator.actions[shock.actor] = clip(before + shock.value);
    }
    writeRow(actions, t, simulator.actions);
    writeRow(trust, t, simulator.trust);
    simulator.step(noise);
    writeRow(modifiers, t, simulator.modifiers);
  }
  writeRow(actions, steps, simulator.actions);
  writeRow(trust, steps, simulator.trust);
  return { actors: n, steps, actions, trust, modifiers };
}

/** Element by element: for a few numbers, `set` takes longer to begin than to copy. */
function writeRow(rows: Float64Array, t: number, row: Float64Array): void {
  for (let k = 0, at = t * row.length; k < row.length; k++) rows[at + k] = row[k];
}

/** Mean action over actors at step t. */
export function meanAction(trace: ReciprocityTrace, t: number): number {
  let sum = 0;
  for (let i = 0; i < trace.actors; i++) sum += trace.actions[t * trace.actors + i];
  return sum / trace.actors;
}
