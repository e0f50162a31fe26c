// What bonuses do to the best policy, by value iteration on rooms small enough for every value to be exact. A state is a place in the room
// with the sub-goals that count as reached, so that pay for the first time is pay by the state.

import { expect, test } from "vitest";
import { gridMdp } from "../../../test/fixtures/grid-mdp.ts";
import { bestActions } from "../../algorithms/planning/policy.ts";
import { valueIteration } from "../../algorithms/planning/value-iteration.ts";
import { Random } from "../../core/random.ts";
import { keyRoomLevel } from "../../environments/gridworld/key-room.ts";
import { type TabularMdp, tabularMdp, withReward } from "../../environments/tabular/mdp.ts";
import { subgoalLedger } from "../../rewards/subgoals.ts";

const ROOMS = 10;
const SIZE = 5;
const DISCOUNT = 0.95;
const PAY = [{ pay: 0.25 }, { pay: 0.25 }];
const FLAGS = 2 ** PAY.length;

/** Shares of steps that reach a sub-goal of which nothing is said, and of others of which it is. */
const JUDGES: Readonly<Record<string, readonly [missed: number, invented: number]>> = {
  right: [0, 0],
  "a tenth is invented": [0, 0.1],
  "half is missed": [0.5, 0],
  "a coin": [0.5, 0.5],
};

function drawRoom(seed: number, drop = false) {
  const hands = drop ? "tools and drop" : "tools";
  return gridMdp(keyRoomLevel(SIZE)(Random.of(seed, "exact room")), { hands, discount: DISCOUNT });
}
type Room = ReturnType<typeof drawRoom>;

const to = ({ mdp }: Room, at: number) => mdp.next[mdp.offset[at]];

/** What a judge says of every step of a room, [states × actions]: bit 0 is the key, bit 1 the door. */
function said(room: Room, [missed, invented]: readonly [number, number], seed: number): Uint8Array {
  const { mdp, pieces } = room;
  const random = Random.of(seed, "judge");
  return Uint8Array.from({ length: mdp.states * mdp.actions }, (_, at) => {
    const [before, after] = [pieces[Math.floor(at / mdp.actions)], pieces[to(room, at)]];
    const bit = (reached: boolean) => (random.uniform() < (reached ? missed : invented) ? !reached : reached);
    return (bit(after.key > before.key) ? 1 : 0) | (bit(after.open > before.open) ? 2 : 0);
  });
}

/**
 * A room's process with what counts as reached in its states, by the stairs' own pay, with raw bonuses, and with bonuses as a potential.
 * State s with the sub-goals of `flags` reached is number s·4 + flags.
 */
function remembering(room: Room, verdicts: Uint8Array) {
  const { mdp } = room;
  const A = mdp.actions;
  const process = tabularMdp({
    states: mdp.states * FLAGS,
    actions: A,
    discount: mdp.discount,
    terminal: (state) => mdp.terminal[Math.floor(state / FLAGS)] === 1,
    transitions: (state, action) => {
      const at = Math.floor(state / FLAGS) * A + action;
      return [[to(room, at) * FLAGS + ((state % FLAGS) | verdicts[at]), 1]];
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
        return reward + ledger.pay(verdicts[at], mdp.terminal[to(room, at)] === 1);
      }),
    );
  };
  return [process, paid(), paid(DISCOUNT)] as const;
}

/** Discounted pay by `mdp` of the plan that takes the first best choice of `q`, from state 0 on. */
function planned(mdp: TabularMdp, q: Float64Array): number {
  let [value, weight, state] = [0, 1, 0];
  for (let t = 0; t < 1000 && mdp.terminal[state] === 0; t++) {
    const at = state * mdp.actions + bestActions(q, state, mdp.actions)[0];
    value += weight * mdp.reward[at];
    weight *= mdp.discount;
    state = mdp.next[mdp.offset[at]];
  }
  return value;
}

test.each(Object.keys(JUDGES))(
  "bonuses as a potential, the judge: %s: the best choices are those of the stairs",
  (name) => {
    for (let seed = 0; seed < ROOMS; seed++) {
      const room = drawRoom(seed);
      const [process, , shaped] = remembering(room, said(room, JUDGES[name], seed));
      const [own, other] = [process, shaped].map((mdp) => valueIteration(mdp));
      for (let state = 0; state < process.states; state++) {
        if (process.terminal[state] === 1) continue;
        const best = ({ actionValues }: typeof own) => bestActions(actionValues, state, process.actions);
        expect(best(other)).toEqual(best(own));
        const phi = PAY.reduce((sum, { pay }, k) => sum + (((state % FLAGS) >> k) & 1) * pay, 0);
        expect(other.values[state] + phi).toBeCloseTo(own.values[state], 9);
      }
    }
  },
);

test("raw bonuses, paid once: by a right judge the best plan takes the shortest way; one that invents costs some of it", () => {
  const lost = (name: string) =>
    Array.from({ length: ROOMS }, (_, seed) => {
      const room = drawRoom(seed);
      const [process, raw] = remembering(room, said(room, JUDGES[name], seed));
      return 1 - planned(process, valueIteration(raw).actionValues) / valueIteration(process).values[0];
    });
  for (const share of lost("right")) expect(share).toBeCloseTo(0, 9);
  expect(Math.max(...lost("a tenth is invented"))).toBeGreaterThan(0.01);
});

test("paid every time that it is picked up, a key that can be laid down keeps the best plan from the stairs for good", () => {
  for (let seed = 0; seed < ROOMS; seed++) {
    const room = drawRoom(seed, true);
    const verdicts = said(room, [0, 0], seed);
    const bonus = (bits: number) => PAY.reduce((sum, { pay }, k) => sum + ((bits >> k) & 1) * pay, 0);
    const paid = withReward(
      room.mdp,
      room.mdp.reward.map((reward, at) => reward + bonus(verdicts[at])),
    );
    expect(planned(room.mdp, valueIteration(room.mdp).actionValues)).toBeGreaterThan(0);
    expect(planned(room.mdp, valueIteration(paid).actionValues)).toBe(0);
  }
});
