// What scripted agents have in common: how their parameters are written, and the tremble that any of them may have: what was meant
// plus noise (Selten, 1975). It stands between agent and world, so that no agent needs noise of its own.

import type { Agent, AgentPlan, Seat } from "../core/agent.ts";
import { within } from "../core/parameters.ts";
import type { Random } from "../core/random.ts";
import { type BoundEntry, bind, type Entry } from "../core/registry.ts";

/** The parameter that every scripted agent takes; spread it into the agent's own. */
export const trembling = {
  noise: within(0, 1e6, 0).describe(
    "standard deviation of a Gaussian tremble of the action, in action units; clipped to the box",
  ),
};

/** A parameter in percent of the agent's box: 0 is its smallest action, 100 its largest. */
export function percent(defaultValue: number, meaning: string) {
  return within(0, 100, defaultValue).describe(`${meaning}, in percent of the agent's own box`);
}

/** The entry of a scripted agent: `make` gives the steady hand, `noise` makes it tremble. */
export function scripted<P extends { noise: number }>(entry: Entry<AgentPlan, P>): BoundEntry<AgentPlan> {
  return bind({ ...entry, make: (parameters: P) => tremble(entry.make(parameters), parameters.noise) });
}

/** `plan` with a Gaussian tremble of standard deviation `noise` (action units), clipped to the agent's box. */
export function tremble(plan: AgentPlan, noise: number): AgentPlan {
  return noise === 0 ? plan : (seat) => shaking(plan(seat), seat, noise);
}

function shaking(agent: Agent, { spec, seat }: Seat, noise: number): Agent {
  const size = spec.actionSize;
  const low = spec.actionLow.subarray(seat * size, (seat + 1) * size);
  const high = spec.actionHigh.subarray(seat * size, (seat + 1) * size);
  let hand: Random | undefined;
  function shake(action: Float64Array): void {
    for (let k = 0; k < size; k++) {
      const shaken = action[k] + noise * (hand?.normal() ?? 0);
      action[k] = Math.min(high[k], Math.max(low[k], shaken));
    }
  }
  return {
    ...agent,
    reset(random) {
      // A stream of its own: the agent draws the same numbers whether its hand trembles or not.
      hand = random.stream("tremble");
      return agent.reset(random);
    },
    act(observation, action) {
      const thinking = agent.act(observation, action);
      return thinking === undefined ? shake(action) : thinking.then(() => shake(action));
    },
  };
}
