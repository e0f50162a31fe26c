import { expect, test } from "vitest";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import type { Scene, Shape } from "../../core/scene.ts";
import { auctionWorld } from "./auction.ts";
import { campaignWorld } from "./campaign.ts";
import { positionsWorld } from "./positions.ts";
import { placesOf } from "./scenes.ts";

/** Plays one step and returns the resulting scene. */
function after(world: NumericEnvironment, actions: readonly number[]): Scene {
  const { step, scene } = byHand(world, Random.of(1));
  step(...actions);
  return scene();
}

/** Names of the rows with a pointer. */
function marked({ shapes }: Scene): string[] {
  const rows = shapes.flatMap((shape: Shape) =>
    shape.kind === "polygon" && shape.points.length === 3 ? [shape.points[2][1]] : [],
  );
  return shapes.flatMap((shape) =>
    shape.kind === "text" && shape.align === "start" && rows.includes(shape.at[1]) ? [shape.text] : [],
  );
}

const written = ({ shapes }: Scene) => shapes.flatMap((shape) => (shape.kind === "text" ? [shape.text] : []));

test("the winner of an auction is marked, with its payment", () => {
  const scene = after(auctionWorld.make({ bidders: 3, horizon: 5 }), [0.2, 0.9, 0.4]);
  expect(marked(scene)).toEqual(["bidder 2"]);
  expect(written(scene)).toContain("the winner pays 0.4");
  expect(scene.caption).toBe("Thing 1 of 5 went to bidder 2 for 0.4; the seller has earned 0.4.");
});

test("no bidder is marked where no bid reaches the reserve", () => {
  const scene = after(auctionWorld.make({ bidders: 2, reserve: 0.5 }), [0.2, 0.3]);
  expect(marked(scene)).toEqual([]);
  expect(scene.caption).toContain("was not sold");
});

test.each(["separable", "cascade", "logit"] as const)(
  "the scene shows the rule's positions, with %s users",
  (users) => {
    const qualities = [0.3, 0.6, 0.2, 0.5];
    const bids = [0.9, 0.2, 0.8, 0.5];
    const scene = after(positionsWorld.make({ users, qualities, rule: "gsp", slots: [0.9, 0.6, 0.3] }), bids);
    const ranked = [0, 1, 2, 3].sort((a, b) => bids[b] * qualities[b] - bids[a] * qualities[a]).slice(0, 3);
    const names = ranked.map((i) => `bidder ${i + 1}`);
    expect(marked(scene)).toEqual([...names].sort());
    expect(scene.caption).toBe(`List 1 of 200 showed from the top ${names.join(", ")}.`);
  },
);

test("an ad without clicks has no position", () => {
  expect(placesOf([0.1, 0, 0.3], [0.5, 0.5, 0.5], false)).toEqual([2, 0, 1]);
});

test("a campaign shows the result of the last bid", () => {
  const market = { winRate: 1, meanPrice: 2, priceDeviation: 1, highest: 5, clickRate: 0.3 };
  const world = campaignWorld.make({ horizon: 20, budget: 1000, market });
  expect(["won", "clicked"]).toContain(written(after(world, [5]))[4]);
  expect(written(after(world, [0]))[4]).toBe("lost");
});
