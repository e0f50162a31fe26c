// Tasks of an informatics olympiad: the answer is a program, and hidden tests of growing size give points in subtasks. The time limit is a
// number of executed steps, so that verdicts do not depend on the machine.

import { z } from "zod";
import type { NumericEnvironment } from "../../../core/environment.ts";
import { flag, whole } from "../../../core/parameters.ts";
import { type BoundEntry, bind } from "../../../core/registry.ts";
import { once } from "../../declaration.ts";
import { dataText } from "../../sandbox/data.ts";
import { type Case, judged } from "../../sandbox/sandbox.ts";
import { PROGRAMS } from "../alphabet.ts";
import { byHeart, exampleOf, questionOf } from "../function.ts";
import { END_CHANNELS, passedShare, reportEnds, visiblePassed } from "../judged-programs.ts";
import { languageWorld } from "../language-world.ts";
import { contextFor, noiseParameter } from "../terms.ts";
import {
  drawnCall,
  FAMILIES,
  familySchema,
  LEVELS,
  type Level,
  programOf,
  streamOf,
  type TaskFamily,
} from "./families.ts";
import { drawnTests, placesOf, pointsShare, subtasksParameter, testsParameter, verdictsOn } from "./tests.ts";

/** Characters of the longest example call. */
const LONGEST_EXAMPLE = 400;
const MEGABYTE = 2 ** 20;

const parameters = z
  .strictObject({
    families: z
      .array(z.union([z.enum([...FAMILIES.keys()]), familySchema]))
      .min(1)
      .max(100)
      .default([...FAMILIES.keys()])
      .describe("what is asked for, each as often: names, and families of your own"),
    tests: testsParameter,
    subtasks: subtasksParameter,
    dealt: flag(false).describe("whether tests are dealt anew among the subtasks, as many to each: a control"),
    known: flag(false).describe(
      "whether a family always has the same tests, as a published task has; else they are fresh",
    ),
    shown: whole(0, 8, 2).describe("calls that are shown with the question, of the first kind of tests"),
    longest: whole(50, 20_000, 4000).describe("characters that the agent may write"),
    steps: whole(1000, 50_000_000, 15_000_000).describe(
      "steps of the machine that a call may take before it is timed out; a million takes some 10 ms",
    ),
    memory: whole(1, 256, 64).describe("megabytes of memory that a call may take"),
    noise: noiseParameter("another of the family's programs is written"),
  })
  .superRefine((given, context) => {
    const tell = (path: (string | number)[], message: string) => context.addIssue({ code: "custom", path, message });
    const kinds = Object.keys(given.tests);
    const unknown = new Set(given.subtasks.flatMap(({ tests }) => tests).filter((name) => !kinds.includes(name)));
    if (unknown.size > 0)
      tell(["subtasks"], `name ${[...unknown].join(", ")}, which is no kind of tests; valid: ${kinds.join(", ")}`);
    const statements = given.families.map((one) => statementOf(familyOf(one), given));
    for (const [k, one] of given.families.entries()) {
      if (statements.indexOf(statements[k]) < k) tell(["families", k], "is asked twice");
      if (typeof one === "string") continue;
      const fault = faultOf(one, given);
      if (fault !== undefined) tell(["families", k], fault);
    }
  });

type Parameters = z.output<typeof parameters>;

const familyOf = (given: string | TaskFamily): TaskFamily => {
  const family = typeof given === "string" ? FAMILIES.get(given) : given;
  if (family === undefined) throw new Error(`no family is called ${given}`);
  return family;
};

const limitsOf = ({ steps, memory }: Pick<Parameters, "steps" | "memory">) => ({ steps, memory: memory * MEGABYTE });

/** Fault of a user-defined family, found by one generated call of each kind; undefined where there is none. */
function faultOf(family: TaskFamily, given: Parameters): string | undefined {
  const limits = limitsOf(given);
  const random = streamOf(family, 0).stream("trial");
  const calls: Case[] = [];
  for (const kind of Object.values(given.tests)) {
    const call = drawnCall(family, kind, random, limits);
    if (typeof call === "string") return call;
    calls.push(call);
  }
  for (const level of ["brute", "quadratic"] as const) {
    const program = programOf(family, level);
    const [verdict] = program === undefined ? ["passed"] : judged(program, "solve", calls.slice(0, 1), limits);
    if (verdict !== "passed")
      return `its ${level} solution is ${verdict} where ${exampleOf(calls[0]).slice(0, LONGEST_EXAMPLE)}`;
  }
  return undefined;
}

/** The statement: the problem, the sizes of inputs, and the points. */
function statementOf(family: TaskFamily, { tests, subtasks, steps }: Pick<Parameters, "tests" | "subtasks" | "steps">) {
  const sizes = Object.entries(tests).map(([name, { from, to }]) => `${name} ${from} to ${to}`);
  const points = subtasks.map((subtask) => `${subtask.points} for ${subtask.tests.join(" and ")}`);
  return [
    `Write a JavaScript function solve(${family.parameters}) that returns ${family.asks}.`,
    family.given,
    `n is, by kinds of tests: ${sizes.join(", ")}. A call may take ${steps} steps. Points: ${points.join(", ")}.`,
  ].join("\n");
}

