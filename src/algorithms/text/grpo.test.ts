import { describe, expect, it } from "vitest";
import { environments } from "../../../test/fixtures/at-hand/environments.ts";
import { grpo, SMALL_TRAINING } from "../../../test/fixtures/grpo.ts";
import { expectResumes, tensorPrints, trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import type { Training, TrainingContext } from "../../core/algorithm.ts";
import { Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { Random } from "../../core/random.ts";
import { sum } from "../../rewards/combine.ts";
import { channel } from "../../rewards/index.ts";

function contextOf(world: string, given: object, seed: number, pay = "correct"): TrainingContext {
  const make = () => environments.get(world).make(given);
  const [paid, right] = [channel(pay), channel("correct")];
  const context = trainingContext(make, "grpo", seed);
  return { ...context, makeReward: () => paid(context.spec), makeObjective: () => right(context.spec) };
}

/** Share of right answers of a training's player, as it stands, to questions that training never drew from. */
async function rightShare(context: TrainingContext, training: Training): Promise<number> {
  const player = training.player(0);
  const world = context.makeEnvironment();
  const { spec } = context;
  const outcomes = new Float64Array(spec.channels.length);
  const observation = new Float32Array(spec.observationSize);
  const action = new Float64Array(1);
  let right = 0;
  const episodes = 200;
  for (let episode = 0; episode < episodes; episode++) {
    const rng = Random.of(77, "held out", episode);
    world.reset(rng, outcomes);
    await player.reset(rng.stream("hand"));
    for (let status: Status = Status.running; status === Status.running; ) {
      world.observe(observation);
      await player.act(observation, action);
      status = world.step(action, outcomes, rng);
    }
    right += outcomes[1];
  }
  await player.close?.();
  return right / episodes;
}

describe("grpo", () => {
  it("learns to sort digits: half of the drawn answers right after the imitation, and clearly more when that is paid", async () => {
    const context = contextOf("language/sort", {}, 1);
    const sft = { steps: 300 };
    const training = grpo.make({ updates: 60, sft, segments: 1000 }).train(context);
    for (let done = 0; done < sft.steps / 25; done++) expect(training.update()?.steps).toBe(0);
    const warm = await rightShare(context, training);
    expect(warm).toBeGreaterThan(0.4);
    expect(warm).toBeLessThan(0.65);
    const mode = grpo.make({ updates: 0, sft, mode: true }).train(context, training.checkpoint());
    expect(await rightShare(context, mode)).toBeGreaterThan(0.95);
    mode.close();
    expect(trainToEnd(training)).toHaveLength(60);
    expect(await rightShare(context, training)).toBeGreaterThan(warm + 0.15);
    training.close();
  });

  it.each([
    ["", {}],
    [" with what a shaping remembers", { with: [{ use: "verl-rank", stride: 1 }] }],
  ])("goes on from any checkpoint to the same bytes as without a stop%s", (_, given) => {
    const context = contextOf("language/sort", { digits: 2 }, 3, "characters");
    const plan = grpo.make({ ...SMALL_TRAINING, divergence: 0.01, epochs: 2, minibatches: 2, ...given });
    // Three reports of the imitation and four updates.
    const { checkpoints, reports } = expectResumes((from) => plan.train(context, from));
    expect(checkpoints).toHaveLength(7);
    expect(reports.filter(({ measures }) => measures.skipped === 0).length).toBeGreaterThan(2);
  });

  it("reports what it does", () => {
    const training = grpo.make(SMALL_TRAINING).train(contextOf("language/sort", { digits: 2 }, 1, "characters"));
    const reports = trainToEnd(training);
    training.close();
    expect(reports.map(({ share }) => share)).toEqual([1, 2, 3, 4, 5, 6, 7].map((k) => k / 7));
    expect(reports[0].measures.imitationLoss).toBeGreaterThan(reports[2].measures.imitationLoss);
    expect(reports[2].steps).toBe(0);
    expect(reports[6].steps).toBeGreaterThan(reports[3].steps);
    const learnt = reports.slice(3).find(({ measures }) => measures.skipped === 0);
    const measures = learnt?.measures ?? {};
    for (const name of ["pay", "objective", "episodeSteps", "entropy", "liveGroups", "clipFraction", "gradientNorm"]) {
      expect(measures[name], name).toBeTypeOf("number");
    }
  });

  it("measures what came of the answers", () => {
    const context = contextOf("language/sort", { digits: 2 }, 1);
    const training = grpo.make(SMALL_TRAINING).train(context);
    for (const { measures } of trainToEnd(training).slice(3)) {
      for (const { name } of context.spec.channels) expect(measures[name], name).toBeTypeOf("number");
      // The reward pays what is right.
      expect(measures.correct).toBeCloseTo(measures.pay, 12);
      expect(measures.passAtK).toBeGreaterThanOrEqual(measures.correct);
      expect(measures.passAtK).toBeLessThanOrEqual(1);
    }
    training.close();
  });

  it("does not move where all answers to a question are paid the same, and counts it", () => {
    const context = contextOf("language/sort", { digits: 2 }, 1);
    const nothing = channel("payoff", 0);
    const training = grpo.make(SMALL_TRAINING).train({ ...context, makeReward: () => nothing(context.spec) });
    const states: unknown[] = [];
    for (let report = training.update(); report !== undefined; report = training.update()) {
      const checkpoint = training.checkpoint();
      const moving = (checkpoint?.tensors ?? []).filter(({ name }) => name !== "steps");
      if (report.steps > 0) {
        expect(report.measures).toMatchObject({ skipped: 1, liveGroups: 0 });
        states.push(tensorPrints({ tensors: moving }));
      }
    }
    training.close();
    expect(states).toHaveLength(4);
    for (const state of states.slice(1)) expect(state).toEqual(states[0]);
  });

  it("searches for groups that teach when it may try again", () => {
    const live = [1, 4].map((tries) => {
      const training = grpo
        .make({ ...SMALL_TRAINING, questions: 4, updates: 10, tries })
        .train(contextOf("language/sort", { digits: 2 }, 2, "finished"));
      const reports = trainToEnd(training).slice(3);
      training.close();
      const mean = (name: string) => reports.reduce((sum, { measures }) => sum + measures[name], 0) / reports.length;
      return { live: mean("liveGroups"), batches: tries > 1 ? mean("batches") : 1 };
    });
    expect(live[1].live).toBeGreaterThan(live[0].live + 0.1);
    expect(live[1].batches).toBeGreaterThan(1);
    expect(live[1].batches).toBeLessThanOrEqual(4);
  });

  it("clips the ratio of characters, turns or texts, which differ once the model has moved", () => {
    const context = contextOf("language/sort", { digits: 2 }, 1, "characters");
    const clipped = (["characters", "turns", "texts"] as const).map((ratio) => {
      const training = grpo
        .make({ ...SMALL_TRAINING, ratio, epochs: 4, rate: 0.02, clip: [0.02, 0.02] })
        .train(context);
      const reports = trainToEnd(training);
      training.close();
      return reports.map(({ measures }) => measures.clipFraction ?? 0);
    });
    const [characters, turns, texts] = clipped.map((shares) => shares.reduce((a, b) => a + b, 0));
    expect(characters).toBeGreaterThan(0);
    // In a world without answers a text is one turn.
    expect(clipped[1]).toEqual(clipped[2]);
    expect(turns).not.toBe(characters);
    expect(texts).toBeGreaterThan(0);
  });

  it("compares the terms of a sum by themselves", () => {
    const base = contextOf("language/sort", { digits: 2 }, 1, "characters");
    const terms = (...names: string[]) => sum(...names.map((name) => channel(name)));
    const with2 = { ...base, makeReward: () => terms("characters", "finished")(base.spec) };
    const both = [{ weight: 1 }, { weight: 0.5, among: "paid" }];
    const separate = (given: readonly object[]) =>
      grpo.make({ ...SMALL_TRAINING, method: { use: "separate-advantages", terms: given } });
    const training = separate(both).train(with2);
    const learnt = trainToEnd(training).find(({ measures }) => measures.skipped === 0);
    training.close();
    expect(learnt?.measures.pay1).toBeGreaterThan(learnt?.measures.pay2 ?? Number.NaN);
    expect(learnt?.measures.compared2).toBeTypeOf("number");
    expect(() => separate(both).train(base)).toThrow("the reward is no sum");
    expect(() => separate([...both, {}]).train(with2)).toThrow("and the reward has 2");
  });

  it.each([
    ["a world without text", "bandits/bernoulli", {}, "grpo trains one writer in a world of text"],
    ["a demonstrator that is not there", "language/sort", { sft: { from: "demonstrater" } }, "demonstrater"],
  ])("refuses %s", (_, world, given, words) => {
    const { spec } = environments.get(world).make({});
    expect(() => grpo.make(given).check(spec)).toThrow(UserError);
    expect(() => grpo.make(given).check(spec)).toThrow(words);
  });

  it.each([
    ["heads that do not divide the width", { model: { width: 32, heads: 3 } }, "cannot be shared among 3 heads"],
    ["parts that do not divide the answers", { minibatches: 3 }, "cannot be cut into 3 equal parts"],
    ["a single answer", { answers: 1 }, "answers"],
    ["a method that there is not", { method: "negative-awares" }, 'did you mean "negative-aware"'],
    ["a parameter that a method has not", { method: { use: "negative-aware", flor: 1 } }, 'did you mean "floor"'],
    ["a callback that there is not", { with: ["rejection-samplin"] }, 'did you mean "rejection-sampling"'],
    ["a callback twice", { with: ["effective-rank", { use: "effective-rank" }] }, "goes along already"],
    ["a shaping of answers that come from several batches", { with: ["verl-rank"], tries: 2 }, "hidden states"],
  ])("refuses %s", (_, given, words) => {
    expect(() => grpo.make(given)).toThrow(words);
  });

  it("says where a training diverged", () => {
    const training = grpo
      .make({
        ...SMALL_TRAINING,
        rate: 1,
        sft: { steps: 25, texts: 8, rate: 1 },
        model: { width: 8, layers: 1, heads: 1 },
      })
      .train(contextOf("language/sort", { digits: 2 }, 1));
    // A rate of 1 may or may not reach infinity; what it must not do is to go on with numbers that are none.
    try {
      for (const { measures } of trainToEnd(training)) {
        for (const value of Object.values(measures)) expect(Number.isFinite(value)).toBe(true);
      }
    } catch (error) {
      expect(error).toBeInstanceOf(UserError);
    }
    training.close();
  });
});
