// What can be computed: a chain of right and wrong, and that the rule of Bayes is the best of all thresholds where its belief is true.

import { Random } from "../../core/random.ts";
import { accuracies, type Flips, rightnessChain } from "../../feedback/loops/flips.ts";
import { feedbackLoop, type OpenItem } from "../../feedback/loops/rounds.ts";
import { otherThan, VALUES } from "./encyclopaedia.ts";
import { logOdds } from "./rules.ts";

/** Generators that flip by chance: one whose answers settle, and one that oscillates. */
export const FLIPPING: readonly Flips[] = [
  { fromRight: 0.4, fromWrong: 0.6, gaining: 0.5 },
  { fromRight: 0.9, fromWrong: 0.9, gaining: 0.6 },
];
const CHAIN = { items: 10_000, rounds: 50, accuracy: 0.7 };

/** Accuracy of such a generator after 50 critiques of every answer, less the limit of its chain. */
export async function chainGap(seed: number, of: Flips): Promise<number> {
  const random = Random.of(seed, "chain");
  const [truth, first] = [0, random.stream("first")];
  const starts = Array.from({ length: CHAIN.items }, () =>
    first.uniform() < CHAIN.accuracy ? truth : otherThan(truth, first),
  );
  const solve = (asked: readonly OpenItem<number, number, true>[]): number[] => {
    const luck = random.stream("round", asked[0]?.round ?? 0);
    return asked.map(({ item, history }) => {
      const answer = history.at(-1)?.answer;
      if (answer === undefined) return item;
      const isRight = answer === truth;
      if (luck.uniform() >= (isRight ? of.fromRight : of.fromWrong)) return answer;
      if (isRight) return otherThan(truth, luck);
      return luck.uniform() < of.gaining ? truth : anotherWrong(answer, luck);
    });
  };
  const sides = {
    solve,
    judge: (answered: readonly unknown[]) => answered.map((): true => true),
    isRight: (_: number, answer: number) => answer === truth,
  };
  const transcript = await feedbackLoop(starts, sides, { rounds: CHAIN.rounds });
  return (accuracies(transcript).at(-1) ?? Number.NaN) - rightnessChain(CHAIN.accuracy, of).limit;
}

/** A wrong answer, 1 … VALUES − 1, other than the given one. */
const anotherWrong = (answer: number, random: Random): number =>
  1 + ((answer + random.integer(VALUES - 2)) % (VALUES - 1));

const BELIEVED = [0.6, 0.75, 0.9] as const;
const DRAWS = 20_000;

/**
 * What the best threshold rule on a grid, ln p/(1 − p) < c + k·e, gains on the rule of Bayes in a world that is as it believes: a judge
 * that is right with chance ĵ names a value, with evidence e ~ N(±s²/2, s²) that is its own logarithm of likelihoods. Largest over ĵ.
 */
export function thresholdGain(seed: number): number {
  return Math.max(
    ...BELIEVED.map((believed) => {
      const cases = believedCases(seed, believed);
      const own = rate(cases, logOdds(believed), 1);
      let best = 0;
      for (let c = -6; c <= 6; c += 0.5) for (let k = 0; k <= 3; k += 0.25) best = Math.max(best, rate(cases, c, k));
      return best - own;
    }),
  );
}

interface Believed {
  readonly logOdds: number;
  readonly evidence: number;
  readonly own: boolean;
  readonly proposed: boolean;
}

function believedCases(seed: number, believed: number): Believed[] {
  const random = Random.of(seed, "belief", believed);
  const SPREAD = 1.5;
  const cases: Believed[] = [];
  while (cases.length < DRAWS) {
    const p = random.uniform(0.3, 0.98);
    const truth = random.uniform() < p ? 0 : 1 + random.integer(VALUES - 1);
    const named = random.uniform() < believed ? truth : otherThan(truth, random);
    // The judge agrees with the own answer: nothing is to be decided.
    if (named === 0) continue;
    const proposed = named === truth;
    const evidence = (proposed ? 1 : -1) * (SPREAD ** 2 / 2) + SPREAD * random.normal();
    cases.push({ logOdds: logOdds(p), evidence, own: truth === 0, proposed });
  }
  return cases;
}

function rate(cases: readonly Believed[], c: number, k: number): number {
  let right = 0;
  for (const one of cases) if (one.logOdds < c + k * one.evidence ? one.proposed : one.own) right += 1;
  return right / cases.length;
}
