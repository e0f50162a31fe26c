// Sub-goals on the way: each pays a bonus at the step that reaches it, once per episode. Paid every time it is true, the
// same bonus is an invitation to reach it again and again; as a potential it moves no optimum. A teacher may choose
// which of them are paid in the next episode.

import { z } from "zod";
import { Status } from "../core/environment.ts";
import { UserError } from "../core/errors.ts";
import { whole, within } from "../core/parameters.ts";
import type { RewardPlan } from "../core/reward.ts";
import { RewardMemory } from "../core/reward-memory.ts";
import { type Condition, conditionTest } from "./gate.ts";
import { shaping } from "./potential.ts";

/** What reaching a sub-goal is worth. */
export interface SubgoalPay {
  /** Bonus; the bonuses together should stay below what the task itself pays. */
  readonly pay: number;
  /** Pays at every step at which the sub-goal is true, not at the first of the episode alone. Default false. */
  readonly every?: boolean;
}

/** A sub-goal of a world: a condition on its channels, and its bonus. */
export interface Subgoal extends Condition, SubgoalPay {}

/** More sub-goals than this do not fit into the bits of a number. */
export const MOST_SUBGOALS = 30;
const ALL = 2 ** MOST_SUBGOALS - 1;

/**
 * Pays Σ_k c_k·1[k true for the first time] (arXiv 2409.12798), or with a `discount` γ in (0, 1] the potential form
 * γ·Φ' − Φ, Φ = Σ c_k over the sub-goals reached so far (see potential.ts).
 * Bit k of a number stands for sub-goal k.
 */
export function subgoalLedger(subgoals: readonly SubgoalPay[], discount?: number) {
  checkSubgoals(subgoals, discount);
  const values = Float64Array.from(subgoals, ({ pay }) => pay);
  const always = bitsOf(subgoals.map(({ every }) => every === true));
  const shaped = discount === undefined ? undefined : shaping(discount);
  let reached = 0;
  let counted = ALL;
  const worth = (bits: number): number => {
    let total = 0;
    for (let k = 0; k < values.length; k++) if ((bits & counted & (1 << k)) !== 0) total += values[k];
    return total;
  };
  return {
    /**
     * Begins an episode in which the sub-goals of `reached` are behind the agent already; they are not paid, and of the others
     * only those of `paid`, by default all.
     */
    begin(already: number, paid = ALL) {
      reached = already;
      counted = paid;
      shaped?.begin(worth(already));
    },
    /** The pay of a step at which the sub-goals of `now` are true; `ended` where the world ended the episode. */
    pay(now: number, ended: boolean) {
      const paid = now & (~reached | always);
      reached |= now;
      return shaped === undefined ? worth(paid) : shaped.step(worth(reached), ended);
    },
    /** What is behind the agent in this episode. */
    get reached() {
      return reached;
    },
  };
}

/**
 * Pays each agent for the sub-goals that it reaches, by name; see `subgoalLedger`. What is true at reset is not paid. With
 * `adaptive` only some are paid at a time, chosen anew as the agent's play changes; see `subgoalTeacher`. Then it lasts.
 */
