// How far a figure may be off that no formula tells the spread of: it is computed again without each of some groups of the data.

import { qt } from "lib-r-math.js";
import type { Estimate } from "./interval.ts";

/**
 * A figure with Student's t interval by the delete-a-group jackknife. `whole` is the figure of all data, `without[j]` that of all but
 * group j, `sizes[j]` ≥ 0 how much of the data is in it. With h_j = Σm/m_j and the pseudo-values θ_j = h_j·θ − (h_j − 1)·θ_(j),
 *
 *   variance = 1/G · Σ (θ_j − θ_J)²/(h_j − 1),  θ_J = G·θ − Σ (1 − 1/h_j)·θ_(j),
 *
 * with G − 1 degrees of freedom; for a mean of groups of one it is s²/n (Busing, Meijer & van der Leeden, 1999, Statistics and Computing
 * 9). Groups are drawn and not chosen. Empty ones do not count; no interval where fewer than two are left, or where a figure is not finite.
 */
export function groupJackknife(
  whole: number,
  without: ArrayLike<number>,
  sizes: ArrayLike<number>,
  confidence = 0.95,
): Estimate {
  if (without.length !== sizes.length) throw new Error(`${without.length} figures of ${sizes.length} groups`);
  const groups = Array.from({ length: sizes.length }, (_, j) => j).filter((j) => sizes[j] > 0);
  const n = groups.length;
  if (!Number.isFinite(whole)) return { mean: null, low: null, high: null, n };
  if (n < 2 || !groups.every((j) => Number.isFinite(without[j]))) return { mean: whole, low: null, high: null, n };
  const data = groups.reduce((sum, j) => sum + sizes[j], 0);
  const centre = n * whole - groups.reduce((sum, j) => sum + (1 - sizes[j] / data) * without[j], 0);
  const variance = groups.reduce((sum, j) => {
    const h = data / sizes[j];
    return sum + (h * whole - (h - 1) * without[j] - centre) ** 2 / (h - 1) / n;
  }, 0);
  const half = qt(0.5 + confidence / 2, n - 1) * Math.sqrt(variance);
  return { mean: whole, low: whole - half, high: whole + half, n };
}
