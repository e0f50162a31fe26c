// How good a rule is on levels that no training saw: what its agents earn at the end of their lives, as a share of what A2C's
// agents earn there.

import { optimalHorizonReturn } from "../../algorithms/planning/finite-horizon.ts";
import { Random } from "../../core/random.ts";
import { objectLevel, WRITTEN_TASKS } from "../../environments/gridworld/object-levels.ts";
import { objectProcess } from "../../environments/gridworld/objects.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { A2C, advantageRule } from "./advantage-rule.ts";
import { anyLevel, type LevelProcess, LIFETIME, lead } from "./level-scores.ts";
import type { UpdateRule } from "./life.ts";

/** Where A2C earns less, a share of it means nothing; such levels are left out of shares and counted apart. */
const LEAST = 0.05;
/** Lives of A2C that its return on a level is the mean of. */
const REFERENCE_LIVES = 4;
/** Longest episode of the written levels: their own last up to 2,000 steps, more than a worker's whole life. */
const WRITTEN_HORIZON = 200;

/** A rule's shares of A2C's returns. */
export interface Shares {
  /** Over the levels where A2C earns enough, mean over lives. */
  readonly all: readonly number[];
  /** Means over the worse and over the better half of them, each rule's own. */
  readonly worse: number;
  readonly better: number;
  readonly mean: number;
  /** Share of levels below 75%. */
  readonly below: number;
  /** Returns on the written levels, by their order. */
  readonly written: readonly number[];
  /** Mean return on the levels that were left out. */
  readonly leftOut: number;
  /** Most by which any life earned more than the optimum; below 0, or rounding. */
  readonly excess: number;
}

/** A set of levels with what A2C and the best policy earn on them. */
export interface Unseen {
  /** Random levels that count, and those that A2C earns too little on. */
  readonly counted: number;
  readonly leftOut: number;
  readonly written: readonly UnseenLevel[];
  /** Like `Shares.excess`, of A2C's lives. */
  readonly excess: number;
  measure(rule: UpdateRule, seed: number, lives: number): Shares;
}

/** A level with what returns on it are held against. */
interface UnseenLevel {
  readonly name: string;
  readonly process: LevelProcess;
  readonly optimum: number;
  /** Mean return of A2C. */
  readonly reference: number;
}

/** Returns of `lives` lives on a level; their luck does not depend on the rule, which pairs rules. */
function returnsOf(rule: UpdateRule, process: LevelProcess, lives: number, luck: (life: number) => Random): number[] {
  return Array.from({ length: lives }, (_, life) => lead(process, rule, LIFETIME, luck(life)).earned);
}

/** Draws the set: `count` random levels, and the written ones with horizons shortened. */
export function unseenLevels(count: number, seed: number): Unseen {
  let excess = Number.NEGATIVE_INFINITY;
  const a2c = advantageRule(A2C);
  const measured = (process: LevelProcess, name: string): UnseenLevel => {
    const optimum = optimalHorizonReturn(process, process.horizon);
    const earned = returnsOf(a2c, process, REFERENCE_LIVES, (life) => Random.of(seed, "reference", name, life));
    excess = Math.max(excess, ...earned.map((value) => value - optimum));
    return { name, process, optimum, reference: mean(earned) };
  };
  const drawn = Array.from({ length: count }, (_, k) => measured(anyLevel(Random.of(seed, "unseen", k)), `level ${k}`));
  const written = WRITTEN_TASKS.map((task) =>
    measured(objectProcess(objectLevel(task, Random.of(seed, "written", task), WRITTEN_HORIZON)), task),
  );
  const worth = drawn.filter(({ reference }) => reference >= LEAST);
  const rest = drawn.filter(({ reference }) => reference < LEAST);
  return {
    counted: worth.length,
    leftOut: rest.length,
    written,
    excess,
    measure(rule, rng, lives) {
      let most = Number.NEGATIVE_INFINITY;
      const returns = (levels: readonly UnseenLevel[]) =>
        levels.map(({ name, process, optimum }) => {
          const earned = returnsOf(rule, process, lives, (life) => Random.of(rng, "life", name, life));
          most = Math.max(most, ...earned.map((value) => value - optimum));
          return mean(earned);
        });
      const all = returns(worth).map((earned, k) => earned / worth[k].reference);
      const sorted = [...all].sort((a, b) => a - b);
      const half = Math.floor(sorted.length / 2);
      const halves = { worse: mean(sorted.slice(0, half)), better: mean(sorted.slice(half)), mean: mean(all) };
      const below = all.filter((share) => share < 0.75).length / all.length;
      const others = { written: returns(written), leftOut: mean(returns(rest)) };
      return { all, ...halves, below, ...others, excess: most };
    },
  };
}
