// Sums over all episodes against sampling, finite differences and enumeration by hand.

import { describe, expect, it } from "vitest";
import { exactEpisodes } from "../../../test/fixtures/exact-episodes.ts";
import { bestEpisodes, zoomStarts } from "../../../test/fixtures/zoom-tree.ts";
import { Random } from "../../core/random.ts";
import { ANSWER, FORMAT, NOWHERE, ZOOM, zoomWorld } from "../../environments/tools/zoom.ts";
import { decoupledCredit, jointCredit, weighted } from "../text/group-advantage.ts";
import { episodeTree, type TreeOptions, treeTable } from "./episode-tree.ts";
import { groupAscent } from "./group-ascent.ts";

const CALLS = 2;
const ANSWERS = [0, 1, 2, 3].map((k) => ANSWER + k);
const permitted = (seen: Float32Array) =>
  seen[5] === 0 ? [FORMAT, ZOOM] : seen[6] < CALLS ? [ZOOM, ZOOM + 1, ZOOM + 2, NOWHERE, ...ANSWERS] : ANSWERS;

function grown(questions: readonly number[], options: Partial<TreeOptions> = {}) {
  const world = zoomWorld.make({ values: 2, calls: CALLS });
  return episodeTree(world, zoomStarts(2, questions), {
    channels: ["formatted", "executed", "correct"],
    permitted,
    ...options,
  });
}

const tree = grown([0]);
const exact = exactEpisodes(tree);
const { formatted, executed, correct } = tree.scores;
const pay = weighted([formatted, executed, correct], [0.5, 0.2, 0.3]);

function drawn(seed: number, of = tree) {
  const table = treeTable(of);
  const random = Random.of(seed, "table");
  for (let k = 0; k < table.logits.length; k++) table.logits[k] += random.normal();
  table.refreshAll();
  return table;
}

describe("the tree", () => {
  it("has every episode once", () => {
    // Two first tokens, then 4 answers after none, one of four, or two of four calls: 8 pictures of them.
    expect(tree.played.length).toBe(8 * 2 * 4 * (1 + 4 + 16));
    expect(new Set(tree.played.map((path, k) => `${tree.startOf[k]}:${path}`)).size).toBe(tree.played.length);
    expect(exact.value(drawn(1).policy, new Float64Array(tree.played.length).fill(1))).toBeCloseTo(1, 12);
  });

  it("scores what the world says", () => {
    for (const [k, path] of tree.played.entries()) {
      expect(formatted[k]).toBe(path[0] === FORMAT ? 1 : 0);
      expect(executed[k]).toBe(path.slice(1).includes(NOWHERE) ? 0 : 1);
    }
    // After any calls, one of four answers is right.
    expect(correct.reduce((a, b) => a + b, 0) / correct.length).toBe(0.25);
  });

  it("has a row for what is seen, or for all that was seen and done", () => {
    expect(grown([0], { recall: "history" }).contexts).toBeGreaterThan(tree.contexts);
    expect(() => grown([0], { channels: ["corect"] })).toThrow("corect");
    const still = { ...zoomWorld.make({ values: 2, calls: 5 }), observe: () => {} };
    expect(() => episodeTree(still, zoomStarts(2, [0]), { channels: [] })).toThrow("same context twice");
    expect(() => bestEpisodes(tree, pay)).toThrow("history");
  });
});

