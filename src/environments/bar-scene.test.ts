import { expect, test } from "vitest";
import { checkScene, type PolygonShape, type Scene, type TextShape } from "../core/scene.ts";
import { barScene } from "./bar-scene.ts";
import { fitted, short, signed } from "./scene-shapes.ts";

const polygons = ({ shapes }: Scene) => shapes.filter((shape): shape is PolygonShape => shape.kind === "polygon");
const texts = ({ shapes }: Scene) => shapes.filter((shape): shape is TextShape => shape.kind === "text");
/** Widths of the bars with this fill colour. */
const widths = (scene: Scene, fill: string) =>
  polygons(scene)
    .filter((shape) => shape.fill === fill && shape.opacity === undefined)
    .map(({ points }) => points[1][0] - points[0][0]);

test("a bar's length is proportional to its amount and clipped to the scale", () => {
  const bars = [1, 2, 4, 9].map((value) => ({ name: `bar ${value}`, value, fill: "good" as const }));
  const scene = barScene([{ title: "Amounts", high: 4, bars }], "Four bars.");
  const [one, two, four, more] = widths(scene, "good");
  expect(two / one).toBeCloseTo(2);
  expect(four / one).toBeCloseTo(4);
  expect(more).toBeCloseTo(four);
});

test("negative amounts extend to the left of zero", () => {
  const bars = [
    { name: "gain", value: 1, fill: "good" as const },
    { name: "loss", value: -2, fill: "bad" as const },
  ];
  const scene = barScene([{ title: "Amounts", low: -2, high: 2, bars }], "Two bars.");
  const [gain, loss] = ["good", "bad"].map((fill) => polygons(scene).find((shape) => shape.fill === fill));
  expect(loss?.points[1][0]).toBeCloseTo(gain?.points[0][0] ?? Number.NaN);
  expect(widths(scene, "bad")[0]).toBeCloseTo(2 * widths(scene, "good")[0]);
});

test("the marked row has the pointer", () => {
  const bars = ["a", "b", "c"].map((name, k) => ({ name, value: k, marked: name === "b" }));
  const scene = barScene([{ title: "Amounts", high: 2, bars }], "Three bars.");
  const pointers = polygons(scene).filter(({ points }) => points.length === 3);
  const row = texts(scene).find(({ text }) => text === "b");
  expect(pointers).toHaveLength(1);
  expect(pointers[0].points[2][1]).toBeCloseTo(row?.at[1] ?? Number.NaN);
});

test.each([1, 16, 17, 51, 1000, 10_000])("%i bars can be drawn within the view", (count) => {
  const bars = Array.from({ length: count }, (_, k) => ({ name: `arm ${k}`, value: k % 7, marked: k === 3 }));
  const scene = barScene([{ title: "Amounts", low: -1, high: 6, bars, notes: "what" }], "Many bars.");
  checkScene(scene, "test");
  const { left, right, bottom, top } = scene.view;
  for (const { points } of polygons(scene))
    for (const [x, y] of points) expect(x >= left && x <= right && y >= bottom && y <= top).toBe(true);
  if (count > 3) expect(texts(scene).some(({ text }) => text.startsWith("arm 3"))).toBe(true);
});

test("numbers and names are shortened", () => {
  expect([0.8432, -0.04149, 12_345, 0, -0, 0.00004, 1e-300].map(short)).toEqual([
    "0.843",
    "−0.041",
    "12.3K",
    "0",
    "0",
    "0.00004",
    short(1e-300),
  ]);
  expect([0.5, -0.5, 0].map(signed)).toEqual(["+0.5", "−0.5", "0"]);
  expect(fitted("a long name of a bidder", 6, 1)).toBe("a long na…");
});
