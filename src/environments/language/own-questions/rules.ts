// A judge by rules: for each criterion it states whether a reply says one of some texts, lacks them, or recommends a thing among others. Texts
// may have columns of the question's row in braces.

import { z } from "zod";
import { UserError } from "../../../core/errors.ts";
import { flag, positive } from "../../../core/parameters.ts";
import { says } from "../../../core/reading/mentions.ts";
import { recommendedIn } from "../../../core/reading/recommendation.ts";
import { dataAsText, templateOf } from "../../../core/template.ts";
import { checkName, criterionName } from "./criterion-name.ts";
import type { Judgement } from "./judges.ts";
import type { KnownQuestion } from "./known-questions.ts";

const texts = z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]);

const common = {
  when: z.string().min(1).optional().describe("an earlier criterion, without which this one is not met"),
  wanted: flag(true).describe("whether a right answer meets it"),
  weight: positive(1000, 1).describe("how much it counts in the score"),
};

const criterion = z.union([
  z.strictObject({
    says: texts.describe(
      "texts of which the reply must say one, as whole words, in any case, thousands set apart or not",
    ),
    ...common,
  }),
  z.strictObject({ lacks: texts.describe("texts of which the reply must say none"), ...common }),
  z.strictObject({
    recommends: z.string().min(1).describe("what the reply must recommend"),
    of: z.array(z.string().min(1)).min(2).max(26).describe("all that it may recommend, the first among them"),
    ...common,
  }),
]);
type Criterion = z.output<typeof criterion>;

export const rules = z.strictObject({
  use: z.literal("rules").describe("criteria of one's own, by what a reply says, lacks or recommends"),
  criteria: z
    .record(criterionName, criterion)
    .refine((criteria) => Object.keys(criteria).length > 0, { error: "it must have at least one criterion" })
    .describe("criteria by name; each is a channel"),
  atLeast: z
    .number()
    .gt(0)
    .max(1)
    .default(1)
    .describe("score, the weighted share of the criteria that are as wanted, from which an answer is right"),
});

/** A judge by rules, and what its criteria mean. */
export interface RuleJudge {
  readonly criteria: readonly { readonly name: string; readonly meaning: string }[];
  /** The verdict; undefined where a reply recommends none of the names, or several. */
  verdict(reply: string, question: KnownQuestion): Judgement | undefined;
}

/** Whether a reply meets a criterion; undefined where that cannot be read. */
type Rule = (reply: string, column: (name: string) => string) => boolean | undefined;

/**
 * Creates the judge. Throws a UserError where a name in braces is no column, a criterion's name is taken, or `when` is no earlier
 * criterion.
 */
export function ruleJudge(
  { criteria, atLeast }: z.output<typeof rules>,
  columns: readonly string[],
  taken: readonly string[],
): RuleJudge {
  const names = Object.keys(criteria);
  const parts = Object.entries(criteria).map(([name, given], k) => {
    const path = ["judge", "criteria", name];
    checkName(name, taken, path);
    const needs = given.when === undefined ? -1 : names.slice(0, k).indexOf(given.when);
    if (given.when !== undefined && needs < 0) {
      const what = `"${given.when}" is no criterion before "${name}"`;
      throw new UserError({ code: "no-criterion", what, path: [...path, "when"], hint: "write it further up" });
    }
    const { rule, meaning } = ruleOf(given, columns, path);
    const condition = given.when === undefined ? "" : ` and meet “${given.when}”`;
    return { name, needs, rule, meaning: `${meaning}${condition}`, wanted: given.wanted, weight: given.weight };
  });
  const whole = parts.reduce((sum, { weight }) => sum + weight, 0);
  return {
    criteria: parts.map(({ name, meaning }) => ({ name, meaning })),
    verdict(reply, { row }) {
      const column = (name: string) => dataAsText(row[name]);
      const met: number[] = [];
      for (const { needs, rule } of parts) {
        const isMet = needs >= 0 && met[needs] === 0 ? false : rule(reply, column);
        if (isMet === undefined) return undefined;
        met.push(Number(isMet));
      }
      const score =
        parts.reduce((sum, { wanted, weight }, k) => sum + (met[k] === Number(wanted) ? weight : 0), 0) / whole;
      // The tolerance absorbs rounding errors in the sum of weights.
      return { score, correct: score >= atLeast - 1e-9, met };
    },
  };
}

function ruleOf(given: Criterion, columns: readonly string[], path: string[]): { rule: Rule; meaning: string } {
  const template = (text: string, at: string) => templateOf(text, columns, "column", [...path, at]);
  if ("recommends" in given) {
    const wanted = template(given.recommends, "recommends");
    const all = given.of.map((text) => template(text, "of"));
    return {
      meaning: `recommend ${given.recommends}`,
      rule(reply, column) {
        const options = all.map((option) => option.filled(column));
        const option = recommendedIn(reply, options);
        return option === undefined ? undefined : options[option] === wanted.filled(column);
      },
    };
  }
  const [kind, list] = "says" in given ? (["says", given.says] as const) : (["lacks", given.lacks] as const);
  const written = typeof list === "string" ? [list] : list;
  const templates = written.map((text) => template(text, kind));
  const isSaid: Rule = (reply, column) => templates.some((one) => says(reply, one.filled(column)));
  return {
    meaning: `${kind === "says" ? "say" : "do not say"} ${written.join(" or ")}`,
    rule: kind === "says" ? isSaid : (reply, column) => isSaid(reply, column) === false,
  };
}
