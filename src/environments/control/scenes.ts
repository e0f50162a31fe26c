// Scenes of the classic control tasks: tracks, poles, hills and landing pads, in metres.

import type { Point, Scene, SceneStep, Shape, Tone } from "../../core/scene.ts";
import { choiceOf } from "../declaration.ts";
import { between, block, label, rectangle } from "../scene-shapes.ts";
import { HEIGHT, type Lander, PAD, STANDING, WIDTH } from "./lander-physics.ts";

/** The point at distance `length` and `angle` rad from upright, to the right where positive. */
const leaning = ([x, y]: Point, length: number, angle: number): Point => [
  x + length * Math.sin(angle),
  y + length * Math.cos(angle),
];

/** The choice of the last step, in an environment with discrete actions; undefined at the start. */
const chosen = (last: SceneStep | undefined, choices: number): number | undefined =>
  last === undefined ? undefined : choiceOf(last.actions[0], choices);

/** Scene of a cart on its track with pole, push and limits. */
export function cartPoleScene(
  { position, angle }: { readonly position: number; readonly angle: number },
  limits: { readonly position: number; readonly angle: number; readonly halfLength: number },
  last: SceneStep | undefined,
): Scene {
  const length = 2 * limits.halfLength;
  const [width, height] = [0.25, 0.15];
  const hinge: Point = [position, height];
  const push = chosen(last, 2);
  const side = push === 1 ? 1 : -1;
  const reach = limits.position + 0.4;
  const limit = (x: number): Shape => ({
    ...{ kind: "line", stroke: "bad", dashed: true },
    points: [
      [x, -height],
      [x, height + length],
    ],
  });
  const allowed = [-limits.angle, limits.angle].map((bound) => leaning(hinge, length, bound));
  return {
    view: { left: -reach, right: reach, bottom: -0.5, top: height + length * 1.15 },
    shapes: [
      {
        kind: "line",
        points: [
          [-reach, 0],
          [reach, 0],
        ],
        stroke: "muted",
      },
      limit(-limits.position),
      limit(limits.position),
      { kind: "polygon", points: [hinge, ...allowed], fill: "good", opacity: 0.12 },
      { kind: "polygon", points: rectangle(position - width, -height, position + width, height), fill: "ink" },
      { kind: "line", points: [hinge, leaning(hinge, length, angle)], stroke: "accent", width: 6 },
      ...(push === undefined ? [] : [arrow([position + side * width, 0], [position + side * (width + 0.3), 0])]),
    ],
    caption: `The cart is ${Math.abs(position).toFixed(2)} m ${sideOf(position)} of the middle, and the pole leans ${degrees(Math.abs(angle))} to the ${sideOf(angle)}.`,
  };
}

const arrow = (from: Point, to: Point, stroke: Tone = "warning"): Shape => ({
  ...{ kind: "line", points: [from, to], stroke },
  ...{ width: 3, arrow: true },
});

const degrees = (angle: number): string => `${((angle * 180) / Math.PI).toFixed(1)}°`;

/** Side of a number that is positive to the right. */
const sideOf = (value: number): string => (value < 0 ? "left" : "right");

const fixed = (value: number, digits: number): string => value.toFixed(digits).replace("-", "−");

/** A polyline with this number of pieces along a curve. */
const curve = (from: number, to: number, pieces: number, at: (place: number) => Point): Point[] =>
  Array.from({ length: pieces + 1 }, (_, k) => at(from + ((to - from) * k) / pieces));

interface Valley {
  readonly left: number;
  readonly right: number;
  readonly goal: number;
  readonly position: number;
  readonly speed: number;
  /** Throttle in [−1, 1]. */
  readonly throttle: number;
}

