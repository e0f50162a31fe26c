// Pairs of rewards: which of them can be hacked by some policy, and which not by some few.

import { Random } from "../../core/random.ts";
import { studyJob } from "../../study/study.ts";
import { hackedPair, hackingDirection, isAffinePair } from "./hackability.ts";
import type { WorldJob } from "./pressure.ts";

export const REWARD_PAIRS = 1000;
const ANSWERS = 6;
const NOISE = 0.01;

export interface HackabilityCounts {
  /** Pairs where the linear program and the affine test say the same; and pairs that were affine. */
  readonly agreeing: number;
  readonly affine: number;
  /** Affine pairs with noise that can be hacked. */
  readonly noisy: number;
  /** Of rewards 0, 1, 2 of three answers: pairs that no two answers hack, are not constant and not affine; and those of them that a policy hacks. */
  readonly unhackable: number;
  readonly hackedByAll: number;
}

export const comparingRewards = studyJob(import.meta.url, compareRewards);

export async function compareRewards({ seed }: WorldJob): Promise<HackabilityCounts> {
  const random = Random.of(seed, "reward pairs");
  const drawn = () => Float64Array.from({ length: ANSWERS }, () => random.normal());
  let [agreeing, affine, noisy] = [0, 0, 0];
  for (let pair = 0; pair < REWARD_PAIRS; pair++) {
    const gold = drawn();
    const other = drawn();
    const scale = random.uniform(0.1, 3);
    // By turns: any two rewards, affine ones, contrary ones, a constant proxy.
    const proxy = [other, gold.map((x) => scale * x + 1), gold.map((x) => -scale * x), gold.map(() => scale)][pair % 4];
    const isAffine = isAffinePair(proxy, gold);
    if (isAffine === ((await hackingDirection(proxy, gold)) === undefined)) agreeing += 1;
    if (isAffine) affine += 1;
    const noise = drawn();
    const near = gold.map((x, k) => scale * (x + NOISE * noise[k]) + 1);
    if ((await hackingDirection(near, gold)) !== undefined) noisy += 1;
  }
  const small = Array.from({ length: 27 }, (_, k) => [k % 3, Math.floor(k / 3) % 3, Math.floor(k / 9)]);
  const kept = small.flatMap((proxy) =>
    small
      .filter((gold) => hackedPair(proxy, gold) === undefined && !isAffinePair(proxy, gold))
      .map((gold) => [proxy, gold]),
  );
  const found = await Promise.all(kept.map(([proxy, gold]) => hackingDirection(proxy, gold)));
  const hackedByAll = found.filter((direction) => direction !== undefined).length;
  return { agreeing, affine, noisy, unhackable: kept.length, hackedByAll };
}
