// What a run says of the objective: the best variant beside the baseline, which is the first one where the file names no other.

import { count } from "../../../evaluation/number-format.ts";
import type { Compared, VariantReport } from "../report-data.ts";
import { amounts, beside, scaleOf, short } from "./amounts.ts";
import { differInRewardAlone } from "./comparable.ts";
import { type Contrast, contrast } from "./contrast.ts";
import { type DoseLine, oneDoseLine } from "./doses.ts";
import { capital, few, listed, reached, wanted, within } from "./sentences.ts";

/** One thought in words, from its longest form to its shortest. */
export type Thought = readonly [string, ...string[]];

/** Variants that a run compares, the best first, and the one that the others are held against. */
export interface ComparedVariants {
  readonly ranked: readonly VariantReport[];
  readonly baseline: VariantReport;
}

/** How a run answers: the best variant beside the baseline. */
export interface LeadingAnswer {
  readonly thought: Thought;
  /** Two variants whose difference the sentence speaks of; undefined where none is clear. */
  readonly clear?: Contrast;
}

/** Others that a sentence names at most beside two. */
const MOST_OTHERS = 3;

/** The best variant beside the baseline. */
export function answer(data: Compared, { ranked, baseline }: ComparedVariants): LeadingAnswer {
  const others = ranked.filter((variant) => variant !== baseline).map((variant) => contrast(data, variant, baseline));
  const line = oneDoseLine(ranked, baseline);
  const best = others.find(({ is }) => is === "more");
  if (best !== undefined) return { thought: more(data, best, others, line), clear: best };
  if (others.every(({ is }) => is === "same")) return { thought: same(data, ranked) };
  const losers = others.filter(({ is }) => is === "less");
  const isAhead = ranked[0] === baseline || contrast(data, ranked[0], baseline).is === "same";
  if (isAhead && losers.length > 0) return { thought: none(data, baseline, others, line), ...nearest(losers) };
  return { thought: undecided(data, baseline, others), ...nearest(losers) };
}

/** Of those that gave less than the baseline the nearest: what it gave for that is what the baseline costs. */
const nearest = (losers: readonly Contrast[]): { readonly clear?: Contrast } =>
  losers.length === 0 ? {} : { clear: losers[0] };

/** The baseline is behind another variant. */
function more(data: Compared, best: Contrast, others: readonly Contrast[], line: DoseLine | undefined): Thought {
  const { variant, other } = best;
  const top = others.flatMap((one) => {
    const isLevel =
      one === best || (line === undefined && one.is === "more" && contrast(data, variant, one.variant).is === "same");
    return isLevel ? [one.variant] : [];
  });
  const scale = scaleOf(data, "objective");
  const [to, from] = [variant.objective.mean ?? 0, other.objective.mean ?? 0];
  const gain = beside(scale, to, from);
  const verb = differInRewardAlone([variant, other]) ? "bought" : "gave";
  const group = listed(top.map(({ name }) => name));
  const [reaches, before] = amounts(scale, [to, from]);
  const opening =
    gain === undefined
      ? `${capital(wanted(data))} rose from ${before} under ${other.name} to ${reaches} under ${group}`
      : gain.times
        ? `${capital(group)} ${verb} ${gain.text} the ${wanted(data)} of ${other.name}`
        : `${capital(group)} ${verb} ${top.length > 1 ? "up to " : ""}${gain.text} ${wanted(data)} than ${other.name}`;
  if (line !== undefined) return withShape(opening, shapeOf(data, line, variant, other));
  const rest = others.filter((one) => !top.includes(one.variant));
  return shrinking(data, rest, (shown) => (shown === "" ? `${opening}.` : `${opening} (${shown}).`));
}

/** The baseline is ahead of all, or none is clearly ahead of it. */
function none(
  data: Compared,
  baseline: VariantReport,
  others: readonly Contrast[],
  line: DoseLine | undefined,
): Thought {
  if (others.length === 1) return [fell(data, others[0])];
  const verb = others.every(({ is }) => is === "less") ? "gave" : "gave clearly";
  const opening = `No variant ${verb} more ${wanted(data)} than ${baseline.name} (${reached(data, baseline)})`;
  if (line !== undefined) return withShape(opening, shapeOf(data, line, baseline, baseline));
  return shrinking(data, others, (shown) => (shown === "" ? `${opening}.` : `${opening}: ${shown}.`));
}

