// The first sentence of a finding, on the objective: the best variant compared with the baseline. The baseline is the first variant where
// the file names none.

import { listed } from "../../../core/checked.ts";
import { grouped } from "../../../core/grouped.ts";
import { count } from "../../../evaluation/number-format.ts";
import type { Compared, VariantReport } from "../report-data.ts";
import { amounts, beside, scaleOf } from "./amounts.ts";
import { largestMove } from "./changes.ts";
import { differInRewardAlone, type World } from "./comparable.ts";
import { type Contrast, contrast, isSure } from "./contrast.ts";
import { type DoseLine, oneDoseLine } from "./doses.ts";
import type { Thought } from "./fitted.ts";
import { capital, few, moreWanted, mostWanted, reached, wanted, within } from "./sentences.ts";

/** The answer of a run: the best variant compared with the baseline. */
export interface LeadingAnswer {
  readonly thought: Thought;
  /** The two variants whose difference the sentence states; undefined where no difference is clear. */
  readonly clear?: Contrast;
  /** Variants that are ahead of the baseline as well, and that cannot be distinguished from the leading one. */
  readonly rivals?: readonly VariantReport[];
  /** True where it remains open which variant is best. */
  readonly isOpen?: true;
}

/** Maximum number of further variants that a sentence names besides two. */
const MOST_OTHERS = 3;

export function answer(data: Compared, { ranked, baseline }: World): LeadingAnswer {
  const others = ranked.filter((variant) => variant !== baseline).map((variant) => contrast(data, variant, baseline));
  const line = oneDoseLine(ranked, baseline);
  const best = others.find(({ is }) => is === "more");
  if (best !== undefined) return more(data, best, others, line);
  if (others.every(({ is }) => is === "same")) return { thought: same(data, ranked) };
  const losers = others.filter(({ is }) => is === "less");
  const [furthest] = others
    .filter(({ is, effect }) => is === "same" && !isSurelyMore(effect))
    .toSorted((a, b) => largestMove(data, b) - largestMove(data, a));
  // With equal objectives, another measure that differs is the benefit of the variant.
  if (furthest !== undefined && line === undefined && largestMove(data, furthest) > 0)
    return { thought: held(data, furthest, others), clear: furthest };
  const isAhead = ranked[0] === baseline || contrast(data, ranked[0], baseline).is === "same";
  if (isAhead && losers.length > 0) return { thought: none(data, baseline, others, line), ...nearest(losers) };
  // Where the baseline varies too much to be distinguished from any variant, the best one is compared with those that it is clearly ahead
  // of.
  const behind = ranked.find((variant) => contrast(data, ranked[0], variant).is === "more");
  if (losers.length === 0 && behind !== undefined) {
    const [first, ...rest] = ranked;
    return answer(data, { ranked: [first, baseline, ...rest.filter((one) => one !== baseline)], baseline: behind });
  }
  return { thought: undecided(data, baseline, others), ...nearest(losers), isOpen: true };
}

/** Returns the closest of the variants that gave less than the baseline: what it gains in exchange is the cost of the baseline. */
const nearest = (losers: readonly Contrast[]): { readonly clear?: Contrast } =>
  losers.length === 0 ? {} : { clear: losers[0] };

const isSurelyMore = (effect: Contrast["effect"]): boolean =>
  effect !== undefined && isSure(effect) && (effect.difference ?? 0) > 0;

/** Answer where another variant is ahead of the baseline. */
function more(data: Compared, best: Contrast, others: readonly Contrast[], line: DoseLine | undefined): LeadingAnswer {
  const { variant, other } = best;
  const behind = (one: Contrast) => contrast(data, variant, one.variant);
  // What is surely less is no equal, however small the difference.
  const isLess = (one: Contrast) => behind(one).is === "more" || isSurelyMore(behind(one).effect);
  const isLevel = (one: Contrast) => one === best || (one.is === "more" && behind(one).is === "same" && !isLess(one));
  const top = line === undefined ? others.filter(isLevel).map((one) => one.variant) : [variant];
  const rest = others.filter((one) => !top.includes(one.variant));
  const rivals = others.flatMap((one) => (one !== best && one.is === "more" && !isLess(one) ? [one.variant] : []));
  const gain = beside(scaleOf(data, "objective"), variant.objective.mean ?? 0, other.objective.mean ?? 0);
  const verb = differInRewardAlone([variant, other]) ? "bought" : "gave";
  const group = listed(top.map(({ name }) => name));
  const figures = figuresOf(data, [variant, other, ...rest.map((one) => one.variant)]);
  const upTo = top.some(({ objective: { mean } }) => mean !== variant.objective.mean) ? "up to " : "";
  const [reaches, before] = [figures(variant), figures(other)];
  const opening =
    gain === undefined
      ? `${capital(wanted(data))} rose from ${before} under ${other.name} to ${reaches} under ${group}`
      : gain.times
        ? `${capital(group)} ${verb} ${gain.text} the ${wanted(data)} of ${other.name}`
        : `${capital(group)} ${verb} ${upTo}${gain.text} ${wanted(data)} than ${other.name}`;
  const ends = gain === undefined ? "" : `${reaches} against ${before}`;
  const thought =
    line === undefined
      ? shrinking(opening, ends, shown(data, rest, figures, { rivals, best: reaches }))
      : withShape(opening, ends, shapeOf(data, line, variant, other));
  return { thought, clear: best, rivals: line === undefined ? rivals : [] };
}

