// A trained model in its seat: it reads what was added to the text and writes the next character.

import type { Agent } from "../../core/agent.ts";
import type { Random } from "../../core/random.ts";
import type { LanguageModel } from "../../nn/models/language-model.ts";
import { type ChoiceOptions, tokenChooser } from "../../nn/models/token-choice.ts";
import type { Parameters } from "../../nn/parameters.ts";

/** A player with `parameters`, which nobody else may change. */
export function textPlayer(model: LanguageModel, parameters: Parameters, options: ChoiceOptions): Agent {
  const reader = model.reader(parameters, 1);
  const choose = tokenChooser(model.vocabulary, options);
  const next = new Int32Array(1);
  let read = 0;
  let hand: Random | undefined;
  return {
    reset(random) {
      reader.clear();
      read = 0;
      hand = random;
    },
    act(observation, action) {
      if (hand === undefined) throw new Error("a model writes before its first reset");
      for (; read < observation.length && observation[read] !== 0; read++) {
        next[0] = observation[read];
        reader.read(next);
      }
      action[0] = choose(reader.logits, 0, hand).token;
    },
    close: () => reader.close(),
  };
}
