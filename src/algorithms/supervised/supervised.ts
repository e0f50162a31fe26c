// Supervised learning of what an oracle of the world does: its actions are labels of what it saw. The rule by which hidden layers get their
// credit is a setting, so that rules are compared on any world with an oracle, recorded episodes among them.

import { z } from "zod";
import type { AlgorithmPlan, Training, TrainingCheckpoint, TrainingContext } from "../../core/algorithm.ts";
import type { NumericSpec } from "../../core/environment.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import { flag, oneOf, positive, whole, within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import { largestAt } from "../../math/largest.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { np } from "../../nn/jax.ts";
import { lossGradient } from "../../nn/loss-gradient.ts";
import { sgd } from "../../nn/optimiser.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { observationScale } from "../../play/vector-environment.ts";
import { boxAction, boxPlace } from "../box-action.ts";
import { type ActionEncoding, demonstratedSteps, demonstratorOf } from "../demonstrated-steps.ts";
import { networkPlayer } from "../network-player.ts";
import { picked } from "../rows.ts";
import {
  restore,
  restoreParameters,
  saved,
  savedLearners,
  savedParameters,
  tensorsOf,
} from "../training-checkpoint.ts";
import { checkFinite, measureMeans } from "../training-measures.ts";
import { alikeness } from "./alikeness.ts";
import { COMPARISONS } from "./counter-current.ts";
import { creditRule, RULES, type RuledNetwork } from "./credit-rules.ts";

const parameters = z.strictObject({
  demonstrator: z
    .string()
    .default("demonstrator")
    .describe("oracle of the world whose actions are learnt, as `agon show` lists them"),
  fields: z
    .array(z.string())
    .min(1)
    .optional()
    .describe("fields of the observation that the network sees; default all. Leave out a field that holds the answer"),
  episodes: whole(1, 1_000_000, 1000).describe("episodes that it demonstrates"),
  epochs: whole(1, 100_000, 40).describe("times that the network goes through the demonstrated steps"),
  batch: whole(1, 65_536, 256).describe(
    "demonstrated steps of a gradient step; fewer at the end of an epoch are left out",
  ),
  rule: oneOf(RULES, "back-propagation").describe("where hidden layers get their credit from"),
  comparison: oneOf(COMPARISONS, "class products").describe(
    "of counter-current learning, how a layer is compared with its mirror: products with every class, as released for classifiers; products of normalised rows that should be the identity, as the paper writes; or the squared difference, as released for an autoencoder",
  ),
  feedbackLearns: flag(true).describe("of counter-current learning, whether the feedback network learns"),
  shuffled: flag(false).describe(
    "of counter-current learning, whether local losses are given the labels of other examples, for a control",
  ),
  hidden: z.array(z.int().min(1).max(4096)).max(16).default([64, 64, 64]).describe("units of the hidden layers"),
  activation: oneOf(["elu", "tanh", "relu", "silu"], "elu").describe("between the layers"),
  rate: positive(100, 1).describe("learning rate of gradient descent"),
  momentum: within(0, 0.999, 0).describe("of gradient descent"),
  clip: positive(1e9, 1).describe("longest gradient; longer ones are shortened to it"),
  clipped: oneOf(["networks", "layers"], "networks").describe(
    "whether the gradient of each network is shortened as a whole, or that of each layer on its own",
  ),
  segments: whole(1, 10_000, 1).describe("parts of the training, after each of which it is kept"),
});
type Options = z.output<typeof parameters>;

export const supervised: BoundEntry<AlgorithmPlan> = bind({
  id: "supervised",
  summary:
    "learns an oracle's actions as labels, by counter-current learning, back-propagation, feedback alignment or target projection",
  source: "counter-current learning: arXiv 2409.19841; the others as `rule` names them",
  parameters,
  example: { environment: "images/glyphs", parameters: { demonstrator: "truth", fields: ["image"], episodes: 500 } },
  make: (p): AlgorithmPlan => ({
    check(spec) {
      demonstratorOf("supervised", spec, p.demonstrator);
      columnsOf(spec, p.fields);
      if (spec.choices !== undefined || p.rule !== "counter-current" || p.comparison !== "class products") return;
      const what = "class products compare layers with every class, and this world's actions are numbers in a box";
      throw new UserError({ code: "no-classes", what, path: ["comparison"], hint: "choose another comparison" });
    },
    train: (context, from) => training(context, p, from),
  }),
});

