// The probability of the right answer at the beginning of every turn: as the trainer computes it, and by a model whose
// beliefs are said by hand.

import { describe, expect, it } from "vitest";
import { scriptedModel } from "../../../test/fixtures/scripted-model.ts";
import { trainingContext } from "../../../test/fixtures/training.ts";
import { textSampler } from "../../algorithms/text/completions.ts";
import { scorer } from "../../algorithms/text/text-player.ts";
import { turnsOf } from "../../algorithms/text/turn-credit.ts";
import { Random } from "../../core/random.ts";
import { ALPHABET, CALL, numberOf, textOf } from "../../environments/language/alphabet.ts";
import { calculatorWorld } from "../../environments/language/calculator.ts";
import { chainWorld } from "../../environments/language/chain.ts";
import { lookupWorld } from "../../environments/language/lookup.ts";
import { transformer } from "../../nn/models/transformer.ts";
import { Parameters } from "../../nn/parameters.ts";
import { anotherAnswer, answerLikelihood, type GoldAnswer, informationGains } from "./answer-likelihood.ts";

const KEYS = "0123456789abcdefghijklmnopqrstuvwxyz";

describe("a transformer's probability of the right answer", () => {
  it("is the geometric mean of its characters', the first among all but <, as the trainer computes them", () => {
    const make = () => calculatorWorld.make({ hard: 1 });
    const { spec } = make();
    const model = transformer({ vocabulary: 64, context: spec.observationSize, width: 8, layers: 1, heads: 1 });
    const parameters = new Parameters(model.shapes);
    const random = Random.of(2, "weights");
    for (let k = 0; k < parameters.flat.length; k++) parameters.flat[k] = random.normal() / 2;
    const rows = 6;
    const meter = answerLikelihood(rows, 8);
    const begun: { row: number; turn: number; place: number; answer: string }[] = [];
    const sampler = textSampler(trainingContext(make, "gold", 1), model, parameters, {
      groups: 3,
      group: 2,
      watch(moment) {
        meter.watch(moment);
        const { row, turn, place, world, turnBegins } = moment;
        if (turnBegins) begun.push({ row, turn, place, answer: world.texts?.answer() ?? "" });
      },
    });
    const texts = sampler.write(Random.of(3));
    const score = scorer(model, parameters, 1);
    expect(begun.length).toBeGreaterThanOrEqual(rows);
    for (const { row, turn, place, answer } of begun) {
      const [a, b] = textOf(texts.tokens, row * texts.context, row * texts.context + place).split(/[+=]/);
      expect(answer).toBe(String(Number(a) + Number(b)));
      const said = (continuation: string) => {
        const text = new Int32Array(model.context);
        text.set(texts.tokens.subarray(row * model.context, row * model.context + place));
        text.set(Array.from(continuation, numberOf), place);
        return score(text)
          .slice(place, place + continuation.length)
          .reduce((x, y) => x + y, 0);
      };
      const mean = (said(answer) - Math.log(1 - Math.exp(said(ALPHABET[CALL])))) / answer.length;
      expect(meter.likely[row * 8 + turn]).toBeCloseTo(Math.exp(mean), 5);
    }
    sampler.close();
    score.close();
  });

  it("is none in a world that does not tell the answer", () => {
    const make = () => chainWorld.make({});
    const model = scriptedModel(16, () => ({ $: 1 }));
    const options = { groups: 1, group: 1, watch: answerLikelihood(1, 8).watch };
    const sampler = textSampler(trainingContext(make, "none"), model, new Parameters(model.shapes), options);
    expect(() => sampler.write(Random.of(1))).toThrow('text view "answer"');
  });
});

