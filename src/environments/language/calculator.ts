// Sums with a calculator tool: `47+85=` may be answered directly, `132$`, or after a call, `<47+85>`, to which the environment replies
// `[132]`. A small model can memorise small sums, but hardly sums of two-digit numbers. The calculator adds only two numbers, so longer
// sums need dependent calls: `17+25+38=<17+25>[42]<42+38>[80]80$`.

import { z } from "zod";
import type { NumericEnvironment } from "../../core/environment.ts";
import { whole, wrong } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { event, flow, once } from "../declaration.ts";
import { languageWorld, type Report } from "./language-world.ts";
import { callChannels, contextFor, noiseParameter, questionIn, shareParameter } from "./terms.ts";

/** Largest number in an easy question. */
const EASY = 4;
/** Factor on the demonstrator's error rate in a hard sum without the tool. */
const IN_THE_HEAD = 5;
/** Contents of a well-formed call. */
const FORM = /^(\d{1,3})\+(\d{1,3})$/;

const NO_ROOM = "calls are repeated only where spareCalls leaves room for it";

const parameters = z
  .strictObject({
    fewestTerms: whole(2, 9, 2).describe("fewest numbers of a sum"),
    mostTerms: whole(2, 9, 2).describe("most numbers of a sum"),
    hard: shareParameter(`hard questions; the others add numbers from 0 to ${EASY}`, 0.5),
    hardFrom: whole(5, 99, 10).describe("smallest number of a hard question"),
    hardTo: whole(5, 99, 99).describe("largest number of a hard question"),
    failure: shareParameter(
      "calls in hard questions that are answered with a wrong number: its last digit is another",
      0,
    ),
    easyFailure: shareParameter(
      "calls in easy questions, where none is needed, that are answered with a wrong number",
      0,
    ),
    spareCalls: whole(0, 6, 0).describe("calls beyond one for each +; a further one ends the episode"),
    direct: shareParameter("demonstrations that answer without the tool, easy or hard", 0.3),
    repeats: shareParameter("calls that the demonstrator repeats while it has spare ones", 0),
    noise: noiseParameter(
      `a number in a call, or the sum without the tool, has a wrong last digit; ${IN_THE_HEAD} times as often in a hard sum without the tool`,
    ),
  })
  .refine((p) => p.fewestTerms <= p.mostTerms, wrong("fewestTerms", "fewestTerms must not exceed mostTerms"))
  .refine((p) => p.hardFrom <= p.hardTo, wrong("hardFrom", "hardFrom must not exceed hardTo"))
  .refine((p) => p.repeats === 0 || p.spareCalls > 0, wrong("repeats", NO_ROOM));

type Parameters = z.output<typeof parameters>;

export const calculatorWorld: BoundEntry<NumericEnvironment> = bind({
  id: "language/calculator",
  summary: "add numbers, with a calculator that may be called: 47+85= asks for 132$ or <47+85>, which gives [132]",
  source: "after the questions of arXiv 2604.08545 and 2601.10712",
  parameters,
  make: (given: Parameters): NumericEnvironment => {
    const { fewestTerms, mostTerms, hard, hardFrom, hardTo, failure, easyFailure, spareCalls, noise } = given;
    return languageWorld({
      ...roomFor(mostTerms, hardTo, spareCalls),
      channels: [
        ...callChannels(
          "for a running sum of a hard question, asked for the first time",
          "that is not needed: in an easy question, for another sum, repeated, or one too many",
        ),
        event("repeatedCalls", "calls", "1 for each useless call for a sum that was asked for before"),
        flow(
          "neededCalls",
          "calls",
          0,
          mostTerms - 1,
          "sum",
          "calls that the question needs, at the end of the episode",
        ),
        once("hard", "questions", "1 at the end of an episode with a hard question"),
        flow("terms", "numbers", 0, mostTerms, "sum", "numbers to be added, at the end of the episode"),
        once("formatted", "answers", "1 where the answer ends and is a number"),
        once("executed", "answers", "1 where the answer ends and no call was malformed"),
        event("economy", "answers", "1 / (1 + calls) where the answer ends"),
        once("solveF1", "F1", "2 · useful calls / (calls + needed calls) at the end of the episode; 1 without either"),
      ],
      noise,
      ask(random) {
        const [low, high] = random.uniform() < hard ? [hardFrom, hardTo] : [0, EASY];
        const count = fewestTerms + random.integer(mostTerms - fewestTerms + 1);
        return `${Array.from({ length: count }, () => low + random.integer(high - low + 1)).join("+")}=`;
      },
      reply(call, text, _hidden, report, random) {
        const spent = countCalls(text) > mostCalls(text, spareCalls);
        const match = FORM.exec(call ?? "");
        report("calls", 1);
        if (match === null) {
          report("brokenCalls", 1);
          return spent ? undefined : "?";
        }
        reportUse(text, spent, report);
        if (spent) return undefined;
        const sum = Number(match[1]) + Number(match[2]);
        const failing = isHard(text) ? failure : easyFailure;
        return String(failing > 0 && random.uniform() < failing ? misread(sum, random) : sum);
      },
      judge(answer, text, _hidden, report) {
        const calls = countCalls(text);
        report("formatted", /^\d+$/.test(answer) ? 1 : 0);
        report("executed", callsOf(text).length === calls ? 1 : 0);
        report("economy", 1 / (1 + calls));
        return answer === String(total(termsOf(text)));
      },
      conclude(text, _correct, _hidden, report) {
        report("hard", isHard(text) ? 1 : 0);
        report("terms", termsOf(text).length);
        report("neededCalls", referenceCalls(text).length);
        report("solveF1", solveF1(text, spareCalls));
      },
      texts: {
        answer: (text) => String(total(termsOf(text))),
        reference: (text) =>
          referenceCalls(text)
            .map((call) => `<${call}>`)
            .join(""),
      },
      write: (text, random, chance) => demonstrated(text, random, chance, given),
      expert(text) {
        const reference = referenceCalls(text);
        const calls = callsOf(text).length;
        return calls < reference.length ? `<${reference[calls]}>` : `${total(termsOf(text))}$`;
      },
    });
  },
});

