// What moved with the objective, and what that cost: of the channels that changed those that moved furthest, then pay, welfare and
// inequality.

import { isNumber, number } from "../../../evaluation/number-format.ts";
import { holm } from "../../../evaluation/statistics/holm.ts";
import { MEANT } from "../../experiment/channel-range.ts";
import { effectBetween, measureNamed, reversed } from "../measures.ts";
import { type Compared, type Effect, HEADLINE, type VariantReport } from "../report-data.ts";
import { payApart } from "./comparable.ts";
import type { Contrast } from "./contrast.ts";
import { brief, capital, few, listed } from "./sentences.ts";

/** Channels that a finding names. */
const MOST_NAMED = 3;

/** Whether effects of a measure may be told: the objective moves with itself, and so does a channel that is the objective under another name. */
const isTellable = (data: Compared, measure: string, ...variants: readonly VariantReport[]): boolean =>
  !HEADLINES.has(measure) && !sameAsObjective(data, measure, ...variants);

const HEADLINES: ReadonlySet<string> = new Set(HEADLINE);

/**
 * The channel that differs furthest between two of the variants, of those that differ surely among all channels and pairs:
 * `bracketed came to 0.993 under brackets, 0.503 under nothing and 0.003 under plain`.
 */
export function furthest(data: Compared, ranked: readonly VariantReport[]): string | undefined {
  const ranks = new Map(ranked.map(({ name }, rank) => [name, rank]));
  const compared = data.effects.flatMap((effect) => {
    const [a, b] = [ranks.get(effect.a), ranks.get(effect.b)];
    if (a === undefined || b === undefined) return [];
    const [from, to] = [ranked[Math.min(a, b)], ranked[Math.max(a, b)]];
    return isTellable(data, effect.measure, from, to) ? [{ ...(a < b ? effect : reversed(effect)), from, to }] : [];
  });
  const [first] = sure(compared).sort(
    (a, b) => moveOf(b, b.to, b.from) - moveOf(a, a.to, a.from) || strength(b) - strength(a),
  );
  if (first === undefined) return undefined;
  const { measure } = first;
  const values = ranked.map((variant) => ({ name: variant.name, value: meanOf(variant, measure) ?? 0 }));
  const size = Math.abs(first.difference ?? 0);
  const told = alike(
    values.map(({ value }) => value),
    Math.max(0, Math.min(8, 2 - Math.floor(Math.log10(size)))),
  );
  const named = values
    .map(({ name, value }, k) => ({ text: `${told[k]} under ${name}`, value }))
    .sort((a, b) => b.value - a.value)
    .map(({ text }) => text);
  return `${measureNamed(data, measure).label} came to ${few(named, 4)}`;
}

/** From the variant with less of the objective to the one with more: at most two sentences. */
export function changes(data: Compared, { variant, other }: Contrast): string[] {
  const costs = ["pay", "welfare", "inequality"].filter(
    (key) => key !== "pay" || payApart(variant, other) === undefined,
  );
  const measures = new Set(data.effects.map(({ measure }) => measure));
  const tellable = [...measures].filter((measure) => isTellable(data, measure, variant, other));
  const moved = clear(data, tellable, variant, other)
    .sort((a, b) => moveOf(b, variant, other) - moveOf(a, variant, other) || strength(b) - strength(a))
    .slice(0, MOST_NAMED);
  const cost = clear(data, costs, variant, other);
  const beside = data.variants.length > 2 ? `Beside ${other.name}` : "With it";
  return [
    ...(moved.length === 0
      ? []
      : [`${beside}, ${listed(moved.map((effect) => change(data, effect, variant, other)))}.`]),
    ...(cost.length === 0 ? [] : [`${capital(listed(cost.map((effect) => change(data, effect, variant, other))))}.`]),
  ];
}

/** Effects of measures that changed. */
const clear = (data: Compared, measures: readonly string[], to: VariantReport, from: VariantReport): Effect[] =>
  sure(measures.flatMap((measure) => effectBetween(data, measure, from.name, to.name) ?? []));

/** Effects that are surely there, by p values that are corrected for as many. */
function sure<E extends Effect>(effects: readonly E[]): E[] {
  const corrected = holm(effects.map(({ p }) => p));
  return effects.filter(({ difference, effectSize, n }, k) => {
    if (!isNumber(difference) || n < 2) return false;
    const p = corrected[k];
    return effectSize === null ? difference !== 0 : p !== null && p < 0.05;
  });
}

/**
 * How far a channel moved, so that channels of any unit can be set beside each other: of what has bounds in an episode the share of its
 * range, of what adds up over steps the share of the larger value. Cohen's d is large for any channel that hardly varies, moved or not.
 */
function moveOf({ measure, difference }: Effect, to: VariantReport, from: VariantReport): number {
  const size = Math.abs(difference ?? 0);
  const channel = to.channels.find(({ name }) => name === measure);
  if (channel !== undefined && (channel.over !== "sum" || channel.once === true)) {
    const width = channel.high - channel.low;
    if (width > 0 && width < MEANT) return size / width;
  }
  return size / Math.max(Math.abs(meanOf(to, measure) ?? 0), Math.abs(meanOf(from, measure) ?? 0), Number.MIN_VALUE);
}

/** Cohen's d without its sign; differences that are equal on every seed are the strongest. */
function strength({ effectSize }: Effect): number {
  return effectSize === null ? Number.POSITIVE_INFINITY : Math.abs(effectSize);
}

/** `trust rose from 0 to 0.998`. */
function change(data: Compared, { measure, difference }: Effect, to: VariantReport, from: VariantReport): string {
  const [before, after] = [meanOf(from, measure), meanOf(to, measure)];
  const size = Math.abs(difference ?? 0);
  const decimals = Math.max(0, Math.min(8, 2 - Math.floor(Math.log10(size))));
  const label = measure === "inequality" ? "inequality (Gini)" : measureNamed(data, measure).label;
  const verb = (difference ?? 0) > 0 ? "rose" : "fell";
  const [start, end] = alike([before ?? 0, after ?? 0], decimals);
  return `${label} ${verb} from ${start} to ${end}`;
}

/** Both with as many decimals as the longer one needs, but for 0 and 1. */
function alike(values: readonly number[], decimals: number): string[] {
  const short = values.map((value) => brief(value, decimals));
  const needed = Math.max(...short.map((text) => text.split(".")[1]?.length ?? 0));
  return short.map((text, k) => (/^.?[01]$/.test(text) ? text : number(values[k], needed)));
}

function meanOf(variant: VariantReport, measure: string): number | null {
  const headline = HEADLINE.find((name) => name === measure);
  return (headline === undefined ? variant.outcomes[measure] : variant[headline])?.mean ?? null;
}

/** Whether a channel has the objective's own values, as the channel has that the objective names. */
function sameAsObjective(data: Compared, measure: string, ...variants: readonly VariantReport[]): boolean {
  if (measure === data.objective.name) return true;
  const [joint, agents] = [data.objective.name.endsWith(`.${measure}`), variants.map(({ agents }) => agents.length)];
  return joint || variants.every((variant, k) => close(meanOf(variant, measure), variant.objective.mean, agents[k]));
}

/** Equal, or equal when multiplied by the number of agents: a sum beside its mean. */
function close(channel: number | null, objective: number | null, agents: number): boolean {
  if (!isNumber(channel) || !isNumber(objective)) return false;
  return [1, agents].some(
    (factor) => Math.abs(channel * factor - objective) <= 1e-9 * Math.max(1, Math.abs(objective)),
  );
}
