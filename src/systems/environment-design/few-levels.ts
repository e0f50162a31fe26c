// The static version: is a rule that was learned on the few levels of highest regret better on unseen ones than a rule that
// was learned on as many random ones? (arXiv 2310.02782, section 4.3)

import { Random } from "../../core/random.ts";
import { algorithmicRegret, type LevelProcess } from "./level-scores.ts";
import { lead } from "./meta-training.ts";
import { anyLevel, LIFETIME } from "./set-up.ts";
import type { UpdateRule } from "./update-rule.ts";

/** Levels that the few are chosen from. */
const POOL = 300;
/** Levels of a set. */
const FEW = 8;

/** Two sets of levels. */
export interface FewLevels {
  readonly highest: readonly LevelProcess[];
  readonly random: readonly LevelProcess[];
}

/** The levels of a pool on which A2C leaves `rule` farthest behind, and the first ones of the pool, which are any. */
export function fewLevels(rule: UpdateRule, seed: number): FewLevels {
  const pool = Array.from({ length: POOL }, (_, k) => anyLevel(Random.of(seed, "pool", k)));
  const score = algorithmicRegret(LIFETIME);
  const regrets = pool.map((process, k) =>
    score.score(lead(process, rule, LIFETIME, Random.of(seed, "pool life", k)), Random.of(seed, "pool score", k)),
  );
  const ranked = pool.map((_, k) => k).sort((a, b) => regrets[b] - regrets[a] || a - b);
  return { highest: ranked.slice(0, FEW).map((k) => pool[k]), random: pool.slice(0, FEW) };
}
