// `agon similar`: which texts are like older ones, and how models do on those and on the others.

import type { Estimate } from "../evaluation/statistics/interval.ts";
import { type SimilarityFigures, type SimilarityWay, similarityFigures } from "../lab/similarity/similarity.ts";
import type { ScoresBySimilarity } from "../lab/similarity/similarity-scores.ts";
import { type JsonFlag, ownColumns } from "./flags.ts";
import { interval, note, number, print, printJson, style, table } from "./output.ts";
import { interruptible, progressLine } from "./progress.ts";

interface SimilarFlags extends JsonFlag {
  readonly against?: string;
  readonly by: SimilarityWay;
  readonly scores?: string;
  readonly columns?: readonly string[];
  readonly threshold?: number;
  readonly resamples: number;
  readonly seed: number;
}

/** Prints what texts have in common with older ones. */
export const similar = (file: string, flags: SimilarFlags): Promise<number> =>
  interruptible((signal) => told(file, flags, signal), "stopped");

async function told(file: string, flags: SimilarFlags, signal: AbortSignal): Promise<number> {
  const { against, by, scores, threshold, resamples, seed, json } = flags;
  const progress = progressLine();
  const columns = ownColumns("--columns", flags.columns);
  const found = await similarityFigures(
    { file, columns },
    {
      ...(against === undefined ? {} : { against: { file: against, columns } }),
      ...(scores === undefined ? {} : { scores: { file: scores } }),
      ...(threshold === undefined ? {} : { threshold }),
      ...{ by, resamples, seed, signal, onProgress: progress.tell },
    },
  ).finally(progress.end);
  if (json === true) return printJson(found);
  printFigures(found);
  return 0;
}

/** Pairs and models that a terminal shows; `--json` has all. */
const MOST = 20;

const OLDER = {
  file: "those of another file",
  set: "those of the old set",
  date: "those with an earlier date",
} as const;

function printFigures(found: SimilarityFigures): void {
  const { file, against, by, older, texts, compared, threshold, duplicates, scores } = found;
  const count = (value: number) => value.toLocaleString("en-US");
  const alike = new Set(duplicates.map(({ id }) => id)).size;
  print(
    `${style("bold", file)}: ${count(compared)} of ${count(texts)} texts compared with older ones (${against ?? OLDER[older]}) by ${by}`,
    `${count(alike)} are like an older one, with a similarity of ${number(threshold)} or more`,
  );
  if (duplicates.length > 0) {
    const rows = duplicates
      .slice(0, MOST)
      .map(({ id, older: other, similarity }) => [style("bold", id), other, number(similarity)]);
    print("", table(["text", "older text", "similarity"], rows, 2));
    if (duplicates.length > MOST) print(`and ${count(duplicates.length - MOST)} more, which --json lists`);
  }
  if (scores !== null) printScores(scores);
  for (const caveat of found.caveats) note(`agon: ${caveat}`);
}

const NAMES = ["least", "middle", "most"];

function printScores(scores: ScoresBySimilarity): void {
  const { problems, models, terciles, gap, gapAtEqualDifficulty, spreadDifference, agreement } = scores;
  print(
    "",
    `${style("bold", scores.file)}: ${models.length} models on ${problems} problems, in three parts by similarity`,
    "",
    table(
      ["similarity", "from", "to", "problems", "pass rate", "spread between models"],
      terciles.map((one, k) => [
        ...[NAMES[k], number(one.from), number(one.to), String(one.problems)],
        ...[interval(one.passRate), interval(one.spread)],
      ]),
      1,
    ),
    "",
    `Pass rate on the most similar less that on the least: ${interval(gap)}${equal(gapAtEqualDifficulty)}.`,
    `Spread between models there less that here: ${interval(spreadDifference)}.`,
    `The ranking on all problems and that on the least similar agree with Kendall's tau ${interval(agreement)}.`,
    "",
    table(
      ["model", "pass rate", "rank", "on least similar", "rank", "most less least"],
      models
        .slice(0, MOST)
        .map((one) => [
          ...[style("bold", one.model), interval(one.passRate), String(one.rank)],
          ...[interval(one.terciles[0]), String(one.rankAtLowSimilarity), interval(one.gap)],
        ]),
      1,
    ),
    ...(models.length > MOST ? [`and ${models.length - MOST} more, which --json lists`] : []),
  );
}

const equal = (gap: Estimate | undefined): string =>
  gap === undefined ? "" : `, and ${interval(gap)} among equally hard ones`;
