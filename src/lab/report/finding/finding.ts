// The finding of a run, by fixed rules: sentences that answer the experiment's title in at most 35 words, the statistics behind them, and
// notes. It claims no more than the intervals support. The terminal, `--json` and the page print the same text.

import { NO_ANSWER } from "../../../core/agent.ts";
import { listed } from "../../../core/checked.ts";
import { count, isNumber, withInterval } from "../../../evaluation/number-format.ts";
import { marginOf } from "../effects.ts";
import type { Compared, Finding, FindingKind, VariantReport } from "../report-data.ts";
import { scaleOf } from "./amounts.ts";
import { answer, type LeadingAnswer } from "./answer.ts";
import { changes, furthest, missed } from "./changes.ts";
import { beginAlike, differInRewardAlone, paidOtherwise, payApart, type World, worldsOf } from "./comparable.ts";
import { type Contrast, contrast } from "./contrast.ts";
import { fitted, type Thought } from "./fitted.ts";
import { beyond, marksAbove, otherAgents } from "./marks.ts";
import { overpaid, overpaidAnswer } from "./overpaid.ts";
import { capital, few, moreWanted, openDifference, statistics, toTell, wanted } from "./sentences.ts";

export function finding(given: Compared): Finding {
  const data = quoted(given);
  const { kind, best, thoughts, notes = [], clear, reversal, failed } = conclude(data);
  const { kept, left } = fitted(thoughts);
  const own = (name: string | null) => {
    const at = data.variants.findIndex((variant) => variant.name === name);
    return at < 0 ? null : given.variants[at].name;
  };
  return {
    kind,
    best: own(best),
    text: [...kept, ...(clear === undefined ? [] : [statistics(data, clear)])].filter((text) => text !== "").join(" "),
    notes: [...left, ...notes, ...unfinished(data)],
    ...(reversal && { reversal: { ...reversal, from: own(reversal.from) ?? "", to: own(reversal.to) ?? "" } }),
    ...(failed && { failed }),
  };
}

/** Puts names of variants in quotation marks; doses stay as they are: “by heart”, reserve 0.6. */
function quoted(data: Compared): Compared {
  const inWords = (name: string) => {
    const dose = /^([A-Za-z ]+)=(−?-?[\d.]+)$/.exec(name);
    return dose === null ? `“${name}”` : `${dose[1]} ${dose[2]}`;
  };
  return {
    ...data,
    ...(data.baseline !== undefined && { baseline: inWords(data.baseline) }),
    variants: data.variants.map((variant) => ({ ...variant, name: inWords(variant.name) })),
    effects: data.effects.map((effect) => ({ ...effect, a: inWords(effect.a), b: inWords(effect.b) })),
  };
}

interface RankedFinding {
  readonly kind: FindingKind;
  readonly best: string | null;
  /** Sentences in the order of importance. */
  readonly thoughts: readonly Thought[];
  readonly notes?: readonly string[];
  /** Two variants whose difference is given with its statistics. */
  readonly clear?: Contrast | undefined;
  readonly reversal?: Finding["reversal"];
  /** True where no episode finished. */
  readonly failed?: true;
}

function conclude(data: Compared): RankedFinding {
  const ranked = data.variants
    .filter(({ objective }) => isNumber(objective.mean))
    .sort((a, b) => (b.objective.mean ?? 0) - (a.objective.mean ?? 0));
  if (ranked.length === 0) return withoutValue(data);
  const untaught = untrained(data, ranked);
  if (untaught !== undefined) return untaught;
  if (ranked.length === 1) return alone(data, ranked[0]);
  const units = [...new Set(ranked.map(({ objectiveUnit }) => objectiveUnit))];
  if (units.length > 1) {
    const said = `The variants measure ${wanted(data)} in ${listed(units)}, so they cannot be compared on it.`;
    return only("not comparable", said);
  }
  const blind = unresponsive(data, ranked);
  if (blind !== undefined) return blind;
  const baseline =
    ranked.find(({ name }) => name === data.baseline) ?? data.variants.find((one) => ranked.includes(one));
  return compared(data, ranked, baseline ?? ranked[0]);
}

/** Returns the finding where no cell has a value of the objective. */
function withoutValue({ failures }: Compared): RankedFinding {
  const [first] = failures;
  if (first === undefined)
    return only("cannot tell", "No cell has given a value of the objective yet, so there is nothing to report.");
  const isOne = new Set(failures.map(({ reason }) => reason)).size === 1;
  const said = `Every episode failed${isOne ? "" : ", most often for this reason"}: ${first.reason}.`;
  const next = first.reason.includes(NO_ANSWER)
    ? "The same command asks again: see first that the server runs, and that its address is right."
    : "Nothing was measured; what failed has to be mended first.";
  return { ...only("cannot tell", said), notes: [next], failed: true };
}

