// Group-relative policy optimisation (Shao et al., arXiv 2402.03300) of a small transformer that writes texts: it first imitates
// a demonstrator of the world, and then is paid. The group is the baseline, so that no value function is learnt. Under other
// settings the same update is Dr. GRPO, RLOO, REINFORCE++ or DAPO's (`group-credit.ts`, `token-loss.ts`), or another method's
// of learning from groups (`negative-aware.ts`).

import { z } from "zod";
import type {
  AlgorithmPlan,
  Training,
  TrainingCheckpoint,
  TrainingContext,
  UpdateReport,
} from "../../core/algorithm.ts";
import type { NumericEnvironment, NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import { type Bound, bind } from "../../core/registry.ts";
import type { Optimiser } from "../../nn/optimiser.ts";
import { Parameters } from "../../nn/parameters.ts";
import { transformer } from "../../nn/transformer.ts";
import {
  restore,
  restoredMemory,
  restoreParameters,
  type SavedTensor,
  saved,
  savedMemory,
  savedParameters,
  savedSteps,
  stepsOf,
} from "../training-checkpoint.ts";
import type { Companion } from "./companion.ts";
import {
  checkAccompanied,
  checkCompanionSpec,
  checkCompanions,
  companionFields,
  companionOf,
  preparingUpdates,
  roomFor,
  shownBy,
} from "./companion-choice.ts";
import { curation } from "./curation.ts";
import { checkCuration, curationParameters } from "./curation-parameters.ts";
import { demonstratorOf } from "./demonstrations.ts";
import { type GroupLearner, groupLearner, groupOptimiser, type Update } from "./group-learner.ts";
import { checkMethod, methodFields, methodOf, partsOf } from "./method-choice.ts";
import { specimen } from "./specimen.ts";
import { type GroupSizes, groupSizes, type Stages, stageParameters, stagesOf, startParameters } from "./stages.ts";
import { textPlayer } from "./text-player.ts";
import { warmUp } from "./warm-up.ts";
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

type Options = z.output<typeof parameters>;

export const grpo: Bound<AlgorithmPlan> = bind({
  id: "grpo",
  summary: "a small transformer that writes texts, warmed up on demonstrations and paid by comparison within groups",
  source: "Shao et al., arXiv 2402.03300",
  parameters,
  make: (p: Options): AlgorithmPlan => {
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
      train: (context, from) => training(context, p, stages, from),
    };
  },
});

