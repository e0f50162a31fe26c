// The trainer of texts over methods and callbacks. Group-relative policy optimisation (Shao et al., arXiv 2402.03300) of a small
// transformer: it first imitates a demonstrator of the world, and then is paid. The group is the baseline, so that no value function is
// learnt. The advantage is computed by the method, which is `group-relative.ts` unless another is named; callbacks go along.

import { z } from "zod";
import type {
  AlgorithmPlan,
  Training,
  TrainingCheckpoint,
  TrainingContext,
  UpdateReport,
} from "../../core/algorithm.ts";
import type { NumericEnvironment, NumericSpec } from "../../core/environment.ts";
import { UserError, under } from "../../core/errors.ts";
import { type Preset, preset } from "../../core/preset.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { charactersOf } from "../../core/text.ts";
import { transformer } from "../../nn/models/transformer.ts";
import type { Optimiser } from "../../nn/optimiser.ts";
import { Parameters } from "../../nn/parameters.ts";
import { playsOtherwise } from "../trained-play.ts";
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
import { type Callback, type CallbackPlan, type TrainerOptions, together } from "./callback.ts";
import {
  type ChosenPart,
  type ChosenParts,
  checkDemands,
  checkSpecs,
  checkWorlds,
  chosenParts,
  partFields,
  type TextParts,
  termsOf,
} from "./chosen-parts.ts";
import { type BegunPractice, curriculum } from "./curriculum.ts";
import { type GroupLearner, type GroupUpdate, groupLearner, groupOptimiser } from "./group-learner.ts";
import { groupRelative } from "./group-relative.ts";
import { demonstratorOf } from "./oracle-texts.ts";
import { inOrder, type TrainingPhase } from "./phases.ts";
import { changesInOrder, sft, sftPhase } from "./sft.ts";
import { type GroupSizes, type Stages, stagesOf } from "./stages.ts";
import type { BatchSizes, TextMethod } from "./text-method.ts";
import { textPlayer } from "./text-player.ts";
import { checkHeads, type GroupTrainingOptions, trainerFields } from "./trainer-parameters.ts";
import { tokenReport } from "./writing-measures.ts";

/** The trainer over these methods and callbacks; `usual` is the method where none is named. */
export function grpo(
  registered: TextParts,
  usual: ChosenPart = { use: groupRelative.entry.id },
): BoundEntry<AlgorithmPlan> {
  return bind({
    id: "grpo",
    summary: "a small transformer that writes texts, imitates demonstrations, and is paid by comparison within groups",
    source: "Shao et al., arXiv 2402.03300",
    parameters: z.strictObject({ ...partFields(registered, usual), ...trainerFields }),
    make: (p): AlgorithmPlan => {
      checkHeads(p.model);
      const stages = stagesOf(p.stages, p);
      const parts = chosenParts(registered, p, usual);
      checkDemands(parts, p, stages.starts.map(stages.sizesOf));
      return {
        ...playsOtherwise(p.mode),
        begins: true,
        check(spec) {
          checkWorld(spec, p);
          checkSpecs(parts, spec);
          stages.check(spec);
        },
        train: (context, from) => groupTraining(context, p, parts, stages, from),
      };
    },
  });
}

function checkWorld(spec: NumericSpec, { sft: { steps, from } }: GroupTrainingOptions): void {
  if (spec.alphabet === undefined || spec.agents.length !== 1) {
    const what = "grpo trains one writer in a world of text, and this world is none";
    throw new UserError({ code: "no-text", what, hint: "try language/sort, or ppo in this one" });
  }
  if (steps > 0) demonstratorOf(spec, from);
}

/** Settings behind a name of the trainer; a `method` that is declared without `use` changes this one's parameters. */
export interface TextPreset extends Preset {
  readonly method: ChosenPart;
}

/** The trainer over these methods and callbacks, preset. */
export function textPreset(parts: TextParts, { method, ...given }: TextPreset): BoundEntry<AlgorithmPlan> {
  return preset(grpo(parts, method), given);
}

/** A world for every row. */
function worldsOf({ questions, answers }: GroupSizes, { makeEnvironment }: TrainingContext): NumericEnvironment[] {
  return Array.from({ length: questions * answers }, makeEnvironment);
}

