// Several copies of a world side by side, writing straight into one batch. Copies that end begin again at once; what they
// showed last is kept for those whose value still counts (truncated episodes).

import { EpisodeFailed } from "../core/agent.ts";
import type { TrainingContext } from "../core/algorithm.ts";
import { Status } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import type { RewardPlan } from "../core/reward.ts";
import { RewardMemory } from "../core/reward-memory.ts";
import { accumulator } from "./accumulator.ts";
import { episodeRunner } from "./episode.ts";
import { seated } from "./policy.ts";

/** What a finished episode came to. */
export interface EpisodeTotals {
  /** [agents] sum of pay. */
  readonly pay: Float64Array;
  /** Mean over agents of what the objective makes of the steps: their sum, their mean, or the last. */
  readonly objective: number;
  readonly steps: number;
}

/** A batch of worlds. Arrays are reused by every step. */
export interface VectorEnvironment {
  readonly copies: number;
  /** [copies × agents × observationSize], scaled. */
  readonly observations: Float32Array;
  /** The same as seen before a reset, for copies that ended in the last step. */
  readonly lastObservations: Float32Array;
  /** [copies × agents] */
  readonly pay: Float64Array;
  /** What the further rewards would have paid, [copies × agents] each. */
  readonly further: readonly Float64Array[];
  /** [copies] */
  readonly status: Uint8Array;
  /** Takes [copies × agents × actionSize] for learning seats; the others act for themselves. */
  step(actions: Float64Array): void;
  /** Episodes that ended since the last call, oldest first. */
  finished(): EpisodeTotals[];
}

/**
 * Makes and resets the copies; `rewards` are computed beside the pay and never paid. `scale` is of what is observed, and in
 * `memory` rewards keep what outlives their episodes and these copies. Of copies in `pairs` the first two begin alike and meet luck of
 * their own, and so do the next two; those that have ended wait, and are paid nothing, until all have.
 */
