// A law is something that every world, reward or agent must obey. It fails with a reason; it never warns.

import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { messageOf } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";

/** What came of one law. */
export interface LawVerdict {
  readonly law: string;
  readonly pass: boolean;
  /** Why it failed; empty where it holds. */
  readonly detail: string;
}

/** Thrown inside a law to fail it. */
class Broken extends Error {}

/** Fails the law unless `condition` holds. */
export function must(condition: boolean, otherwise: () => string): void {
  if (!condition) throw new Broken(otherwise());
}

/** Runs laws one by one; what a law throws is its failure, and the others still run. */
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

/** As judge, for laws that wait. */
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

/** A world at play. */
export type Play = ReturnType<typeof begun>;

/** A world after its reset by `seed`, with buffers of its own; `hands` is the stream that actions are drawn from. */
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
    /** [agents × actionSize] and [agents × channels] */
    actions: new Float64Array(n * spec.actionSize),
    outcomes: new Float64Array(n * spec.channels.length),
    /** Plays `actions`. */
    step(): Status {
      play.status = world.step(play.actions, play.outcomes, rng);
      return play.status;
    },
    /** What is observed, [agents × observationSize]; where the world writes nothing stands `unwritten`. */
    look(unwritten = 0): Float32Array {
      observations.fill(unwritten);
      world.observe(observations);
      return observations;
    },
  };
  world.reset(rng, play.outcomes);
  return play;
}

/** Breaks the law where two episodes differ in arrays of their steps; `done` and `one` put the difference into words. */
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

/** Position of the first difference between two arrays, or −1; NaN differs from everything. */
export function firstDifference(a: ArrayLike<number>, b: ArrayLike<number>): number {
  const length = Math.max(a.length, b.length);
  for (let i = 0; i < length; i++) if (a[i] !== b[i]) return i;
  return -1;
}
