// The player that a policy has become.

import type { Agent } from "../../core/agent.ts";
import type { NumericSpec } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import type { ObservationScale } from "../../play/vector-environment.ts";
import { decodeAction } from "./action-head.ts";
import { type ActorCritic, compiledStep } from "./actor-critic.ts";

/** Draws from a policy, or always plays its mode. It keeps a copy of the parameters; its memory begins anew with each episode. */
export function policyPlayer(
  spec: NumericSpec,
  network: ActorCritic,
  seat: number,
  mode: boolean,
  scale: ObservationScale,
): Agent {
  const { actor, head } = network;
  const step = compiledStep(actor, spec.observationSize, 1);
  step.weigh(network.parameters.views());
  const spread = network.spread?.slice();
  const encoded = new Float32Array(head.encoding);
  let hand: Random | undefined;
  return {
    reset(random) {
      hand = random;
      step.remembered.fill(0);
    },
    act(observation, action) {
      if (hand === undefined) throw new Error("a policy acts before its first reset");
      for (let k = 0; k < step.input.length; k++) step.input[k] = (observation[k] - scale.shift[k]) * scale.factor[k];
      const [outputs, memory] = step.run();
      if (mode) head.mode(outputs, encoded);
      else head.sample(outputs, 0, spread, hand, encoded, 0);
      if (memory !== undefined) step.remembered.set(memory);
      decodeAction(spec, seat, encoded, 0, action, 0);
    },
    close: step.close,
  };
}
