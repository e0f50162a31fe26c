// Reference bidders for places in a list: who bids the truth, and the equilibrium of the generalised second price that is lowest.

import { reactive } from "../../core/agent.ts";
import type { ObservationField, Oracle } from "../../core/environment.ts";
import { rankByScore } from "../../mechanisms/position/list.ts";
import type { ListOptions } from "./list-terms.ts";

/** Who bids their value; and, by gsp among separable users, where values are known, the lowest symmetric equilibrium. */
export function listOracles(
  terms: ListOptions,
  observation: readonly ObservationField[],
): Readonly<Record<string, Oracle>> {
  const truthful: Oracle = {
    meaning: "bids what a click is worth to it",
    play: () => reactive((seen) => seen[0]),
  };
  if (terms.rule !== "gsp" || terms.users !== "separable" || !terms.informed) return { truthful };
  return {
    equilibrium: {
      meaning: "its part of the lowest symmetric equilibrium of bidders without budgets, which pay as by vcg",
      play: (seat) => lowestEquilibrium(terms, observation, seat),
    },
    truthful,
  };
}

/**
 * In places of x₀ ≥ x₁ ≥ … clicks, bidders in the order of their values' scores θ = quality·(value − reserve) bid the scores
 * b_k = θ_k·(1 − x_k/x_{k−1}) + b_{k+1}·x_k/x_{k−1}, and their values where x_{k−1} is 0; the first bids its value (Edelman, Ostrovsky &
 * Schwarz, 2007; Varian, 2007). Every bid above the first's rank would do there.
 */
function lowestEquilibrium(
  { bidders: n, slots, shown = slots.length, reserve }: ListOptions,
  observation: readonly ObservationField[],
  seat: number,
): ReturnType<Oracle["play"]> {
  const values = observation.findIndex(({ name }) => name === "value0");
  const qualities = observation.findIndex(({ name }) => name === "quality0");
  const scores = new Float64Array(n);
  const order = new Int32Array(n);
  const clicks = (place: number) => (place < Math.min(shown, slots.length) ? slots[place] : 0);
  return reactive((seen) => {
    // In the order of seats, by which equal scores are ranked.
    for (let k = 0; k < n; k++) scores[(seat + k) % n] = seen[qualities + k] * Math.max(0, seen[values + k] - reserve);
    const count = rankByScore(scores, order);
    let bid = seen[values];
    let below = 0;
    for (let place = count - 1; place > 0; place--) {
      const here = order[place];
      const kept = clicks(place - 1) > 0 ? clicks(place) / clicks(place - 1) : 0;
      below = scores[here] * (1 - kept) + below * kept;
      if (here === seat) bid = reserve + below / seen[qualities];
    }
    return bid;
  });
}
