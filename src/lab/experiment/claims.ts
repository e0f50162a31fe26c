// Claims of an experiment: bounds on a measure of a variant, alone or relative to another variant. They are fixed before the run that
// decides them, and do not change its results.

import { z } from "zod";
import { type Path, type Problem, UserError, under, unknownName } from "../../core/errors.ts";
import { words } from "../../evaluation/number-format.ts";
import { type Amount, amountIn, type ClaimForm, type ClaimRelation, claimForm, RELATIONS } from "./claim-text.ts";
import { claimedMeasure } from "./claimed-measures.ts";
import type { Setting } from "./setting.ts";

const amount = z.union([z.number(), z.string()]).transform((given, context): Amount => {
  if (typeof given === "number") return { value: given, unit: "" };
  const read = amountIn(given);
  if (read !== undefined) return read;
  context.addIssue({ code: "custom", message: 'It must be a number, or "150 %", or "5 points"' });
  return z.NEVER;
});

const long = z.strictObject({
  variant: z.string().optional().describe("the variant that it is about; may be left out where there is one"),
  measure: z
    .string()
    .describe("objective, pay, welfare, a channel, joint.CHANNEL, training.MEASURE or throughout.MEASURE"),
  than: z.string().optional().describe("the variant that it is compared with"),
  of: amount.optional().describe("the number that `within` is about, where no variant is compared"),
  above: amount.optional().describe("it is more than this; beside another variant by more than this (default 0)"),
  below: amount.optional().describe("it is less than this; beside another variant, less by so much: 0"),
  atLeast: amount
    .optional()
    .describe("it is no less: 0.8, or beside another variant 0.1 more, 150 % of it, 5 points more"),
  atMost: amount.optional().describe("it is no more"),
  within: amount.optional().describe("it is no further from the other variant, or from `of`"),
  headline: z.boolean().default(false).describe("whether it stands for what the experiment is about"),
});

export const claimsSchema = z
  .record(z.string().trim().min(1).max(100), z.union([z.string().min(1), long]))
  .describe(
    'what should come out, by names of your own: "cooperative: joint.value > private"; `agon run FILE --claims` exits by it',
  );

/** A claim of an experiment, ready to be judged. */
export interface DeclaredClaim {
  readonly name: string;
  readonly headline: boolean;
  readonly variant: string;
  /** The measure as written: `joint.value`. */
  readonly measure: string;
  /** Name of the measure in samples, and the factor for its values. */
  readonly sample: string;
  readonly factor: number;
  readonly relation: ClaimRelation;
  /** The other variant, and the multiple of its value that is compared. */
  readonly than?: string;
  readonly times: number;
  /** The added amount; for `within`, the allowed distance. */
  readonly amount: number;
  /** For `within` without another variant: the target number. */
  readonly of?: number;
  /** Whether `amount` is a share of the other variant's value. */
  readonly relative: boolean;
  /** Whether amounts are shares, which are written in per cent. */
  readonly share: boolean;
}

/** Formats an amount with at most 10 significant digits. */
export const writtenAmount = (value: number): string => String(Number(value.toPrecision(10))).replace("-", "−");

const SIGNS = { above: ">", below: "<", atLeast: "≥", atMost: "≤" };

/** Formats a multiple of another variant's value: `“private”`, `80 % of “private”`, `4 times “private”`. */
export function partOf(than: string, times: number): string {
  if (times === 1) return `“${than}”`;
  return times < 2 ? `${writtenAmount(100 * times)} % of “${than}”` : `${writtenAmount(times)} times “${than}”`;
}

/** Formats a claim as one line in canonical notation: `“cooperative”: joint value > “private”`. */
export function claimText({
  variant,
  measure,
  than,
  times,
  relation,
  amount,
  of,
  relative,
  share,
}: DeclaredClaim): string {
  const size = (value: number, apart: boolean) =>
    share ? `${writtenAmount(100 * value)}${apart ? " points" : " %"}` : writtenAmount(value);
  const subject = `“${variant}”: ${words(measure)}`;
  const other = than === undefined ? size(of ?? 0, false) : partOf(than, times);
  if (relation === "within")
    return `${subject} within ${relative ? `${writtenAmount(100 * amount)} %` : size(amount, true)} of ${other}`;
  if (than === undefined) return `${subject} ${SIGNS[relation]} ${size(amount, false)}`;
  const more = amount === 0 ? "" : ` ${amount > 0 ? "+" : "−"} ${size(Math.abs(amount), true)}`;
  return `${subject} ${SIGNS[relation]} ${other}${more}`;
}

/** Schema of a claim in the record of a run. */
export const declaredClaimField = z.strictObject({
  name: z.string(),
  headline: z.boolean(),
  variant: z.string(),
  measure: z.string(),
  sample: z.string(),
  factor: z.number(),
  relation: z.enum(RELATIONS),
  than: z.string().exactOptional(),
  times: z.number(),
  amount: z.number(),
  of: z.number().exactOptional(),
  relative: z.boolean(),
  share: z.boolean(),
});

interface NamedSetting {
  readonly name: string;
  readonly setting: Setting;
}

/** Resolves the claims of a file about its variants. Throws a UserError with every mistake, each below `claims`. */
export function declaredClaims(
  written: z.output<typeof claimsSchema>,
  variants: readonly NamedSetting[],
): readonly DeclaredClaim[] {
  const problems: Problem[] = [];
  const claims = Object.entries(written).flatMap(([name, one]): DeclaredClaim[] => {
    try {
      return [under(["claims", name], () => declared(name, one, variants))];
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      problems.push(...error.problems);
      return [];
    }
  });
  if (problems.length > 0) throw new UserError(problems);
  return claims;
}

