// Members of a society at a common resource, by four channels of learning: the resource itself, fines, peers, and chance.
// Source: the four channels are those of arXiv 2510.14401; the equations are ours.

import { z } from "zod";
import { fieldOffset } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { flag, oneOf, share } from "../core/parameters.ts";
import type { Random } from "../core/random.ts";
import type { AgentPlan, Seat } from "../core/seat.ts";
import { scripted, trembling } from "./scripted.ts";

/** Least effort that a member thinks one may take. */
const LEAST = 0.05;
/** Change of the stock that is noticed, the stocks that count as much and as little, and how far opinions move. */
const [NOTICED, MUCH, LITTLE, MORE, LESS] = [0.002, 0.8, 0.6, 0.02, 0.03];
/** Noise of opinions, and of opinions at the start. */
const [WAVERING, FIRST] = [0.01, 0.03];
/** How strongly a better faring peer is preferred. */
const STRENGTH = 2;

export const commoner = scripted({
  id: "commoner",
  summary:
    "lives in a society at a common resource: learns from the stock, obeys fines, and copies peers that fare better",
  source: "the channels of learning are those of arXiv 2510.14401; the equations are ours",
  parameters: z.strictObject({
    effort: share(0.3).describe("mean effort at the start: .3 is altruistic, .8 selfish"),
    variety: share(0.08).describe("standard deviation of efforts at the start"),
    watches: share(0.6).describe("chance that it watches others at the start: .6 is altruistic, .2 selfish"),
    learns: flag(true).describe("whether its opinion of what one should take follows the stock"),
    copies: share(0.3).describe("chance that it compares itself with the peer that it sees; 0 for no social learning"),
    copying: oneOf(["success", "chance"], "success").describe(
      "what decides on copying: success, 1/(1 + exp(−2·lead)); or a fair coin",
    ),
    obeys: share(0.27).describe(
      "chance that a fine of one harvest moves its effort half-way to the norm; larger fines in proportion",
    ),
    innovation: share(0.03).describe("standard deviation of the change of its effort in each period"),
    flips: share(0.005).describe("chance that it begins or ceases to watch in a period"),
    calls: flag(false).describe(
      "whether it tells its neighbours to take less while the stock is low, where members send messages",
    ),
    heeds: share(0).describe("share of its effort that it gives up where all its neighbours told it to take less"),
    ...trembling,
  }),
  make:
    (p): AgentPlan =>
    (seat) => {
      const [stock, change, norm, fine, peerEffort, peerNorm, peerWatch, peerAhead] = fieldsOf(seat);
      const heard = fieldOffset(seat.spec, "heard");
      let stream: Random | undefined;
      let [isBorn, effort, opinion, watches] = [false, 0, 0, false];

      const begin = (random: Random): void => {
        effort = bounded(p.effort + p.variety * random.normal(), 0);
        opinion = bounded(effort + FIRST * random.normal(), LEAST);
        watches = random.uniform() < p.watches;
        isBorn = true;
      };

      const live = (seen: Float32Array, random: Random): void => {
        // All draws are made in every period, so that channels of learning share their chance.
        const [obeying, wavering, meeting, choosing] = [
          random.uniform(),
          random.normal(),
          random.uniform(),
          random.uniform(),
        ];
        const [innovating, flipping] = [random.normal(), random.uniform()];
        if (obeying < p.obeys * seen[fine]) effort += (seen[norm] - effort) / 2;
        if (p.learns) {
          if (seen[change] > NOTICED || seen[stock] > MUCH) opinion += MORE;
          else if (seen[change] < -NOTICED && seen[stock] < LITTLE) opinion -= LESS;
          opinion = bounded(opinion + WAVERING * wavering, LEAST);
        }
        if (meeting < p.copies) {
          const chance = p.copying === "chance" ? 0.5 : 1 / (1 + Math.exp(-STRENGTH * seen[peerAhead]));
          if (choosing < chance) {
            effort = seen[peerEffort];
            opinion = bounded(seen[peerNorm], LEAST);
            watches = seen[peerWatch] === 1;
          }
        }
        effort = bounded(effort + p.innovation * innovating, 0);
        if (flipping < p.flips) watches = !watches;
      };

      return {
        reset(random) {
          stream = random.stream("life");
          isBorn = false;
        },
        act(seen, action) {
          if (stream === undefined) throw new Error("act before reset");
          if (isBorn) live(seen, stream);
          else begin(stream);
          action[0] = heard === undefined ? effort : effort * (1 - p.heeds * seen[heard]);
          action[1] = opinion;
          action[2] = watches ? 1 : 0;
          if (heard !== undefined) action[3] = p.calls && seen[stock] < LITTLE ? 1 : 0;
        },
      };
    },
});

const bounded = (x: number, low: number): number => (x < low ? low : x > 1 ? 1 : x);

function fieldsOf({ spec }: Seat): number[] {
  const names = ["stock", "change", "norm", "fine", "peerEffort", "peerNorm", "peerWatch", "peerAhead"];
  return names.map((name) => {
    const at = fieldOffset(spec, name);
    if (at !== undefined) return at;
    const what = `a commoner lives in societies, and this world shows no ${name}`;
    throw new UserError({ code: "no-society", what, hint: "environment: commons/society" });
  });
}
