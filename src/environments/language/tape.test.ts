// The long tape: what each look shows, replies to calls, questions asked alone, and the value of the shortcut.

import { describe, expect, it } from "vitest";
import { near } from "../../../test/fixtures/intervals.ts";
import { meanOf, type Played, shown, world, writes } from "../../../test/fixtures/written-text.ts";

const ID = "language/tape";
const EPISODES = 1500;
const LARGE = { cells: 12, event: 2, frames: 6, scenes: 6 };

/** Parses a text. */
function partsOf(text: string) {
  const [, type, title, first, call, second, answer] =
    /^(.):(.)([^=]*)=(?:<(..)>)?(?:\[([^\]]*)\])?(?:(.)\$)?/.exec(text) ?? [];
  return { asked: type, title, first, call, second, answer };
}

/** Plays episodes with the text that `said` returns for the first look. */
function played(given: object, said: (first: ReturnType<typeof partsOf>) => string, episodes = EPISODES): Played[] {
  const environment = world(ID, given);
  return Array.from({ length: episodes }, (_, seed) => writes(environment, seed, (text) => said(partsOf(text))));
}

describe("the first look", () => {
  it("has one frame per scene, and shows the requested type at most once", () => {
    for (const { text, sums } of played({ distractors: 1 }, () => "")) {
      const { asked, title, first } = partsOf(text);
      expect(text).toMatch(/^[a-d]:[1-4][a-d1-4]{8}=$/);
      // Actors of other scenes are never visible: a digit is the event and hides the type.
      expect([...first].filter((symbol) => symbol === asked || /\d/.test(symbol))).toHaveLength(1);
      expect(sums.glimpsed).toBe(/\d/.test(first) ? 1 : 0);
      expect(title).toMatch(/[1-4]/);
    }
  });

  it("shows the event with the probability given by the numbers of cells", () => {
    // An event of 3 cells has 14 possible positions in 16 cells; three of them cover the middle cell.
    const silent = (given: object) => played(given, () => "");
    near(meanOf(silent({}), "glimpsed"), 3 / 14, 0.03);
    near(meanOf(silent({ cells: 8, event: 1 }), "glimpsed"), 1 / 8, 0.03);
  });

  it("asks for the configured number of types", () => {
    const drawTypes = (questions: number) =>
      new Set(played({ questions, types: 4 }, () => "", 100).map(({ text }) => text[0]));
    expect([...drawTypes(1)]).toEqual(["a"]);
    expect([...drawTypes(3)].sort()).toEqual(["a", "b", "c"]);
  });
});

describe("the title", () => {
  it.each([0, 0.25, 0.6, 1])("names the right actor with probability %d", (shortcut) => {
    const readers = played({ shortcut }, ({ title }) => `${title}$`);
    near(meanOf(readers, "correct"), shortcut, 0.04);
  });
});

describe("a second look", () => {
  const callRight = ({ asked, first }: ReturnType<typeof partsOf>) =>
    Math.max(first.indexOf(asked), first.search(/\d/)) + 1;

  it("at the right scene always shows the event, with or without other actors", () => {
    for (const given of [{}, { distractors: 1 }, { cells: 8, event: 1 }, LARGE]) {
      for (const { text, sums } of played(given, (first) => `<${callRight(first)}1>`, 300)) {
        expect(sums, text).toMatchObject({ hit: 1, iou: 1, malformed: 1 });
        expect(partsOf(text).second).toMatch(/[1-4]/);
      }
    }
  });

  it("at another scene never shows it", () => {
    for (const { text, sums } of played({ distractors: 1 }, (first) => `<${(callRight(first) % 8) + 1}1>`, 300)) {
      expect(sums, text).toMatchObject({ hit: 0, iou: 0, width: 1 / 8 });
      expect(partsOf(text).second).not.toContain(text[0]);
    }
  });

  it("over more scenes is coarser: over the whole tape it equals the first look", () => {
    const whole = played({ distractors: 1 }, () => "<18>");
    for (const { text, sums } of whole) {
      expect(partsOf(text).second).toBe(partsOf(text).first);
      expect(sums).toMatchObject({ hit: sums.glimpsed, iou: 1 / 8, width: 1 });
    }
    // Every fourth cell is shown: it reveals 3 of 4 events of three cells.
    const two = played({}, (first) => `<${Math.min(7, callRight(first))}2>`);
    expect(meanOf(two, "iou")).toBe(0.5);
    expect(Math.abs(meanOf(two, "hit") - 0.75)).toBeLessThan(0.05);
  });

  it("shows something else at the configured rate", () => {
    const call = () => "<11>";
    for (const { text } of played({ review: "again" }, call, 100))
      expect(partsOf(text).second).toBe(partsOf(text).first);
    expect(meanOf(played({ review: "right" }, call), "hit")).toBe(1);
    const random = played({ review: "random" }, (first) => `<${callRight(first)}1>`);
    expect(Math.abs(meanOf(random, "hit") - 1 / 8)).toBeLessThan(0.03);
    expect(meanOf(random, "iou")).toBe(1);
  });

  it("is possible once, and only for a valid segment", () => {
    for (const [said, text] of Object.entries({ "<82>": "[?]", "<0>": "[?]", "<><1>": "[?]<1>" })) {
      for (const one of played({}, () => said, 20)) {
        expect(one.text.endsWith(text)).toBe(true);
        expect(one.sums).toMatchObject({ correct: 0, malformed: 1 });
      }
    }
  });

  it("then an answer: the required form", () => {
    for (const [said, malformed] of Object.entries({ "<11>1$": 0, "<11>5$": 1, "1$": 1, "<82>1$": 1 })) {
      for (const { sums, text } of played({}, () => said, 20)) expect(sums.malformed, text).toBe(malformed);
    }
  });
});

