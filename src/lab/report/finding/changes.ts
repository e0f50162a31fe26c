// What changed along with the objective, and at what cost: pay, welfare, inequality, and the channels that changed most.

import { listed } from "../../../core/checked.ts";
import { withoutEnd } from "../../../core/text-ends.ts";
import { isNumber, words } from "../../../evaluation/number-format.ts";
import { holm } from "../../../evaluation/statistics/holm.ts";
import { MEANT } from "../../experiment/channel-range.ts";
import { effectBetween, measureNamed, reversed } from "../measures.ts";
import { type Compared, type Effect, HEADLINE, type VariantReport } from "../report-data.ts";
import { amounts, brief, scaleOf } from "./amounts.ts";

import { payApart, SAME_PAY } from "./comparable.ts";
import type { Contrast } from "./contrast.ts";
import type { Thought } from "./fitted.ts";
import { capital, wanted } from "./sentences.ts";

/** Maximum number of channels that a finding names. */
const MOST_NAMED = 2;
/** Changes below this share of a measure's range, or of its larger value, are not mentioned. */
const LEAST_MOVE = 0.05;
/** A channel that changed by this share of its range has reversed. Measures that the experiment mentions need less. */
const TURNED = 0.6;

/** Whether a change of a measure is news. It is none for a headline measure, and for a channel that is the objective under another name. */
const isTellable = (data: Compared, measure: string, to: VariantReport, from: VariantReport): boolean =>
  !HEADLINES.has(measure) && !isAside(data, measure) && !sameAsObjective(data, measure, to, from);

/** Whether a channel counts things or the cost of a language model, or is a component of another channel: `spend_search` of `spend`. */
const isAside = ({ variants }: Compared, measure: string): boolean =>
  variants.some(({ channels }) =>
    channels.some(
      ({ name, unit }) =>
        (name === measure && (unit.startsWith("number of a") || unit === "tokens")) || measure.startsWith(`${name}_`),
    ),
  );

const HEADLINES: ReadonlySet<string> = new Set(HEADLINE);

/**
 * Returns a sentence on the channel with the largest difference between two of the variants, among all differences that are significant
 * over all channels and pairs: `bracketed came to 0.993 under brackets, 0.503 under nothing and 0.003 under plain`.
 */
export function furthest(data: Compared, ranked: readonly VariantReport[]): Thought | undefined {
  const ranks = new Map(ranked.map(({ name }, rank) => [name, rank]));
  const compared = data.effects.flatMap((effect) => {
    const [a, b] = [ranks.get(effect.a), ranks.get(effect.b)];
    if (a === undefined || b === undefined) return [];
    const [from, to] = [ranked[Math.min(a, b)], ranked[Math.max(a, b)]];
    return isTellable(data, effect.measure, to, from) ? [{ ...(a < b ? effect : reversed(effect)), from, to }] : [];
  });
  const weight = weighing(data);
  const [first] = sure(compared)
    .map((effect) => ({ ...effect, order: weight(effect.measure, moveOf(effect, effect.to, effect.from)) }))
    .sort((a, b) => b.order - a.order || strength(b) - strength(a));
  if (first === undefined) return undefined;
  const { measure, from, to } = first;
  const values = ranked
    .map((variant) => ({ variant, value: meanOf(variant, measure) ?? 0 }))
    .sort((a, b) => b.value - a.value);
  const figures = amounts(
    scaleOf(data, measure),
    [from, to, ...values.map(({ variant }) => variant)].map((variant) => meanOf(variant, measure) ?? 0),
    2,
  );
  const named = values.map(({ variant }, k) => `${figures[k + 2]} under ${variant.name}`);
  const sentence = (some: readonly string[]) =>
    `${capital(measureNamed(data, measure).label)} came to ${listed(some)}.`;
  const ends = sentence(named.filter((_, k) => values[k].variant === from || values[k].variant === to));
  return named.length > 4 ? [ends] : [sentence(named), ends];
}

/** Returns the largest change of a channel between two variants; 0 where none changed significantly. */
export function largestMove(data: Compared, { variant, other }: Contrast): number {
  const moved = clear(data, tellable(data, variant, other), variant, other);
  return Math.max(0, ...moved.map((effect) => moveOf(effect, variant, other)).filter((move) => move >= LEAST_MOVE));
}

