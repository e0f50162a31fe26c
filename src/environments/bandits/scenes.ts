// Scenes of bandits: values of the arms, the pulled arm, and its payoff.

import type { Scene, Shape } from "../../core/scene.ts";
import { type BarPanel, barScene } from "../bar-scene.ts";
import { between, block, label, percent, rectangle, short } from "../scene-shapes.ts";

/** Values of the arms for a scene. */
export interface Worth {
  readonly low: number;
  readonly high: number;
  /** Mean payoff of an arm in a round, counted from 0. */
  of(arm: number, round: number, hidden: Float64Array): number;
  /** Title; default the mean payoff of each arm. */
  readonly title?: string;
  /** Names of the arms; default their numbers. */
  readonly names?: readonly string[];
  /** Whether everything is redrawn after a round; the scene then shows the coming round. */
  readonly anew?: boolean;
  /** Whether the last arm is a map that reveals the paying arm. */
  readonly map?: boolean;
  /** Payoff of the coming round that results from earlier pulls, whichever arm is pulled. */
  readonly carried?: { readonly low: number; readonly high: number; of(hidden: Float64Array): number };
}

interface KnownArms {
  readonly count: number;
  readonly horizon: number;
  readonly worth: Worth;
  isBest(arm: number, hidden: Float64Array): boolean;
}

/** State of a bandit. */
interface Pulls {
  /** Number of rounds played. */
  readonly round: number;
  /** The last arm, its payoff and the arm it revealed; −1 for none. */
  readonly pulled: number;
  readonly paid: number;
  readonly shown: number;
  readonly hidden: Float64Array;
  /** Regret of the last pull. */
  readonly regret: number | undefined;
}

/** Arms as bars of their values, with optimal arms coloured and the pulled one marked; with a map, as cells. */
export function armsScene(arms: KnownArms, pulls: Pulls): Scene {
  const { count, horizon, worth } = arms;
  const { round, pulled, paid, hidden, regret } = pulls;
  if (worth.map === true && count <= MOST_CELLS) return mapScene(arms, pulls);
  const at = Math.max(0, worth.anew === true ? Math.min(round, horizon - 1) : round - 1);
  const nameOf = (arm: number) => worth.names?.[arm] ?? `arm ${arm}`;
  const values = Array.from({ length: count }, (_, arm) => worth.of(arm, at, hidden));
  const means: BarPanel = {
    title: `${worth.title ?? "What each arm pays on average"}${worth.anew === true ? " now" : ""}`,
    ...scaleOf(worth),
    notes: "last pull",
    bars: values.map((value, arm) => ({
      ...{ name: nameOf(arm), value, fill: arms.isBest(arm, hidden) ? "good" : "muted" },
      ...(arm === pulled ? { marked: true, note: `paid ${short(paid)}` } : {}),
    })),
  };
  const carried: BarPanel[] =
    worth.carried === undefined
      ? []
      : [
          {
            title: "What earlier pulls pay in the next round",
            ...scaleOf(worth.carried),
            bars: [{ name: "carried over", value: worth.carried.of(hidden), fill: "accent" }],
          },
        ];
  const sentence = `Round ${round} of ${horizon}: ${nameOf(pulled)} paid ${short(paid)}`;
  const lost = regret !== undefined && regret > 0 ? `, and the best one is worth ${short(regret)} more` : "";
  return barScene([means, ...carried], pulled < 0 ? `${horizon} rounds and ${count} arms.` : `${sentence}${lost}.`);
}

/** A scale with positive length. */
const scaleOf = ({ low, high }: { readonly low: number; readonly high: number }) =>
  low < high ? { low, high } : { low, high: low + 1 };

/** Maximum number of arms drawn as cells. */
const MOST_CELLS = 101;
const ACROSS = 10;

