// The description of a variant: its world, agents, reward and feedback as declared. It is parsed once; later code reads typed values.

import { z } from "zod";
import { type RewardDeclaration, rewardDeclaration } from "../../rewards/forms.ts";

/** Schema of one policy: a name or a file, alone or with parameters. */
export const policySchema = z
  .union([z.string(), z.looseObject({ policy: z.string().describe("name of the agent, or a file") })])
  .meta({ id: "policy" });

/** Schema of policies, one per seat or one for all. */
export const agentsSchema = z
  .union([policySchema, z.array(policySchema).min(1), z.record(z.string(), policySchema)])
  .describe("who acts: one policy for all seats, a list by seat, or a map by agent or group of agents, with `others`");

/** Schema of feedback: a source by its name alone, or with parameters. */
export const feedbackSchema = z
  .union([
    z.string(),
    z.looseObject({ use: z.string().describe("name of the source, or a file; its parameters stand beside it") }),
  ])
  .describe("the source that compares episodes for learnt rewards: a person, a panel, or another source");

/** Schema of a measure: its name alone, or with parameters. */
export const measureSchema = z
  .union([
    z.string(),
    z.looseObject({
      use: z.string().describe("name of the measure, or a file; its parameters stand beside it"),
      name: z.string().min(1).optional().describe("what claims and tables call it; default the measure's own name"),
    }),
  ])
  .describe("a number of each seed beside the episodes': of players as their training has left them");

/** Schema of measures; each name occurs once. */
export const measuresSchema = z.array(measureSchema);

export type PolicyDeclaration = z.output<typeof policySchema>;
export type MeasureDeclaration = z.output<typeof measureSchema>;
export type AgentsDeclaration = z.output<typeof agentsSchema>;

/** Returns whether one policy is declared for all seats. */
export const isPolicy = (declared: AgentsDeclaration): declared is PolicyDeclaration =>
  typeof declared === "string" || ("policy" in declared && typeof declared.policy === "string");

/** A variant's parts. */
export interface Description {
  readonly environment: Readonly<Record<string, unknown>>;
  readonly agents: AgentsDeclaration;
  readonly reward: RewardDeclaration;
  /** The source that compares episodes for a learnt reward. */
  readonly feedback?: Readonly<z.output<typeof feedbackSchema>>;
  /** Measures that are taken once per seed, beside the channels of episodes. */
  readonly measures?: readonly MeasureDeclaration[];
}

/** Schema of descriptions, also in the records of runs. */
export const descriptionSchema: z.ZodType<Description> = z.object({
  environment: z.record(z.string(), z.unknown()),
  agents: agentsSchema,
  reward: rewardDeclaration,
  feedback: feedbackSchema.exactOptional(),
  measures: measuresSchema.exactOptional(),
});
