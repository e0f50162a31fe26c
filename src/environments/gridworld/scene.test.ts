import { expect, test } from "vitest";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import type { Scene } from "../../core/scene.ts";
import { corridors } from "./corridors.ts";
import { hiddenGoal } from "./hidden-goal.ts";
import { maze, noisyTv } from "./maze.ts";
import { objects } from "./object-world.ts";

/** Scenes at the start and after each choice. */
function scenes(world: NumericEnvironment, choices: readonly number[]): Scene[] {
  const { step, scene } = byHand(world, Random.of(2));
  const after = (choice: number) => {
    step(choice);
    return scene();
  };
  return [scene(), ...choices.map(after)];
}

const grids = ({ shapes }: Scene) => shapes.flatMap((shape) => (shape.kind === "grid" ? [shape] : []));

test("a television shows its picture's number in binary", () => {
  const [before, after] = scenes(noisyTv.make({ pictures: 1000, horizon: 5 }), [4]);
  const shown = ({ shapes }: Scene) =>
    shapes.flatMap((shape) => (shape.kind === "text" ? [Number(shape.text)] : []))[0];
  const lit = (scene: Scene) => grids(scene)[1].cells.reduce((sum, on, k) => sum + on * 2 ** k, 0);
  expect(shown(before)).toBe(0);
  expect(shown(after)).toBeGreaterThan(0);
  expect([lit(before), lit(after)]).toEqual([0, shown(after)]);
});

test("the largest maze can be drawn", () => {
  expect(grids(scenes(maze.make({ size: 101 }), [])[0])[0].cells).toHaveLength(101 * 101);
});

test("the agent is at its position in the corridor, and the goal at the end of its own", () => {
  const world = corridors.make({ corridors: 4, length: 10, horizon: 10 });
  const last = scenes(world, [1, 3, 3]).at(-1);
  const circles = last?.shapes.flatMap((shape) => (shape.kind === "circle" ? [shape] : [])) ?? [];
  // The second of four corridors points to the right.
  expect(circles[2].at).toEqual([expect.closeTo(1.2 + 3), expect.closeTo(0)]);
  expect(Math.hypot(...circles[1].at)).toBeCloseTo(1.2 + 10);
});

test("collected objects are drawn as rings", () => {
  const world = objects.make({ tasks: "sparse" });
  const [before] = scenes(world, []);
  world.state.views.exists[0] = 0;
  const after = world.scene?.(undefined);
  const filled = (scene: Scene | undefined) =>
    scene?.shapes.filter((shape) => shape.kind === "circle" && (shape.fill === "good" || shape.fill === "bad")).length;
  expect([filled(before), filled(after)]).toEqual([2, 1]);
});

test("a search that reaches the goal is reported", () => {
  const world = hiddenGoal.make({ size: 3, searches: 3 });
  scenes(world, []);
  world.state.views.goal[0] = 1;
  const actions = Float64Array.of(0);
  const outcomes = new Float64Array(world.spec.channels.length);
  world.step(actions, outcomes, Random.of(1));
  expect(world.scene?.({ actions, outcomes }).caption).toBe("The step reached the goal; 1 of 3 searches are over.");
});
