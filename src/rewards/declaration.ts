// Rewards as they are written in YAML or JSON: the grammar, and the way from a declaration to a plan. All that can be
// declared can also be composed in TypeScript from the functions of this room.

import { z } from "zod";
import { checked } from "../core/checked.ts";
import { UserError } from "../core/errors.ts";
import { flag, oneOf, positive, share, whole } from "../core/parameters.ts";
import type { Registry } from "../core/registry.ts";
import type { RewardPlan } from "../core/reward.ts";
import { channel, weightedSum } from "./channel-reward.ts";
import type { Combination } from "./combination.ts";
import { bounded, combined, perAgent, product, scaled, sum } from "./combine.ts";
import { distanceShape } from "./distance-shape.ts";
import { exchangedEpisodes } from "./exchanged.ts";
import { type Condition, gate, layers } from "./gate.ts";
import { learntPay } from "./learnt-pay.ts";
import { potential } from "./potential.ts";
import { subgoals, type Teaching, teaching } from "./subgoals.ts";
import { teamMix } from "./team-mix.ts";

/** A declared reward: a name, or a map with one of the keys below. */
export type RewardDeclaration =
  | string
  | { use: string; weight?: number | undefined; [parameter: string]: unknown }
  | { channel: string; weight?: number | undefined }
  | { weights: Record<string, number>; weight?: number | undefined }
  | { sum: RewardDeclaration[]; weight?: number | undefined }
  | { product: RewardDeclaration[]; weight?: number | undefined }
  | { mean: RewardDeclaration[]; weight?: number | undefined }
  | { kinesthetic: RewardDeclaration[]; weight?: number | undefined }
  | {
      shape: string;
      scale: number;
      dispersion?: number | undefined;
      density?: number | undefined;
      weight?: number | undefined;
    }
  | { teamMix: RewardDeclaration; teams: string[][]; share?: number | undefined; weight?: number | undefined }
  | { bound: RewardDeclaration; low?: number | undefined; high?: number | undefined; weight?: number | undefined }
  | {
      when: z.output<typeof condition>;
      pay: RewardDeclaration;
      otherwise?: RewardDeclaration | undefined;
      weight?: number | undefined;
    }
  | { layers: z.output<typeof layer>[]; weight?: number | undefined }
  | {
      potential: Record<string, number>;
      discount: number;
      combine?: Combination | undefined;
      weight?: number | undefined;
    }
  | {
      subgoals: Record<string, z.output<typeof subgoal>>;
      discount?: number | undefined;
      adaptive?: Teaching | undefined;
      weight?: number | undefined;
    }
  | { learnt: LearntReward; weight?: number | undefined }
  | { exchanged: RewardDeclaration; weight?: number | undefined }
  | { agents: Record<string, RewardDeclaration>; others?: RewardDeclaration | undefined; weight?: number | undefined };

const number = z.number();
const weight = number.optional().describe("factor on this part");
const bounds = {
  channel: z.string().describe("channel, with a scope if wanted: trust, joint.value"),
  atLeast: number.optional().describe("least value at which it holds"),
  atMost: number.optional().describe("largest value at which it holds"),
};
const hasBound = (c: { atLeast?: number | undefined; atMost?: number | undefined }) =>
  c.atLeast !== undefined || c.atMost !== undefined;
const noBound = { error: "give atLeast or atMost" };
const condition = z.strictObject(bounds).refine(hasBound, noBound);
const subgoal = z
  .strictObject({
    ...bounds,
    pay: number.default(1).describe("bonus for reaching it"),
    every: flag(false).describe("pay at every step at which it is true, not once per episode"),
  })
  .refine(hasBound, noBound);

const layer = z.strictObject({
  channel: z.string().describe("what the layer pays"),
  weight: number.default(1).describe("factor on the channel"),
  opens: number.default(0).describe("what the channel must reach for the next layer to be paid"),
});

/** Whose episodes are compared where nothing else is said. */
export const SHOWN_BY: readonly string[] = ["random"];

/** The channel of what a world's text is worth, where a learnt reward reads one. */
export const WORTH = "worth";
/** What a text is worth at most, and at least with a minus, in log-odds. */
export const WORTH_BOUND = 20;

