// What bonuses do to the best policy, by value iteration on rooms small enough for every value to be exact. A state is a
// place in the room with the sub-goals that count as reached, so that pay for the first time is pay by the state.

import { bestActions } from "../../algorithms/planning/policy.ts";
import { valueIteration } from "../../algorithms/planning/value-iteration.ts";
import { Random } from "../../core/random.ts";
import { type TabularMdp, tabularMdp, withReward } from "../../environments/tabular/mdp.ts";
import { coinJudge, type Judge, noisyJudge, type SubgoalVerdict } from "../../feedback/judge.ts";
import { subgoalLedger } from "../../rewards/subgoals.ts";
import { above, near } from "../../study/bound.ts";
import { beside, type Claim, type Control, control, equation, is, never } from "../../study/claim.ts";
import { exact } from "../../study/figure.ts";
import { rules } from "./judges.ts";
import { BONUS } from "./learning.ts";
import { DISCOUNT, drawRoom, HORIZON, type Room, SUBGOALS, stepFrom, told } from "./rooms.ts";

const ROOMS = 10;
const SIZE = 5;
const FLAGS = 2 ** SUBGOALS.length;
const PAY = SUBGOALS.map(() => ({ pay: BONUS }));

const JUDGES: Readonly<Record<string, (seed: number) => Judge>> = {
  rules: () => rules,
  "10% false positives": (seed) => noisyJudge(rules, { falsePositive: 0.1 }, seed),
  "50% false negatives": (seed) => noisyJudge(rules, { falseNegative: 0.5 }, seed),
  "a coin": (seed) => coinJudge(SUBGOALS, 0.5, seed),
};

/**
 * A room's process with what counts as reached in its states, by the task's own pay, with raw bonuses, and with bonuses as a
 * potential. State s with the sub-goals of `flags` reached is number s·4 + flags.
 */
function remembering(room: Room, judge: Judge) {
  const { mdp } = room;
  const A = mdp.actions;
  const said = verdictTable(room, judge);
  const to = (at: number) => mdp.next[mdp.offset[at]];
  const process = tabularMdp({
    states: mdp.states * FLAGS,
    actions: A,
    discount: mdp.discount,
    terminal: (state) => mdp.terminal[Math.floor(state / FLAGS)] === 1,
    transitions: (state, action) => {
      const at = Math.floor(state / FLAGS) * A + action;
      return [[to(at) * FLAGS + ((state % FLAGS) | said[at]), 1]];
    },
    reward: (state, action) => mdp.reward[Math.floor(state / FLAGS) * A + action],
  });
  const paid = (discount?: number) => {
    const ledger = subgoalLedger(PAY, discount);
    return withReward(
      process,
      process.reward.map((reward, entry) => {
        const state = Math.floor(entry / A);
        const at = Math.floor(state / FLAGS) * A + (entry % A);
        ledger.begin(state % FLAGS);
        return reward + ledger.pay(said[at], mdp.terminal[to(at)] === 1);
      }),
    );
  };
  return [process, paid(), paid(DISCOUNT)] as const;
}

/** Verdicts of every step of a room, [states × actions], nothing said before it. */
function verdictTable(room: Room, judge: Judge): Uint8Array {
  const A = room.mdp.actions;
  return Uint8Array.from({ length: room.mdp.states * A }, (_, at): SubgoalVerdict => {
    const step = stepFrom(room, Math.floor(at / A), at % A);
    return judge.verdict(told(step, { view: "map", line: "inventory" }));
  });
}

