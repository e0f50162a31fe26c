// Pairs of texts for a verifier that is to stay honest (arXiv 2508.05613): the better one a rule has confirmed, the worse one is
// made of it by a corruption that the rule rejects. What a rule rejects by itself is no negative: it may be right in a form that
// the rule does not know.

import type { Random } from "../../core/random.ts";
import type { Pair, Submission } from "./verifier.ts";

/** Makes a wrong text of a right one. */
export type Corruption = (completion: string, random: Random) => string;

/**
 * Changes one digit into another, and with probability `marked` writes `#` at some place before the end sign; form and everything
 * else stay. A text without digits is only marked.
 */
export function corruptDigit(marked: number): Corruption {
  return (completion, random) => {
    const digits = [...completion].flatMap((character, k) => (/\d/.test(character) ? [k] : []));
    let text = completion;
    if (digits.length > 0) {
      const at = digits[random.integer(digits.length)];
      const other = (Number(text[at]) + 1 + random.integer(9)) % 10;
      text = `${text.slice(0, at)}${other}${text.slice(at + 1)}`;
    }
    if (random.uniform() >= marked) return text;
    const places = text.endsWith("$") ? text.length : text.length + 1;
    const at = random.integer(places);
    return `${text.slice(0, at)}#${text.slice(at)}`;
  };
}

export interface PairOptions {
  /** Which texts the rule confirms. */
  readonly rule: (submission: Submission) => boolean;
  /** Which texts are made negatives of; default those that the rule confirms. */
  readonly chosen?: (submission: Submission, row: number) => boolean;
  readonly corrupt: Corruption;
  /** Pairs of a question, and how often a corruption that the rule confirms is made anew before the pair is given up. */
  readonly each: number;
  readonly retries: number;
}

/**
 * At most `each` pairs of every question, rows of a group being answers to the same: the better text is drawn among those chosen,
 * and its corruption is kept only where the rule rejects it. No pair where none is chosen.
 */
export function corruptedPairs(
  submissions: readonly Submission[],
  group: number,
  { rule, chosen = rule, corrupt, each, retries }: PairOptions,
  random: Random,
): Pair[] {
  return drawn(submissions, group, chosen, each, random, (better) => {
    for (let trial = 0; trial <= retries; trial++) {
      const worse = { ...better, completion: corrupt(better.completion, random) };
      if (!rule(worse)) return worse;
    }
    return undefined;
  });
}

/** As `corruptedPairs`, with what the rule rejected of the same question as the worse text, right or wrong. */
export function rejectedPairs(
  submissions: readonly Submission[],
  group: number,
  { rule, each }: Pick<PairOptions, "rule" | "each">,
  random: Random,
): Pair[] {
  return drawn(submissions, group, rule, each, random, (_better, question) => {
    const rejected = submissions.slice(question * group, (question + 1) * group).filter((one) => !rule(one));
    return rejected.length > 0 ? rejected[random.integer(rejected.length)] : undefined;
  });
}

/** As `corruptedPairs`, with what the rule confirmed for another question, and rejects for this one, as the worse text. */
export function strangePairs(
  submissions: readonly Submission[],
  group: number,
  { rule, each }: Pick<PairOptions, "rule" | "each">,
  random: Random,
): Pair[] {
  const confirmed = submissions.filter((one) => rule(one));
  return drawn(submissions, group, rule, each, random, ({ reference }) => {
    const strange = confirmed.map((one) => ({ ...one, reference })).filter((one) => !rule(one));
    return strange.length > 0 ? strange[random.integer(strange.length)] : undefined;
  });
}

/** Draws better texts among those chosen of each question, and pairs them where there is something worse. */
function drawn(
  submissions: readonly Submission[],
  group: number,
  chosen: (submission: Submission, row: number) => boolean,
  each: number,
  random: Random,
  worseThan: (better: Submission, question: number) => Submission | undefined,
): Pair[] {
  const pairs: Pair[] = [];
  for (let question = 0; question * group < submissions.length; question++) {
    const first = question * group;
    const own = submissions.slice(first, first + group).filter((one, k) => chosen(one, first + k));
    if (own.length === 0) continue;
    for (let k = 0; k < each; k++) {
      const better = own[random.integer(own.length)];
      const worse = worseThan(better, question);
      if (worse !== undefined) pairs.push({ better, worse });
    }
  }
  return pairs;
}