/** How a reward is learnt from what a source says of episodes. */
const learnt = z
  .strictObject({
    judged: oneOf(["pairs", "single"], "pairs").describe(
      "what the feedback is shown: two episodes, of which it says which is better, or one, to which it reacts or gives a score",
    ),
    comparisons: whole(1, 1_000_000, 400).describe(
      "pairs of episodes, or single ones, that are played in each cell; the feedback is asked about pairs that differ",
    ),
    from: z
      .array(z.union([z.string(), z.looseObject({ policy: z.string().describe("name of the agent, or a file") })]))
      .min(1)
      .default([...SHOWN_BY])
      .describe(
        "players of the compared episodes, of which one kind is drawn for each: names or maps of agents that do not learn",
      ),
    features: z
      .union([z.literal("channels"), z.array(z.string()).min(1)])
      .default("channels")
      .describe("what the learnt worth of an episode is a weighted sum of: channels with a scope, or all channels"),
    reads: z
      .string()
      .min(1)
      .optional()
      .describe(
        "a text of the world, by its name, in the place of features: a small transformer learns what it is worth as it stands at the end",
      ),
    ridge: positive(1e6, 0.1).describe(
      "λ of the fit's (λ/2)·|θ|², in units of pairs; features are in deviations of their differences",
    ),
  })
  .refine(({ judged, reads }) => judged === "pairs" || reads === undefined, {
    error: "a text that is read is learnt from pairs; leave out judged, or reads",
    path: ["reads"],
  })
  .refine(({ features, reads }) => reads === undefined || features === "channels", {
    error: "a text is read in the place of features; leave one of them out",
    path: ["features"],
  });
export type LearntReward = z.output<typeof learnt>;

/** What a learnt worth is a weighted sum of. */
export const learntNames = ({ features, reads }: LearntReward): "channels" | readonly string[] =>
  reads === undefined ? features : [WORTH];

const perChannel = z
  .record(z.string(), number)
  .refine((weights) => Object.keys(weights).length > 0, { error: "name at least one channel" })
  .meta({ minProperties: 1 });

const nested: z.ZodType<RewardDeclaration> = z.lazy(() => rewardDeclaration);

/** A form by its keys, each of which may have a weight; the example is printed in the manual and offered by editors. */
const form = <S extends z.ZodRawShape>(description: string, keys: S, example: object) =>
  z.strictObject({ ...keys, weight }).meta({ description, examples: [example] });

const parts = (what: string) => z.array(nested).min(1).describe(what);

