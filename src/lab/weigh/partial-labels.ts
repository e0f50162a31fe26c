// A want that is known of a part of a log's answers: what its labels say of the judge of all, and the want that both make.

import { UserError } from "../../core/errors.ts";
import { LABEL_SUMS, LabelCorrection, labelFigures, totalOf } from "../../evaluation/overoptimisation/labelled-want.ts";
import { PROMPT_GROUPS } from "../../evaluation/overoptimisation/prompt-sums.ts";
import type { RolloutTable } from "../../logs/rollouts.ts";
import type { JudgedWant } from "./weighing-data.ts";

/** Fewer labels correct no judge. */
const LEAST = 20;

/** Labels of the want, and the want of answers that they and the judge make. Throws a UserError where there are few labels. */
export async function judgedWant(
  { numbers, file }: RolloutTable,
  want: string,
  judge: string,
): Promise<{ readonly figures: JudgedWant; readonly correction: LabelCorrection }> {
  const isLabelled = "isfinite(want)";
  const labels = (sql: string) => `coalesce(sum(${sql}) FILTER (${isLabelled}), 0)`;
  const sums = [
    ...["count(*)", "sum(judge)", `count(*) FILTER (${isLabelled})`],
    ...["want", "judge", "judge * judge", "want * judge"].map(labels),
    ...["want = 1 AND judge = 1", "want = 0 AND judge = 0"].map((both) => `count(*) FILTER (${both})`),
  ];
  const odd = `count(*) FILTER (judge NOT IN (0, 1) OR want NOT IN (0, 1))`;
  const rows = await numbers(`SELECT grp, ${sums.join(", ")}, ${odd} FROM agon_rollouts GROUP BY grp`);
  const groups = Array.from({ length: PROMPT_GROUPS }, () => new Float64Array(LABEL_SUMS.size));
  for (const [group, ...values] of rows) groups[group].set(values.slice(0, LABEL_SUMS.size));
  const whole = totalOf(groups);
  if (whole[LABEL_SUMS.labels] < LEAST) {
    const what = `only ${whole[LABEL_SUMS.labels]} answers have a number for the want ${JSON.stringify(want)}, and ${LEAST} at least correct a judge`;
    throw new UserError({ code: "few-labels", what, where: file.shown });
  }
  const isBinary = rows.every((row) => row[row.length - 1] === 0);
  return { figures: { judge, ...labelFigures(groups, isBinary) }, correction: new LabelCorrection(whole) };
}

/** What a reader of corrected figures must know. */
export function labelCaveats({ judge, labels, answers, drift }: JudgedWant): string[] {
  const isOther = (drift.low ?? 0) > 0 || (drift.high ?? 0) < 0;
  const count = (value: number) => value.toLocaleString("en-US");
  return [
    `${count(labels)} labels of ${count(answers)} answers correct ${JSON.stringify(judge)}: this holds where the labelled answers were drawn at random.`,
    ...(isOther
      ? [
          `The labelled answers are not like the others: ${JSON.stringify(judge)} differs between them by more than chance.`,
        ]
      : []),
  ];
}
