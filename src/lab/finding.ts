// What the comparison found, in one paragraph that a reader can quote: which variant bought most of the objective, by how
// much, how surely, and whether more pay bought less. It claims no more than the intervals allow.

import {
  count,
  decimalsFor,
  effectSize,
  isNumber,
  number,
  probability,
  withInterval,
  words,
} from "../evaluation/number-format.ts";
import { alike, effectBetween, isClear, reversals } from "./measures.ts";
import type { Effect, ReportData, VariantReport } from "./report-data.ts";

/** The finding as sentences of plain text. */
export const finding = (data: ReportData): string =>
  [comparison(data), payment(data), unfinished(data)].filter((sentence) => sentence !== "").join(" ");

function comparison(data: ReportData): string {
  const ranked = data.variants
    .filter((variant) => isNumber(variant.objective.mean))
    .sort((a, b) => (b.objective.mean ?? 0) - (a.objective.mean ?? 0));
  const wanted = words(data.objective.name);
  if (ranked.length === 0) return "No cell has given a value of the objective yet, so there is nothing to report.";
  const best = ranked[0];
  if (ranked.length === 1) {
    const seeds = best.objective.n === 1 ? "one seed, so without an interval" : count(best.objective.n, "seed");
    const others = data.variants.length - 1;
    const why = others > 0 ? `the other ${count(others, "variant")} gave no value` : "there is one variant";
    return `Under ${best.name}, ${wanted} was ${withUnit(data, best)} (${seeds}). There is nothing to compare it with: ${why}.`;
  }
  const tied = ranked.filter((variant) => level(variant, best));
  if (tied.length === ranked.length)
    return `All ${ranked.length} variants bought the same ${wanted}: ${withUnit(data, best)}. What was paid made no difference to it.`;
  if (tied.length > 1) {
    const names = listed(tied.map((variant) => variant.name));
    return `${sentenceCase(names)} bought the most ${wanted}, all the same: ${withUnit(data, best)}; ${versus(data, best, ranked[tied.length])}.`;
  }
  const next = ranked[1];
  const last = ranked[ranked.length - 1];
  const against = [versus(data, best, next), ...(last === next ? [] : [versus(data, best, last)])];
  return `${sentenceCase(best.name)} bought the most ${wanted}: ${withUnit(data, best)}; ${against.join(", and ")}.`;
}

/** `120 [110, 130] more than private (d = 2.10, p < 0.001, 10 seeds)`, or what must be said instead. */
function versus(data: ReportData, best: VariantReport, other: VariantReport): string {
  const effect = effectBetween(data, "objective", other.name, best.name);
  if (effect === undefined || !isNumber(effect.difference)) {
    const gap = (best.objective.mean ?? 0) - (other.objective.mean ?? 0);
    return `${number(gap)} more than ${other.name}, who share no seeds to be compared on`;
  }
  const clear = isClear(effect);
  if (clear === undefined)
    return `${number(effect.difference)} more than ${other.name}, but on ${count(effect.n, "seed")}, which cannot show whether it would happen again`;
  const difference = withInterval({ ...effect, mean: effect.difference });
  if (clear) return `${difference} more than ${other.name} (${strength(effect)})`;
  return `not clearly more than ${other.name}, as the difference of ${difference} may be nothing (${strength(effect)})`;
}

function strength(effect: Effect): string {
  const seeds = count(effect.n, "seed");
  if (effect.effectSize === null || effect.p === null) return `the same on each of ${seeds}`;
  const p = probability(effect.p);
  const d = effectSize(effect.effectSize).replace("+", "");
  return `d = ${d}, p ${p.startsWith("<") ? p : `= ${p}`}, ${seeds}`.replaceAll(/ ([=<]) /g, "\u00a0$1\u00a0");
}

/** Says where the variant that was paid more bought less. */
function payment(data: ReportData): string {
  const [strongest] = reversals(data);
  if (strongest === undefined) return "";
  const { from, to, pay, objective, clear } = strongest;
  const wanted = words(data.objective.name);
  const gained = number(pay, decimalsFor([{ mean: pay, low: null, high: null }]));
  return clear
    ? `Paying more bought less: ${to} paid ${gained} more than ${from} and bought ${number(-objective)} less ${wanted}.`
    : `By its mean, ${to} paid ${gained} more than ${from} and bought ${number(-objective)} less ${wanted}, which the intervals leave open.`;
}

function unfinished(data: ReportData): string {
  const { planned, done } = data.cells;
  if (done >= planned) return "";
  const missing = planned - done;
  return `${missing} of ${count(planned, "cell")} ${missing === 1 ? "is" : "are"} still missing, so these figures may move.`;
}

function withUnit(data: ReportData, variant: VariantReport): string {
  const { unit } = data.objective;
  return `${withInterval(variant.objective)}${unit === "" || words(data.objective.name).endsWith(unit) ? "" : ` ${unit}`}`;
}

const level = (a: VariantReport, b: VariantReport): boolean =>
  isNumber(a.objective.mean) && isNumber(b.objective.mean) && alike(a.objective.mean, b.objective.mean);

const listed = (names: readonly string[]): string =>
  names.length < 2 ? names.join("") : `${names.slice(0, -1).join(", ")} and ${names[names.length - 1]}`;

const sentenceCase = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
