// `agon similar`: finds texts that are similar to older ones, and compares how models do on those and on the others.

import type { Estimate } from "../evaluation/statistics/interval.ts";
import { type SimilarityFigures, similarityFigures } from "../lab/similarity/similarity.ts";
import type { ScoresBySimilarity } from "../lab/similarity/similarity-scores.ts";
import type { Flags } from "./commands.ts";
import { firstRows, interval, number, print, remark, style, table, whole } from "./output.ts";
import { ownColumns } from "./place.ts";
import { computed } from "./progress.ts";

/** Prints the similarities of texts with older ones. */
export const similar = (file: string, flags: Flags<"similar">): Promise<number> => {
  const { against, scores, columns: texts, json, ...options } = flags;
  const columns = ownColumns("--columns", texts);
  const files = {
    ...(against === undefined ? {} : { against: { file: against, columns } }),
    ...(scores === undefined ? {} : { scores: { file: scores } }),
  };
  return computed(
    { json },
    (watched) => similarityFigures({ file, columns }, { ...files, ...options, ...watched }),
    printFigures,
  );
};

/** Maximum number of pairs and models that are printed; `--json` has all. */
const MOST = 20;

const OLDER = {
  file: "those of another file",
  set: "those of the old set",
  date: "those with an earlier date",
} as const;

function printFigures(figures: SimilarityFigures): void {
  const { file, against, by, older, texts, compared, threshold, duplicates, scores } = figures;
  const alike = new Set(duplicates.map(({ id }) => id)).size;
  print(
    `${style("bold", file)}: ${whole(compared)} of ${whole(texts)} texts compared with older ones (${against ?? OLDER[older]}) by ${by}`,
    `${whole(alike)} are like an older one, with a similarity of ${number(threshold)} or more`,
  );
  const pair = (one: (typeof duplicates)[number]) => [style("bold", one.id), one.older, number(one.similarity)];
  if (duplicates.length > 0) print("", ...firstRows(MOST, ["text", "older text", "similarity"], duplicates, pair, 2));
  if (scores !== null) printScores(scores);
  remark(...figures.caveats);
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
    ...firstRows(MOST, ["model", "pass rate", "rank", "on least similar", "rank", "most less least"], models, (one) => [
      ...[style("bold", one.model), interval(one.passRate), String(one.rank)],
      ...[interval(one.terciles[0]), String(one.rankAtLowSimilarity), interval(one.gap)],
    ]),
  );
}

const equal = (gap: Estimate | undefined): string =>
  gap === undefined ? "" : `, and ${interval(gap)} among equally hard ones`;
