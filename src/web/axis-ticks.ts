// Ends and ticks of an axis: it fits what it shows, and has never fewer than two round numbers, so that a scale can be read.

import { isNumber, type Maybe } from "../evaluation/number-format.ts";

/** Steps between ticks, times powers of ten. */
const STEPS = [1, 2, 5];

/** Multiples of a round step within [low, high]: at most `most` of them, or two where that would leave fewer. */
export function axisTicks(low: number, high: number, most: number): number[] {
  if (!(high > low)) return [low];
  const coarsest = Math.ceil(Math.log10(high - low));
  let coarser: number[] = [];
  for (let power = coarsest; power > coarsest - 4; power--) {
    for (let k = STEPS.length - 1; k >= 0; k--) {
      const ticks = multiples(low, high, STEPS[k], power);
      if (coarser.length >= 2 && ticks.length > most) return coarser;
      coarser = ticks;
    }
  }
  return coarser;
}

/** Multiples of step · 10^power; divided by whole numbers where the power is negative, so that 0.3 is 0.3. */
function multiples(low: number, high: number, step: number, power: number): number[] {
  const [times, over] = power < 0 ? [step, 10 ** -power] : [step * 10 ** power, 1];
  const first = Math.ceil((low * over) / times);
  const last = Math.floor((high * over) / times);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => ((first + k) * times) / over);
}

/** Room for all values; where they are the same, some room around them. */
export function axisEnds(values: readonly Maybe[]): [number, number] {
  const known = values.filter(isNumber);
  if (known.length === 0) return [0, 1];
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const size = Math.max(Math.abs(low), Math.abs(high));
  const pad = high - low > 1e-9 * size ? 0.06 * (high - low) : 0.05 * size || 0.5;
  return [low - pad, high + pad];
}
