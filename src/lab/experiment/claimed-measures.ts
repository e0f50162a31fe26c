// Measures that claims may be about: measures of an episode in a report, and measures of learners at the end of their training.

import { channelReference, isShare } from "../../core/channel.ts";
import { ownValue } from "../../core/checked.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import { LEARNING_MEASURES } from "./learning-measures.ts";
import { countsOf, type Setting } from "./setting.ts";

/** A measure that a claim may name. */
export interface ClaimedMeasure {
  readonly sample: string;
  readonly factor: number;
  readonly unit: string;
  readonly share: boolean;
}

/** Prefix of the learners' measures, over the last tenth of their training. */
export const TRAINING = "training.";
/** Prefix of the same measures, as means over all updates: the area under the learning curve, of a training of length 1. */
export const THROUGHOUT = "throughout.";

const TRAINED = { pay: ["pay", "points of pay"], objective: ["objective", ""], ...LEARNING_MEASURES } as const;

/**
 * Returns a measure by name: an episode's measure in a report, or a training's. Throws a UserError where the variant has none of this name.
 */
export function claimedMeasure(name: string, setting: Setting): ClaimedMeasure {
  const { spec, objective } = setting;
  const learns = setting.agents.some(({ kind }) => kind === "algorithm");
  const prefix = [TRAINING, THROUGHOUT].find((one) => name.startsWith(one));
  const own = prefix === undefined ? undefined : name.slice(prefix.length);
  const measured = learns && own !== undefined ? ownValue(TRAINED, own) : undefined;
  if (measured !== undefined) {
    // The objective as it was measured during training.
    const isObjective = own === "objective";
    const unit = isObjective ? objective.unit : measured[1];
    return { sample: name, factor: 1, unit, share: isObjective ? isShare(objective) : unit.startsWith("share") };
  }
  const one = (unit: string, share = false): ClaimedMeasure => ({ sample: name, factor: 1, unit, share });
  if (name === "objective" || name === objective.name)
    return { ...one(objective.unit, isShare(objective)), sample: "objective" };
  const channels = [...spec.channels, ...countsOf(setting), ...setting.measures.map((one) => one.channel)];
  const channel = channels.find((known) => known.name === name);
  if (channel !== undefined) return one(channel.unit, isShare(channel));
  const payoff = spec.channels.find((known) => known.name === "payoff");
  const headline: Readonly<Record<string, ClaimedMeasure | undefined>> = {
    pay: one("points of pay"),
    steps: one("steps"),
    terminated: one("share of episodes", true),
    ...(payoff !== undefined && spec.agents.length > 1 ? { welfare: one(payoff.unit) } : {}),
    ...(spec.agents.length > 1 ? { inequality: one("Gini") } : {}),
  };
  const known = ownValue(headline, name);
  if (known !== undefined) return known;
  const scoped = name.includes(".") ? channelReference(name, spec.channels) : undefined;
  if (scoped !== undefined && "scope" in scoped && (scoped.scope === "joint" || scoped.scope === "mean")) {
    const { scope, channel: of } = scoped;
    const times = scope === "joint" ? spec.agents.length : 1;
    return { sample: of.name, factor: times, unit: of.unit, share: times === 1 && isShare(of) };
  }
  const joint = spec.agents.length > 1 ? channels.map((known) => `joint.${known.name}`) : [];
  const trained = learns ? [TRAINING, THROUGHOUT].flatMap((one) => Object.keys(TRAINED).map((own) => one + own)) : [];
  const names = ["objective", ...Object.keys(headline), ...channels.map((known) => known.name), ...joint, ...trained];
  throw new UserError({ ...unknownName("measure of this world", name, names), path: [] });
}
