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

/** Chance of a click on an item of this appeal that is looked at. */
export const clickOfLook = (appeal: number, noise: number): number => (1 - noise) * appeal + noise / 2;

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
