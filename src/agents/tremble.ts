// A trembling hand: what an agent meant to do, plus noise. It stands between any agent and the world, so that no agent
// needs noise of its own. Source of the idea: Selten (1975), "Reexamination of the perfectness concept".

import type { Agent, AgentPlan, Seat } from "../core/agent.ts";
import type { Random } from "../core/random.ts";

/** `plan` with a Gaussian tremble of standard deviation `noise` (action units), clipped to the agent's box. */
export function tremble(plan: AgentPlan, noise: number): AgentPlan {
  return noise === 0 ? plan : (seat) => trembling(plan(seat), seat, noise);
}

function trembling(agent: Agent, { spec, seat }: Seat, noise: number): Agent {
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
