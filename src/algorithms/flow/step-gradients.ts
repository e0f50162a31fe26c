// Normal steps of a few-step student as actions of a policy: their likelihoods, ratios of these between now and when they were drawn, and the
// gradient that raises the likelihood of steps with an advantage.

import type { FlowPlace } from "./flow-rule.ts";
import type { RenoisedStep } from "./samplers.ts";

/** Steps of the actions of an update, which `keep` writes as they are drawn. */
export function stepGradients(place: FlowPlace, steps: readonly RenoisedStep[], clip: number) {
  const { rows, network, policy } = place;
  const size = network.actionSize;
  const arrays = () => steps.map(() => new Float32Array(rows * size));
  const [states, nexts, velocities] = [arrays(), arrays(), arrays()];
  const shift = new Float32Array(rows * size);
  const times = new Float64Array(rows);
  const sum = new Float32Array(policy.flat.length);
  const ratios = new Float64Array(rows);

  /** Writes the ratio of a row's likelihood of step `index` with velocities `v` to that when it was drawn. */
  const ratiosOf = (index: number, v: ArrayLike<number>): void => {
    const { t, keep, deviation } = steps[index];
    const [before, next, old] = [states[index], nexts[index], velocities[index]];
    for (let row = 0; row < rows; row++) {
      let log = 0;
      for (let k = row * size; k < (row + 1) * size; k++) {
        const was = next[k] - keep * (before[k] - t * old[k]);
        const is = next[k] - keep * (before[k] - t * v[k]);
        log += (was * was - is * is) / (2 * deviation * deviation);
      }
      ratios[row] = Math.exp(log);
    }
  };
  const within = (ratio: number): number => Math.min(1 + clip, Math.max(1 - clip, ratio));

  return {
    states,
    keep(before: Float32Array, v: ArrayLike<number>, after: Float32Array, index: number): void {
      states[index].set(before);
      nexts[index].set(after);
      velocities[index].set(v);
    },
    /**
     * The gradient of −Σ_steps mean over rows of min(ρA, clip(ρ)A), where ρ is the ratio of a step's likelihoods (PPO); 1 unless `isLater`, as
     * the policy that drew has not learnt yet. The next call overwrites it.
     */
    gradient(conditions: Float32Array, advantages: ArrayLike<number>, isLater: boolean) {
      sum.fill(0);
      let clipped = 0;
      for (const [index, { t, keep, deviation }] of steps.entries()) {
        times.fill(t);
        const v = isLater ? place.velocities(policy, states[index], conditions, times) : velocities[index];
        ratiosOf(index, v);
        for (let row = 0; row < rows; row++) {
          const pay = advantages[row];
          const isClipped = within(ratios[row]) * pay < ratios[row] * pay;
          if (isClipped) clipped += 1;
          const pull = isClipped ? 0 : pay * ratios[row];
          for (let k = row * size; k < (row + 1) * size; k++) {
            const off = nexts[index][k] - keep * (states[index][k] - t * v[k]);
            // −pull·∂ log p/∂v, with ∂mean/∂v = −keep·t.
            shift[k] = (pull * keep * t * off) / (deviation * deviation) / rows;
          }
        }
        const one = place.differentiate(states[index], conditions, times, shift);
        for (let k = 0; k < sum.length; k++) sum[k] += one[k];
      }
      return { gradient: sum, clipFraction: clipped / rows / steps.length };
    },
    /** The clipped ratio of all steps of a row before its step `chosen`, [rows]: how much likelier its state is now. */
    ratiosBefore(conditions: Float32Array, chosen: Int32Array): Float64Array {
      const product = new Float64Array(rows).fill(1);
      for (const [index, { t }] of steps.slice(0, -1).entries()) {
        ratiosOf(index, place.velocities(policy, states[index], conditions, times.fill(t)));
        for (let row = 0; row < rows; row++) if (index < chosen[row]) product[row] *= ratios[row];
      }
      return product.map(within);
    },
  };
}
