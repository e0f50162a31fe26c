// The share of the points that a player won, by round, with its interval; rounds with a significant change are marked.

import * as Plot from "@observablehq/plot";
import { number, probability } from "../../evaluation/number-format.ts";
import type { RecordedRound } from "../../lab/contest/contest-record.ts";
import { Figure } from "./figure.tsx";

interface ShareFigureProps {
  readonly label: string;
  /** The player whose share is shown. */
  readonly player: string;
  readonly rounds: readonly RecordedRound[];
}

/** Significance level of a marked change, the same as that of `agon contest` in a terminal. */
const DOUBT = 0.05;

/** Returns whether a round's share differs significantly from that of the round before. */
export const isChange = ({ change }: RecordedRound): boolean => change !== null && change < DOUBT;

export function ShareFigure({ label, player, rounds }: ShareFigureProps) {
  const rows = rounds.map((own, round) => ({ ...own, round }));
  const title = ({ round, share, low, high, change }: (typeof rows)[number]) =>
    [
      `round ${round}: ${number(share, 2)}${low === null ? "" : ` [${number(low, 2)}, ${number(high, 2)}]`}`,
      ...(change === null ? [] : [`change since round ${round - 1}: p ${probability(change)}`]),
    ].join("\n");
  const draw = (width: number): Element =>
    Plot.plot({
      width,
      height: 196,
      marginLeft: 38,
      marginRight: 12,
      marginTop: 30,
      marginBottom: 36,
      style: { fontSize: "12px", overflow: "visible" },
      x: {
        domain: [-0.5, rounds.length - 0.5],
        label: "round",
        labelArrow: "none",
        ticks: ticksOf(rounds.length, width),
        tickFormat: "d",
      },
      y: { domain: [0, 1], label: `share of ${player}`, labelArrow: "none", ticks: [0, 0.5, 1], tickFormat: String },
      marks: [
        Plot.gridY({ stroke: "var(--line)", strokeOpacity: 1, ticks: [0, 1] }),
        Plot.ruleY([0.5], { stroke: "var(--muted)" }),
        Plot.lineY(rows, { x: "round", y: "share", stroke: "var(--series-0)", strokeWidth: 1.2, strokeOpacity: 0.5 }),
        Plot.link(
          rows.filter(({ low }) => low !== null),
          { x1: "round", x2: "round", y1: "low", y2: "high", stroke: "var(--series-0)", strokeWidth: 2.5 },
        ),
        Plot.dot(
          rows.filter((row) => !isChange(row)),
          { x: "round", y: "share", r: 4, fill: "var(--surface)", stroke: "var(--series-0)", strokeWidth: 1.5 },
        ),
        Plot.dot(rows.filter(isChange), {
          ...{ x: "round", y: "share", r: 6.5, symbol: "diamond" },
          ...{ fill: "var(--series-1)", stroke: "var(--series-1)" },
        }),
        Plot.tip(rows, Plot.pointerX({ x: "round", y: "share", title, fontSize: 12, lineHeight: 1.35 })),
      ],
    });
  return <Figure label={label} draw={draw} />;
}

/** Returns the rounds with a label: as many as fit, equally spaced. */
function ticksOf(rounds: number, width: number): number[] {
  const step = [1, 2, 5, 10, 20, 50, 100, 200, 500].find((own) => (rounds / own) * 24 <= width) ?? 1000;
  return Array.from({ length: Math.ceil(rounds / step) }, (_, k) => k * step);
}
