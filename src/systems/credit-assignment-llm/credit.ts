// Part two: what a judge's bonuses are worth to a learner, by how rightly it judges.

import { slope } from "../../evaluation/statistics/correlation.ts";
import { type Estimate, ratio } from "../../evaluation/statistics/interval.ts";
import { mean } from "../../evaluation/statistics/moments.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import { type Arm, armsOf, type LearnerName, measure, mistaken } from "./arms.ts";
import { MOST_EPISODES } from "./learning.ts";

const RATES = [0.05, 0.1, 0.2, 0.4];

/** How much is measured. */
interface Extent {
  /** Seeds of the tuned and the forgetful learner. */
  readonly seeds: readonly number[];
  /** Seeds of the wandering learner, which takes long. */
  readonly fewer: readonly number[];
  /** The coin's rate. */
  readonly rate: number;
}

interface Credit {
  readonly measured: string;
  readonly checks: readonly Check[];
  readonly controls: readonly Control[];
}

/** All of part two. `pause` lets others have a turn, and throws when the study is stopped. */
export async function credit(extent: Extent, pause: (label: string) => Promise<void>): Promise<Credit> {
  const arms = armsOf(extent.rate);
  const seedsOf = (learner: LearnerName) => (learner === "wandering" ? extent.fewer : extent.seeds);
  const of = (learner: LearnerName, arm: Arm) => measure(arm, learner, seedsOf(learner), pause);
  const all = async (learner: LearnerName) => ({
    task: await of(learner, arms.task),
    rules: await of(learner, arms.rules),
    messages: await of(learner, arms.messages),
    "no messages": await of(learner, arms["no messages"]),
    reworded: await of(learner, arms.reworded),
    coin: await of(learner, arms.coin),
    shuffled: await of(learner, arms.shuffled),
  });
  const [tuned, wandering, forgetful] = [await all("tuned"), await all("wandering"), await all("forgetful")];
  const falsePositive: number[][] = [tuned.rules];
  const falseNegative: number[][] = [tuned.rules];
  for (const rate of RATES) {
    falsePositive.push(await of("tuned", mistaken("falsePositive", rate)));
    falseNegative.push(await of("tuned", mistaken("falseNegative", rate)));
  }
  const table = (name: string, row: Readonly<Record<string, readonly number[]>>) =>
    `${name} learner: ${Object.entries(row)
      .map(([arm, episodes]) => `${arm} ${shown(episodes)}`)
      .join(", ")}`;
  return {
    measured: [
      "Episodes to 80% success",
      table("tuned", tuned),
      `${table("wandering", wandering)}; saved by the coin ${interval(pairedEffect(wandering.coin, wandering.task), 0)}, by shuffled labels ${interval(pairedEffect(wandering.shuffled, wandering.task), 0)}`,
      table("forgetful", forgetful),
      `false positives ${RATES.join(", ")}: ${falsePositive.slice(1).map(shown).join(", ")}`,
      `false negatives: ${falseNegative.slice(1).map(shown).join(", ")}`,
    ].join("; "),
    checks: [
      speedCheck("tuned", tuned.rules, tuned.task),
      speedCheck("wandering", wandering.rules, wandering.task),
      ...(["messages", "no messages"] as const).map((speech) => trainedCheck(speech, tuned[speech], tuned.rules)),
      coinCheck(tuned.coin, tuned.task),
      slopeCheck(falsePositive, falseNegative),
    ],
    controls: [shuffledControl(tuned.shuffled, tuned.task)],
  };
}

function shown(episodes: readonly number[]): string {
  const never = episodes.filter((count) => count >= MOST_EPISODES).length;
  return `${mean(episodes).toFixed(1)}${never > 0 ? ` (${never} of ${episodes.length} never)` : ""}`;
}

const interval = ({ low, high }: Estimate, digits = 1) => `[${low?.toFixed(digits)}, ${high?.toFixed(digits)}]`;

function share(first: readonly number[], second: readonly number[]) {
  const estimate = ratio(first, second);
  const text = `${mean(first).toFixed(1)} beside ${mean(second).toFixed(1)} episodes: ${estimate.mean?.toFixed(3)} ${interval(estimate, 3)}`;
  return { value: estimate.mean ?? Number.POSITIVE_INFINITY, text };
}

function speedCheck(learner: LearnerName, rules: readonly number[], task: readonly number[]): Check {
  const { value, text } = share(rules, task);
  return holds(
    `${learner} learner: bonuses by rules save half of the episodes`,
    "≤ 0.5 × the task's own pay",
    text,
    value <= 0.5,
  );
}

function trainedCheck(speech: string, trained: readonly number[], rules: readonly number[]): Check {
  const { value, text } = share(trained, rules);
  return holds(
    `bonuses by the trained judge, ${speech}: nearly as good as by rules`,
    "≤ 1.5 × rules",
    text,
    value <= 1.5,
  );
}

function coinCheck(coin: readonly number[], task: readonly number[]): Check {
  const saved = pairedEffect(coin, task);
  return holds(
    "bonuses by a coin at the base rate are no help",
    "the 95% interval of the episodes saved does not lie above 0",
    `${mean(coin).toFixed(1)} beside ${mean(task).toFixed(1)} episodes, saved ${interval(saved)}`,
    saved.low !== null && saved.low <= 0,
  );
}

/** Slope of the episodes on the error rate, seed by seed, from no mistakes on. */
function slopeCheck(falsePositive: readonly number[][], falseNegative: readonly number[][]): Check {
  const rates = [0, ...RATES];
  const slopes = (runs: readonly number[][]) =>
    runs[0].map(
      (_, seed) =>
        slope(
          rates,
          runs.map((episodes) => episodes[seed]),
        ) ?? 0,
    );
  const [positive, negative] = [slopes(falsePositive), slopes(falseNegative)];
  const effect = pairedEffect(negative, positive);
  return holds(
    "false positives hurt more than false negatives of the same rate",
    "mean slope of the episodes on the rate larger",
    `${mean(positive).toFixed(1)} beside ${mean(negative).toFixed(1)} episodes per unit of the rate, difference ${interval(effect)}`,
    mean(positive) > mean(negative),
  );
}

function shuffledControl(shuffled: readonly number[], task: readonly number[]): Control {
  const saved = pairedEffect(shuffled, task);
  return {
    name: "bonuses by a judge trained on shuffled labels speed learning up (95% interval of the episodes saved above 0)",
    failed: saved.low !== null && saved.low <= 0,
    measured: `${mean(shuffled).toFixed(1)} beside ${mean(task).toFixed(1)} episodes, saved ${interval(saved)}`,
  };
}
