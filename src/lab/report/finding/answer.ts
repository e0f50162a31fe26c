// What a run says of the objective: the best variant beside the baseline, which is the first one where the file names no other.

import { grouped } from "../../../core/grouped.ts";
import { count } from "../../../evaluation/number-format.ts";
import type { Compared, VariantReport } from "../report-data.ts";
import { amounts, beside, scaleOf } from "./amounts.ts";
import { largestMove } from "./changes.ts";
import { differInRewardAlone, type World } from "./comparable.ts";
import { type Contrast, contrast } from "./contrast.ts";
import { type DoseLine, oneDoseLine } from "./doses.ts";
import type { Thought } from "./fitted.ts";
import { capital, few, listed, reached, wanted, within } from "./sentences.ts";

/** How a run answers: the best variant beside the baseline. */
export interface LeadingAnswer {
  readonly thought: Thought;
  /** Two variants whose difference the sentence speaks of; undefined where none is clear. */
  readonly clear?: Contrast;
  /** Variants that the leading one of these two cannot be told from, and that are ahead of the other as well. */
  readonly rivals?: readonly VariantReport[];
  /** Whether it is left open which variant has most. */
  readonly isOpen?: true;
}

/** Others that a sentence names at most beside two. */
const MOST_OTHERS = 3;

/** The best variant beside the baseline. */
export function answer(data: Compared, { ranked, baseline }: World): LeadingAnswer {
  const others = ranked.filter((variant) => variant !== baseline).map((variant) => contrast(data, variant, baseline));
  const line = oneDoseLine(ranked, baseline);
  const best = others.find(({ is }) => is === "more");
  if (best !== undefined) return more(data, best, others, line);
  if (others.every(({ is }) => is === "same")) return { thought: same(data, ranked) };
  const losers = others.filter(({ is }) => is === "less");
  const [furthest] = others
    .filter(({ is }) => is === "same")
    .toSorted((a, b) => largestMove(data, b) - largestMove(data, a));
  // At the same objective something else differs: that is what the variant buys.
  if (furthest !== undefined && line === undefined && largestMove(data, furthest) > 0)
    return { thought: held(data, furthest, others), clear: furthest };
  const isAhead = ranked[0] === baseline || contrast(data, ranked[0], baseline).is === "same";
  if (isAhead && losers.length > 0) return { thought: none(data, baseline, others, line), ...nearest(losers) };
  // Where the baseline itself is too wild to be told from any, the best one is held against those that it is surely ahead of.
  const behind = ranked.find((variant) => contrast(data, ranked[0], variant).is === "more");
  if (losers.length === 0 && behind !== undefined) {
    const [first, ...rest] = ranked;
    return answer(data, { ranked: [first, baseline, ...rest.filter((one) => one !== baseline)], baseline: behind });
  }
  return { thought: undecided(data, baseline, others), ...nearest(losers), isOpen: true };
}

/** Of those that gave less than the baseline the nearest: what it gave for that is what the baseline costs. */
const nearest = (losers: readonly Contrast[]): { readonly clear?: Contrast } =>
  losers.length === 0 ? {} : { clear: losers[0] };

/** The baseline is behind another variant. */
function more(data: Compared, best: Contrast, others: readonly Contrast[], line: DoseLine | undefined): LeadingAnswer {
  const { variant, other } = best;
  const isLevel = (one: Contrast) =>
    one === best || (one.is === "more" && contrast(data, variant, one.variant).is === "same");
  const top = line === undefined ? others.filter(isLevel).map((one) => one.variant) : [variant];
  const rest = others.filter((one) => !top.includes(one.variant));
  const rivals = others.flatMap((one) =>
    one !== best && one.is === "more" && contrast(data, variant, one.variant).is !== "more" ? [one.variant] : [],
  );
  const gain = beside(scaleOf(data, "objective"), variant.objective.mean ?? 0, other.objective.mean ?? 0);
  const verb = differInRewardAlone([variant, other]) ? "bought" : "gave";
  const group = listed(top.map(({ name }) => name));
  const figures = figuresOf(data, [variant, other, ...rest.map((one) => one.variant)]);
  const [reaches, before] = [figures(variant), figures(other)];
  const opening =
    gain === undefined
      ? `${capital(wanted(data))} rose from ${before} under ${other.name} to ${reaches} under ${group}`
      : gain.times
        ? `${capital(group)} ${verb} ${gain.text} the ${wanted(data)} of ${other.name}`
        : `${capital(group)} ${verb} ${top.length > 1 ? "up to " : ""}${gain.text} ${wanted(data)} than ${other.name}`;
  const ends = gain === undefined ? "" : `${reaches} against ${before}`;
  const thought =
    line === undefined
      ? shrinking(opening, ends, shown(data, rest, figures, rivals))
      : withShape(opening, ends, shapeOf(data, line, variant, other));
  return { thought, clear: best, rivals: line === undefined ? rivals : [] };
}

