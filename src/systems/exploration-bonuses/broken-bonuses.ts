// The two bonuses with their idea taken out: counts of shuffled states, and an episode that never begins anew.

import { Random } from "../../core/random.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { countBonus, episodicBonus } from "../../rewards/count-bonuses.ts";

/** The global count, with the places x and y exchanged for others at random, anew in every episode. */
export function shuffledCount(channels: readonly string[]): RewardPlan {
  return (spec, memory) => {
    const inner = countBonus({ channels })(spec, memory);
    const [x, y] = ["x", "y"].map((name) => spec.channels.findIndex((one) => one.name === name));
    const width = spec.channels[x].high + 1;
    const order = Int32Array.from({ length: width * (spec.channels[y].high + 1) }, (_, place) => place);
    const told = new Float64Array(spec.channels.length);
    let episode = 0;
    const disguise = (outcomes: Float64Array) => {
      told.set(outcomes);
      const place = order[outcomes[x] + width * outcomes[y]];
      told[x] = place % width;
      told[y] = Math.floor(place / width);
      return told;
    };
    return {
      lasting: true,
      reset(outcomes) {
        shuffle(order, Random.of(0, "shuffled keys", episode++));
        inner.reset(disguise(outcomes));
      },
      pay: (outcomes, status, pay) => inner.pay(disguise(outcomes), status, pay),
    };
  };
}

/** The episodic bonus whose set of visited states is never cleared. */
export function frozenEpisode(channels: readonly string[]): RewardPlan {
  return (spec) => {
    const inner = episodicBonus({ channels })(spec);
    let begun = false;
    return {
      lasting: true,
      reset(outcomes) {
        if (!begun) inner.reset(outcomes);
        begun = true;
      },
      pay: inner.pay,
    };
  };
}
