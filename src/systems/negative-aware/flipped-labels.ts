// A verifier that errs: the label of a whole answer is turned round now and then, by chance alone.

import type { TrainingContext } from "../../core/algorithm.ts";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";

/**
 * The same training, whose reward pays 0 or 1 for a whole answer; with probability `chance` the other of the two is paid. At
 * ½ labels say nothing.
 */
export function withFlippedLabels(context: TrainingContext, chance: number, seed: number): TrainingContext {
  let copies = 0;
  return {
    ...context,
    makeReward(memory) {
      const reward = context.makeReward(memory);
      const random = Random.of(seed, "flipped labels", copies++);
      let paid = 0;
      return {
        reset(outcomes) {
          reward.reset(outcomes);
          paid = 0;
        },
        pay(outcomes, status, pay) {
          reward.pay(outcomes, status, pay);
          paid += pay[0];
          // The step that ends the answer turns what was paid in all from x to 1 − x.
          if (status !== Status.running && random.uniform() < chance) pay[0] += 1 - 2 * paid;
        },
      };
    },
  };
}
