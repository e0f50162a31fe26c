// Laws of agents: actions are finite and within bounds, a seed determines them, and instances share no memory.

import type { Agent } from "../../core/agent.ts";
import { type NumericEnvironment, type NumericSpec, Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import type { RewardPlan } from "../../core/reward.ts";
import type { AgentPlan, Seat } from "../../core/seat.ts";
import { alike, begun, judgeAsync, type LawVerdict, must } from "./law.ts";

const MOST_STEPS = 60;

/**
 * Checks an agent in every seat of an environment under a reward. Where seats play different parts, an agent may refuse those of some parts,
 * which then act at random. `about` describes the environment in error messages.
 */
export async function agentLaws(
  plan: AgentPlan,
  make: () => NumericEnvironment,
  reward: RewardPlan,
  directory: string,
  about?: string,
): Promise<LawVerdict[]> {
  const { spec } = make();
  const memo = new Map<string, unknown>();
  const seatAt = (seat: number): Seat => ({
    spec,
    ...(about === undefined ? {} : { about }),
    seat,
    makeEnvironment: make,
    makeReward: () => reward(spec),
    memo: <T>(key: string, compute: () => T): T => {
      if (!memo.has(key)) memo.set(key, compute());
      return memo.get(key) as T;
    },
    directory,
  });
  const refused = new Set(otherParts(spec, (seat) => plan(seatAt(seat))));
  const team = () => spec.agents.map((_, seat) => (refused.has(seat) ? idler(spec, seat) : plan(seatAt(seat))));
  return judgeAsync({
    "plays finite actions inside its box": async () => {
      for (const [step, actions] of (await play(team(), make, reward, 1)).entries()) {
        for (const [k, action] of actions.entries()) {
          const who = spec.agents[Math.floor(k / spec.actionSize)];
          must(Number.isFinite(action), () => `${who} played ${action} at step ${step}`);
          must(
            action >= spec.actionLow[k] && action <= spec.actionHigh[k],
            () => `${who} played ${action} at step ${step}, outside [${spec.actionLow[k]}, ${spec.actionHigh[k]}]`,
          );
        }
      }
    },
    "a seed fixes its play": async () =>
      same(await play(team(), make, reward, 1), await play(team(), make, reward, 1), "two instances with one seed"),
    "a reset begins anew": async () => {
      const agents = team();
      const first = await play(agents, make, reward, 1, false);
      await play(agents, make, reward, 2, false);
      same(first, await play(agents, make, reward, 1), "the same seed after another episode");
    },
    "two instances don't touch each other": async () => {
      const alone = await play(team(), make, reward, 1);
      const other = team();
      await play(other, make, reward, 5, false);
      same(alone, await play(team(), make, reward, 1), "beside another that had played");
      for (const agent of other) await agent.close?.();
    },
  });
}

/** Seats of the parts that an agent refuses to play; none where it refuses all. */
function otherParts({ groups = {} }: NumericSpec, make: (seat: number) => Agent): number[] {
  const parts = Object.values(groups);
  const isRefused = ([first]: readonly number[]): boolean => {
    try {
      void make(first).close?.();
      return false;
    } catch (error) {
      if (error instanceof UserError) return true;
      throw error;
    }
  };
  const refused = parts.filter(isRefused);
  return refused.length === parts.length ? [] : refused.flat();
}

/** Acts at random. */
function idler({ actionSize, actionLow, actionHigh }: NumericSpec, seat: number): Agent {
  let hand: Random | undefined;
  return {
    reset(random) {
      hand = random;
    },
    act(_seen, action) {
      const at = seat * actionSize;
      for (let k = 0; k < actionSize; k++) action[k] = hand?.uniform(actionLow[at + k], actionHigh[at + k]) ?? 0;
    },
  };
}

async function play(
  agents: readonly Agent[],
  make: () => NumericEnvironment,
  plan: RewardPlan,
  seed: number,
  last = true,
): Promise<Float64Array[]> {
  const episode = begun(make(), seed);
  const { spec, actions, outcomes } = episode;
  const { actionSize: A, observationSize: O } = spec;
  const reward = plan(spec);
  const pay = new Float64Array(spec.agents.length);
  const played: Float64Array[] = [];
  try {
    reward.reset(outcomes);
    for (const [i, agent] of agents.entries()) await agent.reset(Random.of(seed, "agent", i, 0));
    while (episode.status === Status.running && played.length < MOST_STEPS) {
      const seen = episode.look();
      for (const agent of agents) agent.watch?.(episode.world.state.buffer, outcomes);
      for (const [i, agent] of agents.entries())
        await agent.act(seen.subarray(i * O, (i + 1) * O), actions.subarray(i * A, (i + 1) * A));
      played.push(actions.slice());
      reward.pay(outcomes, episode.step(), pay);
      for (const [i, agent] of agents.entries()) agent.receive?.(pay[i], episode.status);
    }
  } finally {
    if (last) for (const agent of agents) await agent.close?.();
  }
  return played;
}

const same = (a: readonly Float64Array[], b: readonly Float64Array[], what: string) =>
  alike(a, b, what, ["acted", "action"]);
