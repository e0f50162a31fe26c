// What other pays would have bought, from rollouts that exist: each pay is weighed against what is wanted, prompt by prompt.

import { UserError } from "../../core/errors.ts";
import { brief, count as countOf } from "../../evaluation/number-format.ts";
import { PROMPT_GROUPS, PromptSums } from "../../evaluation/overoptimisation/prompt-sums.ts";
import { PayFigures, type WeighedPay } from "../../evaluation/overoptimisation/weighed-pay.ts";
import type { BadReason } from "../../logs/bad-rows.ts";
import { openRollouts, type RolloutReading, type RolloutSource, type RolloutTable } from "../../logs/rollouts.ts";
import { type AttackCounts, AttackRows } from "./attack-rows.ts";
import { FORECAST_TRUST } from "./forecast-trust.ts";
import { PromptReader } from "./prompt-reader.ts";
import { type Comparison, compared, findingOf, payFinding } from "./weigh-finding.ts";
import { type TextPair, WorstPrompts } from "./worst-prompts.ts";

/** Request to weigh pays. */
export interface WeighRequest extends Omit<RolloutSource, "want" | "pays"> {
  /** A column, or a formula over columns. */
  readonly want: string;
  readonly pays: readonly string[];
  /** A file of answers that an audit found, with the chance `mass` of each under the policy of the log. */
  readonly attack?: string;
  /** Answers in a group of the trainer; by default those that were logged to a prompt. */
  readonly groupSize?: number;
}

export type WeighOptions = Omit<RolloutReading, "groups">;

/** A pay with what the log says of it. */
export interface NamedPay extends WeighedPay {
  readonly id: string;
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
  readonly attack?: AttackCounts;
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
  const { want, pays, attack: audit, groupSize, ...source } = request;
  if (pays.length === 0) throw new UserError({ code: "no-pay", what: "no pay is named", hint: "say --pay correct" });
  const repeated = pays.find((pay, k) => pays.indexOf(pay) < k);
  if (repeated !== undefined)
    throw new UserError({ code: "twice", what: `the pay ${JSON.stringify(repeated)} is named twice`, where: "--pay" });
  const formulas = {
    want: { where: "--want", text: want },
    pays: pays.map((text) => ({ where: "--pay", text })),
  };
  const reading = { ...options, groups: PROMPT_GROUPS };
  const log = await openRollouts({ ...source, ...formulas }, reading);
  try {
    const { where: _, ...same } = source;
    const attack = audit === undefined ? undefined : await AttackRows.of(audit, { ...same, ...formulas }, log, reading);
    return await figuresOf(log, request, { ...options, attack });
  } finally {
    log.close();
  }
}

type Weighing = WeighOptions & { readonly attack: AttackRows | undefined };

async function figuresOf(
  log: RolloutTable,
  { want, pays, by, groupSize }: WeighRequest,
  options: Weighing,
): Promise<WeighedLog> {
  const { file, own, rows, prompts, blanks, unscored, read, parts } = log;
  if (rows === 0) {
    const what = `holds no row with a number for the want and for all pays, of ${lacking(unscored, [want, ...pays])}`;
    throw new UserError({ code: "empty-log", what, where: file.shown });
  }
  const alone = await promptsAlone(log);
  if (groupSize !== undefined) await checkGroupSize(log, groupSize);
  const spreads = await spreadsOf(log, pays.length, prompts - alone, options.attack);
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
  const { sums, worst } = await sumsOf(log, differing, spreads, { ...options, groupSize });
  const wholes = differing.map((_, at) => new PayFigures(together(sums.map((one) => one[at]))));
  const weighed = wholes.map((figures) => figures.weighed());
  const named = differing.map((k) => pays[k]);
  const texts = await worst.texts(log);
  const attack = options.attack?.counts();
  const comparisons = compared(named, wholes, weighed);
  const result = named.map((id, at) => ({
    id,
    finding: payFinding(id, want, weighed[at]),
    ...weighed[at],
    texts: texts[at],
  }));
  return {
    file: file.shown,
    columns: Object.fromEntries(own),
    ...{ want, answers: rows, prompts: prompts - alone, alone },
    ...{ skipped: read.skipped, reasons: read.reasons, counts: read.counts },
    ...(attack === undefined ? {} : { attack }),
    pays: result,
    comparisons,
    ...(by === undefined ? {} : { parts: partsOf(parts, named, sums) }),
    finding: findingOf(want, result, comparisons),
    caveats: [
      ...unscored.flatMap((count, k) =>
        count === 0
          ? []
          : [`Left out: ${countOf(count, "row")} without a number for ${JSON.stringify([want, ...pays][k])}.`],
      ),
      ...constant.map((pay) => `${JSON.stringify(pay)} pays all answers to a prompt the same, and buys nothing.`),
      ...(alone === 0 ? [] : [`Left out: ${countOf(alone, "prompt")} with one answer, which pairs with no other.`]),
      ...(blanks === 0 ? [] : [`Taken apart: ${countOf(blanks, "prompt")} that differ from another by blanks alone.`]),
      ...(attack === undefined ? [] : attackCaveats(attack)),
      "A log cannot show what the policy never wrote: a pay may be gamed by answers that are not in it.",
      FORECAST_TRUST,
    ],
  };
}

