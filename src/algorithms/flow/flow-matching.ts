// Flow matching (Lipman et al., arXiv 2210.02747; rectified flow, arXiv 2209.03003): a flow learns to draw as a demonstrator of the world does.

import { z } from "zod";
import type { AlgorithmPlan, Training, TrainingCheckpoint, TrainingContext } from "../../core/algorithm.ts";
import type { Emphasis, NumericSpec } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { positive, share, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { understandingHead } from "../../feedback/pictures/understanding-head.ts";
import { observationScale } from "../../play/vector-environment.ts";
import { demonstratedSteps, demonstratorOf } from "../demonstrated-steps.ts";
import { picked } from "../rows.ts";
import {
  restoreModel,
  restoreParameters,
  savedLearners,
  savedModel,
  savedParameters,
  tensorsOf,
} from "../training-checkpoint.ts";
import { checkFinite, measureMeans } from "../training-measures.ts";
import { checkFlow, flowFields, flowOptimiser, flowPlayer } from "./flow-learner.ts";
import { flowNetwork } from "./flow-network.ts";
import { noised, rowErrors, runningMean } from "./flow-rule.ts";
import { objectsOf } from "./map-matching.ts";
import { byOde } from "./samplers.ts";

const parameters = z.strictObject({
  ...flowFields,
  demonstrator: z
    .string()
    .default("painter")
    .describe("oracle of the world that draws what is learnt, as `agon show` lists them"),
  demonstrations: whole(1, 1_000_000, 20_000).describe("actions that it draws"),
  gradientSteps: whole(1, 10_000_000, 2400).describe("gradient steps"),
  batch: whole(1, 65_536, 192).describe("demonstrated actions of each, drawn with replacement"),
  rate: positive(10, 3e-3).describe("learning rate of Adam after its rise; it falls by a cosine to a fiftieth"),
  rise: whole(0, 1_000_000, 100).describe("gradient steps in which the rate rises"),
  clip: positive(1e9, 1).describe("longest gradient; longer ones are shortened to it"),
  emphasis: within(0, 1e6, 0).describe(
    "λ: the squared error of a part of an action counts 1 + λ·M, where M is how much more it matters in this world, as pictures/road declares",
  ),
  understanding: whole(0, 1_000_000, 0).describe(
    "gradient steps at the end in which a head learns to tell from a picture whether its objects are as wanted, for flow-srum; none without",
  ),
  average: share(0.995).describe("decay of the running mean of the parameters, by which is played"),
});
type Options = z.output<typeof parameters>;

/** Gradient steps of an update. */
const STRIDE = 25;

export const flowMatching: BoundEntry<AlgorithmPlan> = bind({
  id: "flow-matching",
  summary: "a flow from noise to actions learns to draw as a demonstrator of the world does",
  source: "Lipman et al. (arXiv 2210.02747)",
  parameters,
  example: {
    environment: "pictures/sprites",
    reward: { channel: "right" },
    parameters: { gradientSteps: 50, demonstrations: 500, width: 32 },
  },
  make: (p): AlgorithmPlan => ({
    begins: true,
    check(spec) {
      checkFlow("flow-matching", spec, p);
      demonstratorOf("flow-matching", spec, p.demonstrator);
      if (p.understanding > 0) objectsOf("understanding", spec.mixture);
      if (p.emphasis > 0) emphasisOf(spec, p.tokens);
    },
    train: (context, from) => matching(context, p, from),
  }),
});

/** Rises in a line and falls by half a cosine to a fiftieth. */
export function cosineRate(rate: number, rise: number, total: number): (step: number) => number {
  return (step) => {
    if (step < rise) return (rate * (step + 1)) / rise;
    const over = (step - rise) / Math.max(1, total - rise);
    return rate * (0.02 + (0.98 * (1 + Math.cos(Math.PI * Math.min(1, over)))) / 2);
  };
}

/** How much more parts of an action matter. Throws a UserError where the world does not say it, or of other parts. */
function emphasisOf({ emphasis }: NumericSpec, tokens: number | undefined): Emphasis {
  if (emphasis !== undefined && (tokens ?? emphasis.parts) === emphasis.parts) return emphasis;
  const what =
    emphasis === undefined
      ? "this world does not say which parts of an action matter more"
      : `emphasis is of ${emphasis.parts} parts, and the network has ${tokens} tokens`;
  const hint = emphasis === undefined ? "pictures/road does; set emphasis to 0" : "leave out tokens";
  throw new UserError({ code: "no-emphasis", what, path: ["emphasis"], hint });
}

function matching(context: TrainingContext, p: Options, from: TrainingCheckpoint | undefined): Training {
  const { spec, random } = context;
  const network = flowNetwork(spec, p);
  const raw = network.begin(random.stream("network"));
  if (context.start !== undefined) restoreParameters(tensorsOf(context.start, 0), raw);
  const mean = raw.clone();
  const head = p.understanding > 0 ? headOf(context) : undefined;
  const optimiser = flowOptimiser(raw.flat.length, cosineRate(p.rate, p.rise, p.gradientSteps), p.clip);
  const total = Math.ceil(p.gradientSteps / STRIDE);
  const segment = Math.ceil(total / p.segments);
  let done = 0;
  if (from !== undefined) {
    const tensors = tensorsOf(from, 0);
    restoreParameters(tensors, mean);
    restoreModel(tensors, raw, optimiser, "raw.");
    if (head !== undefined) restoreParameters(tensors, head.parameters);
    done = from.updates;
  }
  let lessons: ReturnType<typeof lessonsOf> | undefined;
  const left = (): TrainingCheckpoint => ({
    updates: done,
    tensors: savedLearners([
      {
        save: () => [
          ...savedParameters(mean),
          ...savedModel(raw, optimiser, "raw."),
          ...(head === undefined ? [] : savedParameters(head.parameters)),
        ],
      },
    ]),
  });
  return {
    update() {
      if (done === total) return undefined;
      lessons ??= lessonsOf(context, p, network, raw);
      const means = measureMeans();
      const own = random.stream("update", done);
      for (let step = 0; step < Math.min(STRIDE, p.gradientSteps - done * STRIDE); step++) {
        const matchingLoss = lessons.differentiate(own.stream("batch", step));
        const gradientNorm = optimiser.step(raw.flat, lessons.gradient);
        runningMean(mean.flat, raw.flat, p.average);
        means.add({ matchingLoss, gradientNorm });
      }
      done += 1;
      const understanding = done < total ? undefined : head?.learn(lessons.captions(), p.understanding);
      const measures = { ...means.means(), ...(understanding === undefined ? {} : { understanding }) };
      checkFinite(measures, done * STRIDE, "a smaller rate or clip keeps it finite");
      return { steps: 0, share: done / total, measures };
    },
    checkpoint: () => (done % segment === 0 || done === total ? left() : undefined),
    left,
    player: () => flowPlayer(spec, network, mean.clone(), byOde(p.drawSteps)),
    close: () => lessons?.close(),
  };
}

/** The understanding of pictures, which learns at once and returns the share of verdicts on unseen renders that are right. */
function headOf({ spec, random }: TrainingContext) {
  const reader = understandingHead(objectsOf("understanding", spec.mixture), spec.observationSize);
  const own = random.stream("understanding");
  const parameters = reader.begin(own);
  return {
    parameters,
    learn(captions: Float32Array, steps: number): number {
      reader.teach(parameters, captions, steps, own.stream("lessons"));
      return reader.accuracy(parameters, captions, own.stream("examination"));
    },
  };
}

/** Returns a function that writes the factor of each token's squared error, [batch × tokens], 2·(1 + λ·M)/numbers of the batch. */
function emphasised(spec: NumericSpec, p: Options, batch: number) {
  const { parts, write } = emphasisOf(spec, p.tokens);
  const size = spec.observationSize;
  const { shift, factor } = observationScale(spec);
  const [seen, more] = [new Float64Array(size), new Float64Array(parts)];
  return (conditions: Float32Array, into: Float64Array): void => {
    for (let row = 0; row < batch; row++) {
      for (let k = 0; k < size; k++) seen[k] = conditions[row * size + k] / factor[k] + shift[k];
      write(seen, more);
      for (let k = 0; k < parts; k++)
        into[row * parts + k] = (2 * (1 + p.emphasis * more[k])) / batch / spec.actionSize;
    }
  };
}

/** Demonstrated actions, and gradients of the matching loss on batches of them. */
function lessonsOf(
  context: TrainingContext,
  p: Options,
  network: ReturnType<typeof flowNetwork>,
  raw: ReturnType<typeof network.begin>,
) {
  const { spec } = context;
  const shown = demonstratedSteps(
    context,
    demonstratorOf("flow-matching", spec, p.demonstrator),
    p.demonstrations,
    { size: spec.actionSize, encode: (action, into) => into.set(action) },
    observationScale(spec),
  );
  const { batch } = p;
  const size = spec.actionSize;
  const program = network.gradients(raw, batch);
  const chosen = new Int32Array(batch);
  const actions = new Float32Array(batch * size);
  const conditions = new Float32Array(batch * spec.observationSize);
  const weigh = p.emphasis > 0 ? emphasised(spec, p, batch) : undefined;
  const scale = new Float64Array(weigh === undefined ? batch : batch * network.tokens).fill(2 / batch / size);
  const part = (batch * size) / scale.length;
  const shift = new Float32Array(batch * size);
  const errors = new Float64Array(batch);
  return {
    gradient: program.gradient,
    /** Differentiates the mean squared error of velocities on a batch, which it returns. */
    differentiate(rng: TrainingContext["random"]): number {
      for (let k = 0; k < batch; k++) chosen[k] = rng.integer(p.demonstrations);
      picked(shown.actions, chosen, size, actions);
      picked(shown.observations, chosen, spec.observationSize, conditions);
      const { x, velocity, t } = noised(actions, batch, rng);
      weigh?.(conditions, scale);
      for (let k = 0; k < shift.length; k++) shift[k] = -scale[Math.floor(k / part)] * velocity[k];
      const velocities = program.run(x, conditions, t, scale, shift);
      return rowErrors(velocities, velocity, batch, errors).reduce((a, b) => a + b, 0) / batch;
    },
    /** What was to be drawn, as the world shows it. */
    captions(): Float32Array {
      const { shift, factor } = observationScale(spec);
      const { length } = shift;
      return shown.observations.map((value, k) => value / factor[k % length] + shift[k % length]);
    },
    close: program.close,
  };
}