/** Whether pay differs by more than what counts as equal. */
function isPayMoved({ pay: { mean: to } }: VariantReport, { pay: { mean: from } }: VariantReport): boolean {
  const [a, b] = [to ?? 0, from ?? 0];
  return Math.abs(a - b) > SAME_PAY * Math.max(Math.abs(a), Math.abs(b));
}

export interface ChangeOptions {
  /** Whether pay is told, was mentioned before, or belongs to two rewards whose amounts follow from their own rules. */
  readonly pay: "told" | "said" | "apart";
  /** Whether the sentence names the variant. */
  readonly under: boolean;
  /** Variants that cannot be distinguished from the leading one on the objective: measures that set it apart from these too come first. */
  readonly rivals: readonly VariantReport[];
  /** Variants whose values are added in brackets. */
  readonly beside: readonly VariantReport[];
}

/** Returns a sentence on what changed from the other variant to this one: `Pay rose from 2 to 5 and trust from 0 to 1 (“integrated” 0).` */
export function changes(data: Compared, { variant, other, is }: Contrast, telling: ChangeOptions): Thought | undefined {
  const { rivals, beside } = telling;
  const measures = tellable(data, variant, other);
  const moves = (from: VariantReport) =>
    new Map(clear(data, measures, variant, from).map((effect) => [effect.measure, moveOf(effect, variant, from)]));
  const apart = [other, ...rivals].map(moves);
  const far = (of: typeof apart) => (measure: string) => Math.min(...of.map((each) => each.get(measure) ?? 0));
  const isApart = measures.some((measure) => far(apart)(measure) >= LEAST_MOVE);
  const distance = far(isApart ? apart : apart.slice(0, 1));
  const weight = weighing(data);
  const up = (variant.objective.mean ?? 0) > (other.objective.mean ?? 0);
  // Of equal changes, those in the direction of the objective come first.
  const order = ({ measure, difference }: Effect) =>
    weight(measure, distance(measure)) + 0.04 * Number((difference ?? 0) > 0 === up);
  const moved = clear(data, measures, variant, other)
    .filter(({ measure }) => distance(measure) >= LEAST_MOVE)
    .sort((a, b) => order(b) - order(a) || strength(b) - strength(a));
  const pay = telling.pay === "told" && payApart(variant, other) === undefined;
  const costs = clear(data, [...(pay ? ["pay"] : []), "welfare", "inequality"], variant, other).filter((effect) =>
    effect.measure === "pay" ? isPayMoved(variant, other) : farEnough(effect, variant, other),
  );
  const first = costs.filter(({ measure }) => measure === "pay");
  const kept: Effect[] = [];
  const said = ["objective", ...(telling.pay === "said" ? ["pay"] : [])];
  const isNew = ({ measure }: Effect) =>
    ![...said, ...kept.map((one) => one.measure)].some((one) => isRepeated(data, one, measure, variant, other)) &&
    (telling.pay === "told" || measure === "payoff" || !isPaid(measure, variant, other)) &&
    (weight(measure, 0) >= SPOKEN_OF || !isEcho(data, measure, variant, other));
  // Channels that reversed, and measures that the experiment mentions, come before pay.
  const isTurned = ({ measure }: Effect) => weight(measure, distance(measure)) >= TURNED;
  for (const effect of [...moved.slice(0, 1).filter(isTurned), ...first, ...moved])
    if (kept.length - first.length < MOST_NAMED && isNew(effect)) kept.push(effect);
  for (const effect of costs) if (isNew(effect)) kept.push(effect);
  if (kept.length === 0) return undefined;
  const under = telling.under && is === "less" ? `under ${variant.name}, ` : "";
  const form = (some: readonly VariantReport[], n: number) =>
    listed(kept.slice(0, n).map((effect, k) => change(data, effect, variant, other, some, kept[k - 1])));
  // Where two variants cannot be distinguished, the rival's values are more informative than a second change.
  const forms = [beside, []].flatMap((some) => kept.map((_, k) => form(some, kept.length - k)));
  if (rivals.length === 0) forms.sort((a, b) => b.split(" ").length - a.split(" ").length);
  const [longest, ...shorter] = forms.map((text) => `${capital(`${under}${text}`)}.`);
  return [longest, ...shorter];
}

/** Measures whose change between two variants may be named. Channels with a wanted minimum are left out, since `missed` reports them. */
const tellable = (data: Compared, variant: VariantReport, other: VariantReport): string[] =>
  [...new Set(data.effects.map(({ measure }) => measure))].filter(
    (measure) =>
      isTellable(data, measure, variant, other) &&
      !variant.channels.some(({ name, wanted }) => name === measure && wanted !== undefined),
  );

