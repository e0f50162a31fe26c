// What a learner infers of its neighbours: rows, latents by hand, and the ratio of policies on stored latents.

import { describe, expect, test } from "vitest";
import { trainingContext, wholeTraining } from "../../../test/fixtures/training.ts";
import { Random } from "../../core/random.ts";
import { cartPole } from "../../environments/control/cart-pole.ts";
import { cutIn } from "../../environments/driving/cut-in.ts";
import { behaviour, behaviourFields } from "./behaviour.ts";
import { instant, instantFields } from "./instant.ts";
import { iplan } from "./iplan.ts";
import { drawMoment, neighbourRows, type SeenPlay, writeHistory } from "./neighbour-rows.ts";

const row = (name: string, size: number) => ({ name, size, low: 0, high: 1, meaning: name });
/** Two places of three numbers each: an observation is [own, seen, seen, gap, gap, speed, speed]. */
const rows = neighbourRows(
  { observation: [row("own", 1), row("carSeen", 2), row("carGap", 2), row("carSpeed", 2)] },
  "car",
);
const small = { units: 3, decoder: 3, window: 3, ahead: 1, batch: 4, lessons: 5, rate: 0.01 };

describe("rows", () => {
  test("are fields of a prefix, by neighbour", () => {
    expect([rows.count, rows.features]).toEqual([2, 2]);
    const seen = Float32Array.of(9, 1, 0, 10, 11, 20, 21);
    expect([rows.isSeen(seen, 0, 0), rows.isSeen(seen, 0, 1)]).toEqual([true, false]);
    const into = new Float32Array(3);
    rows.write(seen, 0, 1, into, 1);
    expect([...into]).toEqual([0, 11, 21]);
  });

  test.each([
    [[row("speed", 1)], "shows no rows of neighbours"],
    [[row("carSeen", 2), row("carGap", 3)], "carGap has 3 numbers, and carSeen has 2"],
  ])("%j are refused", (observation, words) => expect(() => neighbourRows({ observation }, "car")).toThrow(words));

  test("a world without rows is refused", () => {
    expect(() => iplan.make({}).check(cartPole.make().spec)).toThrow("shows no rows of neighbours");
  });

  // One row of play with one neighbour that leaves in step 4, and a new episode in step 7. Its gap is the step.
  const play: SeenPlay = {
    observations: Float32Array.from([...Array(10).keys()].flatMap((t) => [0, t === 4 ? 0 : 1, 0, t, 0, 2 * t, 0])),
    width: 7,
    keep: Float32Array.from([...Array(10).keys()], (t) => (t === 0 || t === 7 ? 0 : 1)),
    rows: 1,
    steps: 10,
  };

  test("a history ends where another car or another episode was", () => {
    const history = (step: number) => {
      const into = new Float32Array(6).fill(-1);
      writeHistory(play, rows, { step, row: 0, place: 0 }, 3, into, 1, 0);
      return [...into];
    };
    expect(history(3)).toEqual([1, 2, 2, 4, 3, 6]);
    expect(history(6)).toEqual([0, 0, 5, 10, 6, 12]);
    expect(history(8)).toEqual([0, 0, 7, 14, 8, 16]);
  });

  test("moments are drawn where the neighbour stays in the episode", () => {
    const seen = new Set<number>();
    for (let k = 0; k < 200; k++) {
      const moment = { step: 0, row: 0, place: 0 };
      if (drawMoment(play, rows, 2, 1, Random.of(k), moment)) seen.add(moment.step);
    }
    expect([...seen].sort()).toEqual([1, 2, 5, 7, 8]);
    expect(drawMoment(play, rows, 2, 4, Random.of(1), { step: 0, row: 0, place: 0 })).toBe(false);
  });
});

describe.each([
  ["behaviour", () => behaviour(rows, behaviourFields.parse(small), Random.of(1))],
  ["instant", () => instant(rows, instantFields.parse({ units: 3, numbers: 2 }), Random.of(1))],
] as const)("latents of %s", (_, make) => {
  test("are those of each neighbour, and an absent one changes none", () => {
    const one = make();
    const reader = one.reader(one.parameters);
    const [mind, other] = [one.mind(reader), one.mind(reader)];
    for (const each of [mind, other]) each.reset();
    const first = mind.latents.slice();
    for (let t = 0; t < 4; t++) {
      mind.see(Float32Array.of(0, 1, 0, t, 5, 1, 5), 0);
      other.see(Float32Array.of(0, 1, 0, t, 7, 1, -7), 0);
    }
    expect(mind.latents).toEqual(other.latents);
    expect(mind.latents.slice(0, one.size)).not.toEqual(first.slice(0, one.size));
    expect(mind.latents.slice(one.size)).toEqual(first.slice(one.size));
    mind.see(Float32Array.of(0, 0, 0, 0, 0, 0, 0), 0);
    expect(mind.latents).toEqual(first);
    reader.close();
    one.close();
  });
});

test("a latent moves by its share of the latest reading, and by none of it not at all", () => {
  const [still, soft, hard] = [0, 0.25, 1].map((share) => {
    const one = behaviour(rows, behaviourFields.parse({ ...small, kinds: 4, soft: share }), Random.of(1));
    const mind = one.mind(one.reader(one.parameters));
    mind.reset();
    mind.see(Float32Array.of(0, 1, 1, 3, 4, 1, 2), 0);
    return [...mind.latents];
  });
  expect(still).toEqual(Array(8).fill(0.25));
  for (const [k, number] of hard.entries()) expect(soft[k]).toBeCloseTo(0.25 * number + 0.75 * 0.25, 6);
  expect(hard.slice(0, 4).reduce((a, b) => a + b)).toBeCloseTo(1, 6);
});

/** A training in the world of cut-ins. */
const training = (parameters: object) =>
  wholeTraining(
    iplan
      .make({ copies: 4, rollout: 60, steps: 2400, epochs: 1, minibatches: 1, hidden: [8], segments: 1, ...parameters })
      .train(trainingContext(() => cutIn.make({ mix: "thirds" }), "iplan")),
  ).reports;

test("the first step of PPO after each rollout finds a ratio of 1: what the policy saw was stored", () => {
  for (const { measures } of training({ behaviour: small, instant: { lessons: 2, batch: 4, units: 4 } })) {
    expect(measures.klDivergence).toBeLessThan(1e-9);
    expect(measures.clipFraction).toBe(0);
  }
});

test("rows are foreseen better after lessons", () => {
  const reports = training({ behaviour: { ...small, units: 8, decoder: 8, batch: 16 }, infers: "behaviour" });
  const [first, last] = [reports[0].measures.behaviourLoss, reports[reports.length - 1].measures.behaviourLoss];
  expect(last).toBeLessThan(0.8 * first);
});