describe("exact sums", () => {
  it("the gradient is that of finite differences", () => {
    const table = drawn(2);
    const gradient = new Float64Array(table.logits.length);
    const value = exact.gradient(table.policy, pay, gradient);
    expect(value).toBeCloseTo(exact.value(table.policy, pay), 12);
    for (const at of [0, 1, tree.choices + 2, 3 * tree.choices + 6, 7 * tree.choices + 5]) {
      const [up, down] = [1e-5, -1e-5].map((step) => {
        const moved = treeTable(tree);
        moved.logits.set(table.logits);
        moved.logits[at] += step;
        moved.refreshAll();
        return exact.value(moved.policy, pay);
      });
      if (Number.isFinite(table.logits[at])) expect(gradient[at]).toBeCloseTo((up - down) / 2e-5, 8);
      else expect(gradient[at]).toBe(0);
    }
  });

  it.each([2, 5])(
    "the estimate by others, groups of %i: its mean is the gradient, its variance the formula's",
    (group) => {
      const table = drawn(3);
      const credit = jointCredit([0.5, 0.2, 0.3], { baseline: "others", scale: "none" });
      const components = [formatted, executed, correct].map((scores) => ({ scores }));
      const learner = groupAscent(tree, table, components, { group, credit, rate: 0 });
      const gradient = new Float64Array(table.logits.length);
      exact.gradient(table.policy, pay, gradient);
      const [estimate, mean] = [gradient.slice(), new Float64Array(gradient.length)];
      const random = Random.of(4, "play");
      const runs = 20_000;
      let variance = 0;
      for (let run = 0; run < runs; run++) {
        learner.estimate(random, estimate);
        for (let k = 0; k < mean.length; k++) {
          mean[k] += estimate[k] / runs;
          variance += (estimate[k] - gradient[k]) ** 2 / runs;
        }
      }
      const expected = exact.estimatorVariance(table.policy, pay, group);
      expect(variance / expected).toBeCloseTo(1, 1);
      const off = mean.reduce((sum, x, k) => sum + (x - gradient[k]) ** 2, 0);
      expect(off).toBeLessThan((3 * expected) / runs);
    },
  );
});

describe("group ascent", () => {
  it("climbs, by either credit, and is the same for the same seed", () => {
    for (const creditOf of [jointCredit, decoupledCredit]) {
      const tables = [1, 1].map((seed) => {
        const table = treeTable(tree);
        const components = [formatted, executed, correct].map((scores) => ({ scores }));
        const credit = creditOf([0.5, 0.2, 0.3], { baseline: "group", scale: "group" });
        const learner = groupAscent(tree, table, components, { group: 8, credit, rate: 1, starts: 2 });
        const random = Random.of(seed, "ascent");
        for (let update = 0; update < 150; update++) learner.update(random);
        return table;
      });
      expect(tables[0].logits).toEqual(tables[1].logits);
      expect(exact.value(tables[0].policy, formatted)).toBeGreaterThan(0.9);
    }
  });

  it("draws scores that are chances", () => {
    const chances = new Float64Array(tree.played.length).fill(0.3);
    const credit = jointCredit([1], { baseline: "group", scale: "none" });
    const options = { group: 1000, credit, rate: 0 };
    const learner = groupAscent(tree, treeTable(tree), [{ scores: chances, drawn: true }], options);
    learner.update(Random.of(1, "chances"));
    const [scores] = learner.scores;
    expect(new Set(scores)).toEqual(new Set([0, 1]));
    expect(Math.abs(scores.reduce((a, b) => a + b, 0) / scores.length - 0.3)).toBeLessThan(0.03);
  });
});

describe("the best policy", () => {
  const recalling = grown([1], { recall: "history" });
  const sums = exactEpisodes(recalling);

  it("answers by what tools show: two digits, and the third is a guess", () => {
    const { value, policy } = bestEpisodes(recalling, recalling.scores.correct);
    // The maximum of three bits: wrong only where the two seen are 0 and the third is 1.
    expect(value).toBeCloseTo(7 / 8, 12);
    expect(sums.value(policy, recalling.scores.correct)).toBeCloseTo(value, 12);
  });

  it("beats any other, and may be bound to some choices", () => {
    const random = Random.of(5, "pay");
    const any = Float64Array.from(recalling.played, () => random.uniform());
    const { value, best } = bestEpisodes(recalling, any);
    for (let seed = 0; seed < 20; seed++) {
      expect(sums.value(drawn(seed, recalling).policy, any)).toBeLessThan(value);
    }
    expect(bestEpisodes(recalling, any, best).value).toBeCloseTo(value, 12);
    const unformatted = recalling.permitted.map((allowed) => (allowed.includes(FORMAT) ? [ZOOM] : allowed));
    expect(bestEpisodes(recalling, recalling.scores.formatted, unformatted).value).toBe(0);
  });
});