const only = (kind: FindingKind, ...sentences: readonly string[]): RankedFinding => ({
  kind,
  best: null,
  thoughts: sentences.map((sentence): Thought => [sentence]),
});

function alone(data: Compared, variant: VariantReport): RankedFinding {
  const others = data.variants.length - 1;
  const why = others > 0 ? `the other ${count(others, "variant")} gave no value` : "there is one setting";
  const { n } = variant.objective;
  const seeds = n === 1 ? "one seed, so without an interval" : count(n, "seed");
  return {
    ...only(
      "one setting",
      `Under ${variant.name}, ${wanted(data)} came to ${ofObjective(data, variant)} (${seeds}).`,
      `There is nothing to compare it with: ${why}.`,
    ),
    notes: learnt(variant.learning) === "cannot tell" ? [UNTOLD] : [],
  };
}

/** Formats the objective with its interval. */
function ofObjective(data: Compared, { objective }: VariantReport): string {
  const { factor, unit } = scaleOf(data, "objective");
  const times = (value: number | null) => (isNumber(value) ? factor * value : null);
  return `${withInterval({ mean: times(objective.mean), low: times(objective.low), high: times(objective.high) })}${unit}`;
}

/**
 * Returns whether learners are paid more than before their training; undefined where none learns. A single seed has no interval to decide
 * it.
 */
function learnt({ gain, learnt }: VariantReport["learning"]): "yes" | "no" | "cannot tell" | undefined {
  if (gain === null) return undefined;
  if (learnt) return "yes";
  return gain.low === null ? "cannot tell" : "no";
}

const UNTOLD = "Whether anything was learnt cannot be told: one seed has no interval.";

/**
 * Returns the finding where learners did not improve over the start of training; nothing else is reported then. Undefined where variants
 * that started alike act differently: they have learnt, if not to be paid more.
 */
function untrained(data: Compared, ranked: readonly VariantReport[]): RankedFinding | undefined {
  const failed = ranked.filter(({ learning }) => learnt(learning) === "no");
  if (failed.length === 0 || failed.length < ranked.length) return undefined;
  if (beginAlike(ranked) && furthest(data, ranked) !== undefined) return undefined;
  const steps = Math.max(...failed.map(({ learning }) => learning.steps));
  const gains = failed.flatMap(({ name, learning: { gain } }) =>
    gain === null ? [] : [`${withInterval(gain)} under ${name}`],
  );
  return {
    ...only(
      "nothing learnt",
      `Nothing was learnt in ${count(steps, "step")}: learners were not paid more at the end of their training than at its start.`,
    ),
    notes: [
      `Their pay changed by ${few(gains, 4)}.`,
      ...(ranked.length > 1 ? ["So the variants are not compared."] : []),
    ],
  };
}

/** Returns the finding where agents cannot observe the reward and therefore act the same under each. */
function unresponsive(data: Compared, ranked: readonly VariantReport[]): RankedFinding | undefined {
  if (!differInRewardAlone(ranked) || ranked.some(({ agents }) => agents.some(({ knowsPay }) => knowsPay)))
    return undefined;
  const policies = [...new Set(ranked.flatMap(({ agents }) => agents.map(({ policy }) => policy)))];
  const said = `The variants differ in pay alone, and the agents cannot know it: ${listed(policies)} ${policies.length === 1 ? "does" : "do"} the same under each.`;
  return {
    ...only("does not respond", said),
    notes: [
      `${capital(wanted(data))} came to ${ofObjective(data, ranked[0])} under ${ranked[0].name}; a learner may respond: agents: { policy: ppo }.`,
    ],
  };
}

