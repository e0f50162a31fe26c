// Gold at the same distance from the first policy: between the points of a curve over β.

import type { PolicyWorth } from "./world.ts";

/** The largest KL that both curves reach. */
export function commonDivergence(one: readonly PolicyWorth[], other: readonly PolicyWorth[]): number {
  const most = (curve: readonly PolicyWorth[]) => Math.max(...curve.map(({ divergence }) => divergence));
  return Math.min(most(one), most(other));
}

/** Gold of a curve where its KL is `divergence`, on a straight line between its two nearest points; at its ends, those of its ends. */
export function atDivergence(curve: readonly PolicyWorth[], divergence: number): number {
  const points = [...curve].sort((a, b) => a.divergence - b.divergence);
  const next = points.findIndex((point) => point.divergence >= divergence);
  if (next <= 0) return points[next < 0 ? points.length - 1 : 0].gold;
  const [low, high] = [points[next - 1], points[next]];
  const share = (divergence - low.divergence) / (high.divergence - low.divergence);
  return low.gold + share * (high.gold - low.gold);
}