/** Answer where the baseline is ahead of all variants, or none is clearly ahead of it. */
function none(data: Compared, baseline: VariantReport, all: readonly Contrast[], line: DoseLine | undefined): Thought {
  if (all.length === 1) return fell(data, all[0]);
  const isAhead = all.every(({ is }) => is === "less");
  // No variant gives the most of what is nothing or a loss.
  const opening =
    isAhead && (baseline.objective.mean ?? 0) > 0
      ? `${capital(baseline.name)} gave ${mostWanted(data)}`
      : `No variant ${isAhead ? "" : all.some(({ effect }) => isSurelyMore(effect)) ? "notably " : "clearly "}gave ${moreWanted(data)} than ${baseline.name}`;
  const own = reached(data, baseline);
  if (line !== undefined) return withShape(opening, own, shapeOf(data, line, baseline, baseline));
  return shrinking(
    opening,
    own,
    shown(
      data,
      all,
      figuresOf(
        data,
        all.map(({ variant }) => variant),
      ),
    ),
  );
}

/** Answer of two variants, where the other one is below the baseline. */
function fell(data: Compared, { variant, other }: Contrast): Thought {
  const loss = beside(scaleOf(data, "objective"), variant.objective.mean ?? 0, other.objective.mean ?? 0);
  const figures = figuresOf(data, [variant, other]);
  const [reaches, before] = [figures(variant), figures(other)];
  if (loss === undefined)
    return [`${capital(wanted(data))} fell from ${before} under ${other.name} to ${reaches} under ${variant.name}.`];
  return shrinking(
    `${capital(variant.name)} gave ${loss.text} ${wanted(data)} than ${other.name}`,
    `${reaches} against ${before}`,
    [],
  );
}

/** Answer where a variant keeps the baseline's objective. */
function held(data: Compared, { variant, other }: Contrast, all: readonly Contrast[]): Thought {
  const rest = all.filter((one) => one.variant !== variant);
  const figures = figuresOf(data, [variant, other, ...rest.map((one) => one.variant)]);
  const opening = `${capital(variant.name)} gave the same ${wanted(data)} as ${other.name}, ${within(data)}`;
  return shrinking(opening, `${figures(variant)} against ${figures(other)}`, shown(data, rest, figures));
}

/** Formats the objective of some variants, with enough digits to distinguish the first two. */
function figuresOf(data: Compared, variants: readonly VariantReport[]): (variant: VariantReport) => string {
  const figures = amounts(
    scaleOf(data, "objective"),
    variants.map(({ objective }) => objective.mean ?? 0),
    2,
  );
  return (variant) => figures[variants.indexOf(variant)];
}

/** Variants that cannot be distinguished from the best one, and what the best one reached. */
interface Level {
  readonly rivals: readonly VariantReport[];
  readonly best: string;
}

/**
 * Returns what other variants reached, in forms that list all of them to few: those level with the baseline, those unclear beside it, or
 * those not clearly below the best.
 */
export function shown(
  data: Compared,
  all: readonly Contrast[],
  figures: (variant: VariantReport) => string = (variant) => reached(data, variant),
  { rivals, best }: Level = { rivals: [], best: "" },
): readonly string[] {
  const items = all.map(({ variant, is }) => {
    const as = is === "same" ? "level at " : is === "cannot tell" ? "unclear at " : "";
    const figure = figures(variant);
    if (!rivals.includes(variant)) return `${variant.name} ${as}${figure}`;
    return figure === best ? `${variant.name} ${figure} as well` : `${variant.name} not clearly less at ${figure}`;
  });
  const first = (n: number) =>
    [
      ...items.slice(0, n),
      ...(n < items.length ? [`${items.length - n} others at most ${figures(all[n].variant)}`] : []),
    ].join(", ");
  const longest = items.length <= MOST_OTHERS ? [items.join(", ")] : [first(2)];
  return items.length === 0 ? [] : [...longest, ...(items.length > 2 ? [first(1)] : [])];
}

