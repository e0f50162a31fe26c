// What a run found, by rules: sentences that answer its title in at most 35 words, the statistics behind them, and notes. It claims no
// more than the intervals allow. The terminal, `--json` and the page all print this one.

import { NO_ANSWER } from "../../../core/agent.ts";
import { count, isNumber, withInterval } from "../../../evaluation/number-format.ts";
import type { Compared, Finding, FindingKind, VariantReport } from "../report-data.ts";
import { scaleOf } from "./amounts.ts";
import { answer, type LeadingAnswer, type Thought, others as theOthers } from "./answer.ts";
import { changes, furthest, missed } from "./changes.ts";
import { beginAlike, differInRewardAlone, payApart } from "./comparable.ts";
import { type Contrast, contrast } from "./contrast.ts";
import { type Overpaid, overpaid, overpaidThought } from "./overpaid.ts";
import { capital, few, listed, openDifference, reached, statistics, toTell, wanted } from "./sentences.ts";

/** Words before the statistics. */
const MOST_WORDS = 35;
/** Words of a thought that has to leave room for the next, at least. */
const LEAST_WORDS = 12;

/** The finding of a run. */
export function finding(given: Compared): Finding {
  const data = quoted(given);
  const { kind, best, thoughts, notes = [], clear, reversal, failed } = found(data);
  const { told, left } = fitted(thoughts);
  const own = (name: string | null) => {
    const at = data.variants.findIndex((variant) => variant.name === name);
    return at < 0 ? null : given.variants[at].name;
  };
  return {
    kind,
    best: own(best),
    text: [...told, ...(clear === undefined ? [] : [statistics(data, clear)])].filter((text) => text !== "").join(" "),
    notes: [...left, ...notes, ...unfinished(data)],
    ...(reversal && { reversal: { ...reversal, from: own(reversal.from) ?? "", to: own(reversal.to) ?? "" } }),
    ...(failed && { failed }),
  };
}

/** Thoughts in order, each as long as there is room for it; the first one always. What has no room is left. */
function fitted(thoughts: readonly Thought[]): { readonly told: readonly string[]; readonly left: readonly string[] } {
  const told: string[] = [];
  const left: string[] = [];
  let room = MOST_WORDS;
  for (const [k, thought] of thoughts.entries()) {
    // A list is no longer than leaves room for the next thought, but for its longest forms.
    const next = thoughts[k + 1]?.at(-2) ?? thoughts[k + 1]?.at(-1) ?? "";
    const hasNext = room - wordsIn(thought[thought.length - 1]) >= wordsIn(thoughts[k + 1]?.at(-1) ?? "");
    const most = hasNext ? Math.min(room, Math.max(LEAST_WORDS, room - wordsIn(next))) : room;
    const fits =
      thought.find((text) => wordsIn(text) <= most) ??
      thought.toReversed().find((text) => k === 0 || wordsIn(text) <= room);
    if (fits === undefined) {
      left.push(thought[0]);
      continue;
    }
    told.push(fits);
    room -= wordsIn(fits);
  }
  return { told, left };
}

const wordsIn = (text: string): number => text.split(" ").filter((word) => word !== "").length;

/** Names of variants stand in quotation marks, and doses as such: “by heart”, reserve 0.6. */
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

interface Found {
  readonly kind: FindingKind;
  readonly best: string | null;
  /** In the order of their weight. */
  readonly thoughts: readonly Thought[];
  readonly notes?: readonly string[];
  /** Two variants whose difference is told with its statistics. */
  readonly clear?: Contrast | undefined;
  readonly reversal?: Finding["reversal"];
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
    const said = `The variants measure ${wanted(data)} in ${listed(units)}, so they cannot be compared on it.`;
    return only("not comparable", said);
  }
  const blind = unresponsive(data, ranked);
  if (blind !== undefined) return blind;
  const baseline =
    ranked.find(({ name }) => name === data.baseline) ?? data.variants.find((one) => ranked.includes(one));
  return compared(data, ranked, baseline ?? ranked[0]);
}

/**
 * Of variants in their order the first ones that reference players of the world play alone: marks that others are held against, and no
 * answer. There are none where fewer than two variants would be left.
 */
function marksAbove(ranked: readonly VariantReport[], baseline: VariantReport): readonly VariantReport[] {
  const isMark = (one: VariantReport) => one.agents.every(({ reference }) => reference);
  // Where reference players are what today's is compared with, they are answers.
  if (isMark(baseline)) return [];
  const others = ranked.findIndex((one) => !isMark(one));
  return others < 0 || ranked.length - others < 2 ? [] : ranked.slice(0, others);
}

