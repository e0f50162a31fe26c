// Recycling as a part of a trainer: how much room it needs, what is asked and paid, that a model with more room writes what it
// wrote, that nothing of it is nothing, that a training goes on from any checkpoint, and what is refused.

import { describe, expect, it } from "vitest";
import { environments } from "../../../test/fixtures/at-hand/environments.ts";
import { grpo } from "../../../test/fixtures/grpo.ts";
import { PLAIN_CREDIT, SMALL_GROUPS } from "../../../test/fixtures/small-groups.ts";
import { expectResumes, tensorPrints, trainingContext, wholeTraining } from "../../../test/fixtures/training.ts";
import { freshWeights, paidBy } from "../../../test/fixtures/writers.ts";
import { playedBy } from "../../../test/fixtures/written-text.ts";
import { textSampler } from "../../algorithms/text/completions.ts";
import { groupOptimiser } from "../../algorithms/text/group-learner.ts";
import { groupMethod } from "../../algorithms/text/group-relative.ts";
import type { TrainingCheckpoint } from "../../core/algorithm.ts";
import type { NumericEnvironment, NumericSpec } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { ALPHABET, numberOf, textOf } from "../../environments/language/alphabet.ts";
import { transformer } from "../../nn/models/transformer.ts";
import { Parameters } from "../../nn/parameters.ts";
import { channel } from "../../rewards/index.ts";
import { recyclingCallback } from "./callback.ts";
import { recyclingParameters, recyclingRoom } from "./parameters.ts";

const contextOf = (world: string, given: object, seed: number) =>
  paidBy(
    trainingContext(() => environments.get(world).make(given), "recycled", seed),
    "correct",
  );

const small = {
  ...{ updates: 6, questions: 4, answers: 4, segments: 1000 },
  ...{ model: { width: 8, layers: 1, heads: 1 }, sft: { steps: 75, texts: 16, rate: 0.02 } },
};

const sort = contextOf("language/sort", { digits: 2, noise: 0.4 }, 3);

const along = (fields: object) => ({ with: [{ use: "spark", ...fields }] });

const training = (given: object, from?: TrainingCheckpoint, context = sort) =>
  grpo.make({ ...small, ...given }).train(context, from);
const trained = (given: object, context = sort) => wholeTraining(training(given, undefined, context));

describe("room for recycled exercises", () => {
  const room = (given: object) => recyclingRoom(recyclingParameters.parse(given), sort.spec);

  it("is that of the longest of them, whole fours, and none where none are made", () => {
    // Places of the world and characters of an answer; so the longest question has 7, the longest answer 4 before its end.
    expect([sort.spec.observationSize, sort.spec.horizon]).toEqual([12, 5]);
    // 7 + 4 + | + 4 + ? + y$, and 7 + 4 + : + 5.
    expect([room({}), room({ judging: 0 }), room({ reflections: 0 })]).toEqual([20, 20, 20]);
    // 7 + 2 + | + 2 + ? + y$, and 7 + 2 + : + 5.
    expect([room({ longest: 2 }), room({ longest: 2, judging: 0 })]).toEqual([16, 16]);
    expect(room({ longest: 1, judging: 0 })).toBe(16);
    expect(room({ longest: 1, reflections: 0 })).toBe(16);
    expect(room({ judging: 0, reflections: 0 })).toBe(0);
    // An answer is never longer than the world lets it become.
    expect(room({ longest: 99 })).toBe(20);
  });

  it("more than the world's changes nothing of what a model writes in the world", () => {
    const sizes = { vocabulary: ALPHABET.length, width: 8, layers: 1, heads: 1 };
    const texts = [12, 20].map((context) => {
      const model = transformer({ ...sizes, context });
      const sampler = textSampler(sort, model, freshWeights(model), { groups: 4, group: 4 });
      const found = sampler.write(Random.of(7));
      sampler.close();
      return found;
    });
    const [narrow, wide] = texts;
    expect([...wide.lengths]).toEqual([...narrow.lengths]);
    const rest = Array<number>(8).fill(0);
    for (let row = 0; row < narrow.rows; row++) {
      const own = [...narrow.tokens.subarray(row * 12, (row + 1) * 12), ...rest];
      expect([...wide.tokens.subarray(row * 20, (row + 1) * 20)]).toEqual(own);
    }
  });

  it("is given to a model whose player goes on answering in the world", () => {
    const short = training({ updates: 2, ...along({}) });
    while (short.update() !== undefined);
    const player = short.player(0);
    short.close();
    const world = sort.makeEnvironment();
    for (let episode = 0; episode < 20; episode++) {
      const { text, sums } = playedBy(world, player, episode);
      expect([...text].every((character) => ALPHABET.includes(character))).toBe(true);
      expect(sums.characters).toBeGreaterThan(0);
    }
    player.close?.();
  });
});