/** Scene of a car in its valley, with its throttle as an arrow and the flag at the goal. */
export function valleyScene({ left, right, goal, position, speed, throttle }: Valley): Scene {
  // The hill is drawn with reduced height, so that the picture is wide.
  const ground = (x: number): Point => [x, 0.45 * Math.sin(3 * x)];
  const slope = Math.atan(1.35 * Math.cos(3 * position));
  const [x, y] = ground(position);
  const place = (along: number, up: number): Point => [
    x + along * Math.cos(slope) - up * Math.sin(slope),
    y + along * Math.sin(slope) + up * Math.cos(slope),
  ];
  const [flagX, flagY] = ground(goal);
  const hull: Point[] = [place(-0.09, 0.03), place(0.09, 0.03), place(0.07, 0.1), place(-0.07, 0.1)];
  const end = throttle < 0 ? -0.1 : 0.1;
  const soil: Point[] = [[left, -0.62], ...curve(left, right, 60, ground), [right, -0.62]];
  const moves = speed === 0 ? "rests" : `moves ${speed < 0 ? "left" : "right"} by ${fixed(Math.abs(speed), 3)} a step`;
  return {
    view: { left, right, bottom: -0.62, top: 0.78 },
    shapes: [
      { kind: "polygon", points: soil, fill: "faint", stroke: "muted" },
      between([left, -0.62], [left, 0.7], "muted", { width: 3 }),
      between([flagX, flagY], [flagX, flagY + 0.25], "muted"),
      {
        kind: "polygon",
        points: [
          [flagX, flagY + 0.25],
          [flagX, flagY + 0.15],
          [flagX + 0.1, flagY + 0.2],
        ],
        fill: "good",
      },
      { kind: "polygon", points: hull, fill: "accent", stroke: "ink" },
      ...[-0.055, 0.055].map((along): Shape => ({ kind: "circle", at: place(along, 0.03), radius: 0.03, fill: "ink" })),
      ...(throttle === 0 ? [] : [arrow(place(end, 0.065), place(end + 0.16 * throttle, 0.065))]),
    ],
    caption: `The car is at ${fixed(position, 2)} and ${moves}; the goal is at ${fixed(goal, 2)}.`,
  };
}

/** A curved arrow around a joint: counter-clockwise where `turn` is positive; its length is proportional to the share. */
function twist([x, y]: Point, radius: number, turn: number): Shape[] {
  if (turn === 0) return [];
  const points = curve(
    0,
    turn * 2.6,
    16,
    (angle): Point => [
      x + radius * Math.cos(Math.PI / 2 - 1.3 * Math.sign(turn) + angle),
      y + radius * Math.sin(Math.PI / 2 - 1.3 * Math.sign(turn) + angle),
    ],
  );
  return [{ kind: "line", points, stroke: "warning", width: 3, arrow: true }];
}

/** Scene of a pendulum with its torque as a curved arrow, and the target position. */
export function pendulumScene({
  length,
  angle,
  speed,
  torque,
}: {
  readonly length: number;
  /** Angle from upright; positive to the left. */
  readonly angle: number;
  readonly speed: number;
  /** Torque as a share of the largest. */
  readonly torque: number;
}): Scene {
  const joint: Point = [0, 0];
  const tip = leaning(joint, length, -angle);
  const reach = 1.25 * length;
  return {
    view: { left: -1.8 * reach, right: 1.8 * reach, bottom: -reach, top: reach },
    shapes: [
      { kind: "circle", at: joint, radius: length, stroke: "faint" },
      between(joint, [0, length], "good", { dashed: true, width: 2 }),
      between(joint, tip, "accent", { width: 9 }),
      { kind: "circle", at: joint, radius: 0.06 * length, fill: "ink" },
      ...twist(joint, 0.35 * length, torque),
    ],
    caption: `The pendulum is ${degrees(Math.abs(angle))} from upright and turns ${speed > 0 ? "left" : "right"} at ${fixed(Math.abs(speed), 2)} rad/s.`,
  };
}

/** Scene of two links with the elbow torque as a curved arrow, and the target height of the tip. */
export function acrobotScene({
  shoulder,
  elbow,
  torque,
}: {
  /** Angle from hanging, and angle from the first link; positive to the right. */
  readonly shoulder: number;
  readonly elbow: number;
  /** Torque −1, 0 or 1. */
  readonly torque: number;
}): Scene {
  const bar: Point = [0, 0];
  const joint = leaning(bar, -1, -shoulder);
  const tip = leaning(joint, -1, -(shoulder + elbow));
  return {
    view: { left: -3.4, right: 3.4, bottom: -2.2, top: 2.2 },
    shapes: [
      between([-2.4, 1], [2.4, 1], "good", { dashed: true, width: 2 }),
      between([-0.5, 0], [0.5, 0], "muted", { width: 4 }),
      between(bar, joint, "accent", { width: 9 }),
      between(joint, tip, "accent", { width: 9, opacity: 0.7 }),
      ...[bar, joint].map((at): Shape => ({ kind: "circle", at, radius: 0.1, fill: "ink" })),
      { kind: "circle", at: tip, radius: 0.09, fill: tip[1] > 1 ? "good" : "ink" },
      ...twist(joint, 0.35, torque),
    ],
    caption: `The tip is ${fixed(Math.abs(tip[1]), 2)} m ${tip[1] < 0 ? "below" : "above"} the bar; it must rise above 1 m.`,
  };
}

interface VerticalLander {
  readonly ceiling: number;
  readonly band: number;
  readonly softSpeed: number;
  readonly height: number;
  readonly speed: number;
  readonly engine: boolean;
  readonly crashed: boolean;
  readonly landed: boolean;
}

