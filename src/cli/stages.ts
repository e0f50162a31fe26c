// `agon trace stages`: which stage of a pipeline fails, by a file of labels, and the pairs of outputs that follow.

import { writeWhole, writing } from "../core/files.ts";
import { type PipelineFailures, pipelineFailures } from "../evaluation/traces/stage-failures.ts";
import { readStageLabels } from "../logs/stage-labels.ts";
import type { Flags } from "./commands.ts";
import { answer, interval, print, remark, style, table, whole } from "./output.ts";
import { rowsOf } from "./place.ts";
import { interruptible, watched } from "./progress.ts";

/** Prints failures of the stages of a file of labels, and writes the pairs that follow. */
export const stages = (file: string, flags: Flags<"trace stages">): Promise<number> =>
  interruptible(async (signal) => {
    const read = await watched(signal, (watch) => readStageLabels(rowsOf(file, flags), watch));
    const figures = pipelineFailures(read.labels);
    const { out } = flags;
    if (out !== undefined) {
      const lines = figures.pairs.map((pair) => `${JSON.stringify(pair)}\n`).join("");
      writing(out, () => writeWhole(out, lines));
      remark(`wrote ${out}, ${whole(figures.pairs.length)} pairs; agon preferences ${out} reads them`);
    }
    const { skipped, reasons, counts } = read;
    const document = { file, labels: read.labels.length, ...figures, skipped, reasons, counts };
    return answer(flags, document, () => printFailures(document, read.hasAnswers));
  }, "stopped");

interface Printed extends PipelineFailures {
  readonly file: string;
  readonly labels: number;
  readonly skipped: number;
}

function printFailures(
  { file, labels, stages: all, answers, failed, disputed, pairs, skipped }: Printed,
  hasAnswers: boolean,
): void {
  const named = hasAnswers ? ` of ${whole(answers)} answers, ${whole(failed)} of them with a wrong stage` : "";
  print(
    `${style("bold", file)}: ${labels === 1 ? "one label" : `${whole(labels)} labels`}${named}`,
    "",
    table(
      [
        "stage",
        "labelled",
        "wrong",
        ...(hasAnswers ? ["wrong after right stages", "first wrong of a failure"] : []),
        "pairs",
      ],
      all.map((one) => [
        ...[style("bold", one.stage), whole(one.labelled), interval(one.wrong)],
        ...(hasAnswers ? [interval(one.alone), interval(one.first)] : []),
        whole(one.pairs),
      ]),
    ),
    "",
    `Pairs of outputs that follow: ${whole(pairs.length)}, a right one before a wrong one for the same prompt, and corrections.`,
  );
  if (!hasAnswers)
    remark("the file names no answers, so that the first wrong stage of each cannot be known: --columns answer=…");
  if (disputed > 0) remark(`of ${whole(disputed)} outputs as many labels say right as wrong; they make no pair`);
  if (skipped > 0) remark(`${whole(skipped)} bad rows are left out`);
}
