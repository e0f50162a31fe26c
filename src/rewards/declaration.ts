// Rewards as they are written in YAML or JSON: the grammar, and the way from a declaration to a plan. Whatever can be
// declared can also be composed in TypeScript from the functions of this room.

import { z } from "zod";
import { checked } from "../core/checked.ts";
import { UserError } from "../core/errors.ts";
import type { Registry } from "../core/registry.ts";
import type { RewardPlan } from "../core/reward.ts";
import { channel, weightedSum } from "./channel-reward.ts";
import { bounded, perAgent, product, scaled, sum } from "./combine.ts";
import type { Condition } from "./condition.ts";
import { gate } from "./gate.ts";
import { layers } from "./layers.ts";
import { potential } from "./potential.ts";
import { type Teaching, teaching } from "./subgoal-teacher.ts";
import { subgoals } from "./subgoals.ts";

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
  | { layers: z.output<typeof layer>[]; weight?: number | undefined }
  | { potential: Record<string, number>; discount: number; weight?: number | undefined }
  | {
      subgoals: Record<string, z.output<typeof subgoal>>;
      discount?: number | undefined;
      adaptive?: Teaching | undefined;
      weight?: number | undefined;
    }
  | { agents: Record<string, RewardDeclaration>; others?: RewardDeclaration | undefined; weight?: number | undefined };

const number = z.number();
const weight = number.optional().describe("factor on this part");
const bounds = {
  channel: z.string().describe("channel, with a scope if wanted: trust, joint.value"),
  atLeast: number.optional(),
  atMost: number.optional(),
};
const hasBound = (c: { atLeast?: number | undefined; atMost?: number | undefined }) =>
  c.atLeast !== undefined || c.atMost !== undefined;
const noBound = { error: "give atLeast or atMost" };
const condition = z.strictObject(bounds).refine(hasBound, noBound);
const subgoal = z
  .strictObject({
    ...bounds,
    pay: number.default(1).describe("bonus for reaching it"),
    every: z.boolean().default(false).describe("pay at every step at which it is true, not once per episode"),
  })
  .refine(hasBound, noBound);

const layer = z.strictObject({
  channel: z.string().describe("what the layer pays"),
  weight: number.default(1).describe("factor on the channel"),
  opens: number.default(0).describe("what the channel must reach for the next layer to be paid"),
});

const perChannel = z
  .record(z.string(), number)
  .refine((weights) => Object.keys(weights).length > 0, { error: "name at least one channel" })
  .meta({ minProperties: 1 });

const nested: z.ZodType<RewardDeclaration> = z.lazy(() => rewardDeclaration);

const forms = {
  use: z.looseObject({ use: z.string(), weight }).describe("a named reward with parameters, or a file"),
  channel: z.strictObject({ channel: z.string(), weight }).describe("pay by one channel"),
  weights: z.strictObject({ weights: perChannel, weight }).describe("pay by a weighted sum of channels"),
  sum: z.strictObject({ sum: z.array(nested).min(1), weight }).describe("pay the sum of the parts"),
  product: z.strictObject({ product: z.array(nested).min(1), weight }).describe("pay the product of the parts"),
  bound: z
    .strictObject({ bound: nested, low: number.optional(), high: number.optional(), weight })
    .describe("pay within bounds"),
  when: z
    .strictObject({ when: condition, pay: nested, otherwise: nested.optional(), weight })
    .describe("pay only while a channel is within bounds"),
  layers: z
    .strictObject({ layers: z.array(layer).min(1), weight })
    .describe("pay each channel on top of those before it, once they are good enough"),
  potential: z
    .strictObject({ potential: perChannel, discount: z.number().gt(0).max(1).default(0.99), weight })
    .describe("potential-based shaping over state channels"),
  subgoals: z
    .strictObject({
      subgoals: z
        .record(z.string(), subgoal)
        .refine((goals) => Object.keys(goals).length > 0, { error: "name at least one sub-goal" })
        .meta({ minProperties: 1 }),
      discount: z
        .number()
        .gt(0)
        .max(1)
        .optional()
        .describe("pay in potential form under this discount: γΦ′ − Φ, Φ the bonuses of what is reached"),
      adaptive: teaching
        .optional()
        .describe("pay only the sub-goals that teach most now: those that the learner reaches sometimes"),
      weight,
    })
    .describe("pay a bonus for each sub-goal at the step that reaches it, once per episode"),
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
  forms.layers,
  forms.potential,
  forms.subgoals,
  forms.agents,
]);

