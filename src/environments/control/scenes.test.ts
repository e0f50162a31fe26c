import { expect, test } from "vitest";
import { matrix } from "../../../test/fixtures/matrix.ts";

import { Random } from "../../core/random.ts";
import { checkScene, type Scene } from "../../core/scene.ts";
import { lunarLander } from "./lunar-lander.ts";
import { acrobotScene, pendulumScene, valleyScene, verticalScene } from "./scenes.ts";

const circles = ({ shapes }: Scene) => shapes.flatMap((shape) => (shape.kind === "circle" ? [shape] : []));
const arrows = ({ shapes }: Scene) =>
  shapes.flatMap((shape) => (shape.kind === "line" && shape.arrow === true ? [shape] : []));

test("the acrobot's tip is drawn at the height of its channel", () => {
  for (const [shoulder, elbow] of matrix("0 0 | 1 0.5 | -2 1 | 3 -0.1")) {
    const tip = circles(acrobotScene({ shoulder, elbow, torque: 0 }))[2];
    expect(tip.at[1]).toBeCloseTo(-Math.cos(shoulder) - Math.cos(shoulder + elbow));
    expect(tip.fill).toBe(tip.at[1] > 1 ? "good" : "ink");
  }
});

test("positive torque turns the pendulum to the left, the direction of positive angles", () => {
  const scene = pendulumScene({ length: 2, angle: 0.5, speed: 1, torque: 1 });
  const [, , rod] = scene.shapes;
  expect(rod.kind === "line" && rod.points[1]).toEqual([
    expect.closeTo(-2 * Math.sin(0.5)),
    expect.closeTo(2 * Math.cos(0.5)),
  ]);
  const [{ points }] = arrows(scene);
  expect(points[points.length - 1][0]).toBeLessThan(points[0][0]);
  expect(arrows(pendulumScene({ length: 2, angle: 0.5, speed: 1, torque: 0 }))).toEqual([]);
});

test("a car is drawn on its hill and its throttle points in the direction of the force", () => {
  const scene = valleyScene({ left: -1.2, right: 0.6, goal: 0.5, position: -0.3, speed: 0.01, throttle: -1 });
  checkScene(scene, "test");
  const [{ points }] = arrows(scene);
  expect(points[1][0]).toBeLessThan(points[0][0]);
  expect(scene.caption).toBe("The car is at −0.30 and moves right by 0.010 a step; the goal is at 0.50.");
});

test("a fall that is too fast is marked", () => {
  const rest = { ceiling: 20, band: 3, softSpeed: 2, height: 8, engine: false, crashed: false, landed: false };
  const tone = (speed: number) => arrows(verticalScene({ ...rest, speed }))[0].stroke;
  expect([tone(-3), tone(-1), tone(3)]).toEqual(["bad", "good", "good"]);
});

test("the lander's caption agrees with its channels", () => {
  const world = lunarLander.make();
  const { channels } = world.spec;
  const [actions, outcomes] = [Float64Array.of(1), new Float64Array(channels.length)];
  const random = Random.of(4, "environment");
  world.reset(random, outcomes);
  for (let step = 0; step < 20; step++) world.step(actions, outcomes, random);
  const value = (name: string) => outcomes[channels.findIndex((channel) => channel.name === name)];
  const caption = world.scene?.({ actions, outcomes }).caption ?? "";
  const [, altitude, offset, side, lean, leans] =
    /^Altitude ([\d.]+) m, ([\d.]+) m (left|right) of the pad's middle, leaning ([\d.]+)° to the (left|right)\.$/.exec(
      caption,
    ) ?? [];
  expect([Number(altitude), Number(offset)]).toEqual([
    expect.closeTo(value("altitude"), 1),
    expect.closeTo(Math.abs(value("offset")), 1),
  ]);
  expect(Number(lean)).toBeCloseTo((Math.abs(value("angle")) * 180) / Math.PI, 0);
  expect([side, leans]).toEqual([value("offset") < 0 ? "left" : "right", value("angle") > 0 ? "left" : "right"]);
});
