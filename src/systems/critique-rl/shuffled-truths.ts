// Verdicts paid by the truth of another question: whether it is turned round is drawn with the question, the same for all answers
// to it. As many first answers are right as wrong, so that the truths are the same, in another order.

import type { TrainingContext } from "../../core/algorithm.ts";
import type { NumericEnvironment } from "../../core/environment.ts";

/** The same training, whose verdicts are held against truths that say nothing; a critique without a verdict stays without one. */
export function withShuffledTruths(context: TrainingContext): TrainingContext {
  const at = (name: string) => context.spec.channels.findIndex((channel) => channel.name === name);
  const [correct, misjudged, readable] = [at("correct"), at("misjudged"), at("readable")];
  return {
    ...context,
    makeEnvironment(): NumericEnvironment {
      const environment = context.makeEnvironment();
      let turned = false;
      return {
        ...environment,
        reset(random, outcomes) {
          environment.reset(random, outcomes);
          turned = random.uniform() < 0.5;
        },
        step(actions, outcomes, random) {
          const status = environment.step(actions, outcomes, random);
          if (turned && outcomes[readable] === 1) {
            const right = outcomes[correct];
            outcomes[correct] = outcomes[misjudged];
            outcomes[misjudged] = right;
          }
          return status;
        },
      };
    },
  };
}
