// The planner in worlds whose optimum is known: it finds it, it does the same again, and it refuses what it cannot simulate.

import { expect, test } from "vitest";
import { evaluationEpisodes } from "../../../test/fixtures/evaluation-episodes.ts";
import { openGrid } from "../../../test/fixtures/open-grid.ts";
import { repeatedGame } from "../../../test/fixtures/repeated-game.ts";
import { random } from "../../agents/plain.ts";
import type { Agent } from "../../core/agent.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { layout } from "../../core/layout.ts";
import { Random } from "../../core/random.ts";
import type { RewardPlan } from "../../core/reward.ts";
import type { Seat } from "../../core/seat.ts";
import { cartPole } from "../../environments/control/cart-pole.ts";
import { pendulum } from "../../environments/control/pendulum.ts";
import { choiceOf, field, flow, singleAgentSpec } from "../../environments/declaration.ts";
import { corridors } from "../../environments/gridworld/corridors.ts";
import { maze } from "../../environments/gridworld/maze.ts";
import { chain } from "../../environments/tabular/chain.ts";
import { sampleNext, type TabularMdp, tabularMdp } from "../../environments/tabular/mdp.ts";
import { agentLaws } from "../../evaluation/laws/agent-laws.ts";
import { pairedEffect } from "../../evaluation/statistics/paired.ts";
import { privatePay } from "../../rewards/mutuality.ts";
import { finiteHorizonValues } from "../planning/value-iteration.ts";
import { treeSearch } from "./agents.ts";

/** Seats of agents of one kind, one for each agent of a world. */
function seatedIn(
  make: () => NumericEnvironment,
  parameters: object,
  entry = treeSearch,
  reward: RewardPlan = privatePay,
): Agent[] {
  const { spec } = make();
  const seatAt = (seat: number): Seat => ({
    spec,
    seat,
    makeEnvironment: make,
    makeReward: () => reward(spec),
    memo: (_key, compute) => compute(),
    directory: ".",
  });
  return spec.agents.map((_, seat) => entry.make(parameters)(seatAt(seat)));
}

const played = async (make: () => NumericEnvironment, parameters: object, episodes = 1, entry = treeSearch) =>
  evaluationEpisodes(make(), seatedIn(make, parameters, entry), { seed: 7, episodes, reward: privatePay });

/** A finite process as a world of so many steps. */
function processWorld(mdp: TabularMdp, horizon: number): NumericEnvironment {
  const state = layout({ at: [1], time: [1] });
  const { at, time } = state.views;
  return {
    spec: singleAgentSpec({
      label: "walker",
      horizon,
      action: { choices: mdp.actions },
      actionUnit: "way",
      observation: [field("state", 0, mdp.states, "where it is")],
      channels: [flow("payoff", "points", -100, 100, "sum", "pay of the process")],
      publicState: [],
    }),
    state,
    reset(given, outcomes) {
      const drawn = given.uniform();
      let sum = 0;
      at[0] = mdp.start.findIndex((p) => {
        sum += p;
        return drawn < sum;
      });
      time[0] = 0;
      outcomes.fill(0);
    },
    step(actions, outcomes, stream) {
      const choice = choiceOf(actions[0], mdp.actions);
      outcomes[0] = mdp.reward[at[0] * mdp.actions + choice];
      at[0] = sampleNext(mdp, at[0], choice, stream.uniform());
      time[0] += 1;
      if (mdp.terminal[at[0]] === 1) return Status.terminated;
      return time[0] === horizon ? Status.truncated : Status.running;
    },
    observe(observations) {
      observations[0] = at[0];
    },
  };
}

/** A game of one round for two, by the payoffs of the first seat, [2 × 2]; the other's are the transposed ones. */
const matrixGame = (payoffs: readonly number[]): NumericEnvironment =>
  repeatedGame(2, ([one, other]) => [payoffs[2 * one + other], payoffs[2 * other + one]], 1);

test("it finds the way through a maze, and the corridor that pays", async () => {
  const inMaze = await played(() => maze.make({ size: 5, horizon: 14, contexts: 1 }), { steps: 1_500 }, 2);
  expect([...inMaze.pay]).toEqual([1, 1]);
  const inCorridors = () => corridors.make({ corridors: 4, length: 5, horizon: 5, contexts: 0 });
  expect(Math.min(...(await played(inCorridors, { steps: 4_000 }, 6)).pay)).toBe(1);
  expect(Math.min(...(await played(inCorridors, {}, 6, random)).pay)).toBe(0);
});

