// Direct reward fine-tuning: the slope of the pay in a drawn action is passed back through the last step of the chain that drew it (DRaFT-1,
// arXiv 2309.17400). Where the chain begins with a demonstrated action that is noised in part, only the rest of it is run: tuning as editing
// (InstructVideo, arXiv 2312.12490).

import type { Agent } from "../../core/agent.ts";
import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import { demonstratorOf } from "../demonstrated-steps.ts";
import { type FlowPlace, type FlowRule, fieldOf } from "./flow-rule.ts";
import { drawByOde, noise } from "./samplers.ts";

export interface PayGradientOptions {
  /** τ: the time that a demonstrated action is noised to; 1 begins with noise alone. */
  readonly chain: number;
  /** The oracle whose actions are noised. */
  readonly demonstrator: string;
}

/** Steps of a chain that begins at time τ, τ·D of the D steps from noise, and at least one. */
export const chainSteps = (chain: number, steps: number): number => Math.max(1, Math.round(chain * steps));

/**
 * Ascends the mean pay of x₀ = x_d − d·v(x_d, d), the last of the chain's Euler steps, with x_d held fixed: the loss −pay has the gradient
 * d·∂pay/∂x₀ in v. A chain from τ < 1 begins with x_τ = (1 − τ)·z + τ·ε of a demonstrated action z to the same observation.
 */
export function payGradient(place: FlowPlace, { chain, demonstrator }: PayGradientOptions): FlowRule {
  const { context, rows, network, policy } = place;
  const { spec } = context;
  const size = network.actionSize;
  const steps = chainSteps(chain, place.steps);
  const last = new Float32Array(rows * size);
  const shift = new Float32Array(rows * size);
  const times = new Float64Array(rows).fill(chain / steps);
  let painter: Agent | undefined;
  const seen = new Float32Array(spec.observationSize);
  const clean = new Float64Array(size);
  /** Moves noise to x_τ. */
  const edit = (actions: Float32Array, observations: Float32Array, random: Random): void => {
    painter ??= demonstratorOf("flow-draft", spec, demonstrator).play(0);
    for (let row = 0; row < rows; row++) {
      painter.reset(random.stream("demonstration", row));
      seen.set(observations.subarray(row * seen.length, (row + 1) * seen.length));
      painter.act(seen, clean);
      for (let k = 0; k < size; k++) {
        const at = row * size + k;
        actions[at] = (1 - chain) * clean[k] + chain * actions[at];
      }
    }
  };
  return {
    readsSlopes: true,
    draw(conditions, actions, random, { observations }) {
      noise(actions, random);
      if (chain < 1) edit(actions, observations, random);
      drawByOde(fieldOf(place, policy, conditions), actions, steps, chain, (x) => last.set(x));
    },
    learn({ conditions, slopes }, _random, update) {
      let square = 0;
      for (let k = 0; k < shift.length; k++) {
        shift[k] = (times[0] * slopes[k]) / rows;
        square += slopes[k] * slopes[k];
      }
      if (update === 0 && square === 0) {
        const what = "the pay has no slope at any of the drawn actions, so that there is nothing to climb";
        throw new UserError({ code: "flat-pay", what, path: ["reward"], hint: "pay for a channel that has a slope" });
      }
      const { gradientNorm } = place.descend(last, conditions, times, undefined, shift);
      return { gradientNorm, paySlope: Math.sqrt(square / rows), networkCalls: steps };
    },
  };
}
