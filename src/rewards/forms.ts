// The forms of a declared reward, each one object: the key that it is known by, its grammar, an example, and the plan that it makes.

import { z } from "zod";
import { UserError } from "../core/errors.ts";
import { flag, oneOf, positive, share } from "../core/parameters.ts";
import type { Registry } from "../core/registry.ts";
import type { RewardPlan } from "../core/reward.ts";
import { GRAPHS } from "../math/named-graph.ts";
import { type Bent, bent, bentEpisodes } from "./bent.ts";
import { channel, weightedSum } from "./channel-reward.ts";
import { bounded, type Combination, combined, perAgent, product, sum } from "./combine.ts";
import { distanceShape } from "./distance-shape.ts";
import { exchangedEpisodes } from "./exchanged.ts";
import { type Condition, gate, layers } from "./gate.ts";
import { learntPay } from "./learnt-pay.ts";
import { type LearntReward, type LearntWeights, learnt, learntNames } from "./learnt-reward.ts";
import { potential } from "./potential.ts";
import { sharing } from "./sharing.ts";
import { subgoals, type Teaching, teaching } from "./subgoals.ts";
import { teamMix } from "./team-mix.ts";

/** A declared reward: a name, or a map with the key of one form. */
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
  | { shared: RewardDeclaration; over: z.output<typeof graph>; share?: number | undefined; weight?: number | undefined }
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
  | ({ bent: RewardDeclaration; weight?: number | undefined } & Bent)
  | { exchanged: RewardDeclaration; weight?: number | undefined }
  | { agents: Record<string, RewardDeclaration>; others?: RewardDeclaration | undefined; weight?: number | undefined };

export type RewardMap = Exclude<RewardDeclaration, string>;

/** Finds a plan by name: the shipped rewards, or a user's file that was loaded before. */
export type RewardNames = Pick<Registry<RewardPlan>, "get">;

/** What a form makes its plan with. */
export interface FormContext {
  /** Where the form stands. */
  readonly path: readonly (string | number)[];
  readonly names: RewardNames;
  /** Undefined where nothing can be learnt. */
  readonly learnt: LearntWeights | undefined;
  /** The plan of a part, which stands under these keys of the form. */
  part(declaration: RewardDeclaration, ...keys: (string | number)[]): RewardPlan;
  /** A plan; its problems, now or when it meets a world, get the path of this key. */
  at(key: string, make: () => RewardPlan): RewardPlan;
}

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

const graph = z
  .union([z.enum(GRAPHS), z.array(z.tuple([z.string(), z.string()])).min(1)])
  .describe(
    "links between agents: a ring or a line of all seats, a star around the first, each with each, or pairs of ids or labels",
  );

const perChannel = z
  .record(z.string(), number)
  .refine((weights) => Object.keys(weights).length > 0, { error: "name at least one channel" })
  .meta({ minProperties: 1 });

const nested: z.ZodType<RewardDeclaration> = z.lazy(() => rewardDeclaration);

/** The declarations that have a key. */
type With<K extends string> = Extract<RewardMap, Record<K, unknown>>;
const has = <K extends string>(declaration: RewardMap, key: K): declaration is With<K> => key in declaration;

/** What a form is, beside its key. */
interface FormParts<K extends string, S extends z.ZodRawShape> {
  readonly about: string;
  readonly keys: S;
  /** Printed in the manual, and offered by editors. */
  readonly example: object;
  readonly plan: (declaration: With<K>, context: FormContext) => RewardPlan;
}

const form = <K extends string, S extends z.ZodRawShape>(key: K, { about, keys, example, plan }: FormParts<K, S>) => ({
  grammar: z.strictObject({ ...keys, weight }).meta({ description: about, examples: [example] }),
  /** Undefined where the declaration is of another form. */
  plan: (declaration: RewardMap, context: FormContext) =>
    has(declaration, key) ? plan(declaration, context) : undefined,
});

const parts = (what: string) => z.array(nested).min(1).describe(what);

/** Parts that are made into one plan. */
const partsOf = (declarations: readonly RewardDeclaration[], key: string, { part }: FormContext): RewardPlan[] =>
  declarations.map((declaration, k) => part(declaration, key, k));

const conditionOf = ({ channel: name, atLeast, atMost }: z.output<typeof condition>): Condition => ({
  channel: name,
  ...(atLeast === undefined ? {} : { atLeast }),
  ...(atMost === undefined ? {} : { atMost }),
});

