// Learning what an oracle does: every rule on a field of cells and on pictures, fields that are left out, and what a control does not learn.

import { describe, expect, test } from "vitest";
import { trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import type { NumericEnvironment } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { pits } from "../../environments/gridworld/pits.ts";
import { glyphs } from "../../environments/images/glyphs.ts";
import { RULES } from "./credit-rules.ts";
import { supervised } from "./supervised.ts";

/** The mean of a channel over steps, after a training on what the oracle did. */
function learnt(world: () => NumericEnvironment, parameters: Parameters<typeof supervised.make>[0], channel: number) {
  const training = supervised.make(parameters).train(trainingContext(world, "supervised", 4));
  const reports = trainToEnd(training);
  const player = training.player(0);
  const one = world();
  const { observationSize, actionSize, channels, horizon } = one.spec;
  const [seen, action] = [new Float32Array(observationSize), new Float64Array(actionSize)];
  const outcomes = new Float64Array(channels.length);
  let [sum, steps] = [0, 0];
  for (let k = 0; k < 40; k++) {
    const random = Random.of(k, "play");
    one.reset(random, outcomes);
    player.reset(random);
    for (let t = 0; t < horizon; t++) {
      one.observe(seen);
      player.act(seen, action);
      const status = one.step(action, outcomes, random);
      sum += outcomes[channel];
      steps += 1;
      if (status !== 0) break;
    }
  }
  player.close?.();
  training.close();
  return { mean: sum / steps, reports };
}

const moves = { demonstrator: "optimal", episodes: 200, hidden: [32, 32], batch: 64, epochs: 60 } as const;
const field = () => pits.make({ slip: 0.3 });
const [PAYOFF, ADVANTAGE, ERROR] = [0, 3, 1];
const images = () => glyphs.make({ noise: 0.2 });
const names = { demonstrator: "truth", fields: ["image"], episodes: 100, hidden: [32, 32], batch: 50 };

describe("moves on a field with pits", () => {
  const regret = (rule: (typeof RULES)[number]) => -learnt(field, { ...moves, rule }, ADVANTAGE).mean;
  const frozen = regret("frozen");

  test.each(RULES.filter((rule) => rule !== "frozen" && rule !== "target projection"))(
    "%s: moves cost less beside the best ones than with frozen hidden layers",
    (rule) => expect(regret(rule)).toBeLessThan(0.8 * frozen),
  );
});

test("digits are named from the image alone, and not where local losses have the labels of others", () => {
  const rule = { ...names, rule: "counter-current", rate: 1, epochs: 40 } as const;
  const { mean, reports } = learnt(images, rule, PAYOFF);
  expect(mean).toBeGreaterThan(0.7);
  expect(learnt(images, { ...rule, shuffled: true }, PAYOFF).mean).toBeLessThan(0.5);
  const [first, last] = [reports[0].measures, reports[reports.length - 1].measures];
  expect(last.similarity2).toBeGreaterThan(first.similarity2);
  expect(last.weightCosine2).toBeGreaterThan(0.3);
});

test("pictures are drawn again, with less error than an image without ink", () => {
  const drawing = () => glyphs.make({ asks: "picture", noise: 0 });
  expect(learnt(drawing, { ...names, epochs: 20 }, ERROR).mean).toBeLessThan(0.7);
});

test("a step is as long as its rate and clip say, of each network or of each layer, and a feedback network may stay", () => {
  const moved = (parameters: object) => {
    const options = {
      ...names,
      episodes: 10,
      batch: 100,
      epochs: 1,
      rate: 0.5,
      clip: 1e-3,
      rule: "counter-current",
      ...parameters,
    };
    const plan = supervised.make(options);
    const context = trainingContext(images, "step", 2);
    const training = plan.train(context);
    const before = training.left?.().tensors ?? [];
    training.update();
    const after = training.left?.().tensors ?? [];
    training.close();
    const length = (prefix: string) =>
      Math.sqrt(
        after
          .flatMap(({ name, data }, k) =>
            name.includes(prefix) ? [...data].map((x, j) => (x - before[k].data[j]) ** 2) : [],
          )
          .reduce((a, b) => a + b, 0),
      );
    return ["forward", "feedback", "forward.0", "forward.2"].map(length);
  };
  const [forward, feedback] = moved({});
  expect(forward).toBeCloseTo(0.5e-3, 5);
  expect(feedback).toBeCloseTo(0.5e-3, 5);
  const [all, , first, top] = moved({ clipped: "layers" });
  expect(first).toBeCloseTo(0.5e-3, 5);
  expect(top).toBeCloseTo(0.5e-3, 5);
  expect(all).toBeCloseTo(0.5e-3 * Math.sqrt(3), 5);
  expect(moved({ feedbackLearns: false })[1]).toBe(0);
});
