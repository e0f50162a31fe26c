// What other pays would have bought, from rollouts that exist: each pay is weighed against what is wanted, prompt by prompt.

import { UserError } from "../../core/errors.ts";
import { count as countOf } from "../../evaluation/number-format.ts";
import { PROMPT_GROUPS, type PromptSums } from "../../evaluation/overoptimisation/prompt-sums.ts";
import { TermSums } from "../../evaluation/overoptimisation/term-slopes.ts";
import { PayFigures, type WeighedPay } from "../../evaluation/overoptimisation/weighed-pay.ts";
import { openRollouts, type RolloutReading, type RolloutSource, type RolloutTable } from "../../logs/rollouts.ts";
import { AttackRows } from "./attack-rows.ts";
import { FORECAST_TRUST } from "./forecast-trust.ts";
import { judgedWant, labelCaveats } from "./partial-labels.ts";
import { type ScoredPays, type ScoringWay, scoredSource } from "./pay-names.ts";
import { type PayPair, PayPairs } from "./pay-pairs.ts";
import { type PayTrend, payTrend } from "./pay-trend.ts";
import { checkGroupSize, promptsAlone, spreadsOf, sumsOf, together } from "./prompt-figures.ts";
import { type RolloutPlace, rolloutPlace } from "./sources/rollout-source.ts";
import { rolloutWords } from "./sources/spoken.ts";
import { attackCaveats, copies, leftOut, outcomes } from "./weigh-caveats.ts";
import { compared, findingOf, payFinding } from "./weigh-finding.ts";
import type { TermedStep, WeighedLog, WeighedPart } from "./weighing-data.ts";

/** Request to weigh pays. */
export interface WeighRequest
  extends Omit<RolloutSource, "want" | "pays" | "judge" | "scored" | "copy">,
    Omit<ScoredPays, "pays"> {
  /** Columns, formulas or rewards of texts, each called by its text; or by names. */
  readonly pays: readonly string[] | Readonly<Record<string, string>>;
  /** A file of answers that an audit found, with the chance `mass` of each under the policy of the log. */
  readonly attack?: string;
  /** Answers in a group of the trainer; by default those that were logged to a prompt. */
  readonly groupSize?: number;
  /** How messages call the want and each pay; default by the options of the command. */
  readonly places?: { readonly want: string; readonly pays: readonly string[] };
}

/** A pay's name, and its column or formula. */
interface PayText {
  readonly id: string;
  readonly text: string;
}

const namedPays = (pays: WeighRequest["pays"]): PayText[] =>
  Array.isArray(pays)
    ? pays.map((text: string) => ({ id: text, text }))
    : Object.entries(pays).map(([id, text]) => ({ id, text }));

export interface WeighOptions extends Omit<RolloutReading, "groups" | "words">, ScoringWay {
  /** What a reader must know of how the log came to be, in sentences. */
  readonly notes?: readonly string[];
  /** Is given the best and the worst paid answer of each prompt by each pay that differs between answers. */
  readonly onPairs?: (pairs: readonly PayPair[]) => void;
}

/**
 * Weighs pays on a log of rollouts, in memory that does not grow with it. Intervals (95 %) are of a delete-a-group jackknife over 20 groups
 * of prompts, into which they fall by a hash of their text. Throws a UserError where the log is bad, or says nothing of the want or of any
 * pay.
 */