/** Returns an opening with its figures and as many of the other variants as possible, then shorter forms with fewer. */
export function shrinking(opening: string, ends: string, lists: readonly string[]): Thought {
  const inside = [...lists.map((list) => (ends === "" ? list : `${ends}; ${list}`)), ends];
  const [longest, ...rest] = [...inside, ""].map((text) => (text === "" ? `${opening}.` : `${opening} (${text}).`));
  return [longest, ...rest];
}

const withShape = (opening: string, ends: string, shape: string): Thought =>
  shape === ""
    ? shrinking(opening, ends, [])
    : [`${opening} (${ends}); ${shape}.`, `${opening}; ${shape}.`, `${opening}.`];

/** Describes for which doses the objective cannot be distinguished from its best value, and where it falls. */
function shapeOf(data: Compared, { points }: DoseLine, best: VariantReport, baseline: VariantReport): string {
  const at = points.findIndex(({ variant }) => variant === best);
  if (at < 0) return "";
  const isLevel = ({ variant }: DoseLine["points"][number]) => contrast(data, variant, best).is !== "less";
  let [low, high] = [at, at];
  while (low > 0 && isLevel(points[low - 1])) low -= 1;
  while (high < points.length - 1 && isLevel(points[high + 1])) high += 1;
  const level = low === high ? "" : `${points[low].dose} to ${points[high].dose} cannot be told apart`;
  const after = points.slice(high + 1).filter(({ variant }) => contrast(data, variant, best).is === "less");
  const falls =
    at === points.length - 1 && best !== baseline
      ? "the last value is the best so far"
      : after.length > 0
        ? `from ${after[0].dose} on it is less`
        : "";
  return [level, falls].filter((part) => part !== "").join(", ");
}

function same(data: Compared, ranked: readonly VariantReport[]): Thought {
  const means = ranked.map(({ objective }) => objective.mean ?? 0);
  const isAll = ranked.length === data.variants.length;
  const some = isAll ? `all ${ranked.length} variants` : `${ranked[0].name} and ${count(ranked.length - 1, "other")}`;
  if (means.every((mean) => mean === 0))
    return [isAll ? `No variant gave any ${wanted(data)}: all are 0.` : `${capital(some)} gave no ${wanted(data)}.`];
  const [most, least] = amounts(scaleOf(data, "objective"), [means[0], means[means.length - 1]]);
  const all = ranked.length === 2 ? listed(ranked.map(({ name }) => name)) : some;
  const figures = most === least ? most : ranked.length === 2 ? `${most} and ${least}` : `${least} to ${most}`;
  const how = means.every((mean) => mean === means[0]) ? "" : ` ${within(data)}`;
  const said = `${capital(all)} gave the same ${wanted(data)}${how}: ${figures}.`;
  return differInRewardAlone(ranked) ? [`${said} What was paid made no difference to it.`, said] : [said];
}

/** Maximum number of figures that a sentence lists. */
const MOST_FIGURES = 4;

/** `Goals reached: 76 % under “a”, 40 % under “b” and 0 % under “c”; 5 seeds cannot tell “a” from “b”.` */
function undecided(data: Compared, baseline: VariantReport, all: readonly Contrast[]): Thought {
  const open = all.filter(({ is }) => is === "cannot tell");
  const [nearest] = open;
  const ranked = [...all.map(({ variant }) => variant), baseline].sort(byObjective);
  const figures = figuresOf(data, [nearest.variant, baseline, ...ranked]);
  const under = (some: readonly VariantReport[]) => {
    const groups = [...grouped(some, figures).entries()];
    const parts = groups.map(([figure, alike]) => `${figure} under ${listed(alike.map(({ name }) => name))}`);
    // A group of variants has an "and" of its own.
    return groups.length <= MOST_FIGURES && groups.some(([, { length }]) => length > 1)
      ? parts.join(", ")
      : few(parts, MOST_FIGURES);
  };
  const seeds = nearest.effect?.n ?? 0;
  const [first, second] = [nearest.variant, baseline].sort(byObjective);
  const why =
    seeds < 2 ? "one seed has no interval" : `${count(seeds, "seed")} cannot tell ${first.name} from ${second.name}`;
  const opening = `${capital(wanted(data))}: `;
  const pair = `${opening}${under([first, second])}${seeds < 2 ? `; ${why}` : `, which ${count(seeds, "seed")} cannot tell apart`}.`;
  return ranked.length === 2 ? [pair] : [`${opening}${under(ranked)}; ${why}.`, pair];
}

const byObjective = (a: VariantReport, b: VariantReport): number => (b.objective.mean ?? 0) - (a.objective.mean ?? 0);
