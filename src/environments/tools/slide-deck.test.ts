// Decks by tools: reference players, and the sum of steps.

import { expect, test } from "vitest";
import { playEpisode } from "../../../test/fixtures/played-world.ts";
import { oracle } from "../../../test/fixtures/seats.ts";
import { Random } from "../../core/random.ts";
import { slideDeck } from "./slide-deck.ts";

/** Sums and last values of the channels of an episode by an oracle. */
function played(name: string, given: object = {}) {
  const world = slideDeck.make(given);
  const { sum, last } = playEpisode(world, [oracle(world, name)], Random.of(3, "deck"));
  return { sum, end: last, world };
}

test("changes of quality sum to the final quality, and calls add their bonus", () => {
  const { sum, end } = played("expert");
  const calls = sum("calls");
  expect(end("quality")).toBeCloseTo(1, 9);
  expect(sum("payoff")).toBeCloseTo(1 + 0.01 * calls + 0.1, 9);
  expect([sum("failedCalls"), end("finished")]).toEqual([0, 1]);
});

test("the deck that prints its brief is paid nearly as the expert's, and conveys nothing by its bodies", () => {
  const { end, world } = played("stuffer");
  expect(end("briefReconstruction")).toBe(1);
  expect(end("quality")).toBeGreaterThan(0.92);
  expect(end("conveyed")).toBeCloseTo(0.15, 9);
  expect(world.texts?.html()).toContain("<h1>");
});

test("calls that run out end the episode as it stands", () => {
  const { sum, end } = played("expert", { calls: 4 });
  expect([sum("calls"), end("finished"), end("slides")]).toEqual([4, 0, 1]);
});

test("a call that is too long for the world is named to the model", () => {
  const { toolPlay, spec, reset } = slideDeck.make({ longest: 200 });
  reset(Random.of(1, "deck"), new Float64Array(spec.channels.length));
  const input = { index: 1, title: "x".repeat(300), sections: [] };
  expect(toolPlay?.read({ name: "generate_slide", input }, 0, new Float64Array(spec.actionSize))).toMatch(
    /^a call has at most 200 bytes, and this one has 3\d\d$/,
  );
  expect(toolPlay?.read({ name: "set_theme", input: { theme: "pink" } }, 0, new Float64Array(1))).toContain("theme");
});
