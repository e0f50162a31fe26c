// What learns in the yard: by a declared reward, or from a teacher's comparisons.

import { ppo } from "../../algorithms/policy-gradient/ppo.ts";
import { train, trainingContext } from "../../algorithms/train.ts";
import type { Agent } from "../../core/agent.ts";
import type { AlgorithmPlan, TrainingCheckpoint } from "../../core/algorithm.ts";
import type { Random } from "../../core/random.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { variance } from "../../evaluation/statistics/moments.ts";
import { simulatedAnnotator } from "../../feedback/annotator.ts";
import { preferenceLog, preferenceNewton } from "../../feedback/preference-newton.ts";
import { type RubricCriterion, rubric } from "../../feedback/rubric.ts";
import { randomOrder } from "../../math/weighted-draw.ts";
import { played, type YardEnd } from "./players.ts";
import { SLOPE, type YardTask, yardOf } from "./tasks.ts";

/** Comparisons that a teacher is asked for in all, in rounds. */
const COMPARISONS = 300;
const ROUNDS = 3;
/** Seeds that a policy plays twice for its teacher, in each round. */
const SHOWN = 40;
const RIDGE = 0.1;

/** Networks of all learners, so that one may go on where another ended. */
export const HIDDEN = { hidden: [32, 32] };
const PLAYS = { copies: 32, rollout: 32, epochs: 3, minibatches: 4, discount: 0.99, truncation: "end", segments: 1 };
const IMPROVING = { ...HIDDEN, ...PLAYS, steps: 24_000, rate: 6e-4, clip: 0.15, entropy: 0.002 };
const OPTIMISING = { ...HIDDEN, ...PLAYS, steps: 48_000, rate: 3e-3, entropy: 0.01 };

/** A trained player, and from where its training may go on. */
export interface Trained {
  readonly player: Agent;
  readonly end: TrainingCheckpoint | undefined;
}

/** Where a training takes place. */
interface Place {
  readonly task: YardTask;
  readonly random: Random;
  readonly signal: AbortSignal | undefined;
}

/** Trains under the rise of a worth, from the beginning or from where another training ended. */
export async function trained(
  plan: AlgorithmPlan,
  worth: Worth,
  { task, random, signal }: Place,
  from?: TrainingCheckpoint,
): Promise<Trained> {
  const context = trainingContext({ makeEnvironment: () => yardOf(task), seed: 0, reward: rise(worth) });
  const left = from === undefined ? undefined : { checkpoint: from, reports: [] };
  const { players, end } = await train(plan, { ...context, random }, { signal, from: left });
  return { player: players[0], end: end && { ...end, updates: 0 } };
}

/** Paid by the rise of one channel. */
export function optimised(channel: string, place: Place): Promise<Trained> {
  const at = yardOf(place.task).spec.channels.findIndex(({ name }) => name === channel);
  return trained(ppo.make(OPTIMISING), (left) => left[at], place);
}

/** What channels at a moment are worth. */
type Worth = (left: ArrayLike<number>) => number;

/** Pays by how much a worth rose in a step, so that an episode is paid for what it left behind. */
function rise(worth: Worth): RewardPlan {
  return () => {
    let before = 0;
    return {
      reset(outcomes) {
        before = worth(outcomes);
      },
      pay(outcomes, _, pay) {
        const now = worth(outcomes);
        pay[0] = now - before;
        before = now;
      },
    };
  };
}

interface Pupil extends Place {
  readonly start: Trained;
  /** What demonstrations left behind. */
  readonly shown: readonly YardEnd[];
  /** The teacher's rubric. */
  readonly criteria: readonly RubricCriterion[];
}

/**
 * From a clone, in rounds: a teacher compares two episodes by the policy, the clone or a demonstrator; a reward that is linear in features
 * of what episodes left is fitted to all answers so far; and PPO goes on under it.
 */
export async function taught({ task, start, shown, criteria, random, signal }: Pupil): Promise<Trained> {
  const { channels } = yardOf(task).spec;
  const teacher = simulatedAnnotator<YardEnd>({
    value: rubric(criteria, channels),
    slope: SLOPE,
    random: random.stream("teacher"),
  });
  const hand = random.stream("pairs");
  const pairs: { readonly first: YardEnd; readonly second: YardEnd; readonly preferred: boolean }[] = [];
  let now = start;
  for (let round = 0; round < ROUNDS; round++) {
    const pool = [now, now, start].map(({ player }, k) =>
      played(task, player, SHOWN, random.stream("plays", round, k), random.stream("worlds", round)),
    );
    for (let asked = 0; asked < COMPARISONS / ROUNDS; asked++) {
      const [one, other] = randomOrder(pool.length + 1, hand);
      const episode = hand.integer(SHOWN);
      const [first, second] = [one, other].map((k) => (pool[k] ?? shown)[episode]);
      pairs.push({ first, second, preferred: teacher.compare(first, second) === true });
    }
    const features = featuresOf(pairs.flatMap(({ first, second }) => [first, second]));
    const log = preferenceLog(2 * channels.length);
    for (const { first, second, preferred } of pairs) {
      const a = features(first).slice();
      const b = features(second);
      log.add(
        a.map((x, k) => x - b[k]),
        preferred,
      );
    }
    const model = preferenceNewton(log.dimension, { ridge: RIDGE });
    model.fit(log);
    const worth: Worth = (left) => features(left).reduce((sum, x, k) => sum + model.theta[k] * x, 0);
    const place = { task, random: random.stream("improvement", round), signal };
    const next = await trained(ppo.make(IMPROVING), worth, place, now.end);
    if (round > 0) await now.player.close?.();
    now = next;
  }
  return now;
}

/**
 * Features of what an episode left: each channel in deviations over the episodes that were compared, and whether there is any of it. No
 * channel counts beyond what was compared, where a line says nothing.
 */
function featuresOf(compared: readonly YardEnd[]): (left: ArrayLike<number>) => Float64Array {
  const channels = compared[0].length;
  const columns = Array.from({ length: channels }, (_, k) => compared.map((left) => left[k]));
  const low = columns.map((values) => Math.min(...values));
  const high = columns.map((values) => Math.max(...values));
  const spread = columns.map((values) => Math.sqrt(variance(values)) || 1);
  const out = new Float64Array(2 * channels);
  return (left) => {
    for (let k = 0; k < channels; k++) {
      const x = Math.min(high[k], Math.max(low[k], left[k]));
      out[k] = x / spread[k];
      out[channels + k] = Math.min(1, x);
    }
    return out;
  };
}