/** The baseline is ahead of all, or none is clearly ahead of it. */
function none(data: Compared, baseline: VariantReport, all: readonly Contrast[], line: DoseLine | undefined): Thought {
  if (all.length === 1) return fell(data, all[0]);
  const verb = all.every(({ is }) => is === "less") ? "gave" : "gave clearly";
  const opening = `No variant ${verb} more ${wanted(data)} than ${baseline.name}`;
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

/** Of two variants, the one that is less than the baseline. */
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

/** A variant keeps what the baseline gave. */
function held(data: Compared, { variant, other }: Contrast, all: readonly Contrast[]): Thought {
  const rest = all.filter((one) => one.variant !== variant);
  const figures = figuresOf(data, [variant, other, ...rest.map((one) => one.variant)]);
  const opening = `${capital(variant.name)} gave the ${wanted(data)} of ${other.name} ${within(data)}`;
  return shrinking(opening, `${figures(variant)} against ${figures(other)}`, shown(data, rest, figures));
}

/** The objective of some variants, in figures that tell the first two apart. */
function figuresOf(data: Compared, variants: readonly VariantReport[]): (variant: VariantReport) => string {
  const figures = amounts(
    scaleOf(data, "objective"),
    variants.map(({ objective }) => objective.mean ?? 0),
    2,
  );
  return (variant) => figures[variants.indexOf(variant)];
}

/** What other variants reached, from all of them to few: on the baseline's level, unclear beside it, or not clearly less than the best. */
export function shown(
  data: Compared,
  all: readonly Contrast[],
  figures: (variant: VariantReport) => string = (variant) => reached(data, variant),
  rivals: readonly VariantReport[] = [],
): readonly string[] {
  const items = all.map(({ variant, is }) => {
    const as = is === "same" ? "level at " : is === "cannot tell" ? "unclear at " : "";
    return `${variant.name} ${rivals.includes(variant) ? "not clearly less at " : as}${figures(variant)}`;
  });
  const first = (n: number) =>
    [
      ...items.slice(0, n),
      ...(n < items.length ? [`${items.length - n} others at most ${figures(all[n].variant)}`] : []),
    ].join(", ");
  const longest = items.length <= MOST_OTHERS ? [items.join(", ")] : [first(2)];
  return items.length === 0 ? [] : [...longest, ...(items.length > 2 ? [first(1)] : [])];
}

/** An opening with its figures and with as many of the others as there are, then with fewer. */
export function shrinking(opening: string, ends: string, lists: readonly string[]): Thought {
  const inside = [...lists.map((list) => (ends === "" ? list : `${ends}; ${list}`)), ends];
  const [longest, ...rest] = [...inside, ""].map((text) => (text === "" ? `${opening}.` : `${opening} (${text}).`));
  return [longest, ...rest];
}

const withShape = (opening: string, ends: string, shape: string): Thought =>
  shape === ""
    ? shrinking(opening, ends, [])
    : [`${opening} (${ends}); ${shape}.`, `${opening}; ${shape}.`, `${opening}.`];

/** Where along a dose the objective cannot be told from its best value, and where it falls. */
function shapeOf(data: Compared, { points }: DoseLine, best: VariantReport, baseline: VariantReport): string {
  const at = points.findIndex(({ variant }) => variant === best);
  if (at < 0) return "";
  const isLevel = ({ variant }: DoseLine["points"][number]) =>
    contrast(data, variant, best).is !== "less" &&
    (best === baseline || contrast(data, variant, baseline).is === "more");
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
  if (means.every((mean) => mean === 0)) return [`No variant gave any ${wanted(data)}: all are 0.`];
  const [most, least] = amounts(scaleOf(data, "objective"), [means[0], means[means.length - 1]]);
  const isAll = ranked.length === data.variants.length;
  const some = isAll ? `all ${ranked.length} variants` : `${ranked[0].name} and ${ranked.length - 1} others`;
  const all = ranked.length === 2 ? listed(ranked.map(({ name }) => name)) : some;
  const figures = most === least ? most : ranked.length === 2 ? `${most} and ${least}` : `${least} to ${most}`;
  const how = means.every((mean) => mean === means[0]) ? "" : ` ${within(data)}`;
  const said = `${capital(all)} gave the same ${wanted(data)}${how}: ${figures}.`;
  return differInRewardAlone(ranked) ? [`${said} What was paid made no difference to it.`, said] : [said];
}

/** `Goals reached: 76 % under “a”, 40 % under “b” and 0 % under “c”; 5 seeds cannot tell “a” from “b”.` */
function undecided(data: Compared, baseline: VariantReport, all: readonly Contrast[]): Thought {
  const open = all.filter(({ is }) => is === "cannot tell");
  const [nearest] = open;
  const ranked = [...all.map(({ variant }) => variant), baseline].sort(byObjective);
  const figures = figuresOf(data, [nearest.variant, baseline, ...ranked]);
  const under = (some: readonly VariantReport[]) =>
    [...grouped(some, figures).entries()].map(
      ([figure, alike]) => `${figure} under ${listed(alike.map(({ name }) => name))}`,
    );
  const seeds = nearest.effect?.n ?? 0;
  const [first, second] = [nearest.variant, baseline].sort(byObjective);
  const why =
    seeds < 2 ? "one seed has no interval" : `${count(seeds, "seed")} cannot tell ${first.name} from ${second.name}`;
  const opening = `${capital(wanted(data))}: `;
  const pair = `${opening}${listed(under([first, second]))}${seeds < 2 ? `; ${why}` : `, which ${count(seeds, "seed")} cannot tell apart`}.`;
  return ranked.length === 2 ? [pair] : [`${opening}${few(under(ranked), 4)}; ${why}.`, pair];
}

const byObjective = (a: VariantReport, b: VariantReport): number => (b.objective.mean ?? 0) - (a.objective.mean ?? 0);
