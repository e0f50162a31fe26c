// Floors of the position-auction environment: parameters and their consistency.

import { z } from "zod";
import { type Path, UserError } from "../../core/errors.ts";
import { floorsOf, type ListFloors } from "../../mechanisms/position/floors.ts";
import type { ListRule } from "../../mechanisms/rule.ts";
import { byBidder } from "./bidders.ts";

const least = z.number().min(0).max(1e6);

export const floorParameters = {
  floor: z
    .union([least, z.array(least).min(1), z.record(z.string(), least)])
    .optional()
    .describe(
      "what must be bid for a click, and what one costs at least; an ad that bids less is not shown, and the order of the others stays: one number, a list or a map by name; default none. The optimal rule takes no floors",
    ),
  scoreFloor: z
    .union([least, z.array(least).min(1)])
    .optional()
    .describe(
      "the same of bid times quality, so that an ad of quality q must bid so much over q: one number, or one for each slot from the top; default none",
    ),
  slotFloors: z
    .array(least)
    .min(1)
    .optional()
    .describe(
      "the same of a bid in each slot from the top, never rising: an ad below a slot's floor may be shown in a lower slot; default none. Only gsp and first-price take floors that differ by slot",
    ),
};

interface Options {
  readonly floor?: z.output<typeof floorParameters.floor>;
  readonly scoreFloor?: z.output<typeof floorParameters.scoreFloor>;
  readonly slotFloors?: z.output<typeof floorParameters.slotFloors>;
  readonly slots: readonly number[];
  readonly reserve: number;
  readonly rule: string;
}

/**
 * Creates the floors for ads with these qualities, which may change; undefined where none is set. Throws a UserError where they do not fit
 * slots or bidders, or the rule does not support them.
 */
export function floorsOfList(
  { floor, scoreFloor, slotFloors, slots, reserve, rule: name }: Options,
  rule: ListRule,
  bidders: readonly string[],
  qualities: ArrayLike<number>,
): ListFloors | undefined {
  const scores = typeof scoreFloor === "number" ? slots.map(() => scoreFloor) : bySlot("scoreFloor", scoreFloor, slots);
  const floors = floorsOf(
    {
      bids: floor === undefined ? undefined : byBidder("floor", floor, bidders, 0),
      scores,
      slots: bySlot("slotFloors", slotFloors, slots),
    },
    qualities,
  );
  if (floors === undefined) return undefined;
  const path = [floor !== undefined ? "floor" : scoreFloor !== undefined ? "scoreFloor" : "slotFloors"];
  if (reserve > 0) {
    const what = "a reserve is taken off the bids and a floor is not, so that only one of them can be set";
    throw new UserError({ code: "two-reserves", what, path, hint: "leave out `reserve`" });
  }
  if (rule.floors === undefined) {
    const what = `the rule ${name} takes no floors${rule.byPrior === true ? ", as it sets its own reserves" : ""}`;
    throw new UserError({ code: "no-floors", what, path, hint: "gsp, first-price, vcg and approximate do" });
  }
  if (floors.bySlot && rule.floors !== "by slot") {
    const what = `the rule ${name} places all ads at once, and takes no floors that differ by slot`;
    const hint = "gsp and first-price do, which fill slots from the top";
    throw new UserError({
      code: "no-floors",
      what,
      path: [slotFloors === undefined ? "scoreFloor" : "slotFloors"],
      hint,
    });
  }
  return floors;
}

/** Floors by slot. Throws a UserError unless there is one for each slot, in non-increasing order. */
function bySlot(
  key: string,
  given: readonly number[] | undefined,
  slots: readonly number[],
): readonly number[] | undefined {
  if (given === undefined) return undefined;
  const path: Path = [key];
  if (given.length !== slots.length) {
    const what = `${given.length} floors for ${slots.length} slots`;
    throw new UserError({ code: "wrong-count", what, path, hint: "give one for each, from the top" });
  }
  const rising = given.findIndex((one, s) => s > 0 && one > given[s - 1]);
  if (rising < 0) return given;
  const what = `slot ${rising + 1} has a higher floor than the one above it`;
  throw new UserError({ code: "bad-floors", what, path, hint: "a slot further down asks for no more" });
}