describe("a callback that recycles", () => {
  const model = transformer({ vocabulary: ALPHABET.length, context: 16, width: 8, layers: 1, heads: 1 });
  const trainer = { ...PLAIN_CREDIT, ...SMALL_GROUPS, questions: 2, answers: 2 };

  const stageOf = (own: Parameters, worlds: readonly NumericEnvironment[]) => ({
    context: sort,
    model,
    parameters: own,
    worlds,
    options: trainer,
    reference: own,
    optimiser: groupOptimiser(own.flat.length, trainer),
    method: ({ horizon }: NumericSpec) =>
      groupMethod(trainer, { rows: 4, group: 2, context: model.context, longest: horizon }),
  });

  /** A model that writes `wanted` from place `from` on, after any question. */
  function stubborn(wanted: string, from: number): Parameters {
    const own = new Parameters(model.shapes);
    for (const [k, { name }] of own.shapes.entries()) {
      const view = own.view(k);
      if (name === "gain") view.fill(1);
      if (name === "places") for (const j of [...wanted].keys()) view[(from - 1 + j) * 8 + j] = 1;
      if (name === "head") for (const [j, c] of [...wanted].entries()) view[j * ALPHABET.length + numberOf(c)] = 99;
    }
    return own;
  }

  /** What comes of a batch in which the first question was answered rightly each time, and the second wrongly. */
  function recycled(given: object, own: Parameters) {
    const worlds = Array.from({ length: 4 }, sort.makeEnvironment);
    const p = recyclingParameters.parse({ longest: 2, ...given });
    const callback = recyclingCallback(p, stageOf(own, worlds));
    const sampler = textSampler(sort, model, stubborn("11$", 4), { groups: 2, group: 2, worlds: (row) => worlds[row] });
    const texts = sampler.write(Random.of(4));
    sampler.close();
    const truths = [0, 2].map((row) => worlds[row].texts?.answer() ?? "");
    texts.outcomes.fill(0);
    const correct = sort.spec.channels.findIndex(({ name }) => name === "correct");
    for (const row of [0, 1]) texts.outcomes[row * sort.spec.channels.length + correct] = 1;
    const questions = [0, 2].map((row) => textOf(texts.tokens, row * 16, row * 16 + 4));
    const made = callback?.after?.(texts, Random.of(5));
    const update = callback?.instead?.(Random.of(6));
    callback?.close();
    return { truths, questions, made, update };
  }

  it("asks whether answers are right, and pays a verdict that says so at its end", () => {
    const { questions, made, update } = recycled({ judging: 2, reflections: 0 }, stubborn("y$", 7));
    expect(made).toEqual({ itemsMade: 2, itemsWaiting: 2 });
    const { tokens, lengths, pay, written } = update?.rollouts ?? {};
    const row = (k: number) => textOf(tokens ?? [], k * 16, k * 16 + (lengths?.[k] ?? 0));
    const paid = [0, 1, 2, 3].map((k) => [row(k), ...(pay?.subarray(k * 16, k * 16 + 9) ?? [])]);
    // A judge that says yes to both is right about the first question's answer alone.
    const yes = [`${questions[0]}11?y$`, 0, 0, 0, 0, 0, 0, 0, 0, 1];
    const no = [`${questions[1]}11?y$`, 0, 0, 0, 0, 0, 0, 0, 0, 0];
    expect(paid).toEqual(paid[0][9] === 1 ? [yes, yes, no, no] : [no, no, yes, yes]);
    expect(written?.reduce((a, b) => a + b, 0)).toBe(8);
    expect(update?.measures).toMatchObject({ recycledPay: 0.5, verdictAccuracy: 0.5, pointwiseAccuracy: 0.5 });
    expect(update?.measures).not.toHaveProperty("pay");
  });

  it("asks for better answers, and pays what the world says is right", () => {
    // One of a batch's two items; the other one comes of the next batch, which here is never written.
    const { made, update } = recycled({ judging: 0, reflections: 2 }, stubborn("y$", 7));
    expect([made, update]).toEqual([{ itemsMade: 1, itemsWaiting: 1 }, undefined]);
    const both = recycled({ judging: 1, reflections: 1 }, stubborn("y$", 7)).update?.rollouts;
    const { truths, questions } = recycled({}, stubborn("y$", 7));
    expect(truths).toEqual(questions.map((question) => [...question.slice(1, 3)].sort().join("")));
    const asked = [0, 2].map((k) => textOf(both?.tokens ?? [], k * 16, k * 16 + 7)).toSorted();
    expect(asked).toContain(`${questions[1]}11:`);
  });

  it("is none where no exercise is learnt from", () => {
    const p = recyclingParameters.parse({ turns: 0 });
    expect(recyclingCallback(p, stageOf(stubborn("y$", 7), []))).toBeUndefined();
  });
});