/** Every form of a declared reward, by the key that it is known by. */
export const rewardForms = {
  use: z
    .looseObject({ use: z.string().describe("name of the reward, or a file; its parameters stand beside it"), weight })
    .meta({
      description: "a named reward with parameters, or a file",
      examples: [{ use: "bonus/global", channels: ["trust"], cell: 0.1 }],
    }),
  channel: form(
    "pay by one channel",
    { channel: z.string().describe("what is paid, with a scope if wanted: trust, joint.value") },
    { channel: "joint.value", weight: 0.5 },
  ),
  weights: form(
    "pay by a weighted sum of channels",
    { weights: perChannel.describe("factor on each channel") },
    { weights: { payoff: 1, "others.trust": 30 } },
  ),
  sum: form("pay the sum of the parts", { sum: parts("what is added up") }, { sum: ["private", { channel: "trust" }] }),
  product: form(
    "pay the product of the parts",
    { product: parts("what is multiplied") },
    { product: ["private", { channel: "trust" }] },
  ),
  mean: form(
    "pay the mean of the parts",
    { mean: parts("what is averaged") },
    { mean: ["private", { channel: "trust" }] },
  ),
  kinesthetic: form(
    "pay the geometric mean of the parts' sizes: above 0 where every part is, below 0 otherwise, 0 where one is 0",
    { kinesthetic: parts("what must be good at once, each best within [−1, 1]") },
    { kinesthetic: [{ channel: "trust" }, { channel: "payoff", weight: 0.01 }] },
  ),
  shape: form(
    "pay exp(−½·d/(scale·dispersion))^(1/density) of a channel d that measures a distance",
    {
      shape: z.string().describe("the distance, with a scope if wanted"),
      scale: number.gt(0).describe("what the distance is divided by"),
      dispersion: positive(1000, 1).describe("how far it reaches"),
      density: positive(1000, 1).describe("how it bends"),
    },
    { shape: "reputationDamage", scale: 0.5 },
  ),
  bound: form(
    "pay within bounds",
    {
      bound: nested.describe("what is held within the bounds"),
      low: number.optional().describe("least pay of a step"),
      high: number.optional().describe("largest pay of a step"),
    },
    { bound: "private", low: 0, high: 200 },
  ),
  exchanged: form(
    "pay at the end of each episode what the episode before it earned: a control, of the right size, that says nothing of what was done",
    { exchanged: nested.describe("what an episode earns for the next one") },
    { exchanged: "private" },
  ),
  when: form(
    "pay only while a channel is within bounds",
    {
      when: condition,
      pay: nested.describe("what is paid while the condition holds"),
      otherwise: nested.optional().describe("what is paid while it does not; default nothing"),
    },
    { when: { channel: "trust", atLeast: 0.6 }, pay: "private" },
  ),
  layers: form(
    "pay each channel on top of those before it, once they are good enough",
    { layers: z.array(layer).min(1) },
    {
      layers: [
        { channel: "trust", opens: 0.6 },
        { channel: "payoff", weight: 0.5 },
      ],
    },
  ),
  potential: form(
    "potential-based shaping over state channels",
    {
      potential: perChannel.describe("state channels that make Φ, each with its factor"),
      discount: positive(1, 0.99).describe("γ of the bonus γΦ′ − Φ"),
      combine: oneOf(["sum", "mean", "kinesthetic"], "sum").describe("how they make Φ"),
    },
    { potential: { trust: 100 }, discount: 0.99 },
  ),
  subgoals: form(
    "pay a bonus for each sub-goal at the step that reaches it, once per episode",
    {
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
    },
    { subgoals: { trusted: { channel: "trust", atLeast: 0.9, pay: 5 } } },
  ),
  learnt: form(
    "pay what a finished episode is worth by what was learnt from the answers of the experiment's `feedback`",
    { learnt },
    { learnt: { comparisons: 400, from: ["random"], features: ["payoff", "trust"] } },
  ),
  agents: form(
    "a reward for each agent",
    {
      agents: z.record(z.string(), nested).describe("reward of each agent, by id or label"),
      others: nested.optional().describe("reward of all other agents"),
    },
    { agents: { Samsung: "private" }, others: "cooperative" },
  ),
  teamMix: form(
    "pay a part of the own reward, and for the rest the mean of the own team less that of all others",
    {
      teamMix: nested.describe("what is mixed"),
      teams: z.array(z.array(z.string()).min(1)).min(1).describe("agents of each team, by id or label"),
      share: share(0.3).describe("τ: what the team counts"),
    },
    { teamMix: "private", teams: [["Samsung"], ["Sony"]], share: 0.3 },
  ),
} as const;

/** A reward by its name alone. */
export const rewardName = z.string().describe("a named reward, or a file");

/** The grammar of declared rewards. */
export const rewardDeclaration: z.ZodType<RewardDeclaration> = z
  .union([rewardName, ...Object.values(rewardForms)])
  .meta({ title: "a declared reward" });

type Path = readonly (string | number)[];
/** Finds a plan by name: the shipped rewards, or a user's file that was loaded before. */
export type RewardNames = Pick<Registry<RewardPlan>, "get">;

/** Told of each learnt reward in a declaration; gives the weights of its features, in their order, or undefined before they are fitted. */
export type LearntWeights = (learnt: LearntReward, path: Path) => readonly number[] | undefined;

/** Where the parts of a declaration come from. */
interface Parts {
  readonly names: RewardNames;
  readonly learnt: LearntWeights | undefined;
}

/**
 * From a declaration to a plan. Throws a UserError with the path below `path` for each problem. A learnt reward pays nothing where
 * `learnt` knows no weights of it yet, and is refused where there is no `learnt`.
 */
