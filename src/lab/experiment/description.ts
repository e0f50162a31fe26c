// What a variant is made of: its world, agents, reward and feedback as they are declared. It is parsed once; what comes later reads types.

import { z } from "zod";
import { type RewardDeclaration, rewardDeclaration } from "../../rewards/forms.ts";

/** One policy: a name or a file, alone or with parameters. */
export const policySchema = z
  .union([z.string(), z.looseObject({ policy: z.string().describe("name of the agent, or a file") })])
  .meta({ id: "policy" });

/** Policies by seat or for all. */
export const agentsSchema = z
  .union([policySchema, z.array(policySchema).min(1), z.record(z.string(), policySchema)])
  .describe("who acts: one policy for all seats, a list by seat, or a map by agent with `others`");

/** The grammar of feedback: a source by its name alone, or with parameters. */
export const feedbackSchema = z
  .union([
    z.string(),
    z.looseObject({ use: z.string().describe("name of the source, or a file; its parameters stand beside it") }),
  ])
  .describe("the source that compares episodes for learnt rewards: a person, a panel, or another source");

/** The grammar of a measure: its name alone, or with parameters. */
export const measureSchema = z
  .union([
    z.string(),
    z.looseObject({
      use: z.string().describe("name of the measure, or a file; its parameters stand beside it"),
      name: z.string().min(1).optional().describe("what claims and tables call it; default the measure's own name"),
    }),
  ])
  .describe("a number of each seed beside the episodes': of players as their training has left them");

/** Measures by their names, each once. */
export const measuresSchema = z.array(measureSchema);

export type PolicyDeclaration = z.output<typeof policySchema>;
export type MeasureDeclaration = z.output<typeof measureSchema>;
export type AgentsDeclaration = z.output<typeof agentsSchema>;

/** Whether one policy is declared for all seats. */
export const isPolicy = (declared: AgentsDeclaration): declared is PolicyDeclaration =>
  typeof declared === "string" || ("policy" in declared && typeof declared.policy === "string");

/** A variant's parts. */
export interface Description {
  readonly environment: Readonly<Record<string, unknown>>;
  readonly agents: AgentsDeclaration;
  readonly reward: RewardDeclaration;
  /** What compares episodes for a learnt reward. */
  readonly feedback?: Readonly<z.output<typeof feedbackSchema>>;
  /** What is measured once a seed, beside the channels of episodes. */
  readonly measures?: readonly MeasureDeclaration[];
}

/** The grammar of descriptions, as records keep them too. */
export const descriptionSchema: z.ZodType<Description> = z.object({
  environment: z.record(z.string(), z.unknown()),
  agents: agentsSchema,
  reward: rewardDeclaration,
  feedback: feedbackSchema.exactOptional(),
  measures: measuresSchema.exactOptional(),
});
