// Gives a little more each round while partners keep up; answers the k-th defection with k rounds of punishment and
// then makes two offers of peace. Sources: Beaufils, Delahaye & Mathieu (1996) for the punishment, Roberts & Sherratt
// (1998, "raise the stakes") for the growing offers.

import { z } from "zod";
import { playShare } from "../core/last-actions.ts";
import { within } from "../core/parameters.ts";
import { glimpse, watched } from "./partners.ts";
import { percent, scripted, trembling } from "./scripted.ts";

/** Rounds of peace after a punishment, in which nothing counts as a defection. */
const PEACE = 2;

export const gradual = scripted({
  id: "gradual",
  summary: "raises its offer while partners keep up; answers the k-th defection with k punishing rounds",
  source: "Beaufils, Delahaye & Mathieu (1996); Roberts & Sherratt (1998)",
  parameters: z
    .strictObject({
      first: percent(40, "its first offer, and its offer of peace"),
      rise: within(0, 100, 5).describe("percentage points that it adds each round"),
      most: percent(60, "its highest offer"),
      punishment: percent(0, "what it plays while it punishes"),
      tolerance: within(0, 100, 5).describe(
        "percentage points that a partner may stay below what it has seen without defecting",
      ),
      watch: watched("least"),
      ...trembling,
    })
    .refine((p) => p.first <= p.most, { error: "first must not exceed most", path: ["first"] })
    .describe("raises its offer step by step; punishes longer each time and then calms"),
  make: (p) => (seat) => {
    const see = glimpse(seat, p.watch);
    let round = 0;
    let offer = p.first;
    let seen = p.first;
    let defections = 0;
    // Rounds of punishment and peace still to come, this one included.
    let quiet = 0;
    return {
      reset() {
        round = 0;
        offer = p.first;
        seen = p.first;
        defections = 0;
        quiet = 0;
      },
      act(observation, action) {
        if (quiet > 0) quiet -= 1;
        if (quiet === 0 && round > 0) {
          // A partner can only answer what it had seen: the offer of the round before last.
          if (100 * see.partners(observation) < seen - p.tolerance) {
            defections += 1;
            quiet = defections + PEACE;
            offer = p.first;
            seen = p.first;
          } else {
            seen = offer;
            offer = Math.min(p.most, offer + p.rise);
          }
        }
        round += 1;
        playShare(seat.spec, seat.seat, (quiet > PEACE ? p.punishment : offer) / 100, action);
      },
    };
  },
});
