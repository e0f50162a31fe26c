import { expect, it } from "vitest";
import { emptyRollouts } from "./completions.ts";
import { bySpans, clippedObjective, numberSpans, objectiveAt } from "./token-objective.ts";

const plain = clippedObjective([0.2, 0.28]);
/** Two texts of four places: spans of one and two characters, and one of three. */
const SPANS = [1, 0, 2, 2, 1, 1, 1, 0];
const MOVED = [0.1, 9, 0.3, -0.1, 0.6, 0.3, 0.3, 9];
const MEANS = [0.1, 0, 0.1, 0.1, 0.4, 0.4, 0.4, 0];
const SIZES = [1, 1, 2, 2, 3, 3, 3, 1];
const ADVANTAGES = [1, 0, -1, 2, 1, -1, -2, 0];
const tables = [ADVANTAGES, Array(8).fill(1)].map((table) => Float64Array.from(table));

it("puts the bound on the mean of a span, and shares its slope among the span's characters", () => {
  const spanned = objectiveAt(bySpans(plain, 4, 3), Float64Array.from(MOVED), [...tables, Float64Array.from(SPANS)]);
  const own = objectiveAt(plain, Float64Array.from(MEANS), tables);
  for (const [k, span] of SPANS.entries()) {
    if (span === 0) {
      expect(spanned.slopes[k]).toBe(0);
      continue;
    }
    expect(spanned.gain[k]).toBeCloseTo(own.gain[k], 6);
    expect(spanned.clipped[k]).toBe(own.clipped[k]);
    // Every character of the span moves the mean by one part of its size.
    let slope = 0;
    for (let j = 0; j < 8; j++) {
      if (Math.floor(j / 4) === Math.floor(k / 4) && SPANS[j] === span) slope += own.slopes[j] / SIZES[k];
    }
    expect(spanned.slopes[k]).toBeCloseTo(slope, 6);
  }
});

it("is the objective itself where every character is a span", () => {
  const each = Float64Array.of(1, 2, 3, 4, 1, 2, 3, 4);
  const spanned = objectiveAt(bySpans(plain, 4, 4), Float64Array.from(MOVED), [...tables, each]);
  const own = objectiveAt(plain, Float64Array.from(MOVED), tables);
  for (let k = 0; k < 8; k++) {
    expect(spanned.gain[k]).toBeCloseTo(own.gain[k], 6);
    expect(spanned.slopes[k]).toBeCloseTo(own.slopes[k], 6);
  }
});

it("numbers turns, or takes a text for one span", () => {
  const texts = emptyRollouts(1, 1, 5, 1);
  texts.written.set([0, 1, 1, 0, 1]);
  texts.turns.set([0, 0, 0, 0, 1]);
  const into = new Float32Array(5);
  numberSpans(texts, "turns", into);
  expect([...into]).toEqual([0, 1, 1, 0, 2]);
  numberSpans(texts, "texts", into);
  expect([...into]).toEqual([0, 1, 1, 0, 1]);
});
