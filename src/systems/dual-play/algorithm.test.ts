// Dual play as an experiment names it.

import { expect, it } from "vitest";
import { expectResumes, trainingContext, trainToEnd } from "../../../test/fixtures/training.ts";
import { meanOf, playedBy } from "../../../test/fixtures/written-text.ts";
import { chainWorld } from "../../environments/language/chain.ts";
import { algorithm } from "./algorithm.ts";

const small = {
  ...{ rounds: 6, questions: 4, answers: 4, segments: 5, knowledge: { id: "language/proposer", maps: 1 } },
  ...{ model: { width: 16, layers: 1, heads: 2 }, sft: { steps: 100, texts: 16, rate: 1e-2 } },
};

const chain = (given: object = {}) => chainWorld.make({ maps: 1, room: 2, ...given });
const context = () => trainingContext(() => chain(), "dual play", 1);
const planOf = (given: object) => algorithm.make({ ...small, ...given });

it("warms both up, lets them play, and reports what was agreed upon and what was right", () => {
  const training = planOf({}).train(context());
  const reports = trainToEnd(training);
  training.close();
  const names = reports.map(({ measures }) => Object.keys(measures)[0]);
  expect(names.slice(0, 8)).toEqual([...Array(4).fill("proposerImitation"), ...Array(4).fill("solverImitation")]);
  const rounds = reports.slice(8);
  expect(rounds).toHaveLength(6);
  for (const { measures } of rounds) {
    for (const name of ["agreement", "difference", "leaks", "statedRight"]) {
      expect(measures[name]).toBeGreaterThanOrEqual(0);
      expect(measures[name]).toBeLessThanOrEqual(1);
    }
    expect(measures.solverPay === undefined).toBe(measures.skipped === 1);
  }
  expect(rounds.some(({ measures }) => measures.skipped === 0)).toBe(true);
  expect(reports.at(-1)?.share).toBe(1);
});

it.each([
  ["together", {}],
  ["in turns", { turns: { proposer: 2, solver: 2 } }],
])("goes on from any checkpoint to the same bytes as without a stop, %s", (_, given) => {
  const plan = planOf(given);
  const { checkpoints } = expectResumes((from) => plan.train(context(), from));
  expect(checkpoints.length).toBeGreaterThan(4);
  expect(new Set(checkpoints.map(({ updates }) => updates > 8))).toEqual(new Set([true, false]));
});

it("leaves the solver behind, which answers", () => {
  const training = planOf({ rounds: 1, sft: { steps: 250, texts: 32, rate: 1e-2 } }).train(context());
  trainToEnd(training);
  const player = training.player(0);
  training.close();
  const environment = chain();
  const played = Array.from({ length: 40 }, (_, episode) => playedBy(environment, player, episode));
  player.close?.();
  // One of ten would be luck.
  expect(meanOf(played, environment.spec.channels[1].name)).toBeGreaterThan(0.2);
});
