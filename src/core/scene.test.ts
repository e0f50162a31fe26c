// Checks of scenes: drawable scenes pass, and others are rejected with the path of the mistake.

import { expect, test } from "vitest";
import { checkScene, type Scene, type Shape } from "./scene.ts";

const scene = (...shapes: readonly Shape[]): Scene => ({ view: { left: 0, bottom: 0, right: 10, top: 5 }, shapes });

test("every kind of shape passes", () => {
  const legend = [{ meaning: "floor", fill: "surface", text: "." }] as const;
  const origin = [0, 0] as const;
  const shapes: Shape[] = [
    { kind: "circle", at: [1, 1], radius: 0.5, fill: 3, opacity: 0.5 },
    { kind: "polygon", points: [origin, [1, 0], [0, 1]], stroke: "ink", width: 2 },
    { kind: "line", points: [origin, [1, 1]], stroke: "bad", dashed: true, arrow: true },
    { kind: "text", at: [0, 0], text: "<b>", size: 1, align: "start" },
    { kind: "grid", at: [0, 0], cell: 1, columns: 2, cells: [0, 0], legend },
  ];
  expect(() => checkScene({ ...scene(...shapes), caption: "five shapes" }, "a world")).not.toThrow();
});

const circle = { kind: "circle", at: [0, 0], radius: 1 } as const;
test.each<[string, unknown, RegExp]>([
  ["a place that is no number", scene({ ...circle, at: [Number.NaN, 0] }), /scene\.shapes\[0\]\.at\[0\] of the room/],
  ["no kind", { ...scene(), shapes: [{ kind: "image", href: "x" }] }, /scene\.shapes\[0\]\.kind of the room/],
  ["a view without a width", { ...scene(), view: { left: 1, right: 1, bottom: 0, top: 1 } }, /a width and a height/],
  ["a colour of its own", { ...scene(), shapes: [{ ...circle, fill: "url(x)" }] }, /shapes\[0\]\.fill/],
  ["too much to draw", scene(...new Array<Shape>(2001).fill(circle)), /scene\.shapes of the room/],
  ["nothing", undefined, /scene of the room/],
])("%s is refused", (_, value, says) => {
  expect(() => checkScene(value, "the room")).toThrow(says);
});