/**
 * Returns the order in which measures are reported: first those that the experiment mentions, then by the size of their change rounded to a
 * tenth; of equal ones shares come first. The experiment mentions a measure if one of its words occurs in the title, in a variant's name or
 * settings or in the reward's unit. Words of the objective do not count.
 */
function weighing(data: Compared): (measure: string, move: number) => number {
  const texts = data.variants.flatMap(({ name, coin, settings }) => [name, coin, ...Object.values(settings)]);
  const known = new Set([wanted(data), data.objective.name].flatMap(stems));
  const said = new Set([data.title, ...texts].flatMap(stems).filter((word) => !known.has(word)));
  const isSaid = (measure: string) =>
    [measure, measureNamed(data, measure).label].flatMap(stems).some((word) => said.has(word));
  return (measure, move) =>
    Math.round(10 * (move + (isSaid(measure) ? SPOKEN_OF : 0))) / 10 +
    0.02 * Number(scaleOf(data, measure).factor !== 1);
}

/** Bonus in the order for a measure that the experiment mentions. */
const SPOKEN_OF = 0.5;

/** Returns words of at least four letters, without a plural s. */
const stems = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => withoutEnd(word, "s"));

/** Whether one of two variants pays a channel's value unchanged. */
const isPaid = (measure: string, ...variants: readonly VariantReport[]): boolean =>
  variants.some(
    ({ pay, coin, outcomes, channels }) =>
      isNear(pay.mean ?? 0, outcomes[measure]?.mean ?? 0, 1e-9) &&
      channels.some(({ name, unit }) => name === measure && unit === coin),
  );

/**
 * Returns sentences on channels with a wanted minimum that this variant may have missed: `Return came to 4.9 under “paced”, of 6 wanted
 * (“autobid” 6).`
 */
export function missed(data: Compared, variant: VariantReport): Thought[] {
  return variant.channels.flatMap(({ name, wanted, label }) => {
    const { mean, low } = variant.outcomes[name] ?? {};
    if (wanted === undefined || !isNumber(mean) || (low ?? mean) >= wanted) return [];
    const best = data.variants.toSorted((a, b) => (meanOf(b, name) ?? 0) - (meanOf(a, name) ?? 0))[0];
    const [own, most] = amounts(scaleOf(data, name), [mean, meanOf(best, name) ?? 0]);
    const opening = `${capital(label ?? words(name))} came to ${own} under ${variant.name}, of ${brief(wanted)} wanted`;
    return [best === variant ? [`${opening}.`] : [`${opening} (${best.name} ${most}).`, `${opening}.`]];
  });
}

/** Whether a change is large enough, for measures without a range and for the Gini coefficient, which is small in any case. */
const farEnough = (effect: Effect, to: VariantReport, from: VariantReport): boolean =>
  effect.measure === "inequality"
    ? Math.abs(effect.difference ?? 0) >= LEAST_MOVE
    : moveOf(effect, to, from) >= LEAST_MOVE;

/** Returns the significant effects among measures. */
const clear = (data: Compared, measures: readonly string[], to: VariantReport, from: VariantReport): Effect[] =>
  sure(measures.flatMap((measure) => effectBetween(data, measure, from.name, to.name) ?? []));

/** Returns the significant effects, by p values that are corrected (Holm) for their number. */
function sure<E extends Effect>(effects: readonly E[]): E[] {
  const corrected = holm(effects.map(({ p }) => p));
  return effects.filter(({ difference, effectSize, n }, k) => {
    if (!isNumber(difference) || n < 2) return false;
    const p = corrected[k];
    return effectSize === null ? difference !== 0 : p !== null && p < 0.05;
  });
}

/**
 * Returns the size of a channel's change on a scale common to all units: the share of its range where an episode's value has bounds,
 * otherwise the share of the larger value. A sum of events counts by their number where that is less: one that few agents meet is a small
 * change. Cohen's d is unsuitable: it is large for any channel that hardly varies.
 */
function moveOf({ measure, difference }: Effect, to: VariantReport, from: VariantReport): number {
  const size = Math.abs(difference ?? 0);
  const channel = to.channels.find(({ name }) => name === measure);
  const width = channel === undefined ? 0 : channel.high - channel.low;
  if (width > 0 && width < MEANT && (channel?.over !== "sum" || channel.once === true)) return size / width;
  const larger = Math.max(Math.abs(meanOf(to, measure) ?? 0), Math.abs(meanOf(from, measure) ?? 0), Number.MIN_VALUE);
  return Math.min(size / larger, channel?.low === 0 && channel.high === 1 ? size : Number.POSITIVE_INFINITY);
}

