// The largest value of a function of one number that may jump: a grid finds the right hill, golden-section search its top.

const GOLDEN = (Math.sqrt(5) - 1) / 2;

/** A point and the function's value there. */
export interface Maximum {
  readonly at: number;
  readonly value: number;
}

/**
 * Evaluates `f` at `levels` (≥ 2) evenly spaced points of [low, high], then narrows the interval around the best one to
 * `tolerance`. The result is a point that was evaluated, never worse than the grid's best. Ties go to the smaller point.
 */
export function maximise(
  f: (x: number) => number,
  low: number,
  high: number,
  levels: number,
  tolerance: number,
): Maximum {
  const spacing = (high - low) / (levels - 1);
  let best: Maximum = { at: low, value: f(low) };
  for (let k = 1; k < levels; k++) {
    const at = k === levels - 1 ? high : low + k * spacing;
    const value = f(at);
    if (value > best.value) best = { at, value };
  }
  let left = Math.max(low, best.at - spacing);
  let right = Math.min(high, best.at + spacing);
  let a = right - GOLDEN * (right - left);
  let b = left + GOLDEN * (right - left);
  let fa = f(a);
  let fb = f(b);
  // Doubles may be too coarse for the tolerance: then the points within stop being between the ends.
  while (right - left > tolerance && left < a && a < b && b < right) {
    if (fa >= fb) {
      right = b;
      b = a;
      fb = fa;
      a = right - GOLDEN * (right - left);
      fa = f(a);
    } else {
      left = a;
      a = b;
      fa = fb;
      b = left + GOLDEN * (right - left);
      fb = f(b);
    }
    if (fa > best.value) best = { at: a, value: fa };
    if (fb > best.value) best = { at: b, value: fb };
  }
  return best;
}