/** The calls that a hard question needs, in order, without brackets: `17+25`, `42+38`. Empty for an easy question. */
export function referenceCalls(text: string): string[] {
  if (!isHard(text)) return [];
  const terms = termsOf(text);
  return terms.slice(1).map((term, k) => `${total(terms.slice(0, k + 1))}+${term}`);
}

const termsOf = (text: string): number[] => questionIn(text).split("+").map(Number);

const isHard = (text: string): boolean => termsOf(text).some((term) => term > EASY);

const total = (terms: readonly number[]): number => terms.reduce((sum, term) => sum + term, 0);

/** Number of calls so far, including malformed ones: only calls contain this character. */
const countCalls = (text: string): number => text.split(">").length - 1;

/** Call limit: one per +, plus the spare ones. */
const mostCalls = (text: string, spareCalls: number): number => termsOf(text).length - 1 + spareCalls;

/** The well-formed calls so far, with the smaller number first. */
const callsOf = (text: string): string[] =>
  [...text.matchAll(/<(\d{1,3}\+\d{1,3})>/g)].map(([, sum]) => numbersOf(sum));

/** Normalises a sum: `085+47` becomes `47+85`. */
function numbersOf(sum: string): string {
  const [a, b] = sum.split("+").map(Number);
  return a < b ? `${a}+${b}` : `${b}+${a}`;
}

/** Reports whether the well-formed call at the end of the text was useful. */
function reportUse(text: string, spent: boolean, report: Report): void {
  const calls = callsOf(text);
  const call = calls[calls.length - 1];
  const repeated = calls.indexOf(call) < calls.length - 1;
  const needed = referenceCalls(text).some((one) => numbersOf(one) === call);
  report(needed && !repeated && !spent ? "usefulCalls" : "uselessCalls", 1);
  if (repeated) report("repeatedCalls", 1);
}

/**
 * F1 score of the calls against the needed ones (the measure "solve-F1" of arXiv 2601.10712), 1 where there are neither. A call beyond the
 * limit is not useful.
 */
function solveF1(text: string, spareCalls: number): number {
  const [calls, needed] = [countCalls(text), referenceCalls(text)];
  const inTime = calls > mostCalls(text, spareCalls) ? text.slice(0, text.lastIndexOf("<")) : text;
  const called = callsOf(inTime);
  const useful = needed.filter((one) => called.includes(numbersOf(one))).length;
  return calls + needed.length === 0 ? 1 : (2 * useful) / (calls + needed.length);
}

/** A wrong number that differs in the last digit. */
const misread = (x: number, random: Random): number => x - (x % 10) + ((x + 1 + random.integer(9)) % 10);

/** The demonstrator's next text. It trusts the tool and continues from any reply, so an error in a call leads to a wrong answer. */
function demonstrated(text: string, random: Random, chance: number, { direct, repeats, spareCalls }: Parameters) {
  const slipped = (times: number) => chance > 0 && random.uniform() < chance * times;
  const terms = termsOf(text);
  const calls = [...text.matchAll(/<(\d+)\+(\d+)>\[(\d+)\]/g)].map(([, ...numbers]) => numbers.map(Number));
  if (calls.length === 0 && random.uniform() < direct) {
    const sum = total(terms);
    return `${slipped(isHard(text) ? IN_THE_HEAD : 1) ? misread(sum, random) : sum}$`;
  }
  let [running, done, again] = [terms[0], 0, false];
  for (const [k, [a, b, result]] of calls.entries()) {
    const next = a === running && b === terms[done + 1];
    again = k > 0 && !next && a === calls[k - 1][0] && b === calls[k - 1][1];
    if (!again) done += 1;
    running = result;
  }
  const [a, b] = calls.at(-1) ?? [];
  const spare = spareCalls - (calls.length - done);
  if (repeats > 0 && a !== undefined && !again && spare > 0 && random.uniform() < repeats) return `<${a}+${b}>`;
  if (done === terms.length - 1) return `${running}$`;
  const numbers = [running, terms[done + 1]];
  if (slipped(1)) {
    const at = random.integer(2);
    numbers[at] = misread(numbers[at], random);
  }
  return `<${numbers.join("+")}>`;
}

/** Context and horizon for a call at each +, the spare calls, and the answer: 24 characters for two numbers below 100, 40 for three. */
function roomFor(terms: number, largest: number, spareCalls: number): { context: number; horizon: number } {
  const digits = (times: number) => String(times * largest).length;
  let written = digits(terms) + 1;
  let replies = 0;
  for (let k = 1; k < terms + spareCalls; k++) {
    const so = Math.min(k, terms - 1);
    written += digits(so) + digits(1) + 3;
    replies += digits(so + 1) + 2;
  }
  return contextFor(terms * (digits(1) + 1), written, replies);
}
