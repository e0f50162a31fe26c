// The schema of experiment files: their keys and values.

import { z } from "zod";
import { FRAMEWORKS } from "../../core/frameworks.ts";
import { rewardDeclaration } from "../../rewards/forms.ts";
import { studySchema } from "../../study/study-schema.ts";
import { claimsSchema } from "./claims.ts";
import { agentsSchema, feedbackSchema, measuresSchema } from "./description.ts";
import { judgingSchema } from "./judging-schema.ts";
import { objectiveSchema } from "./objective.ts";
import { episodesField, marginField, seedsSchema } from "./run-fields.ts";

const parameters = z.looseObject({ id: z.string().describe("name of the environment, or a file") });
const hosted = FRAMEWORKS.map((framework) =>
  z.looseObject({ [framework]: z.string().describe(`an environment of ${framework}; its parameters stand beside it`) }),
);
/** The schema of experiment files; published as JSON Schema for editors. */
export const experimentSchema = z.strictObject({
  title: z.string().optional().describe("headline of the report"),
  study: studySchema.optional(),
  environment: z
    .union([z.string(), parameters, ...hosted])
    .describe("the world: a name, or a map with id and parameters"),
  agents: agentsSchema,
  reward: rewardDeclaration.default("private").describe("what agents are paid"),
  feedback: feedbackSchema.optional(),
  objective: objectiveSchema,
  margin: marginField
    .default("5 %")
    .describe(
      "differences of the objective below this count as the same: in its unit, or as a share of its spread (5 %), from the lowest seed to the highest",
    ),
  baseline: z
    .string()
    .optional()
    .describe("the variant that the others are held against, today's way; by default the first one"),
  stages: z
    .record(z.string().min(1), z.record(z.string(), z.unknown()).nullable())
    .optional()
    .describe(
      "trainings that go before, by name: each sets what it has otherwise, as a variant does. `{ policy: trained, stage: NAME }` seats what it has trained, and a learner with `from: NAME` begins there",
    ),
  variants: z
    .record(z.string().min(1), z.record(z.string(), z.unknown()).nullable())
    .meta({ minProperties: 1 })
    .optional()
    .describe(
      "settings to compare, by name: each sets environment, agents, reward, feedback, measures or a path below one of them",
    ),
  grid: z
    .record(z.string().min(1), z.array(z.unknown()).min(1))
    .optional()
    .describe("lists of values by path (environment.horizon); every combination becomes a variant"),
  measures: measuresSchema
    .optional()
    .describe("what is measured once a seed beside the channels of episodes; claims and tables call it by its name"),
  claims: claimsSchema.optional(),
  seeds: seedsSchema
    .default(10)
    .describe(
      "how many seeds (0, 1, …), or which; variants share them. { short: 5, full: 40 } has two sizes, of which --full takes the second",
    ),
  episodes: episodesField.default(1).describe("episodes in each cell"),
  budget: z
    .number()
    .gt(0)
    .optional()
    .describe(
      "money that one command may spend on language models, by their prices; then the run stops once the calls under way are paid, and can go on",
    ),
  record: z.enum(["steps", "episodes"]).default("steps").describe("keep every step, or only each episode's totals"),
  judging: judgingSchema.optional().describe("what `agon view` asks a person that judges episodes by hand"),
});
