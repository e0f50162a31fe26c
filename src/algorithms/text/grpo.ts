// Group-relative policy optimisation (Shao et al., arXiv 2402.03300) of a small transformer that writes texts: it first imitates
// a demonstrator of the world, and then is paid. The group is the baseline, so that no value function is learnt. Under other
// settings the same update is Dr. GRPO, RLOO, REINFORCE++ or DAPO's (`group-credit.ts`, `token-loss.ts`), or another method's
// of learning from groups (`negative-aware.ts`).

import { z } from "zod";
import type { AlgorithmPlan } from "../../core/algorithm.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { type Bound, bind } from "../../core/registry.ts";
import { checkCompanionSpec, checkCompanions, companionFields } from "./callback-choice.ts";
import { demonstratorOf } from "./demonstrations.ts";
import { groupTraining } from "./group-training.ts";
import { checkMethod, methodFields } from "./method-choice.ts";
import { checkCuration, curationParameters } from "./rejection-sampling-parameters.ts";
import { groupSizes, stageParameters, stagesOf, startParameters } from "./stages.ts";
import { checkHeads, modelParameters, warmUpParameters } from "./writer-fields.ts";

const weight = (what: string) => z.number().min(0).max(1000).default(0).describe(what);

const parameters = z.strictObject({
  updates: z.int().min(0).max(1_000_000).default(60).describe("updates that are paid for, after the warm-up"),
  characters: z
    .int()
    .min(1)
    .max(1_000_000_000)
    .optional()
    .describe("written characters after which the training ends, whatever updates are left; default no end but theirs"),
  ...groupSizes,
  rate: z.number().gt(0).max(1).default(1e-3).describe("learning rate"),
  rise: z.int().min(1).default(5).describe("gradient steps over which the rate rises from almost 0"),
  epochs: z.int().min(1).max(100).default(1).describe("passes over the answers of an update"),
  minibatches: z.int().min(1).max(4096).default(1).describe("parts of a pass, one gradient step each"),
  tries: z
    .int()
    .min(1)
    .max(100)
    .default(1)
    .describe("batches that are written in search of groups whose answers are not all paid the same; 1: as they come"),
  ...methodFields,
  ...companionFields,
  curation: curationParameters
    .optional()
    .describe("between the warm-up and the pay, the model imitates chosen ones of its own answers; default not"),
  starts: startParameters,
  stages: stageParameters,
  divergence: weight("weight of the divergence from the model as it is when a stage begins: first, after its warm-up"),
  entropy: weight("weight of the entropy bonus, in nats a character"),
  temperature: z.number().gt(0).max(100).default(1).describe("that answers are drawn at while it learns"),
  mode: z.boolean().default(false).describe("trained players always write the likeliest character; false: they draw"),
  segments: z.int().min(1).max(10_000).default(10).describe("parts of the training, between which it can be resumed"),
  model: modelParameters,
  warmUp: warmUpParameters(),
});

/** What a training on groups is told. */
export type GroupTrainingOptions = z.output<typeof parameters>;

export const grpo: Bound<AlgorithmPlan> = bind({
  id: "grpo",
  summary: "a small transformer that writes texts, warmed up on demonstrations and paid by comparison within groups",
  source: "Shao et al., arXiv 2402.03300",
  parameters,
  make: (p: GroupTrainingOptions): AlgorithmPlan => {
    checkHeads(p.model);
    const stages = stagesOf(p.stages, p);
    for (const start of stages.starts) checkMethod({ ...p, ...stages.sizesOf(start) });
    checkCompanions(p);
    if (p.rankShaping !== undefined) oneSize(p);
    return {
      check(spec) {
        checkWorld(spec, p);
        checkCompanionSpec(p, spec);
        stages.check(spec);
        if (p.curation !== undefined) checkCuration(p.curation, spec);
      },
      train: (context, from) => groupTraining(context, p, stages, from),
    };
  },
});

/** Throws a UserError where a method that remembers what it saw would meet groups of several sizes. */
function oneSize({ stages, questions, answers }: GroupTrainingOptions): void {
  const other = stages.findIndex(
    (stage) => (stage.questions ?? questions) !== questions || (stage.answers ?? answers) !== answers,
  );
  if (other < 0) return;
  throw new UserError({
    code: "bad-stage",
    what: "rankShaping goes on with what it remembers, from groups of one size",
    path: ["stages", other],
    hint: "give all stages the same questions and answers",
  });
}

function checkWorld(spec: NumericSpec, { warmUp: { steps, from } }: GroupTrainingOptions): void {
  if (spec.alphabet === undefined || spec.agents.length !== 1) {
    throw new UserError({
      code: "no-text",
      what: "grpo trains one writer in a world of text, and this world is none",
      hint: "try language/sort, or ppo in this one",
    });
  }
  if (steps > 0) demonstratorOf(spec, from);
}
