// `agon clicks`: what positions do to clicks in a user's log, and what another ranking would earn.

import { type ClickFigures, clickFigures } from "../lab/clicks/click-figures.ts";
import type { RankingValue } from "../lab/clicks/ranking-value.ts";
import type { Flags } from "./commands.ts";
import { firstRows, interval, number, print, remark, style, table, whole } from "./output.ts";
import { columnFlag, place, rowsOf } from "./place.ts";
import { computed } from "./progress.ts";

/** Maximum number of positions that are printed; `--json` has all. */
const MOST = 30;

/** Prints the analysis of a log of clicks. */
export const clicks = (file: string, flags: Flags<"clicks">): Promise<number> =>
  computed(
    flags,
    (watched) => clickFigures(rowsOf(file, flags), { ...place(), mapping: columnFlag, onNotice: remark, ...watched }),
    printFigures,
  );

function printFigures({ file, columns, pages, shown, clicks, positions, ranking, ...more }: ClickFigures): void {
  const renamed = Object.entries(columns).filter(([name, own]) => name !== own);
  print(
    `${file}: ${whole(clicks)} clicks of ${whole(shown)} shown items on ${whole(pages)} pages`,
    ...(renamed.length === 0 ? [] : [`read as ${renamed.map(([name, own]) => `${name}: ${own}`).join(", ")}`]),
    "",
    ...firstRows(
      MOST,
      ["position", "shown", "clicks", "click rate, of the first's", "the same for one item"],
      positions,
      (one) => [String(one.position), whole(one.shown), whole(one.clicks), interval(one.rate), interval(one.effect)],
    ),
    "",
    "The last column is what the position does: a position-based model tells it from items that were shown in several.",
  );
  if (more.belowClick.mean !== null) {
    print(`Below a click: ${interval(more.belowClick)} times the clicks that position and item explain.`);
  }
  if (ranking === undefined) print("", NO_RANKING);
  else printRanking(ranking);
  remark(...more.caveats);
}

const NO_RANKING =
  "No other ranking is named: --columns other=…, its positions, or score=…, by which it sorts, gives its value.";

function printRanking(value: RankingValue): void {
  const { by, ips, selfNormalised, doublyRobust, model, effectiveSample, largestWeight, largestShare } = value;
  const trust = [whole(Math.round(effectiveSample)), number(largestWeight)];
  const robust = doublyRobust === undefined ? [] : [["other: doubly robust", doublyRobust] as const];
  const rows = [
    [by === "positions" ? "other: effects of positions" : "other: inverse propensities", ips] as const,
    ...(selfNormalised === undefined ? [] : [["other: self-normalised", selfNormalised] as const]),
    ...robust,
  ];
  print(
    "",
    table(
      ["ranking", "clicks of a page", "effective sample", "largest weight"],
      [
        ["the log's, as it was", interval(value.logged), "", ""],
        ...rows.map(([name, estimate]) => [name, interval(estimate), ...trust]),
        ...(model === undefined ? [] : [["other: the click model alone", number(model), "", ""]]),
        ["gain of the other", interval(value.gain), ...trust],
      ],
    ),
    "",
    `${moved(value)}The largest weight is ${number(100 * largestShare)} % of all.${averages(value)}`,
    style(value.trust === "yes" ? "green" : value.trust === "no" ? "red" : "yellow", value.verdict),
  );
}

const moved = ({ moved: share }: RankingValue): string =>
  share === null ? "" : `The other ranking moves ${number(100 * share)} % of shown items. `;

const averages = ({ meanWeight }: RankingValue): string =>
  meanWeight === undefined ? "" : ` Weights average ${interval(meanWeight)}, and should average 1.`;