/** Returns the absolute value of Cohen's d; infinite where differences are equal on every seed. */
function strength({ effectSize }: Effect): number {
  return effectSize === null ? Number.POSITIVE_INFINITY : Math.abs(effectSize);
}

/** Formats a change: `trust rose from 0 to 0.998 (“integrated” 0)`. */
function change(
  data: Compared,
  { measure, difference }: Effect,
  to: VariantReport,
  from: VariantReport,
  beside: readonly VariantReport[],
  before: Effect | undefined,
): string {
  // A payoff with a label of its own, or pay that equals it, has that label, which tables have for the sum over agents.
  const isPayoff = measure === "payoff" || (measure === "pay" && isRepeated(data, "pay", "payoff", to, from));
  const payoff = isPayoff ? measureNamed(data, "payoff").label : "payoff";
  const isTotal = payoff !== "payoff" && [from, to].every((variant) => isNumber(meanOf(variant, "welfare")));
  const shown = isTotal ? "welfare" : measure;
  const own = payoff === "payoff" ? measureNamed(data, measure).label : payoff;
  const label = measure === "inequality" ? "inequality (Gini)" : own;
  const known = beside.filter((variant) => isNumber(meanOf(variant, shown)));
  const [start, end, ...others] = amounts(
    scaleOf(data, shown),
    [from, to, ...known].map((variant) => meanOf(variant, shown) ?? 0),
    2,
  );
  const rest = known.map(({ name }, k) => `${name} ${others[k]}`).join(", ");
  const verb = (change: number | null) => ((change ?? 0) > 0 ? "rose " : "fell ");
  // A repeated verb is left out: `trust rose from 0 to 1 and pay from 2 to 5`
  const rose = before !== undefined && verb(before.difference) === verb(difference) ? "" : verb(difference);
  return `${label} ${rose}from ${start} to ${end}${rest === "" ? "" : ` (${rest})`}`;
}

function meanOf(variant: VariantReport, measure: string): number | null {
  const headline = HEADLINE.find((name) => name === measure);
  return (headline === undefined ? variant.outcomes[measure] : variant[headline])?.mean ?? null;
}

/** Whether a channel is the objective, or changes exactly as it does. */
function sameAsObjective(data: Compared, measure: string, to: VariantReport, from: VariantReport): boolean {
  if (measure === data.objective.name || data.objective.name.endsWith(`.${measure}`)) return true;
  return isRepeated(data, "objective", measure, to, from);
}

/** Shares, and pay for shares, within this distance of the objective's share in both variants are redundant. */
const ECHO = 0.03;

const isEcho = (data: Compared, measure: string, ...both: readonly VariantReport[]): boolean =>
  scaleOf(data, "objective").factor !== 1 &&
  (measure === "pay" || scaleOf(data, measure).factor !== 1) &&
  both.every((variant) => Math.abs((meanOf(variant, measure) ?? 0) - (variant.objective.mean ?? 0)) <= ECHO);

/** Whether two numbers are equal within a relative tolerance; changes within a hundredth count as the same. */
const isNear = (a: number, b: number, part = 0.01): boolean =>
  Math.abs(a - b) <= part * Math.max(Math.abs(a), Math.abs(b));

/**
 * Whether a measure repeats the change of another between two variants: by the same amount, up or down, for all agents together or for
 * each, or by the same ratio. A measure that turns from gain to loss is no repetition. Neither is one that falls by as much as a share
 * rises.
 */
function isRepeated(data: Compared, one: string, other: string, to: VariantReport, from: VariantReport): boolean {
  const [a, b, c, d] = [meanOf(to, one), meanOf(from, one), meanOf(to, other), meanOf(from, other)];
  if (!isNumber(a) || !isNumber(b) || !isNumber(c) || !isNumber(d)) return false;
  if (c * d < 0 && a * b >= 0) return false;
  if (a * b * c * d !== 0 && isNear(a / b, c / d)) return true;
  const mirrored = one === "objective" && scaleOf(data, one).factor !== 1 ? [1] : [1, -1];
  const agents = to.agents.length;
  return [1, agents, 1 / agents].some((factor) => mirrored.some((sign) => isNear(factor * sign * (a - b), c - d)));
}
