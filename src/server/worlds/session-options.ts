// Options of a session: how its world is set up, which seats have opponents, and the reward. Options in the URL hold for all episodes of a
// session, options in a reset for one.

import { z } from "zod";
import { checked } from "../../core/checked.ts";
import { yamlValue } from "../../lab/experiment/assignment.ts";

const options = {
  parameters: z.record(z.string(), z.unknown()).describe("parameters of the world, by name"),
  reward: z.unknown().describe("what agents are paid: a reward's name, a file, or a declaration"),
  objective: z.unknown().describe("what is wanted and never paid: a channel or a declaration"),
  seat: z.string().describe("the agent that the session plays, by its name or its label"),
  joint: z.boolean().describe("the session plays all agents"),
  opponents: z.unknown().describe("who plays the other seats: an agent's name, a declaration, or one for each seat"),
  form: z.enum(["numbers", "text"]).describe("how the world is shown and played; a world of text is always text"),
  invalid: z
    .enum(["error", "observe"])
    .describe("what an action that cannot be read gives: an error, or an observation"),
  penalty: z
    .number()
    .max(0)
    .describe("reward of an action that cannot be read, where that is observed; without one it has none"),
};

const sessionOptions = z.strictObject({
  ...options,
  parameters: options.parameters.default({}),
  reward: options.reward.default("private"),
  objective: options.objective.optional(),
  seat: options.seat.optional(),
  joint: options.joint.default(false),
  opponents: options.opponents.default("random"),
  form: options.form.default("numbers"),
  invalid: options.invalid.default("error"),
  penalty: options.penalty.optional(),
});

export type SessionOptions = z.output<typeof sessionOptions>;

const resetOptions = z.strictObject({
  ...z.strictObject(options).partial().shape,
  seed: z
    .int()
    .min(0)
    .max(Number.MAX_SAFE_INTEGER)
    .nullish()
    .describe("seed of the episode; drawn where none is given"),
  episode_id: z.string().max(200).nullish().describe("name of the episode; drawn where none is given"),
  split: z.string().optional().describe("set of tasks that the episode's is taken from"),
  index: z.int().min(0).optional().describe("number of the task in its split"),
});

export type ResetOptions = z.output<typeof resetOptions>;

/** Parses options from the query of a URL; values are YAML. Throws a UserError that names an unknown option. */
export function optionsIn(query: URLSearchParams): SessionOptions {
  const given = [...query].map(([name, value]) => [name, yamlValue(value)] as const);
  return checked(sessionOptions, Object.fromEntries(given));
}

/** Returns the options of an episode, and the other data of its reset. */
export function resetOf(session: SessionOptions, data: unknown): { options: SessionOptions; reset: ResetOptions } {
  const reset = checked(resetOptions, data ?? {});
  const { seed: _seed, episode_id: _id, split: _split, index: _index, ...changed } = reset;
  return { options: checked(sessionOptions, { ...session, ...changed }), reset };
}
