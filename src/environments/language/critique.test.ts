// The critic's task: errors in first answers, correct verdicts, and the refiner's revision.

import { describe, expect, it } from "vitest";
import { near } from "../../../test/fixtures/intervals.ts";
import { meanOf, type Played, shown, world, writes } from "../../../test/fixtures/written-text.ts";

const ID = "language/critique";
const EPISODES = 1500;

/** The first answer, the right one, and the first position where they differ, from 1; 0 where they are equal. */
function parts(text: string): { first: string; truth: string; place: number } {
  const [, task, digits, first] = /^([cr])(\d+)\|(\d+)=/.exec(text) ?? [];
  const numbers = [...digits].map(Number);
  const truth = (task === "r" ? numbers.reverse() : numbers.sort((a, b) => a - b)).join("");
  let place = 0;
  for (let k = truth.length; k > 0; k--) if (first[k - 1] !== truth[k - 1]) place = k;
  return { first, truth, place };
}

type Critique = (about: { truth: string; place: number }) => string;

/** Plays episodes with the critique that `critique` returns for the first answer. */
function critics(given: object, critique: Critique): Played[] {
  const environment = world(ID, given);
  return Array.from({ length: EPISODES }, (_, seed) => writes(environment, seed, (text) => critique(parts(text))));
}

const honest = ({ place }: { place: number }) => (place === 0 ? "y$" : `n${place}$`);

describe("a first answer", () => {
  it("is wrong at the declared rate, in three ways with equal probabilities", () => {
    for (const wrong of [0.5, 0.2]) {
      const ways = { right: 0, dropped: 0, exchanged: 0, misread: 0 };
      for (const { text } of critics({ wrong }, () => "")) {
        const { first, truth, place } = parts(text);
        const differ = [...truth].filter((digit, k) => digit !== first[k]).length;
        if (place === 0) ways.right += 1;
        else if (first.length < truth.length) ways.dropped += 1;
        else if (differ === 1) ways.misread += 1;
        else {
          expect(differ).toBe(2);
          expect([...first].sort()).toEqual([...truth].sort());
          expect(first.slice(place - 1, place + 1)).toBe(`${truth[place]}${truth[place - 1]}`);
          ways.exchanged += 1;
        }
      }
      expect(Math.abs(ways.right / EPISODES - (1 - wrong))).toBeLessThan(0.03);
      for (const way of [ways.dropped, ways.exchanged, ways.misread])
        expect(Math.abs(way / EPISODES - wrong / 3)).toBeLessThan(0.03);
    }
  });

  it("is for descending order where that is configured", () => {
    const played = critics({ reversed: 0.4, wrong: 0 }, honest);
    expect(meanOf(played, "correct")).toBe(1);
    expect(played.filter(({ text }) => text.startsWith("r")).length / EPISODES).toBeCloseTo(0.4, 1);
  });

  it("has the configured number of digits", () => {
    for (const digits of [2, 4, 9]) {
      for (const { text, sums } of critics({ digits }, honest).slice(0, 200)) {
        expect(text.indexOf("|")).toBe(digits + 1);
        expect(sums, text).toMatchObject({ correct: 1, finished: 1 });
      }
    }
  });
});

describe("a verdict", () => {
  it("is right with any position, and the position is judged separately", () => {
    const elsewhere = critics({}, ({ place }) => (place === 0 ? "y$" : `n${place === 5 ? 1 : place + 1}$`));
    for (const { text, sums } of elsewhere)
      expect(sums, text).toMatchObject({ correct: 1, misjudged: 0, placeRight: 0, readable: 1 });
    for (const { text, sums } of critics({}, honest)) {
      const { place } = parts(text);
      expect(sums, text).toMatchObject({ correct: 1, placeRight: place > 0 ? 1 : 0, firstRight: place > 0 ? 0 : 1 });
    }
    for (const { sums } of critics({}, ({ place }) => (place === 0 ? "y$" : "n$")))
      expect(sums).toMatchObject({ correct: 1, placeRight: 0 });
  });

  it("is wrong if it is the opposite or missing", () => {
    const wrongly = ({ place }: { place: number }) => (place === 0 ? "n1$" : "y$");
    const unreadable = ["$", "y3$", "n0$", "x$", "ny$", "n3", "y", ""].map((written) => () => written);
    for (const critique of [wrongly, ...unreadable]) {
      for (const { text, sums } of critics({}, critique).slice(0, 100)) {
        const readable = critique === wrongly ? 1 : 0;
        expect(sums, text).toMatchObject({ correct: 0, payoff: 0, misjudged: 1, placeRight: 0, readable });
      }
    }
  });
});

