// What moved with the objective, and what that cost: pay, welfare, inequality, and of the channels that changed those that moved furthest.

import { withoutEnd } from "../../../core/text-ends.ts";
import { isNumber, words } from "../../../evaluation/number-format.ts";
import { holm } from "../../../evaluation/statistics/holm.ts";
import { MEANT } from "../../experiment/channel-range.ts";
import { effectBetween, measureNamed, reversed } from "../measures.ts";
import { type Compared, type Effect, HEADLINE, type VariantReport } from "../report-data.ts";
import { amounts, brief, scaleOf } from "./amounts.ts";

import { payApart } from "./comparable.ts";
import type { Contrast } from "./contrast.ts";
import type { Thought } from "./fitted.ts";
import { capital, listed, wanted } from "./sentences.ts";

/** Channels that a finding names. */
const MOST_NAMED = 2;
/** Less than this share of its range, or of its larger value, is no change that is told. */
const LEAST_MOVE = 0.05;
/** From this share of its range on, a channel has turned; what is spoken of needs less. */
const TURNED = 0.6;

/** Whether effects of a measure may be told: the objective moves with itself, and so does a channel that is the objective under another name. */
const isTellable = (data: Compared, measure: string, to: VariantReport, from: VariantReport): boolean =>
  !HEADLINES.has(measure) && !isAside(data, measure) && !sameAsObjective(data, measure, to, from);

/** Whether a channel's values are numbers of things, what asking a model took, or parts of another: `spend_search` of `spend`. */
const isAside = ({ variants }: Compared, measure: string): boolean =>
  variants.some(({ channels }) =>
    channels.some(
      ({ name, unit }) =>
        (name === measure && (unit.startsWith("number of a") || unit === "tokens")) || measure.startsWith(`${name}_`),
    ),
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

/** How far the channel that moved furthest between two variants did; 0 where none surely moved. */
export function largestMove(data: Compared, { variant, other }: Contrast): number {
  const moved = clear(data, tellable(data, variant, other), variant, other);
  return Math.max(0, ...moved.map((effect) => moveOf(effect, variant, other)).filter((move) => move >= LEAST_MOVE));
}

/** What to say of what changed. */
export interface ChangeOptions {
  /** Whether pay is told, was spoken of before, or is of two rewards, which give amounts by rules of their own. */
  readonly pay: "told" | "said" | "apart";
  /** Whether the sentence says under which variant. */
  readonly under: boolean;
  /** Variants that the leading one cannot be told from on the objective: what sets it apart from these too comes first. */
  readonly rivals: readonly VariantReport[];
  /** Variants that stand beside with their values, in brackets. */
  readonly beside: readonly VariantReport[];
}

/** What changed from the other variant to this one: `Pay rose from 2 to 5 and trust from 0 to 1 (“integrated” 0).` */
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
  // Of moves that are alike what went the objective's way comes first.
  const order = ({ measure, difference }: Effect) =>
    weight(measure, distance(measure)) + 0.04 * Number((difference ?? 0) > 0 === up);
  const moved = clear(data, measures, variant, other)
    .filter(({ measure }) => distance(measure) >= LEAST_MOVE)
    .sort((a, b) => order(b) - order(a) || strength(b) - strength(a));
  const pay = telling.pay === "told" && payApart(variant, other) === undefined;
  const costs = clear(data, [...(pay ? ["pay"] : []), "welfare", "inequality"], variant, other).filter(
    (effect) => effect.measure === "pay" || farEnough(effect, variant, other),
  );
  const first = costs.filter(({ measure }) => measure === "pay");
  const kept: Effect[] = [];
  const said = ["objective", ...(telling.pay === "said" ? ["pay"] : [])];
  const isNew = ({ measure }: Effect) =>
    ![...said, ...kept.map((one) => one.measure)].some((one) => isRepeated(data, one, measure, variant, other)) &&
    (telling.pay === "told" || measure === "payoff" || !isPaid(measure, variant, other)) &&
    (weight(measure, 0) >= SPOKEN_OF || !isEcho(data, measure, variant, other));
  // What changed from next to nothing to nearly all, or back, and what is spoken of are told before pay.
  const isTurned = ({ measure }: Effect) => weight(measure, distance(measure)) >= TURNED;
  for (const effect of [...moved.slice(0, 1).filter(isTurned), ...first, ...moved])
    if (kept.length - first.length < MOST_NAMED && isNew(effect)) kept.push(effect);
  for (const effect of costs) if (isNew(effect)) kept.push(effect);
  if (kept.length === 0) return undefined;
  const under = telling.under && is === "less" ? `under ${variant.name}, ` : "";
  const form = (some: readonly VariantReport[], n: number) =>
    listed(kept.slice(0, n).map((effect, k) => change(data, effect, variant, other, some, kept[k - 1])));
  // Of two variants that cannot be told apart the other's values say more than a second change.
  const forms = [beside, []].flatMap((some) => kept.map((_, k) => form(some, kept.length - k)));
  if (rivals.length === 0) forms.sort((a, b) => b.split(" ").length - a.split(" ").length);
  const [longest, ...shorter] = forms.map((text) => `${capital(`${under}${text}`)}.`);
  return [longest, ...shorter];
}

