// Episodes of one world on fixed buffers: reset, observe, act, step, pay, witness. The core is synchronous and allocates nothing
// in a step; its asynchronous shell waits only where an agent answers later (a program, a language model).

import { EpisodeFailed } from "../core/agent.ts";
import { type Ahead, type NumericEnvironment, type NumericSpec, Status } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import type { Random } from "../core/random.ts";
import type { RewardPlan } from "../core/reward.ts";
import type { EpisodeStreams } from "./streams.ts";

/** An episode as it stands. One record serves all episodes of a runner: copy what is kept. */
export interface EpisodeView {
  /** Steps that are over; for a policy that acts, the number of the step. */
  readonly steps: number;
  readonly status: Status;
  /** Why the episode was broken off, where an agent could not go on; its status is then the one before. */
  readonly failure: string | undefined;
  /** The world's whole state as it stands, for planners; read only. */
  readonly state: Float64Array;
  /** [agents × actionSize], zeros before the first step, then what was played last. */
  readonly actions: Float64Array;
  /** [agents × channels] of the last step, or of the reset. */
  readonly outcomes: Float64Array;
  /** For each reward: what it paid for the last step, [agents]. */
  readonly pay: readonly Float64Array[];
  /** For each reward: undiscounted sum over the steps, [agents]. */
  readonly totals: readonly Float64Array[];
  /** [agents × observationSize] of the world as it stands, which is observed once a step and only where this is called. */
  readonly look: () => Float32Array;
}

/** Decides for all seats at once. */
export interface JointPolicy {
  /** Begins an episode, after the world; `stream` is what the agent of a seat draws from. */
  reset?(stream: (seat: number) => Random): void | Promise<void>;
  /** Writes the episode's actions; a promise says that they are written later. */
  act(episode: EpisodeView): void | Promise<void>;
  /** Told of every step. */
  receive?(episode: EpisodeView): void;
}

/** Told of every step after the policy; the first step is 0. */
export type Witness = (episode: EpisodeView, step: number) => void;

/** Plays episodes of one world, judged side by side by any number of rewards. */
export interface EpisodeRunner {
  /** The episode that is played, or was played last. */
  readonly episode: EpisodeView;
  /** Plays an episode of a policy that answers at once. Throws an Error where it answers later. */
  play(policy: JointPolicy, streams: EpisodeStreams, witness?: Witness): EpisodeView;
  /** Plays an episode, and waits where the policy answers later. An `EpisodeFailed` ends the episode as failed. */
  playAsync(policy: JointPolicy, streams: EpisodeStreams, witness?: Witness): Promise<EpisodeView>;
  /**
   * Begins an episode that the caller steps by hand: the world draws from `start` now and from `random` in its steps. `place` is its
   * number in a run.
   */
  begin(random: Random, start?: Random, place?: number): void;
  /** The world's own. */
  readonly ahead: Ahead | undefined;
  /** Plays the episode's actions as they are. */
  step(): Status;
}

/** Makes a runner; `pay` are the rows that rewards write to, where the caller has such already. */
export function episodeRunner(
  environment: NumericEnvironment,
  plans: readonly RewardPlan[] = [],
  pay: readonly Float64Array[] = plans.map(() => new Float64Array(environment.spec.agents.length)),
): EpisodeRunner {
  const { spec } = environment;
  const n = spec.agents.length;
  const rewards = plans.map((plan) => plan(spec));
  const totals = rewards.map(() => new Float64Array(n));
  const actions = new Float64Array(n * spec.actionSize);
  const outcomes = new Float64Array(n * spec.channels.length);
  const observations = new Float32Array(n * spec.observationSize);
  let seen = false;
  let rng: Random | undefined;
  const look = (): Float32Array => {
    if (!seen) environment.observe(observations);
    seen = true;
    return observations;
  };
  const episode: { -readonly [K in keyof EpisodeView]: EpisodeView[K] } = {
    steps: 0,
    status: Status.running,
    failure: undefined,
    state: environment.state.buffer,
    actions,
    outcomes,
    pay,
    totals,
    look,
  };

  const begin = (random: Random, start = random, place?: number): void => {
    rng = random;
    seen = false;
    actions.fill(0);
    for (const total of totals) total.fill(0);
    episode.steps = 0;
    episode.status = Status.running;
    episode.failure = undefined;
    environment.reset(start, outcomes, place);
    for (const reward of rewards) reward.reset(outcomes);
  };

  const step = (): Status => {
    if (rng === undefined) throw new Error("a step before the first episode has begun");
    const status = environment.step(actions, outcomes, rng);
    seen = false;
    for (let k = 0; k < rewards.length; k++) {
      const paid = pay[k];
      const sums = totals[k];
      rewards[k].pay(outcomes, status, paid);
      for (let i = 0; i < n; i++) sums[i] += paid[i];
    }
    episode.steps += 1;
    episode.status = status;
    return status;
  };

  /** The rest of a step whose actions are written. */
  const complete = (policy: JointPolicy, witness: Witness | undefined): void => {
    for (let k = 0; k < actions.length; k++) if (!Number.isFinite(actions[k])) throw badAction(spec, episode, k);
    step();
    policy.receive?.(episode);
    witness?.(episode, episode.steps - 1);
  };

  const { asker } = environment;
  /** Lets the policy write its actions, and the world find out what a step with them needs; a promise where that is waited for. */
  const decide = (policy: JointPolicy): Promise<void> | undefined => {
    const late = policy.act(episode) ?? undefined;
    if (asker === undefined) return late;
    return late === undefined ? asker.ask(actions) : late.then(() => asker.ask(actions));
  };

  /** Plays to the end, or up to actions that are written later. */
  const proceed = (policy: JointPolicy, witness: Witness | undefined): Promise<void> | undefined => {
    while (episode.status === Status.running) {
      const pending = decide(policy);
      if (pending !== undefined) return pending;
      complete(policy, witness);
    }
    return undefined;
  };

  return {
    episode,
    begin,
    ahead: environment.ahead,
    step,
    play(policy, { world, start, place, agent }, witness) {
      begin(world, start, place);
      if ((policy.reset?.(agent) ?? proceed(policy, witness)) !== undefined) {
        throw new Error("an agent that answers later cannot play in a synchronous episode");
      }
      return episode;
    },
    async playAsync(policy, { world, start, place, agent }, witness) {
      try {
        begin(world, start, place);
        await policy.reset?.(agent);
        for (let late = proceed(policy, witness); late !== undefined; late = proceed(policy, witness)) {
          await late;
          complete(policy, witness);
        }
      } catch (error) {
        if (!(error instanceof EpisodeFailed)) throw error;
        episode.failure = error.message;
      }
      return episode;
    },
  };
}

function badAction({ agents, actionSize }: NumericSpec, { actions, steps }: EpisodeView, k: number): UserError {
  const what = `${agents[Math.floor(k / actionSize)]} played ${actions[k]} at step ${steps}`;
  return new UserError({ code: "bad-action", what, hint: "an action must be a finite number" });
}
