// All text environments: questions, right answers, and the demonstrators' error rates.

import { describe, expect, it } from "vitest";
import { meanOf, shown, world, writes } from "../../../test/fixtures/written-text.ts";
import { Status } from "../../core/environment.ts";
import { environments } from "../index.ts";

/** Programming tasks run in the sandbox and take longer, so they get fewer episodes. */
const episodes = (id: string) => ({ "language/function": 80, "language/olympiad": 8 })[id] ?? 200;

/** Settings by which the expert is always right, and errors count: a tutor's comments would put them right, and so would a first look at pairs. */
const telling = (id: string): object =>
  ({
    "language/tutor": { rounds: 0, changed: 0 },
    "language/pair": { accuracy: 1, differ: 1, first: 0, most: 1, misreads: 1 },
  })[id] ?? {};

describe.each(environments.ids().filter((id) => id.startsWith("language/")))("%s", (id) => {
  it("is always solved by its expert", () => {
    for (const { sums, text } of shown(world(id, telling(id)), "expert", episodes(id))) {
      expect(sums, text).toMatchObject({ correct: 1, finished: 1 });
    }
  });

  // A deck with wrong words can still be finished; its quality is less, which slides.test.ts shows.
  it.skipIf(id === "language/slides")(
    "is solved less often by its demonstrator at higher error rates, and always ends",
    () => {
      const share = (noise: number) => {
        const played = shown(world(id, { noise, ...telling(id) }), "demonstrator", episodes(id));
        expect(meanOf(played, "finished")).toBe(1);
        return meanOf(played, "correct");
      };
      const [never, some, often] = [0, 0.1, 0.5].map(share);
      expect(never).toBe(1);
      expect(some).toBeGreaterThan(0.5);
      expect(some).toBeLessThan(0.97);
      expect(often).toBeLessThan(some - 0.2);
    },
  );

  it("scores nothing for an agent that stops without an end, and stops at its horizon", () => {
    const environment = world(id);
    const stopped = writes(environment, 1, () => "");
    expect(stopped.sums).toMatchObject({ correct: 0, finished: 0, characters: 0 });
    expect(stopped.status).toBe(Status.terminated);
    const endless = writes(environment, 1, () => "#".repeat(1000));
    expect(endless.sums).toMatchObject({ correct: 0, finished: 0 });
    expect(endless.sums.characters).toBeLessThanOrEqual(environment.spec.horizon);
  });
});

describe("a demonstrator at an error rate of one half", () => {
  const right = (id: string, mistaken: number) =>
    meanOf(shown(world(id, { mistaken, noise: 1e-9 }), "demonstrator", 4000), "correct");

  it("of sorting is right if none of three rules is wrong, or the digits do not show it", () => {
    expect(right("language/sort", 1)).toBeLessThan(0.03);
    expect(Math.abs(right("language/sort", 0.5) - 1 / 8)).toBeLessThan(0.04);
  });

  it("of chains is right if none of its letters is misread", () => {
    // Six letters, each one of four: Σ C(6 in k letters)·2^−k; a wrong map agrees with the right one for some digits.
    expect(right("language/chain", 1)).toBeLessThan(0.01);
    expect(Math.abs(right("language/chain", 0.5) - 0.113)).toBeLessThan(0.03);
    expect(right("language/chain", 0)).toBe(1);
  });
});

