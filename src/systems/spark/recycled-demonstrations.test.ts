// What an imitation shows of recycled exercises: every kind of them, right as often as is said.

import { expect, it } from "vitest";
import { Random } from "../../core/random.ts";
import { textOf } from "../../environments/language/alphabet.ts";
import { sortWorld } from "../../environments/language/sort.ts";
import { recyclingParameters } from "./parameters.ts";
import { recycledDemonstrations } from "./recycled-demonstrations.ts";

const shown = (honest: number, noise = 0.4) => {
  const room = 20;
  const makeEnvironment = () => sortWorld.make({ digits: 2, noise });
  const { spec } = makeEnvironment();
  const p = recyclingParameters.parse({ longest: 2, shown: 1, honest, pointwise: 0.5, judging: 1, reflections: 1 });
  const change = recycledDemonstrations({ spec, makeEnvironment }, "demonstrator", p, room);
  const tables = { tokens: new Int32Array(300 * room).fill(9), written: new Uint8Array(300 * room).fill(1) };
  change(tables, Random.of(1));
  return Array.from({ length: 300 }, (_, k) => {
    const text = textOf(tables.tokens, k * room, (k + 1) * room);
    const begin = tables.written.indexOf(1, k * room) - k * room;
    const count = tables.written.subarray(k * room, (k + 1) * room).reduce((a, b) => a + b, 0);
    return { question: text.slice(0, begin), answer: text.slice(begin), whole: begin + count === text.length };
  });
};

/** Whether a verdict on answers to `s21=` and its like is right; undefined for a better answer. */
function right({ question, answer }: { question: string; answer: string }): boolean | undefined {
  const [, digits, first, second] = /^s(\d\d)=([^|?:]*)(?:\|([^?]*))?\?$/.exec(question) ?? [];
  if (digits === undefined) return undefined;
  const truth = [...digits].sort().join("");
  if (second === undefined) return answer === (first === truth ? "y$" : "n$");
  return answer === (first === truth ? "a$" : "b$");
}

it("an imitation shows every kind with verdicts that are right as often as is said, and better answers by the demonstrator", () => {
  const honest = shown(1);
  expect(honest.every(({ whole }) => whole)).toBe(true);
  const kinds = honest.map(({ question }) => (question.endsWith(":") ? ":" : question.includes("|") ? "|" : "?"));
  for (const kind of [":", "|", "?"]) expect(kinds.filter((one) => one === kind).length).toBeGreaterThan(40);
  expect(honest.map(right).filter((one) => one === false)).toEqual([]);
  expect(shown(0).map(right)).not.toContain(true);
  const judged = shown(0.5).flatMap((text) => right(text) ?? []);
  expect(judged.filter((one) => one).length / judged.length).toBeCloseTo(0.5, 1);
  const reflections = honest.filter(({ question }) => question.endsWith(":"));
  for (const { answer } of reflections) expect(answer).toMatch(/^\d\d\$$/);
});

it("an imitation takes answers to other questions for wrong ones where the demonstrator never errs", () => {
  const texts = shown(1, 0);
  expect(texts.map(right).filter((one) => one === false)).toEqual([]);
  const ends = new Set(texts.map(({ answer }) => answer));
  for (const verdict of ["y$", "n$", "a$", "b$"]) expect(ends).toContain(verdict);
});
