// A finite Markov decision process as plain arrays, for exact solvers and for learning environments. Transitions are sparse, so grids with
// thousands of states are feasible.

/** Transitions and expected rewards of every state and action, and the initial distribution. */
export interface TabularMdp {
  readonly states: number;
  readonly actions: number;
  /** γ in [0, 1]; 1 is permitted only where every policy terminates or the solver has a horizon. */
  readonly discount: number;
  /** Successors of (s, a) are the entries offset[s·A + a] … offset[s·A + a + 1] − 1 of `next` and `probability`. */
  readonly offset: Int32Array;
  readonly next: Int32Array;
  readonly probability: Float64Array;
  /** Expected reward of (s, a), [states × actions]. */
  readonly reward: Float64Array;
  /** Distribution of the initial state, [states]. */
  readonly start: Float64Array;
  /** 1 for terminal states, [states]; they lead to themselves and pay nothing. */
  readonly terminal: Uint8Array;
}

export interface MdpDefinition {
  readonly states: number;
  readonly actions: number;
  readonly discount: number;
  /** Initial state, or its distribution. Default 0. */
  readonly start?: number | ArrayLike<number>;
  readonly terminal?: (state: number) => boolean;
  /** Successors with their probabilities, which sum to 1; a successor may occur twice. */
  transitions(state: number, action: number): readonly (readonly [next: number, probability: number])[];
  /** Expected reward. */
  reward(state: number, action: number): number;
}

/** Builds the arrays. Throws where probabilities do not sum to 1 or a successor is not a state. */
export function tabularMdp(definition: MdpDefinition): TabularMdp {
  const { states, actions, discount } = definition;
  const terminal = Uint8Array.from({ length: states }, (_, s) => (definition.terminal?.(s) === true ? 1 : 0));
  const offset = new Int32Array(states * actions + 1);
  const next: number[] = [];
  const probability: number[] = [];
  const reward = new Float64Array(states * actions);
  for (let s = 0; s < states; s++) {
    for (let a = 0; a < actions; a++) {
      const at = s * actions + a;
      const merged = new Map<number, number>();
      for (const [to, p] of terminal[s] === 1 ? [[s, 1] as const] : definition.transitions(s, a)) {
        if (!(Number.isInteger(to) && to >= 0 && to < states))
          throw new Error(`state ${s}, action ${a} leads to ${to}, of ${states} states`);
        if (p > 0) merged.set(to, (merged.get(to) ?? 0) + p);
      }
      const total = [...merged.values()].reduce((x, y) => x + y, 0);
      if (!(Math.abs(total - 1) < 1e-9))
        throw new Error(`the probabilities of state ${s}, action ${a} add up to ${total}`);
      for (const [to, p] of merged) {
        next.push(to);
        probability.push(p);
      }
      offset[at + 1] = next.length;
      reward[at] = terminal[s] === 1 ? 0 : definition.reward(s, a);
    }
  }
  return {
    states,
    actions,
    discount,
    offset,
    next: Int32Array.from(next),
    probability: Float64Array.from(probability),
    reward,
    start: startOf(definition),
    terminal,
  };
}

function startOf({ start = 0, states }: MdpDefinition): Float64Array {
  if (typeof start !== "number") return Float64Array.from(start);
  const distribution = new Float64Array(states);
  distribution[start] = 1;
  return distribution;
}

/** The same process with another reward, [states × actions]; terminal states pay nothing. */
export const withReward = (mdp: TabularMdp, reward: ArrayLike<number>): TabularMdp => ({
  ...mdp,
  reward: Float64Array.from(reward, (r, at) => (mdp.terminal[Math.floor(at / mdp.actions)] === 1 ? 0 : r)),
});

/** Expected next value E[v(s')] after (s, a). */
export function expectedNext(mdp: TabularMdp, state: number, action: number, values: ArrayLike<number>): number {
  const at = state * mdp.actions + action;
  let sum = 0;
  for (let k = mdp.offset[at]; k < mdp.offset[at + 1]; k++) sum += mdp.probability[k] * values[mdp.next[k]];
  return sum;
}

/** Samples a successor of (s, a) from a uniform number in [0, 1). */
export function sampleNext(mdp: TabularMdp, state: number, action: number, uniform: number): number {
  const at = state * mdp.actions + action;
  let left = uniform;
  const last = mdp.offset[at + 1] - 1;
  for (let k = mdp.offset[at]; k < last; k++) {
    left -= mdp.probability[k];
    if (left < 0) return mdp.next[k];
  }
  return mdp.next[last];
}
