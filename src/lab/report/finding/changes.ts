// What moved with the objective, and what that cost: pay, welfare, inequality, and of the channels that changed those that moved furthest.

import { isNumber, words } from "../../../evaluation/number-format.ts";
import { holm } from "../../../evaluation/statistics/holm.ts";
import { MEANT } from "../../experiment/channel-range.ts";
import { effectBetween, measureNamed, reversed } from "../measures.ts";
import { type Compared, type Effect, HEADLINE, type VariantReport } from "../report-data.ts";
import { amounts, brief, scaleOf } from "./amounts.ts";
import type { Thought } from "./answer.ts";
import { payApart } from "./comparable.ts";
import type { Contrast } from "./contrast.ts";
import { capital, few, listed } from "./sentences.ts";

/** Channels that a finding names. */
const MOST_NAMED = 2;
/** Less than this share of its range, or of its larger value, is no change that is told. */
const LEAST_MOVE = 0.05;
/** From this share of its range on, a channel has turned. */
const TURNED = 0.6;

/** Whether effects of a measure may be told: the objective moves with itself, and so does a channel that is the objective under another name. */
const isTellable = (data: Compared, measure: string, ...variants: readonly VariantReport[]): boolean =>
  !HEADLINES.has(measure) && !isAside(data, measure) && !sameAsObjective(data, measure, ...variants);

/** Whether a channel's values are numbers of things, which are neither high nor low, or what asking a model took. */
const isAside = ({ variants }: Compared, measure: string): boolean =>
  variants.some(({ channels }) =>
    channels.some(({ name, unit }) => name === measure && (unit.startsWith("number of a") || unit === "tokens")),
  );

const HEADLINES: ReadonlySet<string> = new Set(HEADLINE);

/**
 * The channel that differs furthest between two of the variants, of those that differ surely among all channels and pairs:
 * `bracketed came to 0.993 under brackets, 0.503 under nothing and 0.003 under plain`.
 */
export function furthest(data: Compared, ranked: readonly VariantReport[]): Thought | undefined {
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
  const values = ranked
    .map((variant) => ({ name: variant.name, value: meanOf(variant, measure) ?? 0 }))
    .sort((a, b) => b.value - a.value);
  const shown = amounts(
    scaleOf(data, measure),
    values.map(({ value }) => value),
  );
  const named = values.map(({ name }, k) => `${shown[k]} under ${name}`);
  const sentence = (text: string) => `${capital(measureNamed(data, measure).label)} came to ${text}.`;
  return [sentence(few(named, 4)), sentence(few(named, 3)), sentence(listed([named[0], named[named.length - 1]]))];
}

/** What changed from the other variant to this one, pay first: `Pay rose from 2 to 5 and trust rose from 0 to 1.` */
export function changes(
  data: Compared,
  { variant, other }: Contrast,
  under: string,
  withPay: boolean,
): Thought | undefined {
  const measures = new Set(data.effects.map(({ measure }) => measure));
  const isWanted = (measure: string) =>
    variant.channels.some(({ name, wanted }) => name === measure && wanted !== undefined);
  const tellable = [...measures].filter((measure) => isTellable(data, measure, variant, other) && !isWanted(measure));
  const moved = clear(data, tellable, variant, other)
    .filter((effect) => moveOf(effect, variant, other) >= LEAST_MOVE)
    .sort((a, b) => moveOf(b, variant, other) - moveOf(a, variant, other) || strength(b) - strength(a));
  const pay = withPay && payApart(variant, other) === undefined && !sameAsObjective(data, "pay", variant, other);
  const costs = clear(data, [...(pay ? ["pay"] : []), "welfare", "inequality"], variant, other).filter(
    (effect) => effect.measure === "pay" || farEnough(effect, variant, other),
  );
  const first = costs.filter(({ measure }) => measure === "pay");
  // Pay was spoken of where it is left out.
  const said = withPay ? ["objective"] : ["objective", "pay"];
  const isNew = ({ measure }: Effect) =>
    ![...said, ...kept.map((one) => one.measure)].some((one) => isRepeated(one, measure, variant, other));
  const kept: Effect[] = [];
  // What changed from next to nothing to nearly all, or back, is told before pay.
  const isTurned = (effect: Effect) => moveOf(effect, variant, other) >= TURNED;
  for (const effect of [...moved.slice(0, 1).filter(isTurned), ...first, ...moved])
    if (kept.length - first.length < MOST_NAMED && isNew(effect)) kept.push(effect);
  for (const effect of costs) if (isNew(effect)) kept.push(effect);
  if (kept.length === 0) return undefined;
  const clauses = kept.map((effect) => change(data, effect, variant, other));
  const sentence = (n: number) => `${capital(`${under}${listed(clauses.slice(0, n))}`)}.`;
  const [longest, ...shorter] = clauses.map((_, k) => sentence(clauses.length - k));
  return [longest, ...shorter];
}