export async function weighedLog(request: WeighRequest, options: WeighOptions = {}): Promise<WeighedLog> {
  const { want, pays: given, judge, scores = [], attack: audit, groupSize, places, ...source } = request;
  const pays = namedPays(given);
  if (pays.length === 0) throw new UserError({ code: "no-pay", what: "no pay is named", hint: "say --pay correct" });
  const whereOf = (k: number): string => places?.pays[k] ?? "--pay";
  const repeated = pays.findIndex(({ id }, k) => pays.findIndex((one) => one.id === id) < k);
  if (repeated >= 0) {
    const what = `the pay ${JSON.stringify(pays[repeated].id)} is named twice`;
    throw new UserError({ code: "twice", what, where: whereOf(repeated) });
  }
  const formulas = {
    want: { where: places?.want ?? "--want", text: want },
    pays: pays.map(({ text }, k) => ({ where: whereOf(k), text })),
    ...(judge === undefined ? {} : { judge: { where: "--judge", text: judge } }),
  };
  if (judge !== undefined && audit !== undefined) {
    const what =
      "answers of an audit enter with a want of their own, and a judge completes one that is known of a part";
    throw new UserError({ code: "together", what, where: "--attack", hint: "leave out --judge or --attack" });
  }
  const place = await rolloutPlace(source.file, {
    ...options,
    ...(source.columns === undefined ? {} : { columns: source.columns }),
  });
  const { pictures } = place;
  const way = pictures === undefined ? options : { ...options, pictures };
  const opened = {
    ...source,
    ...formulas,
    ...scoredSource({ ...request, pays: pays.map(({ text }) => text), scores }, way),
  };
  const reading = { ...options, groups: PROMPT_GROUPS, words: rolloutWords };
  const log = await openRollouts({ ...opened, ...(place.copy === undefined ? {} : { copy: place.copy }) }, reading);
  try {
    const { where: _, ...same } = opened;
    const attack = audit === undefined ? undefined : await AttackRows.of(audit, same, log, reading);
    return await figuresOf(log, place, { ...request, pays }, { ...options, attack });
  } finally {
    log.close();
  }
}

type Weighing = WeighOptions & { readonly attack: AttackRows | undefined };

