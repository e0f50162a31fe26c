// What a log of clicks says: what each position does to clicks, and what another ranking of the same items would be worth.

import { UserError } from "../../core/errors.ts";
import { cut, type Estimate, groupJackknife, type Range } from "../../evaluation/statistics/interval.ts";
import { positionEffects } from "../../feedback/clicks/position-effects.ts";
import type { BadReason } from "../../logs/bad-rows.ts";
import { type ClickOptions, type ClickTable, openClicks, PAGE_GROUPS } from "../../logs/clicks.ts";
import type { LogInput } from "../../logs/source.ts";
import { belowSums, groupedCells, type PlaceSums, pagesByGroup, placeSums, positionsOf } from "./click-sums.ts";
import { type FittedPositions, isWhole, type RankingValue, rankingValue } from "./ranking-value.ts";

/** What one position does. */
export interface PositionFigures {
  readonly position: number;
  /** Views of items there, and their clicks. */
  readonly shown: number;
  readonly clicks: number;
  /** Clicks of a view, relative to the first position: as it was, with the items that stood there. */
  readonly rate: Estimate;
  /** The same for one and the same item; null where no items link the position to the first one. */
  readonly effect: Estimate;
}

export interface ClickFigures {
  readonly file: string;
  /** The file's names of the columns that were read. */
  readonly columns: Readonly<Record<string, string>>;
  readonly pages: number;
  readonly shown: number;
  readonly clicks: number;
  /** Rows that were left out, the first of them in words. */
  readonly skipped: number;
  readonly reasons: readonly string[];
  /** Rows that were left out by reason, the most frequent first. */
  readonly counts: readonly BadReason[];
  readonly positions: readonly PositionFigures[];
  /**
   * Clicks of items below a click on their page, over those that position and item explain, relative to items without a click above: 1 where
   * positions and items explain clicks. Null where pages are single rows.
   */
  readonly belowClick: Estimate;
  /** Of a log that says where another ranking would show items. */
  readonly ranking?: RankingValue;
  /** What a reader of the figures must know, in sentences. */
  readonly caveats: readonly string[];
}

/** More positions are not looked at together: the fit takes time by their square. */
const MOST_POSITIONS = 200;

const NONE: Estimate = { mean: null, low: null, high: null, n: 0 };
const POSITIVE: Range = [0, Number.POSITIVE_INFINITY];

/**
 * Reads a log of clicks (`agon log columns clicks`), in memory that does not grow with it, and fits the position-based click model. Of a log
 * with another ranking it has the value of that one, by inverse propensities, self-normalised and doubly robust, or by effects of positions
 * where the log has no propensities. Intervals (95 %) are of a delete-a-group jackknife over 20 groups of pages, into which they fall by a
 * hash of their names; pages are taken for independent. A UserError tells bad rows, or columns that do not belong together.
 */
export async function clickFigures(source: LogInput, options: ClickOptions = {}): Promise<ClickFigures> {
  const log = await openClicks(source, options);
  try {
    return await figuresOf(log, options);
  } finally {
    log.close();
  }
}

async function figuresOf(log: ClickTable, { signal, onProgress }: ClickOptions): Promise<ClickFigures> {
  const { file, own, paged, read } = log;
  const positions = await positionsOf(log, MOST_POSITIONS);
  if (positions.length > MOST_POSITIONS) {
    const what = `shows items in more than ${MOST_POSITIONS} positions, and no more are looked at together`;
    const hint = `read some of them, by a condition: --where "position <= ${MOST_POSITIONS}"`;
    throw new UserError({ code: "too-many", what, where: file.shown, hint });
  }
  onProgress?.(`${file.shown}: pages`);
  const pages = await pagesByGroup(log);
  const places = await placeSums(log);
  onProgress?.(`${file.shown}: effects of positions`);
  const { cells, without } = await groupedCells(log, positions, signal === undefined ? {} : { signal });
  const effects = positionEffects(cells, positions.length);
  const leftOut: Float64Array[] = [];
  for (let group = 0; group < PAGE_GROUPS; group++) {
    signal?.throwIfAborted();
    leftOut.push(pages[group] > 0 ? positionEffects(without(group), positions.length, effects) : effects);
  }
  const figures = positionFigures(places, { positions, pages, effects, leftOut });
  const shown = figures.reduce((sum, one) => sum + one.shown, 0);
  const clicks = figures.reduce((sum, one) => sum + one.clicks, 0);
  const isKnown = effects.some((effect) => !Number.isNaN(effect));
  onProgress?.(`${file.shown}: items below clicks`);
  const belowClick = paged && isKnown ? await belowFigure(log, { positions, effects, rows: shown }) : NONE;
  onProgress?.(`${file.shown}: the other ranking`);
  const fit = { positions, effects, leftOut, pages, places, belowClick };
  const ranking = ["other", "score", "chance"].some((name) => own.has(name)) ? await rankingValue(log, fit) : undefined;
  return {
    file: file.shown,
    columns: Object.fromEntries(own),
    pages: pages.reduce((a, b) => a + b, 0),
    ...{ shown, clicks, ...read, positions: figures, belowClick },
    ...(ranking && { ranking }),
    caveats: [
      ...rareFirst(figures, own.get("position") ?? "position"),
      ...caveatsOf(figures, belowClick, clicks),
      ...modelCaveat(ranking),
    ],
  };
}

