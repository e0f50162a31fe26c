// Sub-goals in the key room: paid once, paid every time, and as a potential.

import { describe, expect, test } from "vitest";
import { byHand } from "../../test/fixtures/by-hand.ts";
import { problemOf } from "../../test/fixtures/outcomes.ts";
import { type MessageCase, words } from "../../test/fixtures/words.ts";
import { Random } from "../core/random.ts";
import { textKeyRoom } from "../environments/gridworld/key-room.ts";
import { rewardLaws } from "../evaluation/laws/reward-laws.ts";
import { type RewardDeclaration, rewardPlan, rewards, type Subgoal, subgoals } from "./index.ts";
import { MOST_SUBGOALS, subgoalLedger } from "./subgoals.ts";

const make = () => textKeyRoom.make({ contexts: 1, layoutSeed: 4, size: 5, drop: true });

/** Pay of a choice after choice, the last the way to the key and what is done there. */
function paid(declaration: RewardDeclaration, ...hands: number[]): number[] {
  const world = make();
  const reward = rewardPlan(declaration, rewards)(world.spec);
  const pay = new Float64Array(1);
  const { outcomes, step } = byHand(world, Random.of(1));
  reward.reset(outcomes);
  // The map is fixed: the agent is put on the key.
  const { position, places } = world.state.views;
  const width = 7;
  position[0] = places[1] % width;
  position[1] = Math.floor(places[1] / width);
  return hands.map((choice) => {
    reward.pay(outcomes, step(choice), pay);
    return pay[0];
  });
}

const [PICK_UP, DROP, WAIT] = [4, 6, 5];
const again = [PICK_UP, WAIT, DROP, WAIT, PICK_UP];
const held = { channel: "key", atLeast: 1, pay: 0.25 };
const taken = { channel: "message", atLeast: 2, atMost: 2, pay: 0.25 };

describe("picked up, laid down and picked up again", () => {
  test.each<[string, RewardDeclaration, number[]]>([
    ["once: the first time alone", { subgoals: { key: { ...held, every: false } } }, [0.25, 0, 0, 0, 0]],
    ["every step at which the key is held", { subgoals: { key: { ...held, every: true } } }, [0.25, 0.25, 0, 0, 0.25]],
    ["every time it is taken", { subgoals: { key: { ...taken, every: true } } }, [0.25, 0, 0, 0, 0.25]],
    [
      "as a potential: it is reached for good",
      { subgoals: { key: { ...held, every: false } }, discount: 0.5 },
      [0.125, -0.125, -0.125, -0.125, -0.125],
    ],
    ["weighted", { subgoals: { key: { ...held, every: false } }, weight: 4 }, [1, 0, 0, 0, 0]],
  ])("%s", (_, declaration, expected) => {
    expect(paid(declaration, ...again)).toEqual(expected);
  });
});

test("the ledger: bonuses add up, an episode begins anew, what is there already is not paid", () => {
  const ledger = subgoalLedger([{ pay: 1 }, { pay: 10 }, { pay: 100, every: true }]);
  ledger.begin(0);
  expect([0b011, 0b110, 0b111].map((now) => ledger.pay(now, false))).toEqual([11, 100, 100]);
  ledger.begin(0b001);
  expect([0b011, 0b001].map((now) => ledger.pay(now, true))).toEqual([10, 0]);
});

test("as a potential the discounted sum is γ^T·Φ_T − Φ_0, and −Φ_0 where the world ends", () => {
  const discount = 0.9;
  const steps = [0b001, 0, 0b100, 0b010];
  const total = (ended: boolean) => {
    const ledger = subgoalLedger([{ pay: 1 }, { pay: 10 }, { pay: 100 }], discount);
    ledger.begin(0b001);
    return steps.reduce((sum, now, t) => sum + discount ** t * ledger.pay(now, ended && t === steps.length - 1), 0);
  };
  expect(total(false)).toBeCloseTo(discount ** 4 * 111 - 1, 12);
  expect(total(true)).toBeCloseTo(-1, 12);
});

test.each([
  { subgoals: { key: held, door: { channel: "door", atLeast: 1, every: true } } },
  { sum: [{ channel: "payoff" }, { subgoals: { key: held }, discount: 0.95 }] },
])("%j obeys the laws of rewards", (declaration) => {
  const plan = rewardPlan(declaration, rewards);
  expect(rewardLaws(plan, make).filter(({ pass }) => !pass)).toEqual([]);
});

const mistakes: Readonly<Record<string, object>> = {
  "an unknown channel": { subgoals: { key: { channel: "mesage", atLeast: 1 } } },
  "no bound": { subgoals: { key: { channel: "key" } } },
  "no sub-goal": { subgoals: {} },
  "a potential of every time": { subgoals: { key: { ...held, every: true } }, discount: 0.9 },
  "bounds the wrong way round": { subgoals: { key: { channel: "key", atLeast: 2, atMost: 1 } } },
};
const many = Array.from({ length: MOST_SUBGOALS + 1 }, (_, k): [string, Subgoal] => [`${k}`, held]);
const refused: MessageCase[] = [
  ...Object.entries(mistakes).map(
    ([name, declaration]): MessageCase => [name, () => rewardPlan(declaration, rewards, ["reward"])(make().spec)],
  ),
  ["too many", () => subgoals(Object.fromEntries(many))],
];
words("subgoals", refused);
test("and the codes of these", () => {
  const codes = "unknown-name custom custom every-potential empty-range too-many-subgoals".split(" ");
  expect(refused.map(([, call]) => problemOf(call))).toMatchObject(codes.map((code) => ({ code })));
});
