// Scene of matching: the current impression on the left, the interested advertisers on the right, and their remaining demand.

import type { Scene, Shape } from "../../core/scene.ts";
import { barScene } from "../bar-scene.ts";
import { between, block, fitted, label, percent, rectangle } from "../scene-shapes.ts";

export interface AllocationScene {
  readonly names: readonly string[];
  /** Success probability of each advertiser for the current impression, 0 where it is not interested; undefined at the end. */
  readonly chances: ArrayLike<number> | undefined;
  /** Remaining and total successes wanted by each. */
  readonly left: ArrayLike<number>;
  readonly budgets: ArrayLike<number>;
  readonly count: number;
  readonly horizon: number;
  /** The advertiser of the last offer, −1 for one that is not interested; undefined before the first. */
  readonly last: { readonly to: number; readonly success: boolean } | undefined;
}

/** Maximum number of advertisers drawn with lines; more are drawn as bars. */
const MOST_ROWS = 16;
const ROW = 1.7;
const HEAD = 2;
/** Horizontal positions: the impression, ends of lines, probabilities, names, bars, remaining demand. */
const X = { node: 2, from: 3.5, to: 8.6, chance: 11.2, name: 11.7, bar: 20.2, end: 26.4, says: 31.8 } as const;

export function allocationScene(scene: AllocationScene): Scene {
  const { names, chances, left, budgets, count, horizon, last } = scene;
  const impression =
    last === undefined
      ? `${horizon} impressions will come`
      : `Impression ${count} of ${horizon} was offered to ${last.to < 0 ? "no advertiser that wants it" : `${fitted(names[last.to], 30, 1)}, ${last.success ? "a success" : "without success"}`}`;
  const wanted = Array.from(left).reduce((sum, own) => sum + own, 0);
  const caption = `${impression}; ${wanted} ${wanted === 1 ? "success is" : "successes are"} still wanted.`;
  if (names.length > MOST_ROWS) return manyScene(scene, caption);
  const middle = -(names.length * ROW) / 2;
  const shapes: Shape[] = [
    label(
      [0, HEAD / 2],
      chances === undefined ? "All impressions came" : `Impression ${count + 1} and its chances`,
      1.05,
      {
        align: "start",
      },
    ),
    label([X.says, HEAD / 2], "still wanted", 0.95, { align: "end", fill: "muted" }),
  ];
  for (const [u, name] of names.entries()) {
    const y = -(u + 0.5) * ROW;
    const chance = chances?.[u] ?? 0;
    const open = left[u] > 0;
    if (last?.to === u)
      shapes.push(block(rectangle(X.chance, y - ROW / 2, 32, y + ROW / 2), last.success ? "good" : "bad", 0.2));
    if (chance > 0) {
      const tone = open ? "accent" : "faint";
      shapes.push(
        between([X.from, middle], [X.to, y], tone, { width: 1 + 8 * chance, opacity: 0.8 }),
        label([X.chance, y], percent(chance), 0.95, { align: "end", fill: open ? "ink" : "muted" }),
      );
    }
    const end = X.bar + ((X.end - X.bar) * left[u]) / budgets[u];
    shapes.push(
      label([X.name, y], fitted(name, X.bar - X.name - 0.2, 1), 1, { align: "start", fill: open ? "ink" : "muted" }),
      block(rectangle(X.bar, y - 0.5, X.end, y + 0.5), "faint", 0.4),
      ...(open ? [block(rectangle(X.bar, y - 0.5, end, y + 0.5), u)] : []),
      label([X.says, y], budgets[u] === 1 ? (open ? "free" : "taken") : `${left[u]} of ${budgets[u]}`, 1, {
        align: "end",
      }),
    );
  }
  if (chances !== undefined)
    shapes.push({ kind: "circle", at: [X.node, middle], radius: 1.5, fill: "surface", stroke: "ink", width: 2 });
  if (chances !== undefined) shapes.push(label([X.node, middle], String(count + 1), 0.9));
  return {
    view: {
      left: -0.4,
      right: 32.4,
      bottom: Math.min(-names.length * ROW, middle - 1.6) - 0.4,
      top: Math.max(HEAD, middle + 2),
    },
    shapes,
    caption,
  };
}

function manyScene({ names, chances, left, budgets, last }: AllocationScene, caption: string): Scene {
  return barScene(
    [
      {
        title: "Successes that each still wants",
        high: Math.max(...Array.from(budgets)),
        bars: names.map((name, u) => ({
          ...{ name, value: left[u], fill: (chances?.[u] ?? 0) > 0 ? "accent" : "muted" },
          marked: last?.to === u,
        })),
      },
      {
        title: "Chance of a success, for the impression at hand",
        high: 1,
        bars: names.map((name, u) => ({ name, value: chances?.[u] ?? 0, fill: "accent" })),
      },
    ],
    caption,
  );
}
