// Two answers to be judged by criteria: `b:1..2.1=` is a pair of type b and a first look at criteria a to f. Each reading says which answer
// is better under its criterion, or, by a dot, that none is, and is often wrong. `<b>` looks again at criterion b, `<bc>` at b and c, and the
// second look's readings are shared among those that are named: `[b222.2.]`. Then `2$` says that the second answer is better.
//
// Criteria come in an order of importance that the pair's type begins: b, c, d, e, f, a. The first of them under which the answers differ
// decides. So the type and the first look tell where it is worth to look again.

import { z } from "zod";
import type { NumericEnvironment } from "../../core/environment.ts";
import { oneOf, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { randomOrder } from "../../math/weighted-draw.ts";
import { once } from "../declaration.ts";
import { languageWorld } from "./language-world.ts";
import { type PairLaw, pairBeliefs, type Readings, sharesOf } from "./pair-beliefs.ts";
import { contextFor, noiseParameter, shareParameter } from "./terms.ts";

const LETTERS = "abcdefgh";
/** What a reading says, by number: no answer is better, the first one is, the second one is. */
const SIGNS = ".12";

const parameters = z
  .strictObject({
    criteria: whole(2, LETTERS.length, 6).describe("criteria, and types of pairs"),
    first: whole(0, 6, 1).describe("readings of each criterion in the first look"),
    second: whole(0, 12, 6).describe("readings of the second look, shared among what is named; 0: there is none"),
    most: whole(1, LETTERS.length, 3).describe("criteria that may be named"),
    differ: within(0.05, 1, 0.5).describe(
      "share of criteria under which one answer is better, before pairs that differ under none are drawn anew",
    ),
    accuracy: shareParameter("readings that are right; of others each wrong one is as frequent", 0.6),
    review: oneOf(["named", "random", "all"], "named").describe(
      "what the second look reads: what is named, as many random criteria, or all",
    ),
    ahead: shareParameter("pairs whose first answer is the better one", 0.5),
    misreads: shareParameter("the demonstrator's errors with which its verdict is for any answer", 0.5),
    noise: noiseParameter("it names any one, two or three criteria"),
  })
  .refine((p) => p.most <= p.criteria, { error: "most must not exceed criteria", path: ["most"] });

type Parameters = z.output<typeof parameters>;

export const pairWorld: BoundEntry<NumericEnvironment> = bind({
  id: "language/pair",
  summary:
    "judge which of two answers is better: after a first look at all criteria, <b> looks again at criterion b alone",
  source: "after the two-turn judge of arXiv 2510.23596",
  parameters,
  make: (given: Parameters): NumericEnvironment => {
    const { criteria, first, second, most, review, ahead, noise, misreads } = given;
    const beliefs = pairBeliefs(given, second);
    const twice = second > 0;
    const reread = review === "all" ? criteria : most;
    const asked = criteria * first + 3;
    const form = twice ? /^<[a-h]+>\[[a-h.12]+\][12]\$$/ : /^[12]\$$/;
    const letters = LETTERS.slice(0, criteria);
    const read = (gaps: Float64Array, j: number, random: Random) => SIGNS[reading(gaps[j], given, random)];
    /** The second look: each criterion's letter, and its readings. */
    const look = (of: string, gaps: Float64Array, random: Random): string => {
      const many = sharesOf(second, of.length);
      return [...of].reduce((shown, letter, k) => {
        const seen = Array.from({ length: many[k] }, () => read(gaps, letters.indexOf(letter), random));
        return shown + letter + seen.join("");
      }, "");
    };
    return languageWorld({
      // A type, :, the first look, =; < and >, what is named, a verdict and $; the second look in brackets.
      ...contextFor(asked, twice ? most + 4 : 2, twice ? reread + second + 2 : 0),
      channels: [
        once("misjudged", "answers", "1 where a text in the form that is asked for ends with the wrong verdict"),
        once("malformed", "texts", "1 at the end of a text that is not in this form: criteria, if any, and a verdict"),
        once("decisive", "looks", "1 where the second look reads the criterion that decides"),
        once("named", "share", "of all criteria that the second look reads"),
        once("forFirst", "answers", "1 where a text in this form says that the first answer is better"),
      ],
      hidden: criteria,
      noise,
      ask(random, gaps) {
        const type = random.integer(criteria);
        drawGaps(given, random, gaps);
        const decides = decisive(gaps, type);
        if (random.uniform() < ahead !== (gaps[decides] === 1))
          for (const [j, gap] of gaps.entries()) gaps[j] = turned(gap);
        const shown = Array.from({ length: criteria * first }, (_, k) => read(gaps, Math.floor(k / first), random));
        return `${LETTERS[type]}:${shown.join("")}=`;
      },
      ...(twice
        ? {
            reply(call, text, gaps, report, random) {
              const named = call ?? "";
              const isLegal = [...named].every((letter, k) => letters.includes(letter) && named.indexOf(letter) === k);
              if (text.includes("[") || named === "" || named.length > most || !isLegal) return undefined;
              const any = () => written(randomOrder(criteria, random).slice(0, named.length));
              const of = review === "named" ? named : review === "all" ? letters : any();
              report("decisive", of.includes(LETTERS[decisive(gaps, typeOf(text))]) ? 1 : 0);
              report("named", of.length / criteria);
              return look(of, gaps, random);
            },
          }
        : {}),
      judge: (answer, text, gaps) => answer === SIGNS[gaps[decisive(gaps, typeOf(text))]],
      conclude(text, correct, _gaps, report) {
        const isFormed = form.test(text.slice(asked));
        report("malformed", isFormed ? 0 : 1);
        report("misjudged", isFormed && !correct ? 1 : 0);
        report("forFirst", isFormed && text.endsWith("1$") ? 1 : 0);
      },
      texts: { answer: (text, gaps) => SIGNS[gaps[decisive(gaps, typeOf(text))]] },
      write(text, random, chance) {
        const errs = (share: number) => chance > 0 && random.uniform() < chance * share;
        const readings = readingsIn(text, given);
        if (twice && !text.includes("[")) {
          const any = () => randomOrder(criteria, random).slice(0, 1 + random.integer(Math.min(3, most)));
          const named = errs(1) ? any() : beliefs.bestNamed(typeOf(text), readings);
          return `<${written(named)}>`;
        }
        if (errs(misreads)) return `${1 + random.integer(2)}$`;
        return beliefs.isFirst(typeOf(text), readings) ? "1$" : "2$";
      },
    });
  },
});

/** Letters of criteria. */
const written = (named: readonly number[]): string => named.map((j) => LETTERS[j]).join("");

const typeOf = (text: string): number => LETTERS.indexOf(text[0]);

/** The same gap with the answers exchanged. */
const turned = (gap: number): number => (gap === 0 ? 0 : 3 - gap);

/** The first criterion in the order of a type under which the answers differ. */
function decisive(gaps: Float64Array, type: number): number {
  for (let k = 0; k < gaps.length; k++) {
    const j = (type + k) % gaps.length;
    if (gaps[j] !== 0) return j;
  }
  throw new Error("the answers of a pair differ under some criterion");
}

/** Which answer is better under each criterion, drawn until they differ under at least one. */
function drawGaps({ differ }: PairLaw, random: Random, gaps: Float64Array): void {
  do {
    for (let j = 0; j < gaps.length; j++) gaps[j] = random.uniform() < differ ? 1 + random.integer(2) : 0;
  } while (gaps.every((gap) => gap === 0));
}

/** What one reading of a gap says. */
function reading(gap: number, { accuracy }: PairLaw, random: Random): number {
  if (random.uniform() < accuracy) return gap;
  return (gap + 1 + random.integer(2)) % SIGNS.length;
}

/** How often each thing was read of each criterion, in both looks. */
function readingsIn(text: string, { criteria, first }: Parameters): Readings {
  const counts = Array.from({ length: criteria }, () => [0, 0, 0]);
  const shown = text.slice(2, text.indexOf("="));
  for (const [k, sign] of [...shown].entries()) counts[Math.floor(k / first)][SIGNS.indexOf(sign)] += 1;
  let of = 0;
  const second = text.indexOf("[");
  for (const symbol of second < 0 ? "" : text.slice(second + 1, text.indexOf("]"))) {
    if (LETTERS.includes(symbol)) of = LETTERS.indexOf(symbol);
    else counts[of][SIGNS.indexOf(symbol)] += 1;
  }
  return counts;
}
