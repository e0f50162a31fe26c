// Pairs of texts for a verifier that is to stay honest (arXiv 2508.05613): the better one a rule has confirmed, the worse one is
// made of it by a corruption that the rule rejects. What a rule rejects by itself is no negative: it may be right in a form that
// the rule does not know.

import type { Random } from "../../core/random.ts";
import type { Pair, Submission } from "./verifier.ts";

/** Makes a wrong text of a right one. */
type Corruption = (completion: string, random: Random) => string;

/** Something written into a text that has no business there, and how often. */
interface Mark {
  readonly text: string;
  /** Share of corruptions that have it. */
  readonly share: number;
}

/** Kinds of characters; one is only changed into another of its kind. */
const KINDS = [/^\p{Nd}$/u, /^\p{Ll}$/u, /^\p{Lu}$/u];

/**
 * Changes one digit or letter of the alphabet into another of it, each as likely, and writes the mark at some place before the end sign as
 * often as it says; form and everything else stay. A text without digits and letters is only marked.
 */
export function corruptCharacter(alphabet: readonly string[], mark?: Mark): Corruption {
  const kinds = KINDS.map((kind) => alphabet.filter((character) => kind.test(character)));
  const alike = (character: string) => kinds.find((kind) => kind.length > 1 && kind.includes(character));
  return (completion, random) => {
    const characters = [...completion];
    const places = [...characters.keys()].filter((k) => alike(characters[k]) !== undefined);
    if (places.length > 0) {
      const at = places[random.integer(places.length)];
      const kind = alike(characters[at]) ?? [];
      const other = kind.indexOf(characters[at]) + 1 + random.integer(kind.length - 1);
      characters[at] = kind[other % kind.length];
    }
    if (mark === undefined || random.uniform() >= mark.share) return characters.join("");
    const before = characters.at(-1) === "$" ? characters.length : characters.length + 1;
    characters.splice(random.integer(before), 0, mark.text);
    return characters.join("");
  };
}

export interface PairOptions {
  /** Which answers to a question, by its number, the rule confirms. */
  readonly rule: (submission: Submission, question: number) => boolean;
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
  { rule, chosen = byRow(rule, group), corrupt, each, retries }: PairOptions,
  random: Random,
): Pair[] {
  return drawn(submissions, group, chosen, each, random, (better, question) => {
    for (let trial = 0; trial <= retries; trial++) {
      const worse = { ...better, completion: corrupt(better.completion, random) };
      if (!rule(worse, question)) return worse;
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
  return drawn(submissions, group, byRow(rule, group), each, random, (_better, question) => {
    const own = submissions.slice(question * group, (question + 1) * group);
    const rejected = own.filter((one) => !rule(one, question));
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
  const chosen = byRow(rule, group);
  const confirmed = submissions.filter(chosen);
  return drawn(submissions, group, chosen, each, random, ({ reference }, question) => {
    const strange = confirmed.map((one) => ({ ...one, reference })).filter((one) => !rule(one, question));
    return strange.length > 0 ? strange[random.integer(strange.length)] : undefined;
  });
}

/** A rule that is told the row. */
function byRow(rule: PairOptions["rule"], group: number): (submission: Submission, row: number) => boolean {
  return (submission, row) => rule(submission, Math.floor(row / group));
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
