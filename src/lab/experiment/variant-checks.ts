// Checks of the variants of an experiment, alone and together.

import { type Channel, channelReference } from "../../core/channel.ts";
import { display } from "../../core/checked.ts";
import { type Problem, UserError, unknownName } from "../../core/errors.ts";
import type { RewardDeclaration } from "../../rewards/forms.ts";
import type { Setting } from "./setting.ts";
import type { DescribedVariant } from "./variants.ts";

interface CheckedVariant {
  readonly name: string;
  readonly setting: Pick<Setting, "remotes" | "lessons">;
}

/** Throws a UserError where the baseline is no variant of the file. */
export function checkBaseline(baseline: string | undefined, variants: readonly CheckedVariant[]): void {
  const names = variants.map(({ name }) => name);
  if (baseline === undefined || names.includes(baseline)) return;
  throw new UserError({ ...unknownName("variant of this file", baseline, names), path: ["baseline"] });
}

/** Throws a UserError where requests have no price, so that a budget could not be kept. */
export function checkPrices(variants: readonly CheckedVariant[], from: Pick<Problem, "where">): void {
  const unpriced = variants.find(({ setting }) => setting.remotes.some(({ priced }) => priced !== true));
  if (unpriced === undefined) return;
  const what = `variant ${display(unpriced.name)} asks a model that has no price, and there is a budget`;
  const hint =
    "money for a million tokens: agents: { policy: llm, …, price: { input: 0.15, output: 0.6 } }, and so for a judge";
  throw new UserError({ code: "no-price", what, path: ["budget"], hint, ...from });
}

/** Throws a UserError where feedback is declared, but no variant learns from it. */
export function refuseUnusedFeedback(
  described: readonly DescribedVariant[],
  variants: readonly CheckedVariant[],
): void {
  const declaring = described.find(({ description }) => description.feedback !== undefined);
  if (declaring === undefined || variants.some(({ setting }) => setting.lessons.length > 0)) return;
  const hint = "let a reward be learnt from it: reward: { learnt: { comparisons: 400 } }";
  const path = declaring.origin(["feedback"]);
  throw new UserError({
    code: "unasked-feedback",
    what: "is asked nothing: no variant's reward is learnt",
    path,
    hint,
  });
}

/** Returns a sentence for each running count whose value a reward pays at every step, in place of its increase. */
export function repeatedPay(reward: RewardDeclaration, channels: readonly Channel[]): string[] {
  return [...new Set(channelsPaid(reward))].flatMap((name) => {
    const reference = channelReference(name, channels);
    if ("code" in reference || reference.channel.grows !== true) return [];
    return [
      `${reference.channel.name} never falls within an episode: paid as a channel, it is paid again at every step`,
    ];
  });
}

/** Returns the channels whose values are paid, alone or as parts of a combination. */
function channelsPaid(reward: RewardDeclaration): string[] {
  if (typeof reward === "string" || "use" in reward) return [];
  if ("channel" in reward) return [reward.channel];
  if ("weights" in reward) return Object.keys(reward.weights);
  if ("sum" in reward) return reward.sum.flatMap(channelsPaid);
  if ("mean" in reward) return reward.mean.flatMap(channelsPaid);
  if ("product" in reward) return reward.product.flatMap(channelsPaid);
  if ("bound" in reward) return channelsPaid(reward.bound);
  if ("shared" in reward) return channelsPaid(reward.shared);
  if ("teamMix" in reward) return channelsPaid(reward.teamMix);
  if ("when" in reward) return [reward.pay, reward.otherwise ?? []].flat().flatMap(channelsPaid);
  if ("layers" in reward) return reward.layers.map(({ channel }) => channel);
  if ("agents" in reward) return [...Object.values(reward.agents), reward.others ?? []].flat().flatMap(channelsPaid);
  return [];
}
