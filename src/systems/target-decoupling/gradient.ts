// What target decoupling promises, exactly: with networks that share nothing the short heads do not touch the actor's gradient. One clip
// over both networks, as in the released code, lets them in again.

import { Random } from "../../core/random.ts";
import { verticalLander } from "../../environments/control/vertical-lander.ts";
import { sgd } from "../../nn/optimiser.ts";
import { atLeast, atMost, nearly } from "../../study/bound.ts";
import { type Claim, equation, is } from "../../study/claim.ts";
import { largestGap } from "../../study/matching.ts";
import { DISCOUNTS } from "./arms.ts";
import { sizeOfPart, withLoss } from "./surrogate.ts";

const SIZE = 64;
const LONGEST_GRADIENT = 0.5;

export function gradientEquations(): Claim[] {
  const four = actorGradient(DISCOUNTS.length);
  const one = actorGradient(1);
  const apart = largestGap(four.gradient, one.gradient) / Math.hypot(...one.gradient);
  // A step that is clipped jointly moves the actor by 0.5·g/‖(g, critic's gradient)‖.
  const joint = Math.hypot(...four.step) / Math.hypot(...one.step);
  return [
    equation(
      "separate networks: gradient of the decoupled actor with four heads and with the short ones deleted",
      is(apart, atMost(1e-6), "largest gap, of the norm"),
    ),
    equation(
      `gradients of actor and critic clipped to ${LONGEST_GRADIENT} by themselves: the actor's with four heads and with one`,
      is(largestGap(four.alone, one.alone) / LONGEST_GRADIENT, atMost(1e-6), "largest gap, of the norm"),
    ),
    equation(
      "gradients of actor and critic clipped as one: the actor's step with four heads over that with one, ‖g₁‖/‖g₄‖ of the joint gradients",
      [
        is(joint, nearly(one.norm / four.norm, 1e-4)),
        is(Math.abs(joint - 1), atLeast(0.01), "less 1: the clip lets them in"),
      ],
    ),
  ];
}

/** Gradient of PPO's loss on one random batch, with the same actor, advantages and draws however many heads there are. */
function actorGradient(heads: number) {
  const random = Random.of(1, "decoupled gradient");
  const { spec } = verticalLander.make();
  const options = { size: SIZE, clipValue: true, entropy: 0.01, valueWeight: 0.5, normalise: true };
  return withLoss(spec, { hidden: [64, 64], values: heads }, options, random.stream("weights"), (network, loss) => {
    const [seen, everybody, actions, old, advantages, returns, values] = loss.data;
    const batch = random.stream("batch");
    for (let k = 0; k < seen.length; k++) seen[k] = batch.uniform(-1, 1);
    everybody.set(seen);
    for (let k = 0; k < SIZE; k++) {
      actions[k] = batch.integer(2);
      old[k] = Math.log(0.5) + 0.1 * batch.normal();
      advantages[k] = batch.normal();
    }
    const targets = random.stream("targets");
    for (let k = 0; k < SIZE * heads; k++) {
      values[k] = targets.normal();
      returns[k] = values[k] + 10 * targets.normal();
    }
    loss.run();
    const { flat } = network.parameters;
    const actor = sizeOfPart(network, "actor.");
    const gradient = loss.gradient.slice(0, actor);
    const alone = gradient.slice();
    sgd(actor, { rate: 1, clip: LONGEST_GRADIENT }).step(new Float32Array(actor), alone);
    const moved = new Float32Array(flat.length);
    const joint = loss.gradient.slice();
    const norm = sgd(flat.length, { rate: 1, clip: LONGEST_GRADIENT }).step(moved, joint);
    return { gradient, alone, step: moved.slice(0, actor), norm };
  });
}
