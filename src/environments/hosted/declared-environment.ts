// Description of a Python environment as found by inspection: plain data that is stored with a run.

import { z } from "zod";
import { RESERVED_COLUMNS } from "../../core/reserved.ts";

const bound = z.number().nullable();

export const declaredSchema = z.strictObject({
  players: z.array(z.string()).min(1),
  /** The environment's own step limit. */
  horizon: z.int().min(1).nullable(),
  action: z.union([
    z.strictObject({ choices: z.int().min(1) }),
    z.strictObject({ low: z.array(z.number()), high: z.array(z.number()) }),
  ]),
  fields: z.array(z.strictObject({ name: z.string(), size: z.int().min(1), low: bound, high: bound })).min(1),
  /** Whether an inspected episode terminated by itself. */
  ends: z.boolean().default(false),
  info: z.array(
    z.strictObject({
      key: z.string(),
      /** Whether all values were Boolean. */
      truth: z.boolean(),
      /** Whether the key exists at reset. */
      begins: z.boolean(),
      /** Whether all values were 0 or 1, with a return to 0 within an episode. */
      event: z.boolean().default(false),
      /** Whether the value increased within an episode and never decreased. */
      grows: z.boolean().default(false),
      /** The key outside of its part of info that has the same name and the same values. */
      same: z.string().optional(),
    }),
  ),
  /** All numeric info keys that occurred. */
  met: z.array(z.string()).default([]),
  /** Whether agents act in turn; the field `turn` then marks the current one. */
  turns: z.boolean().default(false),
  /** Whether the field `action_mask` gives the legal choices, and whether it comes from info. */
  mask: z.boolean(),
  infoMask: z.boolean(),
  /** Whether the environment can render images. */
  draws: z.boolean(),
  versions: z.record(z.string(), z.string()),
  /** Hash of its code. */
  source: z.string(),
});

export type DeclaredEnvironment = z.output<typeof declaredSchema>;

/** Observation field with the legal choices. */
export const MASK = "action_mask";

/** Observation field that is 1 for the agent to act. */
export const TURN = "turn";

/** Channels that every hosted environment may have. */
export const OWN_CHANNELS = ["payoff", "present", "unlisted"] as const;

/** Channel names for info keys, in order: letters, digits and `_`, without duplicates. */
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
