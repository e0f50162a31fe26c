// Common parts of scripted agents: declaration of parameters; action noise, a "trembling hand" (Selten, 1975), which is applied between
// agent and environment so that agents need none of their own; and the choice of the partners that an agent reacts to: the next seat, the
// mean of all partners, or the smallest contribution.

import type { Agent } from "../core/agent.ts";
import { UserError } from "../core/errors.ts";
import { actionPlaces, boxShare } from "../core/last-actions.ts";
import { oneOf, within } from "../core/parameters.ts";
import type { Random } from "../core/random.ts";
import { type BoundEntry, bind, type Entry } from "../core/registry.ts";
import type { AgentPlan, Seat } from "../core/seat.ts";

/** The noise parameter of every scripted agent; spread it into the agent's own parameters. */
export const trembling = {
  noise: within(0, 1e6, 0).describe(
    "standard deviation of a Gaussian tremble of the action, in action units; clipped to the box",
  ),
};

/** A parameter in percent of the agent's box: 0 is its smallest action, 100 its largest. */
export function percent(defaultValue: number, meaning: string) {
  return within(0, 100, defaultValue).describe(`${meaning}, in percent of the agent's own box`);
}

/** Creates the entry of a scripted agent: `make` returns the agent without noise, and `noise` adds it. */
export function scripted<P extends { noise: number }>(entry: Entry<AgentPlan, P>): BoundEntry<AgentPlan> {
  return bind({ ...entry, make: (parameters: P) => tremble(entry.make(parameters), parameters.noise) });
}

/** Adds Gaussian noise with standard deviation `noise` (in action units) to the actions of `plan`, clipped to the agent's box. */
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
    // Probabilities of the perturbed actions are not available.
    ...agent,
    reset(random) {
      // A separate stream, so that the agent's own random numbers do not depend on the noise.
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

/** The parameter that selects the partners an agent reacts to. */
export function watched(defaultValue: Watched) {
  return oneOf(["next", "mean", "least"], defaultValue).describe(
    "whose last action counts: the next agent's, the partners' mean, or the smallest among them",
  );
}

/** Accessors for an agent's observation of the last round. */
export type Glimpse = ReturnType<typeof glimpse>;

/** Prepares the accessors for a seat. Throws a UserError where actions are not observed or there is no partner. */
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
    /** The agent's own last action as a share of its box, after noise. */
    own: (observation: Float32Array) => share(observation, seat),
    /** The watched partners' last actions as a share of their boxes, in [0, 1]. */
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
