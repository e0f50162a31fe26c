// What other pays would have bought, from rollouts that exist: each pay is weighed against what is wanted, prompt by prompt.

import { UserError } from "../../core/errors.ts";
import { count as countOf } from "../../evaluation/number-format.ts";
import type { LabelCorrection } from "../../evaluation/overoptimisation/labelled-want.ts";
import { PROMPT_GROUPS, PromptSums } from "../../evaluation/overoptimisation/prompt-sums.ts";
import { type TermSlope, TermSums } from "../../evaluation/overoptimisation/term-slopes.ts";
import { PayFigures, type WeighedPay } from "../../evaluation/overoptimisation/weighed-pay.ts";
import type { BadReason } from "../../logs/bad-rows.ts";
import { openRollouts, type RolloutReading, type RolloutSource, type RolloutTable } from "../../logs/rollouts.ts";
import { type JudgedWant, judgedWant, labelCaveats } from "./partial-labels.ts";
import { type ScoredPays, type ScoringWay, scoredSource } from "./pay-names.ts";
import { PromptReader } from "./prompt-reader.ts";
import { type Comparison, compared, findingOf, payFinding } from "./weigh-finding.ts";
import { type TextPair, WorstPrompts } from "./worst-prompts.ts";

/** Request to weigh pays. */
export interface WeighRequest extends Omit<RolloutSource, "want" | "pays" | "judge" | "scored">, ScoredPays {}

export interface WeighOptions extends Omit<RolloutReading, "groups">, ScoringWay {}

/** A pay with what the log says of it. */
export interface NamedPay extends WeighedPay {
  readonly id: string;
  /** As of any pay; of one that is a sum also what each term adds. */
  readonly slope: WeighedPay["slope"] & { readonly terms?: readonly TermSlope[] };
  readonly finding: string;
  /** Prompts on which the answer that it pays best is worth least, beside the answer that is wanted most. */
  readonly texts: readonly TextPair[];
}

/** The same for the rollouts with one value of a column. */
export interface WeighedPart {
  readonly value: string;
  readonly pays: readonly (WeighedPay & { readonly id: string })[];
}

/** What a log of rollouts says of pays. */
export interface WeighedLog {
  readonly file: string;
  /** The file's names of prompt and completion. */
  readonly columns: Readonly<Record<string, string>>;
  readonly want: string;
  /** Answers and prompts that were weighed; prompts with one answer, which pair with no other. */
  readonly answers: number;
  readonly prompts: number;
  readonly alone: number;
  /** Rows that were left out as bad, the first of them in words, and their numbers by reason. */
  readonly skipped: number;
  readonly reasons: readonly string[];
  readonly counts: readonly BadReason[];
  /** Where the want is known of a part of the answers: what its labels say of the judge. */
  readonly labels?: JudgedWant;
  readonly pays: readonly NamedPay[];
  /** Differences between the pay that buys most and each other one, at the largest KL that both reach. */
  readonly comparisons: readonly Comparison[];
  readonly parts?: readonly WeighedPart[];
  readonly finding: string;
  /** What a reader of the figures must know, in sentences. */
  readonly caveats: readonly string[];
}

/**
 * Weighs pays on a log of rollouts, in memory that does not grow with it. Intervals (95 %) are of a delete-a-group jackknife over 20 groups
 * of prompts, into which they fall by a hash of their text. Throws a UserError where the log is bad, or says nothing of the want or of any
 * pay.
 */
export async function weighedLog(request: WeighRequest, options: WeighOptions = {}): Promise<WeighedLog> {
  const { want, pays, judge, scores: _, ...source } = request;
  if (pays.length === 0) throw new UserError({ code: "no-pay", what: "no pay is named", hint: "say --pay correct" });
  const repeated = pays.find((pay, k) => pays.indexOf(pay) < k);
  if (repeated !== undefined)
    throw new UserError({ code: "twice", what: `the pay ${JSON.stringify(repeated)} is named twice`, where: "--pay" });
  const formulas = {
    want: { where: "--want", text: want },
    pays: pays.map((text) => ({ where: "--pay", text })),
    ...(judge === undefined ? {} : { judge: { where: "--judge", text: judge } }),
  };
  const opened = { ...source, ...formulas, ...scoredSource(request, options) };
  const log = await openRollouts(opened, { ...options, groups: PROMPT_GROUPS });
  try {
    return await figuresOf(log, request, options);
  } finally {
    log.close();
  }
}

