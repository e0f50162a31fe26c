// The hidden picture: results of calls, right answers, and ends of episodes.

import { describe, expect, it } from "vitest";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import { matrix } from "../../../test/fixtures/matrix.ts";
import { playEpisode } from "../../../test/fixtures/played-world.ts";
import { oracle } from "../../../test/fixtures/seats.ts";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { ANSWER, FORMAT, NOWHERE, truthOf, ZOOM, zoomWorld } from "./zoom.ts";

/** Sums of all channels and the final status; `write` receives question and picture. */
function played(given: object, seed: number, write: (question: number, picture: Float64Array) => readonly number[]) {
  const world = zoomWorld.make(given);
  const { outcomes, step } = byHand(world, Random.of(seed, "zoom"));
  const { picture, question, shown } = world.state.views;
  const sums: Record<string, number> = {};
  const seen: Float32Array[] = [];
  let status: number = Status.running;
  for (const token of write(question[0], picture)) {
    expect(status).toBe(Status.running);
    status = step(token);
    for (const [k, { name }] of world.spec.channels.entries()) sums[name] = (sums[name] ?? 0) + outcomes[k];
    const observation = new Float32Array(world.spec.observationSize);
    world.observe(observation);
    seen.push(observation);
  }
  return { sums, status, seen, picture, question: question[0], shown };
}

describe("the picture", () => {
  it("is revealed digit by digit, and the true answer is right", () => {
    const questions = new Set<number>();
    for (let seed = 0; seed < 60; seed++) {
      const { sums, seen, picture, question, status } = played({}, seed, (question, hidden) => [
        FORMAT,
        ZOOM,
        ZOOM + 2,
        ZOOM + 1,
        ANSWER + truthOf(question, hidden),
      ]);
      questions.add(question);
      expect([...seen[2].slice(-3)]).toEqual([picture[0], -1, picture[2]]);
      expect([...seen[3].slice(-3)]).toEqual([...picture]);
      expect(sums).toMatchObject({ correct: 1, formatted: 1, executed: 1, answered: 1, calls: 3, brokenCalls: 0 });
      expect(status).toBe(Status.terminated | Status.truncated);
      expect(
        played({}, seed, (question, hidden) => [FORMAT, ANSWER + truthOf(question, hidden) + 1]).sums.correct,
      ).toBe(0);
    }
    expect([...questions].sort()).toEqual([0, 1, 2, 3, 4]);
  });

  it.each(matrix("0 9 | 1 5 | 2 1 | 3 5 | 4 3"))("question %i of 1, 5, 3 has the answer %i", (question, answer) => {
    expect(truthOf(question, [1, 5, 3])).toBe(answer);
  });

  it("is misread at the tools' error rate, consistently within an episode", () => {
    const episodes = Array.from({ length: 2000 }, (_, seed) => played({ failure: 0.3 }, seed, () => [FORMAT, ZOOM]));
    const wrong = episodes.filter(({ picture, shown }) => picture[0] !== shown[0]).length / 2000;
    expect(Math.abs(wrong - 0.3)).toBeLessThan(0.04);
    for (const { seen, shown } of episodes) expect(seen[1].at(-3)).toBe(shown[0]);
  });
});

describe("an episode", () => {
  it.each([
    ["without the format", [ZOOM, ZOOM, ANSWER], { formatted: 0, executed: 1, answered: 1, calls: 1 }],
    ["with a call for no place", [FORMAT, NOWHERE, ANSWER], { formatted: 1, executed: 0, answered: 1, brokenCalls: 1 }],
    ["with the format once more", [FORMAT, FORMAT, ANSWER], { formatted: 1, executed: 0, calls: 1, brokenCalls: 1 }],
    ["with a guess", [FORMAT, ANSWER], { formatted: 1, executed: 1, answered: 1, calls: 0 }],
    ["with too many calls", [FORMAT, ZOOM, ZOOM, ZOOM, ZOOM], { answered: 0, formatted: 0, calls: 4, brokenCalls: 1 }],
    ["of nothing but an answer at first", [ANSWER, ANSWER], { formatted: 0, executed: 1, answered: 1 }],
  ])("%s", (_what, tokens, expected) => {
    const { sums, status } = played({}, 3, () => tokens);
    expect(sums).toMatchObject(expected);
    expect(status & Status.terminated).toBe(Status.terminated);
  });
});

it("derives the answer by a rule from the revealed digits, where configured", () => {
  for (let seed = 0; seed < 40; seed++) {
    const short = played({ rule: true, values: 5 }, seed, () => [FORMAT, ZOOM, ZOOM + 2, ANSWER]);
    const seen = truthOf(short.question, [short.picture[0], 0, short.picture[2]]);
    expect(short.sums.correct).toBe(seen === truthOf(short.question, short.picture) ? 1 : 0);
    expect(played({ rule: true }, seed, () => [FORMAT, ZOOM, ZOOM + 1, ZOOM + 2, ANSWER]).sums.correct).toBe(1);
  }
});

it.each([false, true])("has an expert that is always right with reliable tools; with a rule: %s", (rule) => {
  for (let seed = 0; seed < 50; seed++) {
    const world = zoomWorld.make({ values: 5, rule });
    const { sum } = playEpisode(world, [oracle(world, "expert")], Random.of(seed, "expert"));
    expect(sum("correct")).toBe(1);
  }
});