/** Of two variants, the one that is less than the baseline. */
function fell(data: Compared, { variant, other }: Contrast): string {
  const scale = scaleOf(data, "objective");
  const [to, from] = [variant.objective.mean ?? 0, other.objective.mean ?? 0];
  const loss = beside(scale, to, from);
  if (loss !== undefined) return `${capital(variant.name)} gave ${loss.text} ${wanted(data)} than ${other.name}.`;
  const [reaches, before] = amounts(scale, [to, from]);
  return `${capital(wanted(data))} fell from ${before} under ${other.name} to ${reaches} under ${variant.name}.`;
}

/** What the others reached, where it was said before which one bought least: `“errs” reached 40 %`. */
export function others(
  data: Compared,
  ranked: readonly VariantReport[],
  said: readonly VariantReport[],
): Thought | undefined {
  const rest = ranked.filter((variant) => !said.includes(variant));
  if (rest.length === 0) return undefined;
  const sentence = (most: number) =>
    `${capital(wanted(data))}: ${few(
      rest.map((variant) => `${reached(data, variant)} under ${variant.name}`),
      most,
    )}.`;
  return [sentence(MOST_OTHERS), sentence(2)];
}

/** A sentence with as many of the other variants as there are, and then with fewer of them. */
function shrinking(data: Compared, all: readonly Contrast[], sentence: (shown: string) => string): Thought {
  const scale = scaleOf(data, "objective");
  const level = all.filter(({ is }) => is === "same");
  const items = all.flatMap(({ variant, other, is }): string[] => {
    if (is === "same") return variant === level[0].variant ? [levelOf(level.map((one) => one.variant.name))] : [];
    const told = short(scale, variant.objective.mean ?? 0, other.objective.mean ?? 0);
    return [`${variant.name} ${told}${is === "cannot tell" ? " but unclear" : ""}`];
  });
  const shown = (most: number): string =>
    items.length <= most ? items.join(", ") : [...items.slice(0, most - 1), `last ${items.at(-1)}`].join(", ");
  const nearest = items.length > 2 ? [sentence(`${items[0]} and ${items.length - 1} others`)] : [];
  return [sentence(shown(MOST_OTHERS)), sentence(shown(2)), ...nearest, sentence("")];
}

const levelOf = (names: readonly string[]): string =>
  `${names.length > 2 ? `${names[0]} and ${names.length - 1} others` : listed(names)} level`;

const withShape = (opening: string, shape: string): Thought =>
  shape === "" ? [`${opening}.`] : [`${opening}; ${shape}.`, `${opening}.`];

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
  const all = ranked.length === 2 ? listed(ranked.map(({ name }) => name)) : `all ${ranked.length} variants`;
  const figures = most === least ? most : ranked.length === 2 ? `${most} and ${least}` : `${least} to ${most}`;
  const said = `${capital(all)} gave the same ${wanted(data)} ${within(data)}: ${figures}.`;
  return differInRewardAlone(ranked) ? [`${said} What was paid made no difference to it.`, said] : [said];
}

/** `Goals reached: 76 % under “a”, 40 % under “b” and 0 % under “c”; 5 seeds cannot tell “a” from “b”.` */
function undecided(data: Compared, baseline: VariantReport, all: readonly Contrast[]): Thought {
  const open = all.filter(({ is }) => is === "cannot tell");
  const [nearest] = open;
  const ranked = [...all.map(({ variant }) => variant), baseline].sort(byObjective);
  const figures = amounts(
    scaleOf(data, "objective"),
    ranked.map(({ objective }) => objective.mean ?? 0),
  );
  const under = (some: readonly VariantReport[]) =>
    some.map((variant) => `${figures[ranked.indexOf(variant)]} under ${variant.name}`);
  const seeds = nearest.effect?.n ?? 0;
  const [first, second] = [nearest.variant, baseline].sort(byObjective);
  const why =
    seeds < 2 ? "one seed has no interval" : `${count(seeds, "seed")} cannot tell ${first.name} from ${second.name}`;
  const opening = `${capital(wanted(data))}: `;
  const pair = `${opening}${listed(under([first, second]))}${seeds < 2 ? `; ${why}` : `, which ${count(seeds, "seed")} cannot tell apart`}.`;
  return ranked.length === 2 ? [pair] : [`${opening}${few(under(ranked), 4)}; ${why}.`, pair];
}

const byObjective = (a: VariantReport, b: VariantReport): number => (b.objective.mean ?? 0) - (a.objective.mean ?? 0);