/** Takes over the model of another training. Throws a UserError where it is of another size. */
function beginAt({ tensors }: TrainingCheckpoint, own: Parameters): void {
  try {
    restoreParameters(new Map(tensors.map(({ name, data }) => [name, data])), own);
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    const what = `the model that it begins with is another one: ${error.message}`;
    const hint = "give both the same model, and worlds with the same characters and length";
    throw new UserError({ code: "other-model", what, hint });
  }
}

/** Begins, or goes on from a checkpoint. Throws a UserError where the parameters don't fit the world. */
function groupTraining(
  context: TrainingContext,
  p: GroupTrainingOptions,
  parts: ChosenParts,
  stages: Stages,
  from: TrainingCheckpoint | undefined,
): Training {
  const { spec, random } = context;
  const plans = parts.callbacks.map(({ plan }) => plan);
  /** Results of all callbacks in their order; errors carry the callback's path. */
  const given = <T>(of: (plan: CallbackPlan) => T | undefined): T[] =>
    parts.callbacks.flatMap(({ plan, path }) => under(path, () => of(plan)) ?? []);
  const room = Math.max(spec.observationSize, ...given((plan) => plan.room?.(spec)));
  const model = transformer({ vocabulary: charactersOf(spec).length, context: room, ...p.model });
  const own = new Parameters(model.shapes);
  model.initialise(own, random.stream("weights"));
  if (context.start !== undefined) beginAt(context.start, own);
  const reference = own.clone();
  const memory = restoredMemory(from);
  const sizesIn = ({ questions, answers }: GroupSizes, { horizon }: NumericSpec): BatchSizes => {
    return { rows: questions * answers, group: answers, context: room, longest: horizon };
  };
  const methodIn = (world: NumericSpec, options: TrainerOptions) =>
    parts.method.plan.make({ sizes: sizesIn(options, world), options, spec: world });
  /** The method for the training's own world, in what callbacks put around it. */
  const wrapped = (options: TrainerOptions): TextMethod => {
    const sizes = { ...sizesIn(options, spec), width: model.width };
    return plans.reduce((inner, plan) => plan.wrap?.(inner, sizes) ?? inner, methodIn(spec, options));
  };
  // What does not fit is told before the imitation.
  for (const update of stages.starts) termsOf(parts, stages.contextOf(context, update).makeReward());
  let method = wrapped(p);
  checkWorlds(parts, context);
  const remembered = Object.entries(method.state ?? {});
  if (remembered.length > 0 && ![parts.method, ...parts.callbacks].some(({ plan }) => plan.keepsState === true)) {
    throw new Error(`${parts.method.id} has a state, and its plan does not say keepsState`);
  }
  const shown = changesInOrder(given((plan) => plan.shown?.(context, p.sft.from, room)));
  const lessons = curriculum(stages.practised, { context, model, parameters: own }, p.temperature);
  const imitation = sft(context, model, own, { ...p.sft, change: shown }, random.stream("warm-up"));
  const before = inOrder([
    sftPhase(imitation, p.sft.steps),
    ...given((plan) => plan.before?.({ context, model, parameters: own }, { ...p, starts: lessons.known(p.starts) })),
    preparing(),
  ]);
  const warming = before.updates;
  const total = warming + stages.updates;
  const segment = Math.max(1, Math.ceil(total / p.segments));
  let learner: GroupLearner | undefined;
  /** Starts of the stage, until its first update is reported. */
  let chosen: BegunPractice | undefined;
  let callback: Callback | undefined;
  /** Tensors saved by the callbacks of the stage before. */
  let kept: readonly SavedTensor[] = [];
  let done = from?.updates ?? 0;
  let characters = from === undefined ? 0 : stepsOf(from);
  const most = p.characters ?? Number.POSITIVE_INFINITY;
  const isOver = () => done >= total || characters >= most;

  if (from !== undefined) {
    const tensors = new Map(from.tensors.map(({ name, data }) => [name, data]));
    restoreParameters(tensors, own);
    before.restore(tensors, done);
    if (done >= warming) {
      restoreParameters(tensors, reference, "reference.");
      lessons.restore(tensors, stages.stageOf(done - warming - 1));
      if (done > warming) for (const [name, state] of remembered) restore(tensors, name, state);
      if (!stages.starts.includes(done - warming) && !isOver()) {
        learner = beginStage();
        restore(tensors, "optimiser", learner.state);
      }
    }
  }

  function accompanied(
    options: TrainerOptions,
    paid: TrainingContext,
    worlds: readonly NumericEnvironment[],
    optimiser: Optimiser,
  ): Callback {
    const stage = {
      context: paid,
      model,
      parameters: own,
      options,
      worlds,
      reference,
      optimiser,
      method: (world: NumericSpec) => methodIn(world, options),
    };
    const made = together(given((plan) => plan.make?.(stage)));
    if (kept.length > 0) made.restore?.(new Map(kept.map(({ name, data }) => [name, data])));
    return made;
  }

  function beginStage() {
    const stage = stages.stageOf(done - warming);
    chosen = lessons.begin(stage, before.starts?.());
    const paid = stages.contextOf(context, done - warming, chosen.starts);
    const sized = { ...p, ...stages.sizesOf(done - warming) };
    // A method that remembers is the same in all stages, whose groups are of one size.
    if (remembered.length === 0) method = wrapped(sized);
    const worlds = worldsOf(sized, paid);
    const optimiser = groupOptimiser(own.flat.length, p);
    callback = accompanied(sized, paid, worlds, optimiser);
    const further = termsOf(parts, paid.makeReward());
    const { watch, later } = callback;
    const lent = { memory, reference, further, worlds: (row: number) => worlds[row], watch, later, optimiser };
    return groupLearner(paid, model, own, method, sized, lent);
  }

  /** The next update is the first of a stage. */
  function change() {
    kept = callback?.save?.() ?? [];
    learner?.close();
    callback?.close();
    learner = undefined;
    callback = undefined;
    reference.flat.set(own.flat);
  }

  /** Callbacks get ready, in worlds of their own. */
  function preparing(): TrainingPhase {
    return {
      updates: plans.reduce((sum, { preparing = 0 }) => sum + preparing, 0),
      update() {
        callback ??= accompanied(p, context, worldsOf(p, context), groupOptimiser(own.flat.length, p));
        return { written: 0, measures: callback.prepare?.() ?? {} };
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
      if (isOver()) return undefined;
      const report = done < warming ? prepare() : learn();
      done += 1;
      if (stages.starts.includes(done - warming)) change();
      return report;
    },
    get isPrepared() {
      return done >= warming;
    },
    checkpoint() {
      if (done % segment !== 0 && !isOver()) return undefined;
      // Nothing has happened since.
      if (from?.updates === done) return from;
      const late = done >= warming;
      return {
        updates: done,
        tensors: [
          ...savedParameters(own),
          ...(late ? savedParameters(reference, "reference.") : []),
          ...before.save(done),
          ...lessons.save(),
          ...(learner === undefined ? [] : [saved("optimiser", learner.state)]),
          ...(callback?.save?.() ?? kept),
          ...(done > warming ? remembered.map(([name, state]) => saved(name, state)) : []),
          ...savedMemory(memory),
          savedSteps(characters),
        ],
      };
    },
    player() {
      const writer = { context, model, parameters: own.clone() };
      const [made] = given((plan) => plan.player?.(writer));
      return made ?? textPlayer(model, writer.parameters, { temperature: p.mode ? 0 : 1 });
    },
    close() {
      before.close();
      learner?.close();
      callback?.close();
    },
  };

  function prepare(): UpdateReport {
    const { written, measures } = before.update(done);
    characters += written;
    return { steps: characters, share: (done + 1) / total, measures };
  }

  /** An update on the task, which the callbacks see. */
  function followed(learner: GroupLearner, rng: Random): GroupUpdate {
    const update = learner.update(rng);
    return { ...update, measures: { ...update.measures, ...callback?.after?.(update.rollouts, rng) } };
  }

  function learn(): UpdateReport {
    learner ??= beginStage();
    const rng = random.stream("update", done - warming);
    const { measures, rollouts, lesson } = callback?.instead?.(rng) ?? followed(learner, rng);
    for (let k = 0; k < rollouts.written.length; k++) characters += rollouts.written[k];
    characters += chosen?.written ?? 0;
    const share = Math.max((done + 1) / total, Math.min(1, characters / most));
    const report = { steps: characters, share, measures: { ...measures, ...chosen?.measures } };
    chosen = undefined;
    // The first update is looked at, and the last of every segment.
    if (done > warming && (done + 1) % segment !== 0 && share < 1) return report;
    return { ...report, texts: tokenReport(rollouts, charactersOf(spec), method.objectives, lesson) };
  }
}
