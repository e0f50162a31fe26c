// Arms of which exactly one pays, drawn anew for every block, and a map that pays nothing and shows which one it is: the
// plainest world in which information has a price and a worth.

import { z } from "zod";
import { oneOf, whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { bandit } from "./arms.ts";
import { mapPlayers } from "./map-players.ts";
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
      ...(feedback && map === "winner" ? { oracles: mapPlayers(arms) } : {}),
    }),
});
