// What rewards remember belongs to the whole training: its copies count together, its segments go on counting, and a
// training that is resumed counts on.

import { describe, expect, test } from "vitest";
import { algorithms } from "../../test/fixtures/at-hand/algorithms.ts";
import { trainingContext, trainToEnd } from "../../test/fixtures/training.ts";
import type { TrainingContext } from "../core/algorithm.ts";
import { mountainCar } from "../environments/control/mountain-car.ts";
import { vectorEnvironment } from "../play/vector-environment.ts";
import { rewardPlan, rewards } from "../rewards/index.ts";

const HORIZON = 32;
const make = () => mountainCar.make({ horizon: HORIZON });
// A cell so wide that there is one state, whose n-th visit pays 1/√n.
const bonus = rewardPlan({ use: "bonus/global", channels: ["position"], cell: 100 }, rewards);
const { spec } = make();
const context = (): TrainingContext => ({
  ...trainingContext(make, "lasting"),
  makeReward: (memory) => bonus(spec, memory),
});

test("copies count together", () => {
  const world = vectorEnvironment(context(), 2);
  const paid: number[] = [];
  for (let k = 0; k < 3; k++) {
    world.step(new Float64Array(2 * spec.actionSize));
    paid.push(...world.pay);
  }
  // Where the two copies begin is counted and not paid.
  for (const [k, pay] of paid.entries()) expect(pay).toBeCloseTo(1 / Math.sqrt(3 + k), 12);
});

describe.each([
  ["ppo", { steps: 1024, copies: 4, rollout: 64, segments: 4, hidden: [8] }],
  ["dqn", { steps: 1200, warmup: 100, copies: 2, interval: 200, segments: 3, hidden: [8], capacity: 500 }],
])("%s", (name, parameters) => {
  const plan = algorithms.get(name).make(parameters);

  test("a training that is resumed is paid as one that never stopped", () => {
    const whole = plan.train(context());
    const reports = trainToEnd(whole);
    const first = plan.train(context());
    let checkpoint: ReturnType<typeof first.checkpoint>;
    let done = 0;
    do {
      first.update();
      done += 1;
      checkpoint = first.checkpoint();
    } while (checkpoint === undefined || done < reports.length / 3);
    const rest = plan.train(context(), checkpoint);
    expect(trainToEnd(rest)).toEqual(reports.slice(done));
    for (const training of [whole, first, rest]) training.close();
  });

  test("a new segment does not begin to count anew", () => {
    const training = plan.train(context());
    const last = trainToEnd(training).at(-1);
    training.close();
    // The last segment's episodes are paid 1/√n a step with n beyond what the segments before have counted.
    expect(last?.measures.pay).toBeLessThan(HORIZON / Math.sqrt(0.6 * (last?.steps ?? 0)));
  });
});
