// The pipeline of search: which stage fails by exact sums, feedback by hand, shadow users, edits, and what is counted.

import { describe, expect, test } from "vitest";
import { byChannel, playEpisode } from "../../../test/fixtures/played-world.ts";
import { oracle } from "../../../test/fixtures/seats.ts";
import { Random } from "../../core/random.ts";
import { episodeRunner } from "../../play/episode.ts";
import { pipeline } from "./pipeline.ts";
import { posterior, suspect } from "./pipeline-users.ts";

const STAGES = ["decomposition", "retrieval", "answer"];

/** An episode of one class of queries, played by hand: `wrong` lists the stages that choose a wrong output in each step. */
function played(settings: object, steps: readonly (readonly number[])[]) {
  const world = pipeline.make({ stages: STAGES, classes: 1, ...settings });
  const runner = episodeRunner(world);
  runner.begin(Random.of(1));
  const { right, labels, shadows, thumb } = world.state.views;
  return steps.map((wrong) => {
    for (let k = 0; k < 3; k++) runner.episode.actions[k] = (right[k] + (wrong.includes(k) ? 1 : 0)) % 4;
    runner.step();
    const row = byChannel(world, runner.episode.outcomes);
    return { row, labels: [...labels], shadows: [...shadows], thumb: thumb[0] };
  });
}

/** Last outcomes of the first seat in an episode of an oracle, and sums over its steps. */
function episode(settings: object, name: string, seed = 7) {
  const world = pipeline.make({ stages: STAGES, ...settings });
  const { query, isRight } = world.state.views;
  const queries: number[] = [];
  const stagesRight: number[][] = [];
  const players = STAGES.map((_, seat) => oracle(world, name, seat));
  const { sums, lasts } = playEpisode(world, players, Random.of(seed), {
    each() {
      queries.push(query[0]);
      stagesRight.push([...isRight]);
    },
  });
  return { sums, last: lasts, queries, stagesRight };
}

/** All combinations of `count` bits with their chances, where each is 1 with its own chance. */
function* outcomesOf(rights: readonly number[]): Generator<readonly [bits: number[], chance: number]> {
  for (let all = 0; all < 2 ** rights.length; all++) {
    const bits = rights.map((_, k) => (all >> k) & 1);
    yield [bits, rights.reduce((product, right, k) => product * (bits[k] === 1 ? right : 1 - right), 1)];
  }
}

describe("which stage failed", () => {
  test("is any with chance (1 − s)/(1 − s³) where each is right with chance s, as the sum over all outcomes says", () => {
    const skill = 0.8;
    let [failed, wrong] = [0, 0];
    for (const [bits, chance] of outcomesOf([skill, skill, skill])) {
      if (bits.includes(0)) failed += chance;
      if (bits[1] === 0) wrong += chance;
    }
    expect((1 - skill) / (1 - skill ** 3)).toBeCloseTo(wrong / failed, 12);
    const { stagesRight } = episode({ horizon: 20_000, skill, window: 1 }, "usual");
    const failing = stagesRight.filter((isRight) => isRight.includes(0));
    for (let k = 0; k < 3; k++) {
      const share = failing.filter((isRight) => isRight[k] === 0).length / failing.length;
      expect(Math.abs(share - wrong / failed)).toBeLessThan(0.016);
    }
  });

  test("is named without error by labels without noise, and by their posterior otherwise", () => {
    const rows = played({ noise: 0, debuggers: 1 }, [[1], [0, 2], [2]]);
    expect(rows.map(({ row }) => row.named)).toEqual([1, 1, 1]);
    const users = { prior: 2 };
    expect(
      [1, 2, 3].map((seed) => suspect(users, Float64Array.of(3, 1, 1), Float64Array.of(0, 2, 1), Random.of(seed))),
    ).toEqual([1, 1, 1]);
    const tied = Array.from({ length: 300 }, (_, seed) =>
      suspect(users, Float64Array.of(0, 5, 0), new Float64Array(3), Random.of(seed)),
    );
    expect(new Set(tied)).toEqual(new Set([0, 2]));
    expect(Math.abs(tied.filter((stage) => stage === 0).length - 150)).toBeLessThan(40);
  });
});

test("of the 64 answers of an untrained pipeline one is right", () => {
  const world = pipeline.make({ stages: STAGES, classes: 1 });
  const runner = episodeRunner(world);
  let right = 0;
  for (let code = 0; code < 64; code++) {
    runner.begin(Random.of(5));
    for (let k = 0; k < 3; k++) runner.episode.actions[k] = (code >> (2 * k)) & 3;
    runner.step();
    right += runner.episode.outcomes[0];
  }
  expect(right).toBe(1);
});

