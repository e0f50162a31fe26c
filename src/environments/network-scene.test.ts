// Network scenes: names and figures are not covered, and everything is within the view.

import { expect, test } from "vitest";
import { checkScene, type Point, type Scene, type TextShape } from "../core/scene.ts";
import { networkScene } from "./network-scene.ts";
import { widthOf } from "./scene-shapes.ts";

const sceneOf = (agents: number, said = "100.0 of 100"): Scene =>
  networkScene({
    labels: Array.from({ length: agents }, (_, k) => `developer ${k + 1}`),
    levels: new Array(agents).fill(0.5),
    says: () => said,
    ties: new Array(agents * agents).fill(1),
    caption: { circles: "Circles are full by half.", arrows: "All trust all." },
  });

/** Bounding box of a text: left, bottom, right and top. */
function boxOf({ at: [x, y], text, size, align = "middle" }: TextShape) {
  const wide = widthOf(text, size);
  const left = align === "start" ? x : align === "end" ? x - wide : x - wide / 2;
  return [left, y - size / 2, left + wide, y + size / 2] as const;
}

/** Closely spaced points of a line. */
const along = ([[x, y], [toX, toY]]: readonly Point[]): Point[] =>
  Array.from({ length: 101 }, (_, k) => [x + ((toX - x) * k) / 100, y + ((toY - y) * k) / 100]);

test.each([1, 2, 3, 4, 5, 6, 8, 9, 12, 20])("with %i agents no arrow or circle covers a name", (agents) => {
  const scene = sceneOf(agents);
  checkScene(scene, "test");
  const { view, shapes, caption } = scene;
  const arrows = shapes.filter(({ kind }) => kind === "line").length;
  expect([arrows, caption?.includes("trust")]).toEqual(agents > 12 ? [0, false] : [agents * (agents - 1), agents > 1]);
  const texts = shapes.flatMap((shape) => (shape.kind === "text" ? [boxOf(shape)] : []));
  expect(texts).toHaveLength(agents > 12 ? agents : 2 * agents);
  for (const [left, bottom, right, top] of texts) {
    expect(left >= view.left && right <= view.right && bottom >= view.bottom && top <= view.top).toBe(true);
    const covering = shapes.filter((shape) => {
      if (shape.kind === "line")
        return along(shape.points).some(([x, y]) => x > left && x < right && y > bottom && y < top);
      if (shape.kind !== "circle") return false;
      const [x, y] = shape.at;
      const [aside, above] = [x - Math.min(right, Math.max(left, x)), y - Math.min(top, Math.max(bottom, y))];
      return Math.hypot(aside, above) < shape.radius;
    });
    expect(covering).toEqual([]);
  }
  for (const [k, one] of texts.entries())
    for (const other of texts.slice(k + 1))
      expect(one[0] < other[2] && other[0] < one[2] && one[1] < other[3] && other[1] < one[3]).toBe(false);
});

test("the view does not change with the texts under names", () => {
  expect(sceneOf(6, "9.5 of 100").view).toEqual(sceneOf(6).view);
});