type Path = readonly (string | number)[];
/** Finds a plan by name: the shipped rewards, or a user's file that was loaded before. */
export type RewardNames = Pick<Registry<RewardPlan>, "get">;

/** From a declaration to a plan. Throws a UserError with the path below `path` for each problem. */
export function rewardPlan(declaration: unknown, names: RewardNames, path: Path = []): RewardPlan {
  return built(checked(rewardDeclaration, declaration, path), names, path);
}

function built(declaration: RewardDeclaration, names: RewardNames, path: Path): RewardPlan {
  if (typeof declaration === "string") return names.get(declaration, path).make({}, path);
  const plan = within(path, () => formed(declaration, names, path));
  return declaration.weight === undefined ? plan : scaled(plan, declaration.weight);
}

function formed(declaration: Exclude<RewardDeclaration, string>, names: RewardNames, path: Path): RewardPlan {
  const of = (part: RewardDeclaration, ...keys: (string | number)[]) => built(part, names, [...path, ...keys]);
  const at = (key: string, build: () => RewardPlan) => within([...path, key], build);
  if ("use" in declaration) {
    const { use, weight: _, ...parameters } = declaration;
    return names.get(use, [...path, "use"]).make(parameters, path);
  }
  if ("channel" in declaration) return at("channel", () => channel(declaration.channel));
  if ("weights" in declaration) return at("weights", () => weightedSum(declaration.weights));
  if ("sum" in declaration) return sum(...declaration.sum.map((part, k) => of(part, "sum", k)));
  if ("product" in declaration) return product(...declaration.product.map((part, k) => of(part, "product", k)));
  if ("bound" in declaration) {
    const { low, high } = declaration;
    const part = of(declaration.bound, "bound");
    return within(path, () => bounded(part, low, high));
  }
  if ("when" in declaration) {
    const pay = of(declaration.pay, "pay");
    const otherwise = declaration.otherwise === undefined ? undefined : of(declaration.otherwise, "otherwise");
    return at("when", () => gate(conditionOf(declaration.when), pay, otherwise));
  }
  if ("layers" in declaration) return at("layers", () => layers(declaration.layers));
  if ("potential" in declaration) return at("potential", () => potential(declaration.potential, declaration.discount));
  if ("subgoals" in declaration) {
    const goals = Object.entries(declaration.subgoals).map(([name, { pay, every, ...when }]) => {
      return [name, { ...conditionOf(when), pay, every }] as const;
    });
    return at("subgoals", () => subgoals(Object.fromEntries(goals), declaration.discount, declaration.adaptive));
  }
  const named = Object.entries(declaration.agents).map(([name, part]) => [name, of(part, "agents", name)] as const);
  const others = declaration.others === undefined ? undefined : of(declaration.others, "others");
  return at("agents", () => perAgent(Object.fromEntries(named), others));
}

function conditionOf({ channel: name, atLeast, atMost }: z.output<typeof condition>): Condition {
  return {
    channel: name,
    ...(atLeast === undefined ? {} : { atLeast }),
    ...(atMost === undefined ? {} : { atMost }),
  };
}

/** Problems found while a part is built, or later when it meets a world, are told with the part's path. */
function within(path: Path, build: () => RewardPlan): RewardPlan {
  const plan = located(path, build);
  return (spec, memory) => located(path, () => plan(spec, memory));
}

function located<T>(path: Path, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (!(error instanceof UserError)) throw error;
    throw new UserError(error.problems.map((problem) => (problem.path === undefined ? { ...problem, path } : problem)));
  }
}