async function figuresOf(
  log: RolloutTable,
  { want, pays, by, judge }: WeighRequest,
  options: WeighOptions,
): Promise<WeighedLog> {
  const { file, own, rows, prompts, blanks, unscored, read, parts } = log;
  const needed = [judge ?? want, ...pays];
  if (rows === 0) {
    const what = `holds no row with a number for the want and for all pays, of ${lacking(unscored, needed)}`;
    throw new UserError({ code: "empty-log", what, where: file.shown });
  }
  const labels = judge === undefined ? undefined : await judgedWant(log, want, judge);
  const spreads = await spreadsOf(log, labels === undefined ? "want" : "judge", pays.length);
  const alone = await promptsAlone(log);
  if (alone === prompts) {
    const what = "has one answer to each prompt, and answers are compared with others to the same prompt";
    throw new UserError({ code: "no-pairs", what, where: file.shown, hint: "log several answers to a prompt" });
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
  const { sums, worst, terms } = await sumsOf(log, differing, spreads, labels?.correction, options);
  const wholes = differing.map((_, at) => new PayFigures(together(sums.map((one) => one[at]))));
  const weighed = wholes.map((figures) => figures.weighed());
  const named = differing.map((k) => pays[k]);
  const texts = await worst.texts(log);
  const comparisons = compared(named, wholes, weighed);
  const result = named.map((id, at) => ({
    id,
    finding: payFinding(id, want, weighed[at]),
    ...weighed[at],
    slope: { ...weighed[at].slope, ...(terms[at].length === 0 ? {} : { terms: terms[at] }) },
    texts: texts[at],
  }));
  return {
    file: file.shown,
    columns: Object.fromEntries(own),
    ...{ want, answers: rows, prompts: prompts - alone, alone },
    ...{ skipped: read.skipped, reasons: read.reasons, counts: read.counts },
    ...(labels === undefined ? {} : { labels: labels.figures }),
    pays: result,
    comparisons,
    ...(by === undefined ? {} : { parts: partsOf(parts, named, sums) }),
    finding: findingOf(want, result, comparisons),
    caveats: [
      ...(labels === undefined ? [] : labelCaveats(labels.figures)),
      ...unscored.flatMap((count, k) =>
        count === 0 ? [] : [`Left out: ${countOf(count, "row")} without a number for ${JSON.stringify(needed[k])}.`],
      ),
      ...constant.map((pay) => `${JSON.stringify(pay)} pays all answers to a prompt the same, and buys nothing.`),
      ...(alone === 0 ? [] : [`Left out: ${countOf(alone, "prompt")} with one answer, which pairs with no other.`]),
      ...(blanks === 0 ? [] : [`Taken apart: ${countOf(blanks, "prompt")} that differ from another by blanks alone.`]),
      "A log cannot show what the policy never wrote: a pay may be gamed by answers that are not in it.",
    ],
  };
}

const whole = (value: number): string => value.toLocaleString("en-US");
const lacking = (unscored: readonly number[], names: readonly string[]): string =>
  unscored
    .flatMap((count, k) => (count === 0 ? [] : [`which ${whole(count)} lack ${JSON.stringify(names[k])}`]))
    .join(", of ");

/** Standard deviations within prompts of the want and of each pay, as powers of two, so that no rounding of a sum shows. */
async function spreadsOf({ numbers }: RolloutTable, want: "want" | "judge", pays: number): Promise<number[]> {
  const names = [want, ...Array.from({ length: pays }, (_, k) => `pay_${k}`)];
  const within = names.map(
    (name) => `CASE WHEN min(${name}) < max(${name}) THEN var_pop(${name}) ELSE 0 END AS ${name}`,
  );
  const inner = `SELECT ${within.join(", ")} FROM agon_rollouts GROUP BY part, prompt HAVING count(*) > 1`;
  const [variances = []] = await numbers(`SELECT ${names.map((name) => `avg(${name})`).join(", ")} FROM (${inner})`);
  return variances.map((variance) => (variance > 0 ? 2 ** Math.round(Math.log2(Math.sqrt(variance))) : 0));
}

async function promptsAlone({ numbers }: RolloutTable): Promise<number> {
  const alone = "SELECT 1 FROM agon_rollouts GROUP BY part, prompt HAVING count(*) = 1";
  const [[count]] = await numbers(`SELECT count(*) FROM (${alone})`);
  return count;
}

/** Sums of each part and pay, and the prompts on which pays go most wrong. */
async function sumsOf(
  log: RolloutTable,
  pays: readonly number[],
  spreads: readonly number[],
  correction: LabelCorrection | undefined,
  { signal }: WeighOptions,
): Promise<{
  readonly sums: PromptSums[][];
  readonly worst: WorstPrompts;
  readonly terms: readonly (readonly TermSlope[])[];
}> {
  const sums = log.parts.map(() => pays.map((k) => new PromptSums(spreads[k + 1])));
  const worst = new WorstPrompts(pays.length);
  const reading = new PromptReader(pays.length, log.terms.length);
  const termsOf = pays.map((k) => log.terms.flatMap(({ pay }, t) => (pay === k ? [t] : [])));
  const termSums = termsOf.map((own) => new TermSums(own.map((t) => log.terms[t].text)));
  const flush = (): void => {
    if (reading.logged < 2) return;
    const { group, answers, terms } = reading;
    for (const [at, pay] of reading.pays.entries()) {
      sums[reading.part][at].add(group, answers, pay);
      const own = termsOf[at];
      if (own.length > 0)
        termSums[at].add(
          group,
          answers,
          pay,
          own.map((t) => terms[t]),
        );
    }
    // A completed want is right on the mean, and not of a single answer.
    if (correction === undefined) worst.add(reading);
  };
  for await (const piece of await log.answers()) {
    signal?.throwIfAborted();
    const [part, prompt, group, mass, row, want] = ["part", "prompt", "grp", "mass", "row", "want"].map((name) =>
      piece.numbers(name),
    );
    const paid = pays.map((k) => piece.numbers(`pay_${k}`));
    const judged = piece.numbersOf("judge");
    const parts = log.terms.map((_, t) => piece.numbers(`term_${t}`));
    for (let k = 0; k < piece.rows; k++) {
      if (reading.isOther(part[k], prompt[k])) {
        flush();
        reading.begin(part[k], prompt[k], group[k]);
      }
      const wanted = correction === undefined || judged === undefined ? want[k] : correction.of(want[k], judged[k]);
      const at = reading.push(mass[k], row[k], wanted);
      for (let pay = 0; pay < paid.length; pay++) reading.pays[pay][at] = paid[pay][k];
      for (let t = 0; t < parts.length; t++) reading.terms[t][at] = parts[t][k];
    }
  }
  flush();
  return { sums, worst, terms: termSums.map((one) => one.slopes()) };
}

/** Sums of all parts. */
function together(parts: readonly PromptSums[]): Pick<PromptSums, "groups"> {
  const groups = parts[0].groups.map((_, g) =>
    parts[0].groups[g].map((_, k) => parts.reduce((sum, one) => sum + one.groups[g][k], 0)),
  );
  return { groups };
}

const partsOf = (values: readonly string[], ids: readonly string[], sums: readonly PromptSums[][]): WeighedPart[] =>
  values.flatMap((value, part) => {
    const pays = ids.map((id, at) => ({ id, ...new PayFigures(sums[part][at]).weighed() }));
    return pays[0].prompts === 0 ? [] : [{ value, pays }];
  });
