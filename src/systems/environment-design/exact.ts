// What the scores make of levels of which the answer is known: levels that A2C is played on twice, and levels that cannot be solved.

import { Random } from "../../core/random.ts";
import { objectLevel } from "../../environments/gridworld/object-levels.ts";
import { moveAmongObjects, OBJECT_CHOICES, objectProcess } from "../../environments/gridworld/objects.ts";
import { deviation, mean } from "../../evaluation/statistics/moments.ts";
import { equalTo, near, within } from "../../study/bound.ts";
import { beside, type Claim, equation, is } from "../../study/claim.ts";
import { sampled } from "../../study/figure.ts";
import { A2C, advantageRule } from "./advantage-rule.ts";
import { EVOLUTION, openRule } from "./arms.ts";
import { levelBuffer } from "./curriculum.ts";
import { algorithmicRegret, anyLevel, type LevelScore, LIFETIME, lead, minimumReturn } from "./level-scores.ts";

/** Levels of a generation. */
const BATCH = EVOLUTION.pairs;

/** The regret of A2C against itself: two lives on each of `count` levels. */
export function selfRegretEquation(count: number): Claim {
  const regret = algorithmicRegret(LIFETIME);
  const regrets = Array.from({ length: count }, (_, k) => {
    const process = anyLevel(Random.of(k, "self level"));
    const life = lead(process, advantageRule(A2C), LIFETIME, Random.of(k, "self"));
    return regret.score(life, Random.of(k, "itself"));
  });
  const error = deviation(regrets) / Math.sqrt(count);
  return equation(`algorithmic regret of A2C against itself on ${count} levels: mean 0`, [
    is(mean(regrets) / error, within(-3, 3), "standard errors"),
    beside("mean", sampled(regrets)),
    beside("standard error", error),
  ]);
}

/** A small level with one good object, and the same with walls around it; none where the object is out of reach or by the start. */
function pairOfLevels(seed: number) {
  const drawn = objectLevel("small", Random.of(seed, "unsolvable level"));
  const open = { ...drawn, objects: drawn.objects.slice(0, 1) };
  const [{ cell }] = open.objects;
  if (objectProcess(open).objects.length === 0) return [];
  const walls = Uint8Array.from(open.walls);
  for (let choice = 0; choice < OBJECT_CHOICES - 1; choice++) {
    const neighbour = moveAmongObjects({ ...open, walls: new Uint8Array(walls.length) }, cell, choice);
    if (neighbour === open.start) return [];
    if (neighbour !== cell) walls[neighbour] = 1;
  }
  return [[open, { ...open, walls }]];
}

/** What scores make of levels whose object is behind walls, half of all: regret leaves them alone, a low return prefers them. */
export function unsolvableEquations(count: number): Claim[] {
  const pairs = Array.from({ length: 10 * count }, (_, seed) => seed)
    .flatMap(pairOfLevels)
    .slice(0, count);
  const levels = pairs.flat().map(objectProcess);
  const rule = openRule.rule(openRule.initial);
  const lives = levels.map((process, k) => lead(process, rule, LIFETIME, Random.of(k, "unsolvable life")));

  const picked = (score: LevelScore) => {
    const scores = lives.map((life, k) => score.score(life, Random.of(k, "unsolvable score")));
    let next = 0;
    const buffer = levelBuffer({ size: levels.length, replay: 1, draw: () => next++ }, Random.of(1));
    const slots = levels.map((_, slot) => slot);
    buffer.take(levels.length, Random.of(2));
    buffer.give(slots, scores);
    // Odd slots hold the levels that were shut.
    const shut = buffer.ranked().map(({ level }) => level % 2);
    return { scores, first: shut.slice(0, BATCH).reduce((sum, one) => sum + one, 0) };
  };
  const regret = picked(algorithmicRegret(LIFETIME));
  const lowest = picked(minimumReturn);
  const largest = Math.max(...regret.scores.filter((_, k) => k % 2 === 1).map(Math.abs));
  return [
    equation(`${count} unsolvable levels: largest algorithmic regret`, is(largest, near(0, 1e-9))),
    equation(`${count} unsolvable among ${2 * count} levels: how many are among the first ${BATCH}`, [
      is(lowest.first, equalTo(BATCH), "by lowest return"),
      is(regret.first, equalTo(0), "by algorithmic regret"),
    ]),
  ];
}
