// Trees in which an episode meets a context twice, and trees whose equal nodes are one: against each other, against the world's
// own equations, and against sampling.

import { describe, expect, it } from "vitest";
import { exactEpisodes } from "../../../test/fixtures/exact-episodes.ts";
import { Random } from "../../core/random.ts";
import { deskValues, NOVICE, TOOLS } from "../../environments/tools/desk-machine.ts";
import { deskTasks, ticketDesk } from "../../environments/tools/ticket-desk.ts";
import { jointCredit } from "../text/group-advantage.ts";
import { episodeTree } from "./episode-tree.ts";
import { groupAscent } from "./group-ascent.ts";
import { softmaxTable } from "./softmax-policy.ts";

const A = TOOLS.length;
const given = { family: "mixed", tasks: 4, bank: 2, patience: 5 } as const;
const machines = deskTasks(given);

/** Trees of some tasks with the novice's policy, and the symbol of each row. */
function grown(tasks: readonly number[], merge: boolean) {
  const symbols: number[] = [];
  const starts = tasks.map((task) => ({ weight: 1 / tasks.length, parts: { task: [task] } }));
  const tree = episodeTree(ticketDesk.make(given), starts, {
    channels: ["chance", "turns"],
    repeats: true,
    merge,
    permitted: (seen) => {
      symbols.push(seen[0]);
      return TOOLS.map((_, tool) => tool);
    },
  });
  const logits = symbols.flatMap((symbol) => [...NOVICE.subarray(symbol * A, (symbol + 1) * A)].map(Math.log));
  return { tree, symbols, table: softmaxTable(symbols.length, A, logits) };
}

const whole = grown([0, 1, 2, 3], false);
const merged = grown([0, 1, 2, 3], true);

describe("a merged tree", () => {
  it("has the value of the world's own equations", () => {
    const expected = machines.reduce((sum, machine) => sum + deskValues(machine, NOVICE, given.patience)[0] / 4, 0);
    for (const { tree, table } of [whole, merged])
      expect(exactEpisodes(tree).value(table.policy, tree.scores.chance)).toBeCloseTo(expected, 12);
    expect(merged.tree.context.length).toBeLessThan(whole.tree.context.length / 5);
  });

  it.each(["chance", "turns"])("has the gradient of the whole one: %s", (channel) => {
    const [a, b] = [whole, merged].map(({ tree, table, symbols }) => {
      const gradient = new Float64Array(table.logits.length);
      exactEpisodes(tree).gradient(table.policy, tree.scores[channel], gradient);
      return new Map(symbols.map((symbol, row) => [symbol, [...gradient.subarray(row * A, (row + 1) * A)]]));
    });
    expect(new Set(a.keys())).toEqual(new Set(b.keys()));
    for (const [symbol, row] of a)
      for (const [tool, slope] of row.entries()) expect(b.get(symbol)?.[tool]).toBeCloseTo(slope, 12);
  });

  it("is played like the whole one", () => {
    const [a, b] = [whole, merged].map(({ tree, table }) => {
      const learner = groupAscent(tree, table, [{ scores: tree.scores.turns }], {
        group: 4000,
        credit: jointCredit([1], { baseline: "others", scale: "none" }),
        rate: 0,
      });
      learner.update(Random.of(3, "play"));
      return learner.scores[0].reduce((sum, one) => sum + one, 0);
    });
    expect(a).toBe(b);
  });

  it("knows no noise, and no histories", () => {
    const { tree, table } = merged;
    expect(() => exactEpisodes(tree).estimatorVariance(table.policy, tree.scores.chance, 4)).toThrow("by itself");
    expect(() => episodeTree(ticketDesk.make(given), [], { channels: [], merge: true, recall: "history" })).toThrow();
  });
});

it("is only grown past a context met before where that is allowed", () => {
  const starts = [{ weight: 1, parts: { task: [0] } }];
  expect(() => episodeTree(ticketDesk.make(given), starts, { channels: ["chance"] })).toThrow("same context twice");
});

it.each([0, 1])("the noise of an estimate with contexts met again and drawn pay, task %i", (task) => {
  const { tree, table } = grown([task], false);
  const { chance } = tree.scores;
  const exact = exactEpisodes(tree);
  const gradient = new Float64Array(table.logits.length);
  exact.gradient(table.policy, chance, gradient);
  const learner = groupAscent(tree, table, [{ scores: chance, drawn: true }], {
    group: 4,
    credit: jointCredit([1], { baseline: "others", scale: "none" }),
    rate: 0,
  });
  const estimate = gradient.slice();
  const random = Random.of(4, "noise");
  const runs = 20_000;
  let variance = 0;
  for (let run = 0; run < runs; run++) {
    learner.estimate(random, estimate);
    for (let k = 0; k < estimate.length; k++) variance += (estimate[k] - gradient[k]) ** 2 / runs;
  }
  expect(variance / exact.estimatorVariance(table.policy, chance, 4, true)).toBeCloseTo(1, 1);
  // Taken for certain, a coin's pay would have no noise at all.
  if (machines[task].family === "noise") expect(exact.estimatorVariance(table.policy, chance, 4)).toBeLessThan(1e-12);
});
