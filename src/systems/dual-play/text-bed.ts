// What every study on the small language model begins with: a world of text, a model that has imitated its demonstrator,
// the same for all arms of a seed, and what a model writes when it is watched.

import type { Callback, CallbackStage } from "../../algorithms/text/callback.ts";
import { type Completions, textSampler } from "../../algorithms/text/completions.ts";
import { type GroupLearnerOptions, groupLearner } from "../../algorithms/text/group-learner.ts";
import { groupMethod } from "../../algorithms/text/group-relative.ts";
import { sft } from "../../algorithms/text/sft.ts";
import type { BatchSizes, GroupMethodOptions, TextMethod } from "../../algorithms/text/text-method.ts";
import type { Measures } from "../../algorithms/training-measures.ts";
import type { TrainingContext } from "../../core/algorithm.ts";
import { atHand } from "../../core/library.ts";
import { Random } from "../../core/random.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { charactersOf } from "../../core/text.ts";
import { environments } from "../../environments/index.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import type { LanguageModel } from "../../nn/models/language-model.ts";
import { transformer } from "../../nn/models/transformer.ts";
import { Parameters } from "../../nn/parameters.ts";
import { rewardPlan, rewards } from "../../rewards/index.ts";

/** Where a model learns, and what it is. */
export interface Bed {
  /** A world of text with its parameters, as an experiment names it. */
  readonly world: { readonly id: string } & Readonly<Record<string, unknown>>;
  readonly width: number;
  /** Blocks; default 2. */
  readonly layers?: number;
  /** Gradient steps of the imitation, demonstrations of each (default 64), and the largest learning rate (default 3e-3). */
  readonly steps: number;
  readonly texts?: number;
  readonly rate?: number;
}

/** Worlds of text; studies name them by id. */
const worlds = await atHand(environments, (id) => id.startsWith("language/"));

/** What is trained and watched: the world with a declared reward, and streams of the seed. */
export function textContext({ world: { id, ...given } }: Bed, reward: unknown, seed: number): TrainingContext {
  const makeEnvironment = () => worlds.get(id).make(given);
  const { spec } = makeEnvironment();
  const paid = rewardPlan(reward, rewards, []);
  const wanted = rewardPlan({ channel: "correct" }, rewards, []);
  return {
    spec,
    seats: [0],
    partners: [undefined],
    makeEnvironment,
    makeReward: (memory) => paid(spec, memory),
    makeObjective: (memory) => wanted(spec, memory),
    random: Random.of(seed, "training"),
  };
}

/** A model and where it stands. */
export interface Writer {
  readonly model: LanguageModel;
  readonly parameters: Parameters;
}

/** Imitates the world's demonstrator: where all arms of a seed begin. */
export function warmWriter(bed: Bed, seed: number, signal?: AbortSignal): Writer {
  const context = textContext(bed, { channel: "correct" }, seed);
  const { spec, random } = context;
  const model = transformer({
    vocabulary: charactersOf(spec).length,
    context: spec.observationSize,
    width: bed.width,
    layers: bed.layers ?? 2,
    heads: 2,
  });
  const parameters = new Parameters(model.shapes);
  model.initialise(parameters, random.stream("weights"));
  const options = { steps: bed.steps, texts: bed.texts ?? 64, rate: bed.rate ?? 3e-3, from: "demonstrator" };
  const imitation = sft(context, model, parameters, options, random.stream("warm-up"));
  for (let step = 0; step < bed.steps; step++) {
    imitation.step();
    signal?.throwIfAborted();
  }
  imitation.close();
  return { model, parameters };
}

/** How a paid model learns when nothing else is said: 8 × 8 answers, GRPO's credit, DAPO's clip, one step for each update. */
export const GRPO: GroupLearnerOptions & GroupMethodOptions = {
  questions: 8,
  answers: 8,
  rate: 1e-3,
  rise: 5,
  epochs: 1,
  minibatches: 1,
  clip: [0.2, 0.28],
  baseline: "group",
  scale: "group",
  average: "characters",
  divergence: 0,
  entropy: 0,
  temperature: 1,
  tries: 1,
};

/** What a callback of a training is made for. */
type PaidStage = Pick<CallbackStage, "context" | "model" | "parameters" | "worlds">;

