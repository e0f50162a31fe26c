// What actions would be paid, tried in a copy of the world: the black box of best-of-n and of finite differences.

import type { TrainingContext } from "../../core/algorithm.ts";
import { Random } from "../../core/random.ts";
import type { EpisodeView } from "../../play/episode.ts";
import type { PayTrial } from "./process-reward.ts";

/** Where an action is tried: a world before its step, and its outcomes then. */
export type BegunWorld = Pick<EpisodeView, "state" | "outcomes">;

/** Tries row k in a copy of `begun[k]`, with the declared reward as it begins; the copy is made at the first trial. */
export function payTrial(
  context: Pick<TrainingContext, "makeEnvironment" | "makeReward" | "spec">,
  begun: readonly BegunWorld[],
): PayTrial {
  let copy: ReturnType<typeof copyOf> | undefined;
  return (actions, into) => {
    copy ??= copyOf(context);
    const size = context.spec.actionSize;
    for (let row = 0; row < into.length; row++)
      into[row] = copy(begun[row], actions.subarray(row * size, (row + 1) * size));
  };
}

function copyOf({
  makeEnvironment,
  makeReward,
  spec,
}: Pick<TrainingContext, "makeEnvironment" | "makeReward" | "spec">) {
  const environment = makeEnvironment();
  const reward = makeReward();
  const outcomes = new Float64Array(spec.channels.length);
  const action = new Float64Array(spec.actionSize);
  const pay = new Float64Array(1);
  const random = Random.of(0, "trial");
  return (begun: BegunWorld, drawn: Float32Array): number => {
    environment.state.buffer.set(begun.state);
    reward.reset(begun.outcomes);
    action.set(drawn);
    pay[0] = 0;
    const status = environment.step(action, outcomes, random);
    reward.pay(outcomes, status, pay);
    return pay[0];
  };
}
