// How likely a model finds texts that are there already.

import type { LanguageModel } from "../../nn/models/language-model.ts";
import { networkProgram } from "../../nn/models/network-program.ts";
import type { Parameters } from "../../nn/parameters.ts";
import { everyText, fillTexts, nextScores, textShapes } from "./text-batch.ts";
import { nameOf } from "./token-loss.ts";

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
