// What a run found, by rules: one plain sentence that answers its title, then what moved with it, what it cost, and the statistics.
// It claims no more than the intervals allow. The terminal, `--json` and the page all print this one.

import { NO_ANSWER } from "../../../core/agent.ts";
import { count, isNumber, withInterval, words } from "../../../evaluation/number-format.ts";
import { reversals } from "../measures.ts";
import type { Compared, Finding, FindingKind, VariantReport } from "../report-data.ts";
import { changes, furthest } from "./changes.ts";
import { beginAlike, differInRewardAlone, payApart } from "./comparable.ts";
import { type Contrast, contrasts } from "./contrast.ts";
import { capital, difference, few, listed, ofObjective, statistics, toTell, within } from "./sentences.ts";

/** The finding of a run. */
export function finding(given: Compared): Finding {
  const data = quoted(given);
  const { kind, best, sentences, failed } = found(data);
  const at = data.variants.findIndex(({ name }) => name === best);
  const text = [...sentences, ...unfinished(data)].join(" ");
  return { kind, best: at < 0 ? null : given.variants[at].name, text, ...(failed && { failed }) };
}

/** Names that would fall apart in a list stand in quotation marks. */
function quoted(data: Compared): Compared {
  const inWords = (name: string) => (/,| and |^nothing$/.test(name) ? `“${name}”` : name);
  return {
    ...data,
    variants: data.variants.map((variant) => ({ ...variant, name: inWords(variant.name) })),
    effects: data.effects.map((effect) => ({ ...effect, a: inWords(effect.a), b: inWords(effect.b) })),
  };
}

interface Found {
  readonly kind: FindingKind;
  readonly best: string | null;
  readonly sentences: readonly string[];
  /** Where no episode came to its end. */
  readonly failed?: true;
}

function found(data: Compared): Found {
  const ranked = data.variants
    .filter(({ objective }) => isNumber(objective.mean))
    .sort((a, b) => (b.objective.mean ?? 0) - (a.objective.mean ?? 0));
  if (ranked.length === 0) return withoutValue(data);
  const untaught = untrained(data, ranked);
  if (untaught !== undefined) return untaught;
  if (ranked.length === 1) return alone(data, ranked[0]);
  const units = [...new Set(ranked.map(({ objectiveUnit }) => objectiveUnit))];
  if (units.length > 1) {
    const said = `The variants measure ${words(data.objective.name)} in ${listed(units)}, so they cannot be compared on it.`;
    return only("not comparable", said);
  }
  const blind = unresponsive(data, ranked);
  if (blind !== undefined) return blind;
  const marks = marksAbove(ranked);
  return compared(data, ranked.slice(marks.length), marks);
}

/**
 * Of variants in their order the first ones that reference players of the world play alone: marks that others are held against, and no
 * answer. There are none where fewer than two variants would be left.
 */
function marksAbove(ranked: readonly VariantReport[]): readonly VariantReport[] {
  const others = ranked.findIndex(({ agents }) => !agents.every(({ reference }) => reference));
  return others < 0 || ranked.length - others < 2 ? [] : ranked.slice(0, others);
}

/** What there is to say where no cell has a value of the objective. */
function withoutValue({ failures }: Compared): Found {
  const [first] = failures;
  if (first === undefined)
    return only("cannot tell", "No cell has given a value of the objective yet, so there is nothing to report.");
  const isOne = new Set(failures.map(({ reason }) => reason)).size === 1;
  const said = [
    `Every episode failed${isOne ? "" : ", most often for this reason"}: ${first.reason}.`,
    first.reason.includes(NO_ANSWER)
      ? "The same command asks again: see first that the server runs, and that its address is right."
      : "Nothing was measured; what failed has to be mended first.",
  ];
  return { ...only("cannot tell", ...said), failed: true };
}

const only = (kind: FindingKind, ...sentences: readonly string[]): Found => ({ kind, best: null, sentences });

function alone(data: Compared, variant: VariantReport): Found {
  const others = data.variants.length - 1;
  const why = others > 0 ? `the other ${count(others, "variant")} gave no value` : "there is one setting";
  const { n } = variant.objective;
  const seeds = n === 1 ? "one seed, so without an interval" : count(n, "seed");
  return only(
    "one setting",
    `Under ${variant.name}, ${words(data.objective.name)} came to ${ofObjective(data, variant)} (${seeds}).`,
    `There is nothing to compare it with: ${why}.`,
    ...(learnt(variant.learning) === "cannot tell" ? [UNTOLD] : []),
  );
}