/** Numbers of the observation that belong to the fields. Throws a UserError for one that the world does not have. */
function columnsOf({ observation }: NumericSpec, fields: readonly string[] | undefined): Int32Array {
  const names = observation.map(({ name }) => name);
  const unknown = fields?.find((name) => !names.includes(name));
  if (unknown !== undefined) {
    throw new UserError({ ...unknownName("field of the observation", unknown, names), path: ["fields"] });
  }
  const sizes = observation.map(({ size }) => size);
  const starts = sizes.map((_, k) => sizes.slice(0, k).reduce((a, b) => a + b, 0));
  return Int32Array.from(
    names.flatMap((name, k) =>
      fields === undefined || fields.includes(name) ? Array.from({ length: sizes[k] }, (_, j) => starts[k] + j) : [],
    ),
  );
}

/** A choice as a row with a 1 at it; numbers of a box as their places in it. */
function encodingOf(spec: NumericSpec): ActionEncoding {
  const { choices } = spec;
  if (choices === undefined) {
    return {
      size: spec.actionSize,
      encode(action, into) {
        for (let k = 0; k < into.length; k++) into[k] = boxPlace(spec, 0, k, action[k]);
      },
    };
  }
  return {
    size: choices,
    encode(action, into) {
      into.fill(0);
      into[action[0]] = 1;
    },
  };
}

function training(context: TrainingContext, p: Options, from: TrainingCheckpoint | undefined): Training {
  const { spec, random } = context;
  const columns = columnsOf(spec, p.fields);
  const encoding = encodingOf(spec);
  const sizes = [columns.length, ...p.hidden, encoding.size];
  const loss = spec.choices === undefined ? "squared difference" : "cross-entropy";
  const rule = creditRule({ ...p, sizes, loss }, random.stream("network"));
  const { parameters: all, network } = rule;
  const own = all.part(0, network.shapes.length);
  const parts = partsOf(rule, p);
  let done = 0;
  if (from !== undefined) {
    const tensors = tensorsOf(from, 0);
    restoreParameters(tensors, all);
    for (const [k, { state }] of parts.entries()) restore(tensors, `optimiser.${k}`, state);
    done = from.updates;
  }
  let lessons: ReturnType<typeof lessonsOf> | undefined;
  const begin = () => lessonsOf(context, p, columns, encoding, rule);
  const segment = Math.ceil(p.epochs / p.segments);
  const left = (): TrainingCheckpoint => ({
    updates: done,
    tensors: savedLearners([
      {
        save: () => [...savedParameters(all), ...parts.map(({ state }, k) => saved(`optimiser.${k}`, state))],
      },
    ]),
  });
  return {
    update() {
      if (done === p.epochs) return undefined;
      lessons ??= begin();
      const means = measureMeans();
      for (const gradient of lessons.epoch(done)) {
        const square = parts.reduce((sum, part) => sum + part.step(gradient.flat) ** 2, 0);
        const measures = { loss: gradient.loss, gradientNorm: Math.sqrt(square) };
        checkFinite(measures, parts[0].steps(), "a smaller rate or clip keeps it finite");
        means.add(measures);
      }
      done += 1;
      return {
        steps: done * lessons.count,
        share: done / p.epochs,
        measures: { ...means.means(), ...lessons.alike() },
      };
    },
    checkpoint: () => (done % segment === 0 || done === p.epochs ? left() : undefined),
    left,
    player: () => playerOf(spec, own.clone(), columns, rule),
    close: () => lessons?.close(),
  };
}

