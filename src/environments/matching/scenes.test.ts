import { expect, test } from "vitest";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import type { Scene } from "../../core/scene.ts";
import { matchingImpressions } from "./impressions.ts";
import { matchingOffers } from "./offers.ts";

/** Returns the scene after each of these choices. */
function scenes(world: NumericEnvironment, choices: readonly number[]): Scene[] {
  const { step, scene } = byHand(world, Random.of(1));
  return choices.map((choice) => {
    step(choice);
    return scene();
  });
}

const written = ({ shapes }: Scene) => shapes.flatMap((shape) => (shape.kind === "text" ? [shape.text] : []));

test("a matched advertiser is marked, and lines lead to the interested ones", () => {
  const log = [[{ advertiser: 1, chance: 1 }], [{ advertiser: 0, chance: 0.5 }], [{ advertiser: 0, chance: 0.5 }]];
  const [first, second] = scenes(matchingImpressions.make({ advertisers: 3, log }), [1, 3]);
  expect(written(first).filter((text) => text === "taken" || text === "free")).toEqual(["free", "taken", "free"]);
  expect(first.shapes.filter((shape) => shape.kind === "line")).toHaveLength(1);
  expect(first.caption).toBe("Impression 1 of 3 was offered to advertiser 1, a success; 2 successes are still wanted.");
  expect(second.caption).toContain("was offered to no advertiser that wants it");
});

test("many advertisers are drawn as bars", () => {
  const [scene] = scenes(matchingOffers.make({ advertisers: 40, budget: 3 }), [40]);
  expect(scene.shapes.some((shape) => shape.kind === "circle")).toBe(false);
});
