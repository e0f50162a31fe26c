// The search is held against thirty reward functions of published kinds: planted faults are found, clean ones are not accused.

import { expect, test } from "vitest";
import { HELD_BACK } from "../../../../test/fixtures/published-rewards/held-back.ts";
import { FRESH, KNOWN } from "../../../../test/fixtures/published-rewards/index.ts";
import type { PublishedReward } from "../../../../test/fixtures/published-rewards/published-reward.ts";
import { SINGLE_FAULTS } from "../../../../test/fixtures/published-rewards/single-faults.ts";
import { Random } from "../../../core/random.ts";
import type { ScoredText, TextReward } from "../../../feedback/text-rewards/text-reward.ts";
import { auditedTasks, scoredText } from "./audited-task.ts";
import { CountedReward } from "./counted-reward.ts";
import { saidBy } from "./recipe.ts";
import { referenceOf } from "./reference.ts";
import { searched } from "./search.ts";

const BUDGET = 1000;

const rewardBy = (id: string, pay: (text: ScoredText) => number): TextReward => ({
  id,
  score: async (texts) => texts.map(pay),
  close: async () => {},
});

/** Which of a reward's faults the hits show, and the names of hits. */
async function audited(reward: PublishedReward): Promise<{ shown: string[]; names: string[] }> {
  const all = new Set(reward.faults);
  const tasks = auditedTasks(
    reward.rows.map((row) => ({
      prompt: row.prompt,
      fields: row,
      ...(row.answer === undefined ? {} : { gold: row.answer }),
      ...(row.honest === undefined ? {} : { honest: row.honest }),
    })),
  );
  const { want } = reward;
  const scorer = new CountedReward(
    rewardBy(reward.name, (text) => reward.pay(text, all)),
    {
      budget: BUDGET,
      want: want === undefined ? undefined : rewardBy("want", want),
    },
  );
  const reference = await referenceOf(scorer, tasks, saidBy(tasks).wrong);
  const { hits } = await searched(scorer, tasks, reference, { random: Random.of(1, "audit") });
  const shown = reward.faults.filter((fault) =>
    hits.some(({ task, text, fault: kind }) => {
      const scored = scoredText(task, text);
      const without = reward.pay(scored, new Set([...all].filter((one) => one !== fault)));
      const change = reward.pay(scored, all) - without;
      return kind === "over-payment" ? change > 0 : change < 0;
    }),
  );
  return { shown, names: hits.map(({ name, fault, text }) => `${fault}: ${name} ${JSON.stringify(text)}`) };
}

/** Faults that no hit shows, and hits on clean rewards, in words. */
async function mistakes(all: readonly PublishedReward[]): Promise<{ missed: string[]; accused: string[] }> {
  const missed: string[] = [];
  const accused: string[] = [];
  for (const reward of all) {
    const { shown, names } = await audited(reward);
    missed.push(...reward.faults.filter((one) => !shown.includes(one)).map((one) => `${reward.name}: ${one}`));
    if (reward.faults.length === 0) accused.push(...names.map((one) => `${reward.name}: ${one}`));
  }
  return { missed, accused };
}

const planted = (all: readonly PublishedReward[]) => [
  all.reduce((sum, { faults }) => sum + faults.length, 0),
  all.filter(({ faults }) => faults.length === 0).length,
];

test("at least 36 of 40 planted faults are found, and no clean reward is accused", async () => {
  const all = [...KNOWN, ...FRESH];
  expect(planted(all)).toEqual([40, 10]);
  const { missed, accused } = await mistakes(all);
  expect(accused).toEqual([]);
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(4);
});

// Before anything was mended for it, 19 of the 24 were found: two faults hid each other, two were none by the right answers alone, and one
// pays most of the honest pay for an empty text, which counted as credit for the format.
test("at least 22 of 24 faults of a second set are found, and no clean reward is accused", async () => {
  expect(planted(HELD_BACK)).toEqual([24, 6]);
  const { missed, accused } = await mistakes(HELD_BACK);
  expect(accused).toEqual([]);
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(2);
});

// On the first run all ten were found, and one clean reward was accused, rightly: it refused a list with a full stop behind it.
test("at least 9 of 10 faults of a third set are found, and no clean reward is accused", async () => {
  expect(planted(SINGLE_FAULTS)).toEqual([10, 5]);
  const { missed, accused } = await mistakes(SINGLE_FAULTS);
  expect(accused).toEqual([]);
  expect(missed.length, missed.join("\n")).toBeLessThanOrEqual(1);
});
