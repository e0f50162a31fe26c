import { expect, test } from "vitest";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import type { Scene } from "../../core/scene.ts";
import { combinatorialBandit } from "./combinatorial.ts";
import { bernoulliBandit } from "./independent-arms.ts";
import { mapBandit } from "./map.ts";
import { switchingBandit } from "./switching.ts";

function after(world: NumericEnvironment, actions: readonly number[]): Scene {
  const { step, scene } = byHand(world, Random.of(1));
  step(...actions);
  return scene();
}

const written = ({ shapes }: Scene) => shapes.flatMap((shape) => (shape.kind === "text" ? [shape.text] : []));

test("the best arm is marked by colour, and the pulled one by its payoff", () => {
  const { shapes, caption } = after(bernoulliBandit.make({ means: [0, 1, 0.4] }), [1]);
  const good = shapes.filter((shape) => shape.kind === "polygon" && shape.fill === "good");
  expect(good).toHaveLength(1);
  expect(caption).toBe("Round 1 of 1000: arm 1 paid 1.");
});

test("a map points to the paying arm", () => {
  const world = mapBandit.make({ arms: 4 });
  const scene = after(world, [4]);
  const winner = world.state.views.hidden.indexOf(1);
  const arrow = scene.shapes.find((shape) => shape.kind === "line");
  expect(arrow?.kind === "line" && arrow.points[1][0]).toBeCloseTo(winner + 0.5);
  expect(scene.caption).toBe(`Pull 1 of 10: the map showed arm ${winner}.`);
});

test("chosen items show their payoffs", () => {
  const scene = after(combinatorialBandit.make({ means: [1, 0, 1, 0], chosen: 2 }), [0.9, 0.8, 0, 0]);
  expect(written(scene).filter((text) => text.startsWith("paid"))).toEqual(["paid 1", "paid 0"]);
});

test("losses that were not requested are hidden", () => {
  const scene = after(switchingBandit.make({ arms: 3, budget: 5 }), [0, 0, 1, 0]);
  expect(written(scene).filter((text) => text.endsWith("seen"))).toEqual(["seen", "seen", "unseen"]);
});
