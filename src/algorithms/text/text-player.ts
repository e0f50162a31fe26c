// How likely a model finds texts that are there already, and its player: in a seat it reads what was added to the text and writes the
// next character.

import type { Agent } from "../../core/agent.ts";
import type { Random } from "../../core/random.ts";
import { categoricalChance } from "../../nn/distributions/categorical.ts";
import type { LanguageModel } from "../../nn/models/language-model.ts";
import { networkProgram } from "../../nn/models/network-program.ts";
import { type ChoiceOptions, tokenChooser } from "../../nn/models/token-choice.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { everyText, fillTexts, nextScores, textShapes } from "./text-batch.ts";
import { nameOf } from "./token-loss.ts";

/** A player with `parameters`, which no other code may change. Chances are those of the model, before any temperature. */
export function textPlayer(model: LanguageModel, parameters: Parameters, options: ChoiceOptions): Agent {
  const reader = model.reader(parameters, 1);
  const choose = tokenChooser(model.vocabulary, options);
  const next = new Int32Array(1);
  let read = 0;
  let hand: Random | undefined;
  /** Logits of the character after all that stands there. */
  const look = (observation: Float32Array): Float32Array => {
    for (; read < observation.length && observation[read] !== 0; read++) {
      next[0] = observation[read];
      reader.read(next);
    }
    return reader.logits;
  };
  return {
    reset(random) {
      reader.clear();
      read = 0;
      hand = random;
    },
    act(observation, action) {
      if (hand === undefined) throw new Error("a model writes before its first reset");
      action[0] = choose(look(observation), 0, hand).token;
    },
    follow: (observation, [token]) => categoricalChance(look(observation), 0, model.vocabulary, token),
    close: () => reader.close(),
  };
}

/** Logarithms of the probabilities of written texts under other parameters, as a table [rows × context]. */
export interface Scorer {
  (tokens: Int32Array): Float32Array;
  close(): void;
}

/** Scores `texts` texts under `parameters` as they are at each call. */
export function scorer(model: LanguageModel, parameters: Parameters, texts: number): Scorer {
  const { run, data, close } = networkProgram(
    [parameters],
    ([weights], [tokens, next]) => {
      const { logProbability, entropy } = nextScores(model, weights, tokens, next, texts);
      entropy.dispose();
      return [logProbability];
    },
    textShapes(model, texts),
    nameOf(["scores", model.form, `${texts} texts`]),
  );
  const every = everyText(texts);
  const table = new Float32Array(texts * model.context);
  const score = (tokens: Int32Array): Float32Array => {
    fillTexts(tokens, model, data, every);
    const [places] = run();
    // A place speaks of the character after it.
    for (let k = 0; k < table.length; k++) table[k] = k % model.context === 0 ? 0 : places[k - 1];
    return table;
  };
  return Object.assign(score, { close });
}
