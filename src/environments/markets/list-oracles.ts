// Reference bidders for places in a list: the truthful one, and the equilibrium of the generalised second price that is lowest.

import { reactive } from "../../core/agent.ts";
import type { ObservationField, Oracle } from "../../core/environment.ts";
import { rankByScore } from "../../mechanisms/position/list.ts";
import type { ListOptions } from "./list-terms.ts";

/** Above that of numbers of single precision. */
const ROUNDING = 1e-6;

/**
 * A bidder of its value; and, by gsp among separable users, where values are known, one of the lowest symmetric equilibrium. It is known
 * with a floor on scores that is the same in all slots, as that asks as much of every ad in the units in which ads are ranked; with
 * others none is.
 */
export function listOracles(
  terms: ListOptions,
  observation: readonly ObservationField[],
): Readonly<Record<string, Oracle>> {
  const truthful: Oracle = {
    meaning: "bids what a click is worth to it",
    play: () => reactive((seen) => seen[0]),
  };
  const { rule, users, informed, floor = 0, scoreFloor = 0, slotFloors } = terms;
  const known = floor === 0 && slotFloors === undefined && typeof scoreFloor === "number";
  if (rule !== "gsp" || users !== "separable" || !informed || !known) return { truthful };
  return {
    equilibrium: {
      meaning: "its part of the lowest symmetric equilibrium of bidders without budgets, which pay as by vcg",
      play: (seat) => lowestEquilibrium(terms, scoreFloor, observation, seat),
    },
    truthful,
  };
}

/**
 * In places of x₀ ≥ x₁ ≥ … clicks, bidders in the order of their values' scores θ = quality·(value − reserve) bid the scores
 * b_k = θ_k·(1 − x_k/x_{k−1}) + b_{k+1}·x_k/x_{k−1}, and their values where x_{k−1} is 0; the first bids its value (Edelman, Ostrovsky &
 * Schwarz, 2007; Varian, 2007). Every bid above the first's rank would do there. Below the last who reaches the floor on scores stands the
 * floor, as what keeps the place there: so each pays as by VCG with that floor.
 */
function lowestEquilibrium(
  { bidders: n, slots, shown = slots.length, reserve }: ListOptions,
  floor: number,
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
    for (let k = 0; k < n; k++) if (scores[k] < floor) scores[k] = 0;
    const count = rankByScore(scores, order);
    let bid = seen[values];
    let below = floor;
    for (let place = count - 1; place > 0; place--) {
      const here = order[place];
      const kept = clicks(place - 1) > 0 ? clicks(place) / clicks(place - 1) : 0;
      below = scores[here] * (1 - kept) + below * kept;
      if (here === seat) bid = reserve + below / seen[qualities];
    }
    // What is seen is rounded, and must not fall below the floor by that.
    return scores[seat] > 0 ? Math.max(bid, Math.min(seen[values], ((1 + ROUNDING) * floor) / seen[qualities])) : bid;
  });
}
