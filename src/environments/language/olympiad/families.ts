// Families of olympiad tasks: the statement, generators of inputs, and solutions of increasing efficiency. Agon ships data files of
// families; experiments may define their own in the same format.

import { z } from "zod";
import { checkedYaml } from "../../../core/checked-yaml.ts";
import { Random } from "../../../core/random.ts";
import type { Data } from "../../sandbox/data.ts";
import type { Limits } from "../../sandbox/machine.ts";
import { type Case, returned } from "../../sandbox/sandbox.ts";
import { programText } from "../judged-programs.ts";

/** Levels of solutions, from the worst to the best. */
export const LEVELS = ["greedy", "brute", "quadratic", "optimal"] as const;
export type Level = (typeof LEVELS)[number];

const body = (what: string) => programText(20_000, `JavaScript, the body of the function: ${what}`);

export const familySchema = z.strictObject({
  name: z.string().min(1).max(100).describe("under which its tests are drawn"),
  parameters: programText(200, "what the function is given: n, v, k").default("n, v"),
  asks: programText(1000, "what it returns, as in: the largest sum of a stretch of v"),
  given: programText(1000, "what its parameters are, as sentences").default("v is a list of n whole numbers."),
  draw: body(
    "from n, about how large it shall be, and special, whether it shall have the special structure, to the list of what is given",
  ),
  solutions: z.strictObject({
    greedy: body("a wrong short cut, which is right on the special structure").optional(),
    brute: body("right, in cubic or exponential time").optional(),
    quadratic: body("right, in quadratic time").optional(),
    optimal: body("right and fast: the reference, by which answers are made"),
  }),
});
export type TaskFamily = z.output<typeof familySchema>;

/** Helper functions that generators and solutions may call, by name. */
const HELPERS = checkedYaml(new URL("./families/helpers.yaml", import.meta.url), z.record(z.string(), z.string()));

/** The shipped families by name: on lists of numbers, on intervals, on graphs. */
export const FAMILIES: ReadonlyMap<string, TaskFamily> = new Map(
  [
    new URL("./families/arrays.yaml", import.meta.url),
    new URL("./families/intervals.yaml", import.meta.url),
    new URL("./families/graphs.yaml", import.meta.url),
  ].flatMap((file) => checkedYaml(file, z.array(familySchema)).map((family) => [family.name, family])),
);

/** A function preceded by the helpers that it calls, directly or indirectly. */
function programFrom(name: string, parameters: string, text: string): string {
  const needed = new Set<string>();
  const add = (code: string): void => {
    for (const [helper, own] of Object.entries(HELPERS)) {
      if (needed.has(helper) || !code.includes(`${helper}(`)) continue;
      needed.add(helper);
      add(own);
    }
  };
  add(text);
  const helpers = Object.keys(HELPERS).flatMap((helper) => (needed.has(helper) ? [HELPERS[helper]] : []));
  return `${helpers.join("")}function ${name}(${parameters}) {\n${text.trimEnd()}\n}`;
}

/** A family's solution of a level; undefined where it has none. */
export function programOf({ parameters, solutions }: TaskFamily, level: Level): string | undefined {
  const text = solutions[level];
  return text === undefined ? undefined : programFrom("solve", parameters, text);
}

/** Limits of a generator; the reference solution gets a multiple of the judged programs' steps. */
const DRAW: Limits = { steps: 200_000_000, memory: 256 * 2 ** 20 };
const REFERENCE = 20;

/** Parameters of an input to generate. */
export interface InputSize {
  readonly from: number;
  readonly to: number;
  readonly special: boolean;
}

/**
 * Generates a call of a family with its correct result, or describes the family's fault: its generator or reference exceeded the limits or
 * returned no data. `limits` are those of judged programs.
 */
export function drawnCall(family: TaskFamily, size: InputSize, random: Random, limits: Limits): Case | string {
  const { draw } = family;
  const n = size.from + random.integer(size.to - size.from + 1);
  const program = `let randomState;\n${programFrom("draw", "seed, n, special", `randomState = seed;\n${draw}`)}`;
  const given = dataOf(returned(program, "draw", [random.integer(2 ** 31), n, size.special], DRAW));
  if (typeof given === "string") return `the verdict on its draw of n = ${n} is "${given}"`;
  const { data } = given;
  if (!isList(data)) return `its draw of n = ${n} is no list of what the function is given`;
  const steps = Math.min(1_000_000_000, REFERENCE * limits.steps);
  const result = dataOf(returned(programOf(family, "optimal") ?? "", "solve", data, { ...limits, steps }));
  if (typeof result === "string") return `the verdict on its optimal solution for n = ${n} is "${result}"`;
  return { given: data, result: result.data };
}

const isList = (data: Data): data is readonly Data[] => Array.isArray(data);

/** Data returned by a program, or a description of its failure. */
function dataOf(outcome: ReturnType<typeof returned>): { readonly data: Data } | string {
  if (typeof outcome === "string") return outcome;
  try {
    return { data: JSON.parse(outcome.text) };
  } catch {
    return "no data";
  }
}

/**
 * Random stream of a family's tests under a seed. Generators in the sandbox have their own pseudo-random generator, seeded from this
 * stream.
 */
export const streamOf = (family: Pick<TaskFamily, "name">, seed: number): Random =>
  Random.of(seed, "olympiad", family.name);