function declared(name: string, written: string | ClaimForm, variants: readonly NamedSetting[]): DeclaredClaim {
  const names = variants.map((variant) => variant.name);
  const form = typeof written === "string" ? claimForm(written, names) : written;
  // A claim in one line has no keys of its own.
  const at = (key: string): Path => (typeof written === "string" ? [] : [key]);
  const { variant = names.length === 1 ? names[0] : undefined, than } = form;
  if (variant === undefined) {
    throw new UserError({
      code: "no-variant",
      what: "names no variant",
      path: [],
      hint: `begin with one, "${names[0]}: MEASURE …"; there are ${names.join(", ")}`,
    });
  }
  const [own, other] = [variant, than].map((one, k) => {
    const match = variants.find((known) => known.name === one);
    if (one === undefined || match !== undefined) return match?.setting;
    throw new UserError({ ...unknownName("variant of this file", one, names), path: at(k === 0 ? "variant" : "than") });
  });
  if (own === undefined) throw new Error("a variant that is known has a setting");
  if (variant === than) {
    throw new UserError({ code: "same-variant", what: `compares ${variant} with itself`, path: at("than") });
  }
  const measured = under(at("measure"), () => claimedMeasure(form.measure, own));
  if (other !== undefined) {
    const beside = under(at("measure"), () => claimedMeasure(form.measure, other));
    if (beside.unit !== measured.unit) {
      const what = `${form.measure} is in ${measured.unit} in ${variant}, and in ${beside.unit} in ${than}`;
      throw new UserError({ code: "other-unit", what, path: at("measure") });
    }
  }
  if (form.unit !== undefined && form.unit !== measured.unit) {
    const what = `${form.measure} is in ${measured.unit}, and the bound in ${form.unit}`;
    throw new UserError({ code: "other-unit", what, path: [] });
  }
  const { relation, amount: bound } = relationOf(form);
  const { sample, factor, share } = measured;
  const common = {
    name,
    headline: form.headline ?? false,
    variant,
    measure: form.measure,
    sample,
    factor,
    relation,
    share,
  };
  return {
    ...common,
    ...(than === undefined ? {} : { than }),
    ...under(at(relation), () => sized(form, bound, relation, share)),
  };
}

/** Returns the relation of a claim and its amount. Another variant without a relation means "above". */
function relationOf(form: ClaimForm): { readonly relation: ClaimRelation; readonly amount: Amount } {
  const given = RELATIONS.flatMap((relation) => {
    const own = form[relation];
    return own === undefined ? [] : [{ relation, amount: own }];
  });
  if (given.length === 0 && form.than !== undefined) return { relation: "above", amount: { value: 0, unit: "" } };
  if (given.length === 1) return given[0];
  const what =
    given.length === 0 ? "says nothing of its measure" : `has ${given.map(({ relation }) => relation).join(" and ")}`;
  throw new UserError({ code: "no-relation", what, path: [], hint: `write one of ${RELATIONS.join(", ")}` });
}

type Sized = Pick<DeclaredClaim, "times" | "amount" | "of" | "relative">;

/** Interprets an amount, for a claim relative to another variant or alone, and for shares and other measures. */
function sized(
  { than, of }: ClaimForm,
  { value, unit, added }: Amount,
  relation: ClaimRelation,
  share: boolean,
): Sized {
  const beside = than !== undefined;
  const wrong = (what: string, hint: string) => new UserError({ code: "bad-amount", what, path: [], hint });
  if (unit === "points" && !share)
    throw wrong("points are of shares, and this measure is none", "write a number in its unit");
  if (unit === "" && share && Math.abs(value) > 1) {
    throw wrong(
      `is ${value}, and the measure is a share, from 0 to 1`,
      `write ${value} %${beside ? " of the other, or points" : ""}`,
    );
  }
  if (relation === "within") {
    if (beside && of !== undefined) throw wrong("has than and of", "write one of them");
    if (!beside && of === undefined)
      throw wrong("names nothing that it is near", "write within 0.05 of a variant, or of a number");
    if (value < 0) throw wrong(`is ${value}`, "it must not be negative");
    if (unit === "%" && share)
      throw wrong(`${value} % of a share has two readings`, `write ${value} points, or ${value / 100}`);
    const centre = of === undefined ? {} : { of: of.unit === "%" ? of.value / 100 : of.value };
    if (unit === "%") return { times: beside ? 1 : 0, amount: value / 100, relative: true, ...centre };
    return { times: beside ? 1 : 0, amount: unit === "points" ? value / 100 : value, relative: false, ...centre };
  }
  const plain = { times: beside ? 1 : 0, amount: unit === "" ? value : value / 100, relative: false };
  if (unit !== "%") return plain;
  if (added === true) {
    if (share)
      throw wrong(
        `${value} % more than a share has two readings`,
        `write ${value} points, or ${100 + value} % of ${than}`,
      );
    return { times: 1 + value / 100, amount: 0, relative: false };
  }
  if (beside) return { times: value / 100, amount: 0, relative: false };
  if (!share)
    throw wrong(
      `is ${value} %, and the measure is no share`,
      "write a number in its unit, or a share of a variant's: 150 % of private",
    );
  return plain;
}
