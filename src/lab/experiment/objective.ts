// The objective: a channel, or a declared reward that is not paid to agents, with a name for sentences.

import { z } from "zod";
import { channelReference, type Over, type Scope } from "../../core/channel.ts";
import { checked, display } from "../../core/checked.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { words } from "../../evaluation/number-format.ts";
import type { Range } from "../../evaluation/statistics/interval.ts";
import { channel } from "../../rewards/channel-reward.ts";
import { coinOf } from "../../rewards/coin.ts";
import { rewardPlan } from "../../rewards/declaration.ts";
import { type RewardNames, rewardDeclaration } from "../../rewards/forms.ts";
import { formula } from "../../rewards/formula.ts";
import { rangeOf, rangeOfSum } from "./channel-range.ts";

/** The objective as a reward plan, how steps are aggregated over an episode, and its names. */
export interface Objective {
  readonly plan: RewardPlan;
  readonly over: Over;
  /** Its name: the given one, a channel, or a formula of channels. */
  readonly name: string;
  /** Noun phrase in sentences, where it is not the name in words. */
  readonly label?: string;
  readonly unit: string;
  readonly meaning: string;
  /** Returns its range over an episode of `horizon` steps, mean over agents; undefined where it is unbounded. */
  readonly range: (horizon: number) => Range | undefined;
  /** Whether it is binary in an episode. */
  readonly once: boolean;
}

const NAME = "what sentences, axes and tables call it; by default the channel, or a formula of channels";

export const objectiveSchema = z
  .union([
    z.string(),
    rewardDeclaration,
    z
      .looseObject({ name: z.string().trim().min(1).max(60).describe(NAME) })
      .describe("any of the other forms, with a name beside its keys"),
  ])
  .describe(
    "what the author wants: a channel (joint.value) or a declared reward; never paid unless the reward says so",
  );

/** Last words of channels of which less is mostly wanted. */
const LOSSES =
  /(?:^|[._]|(?<=[a-z])(?=[A-Z]))(?:regret|loss(?:es)?|cost|costs|error|errors|penalty|damage|failed|violations|collisions)$/i;

/** Returns a sentence on an objective that is a channel of losses, since more of an objective counts as better; undefined for others. */
export function wantedLoss(declared: unknown): string | undefined {
  const channel = channelOf(named(declared).wanted);
  if (channel === undefined || !LOSSES.test(channel)) return undefined;
  return `objective: more ${channel} counts as better; where less is wanted, write objective: { channel: ${channel}, weight: -1 }`;
}

/** Returns the objective in a world. Throws a UserError, below `objective`, where the world lacks a channel that it names. */
export function objectiveOf(
  declared: unknown,
  spec: NumericSpec,
  rewards: RewardNames & { has(name: string): boolean },
): Objective {
  const { name, wanted } = named(declared);
  const one = channelOf(wanted);
  if (one !== undefined && !rewards.has(one)) {
    const reference = channelReference(one, spec.channels);
    if ("code" in reference) throw new UserError({ ...reference, path: ["objective"] });
    const { over, unit, meaning, label } = reference.channel;
    const agents = reference.scope === "joint" ? spec.agents.length : 1;
    const range = (horizon: number) => rangeOf(reference.channel, horizon, agents);
    const once = reference.channel.once === true && reference.scope === "own";
    const called = label === undefined || name !== undefined ? {} : { label: labelOf(label, reference.scope) };
    return { plan: channel(one), over, name: name ?? one, ...called, unit, meaning, range, once };
  }
  const plan = rewardPlan(wanted, rewards, ["objective"]);
  plan(spec);
  const declaration = checked(rewardDeclaration, wanted, ["objective"]);
  const written = formula(declaration);
  const weighted = weightedChannel(wanted);
  if (weighted !== undefined && !rewards.has(weighted.channel)) {
    // A weight leaves the rule by which a channel's steps make an episode's number.
    const of = objectiveOf(weighted.channel, spec, rewards);
    const { weight } = weighted;
    const range = (horizon: number) => {
      const [low, high] = of.range(horizon)?.map((bound) => weight * bound) ?? [];
      return low === undefined || high === undefined
        ? undefined
        : weight < 0
          ? ([high, low] as const)
          : ([low, high] as const);
    };
    const label = weight < 0 && name === undefined ? { label: `${of.label ?? words(of.name)} avoided` } : {};
    const unit = Math.abs(weight) === 1 ? of.unit : unitOf(coinOf(declaration, spec.channels));
    return { plan, over: of.over, name: name ?? written, ...label, unit, meaning: written, range, once: false };
  }
  return {
    range: (horizon) => rangeOfSum(declaration, { ...spec, horizon }),
    plan,
    over: "sum",
    name: name ?? written,
    unit: unitOf(coinOf(declaration, spec.channels)),
    meaning: written,
    once: false,
  };
}

/** Returns a channel's label with its scope. */
const labelOf = (label: string, scope: Scope): string => (scope === "own" ? label : `${scope} ${label}`);

/** Splits a declaration into its name and the rest. */
function named(declared: unknown): { readonly name?: string; readonly wanted: unknown } {
  if (typeof declared !== "object" || declared === null || !("name" in declared)) return { wanted: declared };
  const { name, ...wanted } = declared;
  if (Object.keys(wanted).length === 0) {
    const hint = `${display({ name, channel: "payoff" })}, or any other form of a reward`;
    throw new UserError({
      code: "no-objective",
      what: "has a name, and nothing that is wanted",
      path: ["objective"],
      hint,
    });
  }
  return { name: String(name), wanted };
}

/** Returns the channel where the objective is a single channel. */
function channelOf(wanted: unknown): string | undefined {
  if (typeof wanted === "string") return wanted;
  const one = z.strictObject({ channel: z.string() }).safeParse(wanted);
  return one.success ? one.data.channel : undefined;
}

/** Returns the channel and its weight where the objective is a single channel with a weight. */
function weightedChannel(wanted: unknown): { readonly channel: string; readonly weight: number } | undefined {
  return z.strictObject({ channel: z.string(), weight: z.number() }).safeParse(wanted).data;
}

/** Returns the unit; a formula is in points, since no channel's unit applies to it. */
function unitOf(coin: string): string {
  return coin.startsWith("points of ") ? "points" : coin;
}