/** Whether learners are paid more than before their training; undefined where none learns. One seed has no interval to tell it by. */
function learnt({ gain, learnt }: VariantReport["learning"]): "yes" | "no" | "cannot tell" | undefined {
  if (gain === null) return undefined;
  if (learnt) return "yes";
  return gain.low === null ? "cannot tell" : "no";
}

const UNTOLD = "Whether anything was learnt cannot be told: one seed has no interval.";

/**
 * Where learners are no better than they were before the training, nothing else is to be said. Variants that began alike and act
 * differently have learnt, if not to be paid more.
 */
function untrained(data: Compared, ranked: readonly VariantReport[]): Found | undefined {
  const failed = ranked.filter(({ learning }) => learnt(learning) === "no");
  if (failed.length === 0 || failed.length < ranked.length) return undefined;
  if (beginAlike(ranked) && furthest(data, ranked) !== undefined) return undefined;
  const steps = Math.max(...failed.map(({ learning }) => learning.steps));
  const gains = failed.flatMap(({ name, learning: { gain } }) =>
    gain === null ? [] : [`${withInterval(gain)} under ${name}`],
  );
  return only(
    "nothing learnt",
    `Nothing was learnt in ${count(steps, "step")}: learners were not paid more at the end of their training than at its start.`,
    `Their pay changed by ${few(gains, 4)}.`,
    ...(ranked.length > 1 ? ["So the variants are not compared."] : []),
  );
}

/** Agents that cannot know the reward do the same under each. */
function unresponsive(data: Compared, ranked: readonly VariantReport[]): Found | undefined {
  if (!differInRewardAlone(ranked) || ranked.some(({ agents }) => agents.some(({ knowsPay }) => knowsPay)))
    return undefined;
  const policies = [...new Set(ranked.flatMap(({ agents }) => agents.map(({ policy }) => policy)))];
  return only(
    "does not respond",
    `The variants differ in pay alone, and the agents cannot know it: ${listed(policies)} ${policies.length === 1 ? "does" : "do"} the same under each.`,
    `${capital(words(data.objective.name))} came to ${ofObjective(data, ranked[0])} under ${ranked[0].name}; agents that learn, or are told, may respond.`,
  );
}

function compared(data: Compared, ranked: readonly VariantReport[], marks: readonly VariantReport[]): Found {
  const [first] = ranked;
  const all = contrasts(data, ranked);
  const of = (is: Contrast["is"]) => all.filter((contrast) => contrast.is === is);
  const [same, more, open] = [of("same"), of("more"), of("cannot tell")];
  if (all.every(({ effect }) => effect === undefined))
    return only(
      "not comparable",
      `The variants share no seeds, so they cannot be compared on ${words(data.objective.name)}.`,
    );
  if (same.length === all.length) {
    const names =
      ranked.length === 2
        ? `${capital(first.name)} and ${ranked[1].name}`
        : `All ${ranked.length} ${marks.length > 0 ? "other variants" : "variants"}`;
    const same = `${names} gave the same ${words(data.objective.name)}: ${ofObjective(data, first)}, ${within(data)}.`;
    const rewards = differInRewardAlone(ranked) ? ["What was paid made no difference to it."] : [];
    return {
      kind: "same",
      best: null,
      sentences: [...answers(data, ranked, same, ...beyond(data, marks, first), ...rewards), ...aside(data, ranked)],
    };
  }
  if (more.length === 0)
    return only(
      "cannot tell",
      ...answers(data, ranked, undecided(data, first, open, same), ...beyond(data, marks, first)),
      ...aside(data, ranked),
    );
  const top = [first, ...same.map(({ other }) => other)];
  const next = more[0];
  const last = more[more.length - 1];
  const verb = differInRewardAlone(ranked) ? "bought" : "gave";
  const opening = `${capital(listed(top.map(({ name }) => name)))} ${verb} ${difference(data, next)}`;
  const farther = last === next ? "" : `, and ${difference(data, last)}`;
  return {
    kind: "more",
    best: open.length > 0 ? null : first.name,
    sentences: [
      `${opening}${farther}.`,
      ...(same.length > 0 ? [`${capital(listed(top.map(({ name }) => name)))} are the same ${within(data)}.`] : []),
      ...open.slice(0, 1).map(
        (contrast) =>
          `Whether ${first.name} ${verb} more than ${few(
            open.map(({ other }) => other.name),
            3,
          )} cannot be told${toTell(contrast)}.`,
      ),
      ...beyond(data, marks, first),
      ...changes(data, last),
      ...reversed(data),
      ...aside(data, ranked),
      statistics(data, last),
    ],
  };
}

