// What an environment of Python is, as it is met when it is looked at: plain data, which a run keeps.

import { z } from "zod";
import { RESERVED_COLUMNS } from "../../core/reserved.ts";

const bound = z.number().nullable();

export const declaredSchema = z.strictObject({
  players: z.array(z.string()).min(1),
  /** Its own limit of steps. */
  horizon: z.int().min(1).nullable(),
  action: z.union([
    z.strictObject({ choices: z.int().min(1) }),
    z.strictObject({ low: z.array(z.number()), high: z.array(z.number()) }),
  ]),
  fields: z.array(z.strictObject({ name: z.string(), size: z.int().min(1), low: bound, high: bound })).min(1),
  /** Whether an episode that was looked at came to an end by itself. */
  ends: z.boolean().default(false),
  info: z.array(
    z.strictObject({
      key: z.string(),
      /** Whether all were true or false. */
      truth: z.boolean(),
      /** Whether it stands there at the beginning. */
      begins: z.boolean(),
      /** Whether it was 0 or 1 alone, and fell back to 0 within an episode. */
      event: z.boolean().default(false),
      /** Whether it grew within an episode, and never fell. */
      grows: z.boolean().default(false),
    }),
  ),
  /** All keys of numbers of info that were met. */
  met: z.array(z.string()).default([]),
  /** Whether its agents act in turn; the field `turn` says then which of them does. */
  turns: z.boolean().default(false),
  /** Whether the field `action_mask` says which choices may be made, and whether it comes from info. */
  mask: z.boolean(),
  infoMask: z.boolean(),
  /** Whether it draws itself. */
  draws: z.boolean(),
  versions: z.record(z.string(), z.string()),
  /** A hash of its code. */
  source: z.string(),
});

export type DeclaredEnvironment = z.output<typeof declaredSchema>;

/** The field of what may be done. */
export const MASK = "action_mask";

/** The field that is 1 for the agent in turn. */
export const TURN = "turn";

/** Channels that every hosted world may have. */
export const OWN_CHANNELS = ["payoff", "present", "unlisted"] as const;

/** Names of the channels of some keys of info, in their order: letters, digits and `_`, and none that is taken. */
export function channelNames(keys: readonly string[]): string[] {
  const taken = new Set<string>([...RESERVED_COLUMNS, ...OWN_CHANNELS]);
  return keys.map((key) => {
    const plain = key.replaceAll(/[^A-Za-z0-9]+/g, "_");
    let name = taken.has(plain) || !/^[A-Za-z]/.test(plain) ? `info_${plain}` : plain;
    while (taken.has(name)) name += "_";
    taken.add(name);
    return name;
  });
}
