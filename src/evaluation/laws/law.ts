// A law is a property that every environment, reward or agent must have. A violation is a failure with a reason, never a warning.

import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { messageOf } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";

/** Result of checking one law. */
export interface LawVerdict {
  readonly law: string;
  readonly pass: boolean;
  /** Reason for the failure; empty where the law holds. */
  readonly detail: string;
}

/** Error thrown inside a law to fail it. */
class Broken extends Error {}

/** Fails the law unless `condition` holds. */
export function must(condition: boolean, otherwise: () => string): void {
  if (!condition) throw new Broken(otherwise());
}

/** Checks laws one after the other. An error thrown by a law is its failure; the remaining laws are still checked. */
export function judge(laws: Readonly<Record<string, () => void>>): LawVerdict[] {
  return Object.entries(laws).map(([law, run]) => {
    try {
      run();
      return kept(law);
    } catch (error) {
      return broken(law, error);
    }
  });
}

/** Asynchronous version of `judge`. */
export async function judgeAsync(laws: Readonly<Record<string, () => Promise<void>>>): Promise<LawVerdict[]> {
  const verdicts: LawVerdict[] = [];
  for (const [law, run] of Object.entries(laws)) {
    verdicts.push(
      await run().then(
        () => kept(law),
        (error: unknown) => broken(law, error),
      ),
    );
  }
  return verdicts;
}

const kept = (law: string): LawVerdict => ({ law, pass: true, detail: "" });
const broken = (law: string, error: unknown): LawVerdict => ({ ...{ law, pass: false, detail: messageOf(error) } });

/** An environment during an episode, with its buffers. */
export type Play = ReturnType<typeof begun>;

/** Resets an environment with `seed` and allocates its buffers; random actions are drawn from the stream `hands`. */
export function begun(world: NumericEnvironment, seed: number, actionSeed = seed) {
  const { spec } = world;
  const n = spec.agents.length;
  const rng = Random.of(seed, "environment", 0);
  const observations = new Float32Array(n * spec.observationSize);
  const play = {
    world,
    spec,
    rng,
    hands: Random.of(actionSeed, "laws"),
    status: Status.running as Status,
    /** Buffers of actions, [agents × actionSize], and outcomes, [agents × channels]. */
    actions: new Float64Array(n * spec.actionSize),
    outcomes: new Float64Array(n * spec.channels.length),
    /** Performs a step with `actions`. */
    step(): Status {
      play.status = world.step(play.actions, play.outcomes, rng);
      return play.status;
    },
    /** Returns the observations, [agents × observationSize]; entries that the environment does not write keep the value `unwritten`. */
    look(unwritten = 0): Float32Array {
      observations.fill(unwritten);
      world.observe(observations);
      return observations;
    },
  };
  world.reset(rng, play.outcomes);
  return play;
}

/** Fails the law where two episodes differ in an array of some step; `done` and `one` describe the difference in the message. */
export function alike(
  a: readonly Float64Array[],
  b: readonly Float64Array[],
  what: string,
  [done, one]: readonly [done: string, one: string],
): void {
  must(a.length === b.length, () => `${what} ${done} ${a.length} and ${b.length} times`);
  for (const [step, row] of a.entries()) {
    const at = firstDifference(row, b[step]);
    must(at < 0, () => `${what}: ${one} ${at} is ${row[at]} and ${b[step][at]} at step ${step}`);
  }
}

/** Index of the first difference between two arrays, or −1. NaN differs from every value. */
export function firstDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const length = Math.max(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return i;
  return -1;
}
