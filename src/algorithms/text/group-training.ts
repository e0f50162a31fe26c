// A training on groups from its first imitation to its last paid update: phases before the pay, stages of pay, who goes along, and
// what is kept between two segments.

import type { Training, TrainingCheckpoint, TrainingContext, UpdateReport } from "../../core/algorithm.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { transformer } from "../../nn/models/transformer.ts";
import type { Optimiser } from "../../nn/optimiser.ts";
import { Parameters } from "../../nn/parameters.ts";
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
import type { Companion } from "./callback.ts";
import { checkAccompanied, companionOf, preparingUpdates, roomFor, shownBy } from "./callback-choice.ts";
import { type GroupLearner, groupLearner, groupOptimiser, type Update } from "./group-learner.ts";
import type { GroupTrainingOptions } from "./grpo.ts";
import { methodOf, partsOf } from "./method-choice.ts";
import { inOrder, type Phase } from "./phases.ts";
import { curation } from "./rejection-sampling.ts";
import { warmUp, warmUpPhase } from "./sft.ts";
import type { GroupSizes, Stages } from "./stages.ts";
import { textPlayer } from "./text-player.ts";
import { tokenReport } from "./token-report.ts";

/** A world for every row. */
function worldsOf({ questions, answers }: GroupSizes, { makeEnvironment }: TrainingContext): NumericEnvironment[] {
  return Array.from({ length: questions * answers }, makeEnvironment);
}

/** Begins, or goes on from a checkpoint. Throws a UserError where the parameters don't fit the world. */
export function groupTraining(
  context: TrainingContext,
  p: GroupTrainingOptions,
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
  const imitated = { ...p.warmUp, change: shownBy(p, context, p.warmUp.from, model.context) };
  const first = warmUp(context, model, own, imitated, random.stream("warm-up"));
  const curated = p.curation && curation(context, model, own, p.curation, p, random.stream("curation"));
  const before = inOrder([
    warmUpPhase(first, p.warmUp.steps),
    ...(curated === undefined ? [] : [curated]),
    preparing(),
  ]);
  const warming = before.updates;
  const total = warming + stages.updates;
  const segment = Math.max(1, Math.ceil(total / p.segments));
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
    before.restore(tensors, done);
    if (done >= warming) {
      restoreParameters(tensors, reference, "reference.");
      if (done > warming) for (const [name, state] of remembered) restore(tensors, name, state);
      if (!stages.starts.includes(done - warming)) {
        learner = begun();
        restore(tensors, "optimiser", learner.state);
      }
    }
  }

  function accompanied(
    sized: GroupTrainingOptions,
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

  /** Companions get ready, in worlds of their own. */
  function preparing(): Phase {
    return {
      updates: preparingUpdates(p),
      update() {
        companion ??= accompanied(p, context, worldsOf(p, context), groupOptimiser(own.flat.length, p));
        return { written: 0, measures: companion.prepare?.() ?? {} };
      },
      // What they have is kept by the training, from their first update to its last.
      save: () => [],
      restore(_tensors, done) {
        if (done > 0) kept = from?.tensors ?? [];
      },
      close() {},
    };
  }

  return {
    update() {
      if (over()) return undefined;
      const report = done < warming ? prepare() : learn();
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
          ...before.save(done),
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
      before.close();
      learner?.close();
      companion?.close();
    },
  };

  function prepare(): UpdateReport {
    const { written, measures } = before.update(done);
    characters += written;
    return { steps: characters, share: (done + 1) / total, measures };
  }

  /** An update on the task, which the companion sees. */
  function followed(learner: GroupLearner, rng: Random): Update {
    const update = learner.update(rng);
    return { ...update, measures: { ...update.measures, ...companion?.after?.(update.rollouts, rng) } };
  }

  function learn(): UpdateReport {
    learner ??= begun();
    const rng = random.stream("update", done - warming);
    const { measures, rollouts, lesson } = companion?.instead?.(rng) ?? followed(learner, rng);
    for (let k = 0; k < rollouts.written.length; k++) characters += rollouts.written[k];
    const share = Math.max((done + 1) / total, Math.min(1, characters / most));
    const report = { steps: characters, share, measures };
    // The first update is looked at, and the last of every segment.
    if (done > warming && (done + 1) % segment !== 0 && share < 1) return report;
    return { ...report, texts: tokenReport(rollouts, spec.alphabet ?? [], method.objectives, lesson) };
  }
}
