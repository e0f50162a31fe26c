// `agon log check FOLDER --as episodes`: a summary of a data set of recorded episodes, before a world replays it.

import { checked } from "../core/checked.ts";
import { UserError } from "../core/errors.ts";
import { count } from "../evaluation/number-format.ts";
import { quantile } from "../evaluation/statistics/moments.ts";
import {
  columnsOf,
  EPISODES,
  type EpisodeLog,
  episodesAtHand,
  leftOut,
  prepareEpisodes,
  recordedSource,
} from "../logs/episode-shelf.ts";
import type { Flags } from "./commands.ts";
import { answer, number, print, style, table } from "./output.ts";
import { place } from "./place.ts";
import { watched } from "./progress.ts";

/** Reads a data set, or finds it in the store's cache, and prints a summary. Throws a UserError where the data set is invalid. */
export async function recordedSummary(file: string, flags: Flags<"log check">, signal: AbortSignal): Promise<number> {
  const { columns: own, where, skipBadRows } = flags;
  if (own.length > 0 || where !== undefined || skipBadRows) {
    const hint = "leave out --columns, --where and --skip-bad-rows";
    throw new UserError({ code: "whole-episodes", what: "recorded episodes are read whole", hint });
  }
  const at = { ...place(flags.store), onNotice: () => {} };
  const source = checked(recordedSource, file);
  const log = episodesAtHand(await watched(signal, (watch) => prepareEpisodes(source, { ...at, ...watch })));
  const { lengths, arrays, left } = log.recorded;
  const returns = returnsOf(log);
  const columns = arrays.flatMap((array) =>
    columnsOf(array).map((name, k) => ({ name, least: array.low[k], most: array.high[k] })),
  );
  const result = { kind: EPISODES, file, episodes: lengths.length, steps: log.rows, lengths, returns, columns, left };
  const spread = (name: string, values: readonly number[]) => [
    name,
    ...[0, 0.25, 0.5, 0.75, 1].map((share) => number(quantile(values, share))),
  ];
  return answer(flags, result, () =>
    print(
      `${style("green", "✓")} ${file}: ${count(lengths.length, "episode")}, ${count(log.rows, "step")}`,
      ...(left.length === 0 ? [] : [`${style("yellow", "!")} ${leftOut(file, left)}`]),
      "",
      table(
        ["of an episode", "least", "25 %", "median", "75 %", "most"],
        [spread("return", returns), spread("steps", lengths)],
      ),
      "",
      table(
        ["column", "least", "most"],
        columns.map(({ name, least, most }) => [name, number(least), number(most)]),
      ),
    ),
  );
}

/** Returns the sum of the recorded rewards of each episode. */
function returnsOf(log: EpisodeLog): number[] {
  const record = new Float64Array(log.width);
  let at = 0;
  return log.recorded.lengths.map((steps) => {
    let sum = 0;
    for (let step = 1; step <= steps; step++) {
      log.read(at + step, record);
      sum += record[1];
    }
    at += steps + 1;
    return sum;
  });
}