function positionFigures(
  places: readonly PlaceSums[],
  { positions, pages, effects, leftOut }: FittedPositions,
): PositionFigures[] {
  const groups = pages.length;
  const [views, clicks] = [new Float64Array(positions.length * groups), new Float64Array(positions.length * groups)];
  const place = new Map(positions.map((position, k) => [position, k]));
  for (const { position, group, rows, clicks: clicked } of places) {
    const k = place.get(position);
    if (k === undefined) continue;
    views[k * groups + group] += rows;
    clicks[k * groups + group] += clicked;
  }
  const sum = (of: Float64Array, k: number, without = -1) => {
    let total = 0;
    for (let group = 0; group < groups; group++) if (group !== without) total += of[k * groups + group];
    return total;
  };
  const first = positions.findIndex((_, k) => sum(clicks, k) > 0);
  const rate = (k: number, without?: number) =>
    sum(clicks, k, without) / sum(views, k, without) / (sum(clicks, first, without) / sum(views, first, without));
  /** Ratios are about normal in their logarithm. The first position is 1 by definition. */
  const figure = (k: number, whole: number, one: (group: number) => number): Estimate => {
    if (k === first) return { mean: 1, low: null, high: null, n: groups };
    const without = pages.map((_, group) => one(group));
    if (!(whole > 0) || !without.every((value) => value > 0)) return groupJackknife(whole, without, pages);
    const { low, high, n } = groupJackknife(Math.log(whole), without.map(Math.log), pages);
    return { mean: whole, low: low === null ? null : Math.exp(low), high: high === null ? null : Math.exp(high), n };
  };
  return positions.map((position, k) => ({
    position,
    shown: sum(views, k),
    clicks: sum(clicks, k),
    rate: figure(k, rate(k), (group) => rate(k, group)),
    effect: figure(k, effects[k], (group) => leftOut[group][k]),
  }));
}

/** Jackknife over parts of pages. */
async function belowFigure(
  log: ClickTable,
  fit: { positions: readonly number[]; effects: ArrayLike<number>; rows: number },
): Promise<Estimate> {
  const sums = await belowSums(log, fit);
  const parts = Array.from({ length: PAGE_GROUPS }, (_, part) => part);
  const total = (below: boolean, without = -1) => {
    let [clicks, predicted] = [0, 0];
    for (const one of sums) {
      if (one.below !== below || one.part === without) continue;
      clicks += one.clicks;
      predicted += one.predicted;
    }
    return clicks / predicted;
  };
  const ratio = (without?: number) => total(true, without) / total(false, without);
  const sizes = parts.map((part) => sums.filter((one) => one.part === part && !one.below).length);
  return cut(groupJackknife(ratio(), parts.map(ratio), sizes), POSITIVE);
}

/** Clicks of which fewer tell little. */
const FEW_CLICKS = 100;

function caveatsOf(positions: readonly PositionFigures[], belowClick: Estimate, clicks: number): string[] {
  const unknown = positions.filter(({ effect }) => effect.mean === null).map(({ position }) => position);
  const { mean, low, high } = belowClick;
  const few = clicks < FEW_CLICKS ? [`Of ${clicks} ${clicks === 1 ? "click" : "clicks"} little can be known.`] : [];
  const unlinked =
    unknown.length === 0
      ? []
      : [
          `No clicked item links position ${unknown.slice(0, 10).join(", ")}${unknown.length > 10 ? ", …" : ""} to the first one: show some items in several positions.`,
        ];
  const isFar = low !== null && high !== null && (low > 1.05 || high < 0.95);
  const below =
    mean === null || !isFar
      ? []
      : [
          `Below a click items get ${mean.toPrecision(2)} times the clicks that position and item explain: ${mean < 1 ? "a click ends many visits" : "some visitors click more than others"}.`,
        ];
  return [...few, ...unlinked, ...below];
}

/** A first position with fewer views than this share of the most frequent one's is hardly a place on every page. */
const RARE = 0.1;

/** Warns of a first position that is rare: a mark such as 0 or -1 for no position would be what all others are compared with. */
function rareFirst(positions: readonly PositionFigures[], own: string): string[] {
  const first = positions.find(({ clicks }) => clicks > 0);
  const most = Math.max(...positions.map(({ shown }) => shown));
  if (first === undefined || first.shown >= RARE * most) return [];
  const views = first.shown === 1 ? "once" : `${first.shown.toLocaleString("en-US")} times`;
  return [
    `Position ${first.position} is compared with, and shown ${views}, others up to ${most.toLocaleString("en-US")} times: where it marks something else, --where "${own}::int > ${first.position}" leaves it out.`,
  ];
}

/** Why a ranking with propensities has no doubly robust value, where positions have effects. */
function modelCaveat(ranking: RankingValue | undefined): string[] {
  if (ranking?.by !== "propensities" || ranking.doublyRobust !== undefined) return [];
  if (ranking.filled === null) {
    return ["A doubly robust value wants the other ranking's positions (other or score), and not its chances alone."];
  }
  if (isWhole(ranking.filled)) return [];
  const share = Math.floor(100 * ranking.filled);
  return [
    `No doubly robust value: rows fill ${share} % of the other ranking's positions. Rows with an empty position say which items it shows and the page did not.`,
  ];
}
