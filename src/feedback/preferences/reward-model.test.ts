// A reward of texts is what its weights say, and a file of it that was changed is refused.

import { expect, test } from "vitest";
import { decodeTextReward, encodeTextReward } from "./reward-model.ts";

const about = { model: "all", file: "p.jsonl", pairs: 3, prompts: 2 };
const weights = { features: { length: 0.5, questions: -1 }, words: { kite: 2, "2024": 4, __proto__x: 8 } };

test("its weights add up: length, marks, and words that stand there however often", () => {
  const { reward, about: decoded } = decodeTextReward(encodeTextReward(weights, about));
  expect(decoded).toEqual(about);
  const text = "A kite? A Kite.";
  expect(reward("", text)).toBeCloseTo(0.5 * Math.log1p(text.length) - Math.log1p(1) + 2, 6);
  expect(reward("", "2024") - reward("", "1999")).toBeCloseTo(4, 6);
});

test("bytes that were changed, and other checkpoints, are refused", () => {
  const bytes = encodeTextReward(weights, about);
  const changed = bytes.slice();
  changed[bytes.length - 1] ^= 1;
  expect(() => decodeTextReward(changed)).toThrow("not as it was written");
  const stranger = encodeTextReward({ ...weights, features: { lenght: 1 } }, about);
  expect(() => decodeTextReward(stranger)).toThrow('"lenght", which this version of Agon does not read');
});

test("a file with a weight that is no finite number is refused when it is read", () => {
  for (const weight of [Number.NaN, Number.POSITIVE_INFINITY, 1e300]) {
    const bytes = encodeTextReward({ features: { length: weight }, words: {} }, about);
    expect(() => decodeTextReward(bytes)).toThrow('its tensor "features" holds what is no finite number');
  }
});
