// A process that trains PPO until a task is solved, and prints what came of it. Started by learners.ts, beside the peer's.

import { ppo } from "../src/algorithms/policy-gradient/ppo.ts";
import type { TrainingContext } from "../src/core/algorithm.ts";
import { Random } from "../src/core/random.ts";
import { environments } from "../src/environments/index.ts";
import { channel } from "../src/rewards/channel-reward.ts";
import type { LearnerOutcome, LearnerTask } from "./learner-task.ts";

const { world, goal, limit, seed, ...task }: LearnerTask & { seed: number } = JSON.parse(process.argv[2]);
const { copies, rollout, minibatches, epochs, rate, discount, lambda, entropy } = task;
const entry = await environments.get(world);
const makeEnvironment = () => entry.make();
const { spec } = makeEnvironment();
const makeReward = () => channel("payoff")(spec);
const context: TrainingContext = {
  spec,
  seats: [0],
  partners: [undefined],
  makeEnvironment,
  makeReward,
  makeObjective: makeReward,
  random: Random.of(seed, "bench"),
};
// What the peer does not do by default is left out here too.
const plain = { anneal: false, clipValue: false, scaleRewards: false, segments: 1 };
const hyper = { copies, rollout, minibatches, epochs, rate, discount, lambda, entropy };
const start = performance.now();
const training = ppo.make({ ...plain, ...hyper, steps: limit, stopAt: goal }).train(context);
let steps = 0;
for (let report = training.update(); report !== undefined; report = training.update()) steps = report.steps;
training.close();
const { user, system } = process.cpuUsage();
const outcome: LearnerOutcome = {
  seconds: (performance.now() - start) / 1000,
  steps,
  solved: steps < limit,
  cpu: (user + system) / 1e6,
};
console.log(JSON.stringify(outcome));
