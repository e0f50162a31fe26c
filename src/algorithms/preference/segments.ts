// Segments of a world that is played at random, and which of two is preferred by what their steps are paid.

import type { TrainingContext } from "../../core/algorithm.ts";
import { Status } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { observationScale, vectorEnvironment } from "../../play/vector-environment.ts";
import type { TablePlace } from "../tabular/table-training.ts";

/** Pairs of segments: segments 2k and 2k + 1 are the first and the second of pair k. */
export interface SegmentPairs {
  readonly pairs: number;
  /** Steps of a segment at most. */
  readonly length: number;
  /** Row × choices + choice of each step, [2 × pairs × length]; −1 after an episode's end. */
  readonly entries: Int32Array;
  /** The row after each step, [2 × pairs × length]. */
  readonly next: Int32Array;
  /** 1 where a step ended its episode, other than by the horizon, [2 × pairs × length]. */
  readonly ended: Uint8Array;
  /** 1 where the first is preferred, 0 where the second is, ½ for a tie, [pairs]. */
  readonly labels: Float64Array;
}

/** How segments are played and compared. */
export interface ComparedSegments {
  readonly pairs: number;
  readonly length: number;
  /** c of P(first) = σ(c·(Σ_t γ^t pay − Σ_t γ^t pay)). */
  readonly sharpness: number;
  /** γ. */
  readonly discount: number;
}

/** Plays evenly drawn choices in the seat, in segments that end with an episode or when they are full, and compares them. */
export function playedSegments(
  context: TrainingContext,
  { spec, tables, actions }: TablePlace,
  { pairs, length, sharpness, discount }: ComparedSegments,
): SegmentPairs & { readonly steps: number } {
  const [seat] = context.seats;
  const random = context.random.stream("segments");
  const world = vectorEnvironment({ ...context, random }, 1, [], observationScale(spec, false));
  const from = seat * spec.observationSize;
  const taken = new Float64Array(spec.agents.length * spec.actionSize);
  const entries = new Int32Array(2 * pairs * length).fill(-1);
  const next = new Int32Array(2 * pairs * length);
  const ended = new Uint8Array(2 * pairs * length);
  const worth = new Float64Array(2 * pairs);
  const row = new Int32Array(1);
  let steps = 0;
  for (let segment = 0; segment < 2 * pairs; segment++) {
    let status: Status = Status.running;
    for (let t = 0, weight = 1; t < length && status === Status.running; t++, weight *= discount) {
      const at = segment * length + t;
      tables.write(world.observations, from, row);
      const choice = random.integer(actions.count);
      entries[at] = row[0] * actions.count + choice;
      actions.decode(choice, seat, taken, seat * spec.actionSize);
      world.step(taken);
      steps += 1;
      worth[segment] += weight * world.pay[seat];
      status = world.status[0];
      ended[at] = (status & Status.terminated) === 0 ? 0 : 1;
      tables.write(status === Status.running ? world.observations : world.lastObservations, from, row);
      next[at] = row[0];
    }
  }
  return { pairs, length, entries, next, ended, labels: labelsOf(worth, sharpness, random.stream("labels")), steps };
}

/** Labels 1 or 0, drawn from P(first) = σ(c·(worth₁ − worth₂)), [pairs]. */
export function labelsOf(worth: Float64Array, sharpness: number, random: Random): Float64Array {
  return Float64Array.from({ length: worth.length / 2 }, (_, k) =>
    random.uniform() < preferenceProbability(worth[2 * k] - worth[2 * k + 1], sharpness) ? 1 : 0,
  );
}