describe("feedback", () => {
  test("without noise is the truth, and with noise 1 its opposite", () => {
    const [one, two] = played({ noise: 0, debuggers: 1 }, [[1], []]);
    expect([one.thumb, one.labels, two.thumb, two.labels]).toEqual([-1, [1, -1, 1], 1, [1, 1, 1]]);
    const [three] = played({ noise: 1, debuggers: 1 }, [[1]]);
    expect([three.thumb, three.labels]).toEqual([1, [-1, 1, -1]]);
    const [none] = played({ thumbs: 0, debuggers: 0 }, [[1]]);
    expect([none.thumb, none.labels, none.row.feedback]).toEqual([0, [0, 0, 0], 0]);
  });

  test("blames stages after a wrong one where that is carried, and falls on others where it is misplaced", () => {
    expect(played({ noise: 0, debuggers: 1, carried: 1 }, [[1]])[0].labels).toEqual([1, -1, -1]);
    const rows = played(
      { noise: 0, debuggers: 1, misplaced: 1 },
      Array.from({ length: 200 }, () => [1]),
    );
    const at = [0, 0, 0];
    for (const { labels } of rows) {
      expect(labels.filter((label) => label === -1)).toHaveLength(1);
      at[labels.indexOf(-1)] += 1;
    }
    for (const count of at) expect(Math.abs(count - 200 / 3)).toBeLessThan(25);
  });

  test("of shadow users is the posterior of earlier labels of the output", () => {
    expect(posterior(1, 0, 2)).toBeCloseTo(3 / 5, 12);
    expect(posterior(1, 4, 2)).toBeCloseTo(3 / 9, 12);
    const world = pipeline.make({ stages: STAGES, classes: 1, debuggers: 0 });
    const runner = episodeRunner(world);
    runner.begin(Random.of(1));
    const { right, good, bad, shadows } = world.state.views;
    for (let k = 0; k < 3; k++) runner.episode.actions[k] = right[k];
    good[right[0]] = 1;
    bad[4 + right[1]] = 3;
    runner.step();
    expect(shadows[0]).toBeCloseTo(2 * (3 / 5) - 1, 12);
    expect(shadows[1]).toBeCloseTo(2 * (2 / 7) - 1, 12);
    expect(shadows[2]).toBeCloseTo(0, 12);
  });

  test("is drawn alike for all outputs of the stages", () => {
    const [usual, right] = ["usual", "right"].map((name) => episode({ horizon: 300 }, name));
    expect(usual.queries).toEqual(right.queries);
    expect(usual.sums.right).toBeLessThan(right.sums.right);
    expect(usual.sums.feedback).toBeGreaterThan(0);
  });
});

test("an edit repairs as many answers as the sum over stages and labels says", () => {
  const [skill, noise] = [0.8, 0.1];
  let [edits, gain] = [0, 0];
  for (const [bits, chance] of outcomesOf([skill, skill, skill])) {
    for (const [labels, said] of outcomesOf(bits.map((bit) => (bit === 1 ? 1 - noise : noise)))) {
      const stage = labels.indexOf(0);
      if (stage < 0) continue;
      edits += chance * said;
      const wrong = bits.filter((bit) => bit === 0).length;
      if (wrong === 0) gain -= chance * said;
      else if (wrong === 1 && bits[stage] === 0) gain += chance * said;
    }
  }
  const { last } = episode({ horizon: 20_000, debuggers: 1, skill, noise, window: 1 }, "usual", 1);
  expect(gain / edits).toBeGreaterThan(0.2);
  expect(Math.abs(last.repaired - gain / edits)).toBeLessThan(0.02);
});

test("queries and feedback are counted until the level is reached", () => {
  const { sums, last } = episode({ horizon: 200, window: 50, thumbs: 1, debuggers: 1 }, "right");
  expect([sums.queries, sums.feedback, sums.reached]).toEqual([50, 100, 1]);
  expect([last.recent, last.weakest]).toEqual([1, 1]);
  const never = episode({ horizon: 200, window: 50, level: 1 }, "usual");
  expect([never.sums.queries, never.sums.reached]).toEqual([200, 0]);
});

test("two stages of one name are refused", () => {
  expect(() => pipeline.make({ stages: ["retrieval", "retrieval"] })).toThrow('two stages are called "retrieval"');
});