/** Scene of a vertical lander with the hovering band, and its speed as an arrow. */
export function verticalScene(lander: VerticalLander): Scene {
  const { ceiling, band, softSpeed, height, speed, engine, crashed, landed } = lander;
  const unit = ceiling / 20;
  const wide = 16 * unit;
  const at = (right: number, up: number): Point => [right * unit, height + up * unit];
  const fast = Math.min(4, Math.abs(speed / softSpeed));
  const size = 1.1 * unit;
  const soft = speed < -softSpeed ? "bad" : "good";
  const says = crashed ? "Crashed" : landed ? "Landed softly" : engine ? "Engine on" : "Engine off";
  return {
    view: { left: -wide, right: wide, bottom: -1.5 * unit, top: ceiling + 1.5 * unit },
    shapes: [
      block(rectangle(-wide, ceiling / 2 - band, wide, ceiling / 2 + band), "warning", 0.15),
      label([-wide + unit, ceiling / 2], "hovering pays", size, { align: "start", fill: "muted" }),
      block(rectangle(-wide, -1.5 * unit, wide, 0), "faint"),
      between([-wide, ceiling], [wide, ceiling], "bad", { dashed: true }),
      ...(engine
        ? [{ kind: "polygon", points: [at(-0.5, 0.7), at(0.5, 0.7), at(0, -0.8)], fill: "warning" } as const]
        : []),
      between(at(-0.8, 0.8), at(-1.3, 0), "muted", { width: 3 }),
      between(at(0.8, 0.8), at(1.3, 0), "muted", { width: 3 }),
      {
        kind: "polygon",
        points: [at(-1, 0.7), at(1, 0.7), at(0.7, 2.2), at(-0.7, 2.2)],
        fill: crashed ? "bad" : landed ? "good" : "accent",
        stroke: "ink",
      },
      ...(fast > 0.05
        ? [between(at(2.2, 1.5), at(2.2, 1.5 + Math.sign(speed) * fast), soft, { width: 3, arrow: true })]
        : []),
    ],
    caption: `${says} at ${height.toFixed(1)} m, ${speed < 0 ? "falling" : "rising"} at ${Math.abs(speed).toFixed(1)} m/s; up to ${softSpeed.toFixed(1)} m/s is soft.`,
  };
}

/** Scene of a lander over its ground, with the pad's flags and the engines' flames in the step. */
export function landerScene(lander: Lander, thrust: { readonly main: number; readonly side: number }): Scene {
  const { x, y, angle, ground } = lander;
  const [hull, ...legs] = lander.outlines().map((outline) => outline.map((corner): Point => [corner.x, corner.y]));
  const soil: Point[] = [[0, 0], ...ground.map((corner): Point => [corner.x, corner.y]), [WIDTH, 0]];
  const flag = (at: number): Shape[] => [
    {
      kind: "line",
      points: [
        [at, PAD],
        [at, PAD + 1.6],
      ],
      stroke: "muted",
    },
    {
      kind: "polygon",
      points: [
        [at, PAD + 1.6],
        [at, PAD + 1.1],
        [at + 0.8, PAD + 1.35],
      ],
      fill: "warning",
    },
  ];
  // Unit vectors of the hull in the scene; the hull leans to the left where the angle is positive.
  const [across, along]: readonly [Point, Point] = [
    [Math.cos(angle), Math.sin(angle)],
    [-Math.sin(angle), Math.cos(angle)],
  ];
  const place = (right: number, up: number): Point => [
    x + right * across[0] + up * along[0],
    y + right * across[1] + up * along[1],
  ];
  const flame = (points: Point[]): Shape => ({ kind: "polygon", points, fill: "warning", opacity: 0.9 });
  const side = Math.sign(thrust.side);
  return {
    view: { left: 0, right: WIDTH, bottom: 0, top: HEIGHT + 1 },
    shapes: [
      { kind: "polygon", points: soil, fill: "faint", stroke: "muted" },
      ...flag(WIDTH / 2 - 2),
      ...flag(WIDTH / 2 + 2),
      ...(thrust.main > 0 ? [flame([place(-0.2, -0.35), place(0.2, -0.35), place(0, -0.4 - thrust.main)])] : []),
      ...(side === 0 ? [] : [flame([place(-side * 0.55, 0.3), place(-side * 0.55, 0), place(-side * 1.1, 0.15)])]),
      ...legs.map((points, k): Shape => ({ kind: "polygon", points, fill: lander.legs[k] ? "good" : "muted" })),
      { kind: "polygon", points: hull, fill: lander.crashed ? "bad" : "accent", stroke: "ink" },
    ],
    caption: `Altitude ${fixed(y - PAD - STANDING, 1)} m, ${Math.abs(x - WIDTH / 2).toFixed(1)} m ${sideOf(x - WIDTH / 2)} of the pad's middle, leaning ${degrees(Math.abs(angle))} to the ${sideOf(-angle)}.`,
  };
}
