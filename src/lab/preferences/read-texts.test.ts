// Which prompts are drawn of a long file, beside which are held back of it.

import { expect, it } from "vitest";
import { textKey } from "../../logs/preferences.ts";
import { isAmong, placeOf } from "./read-texts.ts";

const PROMPTS = Array.from({ length: 20_000 }, (_, k) => textKey(`prompt ${k}`));
const share = (prompts: readonly string[], isMeant: (prompt: string) => boolean) =>
  prompts.filter(isMeant).length / prompts.length;

it("draws as many as are asked for, and all where there are no more", () => {
  expect(share(PROMPTS, (prompt) => isAmong(prompt, "read", 5000, 50_000))).toBeCloseTo(0.1, 2);
  expect(share(PROMPTS, (prompt) => isAmong(prompt, "read", 5000, 5000))).toBe(1);
});

it.each(["0", "1", "2", "17"])(
  "draws prompts that seed %s holds back as often as others, and by each salt anew",
  (seed) => {
    const drawn = PROMPTS.filter((prompt) => isAmong(prompt, "looked at", 5000, 20_000));
    expect(share(drawn, (prompt) => placeOf(prompt, seed) < 0.2)).toBeCloseTo(0.2, 1);
    expect(share(drawn, (prompt) => placeOf(prompt, seed) >= 0.5)).toBeCloseTo(0.5, 1);
    expect(share(drawn, (prompt) => isAmong(prompt, "read", 4000, 20_000))).toBeCloseTo(0.2, 1);
  },
);
