// Exploration-guided reward shaping (Devidze, Kamalaruban & Singla, NeurIPS 2022): the learner shapes its own reward from
// the returns it saw, and a bonus for rarely visited states keeps it looking until there are returns to see.

/** The two parts, each of which can be left out. */
export interface SelfShapingOptions {
  readonly states: number;
  readonly actions: number;
  readonly discount: number;
  /** Writes the learner's π(·|s) as it is now to `into`, [actions]. */
  readonly chances: (state: number, into: Float64Array) => void;
  /** Longest episode. */
  readonly horizon: number;
  /** The bonus for exploration; without it this is self-supervised shaping alone. */
  readonly bonus?:
    | {
        /** λ > 0: the bonus of a state visited n times is about λ/√n. */
        readonly weight: number;
        /** The bonus of a state never visited. */
        readonly largest: number;
      }
    | undefined;
  /** The shaping; without it this is the bonus alone. */
  readonly shaping?:
    | {
        /** η of φ. */
        readonly rate: number;
        /** Step of the critic. */
        readonly criticRate: number;
        /** Episodes between updates. */
        readonly every: number;
        /** Latest episodes that an update is made from. */
        readonly window: number;
      }
    | undefined;
}

/** λ/√((λ/largest)² + n): `largest` for n = 0, λ/√n for large n. */
export function explorationBonus(visits: number, weight: number, largest: number): number {
  return weight / Math.sqrt((weight / largest) ** 2 + visits);
}

/**
 * What is paid beside r: φ(s,a) + bonus(s'). Every few episodes, from the latest ones with their returns G of r alone:
 * φ(s,b) += η·π(a|s)·(G − V(s))·(1[b = a] − π(b|s)) for every visit and every b, and V moves by the mean error at each
 * state's visits over all visits. π is that of the time of the visit.
 */
export function selfShaping(options: SelfShapingOptions) {
  const { states: S, actions: A, discount, chances, horizon, bonus, shaping: how } = options;
  const window = how?.window ?? 1;
  const shaping = new Float32Array(S * A);
  const visits = new Float32Array(S);
  const values = new Float32Array(S);
  // The latest episodes in a ring: states, actions, pay, and the policy's rows as they were.
  const states = new Float32Array(window * horizon);
  const actions = new Float32Array(window * horizon);
  const pays = new Float32Array(window * horizon);
  const policies = new Float32Array(window * horizon * A);
  const lengths = new Float32Array(window);
  const episodes = new Float32Array(1);
  const errors = new Float64Array(S);
  const change = new Float64Array(S * A);
  const row = new Float64Array(A);

  const update = (rate: number, criticRate: number) => {
    change.fill(0);
    errors.fill(0);
    let total = 0;
    for (let slot = 0; slot < Math.min(window, episodes[0]); slot++) {
      let value = 0;
      for (let t = lengths[slot] - 1; t >= 0; t--) {
        const k = slot * horizon + t;
        const [s, a] = [states[k], actions[k]];
        value = pays[k] + discount * value;
        const error = value - values[s];
        const weight = policies[k * A + a] * error;
        for (let b = 0; b < A; b++) change[s * A + b] -= weight * policies[k * A + b];
        change[s * A + a] += weight;
        errors[s] += error;
        total++;
      }
    }
    for (let at = 0; at < S * A; at++) shaping[at] += rate * change[at];
    if (total > 0) for (let s = 0; s < S; s++) values[s] += (criticRate * errors[s]) / total;
  };
  return {
    /** φ [states × actions], visits and critic [states], and what updates are made from: all that outlives an episode. */
    weights: { shaping, visits, values, states, actions, pays, policies, lengths, episodes },
    /** What is paid beside `pay` for a transition; `ended` where the process itself ended the episode. */
    beside(state: number, action: number, pay: number, next: number, ended: boolean): number {
      const slot = episodes[0] % window;
      const k = slot * horizon + lengths[slot]++;
      states[k] = state;
      actions[k] = action;
      pays[k] = pay;
      chances(state, row);
      policies.set(row, k * A);
      const explored = bonus === undefined || ended ? 0 : explorationBonus(visits[next], bonus.weight, bonus.largest);
      visits[state]++;
      return shaping[state * A + action] + explored;
    },
    /** The episode is over. */
    end() {
      episodes[0]++;
      if (how !== undefined && episodes[0] % how.every === 0) update(how.rate, how.criticRate);
      lengths[episodes[0] % window] = 0;
    },
  };
}
