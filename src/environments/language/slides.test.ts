// Decks in shorthand: reference players, single calls, and what a text makes.

import { expect, test } from "vitest";
import { playEpisode } from "../../../test/fixtures/played-world.ts";
import { oracle } from "../../../test/fixtures/seats.ts";
import { Random } from "../../core/random.ts";
import { checkScene } from "../../core/scene.ts";
import type { JointPolicy } from "../../play/episode.ts";
import { slidesWorld } from "./slides.ts";

/** Plays an oracle, or the characters of a text, and returns sums of the channels. */
function played(play: { readonly name: string } | string, given: object = {}, seed = 1) {
  const world = slidesWorld.make(given);
  const random = Random.of(seed, "slides");
  world.reset(random, new Float64Array(world.spec.channels.length));
  const asked = world.texts?.text() ?? "";
  const left = typeof play === "string" ? [...play] : [];
  const writer: JointPolicy = {
    act({ actions }) {
      actions[0] = world.spec.alphabet?.choiceOf(left.shift() ?? "") ?? 0;
    },
  };
  const players = typeof play === "string" ? writer : [oracle(world, play.name)];
  const { sum } = playEpisode(world, players, Random.of(seed, "slides"), { hand: random.stream("writer") });
  return { of: sum, asked, text: world.texts?.text() ?? "", world };
}

test.each([1, 2, 3, 4, 5])(
  "the expert's deck is as good as can be, and conveys its brief to both readers: seed %i",
  (seed) => {
    for (const reader of ["titles", "bodies"]) {
      const { of, world } = played({ name: "expert" }, { reader }, seed);
      expect([of("quality"), of("conveyed"), of("compliance")].map((value) => Number(value.toFixed(9)))).toEqual([
        1, 1, 1,
      ]);
      expect(() => checkScene(world.scene?.(undefined), "slides")).not.toThrow();
    }
  },
);

test("the deck that prints its brief is recovered by titles and not by bodies", () => {
  const { of } = played({ name: "stuffer" }, { reader: "titles" });
  expect([of("briefReconstruction"), of("researched"), of("conveyed")]).toEqual([1, 0, expect.closeTo(0.15, 9)]);
});

test("calls are answered, malformed ones too, and a deck without slides is not finished", () => {
  const { of, text, asked } = played("<?><:><zz:y><+>$");
  expect(text.slice(asked.length)).toMatch(/^<\?>\[[g-x]{4}\]<:>\[\.\]<zz:y>\[\.\]<\+>\[\.\]\$$/);
  expect(of("slides")).toBe(2);
  expect(played("<>>").of("failedCalls")).toBeGreaterThan(0);
  const empty = played("$");
  expect([empty.of("correct"), empty.of("quality"), empty.of("callReward")]).toEqual([0, 0, -1]);
});

test("a single call follows calls of the expert and is paid the quality behind it; none is paid −2, a failed one −1", () => {
  const seeds = Array.from({ length: 12 }, (_, k) => k);
  const begun = seeds.map((seed) => played("<a*>", { single: true }, seed));
  expect(begun.every(({ of }) => of("callReward") === -1)).toBe(true);
  expect(new Set(begun.map(({ asked }) => asked.split(">").length)).size).toBeGreaterThan(3);
  expect(played("abc", { single: true }).of("callReward")).toBe(-2);
  for (const seed of seeds) {
    const { of, text, asked } = played({ name: "expert" }, { single: true }, seed);
    expect(text.slice(asked.length).match(/[>$]/g)).toHaveLength(1);
    expect(of("callReward")).toBeCloseTo(of("quality"), 12);
  }
});

test("of an expert's deck that is held against another brief less is recovered", () => {
  const scores = Array.from({ length: 40 }, (_, seed) =>
    played({ name: "expert" }, { shuffled: true }, seed).of("briefReconstruction"),
  );
  expect(scores.reduce((sum, score) => sum + score, 0) / scores.length).toBeLessThan(0.65);
});

test("a demonstrator's decks rest less on what was found the more words are wrong, and can always be finished", () => {
  const content = (noise: number) => {
    const decks = Array.from({ length: 60 }, (_, seed) =>
      played({ name: "demonstrator" }, { noise, skipped: 0, cut: 0 }, seed),
    );
    expect(decks.every(({ of }) => of("finished") === 1)).toBe(true);
    return decks.reduce((sum, { of }) => sum + of("contentQuality"), 0) / decks.length;
  };
  const [never, some, often] = [0, 0.1, 0.5].map(content);
  expect(never).toBeCloseTo(1, 9);
  expect(some).toBeLessThan(never - 0.05);
  expect(often).toBeLessThan(some - 0.05);
});
