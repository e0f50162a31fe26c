// How models do on texts by how similar these are to older ones, from a file of scores.

import { UserError, unknownName } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import { type TercileFigures, tercileFigures } from "../../evaluation/similarity/terciles.ts";
import type { Estimate } from "../../evaluation/statistics/interval.ts";
import { readScores, type ScoreRecord, type TextRecord, type TextSource } from "../../logs/texts.ts";

/** Estimates of a model, on all problems and in the terciles of similarity from the least to the most. */
export interface ModelBySimilarity {
  readonly model: string;
  readonly passRate: Estimate;
  /** Place by pass rate on all problems, and on those of the lowest tercile; equals share it. */
  readonly rank: number;
  readonly rankAtLowSimilarity: number;
  readonly terciles: readonly Estimate[];
  readonly gap: Estimate;
}

/** How models do by similarity. */
export interface ScoresBySimilarity extends Omit<TercileFigures, "terciles" | "gaps" | "whole"> {
  readonly file: string;
  readonly problems: number;
  readonly terciles: readonly Omit<TercileFigures["terciles"][number], "models">[];
  /** The best on all problems first. */
  readonly models: readonly ModelBySimilarity[];
}

interface ComparedTexts {
  readonly fresh: readonly TextRecord[];
  readonly old: readonly TextRecord[];
  /** Largest similarity to an older text, [fresh]; NaN where none is older. */
  readonly largest: readonly number[];
}

interface ScoreOptions {
  readonly resamples?: number;
  readonly signal?: AbortSignal;
  readonly onProgress?: (text: string) => void;
}

/** Reads scores and tells what they say; pushes what a reader must know to the caveats. */
export async function scoresBySimilarity(
  source: TextSource,
  { fresh, old, largest }: ComparedTexts,
  random: Random,
  { resamples = 1000, signal, onProgress }: ScoreOptions,
  caveats: string[],
): Promise<ScoresBySimilarity> {
  onProgress?.(`reading ${source.file}`);
  const records = await readScores(source);
  const ids = new Map(fresh.map(({ id }, k) => [id, k]));
  const models = [...new Set(records.map(({ model }) => model))];
  const rates = shares(records, ids, models, new Set(old.map(({ id }) => id)));
  const every = [...fresh.keys()];
  const problems = every.filter(
    (k) => !Number.isNaN(largest[k]) && models.every((_, m) => !Number.isNaN(rates[k * models.length + m])),
  );
  const scored = every.filter((k) => models.some((_, m) => !Number.isNaN(rates[k * models.length + m])));
  if (problems.length < scored.length) {
    const left = scored.length - problems.length;
    caveats.push(
      `${left} of ${scored.length} scored texts are left out: not every model was scored on them, or none is older`,
    );
  }
  onProgress?.(`resampling ${problems.length} problems`);
  const difficulty = problems.map((k) => fresh[k].difficulty ?? Number.NaN);
  const figures = tercileFigures(
    {
      similarity: problems.map((k) => largest[k]),
      models: models.length,
      passed: problems.flatMap((k) => Array.from(rates.subarray(k * models.length, (k + 1) * models.length))),
      ...(difficulty.some(Number.isNaN) ? {} : { difficulty }),
    },
    random.stream("resamples"),
    resamples,
    () => signal?.throwIfAborted(),
  );
  if (figures === undefined) {
    const what = `leaves ${problems.length} problems that every model was scored on, whose similarities do not make three parts`;
    throw new UserError({ code: "too-few", what, where: source.file, hint: "score every model on the same texts" });
  }
  if (figures.gapAtEqualDifficulty === undefined)
    caveats.push("similar problems may be easier or harder ones; a column difficulty would tell that apart");
  if (models.length < 3) caveats.push("rankings and spreads of fewer than three models say little");
  const { terciles, gaps, whole, ...rest } = figures;
  const rankOf = (values: readonly Estimate[], m: number) =>
    1 + values.filter(({ mean }) => (mean ?? 0) > (values[m].mean ?? 0)).length;
  const order = [...models.keys()].sort((a, b) => (whole[b].mean ?? 0) - (whole[a].mean ?? 0) || a - b);
  return {
    file: source.file,
    problems: problems.length,
    terciles: terciles.map(({ models: _, ...one }) => one),
    ...rest,
    models: order.map((m) => ({
      model: models[m],
      passRate: whole[m],
      rank: rankOf(whole, m),
      rankAtLowSimilarity: rankOf(terciles[0].models, m),
      terciles: terciles.map((one) => one.models[m]),
      gap: gaps[m],
    })),
  };
}

/** Pass rates of each text and model, [texts, models]; NaN without an attempt. Scores of old texts do not count. */
function shares(
  records: readonly ScoreRecord[],
  ids: ReadonlyMap<string, number>,
  models: readonly string[],
  old: ReadonlySet<string>,
): Float64Array {
  const column = new Map(models.map((model, m) => [model, m]));
  const sums = new Float64Array(ids.size * models.length);
  const tries = new Float64Array(sums.length);
  for (const { id, model, passed, place } of records) {
    const text = ids.get(id);
    if (text === undefined) {
      if (old.has(id)) continue;
      throw new UserError({ ...unknownName("text", id, ids.keys()), where: place });
    }
    const at = text * models.length + (column.get(model) ?? 0);
    sums[at] += passed;
    tries[at] += 1;
  }
  return sums.map((sum, at) => (tries[at] === 0 ? Number.NaN : sum / tries[at]));
}
