// Supervised fine-tuning before any pay: by imitation a model is brought to where a pre-trained one stands, right when it writes its
// likeliest characters and mistaken now and then when it draws them. The loss is the cross-entropy of the demonstrator's
// characters; Adam's rate rises shortly and then falls to a tenth.

import type { TrainingContext } from "../../core/algorithm.ts";
import type { Random } from "../../core/random.ts";
import { END, numberOf } from "../../environments/language/alphabet.ts";
import type { AnswerQuestion } from "../../environments/language/verdicts.ts";
import type { LossGradient } from "../../nn/loss-gradient.ts";
import type { LanguageModel } from "../../nn/models/language-model.ts";
import { type AdamOptions, adam, type Schedule } from "../../nn/optimiser.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { restore, saved } from "../training-checkpoint.ts";
import { checkFinite } from "../training-measures.ts";
import { type Demonstrations, demonstrations } from "./oracle-texts.ts";
import type { TrainingPhase } from "./phases.ts";
import { everyText, fillBefore, fillTexts } from "./text-batch.ts";
import { imitationLoss } from "./token-loss.ts";

export interface ImitationOptions {
  /** Gradient steps. */
  readonly steps: number;
  /** Texts of each. */
  readonly texts: number;
  /** Largest learning rate. */
  readonly rate: number;
}

/** Puts other texts in the place of some demonstrations, before they are shown. */
export type ImitationChange = (shown: Demonstrations, random: Random) => void;

/** Several changes of demonstrations as one. */
export function changesInOrder(all: readonly ImitationChange[]): ImitationChange | undefined {
  if (all.length < 2) return all[0];
  return (demonstrations, random) => {
    for (const [k, change] of all.entries()) change(demonstrations, random.stream("callback", k));
  };
}

/** Shows exercises with their answers in the place of a `share` of the texts of `room` places, as long as they fit. */
export function exercisesShown(
  room: number,
  share: number,
  draw: (random: Random) => AnswerQuestion | undefined,
): ImitationChange {
  return ({ tokens, written }, random) => {
    for (let text = 0; text < tokens.length; text += room) {
      const rng = random.stream("text", text / room);
      const exercise = rng.uniform() < share ? draw(rng) : undefined;
      if (exercise === undefined) continue;
      const { question, right } = exercise;
      const characters = [...question, ...right].map(numberOf);
      if (characters.length >= room) continue;
      tokens.fill(0, text, text + room);
      tokens.set([...characters, END], text);
      written.fill(0, text, text + room);
      written.fill(1, text + question.length, text + characters.length + 1);
    }
  };
}

export interface SftOptions extends ImitationOptions {
  /** Name of the world's oracle that is imitated. */
  readonly from: string;
  /** Default none. */
  readonly change?: ImitationChange | undefined;
}

/** How text models are moved: Adam with a short memory of squares, and no gradient longer than 1. */
export const TEXT_ADAM: Omit<AdamOptions, "rate"> = { beta1: 0.9, beta2: 0.98, clip: 1 };

export interface Imitation {
  /** One gradient step; its mean cross-entropy in nats a character. */
  step(): number;
  /** Steps done, and the optimiser's moments. */
  readonly state: Float32Array;
  close(): void;
}

/** Imitates the world's oracle; moves `parameters` in place. Each step takes a part of `random` by its number. */
export function sft(
  context: Pick<TrainingContext, "spec" | "makeEnvironment">,
  model: LanguageModel,
  parameters: Parameters,
  options: SftOptions,
  random: Random,
): Imitation {
  const { from, texts, change } = options;
  const draw = changed(demonstrations(context, from, texts, model.context), change);
  return imitation(model, parameters, options, draw, random);
}

/** The same of any texts that `draw` shows, `texts` at a time. */
export function imitation(
  model: LanguageModel,
  parameters: Parameters,
  { steps, texts, rate }: ImitationOptions,
  draw: (random: Random) => Demonstrations,
  random: Random,
): Imitation {
  let loss: LossGradient | undefined;
  const every = everyText(texts);
  const { flat } = parameters;
  const optimiser = adam(flat.length, { ...TEXT_ADAM, rate: riseAndFall(rate, 20, steps) });
  return {
    state: optimiser.state,
    step() {
      // Compiled for the first step: a training that is taken up later imitates nothing.
      loss ??= imitationLoss(model, parameters, texts);
      const done = optimiser.state[optimiser.state.length - 1];
      const { tokens, written } = draw(random.stream("step", done));
      const count = written.reduce((a, b) => a + b, 0);
      fillTexts(tokens, model, loss.data, every);
      fillBefore(written, model.context, loss.data[2], every, 1 / count);
      const { loss: value } = loss.run();
      optimiser.step(flat, loss.gradient);
      checkFinite({ imitationLoss: value }, done, "a smaller rate of imitation keeps it finite");
      return value;
    },
    close: () => loss?.close(),
  };
}

/** Gradient steps that are one update. */
const STRIDE = 25;

/** An imitation of `steps` gradient steps as a phase. */
export function sftPhase(imitation: Imitation, steps: number): TrainingPhase {
  const updates = Math.ceil(steps / STRIDE);
  return {
    updates,
    update(done) {
      let sum = 0;
      const count = Math.min(STRIDE, steps - done * STRIDE);
      for (let k = 0; k < count; k++) sum += imitation.step();
      return { written: 0, measures: { imitationLoss: sum / count } };
    },
    save: (done) => (done < updates ? [saved("warmUp", imitation.state)] : []),
    restore(tensors, done) {
      if (done < updates) restore(tensors, "warmUp", imitation.state);
    },
    close: imitation.close,
  };
}

/** Demonstrations of which some give way to others. */
function changed(draw: (random: Random) => Demonstrations, change: ImitationChange | undefined): typeof draw {
  if (change === undefined) return draw;
  return (random) => {
    const shown = draw(random);
    change(shown, random.stream("change"));
    return shown;
  };
}

/** From almost 0 to `rate` over `rise` steps, then down to a tenth of it at `steps`. */
export function riseAndFall(rate: number, rise: number, steps: number): Schedule {
  return (step) =>
    step < rise ? (rate * (step + 1)) / rise : rate * (1 - (0.9 * (step - rise)) / Math.max(1, steps - rise));
}
