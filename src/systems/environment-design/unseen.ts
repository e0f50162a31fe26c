// How good a rule is on levels that no training saw: what its agents earn at the end of their lives, as a share of what A2C's
// agents earn there.

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
}

/** A level with the mean return of A2C, which returns on it are held against. */
interface UnseenLevel {
  readonly name: string;
  readonly process: LevelProcess;
  readonly reference: number;
}

/** A set of levels with what A2C earns on them. */
export type Unseen = ReturnType<typeof unseenLevels>;

/** Mean return of `lives` lives on a level; their luck does not depend on the rule, which pairs rules. */
function earned(rule: UpdateRule, process: LevelProcess, lives: number, luck: (life: number) => Random): number {
  return mean(Array.from({ length: lives }, (_, life) => lead(process, rule, LIFETIME, luck(life)).earned));
}

/** Draws the set: `count` random levels, and the written ones with horizons shortened. */
export function unseenLevels(count: number, seed: number) {
  const a2c = advantageRule(A2C);
  const measured = (process: LevelProcess, name: string): UnseenLevel => ({
    name,
    process,
    reference: earned(a2c, process, REFERENCE_LIVES, (life) => Random.of(seed, "reference", name, life)),
  });
  const drawn = Array.from({ length: count }, (_, k) => measured(anyLevel(Random.of(seed, "unseen", k)), `level ${k}`));
  const written = WRITTEN_TASKS.map((task) =>
    measured(objectProcess(objectLevel(task, Random.of(seed, "written", task), WRITTEN_HORIZON)), task),
  );
  const worth = drawn.filter(({ reference }) => reference >= LEAST);
  const rest = drawn.filter(({ reference }) => reference < LEAST);
  return {
    /** Random levels that count, and those that A2C earns too little on. */
    counted: worth.length,
    leftOut: rest.length,
    written,
    measure(rule: UpdateRule, rng: number, lives: number): Shares {
      const returns = (levels: readonly UnseenLevel[]) =>
        levels.map(({ name, process }) => earned(rule, process, lives, (life) => Random.of(rng, "life", name, life)));
      const all = returns(worth).map((value, k) => value / worth[k].reference);
      const sorted = [...all].sort((a, b) => a - b);
      const half = Math.floor(sorted.length / 2);
      return {
        all,
        worse: mean(sorted.slice(0, half)),
        better: mean(sorted.slice(half)),
        mean: mean(all),
        below: all.filter((share) => share < 0.75).length / all.length,
        written: returns(written),
        leftOut: mean(returns(rest)),
      };
    },
  };
}