/** Throws a UserError where a method that remembers what it saw would meet groups of several sizes. */
function oneSize({ stages, questions, answers }: Options): void {
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

function checkWorld(spec: NumericSpec, { warmUp: { steps, from } }: Options): void {
  if (spec.alphabet === undefined || spec.agents.length !== 1) {
    throw new UserError({
      code: "no-text",
      what: "grpo trains one writer in a world of text, and this world is none",
      hint: "try language/sort, or ppo in this one",
    });
  }
  if (steps > 0) demonstratorOf(spec, from);
}

/** A world for every row. */
function worldsOf({ questions, answers }: GroupSizes, { makeEnvironment }: TrainingContext): NumericEnvironment[] {
  return Array.from({ length: questions * answers }, makeEnvironment);
}

/** Gradient steps of the warm-up that are reported together. */
const STRIDE = 25;

function training(
  context: TrainingContext,
  p: Options,
  stages: Stages,
  from: TrainingCheckpoint | undefined,
): Training {
  const { spec, random } = context;
  const model = transformer({ vocabulary: spec.alphabet?.length ?? 0, context: roomFor(p, spec), ...p.model });
  const own = new Parameters(model.shapes);
  model.initialise(own, random.stream("weights"));
  const reference = own.clone();
  const memory = restoredMemory(from);
  // What does not fit is told before the warm-up.
  for (const update of stages.starts) partsOf(p, stages.contextOf(context, update).makeReward());
  let method = methodOf(p, model, spec);
  checkAccompanied(p, context);
  const remembered = Object.entries(method.state ?? {});
  const imitating = Math.ceil(p.warmUp.steps / STRIDE);
  const curated = p.curation && curation(context, model, own, p.curation, p, random.stream("curation"));
  const preparing = preparingUpdates(p);
  const warming = imitating + (curated?.updates ?? 0) + preparing;
  const total = warming + stages.updates;
  const segment = Math.max(1, Math.ceil(total / p.segments));
  const imitated = { ...p.warmUp, change: shownBy(p, context, p.warmUp.from, model.context) };
  const first = warmUp(context, model, own, imitated, random.stream("warm-up"));
  let learner: GroupLearner | undefined;
  let companion: Companion | undefined;
  /** What the companion of the stage before kept. */
  let kept: readonly SavedTensor[] = [];
  let done = from?.updates ?? 0;
  let characters = from === undefined ? 0 : stepsOf(from);
  const most = p.characters ?? Number.POSITIVE_INFINITY;
  const over = () => done >= total || characters >= most;

  if (from !== undefined) {
    const tensors = new Map(from.tensors.map(({ name, data }) => [name, data]));
    restoreParameters(tensors, own);
    curated?.restore(tensors, done - imitating);
    if (done > warming - preparing) kept = from.tensors;
    if (done < imitating) restore(tensors, "warmUp", first.state);
    else if (done >= warming) {
      restoreParameters(tensors, reference, "reference.");
      if (done > warming) for (const [name, state] of remembered) restore(tensors, name, state);
      if (!stages.starts.includes(done - warming)) {
        learner = begun();
        restore(tensors, "optimiser", learner.state);
      }
    }
  }

  function accompanied(
    sized: Options,
    paid: TrainingContext,
    worlds: readonly NumericEnvironment[],
    optimiser: Optimiser,
  ): Companion {
    const made = companionOf(sized, paid, model, own, worlds, { reference, optimiser });
    if (kept.length > 0) made.restore?.(new Map(kept.map(({ name, data }) => [name, data])));
    return made;
  }

  function begun() {
    const paid = (curated?.staged(stages, p) ?? stages).contextOf(context, done - warming);
    const sized = { ...p, ...stages.sizesOf(done - warming) };
    // Who remembers meets one size of group, and is the same method in all stages.
    if (remembered.length === 0) method = methodOf(sized, model, spec);
    const worlds = worldsOf(sized, paid);
    const optimiser = groupOptimiser(own.flat.length, p);
    companion = accompanied(sized, paid, worlds, optimiser);
    const further = partsOf(p, paid.makeReward());
    const { watch, later } = companion;
    const parts = { memory, reference, further, worlds: (row: number) => worlds[row], watch, later, optimiser };
    return groupLearner(paid, model, own, method, sized, parts);
  }

  /** The next update is the first of a stage. */
  function change() {
    kept = companion?.save?.() ?? [];
    learner?.close();
    companion?.close();
    learner = undefined;
    companion = undefined;
    reference.flat.set(own.flat);
  }

  function imitate(): UpdateReport {
    if (curated !== undefined && done >= imitating) {
      const { written, measures } = curated.update(done - imitating);
      characters += written;
      return { steps: characters, share: (done + 1) / total, measures };
    }
    let sum = 0;
    const steps = Math.min(STRIDE, p.warmUp.steps - done * STRIDE);
    for (let k = 0; k < steps; k++) sum += first.step();
    return { steps: 0, share: (done + 1) / total, measures: { imitationLoss: sum / steps } };
  }

  /** Companions get ready in worlds of their own. */
  function prepare(): UpdateReport {
    companion ??= accompanied(p, context, worldsOf(p, context), groupOptimiser(own.flat.length, p));
    return { steps: characters, share: (done + 1) / total, measures: companion.prepare?.() ?? {} };
  }

  return {
    update() {
      if (over()) return undefined;
      const report = done < warming - preparing ? imitate() : done < warming ? prepare() : learn();
      done += 1;
      if (stages.starts.includes(done - warming)) change();
      return report;
    },
    checkpoint() {
      if (done % segment !== 0 && !over()) return undefined;
      const late = done >= warming;
      return {
        updates: done,
        tensors: [
          ...savedParameters(own),
          ...(late ? savedParameters(reference, "reference.") : []),
          ...(done < imitating ? [saved("warmUp", first.state)] : []),
          ...(curated?.save(done - imitating) ?? []),
          ...(learner === undefined ? [] : [saved("optimiser", learner.state)]),
          ...(companion?.save?.() ?? kept),
          ...(done > warming ? remembered.map(([name, state]) => saved(name, state)) : []),
          ...savedMemory(memory),
          savedSteps(characters),
        ],
      };
    },
    player: () => textPlayer(model, own.clone(), { temperature: p.mode ? 0 : 1 }),
    close() {
      first.close();
      curated?.close();
      learner?.close();
      companion?.close();
    },
  };

  /** An update on the task, which the companion sees. */
  function followed(learner: GroupLearner, luck: Random): Update {
    const update = learner.update(luck);
    return { ...update, measures: { ...update.measures, ...companion?.after?.(update.rollouts, luck) } };
  }

  function learn(): UpdateReport {
    learner ??= begun();
    const luck = random.stream("update", done - warming);
    const { measures, rollouts, lesson } = companion?.instead?.(luck) ?? followed(learner, luck);
    for (let k = 0; k < rollouts.written.length; k++) characters += rollouts.written[k];
    const share = Math.max((done + 1) / total, Math.min(1, characters / most));
    const report = { steps: characters, share, measures };
    // The first update is looked at, and the last of every segment.
    if (done > warming && (done + 1) % segment !== 0 && share < 1) return report;
    return { ...report, texts: specimen(rollouts, spec.alphabet ?? [], method.objectives, lesson) };
  }
}
