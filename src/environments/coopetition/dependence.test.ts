import { expect, test } from "vitest";
import { dependenceMatrix, standings } from "./dependence.ts";

test("a developer's dependence on Apple, from three needs", () => {
  // arXiv 2604.01240, App Store case: 0.40·0.95 + 0.35·0.85 + 0.25·0.80 = 0.8775, printed as 0.88.
  const need = (importance: number, criticality: number) => ({
    depender: "developer",
    dependee: "Apple",
    importance,
    criticality,
  });
  const matrix = dependenceMatrix(["Apple", "developer"], [need(0.4, 0.95), need(0.35, 0.85), need(0.25, 0.8)]);
  expect(matrix[1][0]).toBeCloseTo(0.8775, 12);
  expect(matrix[0]).toEqual([0, 0]);
  expect(matrix[1][1]).toBe(0);
});

test("importance is relative, and a need of oneself is no dependence", () => {
  const needs = [
    { depender: "a", dependee: "b", importance: 0.2, criticality: 1 },
    { depender: "a", dependee: "b", importance: 0.6, criticality: 0.5 },
    { depender: "a", dependee: "a", importance: 1, criticality: 1 },
  ];
  expect(dependenceMatrix(["a", "b"], needs)).toEqual([
    [0, 0.625],
    [0, 0],
  ]);
});

test("in S-LCD Sony is the vulnerable side", () => {
  const [samsung, sony] = standings([
    [0, 0.64],
    [0.86, 0],
  ]);
  expect(samsung.power).toBeCloseTo(0.86 / 1.64, 12);
  expect(samsung.vulnerability).toBeCloseTo(0.64 / 1.86, 12);
  expect(sony.power).toBe(samsung.vulnerability);
  expect(sony.vulnerability).toBe(samsung.power);
  expect(sony.vulnerability).toBeGreaterThan(samsung.vulnerability);
});