describe("the question alone", () => {
  const call = () => "<32>1$";

  it("keeps the question, the number of scenes in the call and their frames, and every position", () => {
    for (const { text, views } of played({ distractors: 1 }, call, 100)) {
      const { asked, second } = partsOf(text);
      expect(views.alone).toBe(`${asked}:.........=<.2>[${second}]`);
      expect(views.looks).toBe(text.slice(0, text.indexOf("]") + 1));
    }
    for (const { views } of played({}, () => "1$", 20)) expect(views).toMatchObject({ alone: "", looks: "" });
    for (const { views } of played({}, () => "<99>1$", 20)) expect(views).toMatchObject({ alone: "", looks: "" });
  });

  it("is asked in the configured share of episodes", () => {
    const alone = shown(world(ID, { alone: 1 }), "expert", EPISODES);
    for (const { text, sums } of alone) {
      expect(text).toMatch(/^[a-d]:\.{9}=<\.[1248]>\[[a-d1-4]{8}\][1-4]\$$/);
      expect(sums).toMatchObject({ hit: 0, malformed: 0, finished: 1 });
    }
    // Where the second look shows the event, the expert is right; elsewhere one time in four, with any shortcut.
    const half = shown(world(ID, { alone: 0.5 }), "expert", EPISODES);
    expect(Math.abs(half.filter(({ text }) => text.includes("......")).length / EPISODES - 0.5)).toBeLessThan(0.04);
    const missed = alone.filter(({ text }) => !partsOf(text).second.includes(text[0]) && !/\[.*\d.*\]/.test(text));
    expect(missed.length).toBeGreaterThan(200);
    expect(Math.abs(meanOf(missed, "correct") - 0.25)).toBeLessThan(0.06);
  });
});

describe("the demonstrator", () => {
  it("calls a random segment at the configured rate, and otherwise follows the first look", () => {
    const random = shown(world(ID, { noise: 1, misreads: 0 }), "demonstrator", EPISODES);
    const narrow = random.filter(({ sums }) => sums.width === 1 / 8);
    // Segments of one, two, four and eight scenes are equally likely.
    expect(Math.abs(narrow.length / EPISODES - 0.25)).toBeLessThan(0.04);
    expect(Math.abs(meanOf(narrow, "hit") - 1 / 8)).toBeLessThan(0.05);
    for (const { sums } of narrow) if (sums.hit === 1) expect(sums.correct).toBe(1);
    const unseen = narrow.filter(({ sums }) => sums.hit === 0 && sums.glimpsed === 0);
    expect(Math.abs(meanOf(unseen, "correct") - 0.6)).toBeLessThan(0.08);
    const misread = shown(world(ID, { noise: 1, misreads: 1 }), "demonstrator", EPISODES);
    expect(Math.abs(meanOf(misread, "correct") - 0.25)).toBeLessThan(0.04);
  });
});
