// Tit for tat and variants for continuous actions: each plays the partner's last action, as a share of the partner's box, within its own
// box. With two levels, all or nothing, each is the strategy of the same name in the literature.

import { z } from "zod";
import { playShare } from "../core/last-actions.ts";
import { share, within } from "../core/parameters.ts";
import type { Random } from "../core/random.ts";
import type { AgentPlan } from "../core/seat.ts";
import { type Glimpse, glimpse, percent, scripted, trembling, type Watched, watched } from "./scripted.ts";

/** Creates the response function of a seat for one episode, used from the second round on. */
type Answer = (see: Glimpse, random: Random) => (observation: Float32Array) => number;

interface Opening {
  readonly first: number;
  readonly watch: Watched;
}

const opening = (first: number) => ({
  first: percent(first, "what it plays in the first round"),
  watch: watched("next"),
  ...trembling,
});

/** Opens with `first` percent and uses the response function afterwards. */
function answering({ first, watch }: Opening, answer: Answer): AgentPlan {
  return (seat) => {
    const see = glimpse(seat, watch);
    let reply: ((observation: Float32Array) => number) | undefined;
    let opened = false;
    return {
      reset(random) {
        reply = answer(see, random.stream("answer"));
        opened = false;
      },
      act(observation, action) {
        if (reply === undefined) throw new Error("act before reset");
        playShare(seat.spec, seat.seat, opened ? reply(observation) : first / 100, action);
        opened = true;
      },
    };
  };
}

export const titForTat = scripted({
  id: "tit-for-tat",
  summary: "opens with half and then gives what the partner gave last",
  source: "Axelrod & Hamilton (1981); as TitForTat of Coopetition-Gym v1 (arXiv 2605.02063)",
  parameters: z.strictObject(opening(50)).describe("gives what the partner gave last"),
  make: (p) => answering(p, (see) => see.partners),
});

export const suspiciousTitForTat = scripted({
  id: "suspicious-tit-for-tat",
  summary: "opens with nothing and then gives what the partner gave last",
  source: "Boyd & Lorberbaum (1987)",
  parameters: z.strictObject(opening(0)).describe("tit for tat that opens with nothing"),
  make: (p) => answering(p, (see) => see.partners),
});

export const titForTwoTats = scripted({
  id: "tit-for-two-tats",
  summary: "gives the larger of the partner's last two shares: one lapse is overlooked",
  source: "Axelrod (1984)",
  parameters: z.strictObject(opening(50)).describe("gives the larger of the partner's last two shares"),
  make: (p) =>
    answering(p, (see) => {
      let before = p.first / 100;
      return (observation) => {
        const last = see.partners(observation);
        const larger = Math.max(last, before);
        before = last;
        return larger;
      };
    }),
});

export const generousTitForTat = scripted({
  id: "generous-tit-for-tat",
  summary: "tit for tat that now and then answers a lapse with its first offer",
  source: "Nowak & Sigmund (1992); generosity 1/3 is theirs for Axelrod's payoffs",
  parameters: z
    .strictObject({
      ...opening(50),
      generosity: share(1 / 3).describe(
        "chance of answering a partner who gave less than the first offer with that offer",
      ),
    })
    .describe("tit for tat that forgives at random"),
  make: (p) =>
    answering(p, (see, random) => (observation) => {
      const last = see.partners(observation);
      const offer = p.first / 100;
      return last < offer && random.uniform() < p.generosity ? offer : last;
    }),
});

export const contriteTitForTat = scripted({
  id: "contrite-tit-for-tat",
  summary: "tit for tat that accepts a punishment which its own slip has earned",
  source: "Boyd (1989); Wu & Axelrod (1995)",
  parameters: z
    .strictObject({
      ...opening(50),
      tolerance: within(0, 100, 1).describe(
        "percentage points below its intention from which its own action counts as a slip",
      ),
    })
    .describe("tit for tat that does not answer the answer to its own slip; differs only where hands tremble"),
  make: (p) =>
    answering(p, (see) => {
      let intended = p.first / 100;
      let slipped = false;
      return (observation) => {
        // The partner's last action responds to the agent's action two rounds ago, to which `slipped` refers.
        const last = see.partners(observation);
        const next = slipped ? Math.max(last, intended) : last;
        slipped = see.own(observation) < intended - p.tolerance / 100;
        intended = next;
        return next;
      };
    }),
});