test("it earns what dynamic programming says, step by step, where nothing is random", async () => {
  const grid = openGrid({ width: 4, height: 4, discount: 1 });
  const toGoal = finiteHorizonValues(grid, 9)[9][grid.start.indexOf(1)];
  expect((await played(() => processWorld(grid, 9), { steps: 2_000, ahead: 9 })).pay[0]).toBe(toGoal);
  // A prize soon, and a larger one that only patience earns.
  const patience = tabularMdp({
    states: 4,
    actions: 2,
    discount: 1,
    transitions: (s, a) => [[a === 0 ? 0 : Math.min(3, s + 1), 1]],
    reward: (s, a) => (a === 0 ? 1 : s === 3 ? 5 : 0),
  });
  for (const rule of ["uct", "paper", "code", "best-first", "softmax"]) {
    const { pay } = await played(() => processWorld(patience, 5), { rule, answer: "reward", steps: 10_000 });
    expect(pay[0], rule).toBe(finiteHorizonValues(patience, 5)[5][0]);
  }
  const visited = await played(() => processWorld(patience, 5), { steps: 10_000 });
  expect(visited.pay[0]).toBe(finiteHorizonValues(patience, 5)[5][0]);
});

test("with luck it chooses as dynamic programming does", async () => {
  // A little near the start, or much far away, for which there is just time if slips are few.
  const river = chain({ length: 5, discount: 1, prize: 10, slip: 0.2, distractor: { cell: 1, pay: 0.9 } });
  const make = () => processWorld(river, 8);
  const { pay } = await played(make, { steps: 3_000 }, 40);
  const optimum = finiteHorizonValues(river, 8)[8][0];
  const { mean, low, high } = pairedEffect(new Float64Array(40).fill(optimum), pay);
  expect(mean).not.toBeNull();
  expect([low ?? 1, high ?? -1].map((x) => Math.sign(x))).toEqual([-1, 1]);
});

test("it keeps a pole up where chance lets it fall, by a margin with an interval", async () => {
  const make = () => cartPole.make({ horizon: 100 });
  const planned = await played(make, { steps: 300, ahead: 20 }, 8);
  const drawn = await played(make, {}, 8, random);
  expect(pairedEffect(drawn.pay, planned.pay).low).toBeGreaterThan(40);
});

test("uniform others choose among legal choices alone", async () => {
  // A stag hunt in which no other agent may take the hare, so that hunting pays: 3 against 2.
  const forbidden = (): NumericEnvironment => {
    const game = matrixGame([3, 0, 2, 2]);
    return { ...game, spec: { ...game.spec, legal: () => [0] } };
  };
  expect((await played(forbidden, { others: "uniform", steps: 600 })).pay[0]).toBe(3);
});

test("a seat knows what others choose by the policy that was declared", async () => {
  // Prisoner's dilemma: 0 cooperates, 1 defects. Defecting dominates, for whichever policy of the other.
  const dilemma = () => matrixGame([3, 0, 5, 1]);
  for (const others of ["uniform", "search", 0, 1])
    expect((await played(dilemma, { others, steps: 400 })).pay[0], String(others)).toBe(1);
  // Stag hunt: 0 hunts. Uniform partners make the hare better (2 > 1.5), a partner that answers for its own pay makes the stag better.
  const stag = () => matrixGame([3, 0, 2, 2]);
  expect((await played(stag, { others: "uniform", steps: 600 })).pay[0]).toBe(2);
  expect((await played(stag, { others: "search", steps: 600 })).pay[0]).toBe(3);
  expect((await played(stag, { others: 0, steps: 600 })).pay[0]).toBe(3);
});

test("a reward that remembers is heard again from the beginning", async () => {
  // Pays a choice of 1 once, and only after a choice of 0: what counts is what the episode did before.
  const memory: RewardPlan = () => {
    let [ready, paid] = [false, false];
    return {
      reset: () => {
        [ready, paid] = [false, false];
      },
      pay([payoff], _status, pay) {
        pay[0] = ready && !paid && payoff === 1 ? 1 : 0;
        paid ||= pay[0] === 1;
        ready ||= payoff === 0;
      },
    };
  };
  const echo = tabularMdp({ states: 1, actions: 2, discount: 1, transitions: () => [[0, 1]], reward: (_s, a) => a });
  const make = () => processWorld(echo, 3);
  const players = seatedIn(make, { steps: 300 }, treeSearch, memory);
  const { pay } = await evaluationEpisodes(make(), players, { seed: 1, episodes: 4, reward: memory });
  expect([...pay]).toEqual([1, 1, 1, 1]);
});

test("it obeys the laws of agents, in worlds with luck too", async () => {
  for (const make of [
    () => cartPole.make({ horizon: 8 }),
    () => processWorld(chain({ length: 4, discount: 1, slip: 0.3 }), 6),
  ])
    expect(
      (await agentLaws(treeSearch.make({ steps: 60, rollouts: 2 }), make, privatePay, ".")).filter(({ pass }) => !pass),
    ).toEqual([]);
});

test("it refuses what it cannot simulate", () => {
  const thrown =
    (make: () => NumericEnvironment, parameters: object = {}, reward: RewardPlan = privatePay) =>
    () => {
      const [agent] = seatedIn(make, parameters, treeSearch, reward);
      agent.reset(Random.of(1));
    };
  expect(thrown(() => pendulum.make())).toThrow("choices one by one");
  expect(thrown(() => cartPole.make(), { others: 2 })).toThrow("cannot always play choice 2");
  const lasting: RewardPlan = () => ({ lasting: true, reset() {}, pay() {} });
  expect(thrown(() => cartPole.make(), {}, lasting)).toThrow(UserError);
});
