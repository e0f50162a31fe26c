// Learners whose reward is designed: without a design they are the learner itself, with one they are there sooner, and they are gone on from.

import { expect, test } from "vitest";
import { expectResumes, trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { riverSwim } from "../../environments/continuing/worlds.ts";
import { chainWorld, fourRoomsWorld, lineWithKeyWorld } from "../../environments/tabular/process-worlds.ts";
import { linearPrograms } from "../../math/linear-program.ts";
import { episodeRunner } from "../../play/episode.ts";
import { seated } from "../../play/policy.ts";
import { qLearning } from "../tabular/q-learning.ts";
import { designedReward } from "./designed-reward.ts";

const rooms = () => fourRoomsWorld.make({ horizon: 50, slip: 0.1 });
const line = () => lineWithKeyWorld.make({ horizon: 30, slip: 0.1 });
const context = (world: () => NumericEnvironment, seed = 1) => trainingContext(world, "designed reward", seed);

test("Q-learning without a teacher is Q-learning, by its own discount", () => {
  const shared = { episodes: 40, interval: 10, segments: 2, rate: 0.5, explore: 0.1 };
  const [own, known] = [
    designedReward.make({ ...shared, rule: "q-learning" }),
    qLearning.make({ ...shared, discount: 0.95 }),
  ].map((plan) => trainToEnd(plan.train(context(rooms))));
  expect(own).toEqual(known);
});

test("after 60 episodes Q-learning gets the key under a design, and not under the task's own pay", () => {
  const won = (teacher: string) => {
    const plan = designedReward.make({ teacher, rule: "q-learning", episodes: 60, interval: 60, mode: true });
    const training = plan.train(context(line));
    trainToEnd(training);
    const world = line();
    const runner = episodeRunner(world);
    const policy = seated(world.spec, [training.player(0)]);
    let sum = 0;
    for (let k = 0; k < 20; k++) {
      const random = Random.of(7, "test", k);
      sum += runner.play(policy, { world: random, agent: () => random.stream("agent") }).outcomes[0] > 0 ? 1 : 0;
    }
    return sum;
  };
  expect([won("potential"), won("none")]).toEqual([20, 0]);
});

test.each([
  ["taught again and again", line, { teacher: "adaptive", spread: 1 }],
  [
    "that shapes its own",
    () => chainWorld.make({}),
    { bonus: {}, shaping: { every: 3, window: 4 }, rule: "q-learning" },
  ],
])("a learner %s is gone on from, to the same weights", async (_, world, given) => {
  await linearPrograms();
  const plan = designedReward.make({ ...given, episodes: 24, interval: 2, segments: 4 });
  expectResumes((from) => plan.train(context(world), from));
});

test("a world that does not show its process is refused", () => {
  const plan = designedReward.make({ episodes: 10 });
  expect(() => plan.train(context(() => riverSwim.entry.make({ horizon: 20 })))).toThrow(
    "this world does not show its process",
  );
});
