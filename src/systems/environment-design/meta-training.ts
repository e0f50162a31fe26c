// Learning an update rule: agents live whole lives under pairs of candidate rules, each pair on one level, and the better
// candidate of each pair says where to go.

import { horizonReturn } from "../../algorithms/planning/finite-horizon.ts";
import { Random } from "../../core/random.ts";
import type { Curriculum } from "./curriculum.ts";
import { antitheticEvolution, type EvolutionOptions } from "./evolution.ts";
import type { LevelProcess, LevelScore, Life } from "./level-scores.ts";
import { type Lifetime, live, type UpdateRule } from "./update-rule.ts";

/** A rule with open parameters. */
export interface MetaRule {
  /** First parameters. */
  readonly initial: ArrayLike<number>;
  rule(parameters: Float32Array): UpdateRule;
}

/** What is learned, from what, how long. */
export interface MetaTraining extends EvolutionOptions {
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
  const evolution = antitheticEvolution(rule.initial, training);
  const directions = Random.of(seed, "directions");
  for (let generation = 0; generation < generations; generation++) {
    const levels = curriculum.next(pairs);
    const candidates = evolution.ask(directions);
    const lives = levels.map((process, k) => {
      // Both of a pair have the same luck.
      const led = (parameters: Float32Array) =>
        lead(process, rule.rule(parameters), lifetime, Random.of(seed, "life", generation, k), curriculum.score);
      return { forward: led(candidates[k].forward), backward: led(candidates[k].backward) };
    });
    evolution.tell(
      lives.map(({ forward }) => forward.earned),
      lives.map(({ backward }) => backward.earned),
    );
    const { score } = curriculum;
    if (score !== undefined)
      curriculum.scored(
        lives.map(({ forward, backward }, k) =>
          score.score(forward.earned >= backward.earned ? forward : backward, Random.of(seed, "score", generation, k)),
        ),
      );
    yield evolution.centre;
  }
}

/** Leads a life on a level. */
export function lead(
  process: LevelProcess,
  rule: UpdateRule,
  lifetime: Lifetime,
  random: Random,
  score?: LevelScore,
): Life {
  const watcher = score?.watcher?.(process, lifetime);
  const { policy } = live(process, rule, lifetime, random, watcher?.see);
  return {
    process,
    earned: horizonReturn(process, policy, process.horizon),
    watched: watcher?.result() ?? Number.NaN,
  };
}