export function vectorEnvironment(
  context: TrainingContext,
  copies: number,
  rewards: readonly RewardPlan[] = [],
  scale = observationScale(context.spec),
  memory = RewardMemory.empty(),
  pairs = false,
): VectorEnvironment {
  const { spec, partners } = context;
  const n = spec.agents.length;
  const O = spec.observationSize;
  const A = spec.actionSize;
  const random = context.random.stream("environments");
  const observations = new Float32Array(copies * n * O);
  const lastObservations = new Float32Array(copies * n * O);
  const pay = new Float64Array(copies * n);
  const further = rewards.map(() => new Float64Array(copies * n));
  const status = new Uint8Array(copies);
  const done: EpisodeTotals[] = [];
  const together = {};
  const worlds = Array.from({ length: copies }, (_, c) => {
    const wanted = new Float64Array(n);
    const runner = episodeRunner(
      context.makeEnvironment(),
      [
        () => context.makeReward(memory.part("pay")),
        () => context.makeObjective(memory.part("objective")),
        ...rewards.map(
          (plan, k): RewardPlan =>
            () =>
              plan(spec, memory.part(k)),
        ),
      ],
      [pay.subarray(c * n, (c + 1) * n), wanted, ...further.map((rows) => rows.subarray(c * n, (c + 1) * n))],
    );
    const agents = partners.map((plan, seat) =>
      plan?.({ ...context, seat, together, memo: (_key, compute) => compute(), directory: "." }),
    );
    const beside = agents.some((agent) => agent !== undefined) ? seated(spec, agents) : undefined;
    return { runner, wanted, beside, objectiveTotal: accumulator(context.objectiveOver ?? "sum", n), episodes: 0 };
  });

  const observe = (c: number, into: Float32Array): void => {
    const seen = worlds[c].runner.episode.look();
    const offset = c * n * O;
    for (let i = 0; i < n; i++) {
      for (let k = 0; k < O; k++) into[offset + i * O + k] = (seen[i * O + k] - scale.shift[k]) * scale.factor[k];
    }
  };

  /** Copies of such a world are told of together, so that they share messages; those of others go one by one. */
  const isShared = worlds.some(({ runner }) => runner.ahead !== undefined);
  /** Copies that have ended and have not begun again. */
  const ended = new Set<number>();
  /** Begins episodes of some copies. */
  const begin = (some: readonly number[]): void => {
    if (some.length === 0) return;
    const streams = some.map((c) => random.stream(c, worlds[c].episodes));
    for (const [k, c] of some.entries()) worlds[c].runner.ahead?.reset(streams[k]);
    for (const [k, c] of some.entries()) {
      const world = worlds[c];
      const rng = streams[k];
      const start = pairs ? random.stream("pair", Math.floor(c / 2), world.episodes) : rng;
      whole(() => world.runner.begin(rng, start));
      world.objectiveTotal.clear();
      world.episodes += 1;
      refuseLate(world.beside?.reset?.((seat) => rng.stream("partner", seat)));
      observe(c, observations);
    }
  };
  const beginAgain = (): void => {
    const some = [...ended];
    ended.clear();
    begin(some);
  };

  begin([...worlds.keys()]);

  return {
    copies,
    observations,
    lastObservations,
    pay,
    further,
    status,
    step(actions) {
      const act = (c: number): void => {
        if (ended.has(c)) return;
        const { runner, beside } = worlds[c];
        runner.episode.actions.set(actions.subarray(c * n * A, (c + 1) * n * A));
        refuseLate(beside?.act(runner.episode));
        runner.ahead?.step(runner.episode.actions);
      };
      if (isShared) for (let c = 0; c < copies; c++) act(c);
      for (let c = 0; c < copies; c++) {
        if (ended.has(c)) {
          for (const paid of [pay, ...further]) paid.fill(0, c * n, (c + 1) * n);
          continue;
        }
        if (!isShared) act(c);
        const world = worlds[c];
        const { runner, wanted, beside, objectiveTotal } = world;
        const { episode } = runner;
        status[c] = whole(runner.step);
        for (let i = 0; i < n; i++) objectiveTotal.add(i, wanted[i]);
        beside?.receive?.(episode);
        if (status[c] === Status.running) {
          observe(c, observations);
          continue;
        }
        observe(c, lastObservations);
        let objective = 0;
        for (let i = 0; i < n; i++) objective += objectiveTotal.value(i, episode.steps) / n;
        done.push({ pay: episode.totals[0].slice(), objective, steps: episode.steps });
        ended.add(c);
        if (!isShared && !pairs) beginAgain();
      }
      if (!pairs || ended.size === copies) beginAgain();
    },
    finished: () => done.splice(0),
  };
}

/** Observations as learners see them: (x − shift)·factor, [observationSize] each. */
export interface ObservationScale {
  readonly shift: Float64Array;
  readonly factor: Float64Array;
}

/** Brings an observation's bounded numbers, or their usual range, to [−1, 1]; unbounded ones stay as they are, all of them where `scaled` is false. */
export function observationScale(spec: TrainingContext["spec"], scaled = true): ObservationScale {
  const shift = new Float64Array(spec.observationSize);
  const factor = new Float64Array(spec.observationSize).fill(1);
  let at = 0;
  for (const { size, low: least, high: most, usual = [least, most] } of spec.observation) {
    const [low, high] = usual;
    for (let k = 0; k < size; k++, at++) {
      if (!scaled || !Number.isFinite(low) || !Number.isFinite(high) || high <= low) continue;
      shift[at] = (low + high) / 2;
      factor[at] = 2 / (high - low);
    }
  }
  return { shift, factor };
}

/** What an episode of a training gives; one that fails ends the training, as a user's mistake. */
function whole<T>(play: () => T): T {
  try {
    return play();
  } catch (error) {
    if (!(error instanceof EpisodeFailed)) throw error;
    const hint = "a training goes on only where every episode does";
    throw new UserError({ code: "episode-failed", what: error.message, hint });
  }
}

/** Throws a UserError where a partner answers later. The names of streams in use would be lost on it. */
function refuseLate(late: void | Promise<void>): void {
  if (late === undefined) return;
  // Neither the answer nor its failure is waited for any more.
  late.catch(() => {});
  const what = "an agent that answers later (a program) cannot sit beside learners";
  throw new UserError({ code: "slow-partner", what, hint: "let it play against trained agents instead" });
}
