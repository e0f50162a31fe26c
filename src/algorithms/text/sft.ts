// Imitation before any pay: a model is brought to where a pre-trained one stands, right when it writes its likeliest
// characters and mistaken now and then when it draws them. Cross-entropy of the demonstrator's characters, Adam, a rate that
// rises shortly and then falls to a tenth.

import type { TrainingContext } from "../../core/algorithm.ts";
import type { Random } from "../../core/random.ts";
import type { LanguageModel } from "../../nn/models/language-model.ts";
import { type AdamOptions, adam, type Schedule } from "../../nn/optimiser.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { restore, saved } from "../training-checkpoint.ts";
import { checkFinite } from "../training-measures.ts";
import { type Demonstrations, demonstrations } from "./demonstrations.ts";
import type { Phase } from "./phases.ts";
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

export interface WarmUpOptions extends ImitationOptions {
  /** Name of the world's oracle that is imitated. */
  readonly from: string;
  /** Puts other texts in the place of some, before they are shown; default none. */
  readonly change?: ((shown: Demonstrations, random: Random) => void) | undefined;
}

/** How text models are moved: Adam with a short memory of squares, and no gradient longer than 1. */
export const TEXT_ADAM: Omit<AdamOptions, "rate"> = { beta1: 0.9, beta2: 0.98, clip: 1 };

/** Imitation at work. */
export interface WarmUp {
  /** One gradient step; its mean cross-entropy in nats a character. */
  step(): number;
  /** Steps done, and the optimiser's moments. */
  readonly state: Float32Array;
  close(): void;
}

/** Warms `parameters` up in place; `random` is the warm-up's own stream, of which each step takes a part by its number. */
export function warmUp(
  context: Pick<TrainingContext, "spec" | "makeEnvironment">,
  model: LanguageModel,
  parameters: Parameters,
  options: WarmUpOptions,
  random: Random,
): WarmUp {
  const { from, texts, change } = options;
  const draw = changed(demonstrations(context, from, texts, model.context), change);
  return imitation(model, parameters, options, draw, random);
}

/** The same of whatever `draw` shows, `texts` texts at a time. */
export function imitation(
  model: LanguageModel,
  parameters: Parameters,
  { steps, texts, rate }: ImitationOptions,
  draw: (random: Random) => Demonstrations,
  random: Random,
): WarmUp {
  const loss = imitationLoss(model, parameters, texts);
  const every = everyText(texts);
  const { flat } = parameters;
  const optimiser = adam(flat.length, { ...TEXT_ADAM, rate: riseAndFall(rate, 20, steps) });
  return {
    state: optimiser.state,
    step() {
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
    close: loss.close,
  };
}

/** Gradient steps that are one update. */
const STRIDE = 25;

/** A warm-up of `steps` gradient steps as a phase. */
export function warmUpPhase(first: WarmUp, steps: number): Phase {
  const updates = Math.ceil(steps / STRIDE);
  return {
    updates,
    update(done) {
      let sum = 0;
      const count = Math.min(STRIDE, steps - done * STRIDE);
      for (let k = 0; k < count; k++) sum += first.step();
      return { written: 0, measures: { imitationLoss: sum / count } };
    },
    save: (done) => (done < updates ? [saved("warmUp", first.state)] : []),
    restore(tensors, done) {
      if (done < updates) restore(tensors, "warmUp", first.state);
    },
    close: first.close,
  };
}

/** Demonstrations of which some give way to others. */
function changed(draw: (random: Random) => Demonstrations, change: WarmUpOptions["change"]): typeof draw {
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
