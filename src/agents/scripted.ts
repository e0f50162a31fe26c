// What scripted agents have in common: how their parameters are written, and the tremble that any of them may have: what was meant
// plus noise (Selten, 1975). It stands between agent and world, so that no agent needs noise of its own. And whom they
// answer to: the next seat, all partners on average, or the one who gives least.

import type { Agent } from "../core/agent.ts";
import { UserError } from "../core/errors.ts";
import { actionPlaces, boxShare } from "../core/last-actions.ts";
import { oneOf, within } from "../core/parameters.ts";
import type { Random } from "../core/random.ts";
import { type BoundEntry, bind, type Entry } from "../core/registry.ts";
import type { AgentPlan, Seat } from "../core/seat.ts";

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
  return noise === 0 ? plan : Object.assign((seat: Seat) => shaking(plan(seat), seat, noise), plan);
}

function shaking({ follow: _, ...agent }: Agent, { spec, seat }: Seat, noise: number): Agent {
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
    // It does not know the chances of what is shaken.
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

/** `next` is seat (i+1) mod n, as in the Coopetition-Gym release; `mean` and `least` are over all partners. */
export type Watched = "next" | "mean" | "least";

/** The parameter that says whom an agent answers to. */
export function watched(defaultValue: Watched) {
  return oneOf(["next", "mean", "least"], defaultValue).describe(
    "whose last action counts: the next agent's, the partners' mean, or the smallest among them",
  );
}

/** What an agent sees of the last round. */
export type Glimpse = ReturnType<typeof glimpse>;

/** Prepares the reading of observations for a seat; a UserError where no actions are shown or no partner is there. */
export function glimpse({ spec, seat }: Seat, watch: Watched) {
  const n = spec.agents.length;
  if (n < 2) {
    throw new UserError({
      code: "no-partner",
      what: "this agent answers what partners do, and the world has only one agent",
    });
  }
  const places = actionPlaces(spec, seat);
  const share = (observation: Float32Array, agent: number) => boxShare(spec, agent, observation, places[agent]);
  const next = (seat + 1) % n;
  return {
    /** Share of its own box that the agent itself gave, after any tremble. */
    own: (observation: Float32Array) => share(observation, seat),
    /** Share of the box that the watched partners gave, in [0, 1]. */
    partners(observation: Float32Array) {
      if (watch === "next") return share(observation, next);
      let sum = 0;
      let least = 1;
      for (let j = 0; j < n; j++) {
        if (j === seat) continue;
        const given = share(observation, j);
        sum += given;
        if (given < least) least = given;
      }
      return watch === "mean" ? sum / (n - 1) : least;
    },
  };
}
