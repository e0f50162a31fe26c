// Learning among frozen networks of the past: who plays with whom, that it can be gone on from, and two known results:
// self-play finds the equilibrium of Cournot's duopoly, fictitious play that of a zero-sum game (Robinson, 1951).

import { describe, expect, test } from "vitest";
import { algorithms } from "../../../test/fixtures/at-hand/algorithms.ts";
import { oneMove } from "../../../test/fixtures/games.ts";
import { settings } from "../../../test/fixtures/settings.ts";
import { trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import type { Training, TrainingCheckpoint } from "../../core/algorithm.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { partnerHoldUp, trustDilemma } from "../../environments/coopetition/trust-worlds.ts";
import { vectorEnvironment } from "../../play/vector-environment.ts";
import { a2c } from "./a2c.ts";
import { type ActorCritic, actorCritic } from "./actor-critic.ts";
import { fixedPlayers, pastOf } from "./opponent-pool.ts";
import { ppo } from "./ppo.ts";

const context = (make: () => NumericEnvironment, seed = 1) => trainingContext(make, "past selves", seed);

/** Quantities on [0, 1] at the price 1 − q₀ − q₁, with unit costs. */
function duopoly(costs: readonly [number, number], symmetric: boolean): NumericEnvironment {
  const world = oneMove({
    players: 2,
    action: { low: 0, high: 1 },
    pays: (moves) => {
      const [a, b] = moves.map((move) => Math.min(1, Math.max(0, (move + 1) / 2)));
      return [a * (1 - a - b - costs[0]), b * (1 - a - b - costs[1])];
    },
  });
  return { ...world, spec: { ...world.spec, symmetric } };
}

/** What the seats come to play by the end of a training. */
function played(training: Training): number[] {
  trainToEnd(training);
  const actions = [0, 1].map((seat) => {
    const player = training.player(seat);
    const action = new Float64Array(1);
    player.reset(Random.of(1));
    player.act(Float32Array.of(0), action);
    player.close?.();
    return action[0];
  });
  training.close();
  return actions;
}

const quick = settings(`
  steps: 12000, mode: true, copies: 16, rollout: 8, minibatches: 1, hidden: [], rate: 0.02, entropy: 0,
  logDeviation: -1.5, lambda: 1
`);

describe("self-play", () => {
  test.each([1, 2])("of one network comes to the equilibrium of a duopoly, 1/3 each; seed %d", (seed) => {
    const training = algorithms
      .get("self-play-ppo")
      .make({ ...quick, anneal: true, past: { refresh: 500 } })
      .train(context(() => duopoly([0, 0], true), seed));
    const [first, second] = played(training);
    // One network: together they would sell 1/4 each, and a monopolist 1/2.
    expect(second).toBe(first);
    expect(Math.abs(first - 1 / 3)).toBeLessThan(0.025);
  });

  test("of unlike seats has a network for each: (1 − 2c + c′)/3", () => {
    const training = algorithms
      .get("self-play-ppo")
      .make({ ...quick, anneal: true, past: { refresh: 500 } })
      .train(context(() => duopoly([0, 0.3], false)));
    const [first, second] = played(training);
    expect(Math.abs(first - 1.3 / 3)).toBeLessThan(0.025);
    expect(Math.abs(second - 0.4 / 3)).toBeLessThan(0.025);
  });

  test("without a refresh it learns the best answer to what it was", () => {
    const training = ppo
      .make({ ...quick, logDeviation: -3, past: { refresh: 1_000_000 } })
      .train(context(() => duopoly([0, 0], true)));
    const [first] = played(training);
    // Untrained it sells about 1/2, to which the best answer is 1/4.
    expect(Math.abs(first - 1 / 4)).toBeLessThan(0.02);
  });

  test("each learner's steps are counted, in worlds of its own", () => {
    const make = () => partnerHoldUp.make({ horizon: 20 });
    const training = ppo.make({ ...quick, steps: 256, past: {} }).train(context(make));
    const reports = trainToEnd(training);
    training.close();
    expect(reports.map(({ steps }) => steps)).toEqual([128, 256]);
  });
});

describe("the past", () => {
  const make = () => duopoly([0, 0], false);
  const { spec } = make();
  const shape = {
    hidden: [],
    activation: "tanh",
    criticInputs: 1,
    distribution: "gaussian",
    logDeviation: -12,
  } as const;
  const options = { refresh: 1, keep: 100, newest: 0.5, itself: false };
  /** A network that sells (x + 1)/2. */
  const set = (own: ActorCritic, x: number) => {
    own.parameters.view(0).fill(0);
    own.parameters.view(1).fill(x);
  };
  /** Snapshots that sell 0.5, 0.6, …, and now something else. */
  function remembered(count: number, keep = options.keep) {
    const own = actorCritic(spec, shape, Random.of(1));
    set(own, 0);
    const past = pastOf(own, { ...options, keep });
    for (let k = 1; k < count; k++) {
      set(own, 0.2 * k);
      past.remember();
    }
    set(own, -1);
    return past;
  }

  test("the newest plays half the time once there are three, and the oldest go", () => {
    const shares = (count: number, keep: number) => {
      const past = remembered(count, keep);
      const random = Random.of(3);
      const drawn = new Map<number, number>();
      for (let k = 0; k < 4000; k++) {
        const x = Math.round(10 * past.draw(random).views[1][0]);
        drawn.set(x, (drawn.get(x) ?? 0) + 1 / 4000);
      }
      past.network.close();
      return [0, 2, 4, 6].map((x) => Number((drawn.get(x) ?? 0).toFixed(1)));
    };
    expect(shares(2, 100)).toEqual([0.5, 0.5, 0, 0]);
    expect(shares(3, 100).slice(2)).toEqual([0.5, 0]);
    expect(shares(4, 100).slice(3)).toEqual([0.5]);
    expect(shares(4, 1)).toEqual([0, 0, 0, 1]);
    expect(shares(4, 2)).toEqual([0, 0, 0.5, 0.5]);
  });

  test("partners stay for an episode and change with it", () => {
    const horizon = 3;
    const world = () => trustDilemma.make({ horizon });
    const long = world().spec;
    const wide = actorCritic(long, shape, Random.of(2));
    wide.parameters.flat.fill(0);
    wide.spread?.fill(-12);
    const own = pastOf(wide, options);
    for (let k = 1; k < 4; k++) {
      wide.parameters.view(1).fill(0.2 * k);
      own.remember();
    }
    const copies = 5;
    const crowd = fixedPlayers(long, copies, [0, 1], new Map([[1, own]]));
    crowd.begin(
      Int32Array.from({ length: copies }, (_, c) => 2 * c),
      Random.of(4),
    );
    const play = vectorEnvironment(context(world), copies);
    const actions = new Float64Array(2 * copies);
    const seen: number[][] = [];
    for (let step = 0; step < 40 * horizon; step++) {
      actions.fill(-1);
      crowd.act(play, actions);
      seen.push(Array.from({ length: copies }, (_, c) => Number(actions[2 * c + 1].toFixed(2))));
      for (let c = 0; c < copies; c++) expect(actions[2 * c]).toBe(-1);
      play.step(actions);
      crowd.receive(play);
    }
    crowd.close();
    wide.close();
    const most = long.actionHigh[1];
    for (const [step, row] of seen.entries()) expect(row).toEqual(seen[step - (step % horizon)]);
    for (let c = 0; c < copies; c++) {
      const met = new Set(seen.map((row) => row[c]));
      expect([...met].sort((a, b) => a - b)).toEqual([0.5, 0.6, 0.7, 0.8].map((x) => x * most));
    }
    expect(new Set(seen.map((row) => new Set(row).size > 1)).has(true)).toBe(true);
  });
});

/** Policies of the snapshots of a seat in a game with two choices and no layers: the chance of the first choice. */
function chances({ tensors }: TrainingCheckpoint, seat: number): number[] {
  return tensors
    .filter(({ name }) => name.startsWith(`learner.${seat}.past.`))
    .map(({ data }) => 1 / (1 + Math.exp(data[3] - data[2])));
}

/** Chances of the first choice in the game below, by damped iteration. */
function logitEquilibrium(temperature: number): [number, number] {
  const squashed = (x: number) => 1 / (1 + Math.exp(-x / temperature));
  let [p, q] = [0.5, 0.5];
  for (let k = 0; k < 2000; k++) {
    p += 0.02 * (squashed(3 * q - 1) - p);
    q += 0.02 * (squashed(1 - 3 * p) - q);
  }
  return [p, q];
}

describe("fictitious co-play", () => {
  // The first wins 2 or 1 where both choose alike; in equilibrium both choose the first with a chance of 1/3.
  const pennies = () =>
    oneMove({ players: 2, action: { choices: 2 }, pays: ([a, b]) => (a !== b ? [0, 0] : a === 0 ? [2, -2] : [1, -1]) });
  const parameters = { ...quick, steps: 4096, rate: 0.05, segments: 4, past: { refresh: 512 } };

  test("against the past of the others, play is on average the equilibrium", () => {
    // With an entropy bonus τ it is the logit equilibrium, to which smooth fictitious play leads in every zero-sum game
    // (Hofbauer & Sandholm, 2002): logit p = (3q − 1)/τ and logit q = (1 − 3p)/τ.
    const entropy = 0.5;
    const training = a2c
      .make(
        settings(
          `steps: 81920, copies: 16, rollout: 2, hidden: [], rate: 0.02, lambda: 1, segments: 4, anneal: true,
          scaleRewards: false, maxNorm: 10, past: {refresh: 1024, keep: 1000, newest: 0, itself: false}`,
          { entropy },
        ),
      )
      .train(context(pennies));
    trainToEnd(training);
    const kept = training.checkpoint();
    training.close();
    if (kept === undefined) throw new Error("no checkpoint at the end");
    for (const seat of [0, 1]) {
      const all = chances(kept, seat);
      const mean = all.reduce((a, b) => a + b, 0) / all.length;
      expect(Math.abs(mean - logitEquilibrium(entropy)[seat])).toBeLessThan(0.04);
    }
  });

  test("each seat comes to the equilibrium of a duopoly among the other's past", () => {
    const training = algorithms
      .get("fcp")
      .make({ ...quick, anneal: true, past: { refresh: 1000 } })
      .train(context(() => duopoly([0, 0], true)));
    const sold = played(training);
    expect(sold[0]).not.toBe(sold[1]);
    for (const quantity of sold) expect(Math.abs(quantity - 1 / 3)).toBeLessThan(0.03);
  });

  test("what is kept holds the past", () => {
    const whole = algorithms.get("fcp").make(parameters).train(context(pennies, 5));
    for (let k = 0; k < 16; k++) whole.update();
    const kept = whole.checkpoint();
    whole.close();
    if (kept === undefined) throw new Error("no checkpoint between segments");
    expect(chances(kept, 0)).toHaveLength(5);
    const without = { ...kept, tensors: kept.tensors.filter(({ name }) => !name.includes("past")) };
    expect(() => algorithms.get("fcp").make(parameters).train(context(pennies, 5), without)).toThrow(
      'no tensor "past.0"',
    );
  });
});