/** Parts of the parameters whose gradients are shortened together, each with its optimiser; a part that does not learn is left out. */
function partsOf({ parameters, network, feedback }: RuledNetwork, p: Options) {
  const both = [network, ...(feedback !== undefined && p.feedbackLearns ? [feedback] : [])];
  const sizes = both.flatMap(({ shapes }) =>
    p.clipped === "networks" ? [shapes.length] : new Array<number>(shapes.length / 2).fill(2),
  );
  let tensor = 0;
  return sizes.map((tensors) => {
    const from = parameters.part(0, tensor).flat.length;
    const { flat } = parameters.part(tensor, tensor + tensors);
    tensor += tensors;
    const { state, step } = sgd(flat.length, p);
    return {
      state,
      /** Gradient steps so far. */
      steps: () => state[flat.length],
      /** Moves the part against its share of the gradient, whose norm it returns. */
      step: (gradient: Float32Array) => step(flat, gradient.subarray(from, from + flat.length)),
    };
  });
}

/** Demonstrated steps as lessons, and the gradients of batches of them. */
function lessonsOf(
  context: TrainingContext,
  p: Options,
  columns: Int32Array,
  encoding: ActionEncoding,
  rule: RuledNetwork,
) {
  const { spec, random } = context;
  const oracle = demonstratorOf("supervised", spec, p.demonstrator);
  const shown = demonstratedSteps(context, oracle, p.episodes, encoding, observationScale(spec));
  const width = spec.observationSize;
  const count = shown.actions.length / encoding.size;
  const inputs = new Float32Array(count * columns.length);
  for (let k = 0; k < count; k++) {
    for (let j = 0; j < columns.length; j++)
      inputs[k * columns.length + j] = shown.observations[k * width + columns[j]];
  }
  const batch = Math.min(p.batch, count);
  const shapes = [
    [batch, columns.length],
    [batch, encoding.size],
    [batch, encoding.size],
  ];
  const loss = lossGradient(rule.parameters, (weights, data, [fixed]) => rule.loss(weights, data, fixed), shapes, [
    rule.fixed,
  ]);
  const alike = alikeness(rule, batch);
  const order = Int32Array.from({ length: count }, (_, k) => k);
  const first = order.slice(0, batch);
  const [seen, right, local] = loss.data;
  const show = (chosen: Int32Array) => {
    picked(inputs, chosen, columns.length, seen);
    picked(shown.actions, chosen, encoding.size, right);
  };
  return {
    /** Demonstrated steps, each of which counts once an epoch. */
    count,
    /** The gradient of each batch of an epoch, one after the other: steps are taken in between. */
    *epoch(number: number) {
      const stream = random.stream("order", number);
      for (let k = 0; k < count; k++) order[k] = k;
      shuffle(order, stream);
      for (let at = 0; at + batch <= count; at += batch) {
        const chosen = order.subarray(at, at + batch);
        show(chosen);
        const others = chosen.slice();
        if (p.shuffled) shuffle(others, stream);
        picked(shown.actions, others, encoding.size, local);
        const { loss: value } = loss.run();
        yield { loss: value, flat: loss.gradient };
      }
    },
    /** How alike the two networks are on the first batch; nothing where there is one. */
    alike(): Record<string, number> {
      show(first);
      return alike.measure(seen, right);
    },
    close() {
      loss.close();
      alike.close();
    },
  };
}

/** Takes the likeliest choice, or the numbers that the network gives. `parameters` must not change. */
function playerOf(spec: NumericSpec, parameters: Parameters, columns: Int32Array, { network }: RuledNetwork) {
  const { choices, observationSize } = spec;
  // A product with zeros and ones picks the columns.
  const picks = () => {
    const picked = new Float32Array(observationSize * columns.length);
    for (const [j, column] of columns.entries()) picked[column * columns.length + j] = 1;
    return np.array(picked).reshape([observationSize, columns.length]);
  };
  return networkPlayer(
    spec,
    parameters,
    (weights, x) => {
      const outputs = network.outputs(weights, np.dot(x, picks()));
      for (const output of outputs.slice(0, -1)) output.dispose();
      return outputs[network.layers];
    },
    (head, action) => {
      if (choices === undefined) boxAction(spec, 0, head, 0, action, 0);
      else action[0] = largestAt(head, 0, choices);
    },
  );
}
