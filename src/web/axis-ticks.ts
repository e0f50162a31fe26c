// Ends and ticks of an axis. It fits its values and has at least two ticks at round numbers, so that the scale can be read.

import { isNumber, type Maybe } from "../evaluation/number-format.ts";

/** Steps between ticks, to be multiplied by powers of ten. */
const STEPS = [1, 2, 5];

/** Returns multiples of a round step within [low, high]: at most `most` of them, or two where that would leave fewer. */
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

/** Returns multiples of step · 10^power in [low, high]. For a negative power they are quotients of integers, so that 0.3 is exactly 0.3. */
function multiples(low: number, high: number, step: number, power: number): number[] {
  const [times, over] = power < 0 ? [step, 10 ** -power] : [step * 10 ** power, 1];
  const first = Math.ceil((low * over) / times);
  const last = Math.floor((high * over) / times);
  return Array.from({ length: Math.max(0, last - first + 1) }, (_, k) => ((first + k) * times) / over);
}

/** Returns the ends of an axis that contains all values, with some space around equal values. */
export function axisEnds(values: readonly Maybe[]): [number, number] {
  const known = values.filter(isNumber);
  if (known.length === 0) return [0, 1];
  const [low, high] = [Math.min(...known), Math.max(...known)];
  const size = Math.max(Math.abs(low), Math.abs(high));
  const pad = high - low > 1e-9 * size ? 0.06 * (high - low) : 0.05 * size || 0.5;
  return [low - pad, high + pad];
}