export function subgoals(named: Readonly<Record<string, Subgoal>>, discount?: number, adaptive?: Teaching): RewardPlan {
  const goals = Object.entries(named);
  checkSubgoals(Object.values(named), discount);
  const tests = goals.map(([name, condition]) => conditionTest(condition, `the sub-goal "${name}"`));
  return (spec, memory = RewardMemory.empty()) => {
    const agents = spec.agents.length;
    const pays = goals.map(([, { pay }]) => pay);
    const teachers =
      adaptive === undefined
        ? undefined
        : Array.from({ length: agents }, (_, i) => subgoalTeacher(pays, adaptive, memory.part(i)));
    let begun = false;
    const holds = tests.map((test) => test(spec));
    const ledgers = Array.from({ length: agents }, () => subgoalLedger(Object.values(named), discount));
    const bits = (outcomes: Float64Array, seat: number): number => {
      let now = 0;
      for (let k = 0; k < holds.length; k++) if (holds[k](outcomes, seat)) now |= 1 << k;
      return now;
    };
    return {
      ...(teachers === undefined ? {} : { lasting: true }),
      reset(outcomes) {
        for (let i = 0; i < agents; i++) {
          if (begun) teachers?.[i].watch(ledgers[i].reached);
          ledgers[i].begin(bits(outcomes, i), teachers?.[i].choice());
        }
        begun = true;
      },
      pay(outcomes, status, pay) {
        const ended = (status & Status.terminated) !== 0;
        for (let i = 0; i < agents; i++) pay[i] = ledgers[i].pay(bits(outcomes, i), ended);
      },
    };
  };
}

function checkSubgoals(list: readonly SubgoalPay[], discount: number | undefined): void {
  if (list.length > MOST_SUBGOALS) {
    const what = `${list.length} sub-goals`;
    throw new UserError({ code: "too-many-subgoals", what, hint: `at most ${MOST_SUBGOALS}` });
  }
  if (discount !== undefined && list.some(({ every }) => every === true)) {
    const what = "a sub-goal that pays every time has no potential";
    throw new UserError({ code: "every-potential", what, hint: "leave out every, or the discount" });
  }
}

function bitsOf(flags: readonly boolean[]): number {
  return flags.reduce((bits, flag, k) => (flag ? bits | (1 << k) : bits), 0);
}

/** How sub-goals are chosen. */
export const teaching = z.strictObject({
  active: whole(1, 30, 1).describe("sub-goals that are paid at a time"),
  every: whole(1, 1e6, 20).describe("episodes between choices"),
  window: within(1, 1e6, 100).describe("episodes over which a learner's habits are remembered"),
});

export type Teaching = z.output<typeof teaching>;

/**
 * Adaptive reward design (arXiv 2402.07019) with sub-goals for features and episodes for actions. Under a learner that reaches
 * sub-goal k with probability p, paying r for it is informative by I(R | L) = r·p·(1 − p): the paper's Σ L(a)·A(a)·(R(a) − E_L R)
 * where reaching is worth 1. That is linear in what is paid, so that the best choice of `active` sub-goals is those with the
 * largest I; of equals, those named first. What is never reached or always reached teaches little. p is (n + 1)/(N + 2) of
 * counts that fade by 1/`window` with each episode. All of it is kept in `memory`. Bit k of a
 * number stands for sub-goal k.
 */
export function subgoalTeacher(pays: readonly number[], options: Teaching, memory: RewardMemory) {
  const { active, every, window } = options;
  const reachedBefore = memory.array("reached", pays.length);
  const seen = memory.array("seen", 3);
  const [EPISODES, FADED, CHOICE] = [0, 1, 2];
  const fade = 1 - 1 / window;
  const choose = (): number => {
    const order = pays.map((pay, k) => {
      const p = (reachedBefore[k] + 1) / (seen[FADED] + 2);
      return { k, teaches: Math.abs(pay) * p * (1 - p) };
    });
    order.sort((a, b) => b.teaches - a.teaches || a.k - b.k);
    return order.slice(0, active).reduce((bits, { k }) => bits | (1 << k), 0);
  };
  return {
    /** What is paid in an episode that begins now. */
    choice() {
      if (seen[CHOICE] === 0) seen[CHOICE] = choose();
      return seen[CHOICE];
    },
    /** An episode is over in which the sub-goals of `reached` were reached. */
    watch(reached: number) {
      for (let k = 0; k < pays.length; k++) reachedBefore[k] = fade * reachedBefore[k] + ((reached >> k) & 1);
      seen[FADED] = fade * seen[FADED] + 1;
      seen[EPISODES] += 1;
      if (seen[EPISODES] % every === 0) seen[CHOICE] = choose();
    },
  };
}
