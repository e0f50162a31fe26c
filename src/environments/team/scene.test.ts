import { expect, test } from "vitest";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import { Random } from "../../core/random.ts";
import type { Scene } from "../../core/scene.ts";
import { loseReport, makeFactFinding } from "./fact-finding.ts";
import { parameters } from "./protocol.ts";

const arrows = ({ shapes }: Scene) =>
  shapes.flatMap((shape) => (shape.kind === "line" && shape.arrow === true ? [shape.stroke] : []));

test("reports of the last round lead to the orchestrator; right, wrong and lost ones are distinguished", () => {
  const world = makeFactFinding(parameters.parse({ width: 3, strengths: [20], unit: 5 }));
  const { step, scene } = byHand(world, Random.of(3));
  const truth = world.state.views.hidden[0];
  expect(arrows(scene())).toEqual([]);
  step(3);
  expect(arrows(scene())).toEqual(["good", "good", "good"]);
  // The second round's three workers have the numbers 3, 4 and 5.
  loseReport(world.state, 4);
  world.state.views.rng[5 * 3 + 1] = 2;
  step(3);
  expect(arrows(scene())).toEqual(["good", "bad"]);
  expect(scene().caption).toContain("After 2 rounds and 6 workers");
  step(0);
  expect(scene().caption).toContain(`The answer ${truth > 0 ? "1" : "−1"} is right.`);
});