/** Measures that may be named for their change between two variants, but for what the world's rules want, which is told apart. */
const tellable = (data: Compared, variant: VariantReport, other: VariantReport): string[] =>
  [...new Set(data.effects.map(({ measure }) => measure))].filter(
    (measure) =>
      isTellable(data, measure, variant, other) &&
      !variant.channels.some(({ name, wanted }) => name === measure && wanted !== undefined),
  );

/**
 * By what measures are told first: those that the experiment speaks of, then by how far they moved, to a tenth, and shares of those. An
 * experiment speaks of what has a word in its title, in a variant's name or settings or in what is paid, but for words of the objective.
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

/** What an experiment speaks of comes before what moved further by less than this. */
const SPOKEN_OF = 0.5;

/** Words of four letters and more, without the s of many. */
const stems = (text: string): string[] =>
  (text.toLowerCase().match(/\p{L}{4,}/gu) ?? []).map((word) => withoutEnd(word, "s"));

/** Whether a channel is what one of two variants is paid as it stands. */
const isPaid = (measure: string, ...variants: readonly VariantReport[]): boolean =>
  variants.some(
    ({ pay, coin, outcomes, channels }) =>
      isNear(pay.mean ?? 0, outcomes[measure]?.mean ?? 0, 1e-9) &&
      channels.some(({ name, unit }) => name === measure && unit === coin),
  );

/**
 * What the world's rules want of a channel, and this variant may have missed: `Return came to 4.9 under “paced”, of 6 wanted
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

/** `trust rose from 0 to 0.998 (“integrated” 0)`. */
function change(
  data: Compared,
  { measure, difference }: Effect,
  to: VariantReport,
  from: VariantReport,
  beside: readonly VariantReport[],
  before: Effect | undefined,
): string {
  // Pay that is a payoff with a name of its own is called by it.
  const payoff =
    measure === "pay" && isRepeated(data, "pay", "payoff", to, from) ? measureNamed(data, "payoff").label : "payoff";
  const own = payoff === "payoff" ? measureNamed(data, measure).label : payoff;
  const label = measure === "inequality" ? "inequality (Gini)" : own;
  const known = beside.filter((variant) => isNumber(meanOf(variant, measure)));
  const [start, end, ...others] = amounts(
    scaleOf(data, measure),
    [from, to, ...known].map((variant) => meanOf(variant, measure) ?? 0),
    2,
  );
  const rest = known.map(({ name }, k) => `${name} ${others[k]}`).join(", ");
  const verb = (change: number | null) => ((change ?? 0) > 0 ? "rose " : "fell ");
  // `trust rose from 0 to 1 and pay from 2 to 5`
  const rose = before !== undefined && verb(before.difference) === verb(difference) ? "" : verb(difference);
  return `${label} ${rose}from ${start} to ${end}${rest === "" ? "" : ` (${rest})`}`;
}

function meanOf(variant: VariantReport, measure: string): number | null {
  const headline = HEADLINE.find((name) => name === measure);
  return (headline === undefined ? variant.outcomes[measure] : variant[headline])?.mean ?? null;
}

/** Whether a channel is the objective, or moves as it does. */
function sameAsObjective(data: Compared, measure: string, to: VariantReport, from: VariantReport): boolean {
  if (measure === data.objective.name || data.objective.name.endsWith(`.${measure}`)) return true;
  return isRepeated(data, "objective", measure, to, from);
}

/** Shares, and pay for one, that differ from the objective's share by less than this in both variants say what it says. */
const ECHO = 0.03;

const isEcho = (data: Compared, measure: string, ...both: readonly VariantReport[]): boolean =>
  scaleOf(data, "objective").factor !== 1 &&
  (measure === "pay" || scaleOf(data, measure).factor !== 1) &&
  both.every((variant) => Math.abs((meanOf(variant, measure) ?? 0) - (variant.objective.mean ?? 0)) <= ECHO);

/** Whether numbers differ by less than a part: by a hundredth, moves of two measures are one. */
const isNear = (a: number, b: number, part = 0.01): boolean =>
  Math.abs(a - b) <= part * Math.max(Math.abs(a), Math.abs(b));

/**
 * Whether a measure moves as another does between two variants: by the same amount, up or down, for all agents or for each, or by the same
 * part. What turns from gain to loss says more, and so does what is less of a share by as much as that is more.
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
