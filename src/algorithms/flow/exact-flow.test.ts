// Closed forms of flows towards templates: samplers end at the weights, tilted weights are drawn exactly, and guides point uphill.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { templateReader } from "../../core/template-mixture.ts";
import { spriteMixture } from "../../environments/pictures/caption.ts";
import { templateOf } from "../../environments/pictures/sprite-bank.ts";
import { exactFlow } from "./exact-flow.ts";
import { drawByOde, noise } from "./samplers.ts";

const { templates, size, count } = spriteMixture(0);
/** A plus in the nine places of the first quadrant. */
const places = Array.from({ length: 9 }, (_, k) => ({ shape: 1, y: Math.floor(k / 3), x: k % 3 }));
const weights = new Float64Array(count);
for (const place of places) weights[templateOf(place)] = 1 / 9;
const worth = new Float64Array(count);
for (const place of places) worth[templateOf(place)] = -(place.y + place.x);

test("the tilted flow draws places in proportion to exp(worth), the nearer the more steps it takes", () => {
  const flow = exactFlow({ templates, size, weights });
  const chances = places.map((place) => Math.exp(-(place.y + place.x)));
  const total = chances.reduce((a, b) => a + b, 0);
  const exact = chances.map((chance) => chance / total);
  expect(exact.map((chance) => chance.toFixed(4))).toEqual([
    "0.4425",
    "0.1628",
    "0.0599",
    "0.1628",
    "0.0599",
    "0.0220",
    "0.0599",
    "0.0220",
    "0.0081",
  ]);
  const read = templateReader({ templates, count, size });
  const draws = 4000;
  const distance = (steps: number): number => {
    const random = Random.of(7, "tilted flow");
    const [x, v] = [new Float32Array(size), new Float32Array(size)];
    const counts = new Float64Array(count);
    for (let k = 0; k < draws; k++) {
      noise(x, random);
      drawByOde(
        (state, t) => {
          flow.tilted(state, 0, Math.min(t, 0.999), worth, v);
          return v;
        },
        x,
        steps,
      );
      counts[read(x, 0).template] += 1 / draws;
    }
    return places.reduce((sum, place, k) => sum + Math.abs(counts[templateOf(place)] - exact[k]) / 2, 0);
  };
  // By the exact sampler's own discretisation .061 and .013 at 5 and 25 steps; 4,000 draws add about .013.
  expect(distance(5)).toBeGreaterThan(0.04);
  expect(distance(5)).toBeLessThan(0.085);
  expect(distance(25)).toBeLessThan(0.035);
});

test("the tilted velocity is the velocity less t/(1 − t) times the gradient of the value, which finite differences confirm", () => {
  const flow = exactFlow({ templates, size, weights });
  const random = Random.of(1, "value");
  const x = new Float32Array(size);
  noise(x, random);
  const at = (t: number) => {
    const [v, tilted, gradient] = [new Float32Array(size), new Float32Array(size), new Float32Array(size)];
    flow.velocity(x, 0, t, v);
    flow.tilted(x, 0, t, worth, tilted);
    const value = flow.value(x, 0, t, worth, gradient);
    return { v, tilted, gradient, value };
  };
  for (const t of [0.3, 0.6, 0.9]) {
    const { v, tilted, gradient } = at(t);
    for (let i = 0; i < size; i++) expect(tilted[i]).toBeCloseTo(v[i] - (t / (1 - t)) * gradient[i], 3);
    const [i, step] = [19, 1e-2];
    const before = x[i];
    x[i] = before + step;
    const above = at(t).value;
    x[i] = before - step;
    const below = at(t).value;
    x[i] = before;
    expect((above - below) / (2 * step)).toBeCloseTo(gradient[i], 2);
  }
});

test("guides on normal data: the value's gradient ends at the tilt, a constant one drifts without end", () => {
  // Data N(1, 0.25) and reward 2x: the tilt is N(1.5, 0.25), and V's gradient is 2·dE[x₀|x]/dx.
  const ended = (steps: number, guided: (t: number) => number): { mean: number; variance: number } => {
    let [mean, variance] = [0, 1];
    const d = 1 / steps;
    for (let k = 0; k < steps; k++) {
      const t = 1 - k * d;
      const q = 0.25 * (1 - t) ** 2 + t * t;
      const slope = (t - 0.25 * (1 - t)) / q;
      // The factor t/(1 − t) is infinite at the first step, which goes unguided.
      const guide = k === 0 ? 0 : (t / (1 - t)) * guided(t);
      const intercept = -1 - slope * (1 - t) - guide;
      mean = (1 - d * slope) * mean - d * intercept;
      variance *= (1 - d * slope) ** 2;
    }
    return { mean, variance };
  };
  const exact = ended(2000, (t) => (2 * 0.25 * (1 - t)) / (0.25 * (1 - t) ** 2 + t * t));
  expect(exact.mean).toBeCloseTo(1.5, 2);
  expect(exact.variance).toBeCloseTo(0.2496, 3);
  expect([10, 100, 1000].map((steps) => ended(steps, () => 2).mean.toFixed(2))).toEqual(["3.49", "5.83", "8.15"]);
});

test("the exact velocity draws what the caption says, in five steps; with other weights it draws that", () => {
  const flow = exactFlow({ templates, size, weights });
  const read = templateReader({ templates, count, size });
  const random = Random.of(3, "exact");
  const [x, v] = [new Float32Array(size), new Float32Array(size)];
  for (let k = 0; k < 200; k++) {
    noise(x, random);
    drawByOde(
      (state, t) => {
        flow.velocity(state, 0, t, v);
        return v;
      },
      x,
      5,
    );
    const { template, distance } = read(x, 0);
    expect(weights[template]).toBeGreaterThan(0);
    expect(distance).toBeLessThan(1);
  }
});

test("around a template with noise the velocity is that of a normal, and the flow ends with the noise's deviation", () => {
  const [mean, deviation] = [0.7, 0.3];
  const flow = exactFlow({ templates: [mean], size: 1, weights: [1], deviation });
  const v = new Float32Array(1);
  const [x, t] = [0.2, 0.4];
  flow.velocity([x], 0, t, v);
  // v = E[ε | x] − E[x₀ | x] with q = (1 − t)²σ² + t².
  const q = ((1 - t) * deviation) ** 2 + t * t;
  const off = x - (1 - t) * mean;
  expect(v[0]).toBeCloseTo((t / q) * off - (mean + ((deviation ** 2 * (1 - t)) / q) * off), 5);
  const random = Random.of(8, "flow");
  const ends = Array.from({ length: 400 }, () => {
    const state = Float32Array.of(random.normal());
    drawByOde(
      (at, time) => {
        flow.velocity(at, 0, time, v);
        return v;
      },
      state,
      50,
    );
    return state[0];
  });
  const average = ends.reduce((a, b) => a + b, 0) / ends.length;
  const spread = Math.sqrt(ends.reduce((sum, one) => sum + (one - average) ** 2, 0) / ends.length);
  expect(Math.abs(average - mean)).toBeLessThan(0.05);
  expect(Math.abs(spread - deviation)).toBeLessThan(0.04);
});
