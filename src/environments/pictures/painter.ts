// The demonstrator of pictures and clips: it draws each part of an action from the mixture of its templates.

import type { Agent } from "../../core/agent.ts";
import type { Random } from "../../core/random.ts";
import type { TemplateMixture } from "../../core/template-mixture.ts";
import { drawAt } from "../../math/weighted-draw.ts";

/** Draws each part from the mixture, given what it sees. */
export function painter({ tokens, size, templates, count, weights, deviation = 0 }: TemplateMixture): Agent {
  const chances = new Float64Array(count);
  let rng: Random | undefined;
  return {
    reset(random) {
      rng = random;
    },
    act(observation, action) {
      if (rng === undefined) throw new Error("a painter draws before its first reset");
      for (let token = 0; token < tokens; token++) {
        weights(observation, token, chances);
        const template = drawAt(chances, 0, count, rng);
        for (let k = 0; k < size; k++) action[token * size + k] = templates[template * size + k];
        if (deviation > 0) for (let k = 0; k < size; k++) action[token * size + k] += deviation * rng.normal();
      }
    },
  };
}