/** What a training may be given beside its options. */
interface PaidOptions {
  readonly signal?: AbortSignal | undefined;
  /** Default GRPO by the options. */
  readonly method?: TextMethod | undefined;
  /** Rewards that the method wants to know of beside the pay. */
  readonly further?: readonly RewardPlan[] | undefined;
  /** Updates of earlier stages, after which the questions go on; default 0. */
  readonly after?: number | undefined;
  /** Sees what was written in each update. */
  readonly watch?: ((texts: Completions) => void) | undefined;
  /** Pays for the batches as well. */
  readonly callback?: ((stage: PaidStage) => Pick<Callback, "later" | "close">) | undefined;
}

/** What a method is made for, where a writer answers in a world. */
function sizesOf(
  { model }: Writer,
  { spec }: TrainingContext,
  { questions, answers }: Pick<GroupLearnerOptions, "questions" | "answers">,
): BatchSizes {
  return { rows: questions * answers, group: answers, context: model.context, longest: spec.horizon };
}

/**
 * Learns from `from` on, which stays as it is, under the context's reward; each update's measures. A call is a stage: it has an
 * optimiser of its own, and measures the divergence from where it begins.
 */
export function paidWriter(
  context: TrainingContext,
  from: Writer,
  updates: number,
  options: GroupLearnerOptions & GroupMethodOptions,
  {
    signal,
    method = groupMethod(options, sizesOf(from, context, options)),
    further,
    after = 0,
    watch,
    callback,
  }: PaidOptions = {},
): { readonly writer: Writer; readonly reports: readonly Measures[] } {
  const { model } = from;
  const own = from.parameters.clone();
  const rows = options.questions * options.answers;
  const worlds = Array.from({ length: rows }, context.makeEnvironment);
  const along = callback?.({ context, model, parameters: own, worlds });
  const parts = { further, worlds: (row: number) => worlds[row], later: along?.later };
  const learner = groupLearner(context, model, own, method, options, parts);
  const reports: Measures[] = [];
  try {
    for (let update = 0; update < updates; update++) {
      const { rollouts, measures } = learner.update(context.random.stream("update", after + update));
      reports.push(measures);
      watch?.(rollouts);
      signal?.throwIfAborted();
    }
  } finally {
    learner.close();
    along?.close();
  }
  return { writer: { model, parameters: own }, reports };
}

/** How many answers are watched: `batches` of `questions` questions with `answers` drawn answers each. */
interface WatchedAnswers {
  readonly batches: number;
  readonly questions: number;
  readonly answers: number;
}

/** Each channel's sum over each answer. */
export function byChannel(
  { channels }: Pick<TrainingContext["spec"], "channels">,
  { rows, outcomes }: Pick<Completions, "rows" | "outcomes">,
): Readonly<Record<string, Float64Array>> {
  return Object.fromEntries(
    channels.map(({ name }, c) => [
      name,
      Float64Array.from({ length: rows }, (_, row) => outcomes[row * channels.length + c]),
    ]),
  );
}

/** What a writer answers to `questions` questions, `answers` drawn answers to each. */
export function writtenTexts(
  context: TrainingContext,
  { model, parameters }: Writer,
  { questions, answers }: Pick<WatchedAnswers, "questions" | "answers">,
  random: Random,
): Completions {
  const sampler = textSampler(context, model, parameters, { groups: questions, group: answers });
  const texts = sampler.write(random);
  sampler.close();
  return texts;
}

/** Each channel's sum over each of a writer's answers to held-out questions, the same for all writers. */
function writtenOutcomes(
  bed: Bed,
  { model, parameters }: Writer,
  { batches, questions, answers }: WatchedAnswers,
): Readonly<Record<string, Float64Array>> {
  const seed = 0;
  const context = textContext(bed, { channel: "correct" }, seed);
  const sampler = textSampler(context, model, parameters, { groups: questions, group: answers });
  const found = Array.from({ length: batches }, (_, batch) =>
    byChannel(context.spec, sampler.write(Random.of(seed, "held out", batch))),
  );
  sampler.close();
  const all = (name: string) => Float64Array.from(found.flatMap((channels) => [...channels[name]]));
  return Object.fromEntries(context.spec.channels.map(({ name }) => [name, all(name)]));
}

/** Mean of each channel's sum over `batches` of 64 questions with 8 drawn answers each. */
export function writtenMeans(bed: Bed, writer: Writer, batches = 3): Readonly<Record<string, number>> {
  const outcomes = writtenOutcomes(bed, writer, { batches, questions: 64, answers: 8 });
  return Object.fromEntries(Object.entries(outcomes).map(([name, values]) => [name, mean(values)]));
}