/** A program with memorised answers: for a known call its result, otherwise the result of the call with the nearest length. */
export function storing(calls: readonly Case[]): string {
  const rows = calls.map(({ given, result }) => {
    const text = JSON.stringify(given);
    let hash = 0;
    for (let k = 0; k < text.length; k++) hash = (Math.imul(hash, 31) + text.charCodeAt(k)) | 0;
    return `[${text.length},${hash},${dataText(result)}]`;
  });
  return `const stored = [${rows.join(",")}];
function solve(...given) {
  const text = JSON.stringify(given);
  let hash = 0;
  for (let k = 0; k < text.length; k++) hash = (Math.imul(hash, 31) + text.charCodeAt(k)) | 0;
  const known = stored.find(([length, own]) => length === text.length && own === hash);
  const away = ([length]) => Math.abs(length - text.length);
  return (known || stored.reduce((a, b) => (away(b) < away(a) ? b : a)))[2];
}`;
}

/** Seed of the fixed tests. */
const KNOWN = 0;

const MEANINGS: Readonly<Record<Exclude<Level, "optimal">, string>> = {
  greedy: "writes a wrong short cut, which is right on the special structure",
  brute: "writes what is right, in cubic or exponential time",
  quadratic: "writes what is right, in quadratic time",
};

export const olympiadWorld: BoundEntry<NumericEnvironment> = bind({
  id: "language/olympiad",
  summary:
    "write a JavaScript program for a task of an olympiad: hidden tests of growing size earn points together in subtasks",
  source: "after the judged programs and subtasks of arXiv 2510.09595",
  parameters,
  make: (given: Parameters): NumericEnvironment => {
    const { tests, subtasks, shown, longest, noise } = given;
    const limits = limitsOf(given);
    const families = given.families.map(familyOf);
    const statements = families.map((family) => statementOf(family, given));
    const familyIn = (question: string): TaskFamily => {
      const family = families.find((_, k) => question.startsWith(`${statements[k]}\n`));
      if (family === undefined) throw new Error(`no family asks "${question}"`);
      return family;
    };
    const samplesOf = (family: TaskFamily, seed: number): Case[] => {
      const [kind] = Object.values(tests);
      const random = streamOf(family, seed).stream("shown");
      const drawn = Array.from({ length: shown }, (_, k) => drawnCall(family, kind, random.stream(k), limits));
      return drawn
        .filter((call) => typeof call !== "string")
        .filter((call) => exampleOf(call).length <= LONGEST_EXAMPLE);
    };
    const writing = (level: Level) => (text: string) => `${programOf(familyIn(text), level) ?? ""}${PROGRAMS.end}`;
    const longestStatement = Math.max(...statements.map(({ length }) => length));
    return languageWorld({
      ...contextFor(longestStatement + shown * (LONGEST_EXAMPLE + 1) + 1, longest),
      script: PROGRAMS,
      channels: [
        once("points", "share", "share of the task's points: those of the subtasks with all tests accepted"),
        once("passed", "share", "share of the hidden tests that are accepted"),
        visiblePassed,
        ...END_CHANNELS,
      ],
      // Index of the family, and the seed of its tests.
      hidden: 2,
      noise,
      ask(random, hidden) {
        hidden[0] = random.integer(families.length);
        const fresh = 1 + random.integer(2 ** 31 - 1);
        hidden[1] = given.known ? KNOWN : fresh;
        return questionOf(statements[hidden[0]], samplesOf(families[hidden[0]], hidden[1]));
      },
      judge(answer, _text, [number, seed], report) {
        const family = families[number];
        const random = streamOf(family, seed);
        const verdicts = verdictsOn(answer, drawnTests(family, tests, random.stream("tests"), limits), limits);
        const accepted = verdicts.map((calls) => calls.every((verdict) => verdict === "passed"));
        const samples = judged(answer, "solve", samplesOf(family, seed), limits);
        const places = placesOf(subtasks, tests, given.dealt ? random.stream("dealt") : undefined);
        report("points", pointsShare(subtasks, places, accepted));
        report("passed", accepted.filter(Boolean).length / accepted.length);
        report("visiblePassed", passedShare(samples));
        reportEnds([...samples, ...verdicts.flat()], report);
        return accepted.every(Boolean);
      },
      write(text, random, chance) {
        const others = LEVELS.slice(0, -1);
        const errs = chance > 0 && random.uniform() < chance;
        return writing(errs ? others[random.integer(others.length)] : "optimal")(text);
      },
      players: {
        ...Object.fromEntries(
          LEVELS.flatMap((level) =>
            level === "optimal" ? [] : [[level, { meaning: MEANINGS[level], write: writing(level) }]],
          ),
        ),
        "by-heart": {
          meaning: "writes a function that returns what is shown to the calls that are shown, and nothing to others",
          write: (text) => `${byHeart(text)}${PROGRAMS.end}`,
        },
        memory: {
          meaning:
            "writes a program that has the answers to the known tests stored, and gives others that of the nearest one",
          write(text) {
            const family = familyIn(text);
            const known = drawnTests(family, tests, streamOf(family, KNOWN).stream("tests"), limits);
            return `${storing(known.flat())}${PROGRAMS.end}`;
          },
        },
      },
    });
  },
});
