// How much a bandit learner lost by not knowing the best arm.

import type { BanditLearner } from "../../algorithms/bandits/learner.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { UserError, unknownName } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import { episodeRunner, type JointPolicy } from "../../play/episode.ts";
import { streamsBelow } from "../../play/streams.ts";

/**
 * Plays an episode and returns the regret up to each round, [horizon]: the running sum of the world's channel `regret`.
 * The learner is told the channel `payoff`. Throws a UserError where the world is no bandit.
 */
export function regretCurve(environment: NumericEnvironment, learner: BanditLearner, random: Random): Float64Array {
  const { channels, choices, horizon } = environment.spec;
  const names = channels.map(({ name }) => name);
  const [payoff, regret] = ["payoff", "regret"].map((name) => {
    const at = names.indexOf(name);
    if (at < 0) throw new UserError(unknownName("channel of this world", name, names));
    return at;
  });
  if (choices === undefined)
    throw new UserError({ code: "no-choices", what: "this world has no arms", hint: "bandits/bernoulli has" });
  const hand = random.stream("learner");
  const policy: JointPolicy = {
    act({ actions }) {
      actions[0] = learner.choose(hand);
    },
    receive: ({ actions, outcomes }) => learner.learn(actions[0], outcomes[payoff]),
  };
  const curve = new Float64Array(horizon);
  let sum = 0;
  episodeRunner(environment).play(policy, streamsBelow(random.stream("environment")), ({ outcomes }, round) => {
    sum += outcomes[regret];
    curve[round] = sum;
  });
  return curve;
}
