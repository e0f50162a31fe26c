// Sums over the prompts of a log, by which its pays are weighed: spreads of scores, and the sums of each part and pay.

import { UserError } from "../../core/errors.ts";
import type { LabelCorrection } from "../../evaluation/overoptimisation/labelled-want.ts";
import { PromptSums } from "../../evaluation/overoptimisation/prompt-sums.ts";
import { TermSums } from "../../evaluation/overoptimisation/term-slopes.ts";
import type { RolloutTable } from "../../logs/rollouts.ts";
import type { AttackRows } from "./attack-rows.ts";
import type { PayPairs } from "./pay-pairs.ts";
import { PromptReader } from "./prompt-reader.ts";
import { WorstPrompts } from "./worst-prompts.ts";

/** Largest score, so that sums of squares stay finite. */
const LARGEST = 1e100;

/** Variances of scores within prompts, whose answers are added one after the other. */
class Spreads {
  #part = -1;
  #prompt = Number.NaN;
  #count = 0;
  #prompts = 0;
  #largest = 0;
  /** Of the prompt's scores so far: means, sums of squares about them, and whether two differ. */
  readonly #means: Float64Array;
  readonly #squares: Float64Array;
  readonly #sums: Float64Array;
  readonly #firsts: Float64Array;
  readonly #differ: Uint8Array;