const use = {
  grammar: z
    .looseObject({ use: z.string().describe("name of the reward, or a file; its parameters stand beside it"), weight })
    .meta({
      description: "a named reward with parameters, or a file",
      examples: [{ use: "bonus/global", channels: ["trust"], cell: 0.1 }],
    }),
  plan(declaration: RewardMap, { names, path }: FormContext) {
    if (!has(declaration, "use")) return undefined;
    const { use: name, weight: _, ...parameters } = declaration;
    return names.get(name, [...path, "use"]).make(parameters, path);
  },
};

/** Every form by its key. A named reward comes first: the parameters beside it may have the name of another form. */
export const rewardForms = {
  use,
  channel: form("channel", {
    about: "pay by one channel",
    keys: { channel: z.string().describe("what is paid, with a scope if wanted: trust, joint.value") },
    example: { channel: "joint.value", weight: 0.5 },
    plan: (declared, { at }) => at("channel", () => channel(declared.channel)),
  }),
  weights: form("weights", {
    about: "pay by a weighted sum of channels",
    keys: { weights: perChannel.describe("factor on each channel") },
    example: { weights: { payoff: 1, "others.trust": 30 } },
    plan: ({ weights }, { at }) => at("weights", () => weightedSum(weights)),
  }),
  sum: form("sum", {
    about: "pay the sum of the parts",
    keys: { sum: parts("what is added up") },
    example: { sum: ["private", { channel: "trust" }] },
    plan: (declared, context) => sum(...partsOf(declared.sum, "sum", context)),
  }),
  product: form("product", {
    about: "pay the product of the parts",
    keys: { product: parts("what is multiplied") },
    example: { product: ["private", { channel: "trust" }] },
    plan: (declared, context) => product(...partsOf(declared.product, "product", context)),
  }),
  mean: form("mean", {
    about: "pay the mean of the parts",
    keys: { mean: parts("what is averaged") },
    example: { mean: ["private", { channel: "trust" }] },
    plan: ({ mean }, context) => combined("mean", ...partsOf(mean, "mean", context)),
  }),
  kinesthetic: form("kinesthetic", {
    about:
      "pay the geometric mean of the parts' sizes: above 0 where every part is, below 0 otherwise, 0 where one is 0",
    keys: { kinesthetic: parts("what must be good at once, each best within [−1, 1]") },
    example: { kinesthetic: [{ channel: "trust" }, { channel: "payoff", weight: 0.01 }] },
    plan: ({ kinesthetic }, context) => combined("kinesthetic", ...partsOf(kinesthetic, "kinesthetic", context)),
  }),
  shape: form("shape", {
    about: "pay exp(−½·d/(scale·dispersion))^(1/density) of a channel d that measures a distance",
    keys: {
      shape: z.string().describe("the distance, with a scope if wanted"),
      scale: number.gt(0).describe("what the distance is divided by"),
      dispersion: positive(1000, 1).describe("how far it reaches"),
      density: positive(1000, 1).describe("how it bends"),
    },
    example: { shape: "reputationDamage", scale: 0.5 },
    plan: (declared, { at }) => at("shape", () => distanceShape({ ...declared, channel: declared.shape })),
  }),
  bound: form("bound", {
    about: "pay within bounds",
    keys: {
      bound: nested.describe("what is held within the bounds"),
      low: number.optional().describe("least pay of a step"),
      high: number.optional().describe("largest pay of a step"),
    },
    example: { bound: "private", low: 0, high: 200 },
    plan: ({ bound, low, high }, { part }) => bounded(part(bound, "bound"), low, high),
  }),
  exchanged: form("exchanged", {
    about:
      "pay at the end of each episode what the episode before it earned: a control, of the right size, that says nothing of what was done",
    keys: { exchanged: nested.describe("what an episode earns for the next one") },
    example: { exchanged: "private" },
    plan: ({ exchanged }, { part }) => exchangedEpisodes(part(exchanged, "exchanged")),
  }),
  bent: form("bent", {
    about:
      "pay at the end of each episode a bent function of all that it earned, so that extremes of a score are not worth chasing",
    keys: { bent: nested.describe("what scores an episode"), ...bent },
    example: { bent: "private", references: 10 },
    plan: ({ bent: scored, ...options }, { part }) => bentEpisodes(part(scored, "bent"), options),
  }),
  when: form("when", {
    about: "pay only while a channel is within bounds",
    keys: {
      when: condition,
      pay: nested.describe("what is paid while the condition holds"),
      otherwise: nested.optional().describe("what is paid while it does not; default nothing"),
    },
    example: { when: { channel: "trust", atLeast: 0.6 }, pay: "private" },
    plan({ when, pay, otherwise }, { part, at }) {
      const open = part(pay, "pay");
      const shut = otherwise === undefined ? undefined : part(otherwise, "otherwise");
      return at("when", () => gate(conditionOf(when), open, shut));
    },
  }),
  layers: form("layers", {
    about: "pay each channel on top of those before it, once they are good enough",
    keys: { layers: z.array(layer).min(1) },
    example: {
      layers: [
        { channel: "trust", opens: 0.6 },
        { channel: "payoff", weight: 0.5 },
      ],
    },
    plan: (declared, { at }) => at("layers", () => layers(declared.layers)),
  }),
  potential: form("potential", {
    about: "potential-based shaping over state channels",
    keys: {
      potential: perChannel.describe("state channels that make Φ, each with its factor"),
      discount: positive(1, 0.99).describe("γ of the bonus γΦ′ − Φ"),
      combine: oneOf(["sum", "mean", "kinesthetic"], "sum").describe("how they make Φ"),
    },
    example: { potential: { trust: 100 }, discount: 0.99 },
    plan: ({ potential: factors, discount, combine }, { at }) =>
      at("potential", () => potential(factors, discount, combine)),
  }),
  subgoals: form("subgoals", {
    about: "pay a bonus for each sub-goal at the step that reaches it, once per episode",
    keys: {
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
    example: { subgoals: { trusted: { channel: "trust", atLeast: 0.9, pay: 5 } } },
    plan({ subgoals: declared, discount, adaptive }, { at }) {
      const goals = Object.entries(declared).map(([name, { pay, every, ...when }]) => {
        return [name, { ...conditionOf(when), pay, every }] as const;
      });
      return at("subgoals", () => subgoals(Object.fromEntries(goals), discount, adaptive));
    },
  }),
  learnt: form("learnt", {
    about: "pay what a finished episode is worth by what was learnt from the answers of the experiment's `feedback`",
    keys: { learnt },
    example: { learnt: { comparisons: 400, from: ["random"], features: ["payoff", "trust"] } },
    plan({ learnt: declared }, context) {
      if (context.learnt === undefined) {
        const hint = "a learnt reward is what a variant of an experiment pays, beside its feedback";
        throw new UserError({ code: "unlearnt", what: "nothing teaches a learnt reward here", hint });
      }
      const weights = context.learnt(declared, context.path);
      return context.at("learnt", () => learntPay(learntNames(declared), weights));
    },
  }),
  agents: form("agents", {
    about: "a reward for each agent",
    keys: {
      agents: z.record(z.string(), nested).describe("reward of each agent, by id or label"),
      others: nested.optional().describe("reward of all other agents"),
    },
    example: { agents: { Samsung: "private" }, others: "cooperative" },
    plan({ agents, others }, { part, at }) {
      const named = Object.entries(agents).map(([name, one]) => [name, part(one, "agents", name)] as const);
      const rest = others === undefined ? undefined : part(others, "others");
      return at("agents", () => perAgent(Object.fromEntries(named), rest));
    },
  }),
  teamMix: form("teamMix", {
    about: "pay a part of the own reward, and for the rest the mean of the own team less that of all others",
    keys: {
      teamMix: nested.describe("what is mixed"),
      teams: z.array(z.array(z.string()).min(1)).min(1).describe("agents of each team, by id or label"),
      share: share(0.3).describe("τ: what the team counts"),
    },
    example: { teamMix: "private", teams: [["Samsung"], ["Sony"]], share: 0.3 },
    plan({ teamMix: mixed, teams, share: counted = 0.3 }, { part, at }) {
      const own = part(mixed, "teamMix");
      return at("teams", () => teamMix(own, teams, counted));
    },
  }),
  shared: form("shared", {
    about: "pay a part of the own reward, and for the rest the mean of the neighbours' on a graph",
    keys: {
      shared: nested.describe("what is shared"),
      over: graph,
      share: share(0.3).describe("what the neighbours count"),
    },
    example: { shared: "private", over: "ring", share: 0.3 },
    plan({ shared, over, share: counted = 0.3 }, { part, at }) {
      const own = part(shared, "shared");
      return at("over", () => sharing(own, over, counted));
    },
  }),
} as const;

/** A reward by its name alone. */
export const rewardName = z.string().describe("a named reward, or a file");

export const rewardDeclaration: z.ZodType<RewardDeclaration> = z
  .union([rewardName, ...Object.values(rewardForms).map(({ grammar }) => grammar)])
  .meta({ title: "a declared reward" });