describe("grpo with recycling", () => {
  it("takes turns with the task, and ends when so many characters are written", () => {
    const all = trained({ updates: 100, characters: 600, ...along({}) }).reports.slice(3);
    const recycled = all.filter(({ measures }) => measures.recycledPay !== undefined);
    const task = all.filter(({ measures }) => measures.pay !== undefined);
    expect(recycled.length + task.length).toBe(all.length);
    expect(recycled.length).toBeGreaterThan(2);
    expect(task.length).toBeGreaterThanOrEqual(recycled.length);
    expect(all.at(-1)?.share).toBe(1);
    expect(all.at(-1)?.steps).toBeGreaterThanOrEqual(600);
    expect(all.at(-2)?.steps).toBeLessThan(600);
    expect(all.at(-2)?.share).toBeLessThan(1);
    for (const { measures } of task) expect(measures.itemsMade).toBeGreaterThan(0);
  });

  it.each([
    ["", {}],
    [" with a judge apart", { judge: "apart" }],
    [" with shuffled gold, several in a row", { gold: "shuffled", turns: 2 }],
  ])("goes on from any checkpoint to the same bytes as without a stop%s", (_, given) => {
    const stages = [{ updates: 3 }];
    const options = { stages, updates: 4, characters: 10_000, divergence: 0.01, ...along({ longest: 2, ...given }) };
    // In the imitation, in a stage with items that wait and with a batch of them just learnt, between stages, and in the last one.
    const { checkpoints, reports } = expectResumes(
      (from) => training(options, from),
      ({ updates }) => [2, 4, 5, 6, 8].includes(updates),
    );
    expect(checkpoints).toHaveLength(10);
    expect(reports.filter(({ measures }) => measures.recycledPay !== undefined).length).toBeGreaterThan(1);
  });

  it("goes on from where the characters were spent to nothing", () => {
    const options = { updates: 100, characters: 200, ...along({}) };
    const { checkpoints } = trained(options);
    const last = checkpoints.at(-1);
    const resumed = training(options, last);
    expect(resumed.update()).toBeUndefined();
    resumed.close();
  });

  it("with a judge apart leaves the writer what it is on the task alone, but for the questions", () => {
    // Nothing is paid for in the world, so that only exercises teach.
    const unpaid = { ...sort, makeReward: () => channel("payoff", 0)(sort.spec) };
    const head = (given: object) => {
      const { checkpoints } = trained({ ...along({ longest: 2, ...given }) }, unpaid);
      const of = (k: number, name: string) => tensorPrints(checkpoints[k]).find(([one]) => one === name)?.[1];
      return { before: of(2, "head"), after: of(8, "head"), judge: of(8, "judge.head") };
    };
    const [same, apart] = [head({}), head({ judge: "apart" })];
    expect(same.after).not.toBe(same.before);
    expect(same.judge).toBeUndefined();
    expect(apart.after).toBe(apart.before);
    expect(apart.judge).not.toBe(apart.before);
  });

  it("asks for verdicts alone in a world that does not say what is right", () => {
    const chain = contextOf("language/chain", { maps: 2, noise: 0.4 }, 1);
    const { reports } = trained({ ...along({ judging: 4, reflections: 0, pointwise: 1 }) }, chain);
    expect(reports.some(({ measures }) => measures.verdictAccuracy !== undefined)).toBe(true);
    expect(reports.some(({ measures }) => measures.reflectionAccuracy !== undefined)).toBe(false);
  });
});
