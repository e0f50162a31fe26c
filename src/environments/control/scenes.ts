// How the worlds of classic control look: tracks, poles, hills and landing pads, in metres.

import type { Point, Scene, SceneStep, Shape, Tone } from "../../core/scene.ts";
import { choiceOf } from "../declaration.ts";
import { HEIGHT, type Lander, PAD, WIDTH } from "./lander-physics.ts";

/** Corners of a rectangle around a point. */
export const box = ([x, y]: Point, halfWidth: number, halfHeight: number): Point[] => [
  [x - halfWidth, y - halfHeight],
  [x + halfWidth, y - halfHeight],
  [x + halfWidth, y + halfHeight],
  [x - halfWidth, y + halfHeight],
];

/** The point that is `length` away, `angle` rad from upright, to the right where positive. */
export const leaning = ([x, y]: Point, length: number, angle: number): Point => [
  x + length * Math.sin(angle),
  y + length * Math.cos(angle),
];

/** A choice that a step took, in a world of choices; none at the beginning. */
const chosen = (last: SceneStep | undefined, choices: number): number | undefined =>
  last === undefined ? undefined : choiceOf(last.actions[0], choices);

/** A cart on its track, the pole, the push, and the limits. */
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
      { kind: "polygon", points: box([position, 0], width, height), fill: "ink" },
      { kind: "line", points: [hinge, leaning(hinge, length, angle)], stroke: "accent", width: 6 },
      ...(push === undefined ? [] : [arrow([position + side * width, 0], [position + side * (width + 0.3), 0])]),
    ],
    caption: `The cart ${position.toFixed(2)} m from the middle, the pole ${degrees(angle)} from upright`,
  };
}

const arrow = (from: Point, to: Point, stroke: Tone = "warning"): Shape => ({
  ...{ kind: "line", points: [from, to], stroke },
  ...{ width: 3, arrow: true },
});

const degrees = (angle: number): string => `${((angle * 180) / Math.PI).toFixed(1)}°`;

/** The lander over its ground, the flags of the pad, and the flames of the step's engines. */
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
  // The hull leans to the left where the angle is positive; its own axes in the scene.
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
    caption: `The lander ${(x - WIDTH / 2).toFixed(1)} m beside and ${(y - PAD).toFixed(1)} m over the pad, leaning ${degrees(angle)}`,
  };
}