function compared(run: Compared, all: readonly VariantReport[], baseline: VariantReport): RankedFinding {
  const marks = marksAbove(all, baseline);
  const [first, ...others] = all.slice(marks.length);
  const contrasts = others.map((other) => contrast(run, first, other));
  if (contrasts.every(({ effect }) => effect === undefined))
    return only("not comparable", `The variants share no seeds, so they cannot be compared on ${wanted(run)}.`);
  const is = (verdict: Contrast["is"]) => contrasts.filter((one) => one.is === verdict);
  const open = is("cannot tell");
  const kind = is("same").length === contrasts.length ? "same" : is("more").length === 0 ? "cannot tell" : "more";
  const [world, ...worlds] = worldsOf([first, ...others], baseline);
  const data = worlds.length === 0 ? run : within(run, world);
  const ranked = paidOtherwise(world.ranked, baseline);
  const against = overpaid(data, ranked);
  const led =
    against === undefined ? answer(data, { ranked, baseline }) : overpaidAnswer(data, against, { ranked, baseline });
  const { clear } = led;
  const second = beside(data, ranked, led, against !== undefined);
  const isFirst = clear === undefined && differInRewardAlone(ranked);
  return {
    kind,
    best: kind === "more" && open.length === 0 ? first.name : null,
    thoughts: [
      ...(isFirst ? second : []),
      led.thought,
      ...worlds.map((other) => answer(within(run, other), other).thought),
      ...(clear === undefined ? [] : missed(data, clear.variant)),
      ...otherAgents(data, world.ranked, ranked),
      ...beyond(data, marks, first),
      ...(isFirst ? [] : second),
    ],
    notes: [...unsure(run, first, open, baseline), ...aside([first, ...others], against === undefined)],
    clear,
    ...(against && { reversal: { from: against.from.name, to: against.to.name, pay: against.pay } }),
  };
}

/** Returns the run with the margin computed for one of its worlds, where the margin is a share of the objective's spread. */
function within(data: Compared, { ranked }: World): Compared {
  const { marginShare } = data.objective;
  if (marginShare === undefined) return data;
  return { ...data, objective: { ...data.objective, margin: marginOf(marginShare, ranked) } };
}

/** Returns sentences on measures other than the objective: between the two variants of the answer, or between any where it names none. */
function beside(
  data: Compared,
  ranked: readonly VariantReport[],
  led: LeadingAnswer,
  isPaySaid: boolean,
): readonly Thought[] {
  const { clear, rivals = [], isOpen } = led;
  if (clear === undefined || isOpen) {
    const thought = furthest(data, ranked);
    return thought === undefined ? [] : [thought];
  }
  const rest = ranked.filter((one) => one !== clear.variant && one !== clear.other);
  const change = changes(data, clear, {
    pay: isPaySaid ? "said" : isOneReward(clear) ? "told" : "apart",
    under: isPaySaid || ranked.length > 2,
    rivals,
    beside: rest.length <= MOST_BESIDE ? rest : rivals.slice(0, MOST_BESIDE),
  });
  return change === undefined ? [] : [change];
}

/** Maximum number of variants whose values are added in brackets. */
const MOST_BESIDE = 2;

/** Pay is compared only within one reward: amounts of two rewards follow from their own rules. */
const isOneReward = ({ variant, other }: Contrast): boolean => variant.described.reward === other.described.reward;

/**
 * Returns notes on variants that cannot be distinguished from the best one: its distance from the baseline, or from the nearest of them,
 * and how many seeds would decide it.
 */
function unsure(data: Compared, first: VariantReport, open: readonly Contrast[], baseline: VariantReport): string[] {
  const nearest = open.find(({ other }) => other === baseline) ?? open[0];
  if (nearest === undefined) return [];
  const { other } = nearest;
  const names = few(
    open.map((one) => one.other.name),
    3,
  );
  const beside = open.length > 1 ? ` (${other.name})` : "";
  return [
    `Whether ${first.name} gives ${moreWanted(data)} than ${names} cannot be told: ${openDifference(data, nearest)}${beside}${toTell(nearest)}.`,
  ];
}

/** Returns notes on variants whose learners may have learnt nothing, and on pay in different units where the text does not mention pay. */
function aside(ranked: readonly VariantReport[], withoutPay: boolean): string[] {
  const failed = ranked.filter(({ learning }) => learnt(learning) === "no");
  const names = few(
    failed.map(({ name }) => name),
    3,
  );
  const untaught =
    failed.length === 0
      ? ranked.some(({ learning }) => learnt(learning) === "cannot tell")
        ? [UNTOLD]
        : []
      : [
          `${capital(names)} ${failed.length === 1 ? "was" : "were"} not clearly paid more at the end of ${count(failed[0].learning.steps, "step")} of training than at the start.`,
        ];
  const why = ranked.slice(1).flatMap((variant) => payApart(ranked[0], variant) ?? [])[0];
  return [...untaught, ...(withoutPay && why !== undefined ? [`Pay is not compared: ${why}.`] : [])];
}

/** The number of missing cells is not part of the text: it changes while the finding is stored. The run's own count of cells shows it. */
const unfinished = ({ cells: { planned, done } }: Compared): string[] =>
  done < planned ? ["Cells are still missing, so these figures may move."] : [];
