// What a flow learner is paid for: several copies of a one-step world see the same, each is drawn an action of its own, and the declared reward
// pays every one.

import type { TrainingContext } from "../../core/algorithm.ts";
import { UserError } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import type { Reward, RewardPlan, SetReward } from "../../core/reward.ts";
import type { RewardMemory } from "../../core/reward-memory.ts";
import { episodeRunner } from "../../play/episode.ts";
import { observationScale } from "../../play/vector-environment.ts";
import { paySlopes } from "./pay-slopes.ts";
import { payTrial } from "./pay-trial.ts";
import type { PayTrial } from "./process-reward.ts";

/** Actions drawn in an update, `group` for each of some observations; arrays are reused by the next update. */
export interface DrawnGroups {
  readonly rows: number;
  readonly group: number;
  /** Scaled observations, [rows × observationSize]; those of a group are equal. */
  readonly conditions: Float32Array;
  /** [rows × actionSize] */
  readonly actions: Float32Array;
  /** What each was paid, and what the objective makes of it, [rows]. */
  readonly pay: Float64Array;
  readonly objective: Float64Array;
  /** What each was paid by single terms of the reward, [rows] each; empty where these are not wanted. */
  readonly terms: readonly Float64Array[];
  /** What the actions are paid together. */
  readonly sets: DrawnSets;
  /** Slope of the pay in the actions, [rows × actionSize]; empty where it is not wanted. */
  readonly slopes: Float64Array;
}

/** A reward of sets, and its numbers of every action, [rows × size]. */
export interface DrawnSets {
  readonly reward: SetReward;
  readonly rows: Float64Array;
}

/** What is known of the worlds that actions are drawn for. */
export interface BegunWorlds {
  /** What actions would be paid. */
  readonly tried: PayTrial;
  /** Observations as they are, [rows × observationSize]. */
  readonly observations: Float32Array;
}

/** Draws actions [rows × actionSize] for scaled observations. */
export type Drawer = (conditions: Float32Array, actions: Float32Array, random: Random, worlds: BegunWorlds) => void;

/** Returns a function that draws and pays the actions of an update with its own stream, also by each of `terms`, and its slope if wanted. */
export function groupsOf(
  context: TrainingContext,
  observations: number,
  group: number,
  memory: RewardMemory,
  terms: readonly RewardPlan[] = [],
  isSloped = false,
) {
  const { spec } = context;
  const rows = observations * group;
  const scale = observationScale(spec);
  const paying: Reward[] = [];
  const worlds = Array.from({ length: rows }, () => context.makeEnvironment());
  const runners = worlds.map((world) =>
    episodeRunner(world, [
      () => {
        const reward = context.makeReward(memory.part("pay"));
        paying.push(reward);
        return reward;
      },
      () => context.makeObjective(memory.part("objective")),
      ...terms.map((plan, k) => () => plan(spec, memory.part(`term${k}`))),
    ]),
  );
  const judge = paying[0].ofSets;
  const reward = judge ?? meanPay;
  const drawn: DrawnGroups = {
    rows,
    group,
    conditions: new Float32Array(rows * spec.observationSize),
    actions: new Float32Array(rows * spec.actionSize),
    pay: new Float64Array(rows),
    objective: new Float64Array(rows),
    terms: terms.map(() => new Float64Array(rows)),
    sets: { reward, rows: new Float64Array(rows * reward.size) },
    slopes: new Float64Array(isSloped ? rows * spec.actionSize : 0),
  };
  const observed = new Float32Array(rows * spec.observationSize);
  const begun = Array.from({ length: isSloped ? rows : 0 }, () => new Float64Array(spec.channels.length));
  const tried = payTrial(
    context,
    runners.map(({ episode }) => episode),
  );
  const slopesOf = isSloped ? worlds.map((world) => paySlopes(world, context.makeReward(memory.part("pay")))) : [];
  return (random: Random, draw: Drawer): DrawnGroups => {
    for (const [row, runner] of runners.entries()) {
      runner.begin(random.stream("world", row), random.stream("observation", Math.floor(row / group)));
      const seen = runner.episode.look();
      observed.set(seen, row * spec.observationSize);
      begun[row]?.set(runner.episode.outcomes);
      for (let k = 0; k < spec.observationSize; k++)
        drawn.conditions[row * spec.observationSize + k] = (seen[k] - scale.shift[k]) * scale.factor[k];
    }
    draw(drawn.conditions, drawn.actions, random.stream("draws"), { tried, observations: observed });
    for (const [row, runner] of runners.entries()) {
      const { actions, totals, outcomes } = runner.episode;
      for (let k = 0; k < spec.actionSize; k++) actions[k] = drawn.actions[row * spec.actionSize + k];
      const status = runner.step();
      const ofRow = drawn.slopes.subarray(row * spec.actionSize, (row + 1) * spec.actionSize);
      slopesOf[row]?.(begun[row], outcomes, status, ofRow);
      if (!Number.isFinite(totals[0][0])) throw unpaid(totals[0][0], row, rows);
      drawn.pay[row] = totals[0][0];
      if (judge === undefined) drawn.sets.rows[row] = totals[0][0];
      else paying[row].ofSets?.read(drawn.sets.rows, row * reward.size);
      drawn.objective[row] = totals[1][0];
      for (const [k, term] of drawn.terms.entries()) term[row] = totals[2 + k][0];
    }
    return drawn;
  };
}

/** Pays a set the mean of what its actions are paid. */
const meanPay: SetReward = {
  size: 1,
  read() {},
  open() {
    let [sum, count] = [0, 0];
    const change = (sign: 1 | -1) => (rows: Float64Array, at: number) => {
      sum += sign * rows[at];
      count += sign;
    };
    return { add: change(1), remove: change(-1), value: () => (count === 0 ? 0 : sum / count) };
  },
};

/** The error where a reward is no number. */
function unpaid(pay: number, row: number, rows: number): UserError {
  const what = `the reward of drawn action ${row + 1} of ${rows} is ${pay}`;
  return new UserError({ code: "bad-pay", what, hint: "a reward must give a finite number for each action" });
}
