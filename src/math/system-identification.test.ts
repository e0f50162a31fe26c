// A system is found again from what it did: exactly without noise, nearly with it.

import { describe, expect, test } from "vitest";
import { impulseResponse } from "../../test/fixtures/impulse-response.ts";
import { matrix } from "../../test/fixtures/matrix.ts";
import { Random } from "../core/random.ts";
import { type LinearSystem, spectralRadius, steadyGain } from "./linear-system.ts";
import { identifySystem, type SystemRecord } from "./system-identification.ts";

const SYSTEM: LinearSystem = {
  A: matrix("0.6 0.2 | -0.3 0.5"),
  B: matrix("1 0.3 0 | 0.2 -0.5 0.4"),
  C: matrix("1 0.5 | 0 1"),
  D: matrix("0.3 0 0.1 | 0 0.2 0"),
};

function recordOf({ A, B, C, D }: LinearSystem, rounds: number, noise: number, seed: number): SystemRecord {
  const random = Random.of(seed, "identification test");
  const [n, p, m] = [A.length, B[0].length, C.length];
  const [inputs, outputs] = [new Float64Array(rounds * p), new Float64Array(rounds * m)];
  let x = new Array<number>(n).fill(0);
  for (let t = 0; t < rounds; t++) {
    const u = Array.from({ length: p }, () => random.normal());
    inputs.set(u, t * p);
    const map = (row: readonly number[], by: readonly number[]) => row.reduce((sum, a, k) => sum + a * by[k], 0);
    for (let i = 0; i < m; i++) outputs[t * m + i] = map(C[i], x) + map(D[i], u) + noise * random.normal();
    x = A.map((row, i) => map(row, x) + map(B[i], u) + noise * random.normal());
  }
  return { inputs, outputs, inputSize: p, outputSize: m };
}

/** The largest difference of two systems' first responses to an impulse, which no coordinates change. */
function apart(a: LinearSystem, b: LinearSystem): number {
  const [first, second] = [a, b].map((system) => impulseResponse(system, 12).flat(2));
  return Math.max(...first.map((value, k) => Math.abs(value - second[k])));
}

describe.each(["inputs", "both"] as const)("by %s", (by) => {
  test("without noise the system is found", () => {
    // By inputs alone what lies beyond the past is missing: 0.67^60 of it.
    const lag = by === "inputs" ? 60 : 8;
    const model = identifySystem(recordOf(SYSTEM, 1500, 0, 1), { order: 2, lag, by, ridge: 1e-9 });
    // Without noise the past of the outputs repeats that of the inputs, and the ridge decides between them.
    expect(apart(model, SYSTEM)).toBeLessThan(by === "inputs" ? 1e-6 : 1e-4);
    expect(spectralRadius(model.A)).toBeCloseTo(spectralRadius(SYSTEM.A), 4);
    expect(model.singularValues[2]).toBeLessThan((by === "inputs" ? 1e-6 : 0.01) * model.singularValues[0]);
  });

  test("with noise nearly, the nearer the more was recorded", () => {
    const far = (rounds: number) =>
      [1, 2, 3, 4].reduce((sum, seed) => {
        const model = identifySystem(recordOf(SYSTEM, rounds, 0.3, seed), { order: 2, lag: 12, by });
        return sum + apart(model, SYSTEM) / 4;
      }, 0);
    const [few, many] = [far(1000), far(16_000)];
    // Sixteen times the record: a fourth of the error.
    expect(many).toBeLessThan(few / 2.5);
    expect(many).toBeLessThan(0.05);
  });
});

test("what inputs do at once and what comes through the state is kept apart where outputs are used", () => {
  const model = identifySystem(recordOf(SYSTEM, 1500, 0, 5), { order: 2, lag: 8, by: "both" });
  expect(model.D.flat()).toEqual(SYSTEM.D.flat().map((d) => expect.closeTo(d, 4)));
  expect(steadyGain(model).flat()).toEqual(
    steadyGain(SYSTEM)
      .flat()
      .map((gain) => expect.closeTo(gain, 3)),
  );
});

test("a past too short for the order, and a record too short for the past, are told", () => {
  const record = recordOf(SYSTEM, 100, 0, 1);
  expect(() => identifySystem(record, { order: 3, lag: 2 })).toThrow("hold no 3 states");
  expect(() => identifySystem(record, { order: 2, lag: 40 })).toThrow("too few");
});
