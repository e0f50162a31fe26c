// What a look at the right segment is worth in the two parts of the pay, in closed form, and in episodes of the tape. A reader that has not
// seen the event answers as the title says, and is right with the shortcut's probability p. Shown the second look alone, it guesses.

import { expect, test } from "vitest";
import { play, world } from "../../../test/fixtures/written-text.ts";
import { Random } from "../../core/random.ts";
import { numberOf, textOf } from "../../environments/language/alphabet.ts";

const [SCENES, ACTORS, EPISODES] = [8, 4, 10_000];

/** By how much a hit raises the mean of R_final, 1 − p, and of R_causal, 1 − 1/actors. */
const signals = (shortcut: number) => ({ final: 1 - shortcut, causal: 1 - 1 / ACTORS });

/**
 * Correlation of a hit with the pay λ₁·R_final + λ₂·R_causal among answers to one question, mean over questions, where a share `hits` of the
 * answers hits: group advantages have its slope. Answers that miss follow one title, so that all are right (p) or all wrong; their second
 * answers are drawn apart.
 */
function alignment(final: number, causal: number, shortcut: number, hits: number): number {
  const spread = hits * (1 - hits);
  const noise = causal ** 2 * (1 / ACTORS) * (1 - 1 / ACTORS) * (1 - hits);
  const among = (first: number) => {
    const gain = final * first + causal * (1 - 1 / ACTORS);
    return gain === 0 ? 0 : (gain * Math.sqrt(spread)) / Math.sqrt(gain ** 2 * spread + noise);
  };
  return shortcut * among(0) + (1 - shortcut) * among(1);
}

/** Shares of right first and second answers of an expert that calls the right scene, or the next one; events in the first look are left out. */
function playedShares(shortcut: number, aims: boolean) {
  const tape = world("language/tape", { scenes: SCENES, shortcut });
  const reader = tape.spec.oracles?.expert.play(0);
  if (reader === undefined) throw new Error("a tape has an expert");
  const observation = new Float32Array(tape.spec.observationSize);
  const action = new Float64Array(1);
  const read = (text: string): number => {
    observation.fill(0);
    for (const [k, character] of [...text].entries()) observation[k] = numberOf(character);
    reader.act(observation, action);
    return action[0];
  };
  /** Scenes follow a type, a colon and a title; `=` follows them. */
  const called = (text: string): number => {
    const right = text.slice(3).indexOf(text[0]);
    const call = `<${((right + (aims ? 0 : 1)) % SCENES) + 1}1>`;
    return numberOf(call[text.length - SCENES - 4]);
  };
  let [count, final, causal] = [0, 0, 0];
  for (let seed = 0; seed < EPISODES; seed++) {
    reader.reset(Random.of(seed, "reader"));
    const { sums, views } = play(tape, seed, (text) => (text.includes("]") ? read(text) : called(text)));
    if (sums.glimpsed === 1) continue;
    expect(sums.hit).toBe(aims ? 1 : 0);
    count += 1;
    final += sums.correct;
    reader.reset(Random.of(seed, "second reader"));
    const second = read(views.alone);
    if (textOf([second], 0, 1) === views.answer) causal += 1;
  }
  return { final: final / count, causal: causal / count };
}

test.each([0.8, 1 / ACTORS])(
  "episodes add to both parts of the pay what the formulas say, with a shortcut of %d",
  (p) => {
    const [hit, missed] = [playedShares(p, true), playedShares(p, false)];
    const said = signals(p);
    for (const part of ["final", "causal"] as const) {
      expect(hit[part]).toBe(1);
      expect(Math.abs(hit[part] - missed[part] - said[part]), part).toBeLessThan(0.02);
    }
  },
);

test("a shortcut takes signal from the answer's part alone, and pay for both stands out more", () => {
  expect(signals(0.8).final).toBeCloseTo(0.2, 12);
  expect(signals(0.8).causal).toBe(0.75);
  expect(signals(1 / ACTORS).final).toBe(signals(1 / ACTORS).causal);
  const gain = (p: number) => alignment(0.6, 0.3, p, 0.15) / alignment(0.6, 0, p, 0.15);
  expect(gain(0.8)).toBeGreaterThan(2.5);
  expect(gain(1 / ACTORS)).toBeLessThan(1.2);
});

test("the closed form is the correlation of drawn answers to one question", () => {
  // Without noise the pay is the hit, or nothing.
  expect(alignment(0.6, 0, 0.6, 0.3)).toBeCloseTo(0.4, 12);
  // Causal pay alone: a correlation of two coins, ρ = 0.75·√(h(1 − h)) / √(q(1 − q)) with q = h + (1 − h)/4.
  const [h, q] = [0.3, 0.3 + 0.7 / 4];
  const between = (0.75 * Math.sqrt(h * (1 - h))) / Math.sqrt(q * (1 - q));
  expect(alignment(0, 0.9, 0.6, h)).toBeCloseTo(between, 12);
});
