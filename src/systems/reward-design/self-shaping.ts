// Exploration-guided reward shaping (Devidze, Kamalaruban & Singla, NeurIPS 2022): the learner shapes its own reward from
// the returns it saw, and a bonus for rarely visited states keeps it looking until there are returns to see.

import type { TransitionPay } from "../../algorithms/tabular/episode.ts";
import type { TabularMdp } from "../../environments/tabular/mdp.ts";

/** The two parts, each of which can be left out. */
export interface SelfShapingOptions {
  readonly mdp: TabularMdp;
  /** The learner's π(a|s), asked while it acts. */
  readonly probability: (state: number, action: number) => number;
  /** Longest episode. */
  readonly horizon: number;
  /** The bonus for exploration; without it this is self-supervised shaping alone. */
  readonly bonus?: {
    /** λ > 0: the bonus of a state visited n times is about λ/√n. */
    readonly scale: number;
    /** The bonus of a state never visited. */
    readonly largest: number;
  };
  /** The shaping; without it this is the bonus alone. */
  readonly shaping?: {
    /** η of φ. Default 0.01. */
    readonly step?: number;
    /** Step of the critic. Default 0.01. */
    readonly criticStep?: number;
    /** Episodes between updates. Default 5. */
    readonly every?: number;
    /** Latest episodes that an update is made from. Default 10. */
    readonly window?: number;
  };
}

/** λ/√((λ/largest)² + n): `largest` for n = 0, λ/√n for large n. */
export function explorationBonus(visits: number, scale: number, largest: number): number {
  return scale / Math.sqrt((scale / largest) ** 2 + visits);
}

/**
 * Pays r(s,a) + φ(s,a) + bonus(s'). Every few episodes, from the latest ones with their original returns G:
 * φ(s,b) += η·π(a|s)·(G − V(s))·(1[b = a] − π(b|s)) for every visit and every b, and V moves by the mean error at each
 * state's visits over all visits. π is that of the time of the visit.
 */
export function selfShaping(options: SelfShapingOptions) {
  const { mdp, probability, horizon, bonus } = options;
  const { states: S, actions: A, discount, reward } = mdp;
  const { step = 0.01, criticStep = 0.01, every = 5, window = 10 } = options.shaping ?? {};
  const shaping = new Float64Array(S * A);
  const visits = new Float64Array(S);
  const values = new Float64Array(S);
  const errors = new Float64Array(S);
  const change = new Float64Array(S * A);
  // The latest episodes in a ring: states, actions, and the policy's rows as they were.
  const states = new Int32Array(window * horizon);
  const actions = new Int32Array(window * horizon);
  const policies = new Float64Array(window * horizon * A);
  const lengths = new Int32Array(window);
  let episodes = 0;

  const update = () => {
    change.fill(0);
    errors.fill(0);
    let total = 0;
    for (let slot = 0; slot < Math.min(window, episodes); slot++) {
      let value = 0;
      for (let t = lengths[slot] - 1; t >= 0; t--) {
        const k = slot * horizon + t;
        const s = states[k];
        const a = actions[k];
        value = reward[s * A + a] + discount * value;
        const error = value - values[s];
        const weight = policies[k * A + a] * error;
        for (let b = 0; b < A; b++) change[s * A + b] -= weight * policies[k * A + b];
        change[s * A + a] += weight;
        errors[s] += error;
        total++;
      }
    }
    for (let at = 0; at < S * A; at++) shaping[at] += step * change[at];
    if (total > 0) for (let s = 0; s < S; s++) values[s] += (criticStep * errors[s]) / total;
  };
  return {
    /** φ, [states × actions]. */
    shaping,
    /** Times each state was left, [states]. */
    visits,
    /** Critic of the original returns, [states]. */
    values,
    begin() {
      lengths[episodes % window] = 0;
    },
    pay(state: number, action: number, next: number, ended: boolean) {
      const slot = episodes % window;
      const k = slot * horizon + lengths[slot]++;
      states[k] = state;
      actions[k] = action;
      for (let b = 0; b < A; b++) policies[k * A + b] = probability(state, b);
      const explored = bonus === undefined || ended ? 0 : explorationBonus(visits[next], bonus.scale, bonus.largest);
      visits[state]++;
      return reward[state * A + action] + shaping[state * A + action] + explored;
    },
    end() {
      episodes++;
      if (options.shaping !== undefined && episodes % every === 0) update();
    },
  } satisfies TransitionPay & Record<string, unknown>;
}
