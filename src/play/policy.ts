// Policies for all seats of an episode: agents in their seats, or one action that is kept up.

import type { Agent } from "../core/agent.ts";
import type { NumericSpec } from "../core/environment.ts";
import type { JointPolicy } from "./episode.ts";

/** The policy that does the same at every step. `action` is [agents × actionSize]. */
export const always = (action: ArrayLike<number>): JointPolicy => ({
  act({ actions }) {
    actions.set(action);
  },
});

/**
 * The policy of agents in their seats; a seat without one keeps the action that stands there. Agents that answer later think at
 * the same time.
 */
export function seated(spec: NumericSpec, agents: readonly (Agent | undefined)[]): JointPolicy {
  const { observationSize, actionSize } = spec;
  let buffers: readonly [Float32Array, Float64Array] | undefined;
  let seen: readonly Float32Array[] = [];
  let done: readonly Float64Array[] = [];
  const watching = agents.flatMap((agent) => (agent?.watch === undefined ? [] : [agent]));
  const act = (agent: Agent, seat: number) => agent.act(seen[seat], done[seat]);
  return {
    reset: (stream) => together(agents, (agent, seat) => agent.reset(stream(seat))),
    act({ actions, look, state, outcomes }) {
      const observations = look();
      if (buffers?.[0] !== observations || buffers[1] !== actions) {
        buffers = [observations, actions];
        seen = agents.map((_, i) => observations.subarray(i * observationSize, (i + 1) * observationSize));
        done = agents.map((_, i) => actions.subarray(i * actionSize, (i + 1) * actionSize));
      }
      for (const agent of watching) agent.watch?.(state, outcomes);
      return together(agents, act);
    },
    receive({ pay, status }) {
      if (pay.length === 0) return;
      const paid = pay[0];
      for (let i = 0; i < agents.length; i++) agents[i]?.receive?.(paid[i], status);
    },
  };
}

/** Lets every agent do something; undefined where all have answered at once. */
function together(
  agents: readonly (Agent | undefined)[],
  task: (agent: Agent, seat: number) => void | Promise<void>,
): Promise<void> | undefined {
  let pending: Promise<void>[] | undefined;
  for (let i = 0; i < agents.length; i++) {
    const agent = agents[i];
    const answer = agent === undefined ? undefined : task(agent, i);
    if (answer === undefined) continue;
    pending ??= [];
    pending.push(answer);
  }
  return pending === undefined ? undefined : allOf(pending);
}

/** Waits for all, so that no agent acts on after another has failed; then the first failure by seat is thrown. */
async function allOf(pending: readonly Promise<void>[]): Promise<void> {
  for (const outcome of await Promise.allSettled(pending)) {
    if (outcome.status === "rejected") throw outcome.reason;
  }
}