function undecided(data: Compared, first: VariantReport, open: readonly Contrast[], same: readonly Contrast[]): string {
  const [nearest] = open;
  const wanted = words(data.objective.name);
  const others = few(
    open.map(({ other }) => other.name),
    3,
  );
  const level = same.length > 0 ? ` (${listed(same.map(({ other }) => other.name))} gave the same)` : "";
  if (nearest.effect === undefined || nearest.effect.n < 2)
    return `Whether ${first.name} gives more ${wanted} than ${others} cannot be told: one seed has no interval.`;
  return `Whether ${first.name} gives more ${wanted} than ${others}${level} cannot be told: the difference was ${withInterval({ ...nearest.effect, mean: nearest.effect.difference })}${toTell(nearest)}.`;
}

/** How far the marks above stand from the best of the others. */
function beyond(data: Compared, marks: readonly VariantReport[], first: VariantReport): string[] {
  if (marks.length === 0) return [];
  const [contrast] = contrasts(data, [marks[0], first]);
  const several = marks.length > 1;
  const names = `${listed(marks.map(({ name }) => name))}, ${several ? "reference players" : "a reference player"} of the world,`;
  if (contrast.is === "more")
    return [`${capital(names)} gave ${several ? "up to " : ""}${difference(data, contrast)}.`];
  const wanted = words(data.objective.name);
  if (contrast.is === "same") return [`${capital(names)} gave the same ${wanted} as ${first.name} ${within(data)}.`];
  return [`Whether ${names} can give more ${wanted} than ${first.name} cannot be told${toTell(contrast)}.`];
}

/** What is said of an objective that does not differ, and what differs furthest: that comes first where it is all that pay bought. */
function answers(data: Compared, ranked: readonly VariantReport[], ...level: readonly string[]): string[] {
  const told = furthest(data, ranked);
  if (told === undefined) return [...level];
  const apart = `${capital(told)}.`;
  return differInRewardAlone(ranked) ? [apart, ...level] : [...level, apart];
}

/** Where the variant that was paid more bought less, of pay that is one quantity. */
function reversed(data: Compared): string[] {
  const strongest = reversals(data).find(({ clear }) => clear);
  if (strongest === undefined) return [];
  const { from, to } = strongest;
  return [`Paying more bought less: ${to} was paid more than ${from} and bought less.`];
}

/** Variants whose learners may have learnt nothing, and pay that is not one quantity. */
function aside(data: Compared, ranked: readonly VariantReport[]): string[] {
  const failed = ranked.filter(({ learning }) => learnt(learning) === "no");
  const untaught =
    failed.length === 0
      ? ranked.some(({ learning }) => learnt(learning) === "cannot tell")
        ? [UNTOLD]
        : []
      : [
          `${capital(
            few(
              failed.map(({ name }) => name),
              3,
            ),
          )} ${failed.length === 1 ? "was" : "were"} not clearly paid more at the end of ${count(failed[0].learning.steps, "step")} of training than at the start.`,
        ];
  const why = ranked.slice(1).flatMap((variant) => payApart(ranked[0], variant) ?? [])[0];
  return [
    ...untaught,
    ...(why === undefined ? [] : [`${reversed(data).length > 0 ? "Other pay" : "Pay"} is not compared: ${why}.`]),
  ];
}

/** How many are missing says the run's count of cells alone, which moves on while a finding stands. */
const unfinished = ({ cells: { planned, done } }: Compared): string[] =>
  done < planned ? ["Cells are still missing, so these figures may move."] : [];
