// Learning an update rule: agents live whole lives under pairs of candidate rules, each pair on one level, and the better
// candidate of each pair says where to go.

import { Random } from "../../core/random.ts";
import { adam } from "../../nn/optimiser.ts";
import type { Curriculum } from "./curriculum.ts";
import { type LevelProcess, lead } from "./level-scores.ts";
import type { Lifetime, UpdateRule } from "./life.ts";

/** A rule with open parameters. */
export interface MetaRule {
  /** First parameters. */
  readonly initial: ArrayLike<number>;
  rule(parameters: Float32Array): UpdateRule;
}

/** What is learned, from what, how long. */
interface MetaTraining extends EvolutionOptions {
  readonly rule: MetaRule;
  readonly curriculum: Curriculum;
  readonly lifetime: Lifetime;
  readonly generations: number;
  readonly seed: number;
}

/**
 * Algorithm 1 of arXiv 2310.02782 with the evolution strategy of its code in the place of meta-gradients. Yields the centre
 * after each generation (one array, changed in place). A level's score is taken from the better life of its pair.
 */
export function* metaTraining(training: MetaTraining): Generator<Float32Array, void> {
  const { rule, curriculum, lifetime, generations, pairs, seed } = training;
  const { score } = curriculum;
  const evolution = antitheticEvolution(rule.initial, training);
  const directions = Random.of(seed, "directions");
  for (let generation = 0; generation < generations; generation++) {
    const levels = curriculum.next(pairs);
    const candidates = evolution.ask(directions);
    // Both of a pair have the same luck.
    const led = (process: LevelProcess, parameters: Float32Array, k: number) =>
      lead(process, rule.rule(parameters), lifetime, Random.of(seed, "life", generation, k), score);
    const forward = levels.map((process, k) => led(process, candidates[k].forward, k));
    const backward = levels.map((process, k) => led(process, candidates[k].backward, k));
    const better = forward.map((life, k) => (life.earned >= backward[k].earned ? life : backward[k]));
    const [ahead, behind] = [forward, backward].map((lives) => lives.map(({ earned }) => earned));
    evolution.tell(ahead, behind);
    if (score !== undefined)
      curriculum.scored(better.map((life, k) => score.score(life, Random.of(seed, "score", generation, k))));
    yield evolution.centre;
  }
}

/** Settings of the strategy. */
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