// It calls <?>, then the key that it is asked about, and answers. At first it knows nothing, not even that answers are keys;
// after any call it knows that they are; and it takes a key that it was answered with for the right one, nine times in ten.
const believer = scriptedModel(24, (text) => {
  if (text.endsWith("<")) return text.includes("?") ? { [text[0]]: 1 } : { "?": 1 };
  if (/<.$/.test(text)) return { ">": 1 };
  if (/^.1=.*[^\]=]$/.test(text)) return { $: 1 };
  const even = (characters: readonly string[], share: number) =>
    Object.fromEntries(characters.map((character) => [character, share / characters.length]));
  if (text.endsWith("=")) {
    const others = ALPHABET.filter((character) => character !== "<" && character !== "");
    return { "<": 0.9, ...even(others, 0.1) };
  }
  if (text.endsWith("?>[0]")) return { "<": 0.6, ...even([...KEYS], 0.4) };
  const key = text[text.length - 2];
  const others = [...KEYS].filter((one) => one !== key);
  return { ...even(others, 0.1), [key]: 0.9 };
});

/** What one answer's probability is, turn by turn. */
function likelyBy(answer?: GoldAnswer): number[] {
  const make = () => lookupWorld.make({ fewestHops: 1, mostHops: 1, spareCalls: 2 });
  const { spec } = make();
  const model = { ...believer, context: spec.observationSize };
  const meter = answerLikelihood(1, 12, answer);
  const sampler = textSampler(trainingContext(make, "believer"), model, new Parameters(model.shapes), {
    groups: 1,
    group: 1,
    temperature: 0,
    watch: meter.watch,
  });
  const texts = sampler.write(Random.of(1));
  expect(textOf(texts.tokens, 0, texts.lengths[0])).toMatch(/^(.)1=<\?>\[0\]<\1>\[(.)\]\2\$$/);
  expect([...turnsOf(texts, 12).counts]).toEqual([3]);
  return [...meter.likely.subarray(0, 3)];
}

it("may be that of a wrong answer, with the next digit or letter in each place", () => {
  const make = () => ({ ...lookupWorld.make({}), texts: { answer: () => "09az-" } });
  expect(anotherAnswer(make())).toBe("1ab0-");
});

it("is 0 where a text has no room for the answer any more", () => {
  const long: GoldAnswer = () => "0".repeat(24);
  expect(likelyBy(long)).toEqual([0, 0, 0]);
});

describe("what a turn adds", () => {
  it("is there before a call is drawn, and a willingness to call is not held against it", () => {
    for (const [k, p] of [1 / 62, 1 / 36, 0.9].entries()) expect(likelyBy()[k]).toBeCloseTo(p, 6);
  });

  it("is positive for a call that shows only what answers look like; a wrong answer of that form gains as much", () => {
    const turns = { counts: Int32Array.of(3), most: 3 };
    const [right, other] = [likelyBy(), likelyBy(anotherAnswer)].map((p) =>
      informationGains(Float64Array.from(p), turns),
    );
    expect(right[0]).toBeGreaterThan(0.01);
    expect(other[0]).toBeCloseTo(right[0], 9);
    // The evidence tells them apart.
    expect(right[1]).toBeCloseTo(0.9 - 1 / 36, 6);
    expect(other[1]).toBeLessThan(0);
  });

  it("sums to what all turns have added: of logarithms, ln p at the last turn less ln p of the question", () => {
    const random = Random.of(5, "levels");
    const turns = { counts: Int32Array.of(4, 1, 2), most: 5 };
    const levels = Float64Array.from({ length: 15 }, () => Math.log(random.uniform()));
    const gains = informationGains(levels, turns);
    for (const [row, count] of turns.counts.entries()) {
      const own = gains.subarray(row * 5, row * 5 + 5);
      const sum = own.reduce((a, b) => a + b, 0);
      expect(sum).toBeCloseTo(levels[row * 5 + count - 1] - levels[row * 5], 12);
      // The last turn, and what is no turn, has none.
      expect([...own.subarray(count - 1)].every((gain) => gain === 0)).toBe(true);
    }
  });
});
