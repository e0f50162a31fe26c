// Clauses of a finding: amounts with their unit and per cent, lists, and how sure they are.

import { withoutEnd } from "../../../core/text-ends.ts";
import {
  count,
  decimalsFor,
  effectSize,
  isNumber,
  number,
  probability,
  withInterval,
  words,
} from "../../../evaluation/number-format.ts";
import type { Compared, VariantReport } from "../report-data.ts";
import type { Contrast } from "./contrast.ts";

/** `a`, `a and b`, `a, b and c`. */
export function listed(names: readonly string[]): string {
  return names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;
}

/** As `listed`, at most so many of them. */
export function few(names: readonly string[], most: number): string {
  return names.length <= most
    ? listed(names)
    : listed([...names.slice(0, most - 1), `${names.length - most + 1} more`]);
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

/** A number in a sentence: to a hundredth of its size where nothing else is said, and without zeros at its end. */
export function brief(value: number, decimals = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value) || 1)))): string {
  const text = number(value, Math.min(8, decimals));
  return text.includes(".") ? withoutEnd(text, "0").replace(/\.$/, "") : text;
}

/** Value of the objective with its interval and unit. */
export function ofObjective(data: Compared, { objective }: VariantReport): string {
  return `${withInterval(objective)}${unitOf(data)}`;
}

/** The unit behind an amount, of one or of many; nothing where the objective's name ends with it. */
function unitOf({ objective: { name, unit } }: Compared, amount = ""): string {
  if (unit === "" || words(name).endsWith(unit)) return "";
  return ` ${/^1(\.0+)?$/.test(amount) ? unit.replace(/(?<![su])s$/, "") : unit}`;
}

/** `within a margin of 5 value`, or what takes its place where there is none. */
export function within(data: Compared): string {
  const { margin } = data.objective;
  return margin > 0 ? `within a margin of ${brief(margin)}${unitOf(data, brief(margin))}` : "to the last digit";
}

/** `12 % more joint value than private (120 value)`, of one variant beside another; beside nothing, `more … (by 120 value)`. */
export function difference(data: Compared, { effect, variant, other }: Contrast): string {
  const gap = effect?.difference ?? (variant.objective.mean ?? 0) - (other.objective.mean ?? 0);
  const bounds = { mean: gap, low: effect?.low ?? null, high: effect?.high ?? null };
  const share = perCent(gap, other.objective.mean);
  const amount = number(Math.abs(gap), decimalsFor([bounds]));
  const wanted = words(data.objective.name);
  const unit = unitOf(data, amount);
  if (share === undefined) return `more ${wanted} than ${other.name} (by ${amount}${unit})`;
  return `${share} more ${wanted} than ${other.name} (${amount}${unit})`;
}

/** A change as a share of what there was; undefined where there was nothing to be a share of, or the sign changed. */
export function perCent(change: number, from: number | null): string | undefined {
  if (!isNumber(from) || from === 0 || (from < 0 && from + change > 0)) return undefined;
  const share = (100 * change) / Math.abs(from);
  if (Math.abs(share) >= 1000) return `${number(Math.abs(share) / 100, 0)} times`;
  return `${number(Math.abs(share), Math.abs(share) < 9.95 ? 1 : 0)} %`;
}

/** `; about 40 seeds would be likely to tell`, where that can be judged, and whether a log has windows for them. */
export function toTell({ seeds, room }: Contrast): string {
  if (seeds === null) return "";
  if (seeds > 10_000) return "; more than 10 000 seeds would be needed to tell";
  const unit = 10 ** Math.max(0, Math.floor(Math.log10(seeds)) - 1);
  const beyond = seeds > room ? `, and the log has windows for ${number(room, 0)}` : "";
  return `; about ${count(unit * Math.ceil(seeds / unit), "seed")} would be likely to tell${beyond}`;
}

/** `95 %`, `98.3 %`. */
const coverage = (confidence: number): string => `${Number((100 * confidence).toFixed(confidence < 0.99 ? 1 : 2))} %`;

/** What stands behind a difference, in brackets. */
export function statistics(data: Compared, { effect, other }: Contrast): string {
  if (effect === undefined) return "";
  const { low, high, corrected, confidence, n } = effect;
  const bounds = { mean: effect.difference, low, high };
  const decimals = decimalsFor([bounds]);
  const compared = data.effects.filter(({ measure }) => measure === "objective").length;
  const beside = compared > 1 ? `against ${other.name}: ` : "";
  if (effect.effectSize === null) return `(${beside}the same difference on each of ${count(n, "seed")}.)`;
  const p = probability(corrected);
  return [
    `(${beside}${coverage(confidence)} interval ${number(low, decimals)} to ${number(high, decimals)}`,
    `d = ${effectSize(effect.effectSize).replace("+", "")}`,
    `p ${p.startsWith("<") ? p : `= ${p}`}${compared > 1 ? `, corrected for ${compared} comparisons` : ""}`,
    `${count(n, "seed")}.)`,
  ]
    .join(", ")
    .replaceAll(/ ([=<]) /g, "\u00a0$1\u00a0");
}
