// Whether optimising one reward over answers can lower another at all (Skalse et al., arXiv 2209.13085).

import { linearPrograms } from "../../math/linear-program.ts";

/** A direction must gain this much of what it could, so that rounding finds none. */
const NOTABLE = 1e-7;

/**
 * A change of a policy over answers, [answers], that raises the proxy's mean and lowers gold's: δ with Σδ = 0, proxy·δ > 0 > gold·δ and
 * entries within ±1, by a linear program. From any policy that gives each answer a chance, a small step along it is a policy too.
 * Undefined where there is none: one of the two is constant, or proxy = a·gold + b with a > 0.
 */
export async function hackingDirection(
  proxy: ArrayLike<number>,
  gold: ArrayLike<number>,
): Promise<Float64Array | undefined> {
  const { optimum } = await linearPrograms();
  const [one, other] = [unitOf(proxy), unitOf(gold)];
  if (one === undefined || other === undefined) return undefined;
  const n = one.length;
  const columns = Int32Array.from({ length: n + 1 }, (_, k) => k);
  const row = (values: ArrayLike<number>, last: number) => [...Array.from(values), last];
  const { x, objective } = optimum({
    sense: "maximise",
    // The last column is what both differences are at least.
    objective: row(new Float64Array(n), 1),
    lower: row(new Float64Array(n).fill(-1), 0),
    upper: row(new Float64Array(n).fill(1), Number.POSITIVE_INFINITY),
    rows: [
      { columns, values: row(new Float64Array(n).fill(1), 0), lower: 0, upper: 0 },
      { columns, values: row(one, -1), lower: 0 },
      {
        columns,
        values: row(
          other.map((value) => -value),
          -1,
        ),
        lower: 0,
      },
    ],
  });
  return objective > NOTABLE ? x.slice(0, n) : undefined;
}

/** Whether one of two rewards is constant, or the first is a·second + b with a > 0. Numbers are compared to `tolerance`. */
export function isAffinePair(proxy: ArrayLike<number>, gold: ArrayLike<number>, tolerance = 1e-9): boolean {
  const [one, other] = [unitOf(proxy), unitOf(gold)];
  if (one === undefined || other === undefined) return true;
  return one.every((value, k) => Math.abs(value - other[k]) <= tolerance);
}

/** Less its mean, and of length 1; undefined where it is constant up to rounding. */
function unitOf(values: ArrayLike<number>): Float64Array | undefined {
  let [mean, size] = [0, 0];
  for (let k = 0; k < values.length; k++) {
    mean += values[k] / values.length;
    size = Math.max(size, Math.abs(values[k]));
  }
  const centred = Float64Array.from(values, (value) => value - mean);
  const length = Math.sqrt(centred.reduce((sum, value) => sum + value * value, 0));
  return length > 1e-12 * size ? centred.map((value) => value / length) : undefined;
}