export function rewardPlan(
  declaration: unknown,
  names: RewardNames,
  path: Path = [],
  learnt?: LearntWeights,
): RewardPlan {
  return built(checked(rewardDeclaration, declaration, path), { names, learnt }, path);
}

function built(declaration: RewardDeclaration, parts: Parts, path: Path): RewardPlan {
  if (typeof declaration === "string") return parts.names.get(declaration, path).make({}, path);
  const plan = within(path, () => formed(declaration, parts, path));
  return declaration.weight === undefined ? plan : scaled(plan, declaration.weight);
}

function formed(declaration: Exclude<RewardDeclaration, string>, parts: Parts, path: Path): RewardPlan {
  const of = (part: RewardDeclaration, ...keys: (string | number)[]) => built(part, parts, [...path, ...keys]);
  const at = (key: string, build: () => RewardPlan) => within([...path, key], build);
  if ("use" in declaration) {
    const { use, weight: _, ...parameters } = declaration;
    return parts.names.get(use, [...path, "use"]).make(parameters, path);
  }
  if ("channel" in declaration) return at("channel", () => channel(declaration.channel));
  if ("weights" in declaration) return at("weights", () => weightedSum(declaration.weights));
  if ("sum" in declaration) return sum(...declaration.sum.map((part, k) => of(part, "sum", k)));
  if ("mean" in declaration) return combined("mean", ...declaration.mean.map((part, k) => of(part, "mean", k)));
  if ("kinesthetic" in declaration)
    return combined("kinesthetic", ...declaration.kinesthetic.map((part, k) => of(part, "kinesthetic", k)));
  if ("shape" in declaration) return at("shape", () => distanceShape({ ...declaration, channel: declaration.shape }));
  if ("teamMix" in declaration) {
    const { teams, share = 0.3 } = declaration;
    const part = of(declaration.teamMix, "teamMix");
    return at("teams", () => teamMix(part, teams, share));
  }
  if ("product" in declaration) return product(...declaration.product.map((part, k) => of(part, "product", k)));
  if ("bound" in declaration) {
    const { low, high } = declaration;
    const part = of(declaration.bound, "bound");
    return within(path, () => bounded(part, low, high));
  }
  if ("exchanged" in declaration) return exchangedEpisodes(of(declaration.exchanged, "exchanged"));
  if ("when" in declaration) {
    const pay = of(declaration.pay, "pay");
    const otherwise = declaration.otherwise === undefined ? undefined : of(declaration.otherwise, "otherwise");
    return at("when", () => gate(conditionOf(declaration.when), pay, otherwise));
  }
  if ("layers" in declaration) return at("layers", () => layers(declaration.layers));
  if ("potential" in declaration)
    return at("potential", () => potential(declaration.potential, declaration.discount, declaration.combine));
  if ("subgoals" in declaration) {
    const goals = Object.entries(declaration.subgoals).map(([name, { pay, every, ...when }]) => {
      return [name, { ...conditionOf(when), pay, every }] as const;
    });
    return at("subgoals", () => subgoals(Object.fromEntries(goals), declaration.discount, declaration.adaptive));
  }
  if ("learnt" in declaration) {
    if (parts.learnt === undefined) {
      const hint = "a learnt reward is what a variant of an experiment pays, beside its feedback";
      throw new UserError({ code: "unlearnt", what: "nothing teaches a learnt reward here", hint });
    }
    const weights = parts.learnt(declaration.learnt, path);
    return at("learnt", () => learntPay(learntNames(declaration.learnt), weights));
  }
  const named = Object.entries(declaration.agents).map(([name, part]) => [name, of(part, "agents", name)] as const);
  const others = declaration.others === undefined ? undefined : of(declaration.others, "others");
  return at("agents", () => perAgent(Object.fromEntries(named), others));
}

function conditionOf({ channel: name, atLeast, atMost }: z.output<typeof condition>): Condition {
  return { channel: name, ...(atLeast === undefined ? {} : { atLeast }), ...(atMost === undefined ? {} : { atMost }) };
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
