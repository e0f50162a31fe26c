// One episode: agents see, act and are paid until the world ends it or its horizon is reached. Only agents that answer
// later (a program, a language model) make the loop wait.

import { type Agent, EpisodeFailed } from "../core/agent.ts";
import { type NumericEnvironment, Status } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { Random } from "../core/random.ts";
import type { Reward } from "../core/reward.ts";

/** A world with everything that acts in it and judges it. */
export interface Table {
  readonly environment: NumericEnvironment;
  readonly agents: readonly Agent[];
  readonly reward: Reward;
  readonly objective: Reward;
}

/** Told of every step. The arrays are reused: copy what is kept. */
export type Witness = (
  step: number,
  actions: Float64Array,
  outcomes: Float64Array,
  pay: Float64Array,
  objective: Float64Array,
  status: Status,
) => void;

/** How an episode ended. */
export interface Ending {
  readonly steps: number;
  readonly status: Status;
  /** Why it was broken off, where an agent could not go on; its status is then the one before. */
  readonly failure?: string;
}

/**
 * Plays one episode of a seed. The streams are named by seed, episode and seat and by nothing else, so that variants
 * of a comparison meet the same luck.
 */
export async function playEpisode(table: Table, seed: number, episode: number, witness: Witness): Promise<Ending> {
  const { environment, agents, reward, objective } = table;
  const { spec } = environment;
  const n = spec.agents.length;
  const outcomes = new Float64Array(n * spec.channels.length);
  const observations = new Float32Array(n * spec.observationSize);
  const actions = new Float64Array(n * spec.actionSize);
  const pay = new Float64Array(n);
  const wanted = new Float64Array(n);
  const seen = spec.agents.map((_, i) =>
    observations.subarray(i * spec.observationSize, (i + 1) * spec.observationSize),
  );
  const done = spec.agents.map((_, i) => actions.subarray(i * spec.actionSize, (i + 1) * spec.actionSize));
  const random = Random.of(seed, "environment", episode);
  environment.reset(random, outcomes);
  reward.reset(outcomes);
  objective.reset(outcomes);
  const begin = (agent: Agent, i: number) => agent.reset(Random.of(seed, "agent", i, episode));
  const act = (agent: Agent, i: number) => agent.act(seen[i], done[i]);
  let status: Status = Status.running;
  let steps = 0;
  try {
    await together(agents, begin);
    while (status === Status.running) {
      environment.observe(observations);
      const pending = together(agents, act);
      if (pending !== undefined) await pending;
      checkActions(actions, spec.actionSize, spec.agents, steps);
      status = environment.step(actions, outcomes, random);
      reward.pay(outcomes, status, pay);
      objective.pay(outcomes, status, wanted);
      for (let i = 0; i < n; i++) agents[i].receive?.(pay[i], status);
      witness(steps, actions, outcomes, pay, wanted, status);
      steps += 1;
    }
  } catch (error) {
    if (error instanceof EpisodeFailed) return { steps, status, failure: error.message };
    throw error;
  }
  return { steps, status };
}

/** Lets every agent do something; those that take their time do it at the same time. Undefined where nobody does. */
function together(
  agents: readonly Agent[],
  task: (agent: Agent, seat: number) => void | Promise<void>,
): Promise<void> | undefined {
  let pending: Promise<void>[] | undefined;
  for (let i = 0; i < agents.length; i++) {
    const answer = task(agents[i], i);
    if (answer === undefined) continue;
    pending ??= [];
    pending.push(answer);
  }
  return pending === undefined ? undefined : allOf(pending);
}

/** Waits for all, so that nobody is left who acts on when one has failed; then the first failure by seat is thrown. */
async function allOf(pending: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(pending)) {
    if (outcome.status === "rejected") throw outcome.reason;
  }
}

function checkActions(actions: Float64Array, size: number, agents: readonly string[], step: number): void {
  for (let k = 0; k < actions.length; k++) {
    if (Number.isFinite(actions[k])) continue;
    throw new UserError({
      code: "bad-action",
      what: `${agents[Math.floor(k / size)]} played ${actions[k]} at step ${step}`,
      hint: "an action must be a finite number",
    });
  }
}