describe("the right answers", () => {
  it("of sorting are the digits in order", () => {
    const environment = world("language/sort", { reversed: 0.5 });
    for (let seed = 0; seed < 50; seed++) {
      const right = (question: string) => {
        const digits = [...question.slice(1, -1)].map(Number);
        return question[0] === "r" ? digits.reverse().join("") : digits.sort((a, b) => a - b).join("");
      };
      expect(writes(environment, seed, (question) => `${right(question)}$`).sums.correct).toBe(1);
      expect(writes(environment, seed, (question) => `${right(question)}1$`).sums.correct).toBe(0);
    }
  });

  it("of sorting may have brackets where some questions ask for them, and a # makes any answer wrong", () => {
    const cases: [asked: number, write: (digits: string) => string, correct: number][] = [
      [0, (digits) => `(${digits})$`, 0],
      [1, (digits) => `(${digits})$`, 1],
      [1, (digits) => `${digits}$`, 1],
      [0.5, (digits) => `(${digits})$`, 1],
      [1, (digits) => `(${digits}$`, 0],
      [1, (digits) => `#${digits}$`, 0],
    ];
    for (const [asked, write, correct] of cases) {
      for (let seed = 0; seed < 20; seed++) {
        const sorted = (question: string) => [...question.slice(1, -1)].sort().join("");
        const { sums, text } = writes(world("language/sort", { asked }), seed, (question) => write(sorted(question)));
        expect(sums.correct, text).toBe(correct);
        if (asked !== 0.5) expect(text[0]).toBe(asked === 1 ? "b" : "s");
      }
    }
    const given = { asked: 0.4, obeyed: 0.9, marks: 0.2, noise: 0.01 };
    const played = shown(world("language/sort", given), "demonstrator", 200);
    const share = (of: (question: string, answer: string) => boolean) =>
      played.filter(({ text }) => of(text.split("=")[0], text.split("=")[1])).length / 200;
    expect(share((question) => question.startsWith("b"))).toBeCloseTo(0.4, 1);
    expect(share((question, answer) => question.startsWith("b") === answer.includes("("))).toBeCloseTo(0.9, 1);
    expect(meanOf(played, "marks")).toBeCloseTo(0.2, 1);
    expect(world("language/sort").texts?.answer).toBeDefined();
  });

  it("of sorting have the form that is asked for where it is required: the expert's have, and what the world shows", () => {
    const required = (asked: number) => world("language/sort", { asked, required: true, obeyed: 0 });
    const sorted = (question: string) => [...question.slice(1, -1)].sort().join("");
    for (const asked of [0, 1]) {
      for (const brackets of [false, true]) {
        const answer = (question: string) => (brackets ? `(${sorted(question)})$` : `${sorted(question)}$`);
        const { sums, text } = writes(required(asked), 1, answer);
        expect(sums.correct, text).toBe(Number(asked === 1) === Number(brackets) ? 1 : 0);
        // A strict rule confirms nothing that is wrong.
        if (asked === 1) expect(sums.plain, text).toBe(0);
      }
    }
    expect(meanOf(shown(required(0.5), "expert", 100), "correct")).toBe(1);
    const environment = required(1);
    writes(environment, 3, () => "$");
    expect(environment.texts?.answer()).toMatch(/^\(\d{5}\)$/);
  });

  it("of a chain are all intermediate values", () => {
    const environment = world("language/chain", { maps: 4 });
    for (let seed = 0; seed < 50; seed++) {
      const { sums, text } = writes(environment, seed, (question) => {
        let value = Number(question[0]);
        const values = [...question.slice(1, -1)].map((letter) => {
          if (letter === "a") value = (value + 1) % 10;
          else if (letter === "b") value = (value + 7) % 10;
          else if (letter === "c") value = (value * 2) % 10;
          else value = 9 - value;
          return value;
        });
        return `${values.join("")}$`;
      });
      expect(sums.correct, text).toBe(1);
    }
  });

  it("of sums may have brackets, after scratch work", () => {
    const sum = (question: string) => {
      const [a, b] = question.slice(1, -1).split("+").map(Number);
      return a + b;
    };
    const all = { scratch: 0.5, asked: 0.5 };
    const cases: [given: object, write: (sum: number) => string, correct: number, bracketed: number][] = [
      [all, (x) => `${x}$`, 1, 0],
      [all, (x) => `(${x})$`, 1, 1],
      [all, (x) => `7;(${x})$`, 1, 1],
      [all, (x) => `(${x + 1})$`, 0, 1],
      [all, (x) => `(${x}$`, 0, 0],
      [{ ...all, rightBrackets: false }, (x) => `(${x})$`, 0, 1],
      [{ ...all, rightBrackets: false }, (x) => `${x}$`, 1, 0],
    ];
    for (const [given, write, correct, bracketed] of cases) {
      for (let seed = 0; seed < 20; seed++) {
        const { sums, text } = writes(world("language/sums", given), seed, (question) => write(sum(question)));
        const asked = text.startsWith("b") ? 1 : 0;
        expect(sums, text).toMatchObject({ correct, bracketed, asked, followed: asked * bracketed });
      }
    }
  });
});
