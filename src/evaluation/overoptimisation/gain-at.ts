// Figures of a tilt with a given KL, from sums at strengths of a grid: values and slopes at two neighbours give a cubic between them, on which
// the strength of the KL is a root.

import { root } from "../../math/root.ts";
import { STRENGTHS, SUMS, tiltAt } from "./prompt-sums.ts";

/** Figures of a strength, as `SUMS.tilt` lists them. */
const FIGURES = { kl: 0, want: 1, pay: 2, klRise: 3, wantRise: 4, payRise: 5, ess: 6, loggedKl: 7 } as const;

/** A figure of a strength, on average over prompts. */
export const tiltOf = (sums: Float64Array, j: number, figure: keyof typeof FIGURES): number =>
  sums[tiltAt(j) + FIGURES[figure]] / sums[SUMS.prompts];

/** A figure and its slope at a strength; −1 is no tilt. */
function node(sums: Float64Array, j: number, figure: "kl" | "want" | "pay"): readonly [number, number] {
  if (j >= 0) return [tiltOf(sums, j, figure), tiltOf(sums, j, `${figure}Rise`)];
  return [0, figure === "kl" ? 0 : sums[SUMS[`${figure}Rise`]] / sums[SUMS.prompts]];
}

/** A figure at the share `t` of the way to strength `j` from the one before, by Hermite's cubic. */
function between(sums: Float64Array, j: number, figure: "kl" | "want" | "pay"): (t: number) => number {
  const width = STRENGTHS[j] - (j === 0 ? 0 : STRENGTHS[j - 1]);
  const [[from, rise], [to, end]] = [node(sums, j - 1, figure), node(sums, j, figure)];
  const [out, into, gap] = [width * rise, width * end, to - from];
  return (t) => from + t * (out + t * (3 * gap - 2 * out - into + t * (out + into - 2 * gap)));
}

/** Relative accuracy of the way between two strengths. */
const EXACT = 1e-12;

/** The gain of want or pay of the tilt with this KL on average over prompts, or the effective number of answers. */
export function gainAt(sums: Float64Array, kl: number, figure: "want" | "pay" | "ess"): number {
  if (kl === 0 && figure !== "ess") return 0;
  const j = STRENGTHS.findIndex((_, at) => tiltOf(sums, at, "kl") >= kl);
  if (j < 0) return tiltOf(sums, STRENGTHS.length - 1, figure);
  const divergence = between(sums, j, "kl");
  // Where a pay is saturated, two strengths may differ by rounding alone.
  if (!(divergence(0) < kl && kl < divergence(1))) return tiltOf(sums, j, figure);
  const t = root((at) => divergence(at) - kl, 0, 1, { tolerance: EXACT });
  if (figure !== "ess") return between(sums, j, figure)(t);
  const before = tiltOf(sums, Math.max(0, j - 1), "ess");
  return before + t * (tiltOf(sums, j, "ess") - before);
}
