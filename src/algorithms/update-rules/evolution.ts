// An evolution strategy by pairs: each direction is tried forwards and backwards, and the better of the two says where to go.

import type { Random } from "../../core/random.ts";
import { adam } from "../../nn/optimiser.ts";

export interface EvolutionOptions {
  readonly pairs: number;
  /** σ, the standard deviation of a direction's entries. */
  readonly deviation: number;
  /** Adam's rate. */
  readonly rate: number;
}

/**
 * Evolution strategy with antithetic pairs, from `initial`: each direction is tried forwards and backwards on the same task, and
 * only which of the two did better counts, so that tasks of any scale can be mixed (Salimans et al., arXiv 1703.03864, with the
 * pairwise fitness of arXiv 2402.05828).
 */
export function antitheticEvolution(initial: ArrayLike<number>, { pairs, deviation, rate }: EvolutionOptions) {
  const centre = Float32Array.from(initial);
  const size = centre.length;
  const noise = Array.from({ length: pairs }, () => new Float32Array(size));
  const gradient = new Float32Array(size);
  const optimiser = adam(size, { rate });
  return {
    centre,
    /** State of the optimiser, for checkpoints. */
    state: optimiser.state,
    /** Draws the pairs of a generation, centre + σε and centre − σε. */
    ask(random: Random): { readonly forward: Float32Array; readonly backward: Float32Array }[] {
      return noise.map((direction) => {
        for (let k = 0; k < size; k++) direction[k] = random.normal();
        const at = (side: number) => centre.map((x, k) => x + side * deviation * direction[k]);
        return { forward: at(1), backward: at(-1) };
      });
    },
    /**
     * Moves the centre by Adam up (1/(2nσ))·Σ_i (F(forward_i) − F(backward_i))·ε_i, where F is 1 for the better of a pair and
     * 0 for the other, or ½ for both of a tie. `forward` and `backward` are what the candidates of the last `ask` earned.
     */
    tell(forward: ArrayLike<number>, backward: ArrayLike<number>): void {
      gradient.fill(0);
      for (let i = 0; i < pairs; i++) {
        const better = Math.sign(forward[i] - backward[i]) / (2 * pairs * deviation);
        // The optimiser descends.
        if (better !== 0) for (let k = 0; k < size; k++) gradient[k] -= better * noise[i][k];
      }
      optimiser.step(centre, gradient);
    },
  };
}
