// Rewards as they are written in YAML or JSON: the grammar, and the way from a declaration to a plan. Whatever can be
// declared can also be composed in TypeScript from the functions of this room.

import { z } from "zod";
import { UserError } from "../core/errors.ts";
import { checked, type Registry } from "../core/registry.ts";
import type { RewardPlan } from "../core/reward.ts";
import { channel, weightedSum } from "./channel-reward.ts";
import { bounded, perAgent, product, scaled, sum } from "./combine.ts";
import { gate } from "./gate.ts";
import { potential } from "./potential.ts";

/** A declared reward: a name, or a map with one of the keys below. */
export type RewardDeclaration =
  | string
  | { use: string; weight?: number | undefined; [parameter: string]: unknown }
  | { channel: string; weight?: number | undefined }
  | { weights: Record<string, number>; weight?: number | undefined }
  | { sum: RewardDeclaration[]; weight?: number | undefined }
  | { product: RewardDeclaration[]; weight?: number | undefined }
  | { bound: RewardDeclaration; low?: number | undefined; high?: number | undefined; weight?: number | undefined }
  | {
      when: z.output<typeof condition>;
      pay: RewardDeclaration;
      otherwise?: RewardDeclaration | undefined;
      weight?: number | undefined;
    }
  | { potential: Record<string, number>; discount: number; weight?: number | undefined }
  | { agents: Record<string, RewardDeclaration>; others?: RewardDeclaration | undefined; weight?: number | undefined };

const number = z.number();
const weight = number.optional().describe("factor on this part");
const condition = z
  .strictObject({
    channel: z.string().describe("channel, with a scope if wanted: trust, joint.value"),
    atLeast: number.optional(),
    atMost: number.optional(),
  })
  .refine((c) => c.atLeast !== undefined || c.atMost !== undefined, { error: "give atLeast or atMost" });

const nested: z.ZodType<RewardDeclaration> = z.lazy(() => rewardDeclaration);

const forms = {
  use: z.looseObject({ use: z.string(), weight }).describe("a named reward with parameters, or a file"),
  channel: z.strictObject({ channel: z.string(), weight }).describe("pay by one channel"),
  weights: z
    .strictObject({ weights: z.record(z.string(), number), weight })
    .describe("pay by a weighted sum of channels"),
  sum: z.strictObject({ sum: z.array(nested).min(1), weight }).describe("pay the sum of the parts"),
  product: z.strictObject({ product: z.array(nested).min(1), weight }).describe("pay the product of the parts"),
  bound: z
    .strictObject({ bound: nested, low: number.optional(), high: number.optional(), weight })
    .describe("pay within bounds"),
  when: z
    .strictObject({ when: condition, pay: nested, otherwise: nested.optional(), weight })
    .describe("pay only while a channel is within bounds"),
  potential: z
    .strictObject({ potential: z.record(z.string(), number), discount: z.number().gt(0).max(1).default(0.99), weight })
    .describe("potential-based shaping over state channels"),
  agents: z
    .strictObject({ agents: z.record(z.string(), nested), others: nested.optional(), weight })
    .describe("a reward for each agent"),
} as const;

/** The grammar of declared rewards. */
export const rewardDeclaration: z.ZodType<RewardDeclaration> = z.union([
  z.string(),
  forms.use,
  forms.channel,
  forms.weights,
  forms.sum,
  forms.product,
  forms.bound,
  forms.when,
  forms.potential,
  forms.agents,
]);

type Path = readonly (string | number)[];
/** Finds a plan by name: the shipped rewards, or a user's file that was loaded before. */
export type RewardNames = Pick<Registry<RewardPlan>, "get">;

/** From a declaration to a plan. Throws a UserError with the path below `path` for each problem. */
export function rewardPlan(declaration: unknown, names: RewardNames, path: Path = []): RewardPlan {
  if (typeof declaration === "string") return names.get(declaration, path).make({}, path);
  if (typeof declaration !== "object" || declaration === null || Array.isArray(declaration)) {
    throw new UserError({
      code: "invalid-reward",
      what: `a reward is a name or a map, not ${JSON.stringify(declaration) ?? "nothing"}`,
      path,
      hint: `a map has one of: ${Object.keys(forms).join(", ")}`,
    });
  }
  const plan = within(path, () => formed(declaration, names, path));
  const factor = Reflect.get(declaration, "weight");
  return typeof factor === "number" && !("channel" in declaration) ? scaled(plan, factor) : plan;
}

function formed(declaration: object, names: RewardNames, path: Path): RewardPlan {
  const of = (part: unknown, ...keys: (string | number)[]) => rewardPlan(part, names, [...path, ...keys]);
  if ("use" in declaration) {
    const { use, weight: _, ...parameters } = checked(forms.use, declaration, path);
    return names.get(use, [...path, "use"]).make(parameters, path);
  }
  if ("channel" in declaration) {
    const d = checked(forms.channel, declaration, path);
    return channel(d.channel, d.weight);
  }
  if ("weights" in declaration) return weightedSum(checked(forms.weights, declaration, path).weights);
  if ("sum" in declaration)
    return sum(...listOf(declaration.sum, [...path, "sum"]).map((part, k) => of(part, "sum", k)));
  if ("product" in declaration) {
    return product(...listOf(declaration.product, [...path, "product"]).map((part, k) => of(part, "product", k)));
  }
  if ("bound" in declaration) {
    const d = checked(forms.bound.extend({ bound: z.unknown() }), declaration, path);
    return bounded(of(d.bound, "bound"), d.low, d.high);
  }
  if ("when" in declaration) {
    const d = checked(forms.when.extend({ pay: z.unknown(), otherwise: z.unknown().optional() }), declaration, path);
    const { channel: name, atLeast, atMost } = d.when;
    const bounds = { ...(atLeast === undefined ? {} : { atLeast }), ...(atMost === undefined ? {} : { atMost }) };
    return gate(
      { channel: name, ...bounds },
      of(d.pay, "pay"),
      d.otherwise === undefined ? undefined : of(d.otherwise, "otherwise"),
    );
  }
  if ("potential" in declaration) {
    const d = checked(forms.potential, declaration, path);
    return potential(d.potential, d.discount);
  }
  if ("agents" in declaration) {
    const d = checked(
      forms.agents.extend({ agents: z.record(z.string(), z.unknown()), others: z.unknown().optional() }),
      declaration,
      path,
    );
    const named = Object.fromEntries(Object.entries(d.agents).map(([name, part]) => [name, of(part, "agents", name)]));
    return perAgent(named, d.others === undefined ? undefined : of(d.others, "others"));
  }
  throw new UserError({
    code: "invalid-reward",
    what: `a reward cannot be made of ${
      Object.keys(declaration)
        .map((key) => `"${key}"`)
        .join(", ") || "an empty map"
    }`,
    path,
    hint: `a map has one of: ${Object.keys(forms).join(", ")}`,
  });
}

function listOf(value: unknown, path: Path): unknown[] {
  return checked(z.array(z.unknown()).min(1), value, path);
}

/** Problems found while a part is built, or later when it meets a world, are told with the part's path. */
function within(path: Path, build: () => RewardPlan): RewardPlan {
  const plan = build();
  return (spec) => {
    try {
      return plan(spec);
    } catch (error) {
      if (!(error instanceof UserError)) throw error;
      throw new UserError(
        error.problems.map((problem) => (problem.path === undefined ? { ...problem, path } : problem)),
      );
    }
  };
}