function attackCaveats({ file, answers, prompts, mass, absent, lonely, unscored }: AttackCounts): string[] {
  const sentences = [
    `${file}: ${countOf(answers, "answer")} entered at ${countOf(prompts, "prompt")}, with a mean chance of ${brief(mass)} together; intervals take the chances as known.`,
  ];
  const left = (count: number, why: string): void => {
    if (count > 0) sentences.push(`Left out of ${file}: ${countOf(count, "answer")} ${why}.`);
  };
  left(absent, "to prompts that the log does not have with several answers");
  left(lonely, "to prompts with fewer than two other answers in the log");
  left(unscored, "without a number of the want or of a pay");
  return sentences;
}

const whole = (value: number): string => value.toLocaleString("en-US");
const lacking = (unscored: readonly number[], names: readonly string[]): string =>
  unscored
    .flatMap((count, k) => (count === 0 ? [] : [`which ${whole(count)} lack ${JSON.stringify(names[k])}`]))
    .join(", of ");

/**
 * Standard deviations within prompts of the want and of each pay, as powers of two, so that no rounding of a sum shows. An audit's answers
 * count where the log's own are all alike.
 */
async function spreadsOf(
  log: RolloutTable,
  pays: number,
  prompts: number,
  attack: AttackRows | undefined,
): Promise<number[]> {
  const names = ["want", ...Array.from({ length: pays }, (_, k) => `pay_${k}`)];
  const within = names.map(
    (name) => `CASE WHEN min(${name}) < max(${name}) THEN var_pop(${name}) ELSE 0 END AS ${name}`,
  );
  const inner = `SELECT ${within.join(", ")} FROM agon_rollouts GROUP BY part, prompt HAVING count(*) > 1`;
  const [variances = []] = await log.numbers(
    `SELECT ${names.map((name) => `avg(${name})`).join(", ")} FROM (${inner})`,
  );
  const alike = variances.flatMap((variance, k) => (variance > 0 ? [] : [k]));
  const known = (await attack?.variances(log, alike)) ?? [];
  for (const [at, k] of alike.entries()) variances[k] = (known[at] ?? 0) / prompts;
  return variances.map((variance) => (variance > 0 ? 2 ** Math.round(Math.log2(Math.sqrt(variance))) : 0));
}

async function promptsAlone({ numbers }: RolloutTable): Promise<number> {
  const alone = "SELECT 1 FROM agon_rollouts GROUP BY part, prompt HAVING count(*) = 1";
  const [[count]] = await numbers(`SELECT count(*) FROM (${alone})`);
  return count;
}

/** Throws a UserError where no prompt has as many answers as a group of the trainer. */
async function checkGroupSize({ numbers, file }: RolloutTable, size: number): Promise<void> {
  const [[most]] = await numbers(
    "SELECT max(answers) FROM (SELECT count(*) AS answers FROM agon_rollouts GROUP BY part, prompt)",
  );
  if (Number.isInteger(size) && size >= 2 && size <= most) return;
  const what = `of groups of ${size} answers the log says nothing, as no prompt has more than ${whole(most)}`;
  throw new UserError({
    code: "group-size",
    what,
    where: file.shown,
    hint: `give a whole number from 2 to ${whole(most)}`,
  });
}

/** Sums of each part and pay, and the prompts on which pays go most wrong. */
async function sumsOf(
  log: RolloutTable,
  pays: readonly number[],
  spreads: readonly number[],
  { signal, attack, groupSize }: Weighing & { readonly groupSize: number | undefined },
): Promise<{ readonly sums: PromptSums[][]; readonly worst: WorstPrompts }> {
  const sums = log.parts.map(() => pays.map((k) => new PromptSums(spreads[k + 1], groupSize)));
  const worst = new WorstPrompts(pays.length);
  const reading = new PromptReader(pays.length);
  const flush = (): void => {
    const { part, prompt, group } = reading;
    const known = attack?.at(part, prompt);
    if (reading.logged >= 2) worst.add(reading);
    if (attack !== undefined && known !== undefined) {
      // What the log has of them is dropped: their chances say more than counts do.
      reading.drop(attack.seen);
      attack.count(known, reading.logged >= 2);
    }
    if (reading.logged < 2) return;
    if (known !== undefined) reading.enter(known, pays);
    for (const [at, pay] of reading.pays.entries()) sums[part][at].add(group, reading.answers, pay);
  };
  for await (const piece of await log.answers()) {
    signal?.throwIfAborted();
    const [part, prompt, group, mass, row, want] = ["part", "prompt", "grp", "mass", "row", "want"].map((name) =>
      piece.numbers(name),
    );
    const paid = pays.map((k) => piece.numbers(`pay_${k}`));
    for (let k = 0; k < piece.rows; k++) {
      if (reading.isOther(part[k], prompt[k])) {
        flush();
        reading.begin(part[k], prompt[k], group[k]);
      }
      const at = reading.push(mass[k], row[k], want[k]);
      for (let pay = 0; pay < paid.length; pay++) reading.pays[pay][at] = paid[pay][k];
    }
  }
  flush();
  return { sums, worst };
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