/** Arms as cells in rows beside the map, with an arrow from the map to the revealed arm. */
function mapScene({ count, horizon, worth }: KnownArms, { round, pulled, paid, shown, hidden }: Pulls): Scene {
  const cells = count - 1;
  const columns = Math.min(cells, ACROSS);
  const rows = Math.ceil(cells / columns);
  const cornerOf = (arm: number) =>
    arm === cells ? [columns / 2 - 0.5, rows + 0.8] : [arm % columns, rows - 1 - Math.floor(arm / columns)];
  const middleOf = (arm: number): [number, number] => {
    const [x, y] = cornerOf(arm);
    return [x + 0.5, y + 0.5];
  };
  const shapes: Shape[] = [];
  for (let arm = 0; arm < count; arm++) {
    const [x, y] = cornerOf(arm);
    const pays = arm < cells && worth.of(arm, round, hidden) > 0;
    shapes.push({
      ...block(rectangle(x + 0.06, y + 0.06, x + 0.94, y + 0.94), arm === cells ? "surface" : pays ? "good" : "faint"),
      ...(arm === cells || arm === pulled ? { stroke: "ink", width: arm === pulled ? 4 : 1.5 } : {}),
    });
    shapes.push(label(middleOf(arm), arm === cells ? "map" : pays ? "★" : String(arm), 0.36));
  }
  if (shown >= 0) {
    const [[fromX, fromY], [x, y]] = [middleOf(cells), middleOf(shown)];
    shapes.push(between([fromX, fromY - 0.5], [x, y + 0.5], "warning", { arrow: true, width: 3 }));
  }
  const sentence = pulled === cells ? `the map showed arm ${shown}` : `arm ${pulled} paid ${short(paid)}`;
  const side = Math.max(0, 6 - columns) / 2 + 0.2;
  return {
    view: { left: -side, right: columns + side, bottom: -0.2, top: rows + 2 },
    shapes,
    caption: pulled < 0 ? `${horizon} pulls of ${cells} arms and a map.` : `Pull ${round} of ${horizon}: ${sentence}.`,
  };
}

export interface ItemsScene {
  readonly means: readonly number[];
  readonly count: number;
  readonly horizon: number;
  readonly round: number;
  readonly chosen: Float64Array;
  readonly paid: Float64Array;
}

/** Items as bars of their mean payoffs, with the chosen ones marked. */
export function itemsScene({ means, count, horizon, round, chosen, paid }: ItemsScene): Scene {
  const last = [...means].sort((a, b) => b - a)[count - 1];
  const sum = paid.reduce((so, own) => so + own, 0);
  return barScene(
    [
      {
        title: "How often each item pays",
        high: 1,
        notes: "last round",
        lines: [{ name: `the best ${count} reach this line`, value: last, tone: "good" }],
        bars: means.map((value, k) => ({
          ...{ name: `item ${k}`, value, says: percent(value), fill: value >= last ? "good" : "muted" },
          ...(chosen[k] === 1 ? { marked: true, note: paid[k] === 1 ? "paid 1" : "paid 0" } : {}),
        })),
      },
    ],
    round === 0
      ? `A round chooses ${count} of ${means.length} items.`
      : `Round ${round} of ${horizon}: ${short(sum)} of the ${count} chosen items paid.`,
  );
}

export interface LossesScene {
  readonly horizon: number;
  /** Budget of observations per episode, and the remainder. */
  readonly budget: number;
  readonly left: number;
  readonly round: number;
  /** The arm with the smallest total loss over the episode. */
  readonly best: number;
  /** Losses of the last round, and 1 where a loss was observed, [arms]. */
  readonly losses: readonly number[];
  readonly seen: Float64Array;
  readonly last: { readonly arm: number; readonly switched: boolean; readonly price: number } | undefined;
}

/** Losses of the last round, the observed ones among them, and the arm played. */
export function lossesScene({ horizon, budget, left, round, best, losses, seen, last }: LossesScene): Scene {
  const panel: BarPanel = {
    title: last === undefined ? "Losses" : `Losses of round ${round}`,
    high: 1,
    notes: "seen or not",
    bars: losses.map((value, arm) => ({
      ...{ name: arm === best ? `arm ${arm}, the best` : `arm ${arm}`, value, fill: seen[arm] === 1 ? "bad" : "muted" },
      ...(last === undefined ? { says: "–" } : { note: seen[arm] === 1 ? "seen" : "unseen" }),
      marked: arm === last?.arm,
    })),
  };
  const looks: BarPanel[] =
    budget > 0
      ? [{ title: "Observations left", high: budget, bars: [{ name: "of all", value: left, fill: "accent" }] }]
      : [];
  const moved = last?.switched === true ? `, after a switch that cost ${short(last.price)}` : "";
  return barScene(
    [panel, ...looks],
    last === undefined
      ? `${horizon} rounds and ${losses.length} arms that lose.`
      : `Round ${round} of ${horizon}: arm ${last.arm} lost ${short(losses[last.arm])}${moved}.`,
  );
}
