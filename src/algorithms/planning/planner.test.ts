// What rewards are worth by their best policies: the chain with a risky last step, where pay for gain is a trap and a potential is none; the
// invariance of optima, and what breaks it; the planner on the peg table and on rewards that it refuses.
// Source: arXiv 2512.23703; Ng, Harada & Russell (1999).

import { expect, test } from "vitest";
import { playEpisode } from "../../../test/fixtures/played-world.ts";
import { trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import { words } from "../../../test/fixtures/words.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { cartPole } from "../../environments/control/cart-pole.ts";
import { drawPegLayout, pegProcess } from "../../environments/control/peg.ts";
import { pegInsertion } from "../../environments/control/peg-insertion.ts";
import { expectedNext, type TabularMdp, tabularMdp, withReward } from "../../environments/tabular/mdp.ts";
import { fourRoomsWorld } from "../../environments/tabular/process-worlds.ts";
import type { Perspective } from "../../math/hop.ts";
import { sum } from "../../rewards/combine.ts";
import { rewardPlan } from "../../rewards/declaration.ts";
import { type HopJudge, hopPotential } from "../../rewards/hop-potential.ts";
import { rewards } from "../../rewards/index.ts";
import { potentialShaping } from "../reward-design/potential-shaping.ts";
import { planner } from "./planner.ts";
import { valueIteration } from "./value-iteration.ts";

/** States 0 to 10: stay or advance; from 9, advancing reaches 10 with .3, and else falls back to 2. */
const chain = tabularMdp({
  states: 11,
  actions: 2,
  discount: 0.95,
  terminal: (s) => s === 10,
  transitions: (s, a) =>
    a === 0
      ? [[s, 1]]
      : s === 9
        ? [
            [10, 0.3],
            [2, 0.7],
          ]
        : [[s + 1, 1]],
  reward: (s, a) => (s === 9 && a === 1 ? 0.3 : 0),
});
const tenths = Float64Array.from({ length: 11 }, (_, s) => s / 10);

/** Pay for the gain in Φ, with Φ as it is at the end. */
const gain = (mdp: TabularMdp, phi: Float64Array) =>
  withReward(
    mdp,
    mdp.reward.map(
      (_, at) =>
        expectedNext(mdp, Math.floor(at / mdp.actions), at % mdp.actions, phi) - phi[Math.floor(at / mdp.actions)],
    ),
  );

const optimum = (mdp: TabularMdp) => valueIteration(mdp).actionValues;
const shaped = (mdp: TabularMdp, phi: Float64Array) => withReward(mdp, potentialShaping(mdp, phi));

test("on the chain pay for gain stays before the last step for ever; success, and success with the potential, take it", () => {
  const at9 = (mdp: TabularMdp) => [...optimum(mdp).subarray(18, 20)].map((q) => Number(q.toFixed(5)));
  expect(at9(gain(chain, tenths))).toEqual([0, -0.05879]);
  expect(at9(shaped(chain, tenths))).toEqual([-0.36789, -0.33989]);
  expect(at9(chain)).toEqual([0.53211, 0.56011]);
  expect(valueIteration(chain).values[0]).toBeCloseTo(0.35301, 5);
  expect(valueIteration(shaped(chain, tenths)).values[0]).toBeCloseTo(0.35301, 5);
});

test("Q under any potential is Q less Φ, for 100 random potentials on the chain and on a table; with Φ kept at the end it is not", () => {
  const random = Random.of(1, "potentials");
  const table = pegProcess(drawPegLayout(5, random), 0.3);
  for (const mdp of [chain, table]) {
    const plain = optimum(mdp);
    for (let k = 0; k < 100; k++) {
      const phi = Float64Array.from({ length: mdp.states }, () => random.uniform(-2, 2));
      const moved = optimum(shaped(mdp, phi));
      for (const [at, q] of moved.entries()) {
        const s = Math.floor(at / mdp.actions);
        if (mdp.terminal[s] === 0 && !(Math.abs(q - plain[at] + phi[s]) < 1e-10)) throw new Error(`${q} in state ${s}`);
      }
    }
  }
  const kept = withReward(
    chain,
    chain.reward.map((r, at) => r + 0.95 * expectedNext(chain, at >> 1, at % 2, tenths) - tenths[at >> 1]),
  );
  const broken = optimum(kept).map((q, at) => Math.abs(q - optimum(chain)[at] + tenths[at >> 1]));
  expect(Math.max(...broken.subarray(0, 20))).toBeCloseTo(0.53, 2);
});

const declared = (declaration: unknown) => rewardPlan(declaration, rewards);

function planned(
  parameters: object,
  reward: RewardPlan,
  environment: NumericEnvironment = pegInsertion.make(parameters),
) {
  const context = trainingContext(() => environment, "planner");
  const { spec } = environment;
  const training = planner.make({ discount: 0.95 }).train({
    ...context,
    makeReward: (memory) => reward(spec, memory),
    makeObjective: () => declared({ channel: "success" })(spec),
  });
  const [report] = trainToEnd(training);
  return { report, player: training.player(0), training };
}

const success = { channel: "success" };
const withPotential = { sum: [success, { potential: { judged: 1 }, discount: 0.95 }] };

test("on the peg table with a risky last step, twenty wrong judges leave the optimum's success, and their gain alone loses it", () => {
  const best = planned({ size: 5, insertion: 0.3 }, declared(success)).report.measures.objective;
  expect(best).toBeGreaterThan(0.95);
  for (let seed = 0; seed < 20; seed++) {
    const judged = { size: 5, insertion: 0.3, judge: { error: 0.5, seed } };
    expect(planned(judged, declared(withPotential)).report.measures.objective).toBeCloseTo(best, 12);
    expect(planned(judged, declared({ channel: "gain" })).report.measures.objective).toBe(0);
  }
});

test("the expected objective of an optimum is that of its episodes", () => {
  const world = pegInsertion.make({ size: 4, insertion: 0.3, horizon: 20 });
  const { report, player } = planned({}, declared(success), world);
  const random = Random.of(1, "episodes");
  let succeeded = 0;
  for (let episode = 0; episode < 4000; episode++) succeeded += playEpisode(world, [player], random).last("success");
  const { objective } = report.measures;
  expect(Math.abs(succeeded / 4000 - objective)).toBeLessThan(4 * Math.sqrt((objective * (1 - objective)) / 4000));
});

test("a potential of hops by anchors is a function of the state and is planned for; one that carries history is refused", () => {
  const hop: HopJudge = (_start, _goal, before, after) => 0.8 * (after.progress - before.progress);
  const paid = (by: Perspective) =>
    sum(declared(success), hopPotential({ hop, goal: { progress: 1 }, discount: 0.95, by }));
  const risky = { size: 4, insertion: 0.3 };
  const best = planned(risky, declared(success)).report.measures.objective;
  expect(planned(risky, paid("anchors")).report.measures.objective).toBeCloseTo(best, 12);
  for (const by of ["fused", "cautious"] as const) expect(() => planned(risky, paid(by))).toThrow("remembers");
});

test("a training goes on from its checkpoint with the same choices", () => {
  const { training } = planned({ size: 4 }, declared(success));
  const left = training.checkpoint();
  const context = trainingContext(() => pegInsertion.make({ size: 4 }), "planner");
  const resumed = planner
    .make({ discount: 0.95 })
    .train({ ...context, makeReward: () => declared(success)(context.spec) }, left);
  expect(resumed.update()).toBeUndefined();
  expect(resumed.checkpoint()).toEqual(left);
});

words("value-iteration", [
  [
    "a world without a process",
    () =>
      planner
        .make({})
        .train(trainingContext(() => cartPole.make({}), "x"))
        .update(),
  ],
  ["pay that remembers", () => planned({}, declared({ subgoals: { held: { channel: "grip", atLeast: 1 } } }))],
  ["a discounted channel", () => planned({}, declared({ channel: "discounted" }), fourRoomsWorld.make({}))],
]);
