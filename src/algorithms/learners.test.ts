// What every learner of numbers promises, on a tiny training each: it is gone on from, its seed decides it, and its players stay
// what they were.

import { describe, expect, test } from "vitest";
import { algorithms } from "../../test/fixtures/at-hand/algorithms.ts";
import { oneMove, runningGame, twoStep } from "../../test/fixtures/games.ts";
import { expectResumes, trainingContext, trainToEnd, wholeTraining } from "../../test/fixtures/training.ts";
import { type MessageCase, words } from "../../test/fixtures/words.ts";
import type { Agent } from "../core/agent.ts";
import type { NumericEnvironment, NumericSpec } from "../core/environment.ts";
import { Random } from "../core/random.ts";
import { gaussianBandit } from "../environments/bandits/independent-arms.ts";
import { cartPole } from "../environments/control/cart-pole.ts";
import { lunarLander } from "../environments/control/lunar-lander.ts";
import { pendulum } from "../environments/control/pendulum.ts";
import { appleAppStore, giftExchange } from "../environments/coopetition/reciprocal-worlds.ts";
import { slcd } from "../environments/coopetition/trust-worlds.ts";
import { cutIn } from "../environments/driving/cut-in.ts";
import { fuzzyYardWorld } from "../environments/gridworld/fuzzy-yard/world.ts";
import { pits } from "../environments/gridworld/pits.ts";
import { glyphs } from "../environments/images/glyphs.ts";

const poles = () => cartPole.make();
const swing = () => pendulum.make();
const alliance = () => slcd.make({ horizon: 15 });
const crowd = () => runningGame({ players: 4, horizon: 5, mix: 0.5, first: 0, pays: (own, mean) => own * mean });
const gifts = () => giftExchange.make({ horizon: 6 });
const apples = () => appleAppStore.make({ horizon: 12 });
const yard = () => fuzzyYardWorld.make({});
const drivers = () => cutIn.make({ learners: 2, horizon: 30 });
const pennies = () =>
  oneMove({ players: 2, action: { choices: 2 }, pays: ([a, b]) => (a === b ? [2 - a, a - 2] : [0, 0]) });

const onPolicy = { steps: 384, copies: 4, rollout: 12, segments: 4, hidden: [8] };
const ppo = { ...onPolicy, minibatches: 2 };
const memory = { units: 4, sequence: 4 };
const auxiliary = { rewardPrediction: { length: 2 }, stateReconstruction: { units: [4, 1] } };
const foresees = { lessons: 2, window: 4, ahead: 3, batch: 4 };
const remembering = { steps: 600, warmup: 200, interval: 50, segments: 3, batch: 16, hidden: [8] };
const cut = (field: string) => ({ field, bins: 8 });
const inTables = { episodes: 60, interval: 5, segments: 4, tables: [[cut("angle"), cut("turn")], [cut("position")]] };
const central = { ...remembering, every: 2 };

/** With `unfit` the weights have another size. */
const learners: readonly [name: string, world: () => NumericEnvironment, parameters: object, unfit?: object][] = [
  ["ppo", alliance, ppo],
  ["ppo with a memory", alliance, { ...ppo, memory }],
  ["ppo with auxiliary tasks", alliance, { ...ppo, hidden: [8, 8], auxiliary }],
  [
    "iplan",
    drivers,
    {
      ...ppo,
      rollout: 36,
      steps: 1152,
      rate: 0.01,
      behaviour: foresees,
      instant: { lessons: 2, history: 4, batch: 4 },
    },
  ],
  ["a2c", alliance, onPolicy],
  ["reinforce", poles, { steps: 1200, episodes: 4, segments: 4, hidden: [8] }],
  ["episode-dpo", poles, { steps: 3000, pairs: 4, passes: 3, batch: 3, segments: 4, hidden: [8] }],
  ["episode-dpo of several seats", pennies, { steps: 64, pairs: 2, passes: 2, segments: 4, hidden: [8] }],
  ["cloning", yard, { episodes: 2, steps: 200, batch: 8, segments: 4, hidden: [8] }],
  ["supervised", yard, { episodes: 2, epochs: 8, batch: 8, segments: 4, hidden: [8], rule: "counter-current" }],
  ["lola", apples, { steps: 960, episodes: 5, segments: 4, hidden: [8], distribution: "tanh-gaussian" }],
  ["fcp", pennies, { ...ppo, past: { refresh: 64 } }],
  ["fcp with a memory", gifts, { ...ppo, memory, past: { refresh: 64 } }],
  ["dqn", poles, { ...remembering, priority: 0.5 }],
  ["sac", swing, remembering],
  ["ddpg", swing, remembering],
  ["td3", swing, remembering],
  ["masac", alliance, central],
  ["maddpg", alliance, central],
  ["matd3", alliance, central],
  ["m3ddpg", alliance, central],
  ["qmix", twoStep, { ...remembering, double: false }],
  ["vdn", twoStep, { ...remembering, double: false }],
  ["coma", alliance, { ...onPolicy, interval: 48, bins: 5, actorRate: 0.05 }],
  ["mean-field", crowd, { ...central, bins: 5 }],
  ["q-learning", poles, inTables, { tables: [[]] }],
  ["actor-critic", poles, inTables, { tables: [[]] }],
];