/** Potential forms move no optimum with any judge; raw bonuses are counted, and must cost nothing with rules. */
export function exactEquations(): Claim[] {
  const rooms = Array.from({ length: ROOMS }, (_, k) => drawRoom(SIZE, Random.of(k, "exact room")));
  const found = Object.entries(JUDGES).map(([name, judge]) => {
    const compared = rooms.map((room, seed) => compare(room, judge(seed)));
    const of = (key: keyof BestChoices) => compared.map((one) => one[key]);
    const sum = (key: keyof BestChoices) => of(key).reduce((total, one) => total + one, 0);
    const counts = { states: sum("states"), moved: sum("moved"), changed: sum("changed") };
    return { name, ...counts, shift: Math.max(...of("shift")), lost: Math.max(...of("lost")) };
  });
  const total = (key: "moved" | "states") => found.reduce((sum, one) => sum + one[key], 0);
  return [
    equation(`bonuses as a potential, ${ROOMS} rooms, four judges: the best choices are those of the task`, [
      never(total("moved"), `states of ${total("states")} that differ`),
      is(exact(Math.max(...found.map(({ shift }) => shift))), near(0, 1e-9), "values less the potential, off by"),
    ]),
    equation("raw one-time bonuses by rules: the plan that is best for them still takes the shortest way", [
      is(exact(found[0].lost), near(0, 1e-9), "share of the task's value lost from the start"),
      ...found.flatMap(({ name, changed, states, lost }) => [
        beside(`${name}: states of ${states} changed`, exact(changed)),
        beside("share lost at most", exact(lost)),
      ]),
    ]),
  ];
}

/** Sets of best choices under bonuses beside those of the task's own pay. */
interface BestChoices {
  /** States that do not end the episode. */
  readonly states: number;
  /** Those whose best choices differ under the potential form. */
  readonly moved: number;
  /** Largest |V_shaped + Φ − V|. */
  readonly shift: number;
  /** States whose best choices differ under raw bonuses. */
  readonly changed: number;
  /** Share of the task's value that the best plan for raw bonuses loses from the start. */
  readonly lost: number;
}

function compare(room: Room, judge: Judge): BestChoices {
  const processes = remembering(room, judge);
  const [mdp] = processes;
  const [own, withRaw, withShaped] = processes.map((process) => valueIteration(process));
  const differ = (q: Float64Array, state: number) =>
    String(bestActions(q, state, mdp.actions)) !== String(bestActions(own.actionValues, state, mdp.actions));
  const open = Array.from({ length: mdp.states }, (_, state) => state).filter((state) => mdp.terminal[state] === 0);
  const shifts = open.map((state) => {
    const phi = PAY.reduce((sum, { pay }, k) => sum + (((state % FLAGS) >> k) & 1) * pay, 0);
    return Math.abs(withShaped.values[state] + phi - own.values[state]);
  });
  return {
    states: open.length,
    moved: open.filter((state) => differ(withShaped.actionValues, state)).length,
    shift: Math.max(...shifts),
    changed: open.filter((state) => differ(withRaw.actionValues, state)).length,
    lost: 1 - planned(mdp, withRaw.actionValues) / own.values[0],
  };
}

/** Discounted pay by `mdp` of the plan that takes the first best choice of `q`, from state 0 on. */
function planned(mdp: TabularMdp, q: Float64Array): number {
  let value = 0;
  let weight = 1;
  let state = 0;
  for (let t = 0; t < 10 * HORIZON && mdp.terminal[state] === 0; t++) {
    const at = state * mdp.actions + bestActions(q, state, mdp.actions)[0];
    value += weight * mdp.reward[at];
    weight *= mdp.discount;
    state = mdp.next[mdp.offset[at]];
  }
  return value;
}

/** Paid every time that it is picked up, a key that can be laid down keeps the best plan from the stairs for good. */
export function everyTimeControl(): Control {
  const arrived = Array.from({ length: ROOMS }, (_, k) => {
    const room = drawRoom(SIZE, Random.of(k, "exact room"), true);
    const said = verdictTable(room, rules);
    const bonus = (bits: SubgoalVerdict) => PAY.reduce((sum, { pay }, goal) => sum + ((bits >> goal) & 1) * pay, 0);
    const paid = withReward(
      room.mdp,
      room.mdp.reward.map((reward, at) => reward + bonus(said[at])),
    );
    return planned(room.mdp, valueIteration(paid).actionValues) > 0;
  }).filter(Boolean).length;
  return control(
    "paid every time the key is picked up, the best plan reaches the stairs in any room",
    is(exact(arrived), above(0), `rooms of ${ROOMS}`),
  );
}