async function figuresOf(
  log: RolloutTable,
  { called, notes, pictures }: RolloutPlace,
  { want, pays: payTexts, by, judge, groupSize }: Omit<WeighRequest, "pays"> & { readonly pays: readonly PayText[] },
  options: Weighing,
): Promise<WeighedLog> {
  const pays = payTexts.map(({ id }) => id);
  const { file, own, rows, prompts, unscored, read, parts, cut } = log;
  const needed = [judge ?? want, ...pays];
  if (rows === 0) {
    const what = `holds no row with a number for the want and for all pays, of ${lacking(unscored, needed)}`;
    throw new UserError({ code: "empty-log", what, where: file.shown });
  }
  const labels = judge === undefined ? undefined : await judgedWant(log, want, judge);
  const alone = await promptsAlone(log);
  if (groupSize !== undefined) await checkGroupSize(log, groupSize);
  const scored = ["want", ...pays.map((_, k) => `pay_${k}`)];
  const names = labels === undefined ? scored : scored.with(0, "judge");
  const spreads = await spreadsOf(log, names, prompts - alone, options.attack);
  if (alone === prompts) {
    const what = "has one answer to each prompt, and answers are compared with others to the same prompt";
    const several = "log several answers to a prompt";
    const hint = by === undefined ? several : `${several}, or leave out --by ${by}`;
    throw new UserError({ code: "no-pairs", what, where: file.shown, hint });
  }
  if (!(spreads[0] > 0)) {
    const what = `the want ${JSON.stringify(want)} is the same for all answers to a prompt`;
    throw new UserError({
      code: "constant",
      what,
      where: file.shown,
      hint: "name what differs between answers: --want",
    });
  }
  const differing = pays.map((_, k) => k).filter((k) => spreads[k + 1] > 0);
  const constant = pays.filter((_, k) => !differing.includes(k));
  if (differing.length === 0) {
    const what = `${constant.map((pay) => JSON.stringify(pay)).join(" and ")} pays all answers to a prompt the same`;
    throw new UserError({ code: "constant", what, where: file.shown, hint: "name a pay that differs between answers" });
  }
  const pairs = options.onPairs && new PayPairs(differing.map((k) => pays[k]));
  const { sums, worst, termSums, hasEqual } = await sumsOf(log, differing, spreads, {
    ...{ correction: labels?.correction, attack: options.attack, groupSize, pairs, signal: options.signal },
  });
  if (pairs !== undefined) options.onPairs?.(await pairs.texts(log));
  const wholes = differing.map((_, at) => new PayFigures(together(sums.map((one) => one[at]))));
  const weighed = wholes.map((figures) => figures.weighed());
  const named = differing.map((k) => pays[k]);
  const texts = await worst.texts(log, pictures);
  const attack = options.attack?.counts();
  // What is measured of a picture depends on earlier ones, so that their table is looked at instead.
  const repeated = pictures === undefined ? await log.repeated(hasEqual || labels !== undefined) : 0;
  const comparisons = compared(named, wholes, weighed);
  const result = named.map((id, at) => ({
    id,
    ...(payTexts[differing[at]].text === id ? {} : { formula: payTexts[differing[at]].text }),
    finding: payFinding(id, want, weighed[at]),
    ...weighed[at],
    slope: termed(weighed[at].slope, termSums, at),
    ...texts[at],
  }));
  const ofParts = by === undefined ? undefined : partsOf(parts, named, sums, termSums);
  return {
    file: file.shown,
    ...(called === undefined ? {} : { readAs: called }),
    ...(pictures === undefined ? {} : { arePictures: true as const }),
    columns: Object.fromEntries(own),
    ...{ want, answers: rows, prompts: prompts - alone, alone, cut },
    ...{ skipped: read.skipped, reasons: read.reasons, counts: read.counts },
    ...(labels === undefined ? {} : { labels: labels.figures }),
    ...(attack === undefined ? {} : { attack }),
    pays: result,
    comparisons,
    ...(by === undefined || ofParts === undefined
      ? {}
      : { by, parts: ofParts, trends: trendsOf(ofParts, named, { want, by }) }),
    finding: findingOf(want, result, comparisons),
    caveats: [
      ...(labels === undefined ? [] : labelCaveats(labels.figures)),
      ...(options.notes ?? []),
      ...notes,
      ...leftOut(log, needed, by),
      ...constant.map((pay) => `${JSON.stringify(pay)} pays all answers to a prompt the same, and buys nothing.`),
      ...(alone === 0 ? [] : [`Left out: ${countOf(alone, "prompt")} with one answer, which pairs with no other.`]),
      ...outcomes(log),
      ...copies(repeated),
      ...(attack === undefined ? [] : attackCaveats(attack)),
      "A log cannot show what the policy never wrote: a pay may be gamed by answers that are not in it.",
      FORECAST_TRUST,
    ],
  };
}

const whole = (value: number): string => value.toLocaleString("en-US");
const lacking = (unscored: readonly number[], names: readonly string[]): string =>
  unscored
    .flatMap((count, k) => (count === 0 ? [] : [`which ${whole(count)} lack ${JSON.stringify(names[k])}`]))
    .join(", of ");

/** The first step under a pay, with what its terms add. */
function termed(slope: WeighedPay["slope"], parts: readonly (readonly TermSums[])[], at: number): TermedStep {
  const terms = TermSums.slopes(parts.map((one) => one[at]));
  return { ...slope, ...(terms.length === 0 ? {} : { terms }) };
}

const partsOf = (
  values: readonly string[],
  ids: readonly string[],
  sums: readonly PromptSums[][],
  termSums: readonly (readonly TermSums[])[],
): WeighedPart[] =>
  values.flatMap((value, part) => {
    const pays = ids.map((id, at) => {
      const weighed = new PayFigures(sums[part][at]).weighed();
      return { id, ...weighed, slope: termed(weighed.slope, [termSums[part]], at) };
    });
    return pays[0].prompts === 0 ? [] : [{ value, pays }];
  });

const trendsOf = (
  parts: readonly WeighedPart[],
  ids: readonly string[],
  names: { readonly want: string; readonly by: string },
): PayTrend[] =>
  ids.flatMap(
    (id, at) =>
      payTrend(
        id,
        names,
        parts.map(({ value, pays }) => ({ value, slope: pays[at].slope.normalised })),
      ) ?? [],
  );
