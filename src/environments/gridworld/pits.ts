// A slippery field with pits and a goal, of which everything is known. Beside its pay, a channel says what each move was worth beside
// the best: what a person who would regret mistakes goes by.

import { z } from "zod";
import { reactive } from "../../core/agent.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { positive, share, within } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { GridShape } from "../../core/scene.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { choiceOf, clip, field, flow, level, named, once, parts, singleAgentSpec } from "../declaration.ts";
import { sampleNext, type TabularMdp, tabularMdp } from "../tabular/mdp.ts";
import { stepOnGrid } from "../tabular/open-grid.ts";
import { softValueIteration } from "../tabular/optimal-values.ts";
import { type Successors, slipping } from "../tabular/slip.ts";
import { horizonParameter } from "./grid-world.ts";

const SIDE = 6;
const MOVES = 4;
const GOAL = SIDE * SIDE - 1;
const PITS: readonly number[] = [8, 19, 22, 27];
const isEnd = (cell: number): boolean => cell === GOAL || PITS.includes(cell);

/** Cells, row by row, that are neither a pit nor the goal. */
export const openCells: readonly number[] = Array.from({ length: SIDE * SIDE }, (_, cell) => cell).filter(
  (cell) => !isEnd(cell),
);

const parameters = z.strictObject({
  horizon: horizonParameter(60),
  slip: share(0.1).describe("how often a move at random is carried out in the place of the chosen one"),
  discount: within(0, 0.999, 0.95).describe("γ of the best policy that moves are held against"),
  temperature: positive(10, 0.1).describe("α, what a unit of entropy is worth to that policy"),
});

/**
 * 6 × 6 cells and four moves. Starts are even over open cells. Entering the goal pays 1, entering a pit −1, and both are never left: there
 * too entropy is paid for, or the soft optimum would rather wander than arrive.
 */
export function pitProcess({ slip, discount }: { readonly slip: number; readonly discount: number }): TabularMdp {
  const successors = (s: number, a: number): Successors =>
    isEnd(s) ? [[s, 1]] : slipping(MOVES, slip, (move) => stepOnGrid(SIDE, SIDE, s, move), a);
  const paid = (to: number) => (to === GOAL ? 1 : isEnd(to) ? -1 : 0);
  return tabularMdp({
    states: SIDE * SIDE,
    actions: MOVES,
    discount,
    start: Float64Array.from({ length: SIDE * SIDE }, (_, s) => (isEnd(s) ? 0 : 1 / openCells.length)),
    transitions: successors,
    reward: (s, a) => (isEnd(s) ? 0 : successors(s, a).reduce((sum, [to, p]) => sum + p * paid(to), 0)),
  });
}

/** A*(s, a) = Q*(s, a) − V*(s) of the policy that is best with entropy at a temperature, [states × actions]. */
export function softAdvantages(process: TabularMdp, temperature: number): Float64Array {
  const { values, actionValues } = softValueIteration(process, temperature);
  return actionValues.map((q, at) => q - values[Math.floor(at / process.actions)]);
}

/** No move is worth less beside the best than this. */
const WORST = -1000;
const [PAYOFF, SUCCESS, FELL, ADVANTAGE, X, Y] = [0, 1, 2, 3, 4, 5];
const LEGEND: GridShape["legend"] = [
  { meaning: "floor", fill: "surface" },
  { meaning: "pit", fill: "bad", text: "○" },
  { meaning: "goal", fill: "good", text: "★" },
];
const CELLS = Array.from({ length: SIDE * SIDE }, (_, cell) => (cell === GOAL ? 2 : isEnd(cell) ? 1 : 0));

export const pits: BoundEntry<NumericEnvironment> = bind({
  id: "gridworld/pits",
  summary: "a slippery field with four pits and a goal; it also says what each move was worth beside the best one",
  parameters,
  make({ horizon, slip, discount, temperature }: z.output<typeof parameters>): NumericEnvironment {
    const process = pitProcess({ slip, discount });
    const advantages = softAdvantages(process, temperature);
    const best = Int32Array.from({ length: process.states }, (_, s) => {
      const row = advantages.subarray(s * MOVES, (s + 1) * MOVES);
      return row.indexOf(row.reduce((a, b) => Math.max(a, b)));
    });
    const state = layout({ cell: [1], time: [1] });
    const { cell, time } = state.views;
    const place = (outcomes: Float64Array): void => {
      outcomes[X] = cell[0] % SIDE;
      outcomes[Y] = Math.floor(cell[0] / SIDE);
    };
    return {
      spec: singleAgentSpec({
        label: "explorer",
        horizon,
        action: named("up", "right", "down", "left"),
        actionUnit: "move",
        observation: [field("x", 0, SIDE - 1, "column"), field("y", 0, SIDE - 1, "row, from above")],
        channels: [
          flow("payoff", "value", -1, 1, "sum", "1 where it enters the goal, −1 where it enters a pit"),
          once("success", "goals", "1 where it enters the goal"),
          once("fell", "falls", "1 where it enters a pit"),
          flow("advantage", "value", WORST, 0, "sum", "what the move was worth beside the best policy's, Q* − V*"),
          level("x", "tiles", 0, SIDE - 1, "column"),
          level("y", "tiles", 0, SIDE - 1, "row, from above"),
        ],
        publicState: parts({ cell: "cell, row by row", time: "moves so far" }),
        oracles: {
          optimal: {
            meaning: "always makes the likeliest move of the policy that is best with entropy",
            play: () => reactive(([x, y]) => best[y * SIDE + x]),
          },
        },
      }),
      state,
      reset(random, outcomes) {
        cell[0] = drawAt(process.start, 0, process.states, random);
        time[0] = 0;
        outcomes.fill(0);
        place(outcomes);
      },
      step(actions, outcomes, random) {
        const move = choiceOf(actions[0], MOVES);
        outcomes.fill(0);
        outcomes[ADVANTAGE] = clip(advantages[cell[0] * MOVES + move], WORST, 0);
        cell[0] = sampleNext(process, cell[0], move, random.uniform());
        time[0] += 1;
        const over = isEnd(cell[0]);
        outcomes[SUCCESS] = cell[0] === GOAL ? 1 : 0;
        outcomes[FELL] = over ? 1 - outcomes[SUCCESS] : 0;
        outcomes[PAYOFF] = outcomes[SUCCESS] - outcomes[FELL];
        place(outcomes);
        return (over ? Status.terminated : 0) | (time[0] >= horizon ? Status.truncated : 0);
      },
      observe(out) {
        out[0] = cell[0] % SIDE;
        out[1] = Math.floor(cell[0] / SIDE);
      },
      scene: () => ({
        view: { left: 0, right: SIDE, bottom: 0, top: SIDE },
        shapes: [
          { kind: "grid", at: [0, 0], cell: 1, columns: SIDE, cells: CELLS, legend: LEGEND },
          {
            kind: "circle",
            at: [(cell[0] % SIDE) + 0.5, SIDE - Math.floor(cell[0] / SIDE) - 0.5],
            radius: 0.36,
            fill: "accent",
          },
        ],
        caption: `Column ${cell[0] % SIDE}, row ${Math.floor(cell[0] / SIDE)} from above after ${time[0]} of ${horizon} moves`,
      }),
    };
  },
});
