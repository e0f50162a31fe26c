import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { cascadeClicks } from "../../mechanisms/position/cascade.ts";
import { type ClickModel, clickOfLook, drawClicks } from "./click-model.ts";

/** Writes the exact chance of a click on each place, [places], for items of these appeals, [places]; an empty place has appeal NaN. */
function clickChances(model: ClickModel, appeals: ArrayLike<number>, chances: Float64Array): void {
  const { attention, noise, leaving, order } = model;
  let here = 1;
  for (let turn = 0; turn < attention.length; turn++) {
    const place = order?.[turn] ?? turn;
    const appeal = appeals[place];
    chances[place] = Number.isNaN(appeal) ? 0 : here * attention[place] * clickOfLook(appeal, noise);
    here -= leaving * chances[place];
  }
}

const APPEALS = [0.9, 0.4, 0.7];

function chancesOf(model: ClickModel, appeals: readonly number[] = APPEALS): number[] {
  const chances = new Float64Array(appeals.length);
  clickChances(model, appeals, chances);
  return [...chances];
}

test("without leaving a click is attention times appeal, and a share of looks is decided by a coin", () => {
  const attention = [1, 1 / 2, 1 / 3];
  const clear = chancesOf({ attention, noise: 0, leaving: 0 });
  for (const [k, chance] of clear.entries()) expect(chance).toBeCloseTo(APPEALS[k] * attention[k], 12);
  const noisy = chancesOf({ attention, noise: 0.4, leaving: 0 });
  for (const [k, chance] of noisy.entries()) expect(chance).toBeCloseTo(attention[k] * (0.6 * APPEALS[k] + 0.2), 12);
});

test("with certain leaving clicks are those of the cascade of ads", () => {
  const attention = [0.5, 1, 0.8];
  const rates = APPEALS.map((appeal) => Float64Array.from(attention, (look) => look * appeal));
  const order = [1, 2, 0];
  const cascade = cascadeClicks(
    { rates, limit: 3 },
    order.map((place) => [place, place]),
  );
  const chances = chancesOf({ attention, noise: 0, leaving: 1, order });
  for (const [k, chance] of chances.entries()) expect(chance).toBeCloseTo(cascade[k], 12);
});

test("drawn clicks have their chances, and an empty place has none", () => {
  const model = { attention: [0.5, 1, 0.8, 0.9], noise: 0.2, leaving: 0.5, order: [1, 3, 2, 0] };
  const appeals = [0.9, 0.4, Number.NaN, 0.7];
  const random = Random.of(3, "clicks");
  const clicks = new Float64Array(4);
  const sums = new Float64Array(4);
  const users = 40_000;
  for (let user = 0; user < users; user++) {
    const count = drawClicks(model, appeals, random, clicks);
    expect(count).toBe(clicks.reduce((a, b) => a + b, 0));
    for (let k = 0; k < 4; k++) sums[k] += clicks[k];
  }
  const chances = chancesOf(model, appeals);
  expect(chances[2]).toBe(0);
  for (let k = 0; k < 4; k++) expect(Math.abs(sums[k] / users - chances[k])).toBeLessThan(0.01);
});
