// What a learner remembers of its steps: a ring of transitions in typed arrays, drawn uniformly or by priority
// (prioritised experience replay, Schaul et al., arXiv 1511.05952, proportional form with a sum tree). What seats did
// together can be one transition: then its observations, actions and pay stand one seat after the other.

import { type NumericSpec, Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import { picked } from "../rows.ts";
import { restore, type SavedTensor, type SavedTensors, saved } from "../training-checkpoint.ts";

/** How much is remembered, and how it is drawn. */
export interface ReplayBufferOptions {
  /** Transitions that are kept; the oldest goes first. */
  readonly capacity: number;
  readonly observationSize: number;
  /** Numbers that encode an action. */
  readonly actionSize: number;
  /** Numbers of pay in a transition; default 1. */
  readonly rewardSize?: number;
  /** Draw by priority; default uniformly. */
  readonly priority?: PriorityOptions;
}

/** Prioritised draws. */
export interface PriorityOptions {
  /** α ≥ 0 in P(i) = p_i^α/Σ p^α: 0 is uniform. */
  readonly exponent: number;
  /** Added to |error|, so that every transition may be drawn. Default 1e-6. */
  readonly least?: number;
}

/** Transitions by row, in fresh arrays. */
export interface ReplayBatch {
  /** Places in the buffer, for `prioritise`. */
  readonly rows: Int32Array;
  /** [batch × observationSize] */
  readonly observations: Float32Array;
  /** [batch × actionSize] */
  readonly actions: Float32Array;
  /** [batch × rewardSize] */
  readonly rewards: Float32Array;
  /** [batch × observationSize], of the state each step led to, before any reset. */
  readonly nextObservations: Float32Array;
  /** 0 where the world ended the episode, else 1: whether the next state's value counts. */
  readonly continues: Float32Array;
  /** Importance weights (N·P(i))^−β, divided by the batch's largest; 1 for uniform draws. */
  readonly weights: Float32Array;
}

/** A store of transitions that is kept between the segments of a training. */
export interface Memory {
  /** Remembers rows of the given arrays. */
  add(transition: RememberedStep): void;
  /** Everything that is held, under names that begin with "memory."; copies. */
  save(): SavedTensor[];
  /** Takes back what `save` gave to a memory of the same options. */
  restore(tensors: SavedTensors): void;
}

/** A ring of transitions. A new one has the largest priority seen so far, at first 1. */
export interface ReplayBuffer extends Memory {
  readonly capacity: number;
  /** Transitions held. */
  readonly size: number;
  /** Draws `batch` transitions with replacement; `correction` is β in [0, 1], and is not read for uniform draws. */
  sample(batch: number, random: Random, correction?: number): ReplayBatch;
  /** Sets priorities |error| + `least` of drawn rows. */
  prioritise(rows: Int32Array, errors: ArrayLike<number>): void;
}

/** One step, as places in arrays that hold many. */
export interface RememberedStep {
  readonly observations: Float32Array;
  readonly observationAt: number;
  readonly actions: ArrayLike<number>;
  readonly actionAt: number;
  readonly rewards: ArrayLike<number>;
  readonly rewardAt: number;
  readonly nextObservations: Float32Array;
  readonly nextAt: number;
  /** Status of the episode after the step. */
  readonly status: Status;
}

export function replayBuffer(options: ReplayBufferOptions): ReplayBuffer {
  const { capacity, observationSize: O, actionSize: A, rewardSize: R = 1 } = options;
  const held = {
    observations: new Float32Array(capacity * O),
    actions: new Float32Array(capacity * A),
    rewards: new Float32Array(capacity * R),
    nextObservations: new Float32Array(capacity * O),
    continues: new Float32Array(capacity),
  };
  const priorities = options.priority === undefined ? undefined : prioritised(capacity, options.priority);
  let size = 0;
  let next = 0;

  return {
    capacity,
    get size() {
      return size;
    },
    add(transition) {
      for (let k = 0; k < O; k++) {
        held.observations[next * O + k] = transition.observations[transition.observationAt + k];
        held.nextObservations[next * O + k] = transition.nextObservations[transition.nextAt + k];
      }
      for (let k = 0; k < A; k++) held.actions[next * A + k] = transition.actions[transition.actionAt + k];
      for (let k = 0; k < R; k++) held.rewards[next * R + k] = transition.rewards[transition.rewardAt + k];
      held.continues[next] = (transition.status & Status.terminated) === 0 ? 1 : 0;
      priorities?.admit(next);
      next = (next + 1) % capacity;
      if (size < capacity) size += 1;
    },
    sample(batch, random, correction = 0) {
      if (size === 0) throw new Error("nothing is remembered yet");
      const rows = new Int32Array(batch);
      const weights = new Float32Array(batch).fill(1);
      if (priorities !== undefined) priorities.draw(rows, weights, size, correction, random);
      else for (let k = 0; k < batch; k++) rows[k] = random.integer(size);
      return {
        rows,
        observations: picked(held.observations, rows, O),
        actions: picked(held.actions, rows, A),
        rewards: picked(held.rewards, rows, R),
        nextObservations: picked(held.nextObservations, rows, O),
        continues: picked(held.continues, rows, 1),
        weights,
      };
    },
    prioritise(rows, errors) {
      if (priorities === undefined) return;
      for (let k = 0; k < rows.length; k++) priorities.set(rows[k], Math.abs(errors[k]));
    },
    save: () => [
      saved("memory.place", [size, next]),
      ...Object.entries(held).map(([name, table]) =>
        saved(`memory.${name}`, table.subarray(0, (table.length / capacity) * size)),
      ),
      ...(priorities === undefined ? [] : [saved("memory.priorities", priorities.save(size))]),
    ],
    restore(tensors) {
      const place = new Float32Array(2);
      restore(tensors, "memory.place", place);
      [size, next] = place;
      for (const [name, table] of Object.entries(held))
        restore(tensors, `memory.${name}`, table.subarray(0, (table.length / capacity) * size));
      if (priorities === undefined) return;
      const masses = new Float32Array(size + 1);
      restore(tensors, "memory.priorities", masses);
      priorities.restore(masses);
    },
  };
}

/** A buffer of what `seats` seats did together; the other sizes are of one seat. */
export function jointReplayBuffer(seats: number, sizes: ReplayBufferOptions): ReplayBuffer {
  const { observationSize, actionSize } = sizes;
  const joint = { observationSize: seats * observationSize, actionSize: seats * actionSize, rewardSize: seats };
  return replayBuffer({ ...sizes, ...joint });
}

/**
 * Goals r/unit + γ·v of a batch [batch × seats], where v = `value(at)` counts as long as the episode went on; `at` is a place in
 * the batch's rewards.
 */
export function bootstrapped(
  { rewards, continues }: ReplayBatch,
  unit: number,
  discount: number,
  value: (at: number) => number,
): Float32Array {
  const seats = rewards.length / continues.length;
  return rewards.map((reward, at) => reward / unit + discount * continues[Math.floor(at / seats)] * value(at));
}

/** Bytes that a memory of what all seats did may take. */
const ROOM = 2 ** 31;

/** Throws a UserError where what all seats of a world see, do and are paid does not fit into memory `capacity` times. */
export function checkJointMemory({ agents, observationSize, actionSize }: NumericSpec, capacity: number): void {
  const each = Float32Array.BYTES_PER_ELEMENT * agents.length * (2 * observationSize + actionSize + 1);
  if (each * capacity <= ROOM) return;
  const what = `a memory of ${capacity} joint transitions of this world would take ${Math.ceil((each * capacity) / 2 ** 30)} GiB`;
  throw new UserError({ code: "too-much-memory", what, hint: `set capacity to ${Math.floor(ROOM / each)} or less` });
}

/** Masses are rounded to single precision, so that a checkpoint holds them as they are. */
function prioritised(capacity: number, { exponent, least = 1e-6 }: PriorityOptions) {
  const tree: SumTree = sumTree(capacity);
  let largest = 1;
  return {
    admit: (row: number) => tree.set(row, Math.fround(largest ** exponent)),
    set(row: number, error: number): void {
      const priority = Math.fround(error + least);
      if (priority > largest) largest = priority;
      tree.set(row, Math.fround(priority ** exponent));
    },
    save: (size: number) => [...Array.from({ length: size }, (_, row) => tree.mass(row)), largest],
    restore(masses: Float32Array): void {
      for (let row = 0; row < masses.length - 1; row++) tree.set(row, masses[row]);
      largest = masses[masses.length - 1];
    },
    /** One draw from each of as many equal parts of the running sum as there are rows (appendix B.2.1). */
    draw(rows: Int32Array, weights: Float32Array, size: number, correction: number, random: Random): void {
      const part = tree.total / rows.length;
      let most = 0;
      for (let k = 0; k < rows.length; k++) {
        rows[k] = tree.find((k + random.uniform()) * part);
        weights[k] = ((size * tree.mass(rows[k])) / tree.total) ** -correction;
        if (weights[k] > most) most = weights[k];
      }
      for (let k = 0; k < rows.length; k++) weights[k] /= most;
    },
  };
}

/** Masses of things 0 … n − 1, at first all 0. */
export type SumTree = ReturnType<typeof sumTree>;

/** A tree over `things` things. */
export function sumTree(things: number) {
  let leaves = 1;
  while (leaves < things) leaves *= 2;
  // Node k has the children 2k and 2k + 1; the leaves begin at `leaves`.
  const sums = new Float64Array(2 * leaves);
  return {
    /** Sum of all masses. */
    get total() {
      return sums[1];
    },
    mass: (thing: number) => sums[leaves + thing],
    /** Changes a mass, which must be finite and not negative. */
    set(thing: number, mass: number) {
      if (!(mass >= 0 && mass < Number.POSITIVE_INFINITY)) throw new Error(`the mass of ${thing} cannot be ${mass}`);
      sums[leaves + thing] = mass;
      // Sums are made anew from both children, so that rounding does not add up over millions of changes.
      for (let node = (leaves + thing) >> 1; node >= 1; node >>= 1) sums[node] = sums[2 * node] + sums[2 * node + 1];
    },
    /** The thing that holds the place `place` in [0, total) of the running sum; never one of mass 0 while the total is positive. */
    find(place: number) {
      let node = 1;
      let left = place;
      while (node < leaves) {
        node *= 2;
        // Rounding may leave a place beyond the last mass.
        if (left >= sums[node] && sums[node + 1] > 0) {
          left -= sums[node];
          node += 1;
        }
      }
      return node - leaves;
    },
  };
}
