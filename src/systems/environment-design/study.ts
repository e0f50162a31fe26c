// Levels on which a hand-made algorithm still does better than the learned one, as the curriculum of a learned update rule
// (GROOVE), beside random levels and other scores.

import type { Study, StudyContext, StudyResult } from "../../study/legacy.ts";
import { ARM_NAMES, type Arm } from "./arms.ts";
import {
  boundCheck,
  chanceControl,
  fewCheck,
  mainChecks,
  negatedControl,
  shown,
  type Trained,
  writtenLevels,
} from "./comparison.ts";
import { exactChecks, selfRegretCheck, unsolvableChecks } from "./exact-checks.ts";
import { FIRST_SEED, learning, type Task, UNSEEN } from "./learning.ts";
import { networkChecks } from "./network.ts";
import { GENERATIONS } from "./set-up.ts";
import { type Shares, unseenLevels } from "./unseen.ts";

export const environmentDesign: Study = {
  id: "environment-design",
  title: "Discovering general reinforcement learning algorithms with adversarial environment design",
  source: "arXiv 2310.02782 (Jackson et al., NeurIPS 2023)",
  claim:
    "An update rule that is learned on levels where a hand-made algorithm still beats it (algorithmic regret) is better on the hard half of unseen levels than one that is learned on random levels, and no worse on the easy half.",
  claimed:
    "unseen grid worlds: without the curriculum 187% more tasks stay below 75% of A2C's return, the easier half is equal; the highest-regret levels beat as many random ones at every set size",
  run,
};

/** Generations of the longer form, far beyond what is best for domain randomisation. */
const LONGER = 160;
/** As many steps as regret's own generations take together with those of its antagonists, one life more for each pair. */
const WITH_ANTAGONIST = Math.round(1.5 * GENERATIONS);

async function run(context: StudyContext): Promise<StudyResult> {
  const { full, signal } = context;
  const seeds = Array.from({ length: context.seeds ?? (full ? 15 : 5) }, (_, k) => FIRST_SEED + k);
  const lives = full ? 4 : 2;
  const arms: readonly Arm[] = ["random", "regret", "optimal", "positive", ...(full ? (["absolute"] as const) : [])];
  const broken: readonly Arm[] = ["chance", "negated"];
  signal.throwIfAborted();
  const checks = exactChecks();
  checks.push(
    selfRegretCheck(200, () => signal.throwIfAborted()),
    ...unsolvableChecks(30),
  );
  const unseen = unseenLevels(UNSEEN, FIRST_SEED);

  // Rules by arm and by the number of generations they were learned for.
  const found = new Map<string, Shares[]>();
  const note = (name: string, generations: number, shares: Shares) => {
    const key = `${name} ${generations}`;
    found.set(key, [...(found.get(key) ?? []), shares]);
  };
  const trained = (name: string, generations = GENERATIONS): Trained => {
    const shares = found.get(`${name} ${generations}`);
    if (shares === undefined) throw new Error(`nothing was learned under the name ${name}`);
    return { name, shares };
  };
  const tasks = seeds.flatMap((seed) =>
    [...arms, ...broken].map((arm): Task => {
      const long = full && (arm === "random" || arm === "regret");
      return { arm, seed, lives, kept: long ? [GENERATIONS, WITH_ANTAGONIST, LONGER] : [GENERATIONS] };
    }),
  );
  const learnt = await context.all(learning, tasks, ({ arm, seed }) => `${ARM_NAMES[arm]}, seed ${seed}`);
  for (const [k, { arm, kept }] of tasks.entries()) {
    const { shares, few } = learnt[k];
    for (const [j, share] of shares.entries()) note(ARM_NAMES[arm], kept[j], share);
    if (few === undefined) continue;
    note("highest regret", GENERATIONS, few.highest);
    note("random levels", GENERATIONS, few.random);
  }
  const [random, regret] = [trained(ARM_NAMES.random), trained(ARM_NAMES.regret)];
  checks.push(
    ...mainChecks(random, regret, `${GENERATIONS} generations`),
    fewCheck(trained("random levels"), trained("highest regret")),
  );
  const measured = [
    `${unseen.counted} of ${UNSEEN} unseen levels counted; worse half, better half, share below 75%: ` +
      arms.map((arm) => shown(trained(ARM_NAMES[arm]))).join("; "),
    writtenLevels(unseen, random, regret),
  ];
  if (full) {
    const [longRandom, longRegret] = [trained(ARM_NAMES.random, LONGER), trained(ARM_NAMES.regret, LONGER)];
    checks.push(...mainChecks(longRandom, longRegret, `${LONGER} generations`));
    measured.push(
      `after ${LONGER} generations: ${shown(longRandom)}; ${shown(longRegret)}`,
      `${WITH_ANTAGONIST} generations, as many steps as regret's with its antagonists: ${shown(trained(ARM_NAMES.random, WITH_ANTAGONIST))}`,
    );
    const network = await networkChecks(unseen, context);
    checks.push(...network.checks);
    measured.push(network.measured);
  }
  checks.push(boundCheck(unseen, [...found.values()].flat()));
  return {
    measured: measured.join("; "),
    checks,
    controls: [chanceControl(random, trained(ARM_NAMES.chance)), negatedControl(random, trained(ARM_NAMES.negated))],
  };
}
