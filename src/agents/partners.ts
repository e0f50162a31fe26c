// Whom an agent answers to: the next seat, all partners on average, or the one who gives least.

import type { Seat } from "../core/agent.ts";
import { UserError } from "../core/errors.ts";
import { actionPlaces, boxShare } from "../core/last-actions.ts";
import { oneOf } from "../core/parameters.ts";

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

/** Prepares the reading of observations for a seat; a UserError where nothing is shown or nobody is there. */
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
