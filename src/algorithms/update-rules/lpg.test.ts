// The training of a rule: it goes on from checkpoints, its curriculum decides what it sees, and what it leaves behind learns anywhere.

import { describe, expect, test } from "vitest";
import { expectResumes, trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import type { Training, TrainingCheckpoint } from "../../core/algorithm.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { cartPole } from "../../environments/control/cart-pole.ts";
import { slcd } from "../../environments/coopetition/trust-worlds.ts";
import { objects } from "../../environments/gridworld/object-world.ts";
import { fourRoomsWorld } from "../../environments/tabular/process-worlds.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { streamsOf } from "../../play/streams.ts";
import { privatePay } from "../../rewards/mutuality.ts";
import { softmaxTable } from "../tabular/softmax-policy.ts";
import { advantageRule } from "./advantage-rule.ts";
import { levelFields, levelScore, surpriseOf } from "./level-scores.ts";
import { lifeAgent } from "./life.ts";
import { lpg } from "./lpg.ts";

const a2c = { actorRate: 10, criticRate: 4, discount: 0.99, lambda: 0.8, entropy: 0.01, clip: 0.5 };
const lives = () => objects.make({ tasks: "small", lifetime: 80 });
const tiny = { units: 3, width: 2, embedding: 2, pairs: 2, generations: 6, segments: 3, rollout: 10 };
const make = (given: object = {}) => lpg.make({ ...tiny, ...given });
const begin = (given: object, seed = 1, world: () => NumericEnvironment = lives): Training =>
  make(given).train(trainingContext(world, "lpg", seed));

/** The rule that a training ends with. */
function ruleOf(given: object, seed = 1): readonly number[] {
  const training = begin(given, seed);
  trainToEnd(training);
  return rule(training.left?.());
}

const rule = (checkpoint: TrainingCheckpoint | undefined): readonly number[] =>
  Array.from(checkpoint?.tensors.find(({ name }) => name === "rule")?.data ?? []);

const REPLAY = { replay: 0.5, size: 20 };
const CURRICULA = {
  "new levels": {},
  "two levels": { count: 2 },
  "algorithmic regret": REPLAY,
  "its opposite": { ...REPLAY, inverted: true },
  "positive value loss": { ...REPLAY, score: "positive-value-loss" },
  "value loss": { ...REPLAY, score: "value-loss" },
  "little pay": { ...REPLAY, score: "least-pay" },
  chance: { ...REPLAY, score: "random" },
};

describe.each(Object.entries(CURRICULA))("%s", (_, levels) => {
  test("a training that is stopped goes on to the same rule, and another seed to another", () => {
    expectResumes((from) => make({ levels }).train(trainingContext(lives, "lpg"), from));
    expect(ruleOf({ levels })).not.toEqual(ruleOf({ levels }, 2));
  });
});

test("every curriculum leads to another rule", () => {
  const given = { generations: 30, segments: 1 };
  const rules = Object.values(CURRICULA).map((levels) => ruleOf({ ...given, levels }).join());
  expect(new Set(rules).size).toBe(rules.length);
});

test("the rule is the mean of the centres of the second half", () => {
  const training = begin({ generations: 4, segments: 4 });
  const centres: Float32Array[] = [];
  while (training.update() !== undefined) {
    const centre = training.left?.().tensors.find(({ name }) => name === "centre");
    if (centre !== undefined) centres.push(centre.data.slice());
  }
  for (const [k, value] of rule(training.left?.()).entries())
    expect(value).toBeCloseTo((centres[2][k] + centres[3][k]) / 2, 6);
});

test("a rule that begins with a stage's, and is trained no further, is the stage's, in another world too", () => {
  const stage = begin({});
  trainToEnd(stage);
  const start = stage.left?.();
  if (start === undefined) throw new Error("a stage leaves a checkpoint");
  const rooms = () => fourRoomsWorld.make({ lifetime: 200 });
  const training = make({ generations: 0 }).train({ ...trainingContext(rooms, "rooms"), start });
  expect(training.update()).toBeUndefined();
  expect(rule(training.left?.())).toEqual(rule(start));
  const world = rooms();
  const runner = episodeRunner(world, [() => privatePay(world.spec)]);
  expect(runner.play(seated(world.spec, [training.player(0)]), streamsOf(1, 0)).steps).toBe(200);
});

test("worlds that do not fit, and too few remembered levels, are refused", () => {
  expect(() => make().check(slcd.make({}).spec)).toThrow("alone in their world");
  expect(() => make({ sees: ["angel"] }).check(cartPole.make().spec)).toThrow('did you mean "angle"');
  expect(() => begin({ pairs: 9, levels: { replay: 0.5, size: 16 } })).toThrow("levels.size: 16 remembered levels");
});

describe("scores", () => {
  const settings = (given: object) => levelFields.parse({ replay: 0.5, ...given });
  const place = { agent: () => lifeAgent({ spec: lives().spec, steps: 10 }, advantageRule(a2c)), play: () => 7 };
  const life = { level: 3, pay: 2.5, surprise: 0.4 };
  const scoreOf = (given: object) => levelScore(settings(given), place)(life, Random.of(1));

  test("regret is what the antagonist is paid less what the learner was", () => {
    expect(scoreOf({})).toBe(4.5);
    expect(scoreOf({ inverted: true })).toBe(-4.5);
    expect(scoreOf({ score: "least-pay" })).toBe(-2.5);
    expect(scoreOf({ score: "value-loss" })).toBe(0.4);
  });

  test("A2C has no regret of itself on average", () => {
    const world = objects.make({ tasks: "small", lifetime: 600 });
    const runner = episodeRunner(world, [() => privatePay(world.spec)]);
    const agent = (rule = advantageRule(a2c)) => lifeAgent({ spec: world.spec, steps: 20 }, rule);
    const play = (one: ReturnType<typeof agent>, level: number, luck: Random) =>
      runner.play(seated(world.spec, [one]), {
        ...{ start: Random.of(level, "level"), world: luck.stream("world") },
        agent: () => luck.stream("agent"),
      }).totals[0][0];
    const score = levelScore(settings({ antagonist: a2c }), { agent, play });
    const learner = agent();
    const regrets = Array.from({ length: 80 }, (_, level) =>
      score({ level, pay: play(learner, level, Random.of(level, "own")), surprise: 0 }, Random.of(level, "its")),
    );
    const mean = regrets.reduce((a, b) => a + b, 0) / 80;
    const error = Math.sqrt(regrets.reduce((sum, one) => sum + (one - mean) ** 2, 0) / 79 / 80);
    expect(error).toBeGreaterThan(0);
    expect(Math.abs(mean)).toBeLessThan(3 * error);
  });

  test("surprise is 0 where nothing is paid, and good surprise is less than all of it", () => {
    const [all, good] = ["value-loss", "positive-value-loss"].map((score) => surpriseOf(settings({ score })));
    expect(surpriseOf(settings({}))).toBeUndefined();
    const paid = [0, 1, -1, 0, 2, -1, 0, 0, 1, -2];
    const surprise = (meter: typeof all, rewards: number[]) => {
      meter?.watch({ states: 3, actions: 2, steps: 10 }).update(
        {
          ...{ steps: 10, states: new Int32Array(10), actions: new Int32Array(10), next: new Int32Array(10) },
          ...{ rewards: Float64Array.from(rewards), status: new Uint8Array(10) },
        },
        softmaxTable(3, 2),
      );
      return meter?.last() ?? Number.NaN;
    };
    expect(surprise(all, new Array<number>(10).fill(0))).toBe(0);
    expect(surprise(good, paid)).toBeGreaterThan(0);
    expect(surprise(all, paid)).toBeGreaterThan(surprise(good, paid));
  });
});