/**
 * What the world's rules want of a channel, and this variant may have missed: `Return came to 4.9 under “paced”, of 6 wanted, and to 6
 * under “autobid”.`
 */
export function missed(data: Compared, variant: VariantReport): Thought[] {
  return variant.channels.flatMap(({ name, wanted, label }) => {
    const { mean, low } = variant.outcomes[name] ?? {};
    if (wanted === undefined || !isNumber(mean) || (low ?? mean) >= wanted) return [];
    const best = data.variants.toSorted((a, b) => (meanOf(b, name) ?? 0) - (meanOf(a, name) ?? 0))[0];
    const [own, most] = amounts(scaleOf(data, name), [mean, meanOf(best, name) ?? 0]);
    const opening = `${capital(label ?? words(name))} came to ${own} under ${variant.name}, of ${brief(wanted)} wanted`;
    return [best === variant ? [`${opening}.`] : [`${opening}, and to ${most} under ${best.name}.`, `${opening}.`]];
  });
}

/** Of what has no range, and of a coefficient that is small in any case. */
const farEnough = (effect: Effect, to: VariantReport, from: VariantReport): boolean =>
  effect.measure === "inequality"
    ? Math.abs(effect.difference ?? 0) >= LEAST_MOVE
    : moveOf(effect, to, from) >= LEAST_MOVE;

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
  // Pay that is a payoff with a name of its own is called by it.
  const shown = measure === "pay" && isRepeated("pay", "payoff", to, from) ? "payoff" : measure;
  const own = measureNamed(data, shown).label;
  const label = measure === "inequality" ? "inequality (Gini)" : own === "payoff" ? "pay" : own;
  const [start, end] = amounts(scaleOf(data, measure), [meanOf(from, measure) ?? 0, meanOf(to, measure) ?? 0]);
  return `${label} ${(difference ?? 0) > 0 ? "rose" : "fell"} from ${start} to ${end}`;
}

function meanOf(variant: VariantReport, measure: string): number | null {
  const headline = HEADLINE.find((name) => name === measure);
  return (headline === undefined ? variant.outcomes[measure] : variant[headline])?.mean ?? null;
}

/** Whether a channel has the objective's own values, as the channel has that the objective names. */
function sameAsObjective(data: Compared, measure: string, ...variants: readonly VariantReport[]): boolean {
  if (measure === data.objective.name || data.objective.name.endsWith(`.${measure}`)) return true;
  return isRepeated("objective", measure, ...variants);
}

/** Whether two measures have the same values, or values that are the same when multiplied by the number of agents: a sum beside its mean. */
function isRepeated(one: string, other: string, ...variants: readonly VariantReport[]): boolean {
  return variants.every((variant) => {
    const [a, b] = [meanOf(variant, one), meanOf(variant, other)];
    if (!isNumber(a) || !isNumber(b)) return false;
    return [1, variant.agents.length, 1 / variant.agents.length].some(
      (factor) => Math.abs(a * factor - b) <= 1e-9 * Math.max(1, Math.abs(b)),
    );
  });
}
