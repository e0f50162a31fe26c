// Tastes: what a finished episode is worth to a simulated source, by channels, by a rubric, or by the objective itself.

import { z } from "zod";
import { channelReference, scopedValue } from "../../core/channel.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { type Path, UserError } from "../../core/errors.ts";
import { maybeWhole } from "../../core/parameters.ts";
import { rubric } from "../rubric.ts";
import type { EpisodeStanding } from "./source.ts";

const criterion = z
  .strictObject({
    channel: z.string().describe("channel that is looked at, mean over agents"),
    worst: z.number().describe("value that is worth nothing"),
    best: z.number().describe("value that is worth the whole weight"),
    weight: z.number().gt(0).default(1).describe("what it counts beside the others"),
  })
  .refine(({ worst, best }) => worst !== best, { error: "worst and best must differ", path: ["best"] });

export const criteriaField = z.array(criterion).min(1);

/** Parameters of a taste; without any, an episode is worth what the author wants of it. */
export const tasteFields = {
  weights: z
    .record(z.string(), z.number())
    .refine((weights) => Object.keys(weights).length > 0, { error: "name at least one channel" })
    .optional()
    .describe(
      "taste: factor on each channel of the episode (trust, joint.value), mean over agents; default the objective",
    ),
  rubric: criteriaField
    .optional()
    .describe("taste: criteria over channels, worth 0 to 1 in all, in the place of weights"),
};

/** Questions that a source answers. */
export const budgetField = maybeWhole(1, 1_000_000).describe(
  "questions that are answered; default as many as are asked",
);

const taste = z.object(tasteFields);
export type Taste = z.output<typeof taste>;

/** Throws a UserError where both kinds of a taste are given. */
export function oneTaste({ weights, rubric: criteria }: Taste): void {
  if (weights === undefined || criteria === undefined) return;
  const what = "a taste has weights and a rubric";
  throw new UserError({ code: "two-tastes", what, path: ["rubric"], hint: "leave one of them out" });
}

/** What a standing is worth, in units of the taste. Throws a UserError, below its path, where the world lacks a channel. */
export function worthOf(
  { weights, rubric: criteria }: Taste,
  spec: NumericSpec,
  path: Path = ["rubric"],
): (standing: EpisodeStanding) => number {
  const [agents, channels] = [spec.agents.length, spec.channels.length];
  if (criteria !== undefined) {
    for (const [k, { channel }] of criteria.entries()) referenceIn(channel, spec, [...path, k, "channel"]);
    const score = rubric(criteria, spec.channels);
    const means = new Float64Array(channels);
    return ({ outcomes }) => {
      for (let c = 0; c < channels; c++)
        means[c] = scopedValue({ scope: "mean", index: c, channel: spec.channels[c] }, outcomes, 0, agents, channels);
      return score(means);
    };
  }
  if (weights === undefined) return ({ wanted }) => wanted;
  const terms = Object.entries(weights).map(([name, weight]) => ({
    reference: referenceIn(name, spec, ["weights", name]),
    weight,
  }));
  return ({ outcomes }) => {
    let sum = 0;
    for (const { reference, weight } of terms)
      for (let i = 0; i < agents; i++) sum += (weight / agents) * scopedValue(reference, outcomes, i, agents, channels);
    return sum;
  };
}

/** The parts that a taste adds up, each a worth by itself; none of a taste that is the objective. Throws as `worthOf`. */
export function partsOf(
  { weights, rubric: criteria }: Taste,
  spec: NumericSpec,
): ((standing: EpisodeStanding) => number)[] {
  const whole = criteria?.reduce((sum, { weight }) => sum + weight, 0) ?? 1;
  for (const [k, { channel }] of (criteria ?? []).entries()) referenceIn(channel, spec, ["rubric", k, "channel"]);
  const parts: Taste[] =
    criteria?.map((one) => ({ rubric: [one] })) ??
    Object.entries(weights ?? {}).map(([name, weight]) => ({ weights: { [name]: weight } }));
  return parts.map((part) => {
    const worth = worthOf(part, spec);
    const share = (part.rubric?.[0].weight ?? 1) / whole;
    return (standing) => share * worth(standing);
  });
}

function referenceIn(name: string, { channels }: NumericSpec, path: readonly (string | number)[]) {
  const reference = channelReference(name, channels);
  if ("code" in reference) throw new UserError({ ...reference, path });
  return reference;
}
