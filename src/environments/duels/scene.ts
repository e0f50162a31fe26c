// Scene of a duel: rewards of actions in each state, the current state, and the returns of both episodes of the pair.

import type { Scene, Shape } from "../../core/scene.ts";
import { barScene } from "../bar-scene.ts";
import { block, counted, label, rectangle, short } from "../scene-shapes.ts";

export interface DuelScene {
  readonly states: number;
  readonly actions: number;
  /** Reward of each action in each state, [states × actions], at most 1. */
  readonly reward: ArrayLike<number>;
  readonly steps: number;
  readonly rounds: number;
  /** Round, turn (0 and 1: an episode, 2: the question) and step of the episode. */
  readonly round: number;
  readonly turn: number;
  readonly step: number;
  readonly place: number;
  readonly earned: ArrayLike<number>;
  /** 1 where the first episode was preferred, 0 where the second was, −1 without a question. */
  readonly answer: number;
  readonly questions: number;
}

/** Maximum number of states that are drawn, as columns, and of actions, as rows. */
const MOST = { states: 26, actions: 8 } as const;
const [LEFT, WIDTH] = [6, 32];

export function duelScene(scene: DuelScene): Scene {
  const { states, actions, steps, rounds, round, turn, step, place, earned, answer, questions } = scene;
  const said =
    answer < 0 ? "" : ` The annotator preferred the ${answer === 1 ? "first" : "second"} episode of the pair before.`;
  const stands =
    turn === 2
      ? "The annotator may be asked"
      : `The ${turn === 0 ? "first" : "second"} episode is in state ${place} at step ${step} of ${steps}`;
  const bars = barScene(
    [
      {
        title: "What both episodes of the pair have earned",
        high: steps,
        bars: ["first episode", "second episode"].map((name, k) => ({
          name,
          value: earned[k],
          fill: k,
          marked: turn === k,
        })),
      },
    ],
    `${stands}; round ${Math.min(rounds, round + 1)} of ${rounds}, ${counted(questions, "question")} asked so far.${said}`,
  );
  if (states > MOST.states || actions > MOST.actions) return bars;
  const table = rewardTable(scene);
  return { ...bars, view: { ...bars.view, top: table.height }, shapes: [...bars.shapes, ...table.shapes] };
}

/** Rewards as squares, darker for larger rewards, above the zero line; the current state is framed. */
function rewardTable({ states, actions, reward, place, turn }: DuelScene): { shapes: Shape[]; height: number } {
  const cell = Math.min(3, (WIDTH - LEFT) / states, 15 / actions);
  const bottom = 0.8;
  const top = bottom + actions * cell;
  const shapes: Shape[] = [label([0, top + 2.6], "What each action pays, by state", 1.05, { align: "start" })];
  for (let a = 0; a < actions; a++) {
    const y = top - (a + 0.5) * cell;
    shapes.push(label([LEFT - 0.4, y], `action ${a}`, Math.min(0.95, 0.8 * cell), { align: "end", fill: "muted" }));
    for (let s = 0; s < states; s++) {
      const x = LEFT + s * cell;
      const pays = reward[s * actions + a];
      const square = rectangle(x + 0.05, y - cell / 2 + 0.05, x + cell - 0.05, y + cell / 2 - 0.05);
      shapes.push(block(square, "good", 0.04 + 0.8 * pays));
      if (cell >= 2.4) shapes.push(label([x + cell / 2, y], short(Number(pays.toFixed(2))), 0.9));
    }
  }
  const every = cell < 1.6 ? 5 : 1;
  for (let s = 0; s < states; s += every)
    shapes.push(label([LEFT + (s + 0.5) * cell, top + 0.8], String(s), 0.9, { fill: "muted" }));
  if (turn < 2) {
    const x = LEFT + place * cell;
    shapes.push({ kind: "polygon", points: rectangle(x, bottom, x + cell, top + 1.5), stroke: "accent", width: 3 });
  }
  return { shapes, height: top + 3.6 };
}
