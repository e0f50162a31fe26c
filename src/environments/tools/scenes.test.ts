import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import type { Scene } from "../../core/scene.ts";
import { ticketDesk } from "./ticket-desk.ts";
import { ANSWER, FORMAT, truthOf, ZOOM, zoomWorld } from "./zoom.ts";

const written = (scene: Scene | undefined) =>
  scene?.shapes.flatMap((shape) => (shape.kind === "text" ? [shape.text] : [])) ?? [];

test("revealed digits are open, and the answer is marked right or wrong", () => {
  const world = zoomWorld.make({ questions: ["maximum"] });
  const outcomes = new Float64Array(world.spec.channels.length);
  const random = Random.of(1);
  world.reset(random, outcomes);
  const play = (token: number) => {
    const actions = Float64Array.of(token);
    world.step(actions, outcomes, random);
    return world.scene?.({ actions, outcomes });
  };
  expect(written(play(FORMAT)).filter((text) => text === "hidden")).toHaveLength(3);
  expect(written(play(ZOOM + 1)).filter((text) => text === "hidden" || text === "shown")).toEqual([
    ...["hidden", "shown", "hidden"],
  ]);
  const truth = truthOf(1, world.state.views.picture);
  expect(play(ANSWER + truth)?.caption).toBe(`The answer ${truth} is right; the maximum is ${truth}.`);
});

test.each(["branch", "noise"] as const)("scenes of %s machines have one ready state and one ticket", (family) => {
  const world = ticketDesk.make({ family, tasks: 30 });
  const outcomes = new Float64Array(world.spec.channels.length);
  for (let task = 0; task < 30; task++) {
    world.reset(Random.of(1), outcomes);
    world.state.views.task[0] = task;
    const scene = world.scene?.(undefined);
    expect(written(scene).filter((text) => text === "ready")).toHaveLength(1);
    const circles = scene?.shapes.flatMap((shape) => (shape.kind === "circle" ? [shape] : [])) ?? [];
    expect(circles.filter(({ fill }) => fill === "accent")).toHaveLength(1);
    // No two states overlap.
    const places = circles.filter(({ fill }) => fill === "surface").map(({ at }) => at.join());
    expect(new Set(places).size).toBe(places.length);
  }
});
