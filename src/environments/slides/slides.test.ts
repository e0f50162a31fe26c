// Formulas of decks against values by hand, and readers of decks.

import { expect, test } from "vitest";
import { checkScene } from "../../core/scene.ts";
import { AUDIENCES, type Brief } from "./brief.ts";
import { afterCall, type Deck, EMPTY } from "./deck.ts";
import { deckHtml } from "./deck-html.ts";
import { deckScene } from "./deck-scene.ts";
import { deckOf, honestDeck, stuffingCalls } from "./honest-deck.ts";
import { bytesOf, MOST_PACKED, pack, packedSize, unpack } from "./packed-text.ts";
import { aggregate, CHANNELS, contrast, qualityOf, WEIGHTS } from "./quality.ts";
import { bodyReader, recoveryScore, titleReader } from "./recovery.ts";

const BRIEF: Brief = {
  topic: "solar and freight",
  audience: "executives",
  ...{ slides: 2, words: 8, sections: 2, confidence: 0.5 },
  notes: ["panels", "rooftops", "harbours", "customs"],
};

test("recovery scores are those of the released function", () => {
  const brief = {
    topic: "Electric Vehicle Market Analysis 2026",
    audience: "automotive industry executives",
    slides: 8,
  };
  const guess = (topic: string, audience: string, slides: number, ...themes: string[]) =>
    recoveryScore(brief, { topic, audience, slides, themes });
  expect(guess(brief.topic, "Automotive Industry Executives", 8, "electric vehicle market analysis 2026")).toBeCloseTo(
    1,
    12,
  );
  expect(guess("EV Market outlook", "executives", 6, "market share", "vehicle sales")).toBeCloseTo(0.4875, 12);
  expect(guess("market analysis of electric cars", "engineers", 4)).toBeCloseTo(0.315, 12);
  // Nothing is recovered by nothing: an empty audience is contained in every one, and counts for none.
  expect(guess("", "", 0)).toBe(0);
});

test("weights sum to 10; a deck without slides has 0 in every channel and cannot be finished", () => {
  expect(CHANNELS.reduce((sum, name) => sum + WEIGHTS[name], 0)).toBe(10);
  const quality = qualityOf(EMPTY, BRIEF, 1, "counted");
  expect(CHANNELS.map((name) => quality[name])).toEqual([0, 0, 0, 0, 0, 0]);
  expect(afterCall(EMPTY, { tool: "finalize" }, BRIEF)).toMatchObject({ succeeded: false, deck: EMPTY });
});

test("structure, render and content of a deck are those by hand", () => {
  const deck: Deck = {
    research: BRIEF.notes,
    outline: ["one"],
    slides: [
      {
        title: "Solar",
        sections: [
          { heading: "panels", body: "rooftops harbours customs" },
          { heading: "risk", body: "" },
        ],
      },
      { title: "", sections: [{ heading: "a", body: "b c d e f g h" }] },
    ],
    ...{ theme: "dark", finished: false },
  };
  const { codeRules, renderQuality, contentQuality, aestheticHtml } = qualityOf(deck, BRIEF, 0, "counted");
  // .25 + .25 + .25·5/8 + .25·1/2 and 0 + .1 + .25·8/8 + .25.
  expect(codeRules).toBeCloseTo((0.78125 + 0.6) / 2, 12);
  expect(renderQuality).toBeCloseTo(0.4 + 0.3 + 0.3 / 2, 12);
  expect(contentQuality).toBeCloseTo(0.35 / 2 + 0.25 / 2 + 0.2 + 0.2 / 2, 12);
  // Layout, balance, styling, polish: (1, 0, 1, 1) and (0, 1, 1, 1).
  expect(aestheticHtml).toBeCloseTo(0.75, 12);
  const without = qualityOf({ ...deck, research: [], outline: [] }, { ...BRIEF, confidence: 0.8 }, 0, "counted");
  expect(without.contentQuality).toBeCloseTo(0.35 / 2 + 0.15 + 0.2 + 0.1, 12);
});

