// A writer that answers anew: which temperature, and which of the drawn answers.

import { expect, test } from "vitest";
import { playedBy, world } from "../../../test/fixtures/written-text.ts";
import { END, numberOf } from "../../environments/language/alphabet.ts";
import type { LanguageModel, TextReader } from "../../nn/models/language-model.ts";
import { Parameters } from "../../nn/parameters.ts";
import { type Retrying, retryingPlayer } from "./callback.ts";

/** Logits of the digits that the model below may answer with, and no others. */
const LOGITS: Readonly<Record<string, number>> = { "3": 2, "5": 1, "8": 0 };
const VOCABULARY = 64;

/** A model that has read nothing but the last character: after a digit it ends, after anything else it writes a digit. */
const model: LanguageModel = {
  vocabulary: VOCABULARY,
  context: 64,
  width: 1,
  shapes: [],
  initialise() {},
  logits() {
    throw new Error("not trained");
  },
  reader: (_parameters, rows): TextReader => {
    const logits = new Float32Array(rows * VOCABULARY);
    const row = (k: number, token: number) => {
      const own = logits.subarray(k * VOCABULARY, (k + 1) * VOCABULARY).fill(-1e9);
      if (token >= numberOf("0") && token <= numberOf("9")) own[END] = 0;
      else for (const [digit, logit] of Object.entries(LOGITS)) own[numberOf(digit)] = logit;
    };
    return {
      rows,
      logits,
      hidden: new Float32Array(rows),
      refresh() {},
      clear() {},
      read(tokens) {
        for (const [k, token] of tokens.entries()) if (token >= 0) row(k, token);
      },
      copy() {},
      close() {},
    };
  },
};

/** Answers of one episode in which none is right. */
function answers(retrying: Retrying, seed: number): string[] {
  const given = { digits: 2, changed: 1, rounds: 4, comments: ["wrong"] };
  const player = retryingPlayer({ model, parameters: new Parameters([]) }, retrying);
  const { text } = playedBy(world("language/tutor", given), player, seed);
  return text
    .slice(3)
    .split(/\$(?:\[!\])?/)
    .slice(0, -1);
}

const SEEDS = Array.from({ length: 300 }, (_, seed) => seed);

test("the first answer is the likeliest, and without rise and tries so are all", () => {
  for (const seed of SEEDS.slice(0, 20)) {
    expect(answers({ rise: 1, most: 1.5, tries: 1 }, seed)[0]).toBe("3");
    expect(answers({ rise: 0, most: 1.5, tries: 25 }, seed)).toEqual(["3", "3", "3", "3", "3"]);
  }
});

test("answer t + 1 is drawn at the temperature min(rise · t, most)", () => {
  const all = SEEDS.map((seed) => answers({ rise: 0.5, most: 1, tries: 1 }, seed));
  for (const [round, temperature] of [0.5, 1, 1, 1].entries()) {
    const weights = Object.values(LOGITS).map((logit) => Math.exp((logit - 2) / temperature));
    const chance = 1 / weights.reduce((a, b) => a + b);
    const share = all.filter((one) => one[round + 1] === "3").length / all.length;
    expect(Math.abs(share - chance)).toBeLessThan(3.5 * Math.sqrt((chance * (1 - chance)) / all.length));
  }
});

test("what was given before is not given again while another answer is drawn; then any is", () => {
  for (const seed of SEEDS.slice(0, 50)) {
    const all = answers({ rise: 5, most: 5, tries: 60 }, seed);
    expect(all).toHaveLength(5);
    expect([...all.slice(0, 3)].sort()).toEqual(["3", "5", "8"]);
    expect(all.slice(3).every((one) => one in LOGITS)).toBe(true);
  }
});
