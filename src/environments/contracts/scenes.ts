// Scene of hiring: each agent's payment and cost, its report, and the principal's profit.

import type { Scene } from "../../core/scene.ts";
import { barScene } from "../bar-scene.ts";
import { short } from "../scene-shapes.ts";

export interface HiringScene {
  readonly labels: readonly string[];
  /** Number of actions of each agent; with two, the first is to idle and the second to work. */
  readonly actions: number;
  /** Recommended actions of the coming round, [agents]. */
  readonly requested: ArrayLike<number>;
  readonly cap: number;
  /** Smallest and largest value of a decision. */
  readonly worst: number;
  readonly best: number;
  readonly round: number;
  readonly horizon: number;
  readonly last:
    | {
        readonly done: ArrayLike<number>;
        readonly paid: ArrayLike<number>;
        readonly costs: ArrayLike<number>;
        readonly truthful: readonly boolean[];
        readonly decided: number;
        readonly profit: number;
      }
    | undefined;
}

/** Payments beside costs, actions and reports, and the principal's profit. */
export function hiringScene(scene: HiringScene): Scene {
  const { labels, actions, requested, cap, worst, best, round, horizon, last } = scene;
  const did = (action: number) => (actions === 2 ? ["idled", "worked"][action] : `effort ${action}`);
  const wanted = (action: number) => (actions === 2 ? ["no", "yes"][action] : short(action));
  const unknown = last === undefined ? { says: "–" } : {};
  const workers = labels.filter((_, k) => (last?.done[k] ?? 0) > 0).length;
  return barScene(
    [
      {
        title: last === undefined ? "Pay of an agent" : `Pay of an agent in round ${round}`,
        high: cap,
        notes: "work, report",
        ticks: "what its work cost",
        bars: labels.map((name, k) => ({
          ...{ name, value: last?.paid[k] ?? 0, fill: k, ...unknown },
          ...(last && { tick: last.costs[k], note: `${did(last.done[k])}, ${last.truthful[k] ? "true" : "lied"}` }),
        })),
      },
      {
        title: "What the principal has of it",
        low: worst - labels.length * cap,
        high: best,
        bars: [
          { name: "decision", value: last?.decided ?? 0, fill: "good", ...unknown },
          { name: "profit", value: last?.profit ?? 0, fill: "accent", ...unknown },
        ],
      },
      {
        title: actions === 2 ? "The agents that work next" : "Effort that is asked for next",
        high: actions - 1,
        bars: labels.map((name, k) => ({ name, value: requested[k], fill: k, says: wanted(requested[k]) })),
      },
    ],
    last === undefined
      ? `${horizon} rounds of hiring ${labels.length} agents.`
      : `Round ${round} of ${horizon}: ${workers} of ${labels.length} agents worked, and the principal's profit was ${short(last.profit)}.`,
  );
}