  constructor(scores: number) {
    [this.#means, this.#squares, this.#sums, this.#firsts] = [0, 1, 2, 3].map(() => new Float64Array(scores));
    this.#differ = new Uint8Array(scores);
  }

  /** Adds row `k` of `scores` [scores][rows]. */
  add(part: number, prompt: number, scores: readonly Float64Array[], k: number): void {
    if (part !== this.#part || prompt !== this.#prompt) {
      this.#end();
      [this.#part, this.#prompt] = [part, prompt];
      for (let s = 0; s < scores.length; s++) this.#firsts[s] = scores[s][k];
    }
    this.#count += 1;
    for (let s = 0; s < scores.length; s++) {
      const value = scores[s][k];
      if (Math.abs(value) > this.#largest) this.#largest = Math.abs(value);
      if (value !== this.#firsts[s]) this.#differ[s] = 1;
      const apart = value - this.#means[s];
      this.#means[s] += apart / this.#count;
      this.#squares[s] += apart * (value - this.#means[s]);
    }
  }

  #end(): void {
    if (this.#count > 1) {
      this.#prompts += 1;
      for (let s = 0; s < this.#sums.length; s++)
        if (this.#differ[s] === 1) this.#sums[s] += this.#squares[s] / this.#count;
    }
    this.#count = 0;
    for (const one of [this.#means, this.#squares, this.#differ]) one.fill(0);
  }

  /** The largest score without its sign, and variances on average over prompts with several answers. */
  figures(): { readonly largest: number; readonly variances: number[] } {
    this.#end();
    return { largest: this.#largest, variances: [...this.#sums].map((sum) => sum / Math.max(1, this.#prompts)) };
  }
}

/**
 * Standard deviations within prompts of the want and of each pay, as powers of two, so that no rounding of a sum shows. An audit's answers
 * count where the log's own are all alike.
 */
export async function spreadsOf(
  log: RolloutTable,
  names: readonly string[],
  prompts: number,
  attack: AttackRows | undefined,
): Promise<number[]> {
  const within = new Spreads(names.length);
  for await (const piece of await log.answers()) {
    const [part, prompt] = ["part", "prompt"].map((name) => piece.numbers(name));
    const scores = names.map((name) => piece.numbers(name));
    for (let k = 0; k < piece.rows; k++) within.add(part[k], prompt[k], scores, k);
  }
  const { largest, variances } = within.figures();
  if (largest > LARGEST) {
    const what = `a want or a pay is ${largest}, and none above ${LARGEST} is weighed`;
    throw new UserError({
      code: "too-large",
      what,
      where: log.file.shown,
      hint: "divide it, or --where leaves it out",
    });
  }
  const alike = variances.flatMap((variance, k) => (variance > 0 ? [] : [k]));
  const known = (await attack?.variances(log, alike)) ?? [];
  for (const [at, k] of alike.entries()) variances[k] = (known[at] ?? 0) / prompts;
  return variances.map((variance) => (variance > 0 ? 2 ** Math.round(Math.log2(Math.sqrt(variance))) : 0));
}

export async function promptsAlone({ numbers }: RolloutTable): Promise<number> {
  const alone = "SELECT 1 FROM agon_rollouts GROUP BY part, prompt HAVING count(*) = 1";
  const [[count]] = await numbers(`SELECT count(*) FROM (${alone})`);
  return count;
}

/** Throws a UserError where no prompt has as many answers as a group of the trainer. */
export async function checkGroupSize({ numbers, file }: RolloutTable, size: number): Promise<void> {
  const [[most]] = await numbers(
    "SELECT max(answers) FROM (SELECT count(*) AS answers FROM agon_rollouts GROUP BY part, prompt)",
  );
  if (Number.isInteger(size) && size >= 2 && size <= most) return;
  const what = `of groups of ${size} answers the log says nothing, as no prompt has more than ${most.toLocaleString("en-US")}`;
  throw new UserError({
    code: "group-size",
    what,
    where: file.shown,
    hint: `give a whole number from 2 to ${most.toLocaleString("en-US")}`,
  });
}

/** Sums of each part and pay, also of the terms of pays, and the prompts on which pays go most wrong. */
export async function sumsOf(
  log: RolloutTable,
  pays: readonly number[],
  spreads: readonly number[],
  {
    correction,
    attack,
    groupSize,
    pairs,
    signal,
  }: {
    readonly correction: LabelCorrection | undefined;
    readonly attack: AttackRows | undefined;
    readonly groupSize: number | undefined;
    readonly pairs: PayPairs | undefined;
    readonly signal: AbortSignal | undefined;
  },
): Promise<{
  readonly sums: PromptSums[][];
  readonly worst: WorstPrompts;
  readonly termSums: readonly (readonly TermSums[])[];
  /** Whether two logged answers to a prompt have the same text and scores. */
  readonly hasEqual: boolean;
}> {
  const sums = log.parts.map(() => pays.map((k) => new PromptSums(spreads[k + 1], groupSize)));
  const worst = new WorstPrompts(pays.length);
  const reading = new PromptReader(pays.length, log.terms.length);
  const termsOf = pays.map((k) => log.terms.flatMap(({ pay }, t) => (pay === k ? [t] : [])));
  const termSums = log.parts.map(() => termsOf.map((own) => new TermSums(own.map((t) => log.terms[t].text))));
  const flush = (): void => {
    const { part, prompt, group } = reading;
    const known = attack?.at(part, prompt);
    if (reading.logged >= 2) reading.settle();
    // A completed want is right on the mean, and not of a single answer.
    if (reading.logged >= 2 && correction === undefined) worst.add(reading);
    if (reading.logged >= 2) pairs?.add(reading);
    if (attack !== undefined && known !== undefined) {
      // What the log has of them is dropped: their chances say more than counts do.
      reading.drop(attack.seen);
      attack.count(known, reading.logged >= 2);
    }
    if (reading.logged < 2) return;
    if (known !== undefined) reading.enter(known, pays);
    const { answers, terms } = reading;
    for (const [at, pay] of reading.pays.entries()) {
      sums[part][at].add(group, answers, pay);
      const own = termsOf[at];
      if (own.length === 0) continue;
      const values = own.map((t) => terms[t]);
      termSums[part][at].add(group, answers, pay, values);
    }
  };
  for await (const piece of await log.answers()) {
    signal?.throwIfAborted();
    const [part, prompt, group, answer, row, want] = ["part", "prompt", "grp", "answer", "row", "want"].map((name) =>
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
      const at = reading.push(answer[k], row[k], wanted);
      for (let pay = 0; pay < paid.length; pay++) reading.pays[pay][at] = paid[pay][k];
      for (let t = 0; t < parts.length; t++) reading.terms[t][at] = parts[t][k];
    }
  }
  flush();
  return { sums, worst, termSums, hasEqual: reading.hasEqual };
}

/** Sums of all parts. */
export function together(parts: readonly PromptSums[]): Pick<PromptSums, "groups"> {
  const groups = parts[0].groups.map((_, g) =>
    parts[0].groups[g].map((_, k) => parts.reduce((sum, one) => sum + one.groups[g][k], 0)),
  );
  return { groups };
}
