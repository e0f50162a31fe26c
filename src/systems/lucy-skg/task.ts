// Grid football of one player as a finite decision process, and what a declared reward pays for each of its moves.

import { Random } from "../../core/random.ts";
import type { RewardPlan } from "../../core/reward.ts";
import {
  COMPONENTS,
  cellsOf,
  footballComponents,
  footballMdp,
  footballProcess,
} from "../../environments/games/grid-football/process.ts";
import { ALONE, gridFootballWorld } from "../../environments/games/grid-football/world.ts";
import { shuffle } from "../../math/weighted-draw.ts";
import { movePay } from "./reward-analysis.ts";

/** What a goal is worth; one against costs as much. */
export const GOAL = 10;
export const DISCOUNT = 0.97;
const N = COMPONENTS.length;

const { spec } = gridFootballWorld.make(ALONE);
export const process = footballProcess(ALONE.size);
/** The process, paid by goals alone. */
export const task = footballMdp(process, GOAL, DISCOUNT);
const { standing, moved } = footballComponents(process);
/** Components after every move, [states × moves × components]. */
export const components = moved;
const { actions: A } = task;

/** All moves that can be made, as entries of a table [states × moves]: the player does not stand on the ball. */
export const POSSIBLE = Array.from({ length: process.scored * A }, (_, at) => at).filter((at) => {
  const [player, ball] = cellsOf(process, Math.floor(at / A));
  return player !== ball;
});

/** The same components, those of each move dealt to another one at random. */
export function dealtComponents(seed: number): Float64Array {
  const order = Int32Array.from(POSSIBLE);
  shuffle(order, Random.of(seed, "dealt components"));
  const dealt = new Float64Array(moved.length);
  for (const [k, at] of POSSIBLE.entries()) dealt.set(moved.subarray(N * order[k], N * (order[k] + 1)), N * at);
  return dealt;
}

const [PAYOFF, ...PLACES] = ["payoff", ...COMPONENTS].map((name) =>
  spec.channels.findIndex((channel) => channel.name === name),
);

/** What a reward pays for every move, [states × moves]; `told` are the moves' components. */
export function payTable(plan: RewardPlan, told: Float64Array = moved): Float64Array {
  const write = (from: Float64Array, row: number) => (into: Float64Array) => {
    for (const [k, place] of PLACES.entries()) into[place] = from[N * row + k];
  };
  const moves = POSSIBLE.map((at) => ({
    before: write(standing, Math.floor(at / A)),
    after(into: Float64Array) {
      write(told, at)(into);
      into[PAYOFF] = task.reward[at] / GOAL;
    },
    isLast: task.terminal[process.next[at]] === 1,
  }));
  const table = new Float64Array(task.reward.length);
  for (const [k, pay] of movePay(plan, spec, moves).entries()) table[POSSIBLE[k]] = pay;
  return table;
}