const context = (world: () => NumericEnvironment, seed = 2) => trainingContext(world, "learners", seed);

describe.each(learners)("%s", (name, world, parameters, unfit = { hidden: [3] }) => {
  const make = (given: object = {}) => algorithms.get(name.split(" ")[0]).make({ ...parameters, ...given });

  test("a training that is stopped between segments, and only there, goes on to the same weights", () => {
    const whole = expectResumes((from) => make().train(context(world), from));
    expect(whole.checkpoints.length).toBeLessThan(whole.reports.length);
    expect(() => make(unfit).train(context(world), whole.checkpoints[0])).toThrow(/numbers "[^"]+" where \d+ belong/);
    const [same, other] = [2, 3].map((seed) => wholeTraining(make().train(context(world, seed))).reports);
    expect(same).toEqual(whole.reports);
    expect(other).not.toEqual(whole.reports);
  });

  test("a player is what the policy was when it was asked for", () => {
    const training = make().train(context(world));
    const { observationSize, actionSize } = world().spec;
    const plays = (player: Agent) => {
      const action = new Float64Array(actionSize);
      player.reset(Random.of(1));
      const places = Random.of(2, "places");
      return Array.from({ length: 300 }, () => {
        const seen = Float32Array.from({ length: observationSize }, () => 3 * places.normal());
        player.act(seen, action);
        return action[0];
      });
    };
    training.update();
    const first = training.player(0);
    const before = plays(first);
    trainToEnd(training);
    const last = training.player(0);
    expect(plays(first)).toEqual(before);
    expect(plays(last)).not.toEqual(before);
    for (const player of [first, last]) player.close?.();
    training.close();
  });
});

const box = () => pendulum.make().spec;
const choices = () => cartPole.make().spec;
const lander = () => lunarLander.make({ continuous: true }).spec;
const check =
  (id: string, spec: () => NumericSpec, given: object = {}) =>
  () =>
    algorithms.get(id).make(given).check(spec());
const seen = () => pits.make({}).spec;
const drawing = () => glyphs.make({ asks: "picture" }).spec;
const arms = () => gaussianBandit.make({ means: [1, -1, 1], deviation: 0, horizon: 1 }).spec;
const make = (given: object) => () => algorithms.get("ppo").make(given);

words("learners", [
  ...["sac", "masac", "ddpg", "td3", "maddpg", "matd3", "m3ddpg"].map(
    (id): MessageCase => [`${id} of a few choices`, check(id, choices)],
  ),
  ["dqn of a box", check("dqn", box)],
  ["cloning in a world without a demonstrator", check("cloning", choices)],
  ["supervised in a world without its demonstrator", check("supervised", seen)],
  ["supervised by a field that there is not", check("supervised", seen, { demonstrator: "optimal", fields: ["z"] })],
  [
    "supervised by class products in a box",
    check("supervised", drawing, { demonstrator: "truth", rule: "counter-current" }),
  ],
  ["episode-dpo of a box", check("episode-dpo", box)],
  ...["qmix", "vdn", "coma"].map((id): MessageCase => [`${id} of too many levels`, check(id, lander, { bins: 100 })]),
  ["mean-field of two", check("mean-field", () => alliance().spec)],
  [
    "mean-field of actions that are not seen",
    check("mean-field", () => oneMove({ players: 3, action: { choices: 2 }, pays: (u) => u }).spec),
  ],
  ["credit for a choice that there is not", check("reinforce", arms, { credited: [0, 3] })],
  ["credit for choices in a box", check("reinforce", box, { credited: [0] })],
  ["a batch that cannot be cut", make({ copies: 3, rollout: 5, minibatches: 4 })],
  ["a rollout that cannot be cut", make({ rollout: 10, memory: { sequence: 4 } })],
  ["sequences that cannot be cut", make({ copies: 2, rollout: 8, minibatches: 8, memory: { sequence: 4 } })],
  ["layers that there are not", make({ hidden: [8], auxiliary: { layers: 2, rewardPrediction: {} } })],
  ["no auxiliary task", make({ auxiliary: {} })],
]);