describe("the refiner", () => {
  /** Compares the shares of repaired wrong answers and of spoiled right ones with the expected values. */
  const effects = (given: object, critique: Critique, repaired: number, spoiled: number) => {
    const played = critics(given, critique);
    const right = meanOf(played, "firstRight");
    for (const { text, sums, views } of played) {
      const { first, truth } = parts(text);
      expect(sums.refinedRight, text).toBe(views.refined === truth ? 1 : 0);
      expect(sums.refinedRight).toBe(sums.firstRight - sums.spoiled + sums.repaired);
      if (sums.repaired + sums.spoiled === 0) expect(views.refined).toBe(first);
      if (sums.spoiled > 0) expect([...truth].filter((digit, k) => digit !== views.refined[k])).toHaveLength(1);
    }
    near(meanOf(played, "repaired") / (1 - right), repaired, repaired % 1 === 0 ? 1e-12 : 0.04);
    near(meanOf(played, "spoiled") / right, spoiled, spoiled % 1 === 0 ? 1e-12 : 0.05);
  };

  it("repairs mostly after the right position, sometimes without one, and never after another one", () => {
    effects({}, ({ place }) => `n${place === 0 ? 3 : place}$`, 0.9, 0.5);
    effects({}, () => "n$", 0.3, 0.5);
    effects({}, ({ place }) => `n${(place % 5) + 1}$`, 0, 0.5);
    effects({ repairs: 1, repairsUnplaced: 0, spoils: 0 }, ({ place }) => `n${place === 0 ? 1 : place}$`, 1, 0);
    effects({ repairs: 0, repairsUnplaced: 1, spoils: 1 }, () => "n$", 1, 1);
    effects({ repairs: 0, repairsUnplaced: 1, spoils: 1 }, () => "n9$", 0, 1);
  });

  it("repeats the answer after a y, and after an unreadable critique", () => {
    for (const critique of ["y$", "$", "x$", "n0$", "n3", "n", ""]) {
      effects({ repairs: 1, repairsUnplaced: 1, spoils: 1 }, () => critique, 0, 0);
    }
  });

  it("rewards honesty by half of the spoiling rate", () => {
    // A critic that always writes n with the right place gets ½ (1 − b) + ½ h, an honest critic ½ + ½ h.
    for (const spoils of [0.5, 0]) {
      const blind = critics({ spoils }, ({ place }) => `n${place === 0 ? 1 : place}$`);
      near(meanOf(blind, "refinedRight"), 0.5 * (1 - spoils) + 0.45, 0.03);
      near(meanOf(critics({ spoils }, honest), "refinedRight"), 0.95, 0.02);
    }
  });
});

it("is demonstrated with eight of ten right verdicts, and seven of ten right positions", () => {
  const played = shown(world(ID), "demonstrator", 4000);
  expect(Math.abs(meanOf(played, "correct") - 0.8)).toBeLessThan(0.025);
  // Detected and repaired: the verdict is not flipped, and the place is kept or hit by chance, 0.8 · (0.8 + 0.2 / 5) of the wrong answers.
  const wrong = 1 - meanOf(played, "firstRight");
  expect(Math.abs(meanOf(played, "placeRight") / wrong - 0.672)).toBeLessThan(0.035);
});
