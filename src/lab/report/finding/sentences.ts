// Clauses of a finding: lists, names, margins, and how certain a difference is.

import { listed } from "../../../core/checked.ts";
import {
  count,
  decimalsFor,
  effectSize,
  isNumber,
  number,
  probability,
  words,
} from "../../../evaluation/number-format.ts";
import type { Compared, VariantReport } from "../report-data.ts";
import { amount, brief, scaleOf, withBounds } from "./amounts.ts";
import type { Contrast } from "./contrast.ts";

/** Noun phrase for the objective. */
export const wanted = ({ objective: { name, label } }: Compared): string => label ?? words(name);

/** Whether the objective is a ratio or a difference, of which one speaks as larger and not as more. */
const isSized = (data: Compared): boolean =>
  /^(share|rate|ratio|difference|probability) (of|between) /.test(wanted(data));

/** The objective after a verb: `more revenue`, or `a larger share of the optimum`. */
export const moreWanted = (data: Compared): string =>
  isSized(data) ? `a larger ${wanted(data)}` : `more ${wanted(data)}`;

/** The objective of the best variant after a verb: `the most revenue`, or `the largest share of the optimum`. */
export const mostWanted = (data: Compared): string =>
  isSized(data) ? `the largest ${wanted(data)}` : `the most ${wanted(data)}`;

/** Like `listed`, with at most `most` names. */
export function few(names: readonly string[], most: number): string {
  return names.length <= most
    ? listed(names)
    : listed([...names.slice(0, most - 1), `${names.length - most + 1} more`]);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** Formats the objective of a variant: `14 214` or `38 %`. */
export const reached = (data: Compared, { objective }: VariantReport): string =>
  amount(scaleOf(data, "objective"), objective.mean ?? 0);

/** A margin below this share of a value only covers the rounding of sums. */
const ROUNDING = 1e-8;

/** Returns `within a margin of 5`, or a substitute where there is no margin. */
export function within(data: Compared): string {
  const { margin } = data.objective;
  const { factor, apart } = scaleOf(data, "objective");
  const largest = Math.max(...data.variants.map(({ objective }) => Math.abs(objective.mean ?? 0)));
  return margin > ROUNDING * largest ? `within a margin of ${brief(factor * margin)}${apart}` : "to the last digit";
}

/** Returns `; about 40 seeds would be likely to tell`, where that can be estimated, and whether a log has windows for them. */
export function toTell({ seeds, room }: Contrast): string {
  if (seeds === null) return "";
  if (seeds > 10_000) return "; more than 10 000 seeds would be needed to tell";
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(seeds)) - 1);
  const beyond = seeds > room ? `, and the log has windows for ${number(room, 0)}` : "";
  return `; about ${count(unit * Math.ceil(seeds / unit), "seed")} would be likely to tell${beyond}`;
}

/** Formats an undecided difference of two variants: `0.13 [−0.11, 0.36]`; for a single seed, the reason. */
export function openDifference(data: Compared, { effect }: Contrast): string {
  if (effect === undefined || effect.n < 2) return "one seed has no interval";
  return `the difference was ${withBounds(scaleOf(data, "objective"), { ...effect, mean: effect.difference })}`;
}

/** Formats a confidence level: `95 %`, `98.3 %`. */
const coverage = (confidence: number): string =>
  `${Number((100 * confidence).toFixed(confidence < 0.99 ? 1 : 2))}\u00a0%`;

/** Returns the statistics of a difference, in brackets. */
export function statistics(data: Compared, { effect, other, variant }: Contrast): string {
  if (effect === undefined) return "";
  const { corrected, confidence, n } = effect;
  const { factor, apart } = scaleOf(data, "objective");
  const [low, high] = [effect.low, effect.high].map((bound) => (isNumber(bound) ? factor * bound : null));
  const decimals = decimalsFor([{ mean: factor * (effect.difference ?? 0), low, high }]);
  const compared = data.effects.filter(({ measure }) => measure === "objective").length;
  const beside = compared > 1 ? `${variant.name} against ${other.name}: ` : "";
  if (effect.effectSize === null) return `(${beside}the same difference on each of ${count(n, "seed")}.)`;
  const p = probability(corrected);
  return [
    `(${beside}${coverage(confidence)} interval ${number(low, decimals)} to ${number(high, decimals)}${apart}`,
    `d = ${effectSize(effect.effectSize).replace("+", "")}`,
    `p ${p.startsWith("<") ? p : `= ${p}`}${compared > 1 ? `, corrected for ${compared} comparisons` : ""}`,
    `${count(n, "seed")}.)`,
  ]
    .join(", ")
    .replaceAll(/ ([=<]) /g, "\u00a0$1\u00a0");
}
