// How users of a page click: they look at places by attention, click what appeals, sometimes click by a coin, and may leave after a click.
// Without leaving this is the position-based model, and with certain leaving the cascade.

import type { Random } from "../../core/random.ts";

/** Users of a page. All numbers but `order` are in [0, 1]. */
export interface ClickModel {
  /** Chance that a user who is still there looks at a place, [places]. */
  readonly attention: ArrayLike<number>;
  /** Share of looks at which a coin decides the click on any item. */
  readonly noise: number;
  /** Chance that a user leaves the page after a click. */
  readonly leaving: number;
  /** Places in the order in which they are read, [places]; by default from the first to the last. */
  readonly order?: ArrayLike<number>;
}

/** Attention (k + 1)^−fade of place k of a list, [places]: 1 at the top. */
export function listAttention(places: number, fade: number): Float64Array {
  return Float64Array.from({ length: places }, (_, k) => (k + 1) ** -fade);
}

/** Chance of a click on an item of this appeal that is looked at. */
export const clickOfLook = (appeal: number, noise: number): number => (1 - noise) * appeal + noise / 2;

/** Writes the exact chance of a click on each place, [places], for items of these appeals, [places]; an empty place has appeal NaN. */
export function clickChances(model: ClickModel, appeals: ArrayLike<number>, chances: Float64Array): void {
  const { attention, noise, leaving, order } = model;
  let here = 1;
  for (let turn = 0; turn < attention.length; turn++) {
    const place = order?.[turn] ?? turn;
    const appeal = appeals[place];
    chances[place] = Number.isNaN(appeal) ? 0 : here * attention[place] * clickOfLook(appeal, noise);
    here -= leaving * chances[place];
  }
}

/** Draws the clicks of one user, [places] of 0 and 1, and returns how many they are. Each place takes two or three random numbers or none. */
export function drawClicks(
  model: ClickModel,
  appeals: ArrayLike<number>,
  random: Random,
  clicks: Float64Array,
): number {
  const { attention, noise, leaving, order } = model;
  clicks.fill(0);
  let count = 0;
  for (let turn = 0; turn < attention.length; turn++) {
    const place = order?.[turn] ?? turn;
    const appeal = appeals[place];
    if (Number.isNaN(appeal) || random.uniform() >= attention[place]) continue;
    if (random.uniform() >= clickOfLook(appeal, noise)) continue;
    clicks[place] = 1;
    count += 1;
    if (leaving > 0 && random.uniform() < leaving) break;
  }
  return count;
}
