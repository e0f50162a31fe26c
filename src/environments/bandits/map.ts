// A bandit with exactly one paying arm, drawn anew for every block, and a further arm, the map, which pays nothing and reveals it: a
// minimal environment in which information has a price and a value. Two reference players exploit that value.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import type { Oracle } from "../../core/environment.ts";
import { oneOf, whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { bandit } from "./arms.ts";
import { blockParameters } from "./sight.ts";

export const mapBandit = bind({
  id: "bandits/map",
  summary: "one of several arms pays, another one in every block; a pull of the map shows which",
  source: "after the claims of arXiv 2508.01287",
  parameters: z.strictObject({
    horizon: whole(1, 10_000_000, 10).describe("pulls of a block"),
    arms: whole(2, 1000, 6).describe("arms of which one pays 1; the map is the choice after them"),
    map: oneOf(["winner", "wrong"], "winner").describe(
      "what the map shows: the arm that pays, or one of the others, drawn anew each time",
    ),
    ...blockParameters,
  }),
  make: ({ horizon, arms, map, stays, feedback }) =>
    bandit({
      count: arms + 1,
      horizon,
      low: 0,
      high: 1,
      spread: 1,
      deterministic: false,
      best: "the arm that pays",
      block: {
        size: arms,
        label: "1 at the arm that pays",
        stays,
        feedback,
        draw(random, hidden) {
          hidden.fill(0);
          hidden[random.integer(arms)] = 1;
        },
        show(arm, random, hidden) {
          if (arm < arms) return -1;
          const winner = hidden.indexOf(1);
          return map === "winner" ? winner : (winner + 1 + random.integer(arms - 1)) % arms;
        },
      },
      isBest: (arm, hidden) => arm < arms && hidden[arm] === 1,
      pay: (arm, _round, _random, hidden) => (arm < arms ? hidden[arm] : 0),
      gap: (arm, _round, hidden) => (arm < arms ? 1 - hidden[arm] : 1),
      worth: { low: 0, high: 1, anew: !stays, map: true, of: (arm, _round, hidden) => (arm < arms ? hidden[arm] : 0) },
      ...(feedback && map === "winner" ? { oracles: mapPlayers(arms) } : {}),
    }),
});

/** Reference players of a map bandit with observed feedback. */
export function mapPlayers(arms: number): Readonly<Record<string, Oracle>> {
  const payoffAt = arms + 1;
  const shownAt = arms + 2;
  return {
    map: {
      meaning: "pulls the map, then the arm that it showed for the rest of the block",
      play: (): Agent => {
        let shown = -1;
        return {
          reset() {
            shown = -1;
          },
          act(observation, action) {
            for (let arm = 0; arm < arms; arm++) if (observation[shownAt + arm] === 1) shown = arm;
            action[0] = shown < 0 ? arms : shown;
          },
        };
      },
    },
    elimination: {
      meaning: "tries one arm after the other and stays with the first that pays",
      play: (): Agent => {
        let next = -1;
        return {
          reset() {
            next = -1;
          },
          act(observation, action) {
            if (next < 0 || observation[payoffAt] === 0) next = Math.min(next + 1, arms - 1);
            action[0] = next;
          },
        };
      },
    },
  };
}
