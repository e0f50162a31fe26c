// Levels on which a hand-made algorithm still does better than the learned one, as the curriculum of a learned update rule
// (GROOVE), beside random levels and other scores.

import { byArm } from "../../study/comparison.ts";
import { combined, type Study, type StudyContext, type StudyResult } from "../../study/study.ts";
import { FIRST_SEED, GENERATIONS, learning, RANDOM, REGRET, type RuleJob, UNSEEN, unseen } from "./arms.ts";
import { selfRegretEquation, unsolvableEquations } from "./exact.ts";
import { networkClaims } from "./network.ts";
import { chanceControl, fewClaim, mainClaims, negatedControl, shareTable, writtenTable } from "./shares.ts";
import type { Shares } from "./unseen.ts";

export const environmentDesign: Study = {
  id: "environment-design",
  title: "Discovering general reinforcement learning algorithms with adversarial environment design",
  source: "arXiv 2310.02782 (Jackson et al., NeurIPS 2023)",
  claim:
    "An update rule that is learned on levels where a hand-made algorithm still beats it (algorithmic regret) is better on the hard half of unseen levels than one that is learned on random levels, and no worse on the easy half.",
  claimed:
    "unseen grid worlds: without the curriculum 187% more tasks stay below 75% of A2C's return, the easier half is equal; the highest-regret levels beat as many random ones at every set size",
  seeds: { first: FIRST_SEED, short: 5, full: 15 },
  notDone: [
    "The paper's budget: 320 draws from a buffer of 4,000 levels, so that replay hardly acts.",
    "Meta-gradients, a network of 256 units, Atari and MinAtar.",
  ],
  seenBefore: [
    "How rules are learned (rate, mean of the last centres): chosen with domain randomisation on smaller seeds.",
  ],
  run,
};

/** Generations of the longer form, far beyond what is best for domain randomisation. */
const LONGER = 160;
/** As many steps as regret's own generations take together with those of its antagonists, one life more for each pair. */
const WITH_ANTAGONIST = Math.round(1.5 * GENERATIONS);

const [CHANCE, NEGATED] = ["random scores", "negated algorithmic regret"] as const;
const [HIGHEST, ANY] = ["eight levels of highest regret", "eight random levels"];
const longer = (arm: string, generations: number) => `${arm}, ${generations} generations`;

async function run(context: StudyContext): Promise<StudyResult> {
  const { full, seeds, signal } = context;
  signal.throwIfAborted();
  const equations = [selfRegretEquation(200), ...unsolvableEquations(30)];
  const extra = full ? (["L1 value loss"] as const) : [];
  const arms = [RANDOM, REGRET, "optimal-policy regret", "positive value loss", ...extra, CHANCE, NEGATED] as const;
  const more = full ? [WITH_ANTAGONIST, LONGER] : [];
  const jobs = arms.flatMap((arm) =>
    seeds.map((seed): RuleJob => {
      const kept = [GENERATIONS, ...(arm === RANDOM || arm === REGRET ? more : [])];
      return { arm, seed, lives: full ? 4 : 2, kept };
    }),
  );
  const found = await context.all(learning, jobs, ({ arm, seed }) => `${arm}, seed ${seed}`);
  const shares = new Map<string, Shares[]>();
  const note = (name: string, share: Shares) => shares.set(name, [...(shares.get(name) ?? []), share]);
  for (const [k, { arm, kept }] of jobs.entries()) {
    for (const [j, share] of found[k].shares.entries()) note(j === 0 ? arm : longer(arm, kept[j]), share);
    const { few } = found[k];
    if (few === undefined) continue;
    note(HIGHEST, few.highest);
    note(ANY, few.random);
  }
  const rules = byArm(shares);
  const [longRandom, longRegret] = [longer(RANDOM, LONGER), longer(REGRET, LONGER)];
  const main: StudyResult = {
    claims: [
      ...equations,
      ...mainClaims(rules, RANDOM, REGRET, `${GENERATIONS} generations`),
      fewClaim(rules, ANY, HIGHEST),
      ...(full ? mainClaims(rules, longRandom, longRegret, `${LONGER} generations`) : []),
    ],
    controls: [chanceControl(rules, RANDOM, CHANCE), negatedControl(rules, RANDOM, NEGATED)],
    tables: [
      shareTable(
        `shares of A2C's return, ${unseen().counted} of ${UNSEEN} unseen levels counted`,
        rules,
        shares.keys(),
      ),
      writtenTable(unseen(), rules, [RANDOM, REGRET]),
    ],
  };
  return full ? combined(main, await networkClaims(context)) : main;
}