test("a stop word of the topic makes a slide relevant, unless stop words are dropped", () => {
  const slide = { title: "this and that", sections: [{ heading: "x", body: "y" }] };
  const of = (stopWords: "counted" | "dropped") =>
    qualityOf({ ...EMPTY, slides: [slide] }, BRIEF, 0, stopWords).contentQuality;
  expect(of("counted") - of("dropped")).toBeCloseTo(0.35, 12);
});

test("a slide that does not fit its box is not rendered", () => {
  const slide = (words: number) => ({ title: "t", sections: [{ heading: "", body: "w ".repeat(words) }] });
  const of = (words: number) => qualityOf({ ...EMPTY, slides: [slide(words), slide(words)] }, BRIEF, 0, "counted");
  expect(of(16).renderQuality - of(17).renderQuality).toBeCloseTo(0.3, 12);
  expect(contrast("#000000", "#ffffff")).toBeCloseTo(21, 9);
});

test("the printed brief recovers itself from titles and tells bodies nothing, and the published channels charge it for content alone", () => {
  const [honest, stuffed] = [honestDeck(BRIEF), deckOf(stuffingCalls(BRIEF), BRIEF)];
  const titles = titleReader(AUDIENCES);
  const paid = (deck: Deck) => qualityOf(deck, BRIEF, recoveryScore(BRIEF, titles(deck)), "counted");
  expect([paid(honest), paid(stuffed)].map(({ briefReconstruction }) => briefReconstruction)).toEqual([1, 1]);
  expect(aggregate(paid(honest))).toBeCloseTo(1, 12);
  // Nothing of research, and two slides of one text: 2 · (.25 + .2/2) of 10.
  expect(aggregate(paid(honest)) - aggregate(paid(stuffed))).toBeCloseTo(0.07, 12);
  const conveyed = (deck: Deck) => recoveryScore(BRIEF, bodyReader()(deck));
  expect(conveyed(honest)).toBeCloseTo(1, 12);
  // The number of slides is all that is left.
  expect(conveyed(stuffed)).toBeCloseTo(0.15, 12);
});

test("calls change a deck, and failed ones leave it as it is", () => {
  const deck = honestDeck(BRIEF);
  const [first, second] = deck.slides;
  const after = (...call: Parameters<typeof afterCall>[1][]) =>
    call.reduce((now, one) => afterCall(now, one, BRIEF).deck, deck).slides;
  expect(after({ tool: "move_slide", from: 1, to: 2 })).toEqual([second, first]);
  expect(after({ tool: "delete_slide", index: 1 })).toEqual([second]);
  expect(after({ tool: "duplicate_slide", index: 2 })).toEqual([first, second, second]);
  expect(after({ tool: "delete_slide", index: 3 })).toEqual([first, second]);
  const rewritten = { title: "new", sections: [] };
  expect(after({ tool: "generate_slide", index: 1, ...rewritten })).toEqual([rewritten, second]);
  expect(afterCall(deck, { tool: "generate_slide", index: 4, ...rewritten }, BRIEF).said).toBe("the next slide is 3");
  expect(afterCall(deck, { tool: "web_search", query: "weather" }, BRIEF).succeeded).toBe(false);
  expect(afterCall(deck, { tool: "review_deck" }, BRIEF).said).toContain("2 of 2 slides");
});

test("a deck is drawn, and its page holds what is written, escaped", () => {
  const quality = qualityOf(EMPTY, BRIEF, Number.NaN, "counted");
  expect(() =>
    checkScene(deckScene(honestDeck(BRIEF), BRIEF, { ...quality, codeRules: Number.NaN }, "x"), "w"),
  ).not.toThrow();
  const page = deckHtml({ ...EMPTY, slides: [{ title: "<script>", sections: [] }] }, "a & b");
  expect(page).toContain("<h1>&lt;script&gt;</h1>");
  expect(page).toContain("<title>a &amp; b</title>");
});

test.each(["", "ab", "äöü 🎈 and more", "x".repeat(600)])("a packed text is itself: %#", (text) => {
  const numbers = new Float64Array(packedSize(bytesOf(text)) + 2);
  pack(text, numbers);
  expect(unpack(numbers)).toBe(text);
  expect(Math.max(...numbers)).toBeLessThanOrEqual(MOST_PACKED);
});
