// Which advertisers want which impressions, from parameters: a family by name, or a log of one's own.

import { z } from "zod";
import { UserError } from "../../core/errors.ts";
import { oneOf, positive, share, whole } from "../../core/parameters.ts";
import { Random } from "../../core/random.ts";
import type { ImpressionOffer, Impressions } from "../../mechanisms/matching/impressions.ts";
import { impressionsOf, ofTypes, spreadChances, triangleChances } from "../../mechanisms/matching/impressions.ts";

export const graphParameters = {
  advertisers: whole(1, 64, 6).describe("who wants one success each; counted from 0"),
  family: oneOf(["triangle", "drawn"], "triangle").describe(
    "triangle: type i of as many types as advertisers is of interest to i and all after it; drawn: by chance",
  ),
  copies: whole(1, 10_000, 10).describe("impressions of each type, one after the other"),
  chance: positive(1, 0.1).describe("probability that an offer is a success"),
  spread: share(0).describe("each type and advertiser has `chance` times a number in 1 ± spread, at most 1"),
  density: positive(1, 0.5).describe("of a drawn graph: probability that an advertiser wants a type"),
  graph: z.int().min(0).default(0).describe("which drawn graph, and which spread chances; the same in every episode"),
  log: z
    .array(
      z
        .array(
          z.strictObject({
            advertiser: z.int().min(0).describe("who wants it"),
            chance: z.number().min(0).max(1).describe("probability that an offer is a success"),
          }),
        )
        .describe("an impression"),
    )
    .max(100_000)
    .default([])
    .describe("impressions in their order, each with who wants it; in place of a family"),
};
const schema = z.strictObject(graphParameters);
export type GraphParameters = z.output<typeof schema>;

/** The impressions of these parameters. Throws a UserError where a log names an advertiser that there is not, or one twice. */
export function graphOf(parameters: GraphParameters): Impressions {
  const { advertisers, family, copies, chance, spread, density, graph, log } = parameters;
  if (log.length > 0) {
    const rows = log.map((row, t) => {
      const seen = new Set<number>();
      return row.map((offer, k): ImpressionOffer => {
        const { advertiser } = offer;
        const path = ["log", t, k, "advertiser"];
        if (advertiser >= advertisers) {
          const what = `advertiser ${advertiser} is none of ${advertisers}`;
          const hint = `they are 0 … ${advertisers - 1}; let \`advertisers\` be larger for more`;
          throw new UserError({ code: "no-such-advertiser", what, path, hint });
        }
        if (seen.has(advertiser)) {
          const what = `advertiser ${advertiser} stands twice in one impression`;
          throw new UserError({ code: "advertiser-twice", what, path, hint: "give each one probability" });
        }
        seen.add(advertiser);
        return [advertiser, offer.chance];
      });
    });
    return impressionsOf(advertisers, rows);
  }
  const random = Random.of(graph, "matching", family);
  const drawn = random.stream("edges");
  const chances =
    family === "triangle"
      ? triangleChances(advertisers, chance)
      : Float64Array.from({ length: advertisers * advertisers }, () => (drawn.uniform() < density ? chance : 0));
  return ofTypes(
    advertisers,
    spread === 0 ? chances : spreadChances(chances, spread, random.stream("chances")),
    copies,
  );
}
