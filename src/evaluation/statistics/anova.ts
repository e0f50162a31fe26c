// Do groups differ in their means by more than their members differ within them?

import { pf } from "lib-r-math.js";
import { mean } from "./moments.ts";

/** A one-way analysis of variance. */
export interface Anova {
  /** F, and its p; null where there are fewer than two groups, nothing within them to compare with, or no spread. */
  readonly f: number | null;
  readonly p: number | null;
  readonly betweenDegrees: number;
  readonly withinDegrees: number;
}

/**
 * F = [Σ n_g·(m_g − m)²/(G − 1)] / [Σ_g Σ_k (x_gk − m_g)²/(n − G)] (Fisher, 1925). Empty groups are left out. The p
 * value takes the values as independent, which steps of one trajectory are not.
 */
export function oneWayAnova(groups: readonly ArrayLike<number>[]): Anova {
  const filled = groups.filter((group) => group.length > 0);
  const n = filled.reduce((sum, group) => sum + group.length, 0);
  const means = filled.map(mean);
  const grand = filled.reduce((sum, group, g) => sum + group.length * means[g], 0) / n;
  let between = 0;
  let within = 0;
  filled.forEach((group, g) => {
    between += group.length * (means[g] - grand) ** 2;
    for (let k = 0; k < group.length; k++) within += (group[k] - means[g]) ** 2;
  });
  const betweenDegrees = Math.max(0, filled.length - 1);
  const withinDegrees = n - filled.length;
  if (betweenDegrees === 0 || withinDegrees === 0 || within === 0) {
    return { f: null, p: null, betweenDegrees, withinDegrees };
  }
  const f = between / betweenDegrees / (within / withinDegrees);
  return { f, p: pf(f, betweenDegrees, withinDegrees, undefined, false), betweenDegrees, withinDegrees };
}