/** What there is to say where no cell has a value of the objective. */
function withoutValue({ failures }: Compared): Found {
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

const only = (kind: FindingKind, ...sentences: readonly string[]): Found => ({
  kind,
  best: null,
  thoughts: sentences.map((sentence): Thought => [sentence]),
});

function alone(data: Compared, variant: VariantReport): Found {
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

/** The objective with its interval. */
function ofObjective(data: Compared, { objective }: VariantReport): string {
  const { factor, unit } = scaleOf(data, "objective");
  const times = (value: number | null) => (isNumber(value) ? factor * value : null);
  return `${withInterval({ mean: times(objective.mean), low: times(objective.low), high: times(objective.high) })}${unit}`;
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

/** Agents that cannot know the reward do the same under each. */
function unresponsive(data: Compared, ranked: readonly VariantReport[]): Found | undefined {
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

function compared(data: Compared, all: readonly VariantReport[], baseline: VariantReport): Found {
  const marks = marksAbove(all, baseline);
  const ranked = all.slice(marks.length);
  const [first, ...others] = ranked;
  const contrasts = others.map((other) => contrast(data, first, other));
  if (contrasts.every(({ effect }) => effect === undefined))
    return only("not comparable", `The variants share no seeds, so they cannot be compared on ${wanted(data)}.`);
  const is = (verdict: Contrast["is"]) => contrasts.filter((one) => one.is === verdict);
  const open = is("cannot tell");
  const kind = is("same").length === contrasts.length ? "same" : is("more").length === 0 ? "cannot tell" : "more";
  const { thought, clear } = answer(data, { ranked, baseline });
  const against = overpaid(data, ranked);
  const isSaid = against !== undefined && clear !== undefined && isPair(clear, against);
  const rest = isSaid ? theOthers(data, ranked, [against.from, against.to]) : thought;
  return {
    kind,
    best: kind === "more" && open.length === 0 ? first.name : null,
    thoughts: [
      ...(against === undefined ? [] : [overpaidThought(data, against)]),
      ...(rest === undefined ? [] : clear === undefined ? level(data, ranked, rest) : [rest]),
      ...(clear === undefined ? [] : missed(data, clear.variant)),
      ...moved(data, clear, baseline, against === undefined && clear !== undefined && isOneReward(clear)),
      ...beyond(data, marks, first),
    ],
    notes: [...unsure(data, first, open, baseline), ...aside(ranked, against === undefined)],
    clear,
    ...(against && { reversal: { from: against.from.name, to: against.to.name, pay: against.pay } }),
  };
}

/** What changed between the two variants that the answer speaks of. */
function moved(data: Compared, clear: LeadingAnswer["clear"], baseline: VariantReport, withPay: boolean): Thought[] {
  if (clear === undefined) return [];
  const under = clear.is === "less" && clear.other === baseline ? `under ${clear.variant.name}, ` : "";
  const said = changes(data, clear, under, withPay);
  return said === undefined ? [] : [said];
}

/** Amounts of two rewards are what they are by their rules: only of one reward a rise of pay is what was paid for. */
const isOneReward = ({ variant, other }: Contrast): boolean => variant.described.reward === other.described.reward;

const isPair = ({ variant, other }: Contrast, { from, to }: Overpaid): boolean =>
  (variant === from && other === to) || (variant === to && other === from);

/** Variants that the best one cannot be told from: how far it is from the baseline, or from the nearest of them, and what would tell. */
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
    `Whether ${first.name} gives more ${wanted(data)} than ${names} cannot be told: ${openDifference(data, nearest)}${beside}${toTell(nearest)}.`,
  ];
}

/** How far the marks above stand from the best of the others. */
function beyond(data: Compared, marks: readonly VariantReport[], first: VariantReport): Thought[] {
  if (marks.length === 0) return [];
  const above = contrast(data, marks[0], first);
  const names = `${listed(marks.map(({ name }) => name))}, ${marks.length > 1 ? "reference players" : "a reference player"} of the world,`;
  if (above.is === "more" || above.is === "same") return [[`${capital(names)} reached ${reached(data, marks[0])}.`]];
  const wants = wanted(data);
  return [[`Whether ${names} can give more ${wants} than ${first.name} cannot be told${toTell(above)}.`]];
}

/** What is said of an objective that does not differ, and what differs furthest: that comes first where it is all that pay bought. */
function level(data: Compared, ranked: readonly VariantReport[], thought: Thought): Thought[] {
  const told = furthest(data, ranked);
  if (told === undefined) return [thought];
  return differInRewardAlone(ranked) ? [told, thought] : [thought, told];
}

/** Variants whose learners may have learnt nothing, and pay that is not one quantity where nothing is said of pay. */
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

/** How many are missing says the run's count of cells alone, which moves on while a finding stands. */
const unfinished = ({ cells: { planned, done } }: Compared): string[] =>
  done < planned ? ["Cells are still missing, so these figures may move."] : [];
