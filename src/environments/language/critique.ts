// A critic's task: `c52813|12538=` shows five digits and an answer to "sort them", and asks for a verdict: `y$`, it is right, or `n3$`, it
// is wrong and the third digit is the first wrong one (`n$` names no position). A refiner then revises the answer by the critique, with
// fixed rules and error rates, so that a critic can be paid for being right, for being helpful, or for both. A question that starts with
// `r` asks for descending order.

import { z } from "zod";
import type { NumericEnvironment } from "../../core/environment.ts";
import { whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { once } from "../declaration.ts";
import { numberOf, textOf } from "./alphabet.ts";
import { languageWorld } from "./language-world.ts";
import { ordered } from "./sort.ts";
import { contextFor, noiseParameter, questionIn, shareParameter } from "./terms.ts";

const parameters = z.strictObject({
  digits: whole(2, 9, 5).describe("digits of a question"),
  wrong: shareParameter("first answers that are wrong: two neighbours exchanged, a wrong digit, or one left out", 0.5),
  reversed: shareParameter("questions that want the digits in reverse", 0),
  repairs: shareParameter(
    "wrong answers that the refiner puts right when told the first wrong place; never by another",
    0.9,
  ),
  repairsUnplaced: shareParameter("wrong answers that the refiner puts right when told only that they are wrong", 0.3),
  spoils: shareParameter("right answers that the refiner makes wrong when told that they are wrong", 0.5),
  noise: noiseParameter("the verdict is the opposite; and the place that it names is any place", 0.2),
});

type Parameters = z.output<typeof parameters>;

export const critiqueWorld: BoundEntry<NumericEnvironment> = bind({
  id: "language/critique",
  summary: "judge a sorted answer, so that it can be refined: c52813|12538= asks for n4$, the first wrong place, or y$",
  source: "after the two-stage training of arXiv 2510.24320",
  parameters,
  make: (given: Parameters): NumericEnvironment => {
    const { digits, wrong, reversed, noise } = given;
    return languageWorld({
      // c, digits, |, digits, =; a letter, a position, $: 16 characters for five digits.
      ...contextFor(2 * digits + 3, 3),
      channels: [
        once("placeRight", "critiques", "1 where the verdict is n, rightly, and its place is the first wrong one"),
        once("readable", "critiques", "1 at the end of an episode whose critique says y, n or n with a place"),
        once("misjudged", "critiques", "1 at the end of an episode without a right verdict"),
        once("firstRight", "answers", "1 at the end of an episode whose first answer was right"),
        once("refinedRight", "answers", "1 at the end of an episode whose refined answer is right"),
        once("repaired", "answers", "1 where the first answer was wrong and the refined one is right"),
        once("spoiled", "answers", "1 where the first answer was right and the refined one is wrong"),
      ],
      // The characters of the refined answer.
      hidden: digits,
      noise,
      ask(random) {
        const task = random.uniform() < reversed ? "r" : "c";
        const shown = Array.from({ length: digits }, () => random.integer(10)).join("");
        const truth = ordered(shown, task === "r");
        return `${task}${shown}|${random.uniform() < wrong ? corrupted(truth, random) : truth}=`;
      },
      judge(answer, text, _hidden, report) {
        const verdict = verdictOf(answer);
        const place = firstWrong(text);
        if (place > 0 && verdict?.place === place) report("placeRight", 1);
        return verdict !== undefined && verdict.right === (place === 0);
      },
      conclude(text, correct, hidden, report, random) {
        const { first, truth } = partsOf(text);
        const verdict = saidIn(text);
        const refined = refinedBy(text, verdict, random, given);
        hidden.set([...refined].map(numberOf));
        report("readable", verdict === undefined ? 0 : 1);
        report("misjudged", correct ? 0 : 1);
        report("firstRight", first === truth ? 1 : 0);
        report("refinedRight", refined === truth ? 1 : 0);
        report("repaired", first !== truth && refined === truth ? 1 : 0);
        report("spoiled", first === truth && refined !== truth ? 1 : 0);
      },
      texts: { refined: (_text, hidden) => textOf(hidden, 0, hidden.length) },
      write(text, random, chance) {
        const slipped = () => chance > 0 && random.uniform() < chance;
        const place = firstWrong(text);
        const wrongly = slipped();
        if ((place === 0) !== wrongly) return "y$";
        return `n${place === 0 || slipped() ? 1 + random.integer(digits) : place}$`;
      },
    });
  },
});

interface Verdict {
  /** Whether the verdict says that the answer is right. */
  readonly right: boolean;
  /** The first wrong position, from 1, if one is named. */
  readonly place?: number;
}

/** Parses `y`, `n3` or `n`; undefined for other texts. */
function verdictOf(critique: string): Verdict | undefined {
  if (critique === "y") return { right: true };
  if (critique === "n") return { right: false };
  return /^n[1-9]$/.test(critique) ? { right: false, place: Number(critique[1]) } : undefined;
}

/** The first answer and the right answer of the question at the start of a text. */
function partsOf(text: string): { first: string; truth: string } {
  const [question, first] = questionIn(text).split("|");
  return { first, truth: ordered(question.slice(1), question.startsWith("r")) };
}

/** First position, from 1, at which the first answer is wrong; 0 where it is right. */
function firstWrong(text: string): number {
  const { first, truth } = partsOf(text);
  return 1 + [...truth].findIndex((digit, k) => first[k] !== digit);
}

/** The right answer with two different neighbours exchanged, one wrong digit, or one digit missing, with equal probabilities. */
function corrupted(truth: string, random: Random): string {
  const kind = random.integer(3);
  if (kind === 0) {
    const at = random.integer(truth.length);
    return truth.slice(0, at) + truth.slice(at + 1);
  }
  const unlike = Array.from({ length: truth.length - 1 }, (_, k) => k).filter((k) => truth[k] !== truth[k + 1]);
  if (kind === 1 && unlike.length > 0) {
    const at = unlike[random.integer(unlike.length)];
    return truth.slice(0, at) + truth[at + 1] + truth[at] + truth.slice(at + 2);
  }
  return misread(truth, random.integer(truth.length), random);
}

/** The answer with a wrong digit at a position. */
const misread = (answer: string, at: number, random: Random): string =>
  answer.slice(0, at) + ((Number(answer[at]) + 1 + random.integer(9)) % 10) + answer.slice(at + 1);

/** The verdict at the end of a text; undefined where the critique is unreadable or unfinished. */
function saidIn(text: string): Verdict | undefined {
  const said = text.slice(text.indexOf("=") + 1);
  return said.endsWith("$") ? verdictOf(said.slice(0, -1)) : undefined;
}

/** The refiner's revision of the first answer; empty without a verdict. */
function refinedBy(
  text: string,
  verdict: Verdict | undefined,
  random: Random,
  { repairs, repairsUnplaced, spoils }: Parameters,
): string {
  const { first, truth } = partsOf(text);
  if (verdict === undefined || verdict.right) return first;
  const rng = random.uniform();
  if (first === truth) {
    if (rng >= spoils) return first;
    const place = verdict.place ?? 1 + random.integer(first.length);
    return misread(first, Math.min(place, first.length) - 1, random);
  }
  const chance = verdict.place === undefined ? repairsUnplaced : verdict.place === firstWrong(text) ? repairs : 0;
  return rng < chance ? truth : first;
}
