// Pairs of texts for a verifier that is to stay honest (arXiv 2508.05613): the better one a rule has confirmed, the worse one is
// made of it by a corruption that the rule rejects. What a rule rejects by itself is no negative: it may be right in a form that
// the rule does not know. Two other kinds of negatives are there to be compared with.

import type { Submission, SubmissionPair } from "../../algorithms/text/verifier/verifier.ts";
import type { Random } from "../../core/random.ts";

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

/** Where the worse text of a pair comes from. */
export const NEGATIVES = ["corruption", "rejected", "elsewhere"] as const;

export interface PairOptions {
  /** Which answers to a question, by its number, the rule confirms. */
  readonly rule: (submission: Submission, question: number) => boolean;
  /** Whether the rule confirmed the text of a row. */
  readonly confirmed: (row: number) => boolean;
  /**
   * A corruption of the better text that the rule rejects; what the rule rejected of the same question, right or wrong; or what it
   * confirmed of another question, and rejects for this one.
   */
  readonly negatives: (typeof NEGATIVES)[number];
  readonly corrupt: Corruption;
  /** Pairs of a question, and how often a corruption that the rule confirms is made anew before the pair is given up. */
  readonly each: number;
  readonly retries: number;
}

/**
 * At most `each` pairs of every question, rows of a group being answers to the same: the better text is drawn among those that the rule
 * confirmed. No pair where there is none, or nothing worse.
 */
export function contrastPairs(
  submissions: readonly Submission[],
  group: number,
  { rule, confirmed, negatives, corrupt, each, retries }: PairOptions,
  random: Random,
): SubmissionPair[] {
  const drawn = (texts: readonly Submission[]) => (texts.length > 0 ? texts[random.integer(texts.length)] : undefined);
  const worseThan = (better: Submission, question: number): Submission | undefined => {
    const [from, to] = [question * group, (question + 1) * group];
    switch (negatives) {
      case "corruption":
        for (let trial = 0; trial <= retries; trial++) {
          const worse = { ...better, completion: corrupt(better.completion, random) };
          if (!rule(worse, question)) return worse;
        }
        return undefined;
      case "rejected":
        return drawn(submissions.slice(from, to).filter((_, k) => !confirmed(from + k)));
      case "elsewhere": {
        const others = submissions.filter((_, row) => (row < from || row >= to) && confirmed(row));
        const { reference } = better;
        return drawn(others.map((one) => ({ ...one, reference })).filter((one) => !rule(one, question)));
      }
      default:
        return negatives satisfies never;
    }
  };
  const pairs: SubmissionPair[] = [];
  for (let question = 0; question * group < submissions.length; question++) {
    const first = question * group;
    const own = submissions.slice(first, first + group).filter((_, k) => confirmed(first + k));
    if (own.length === 0) continue;
    for (let k = 0; k < each; k++) {
      const better = own[random.integer(own.length)];
      const worse = worseThan(better, question);
      if (worse !== undefined) pairs.push({ better, worse });
    }
  }
  return pairs;
}
