// Policy-space response oracles (Lanctot et al., 2017) with exact best answers: each is the answer to a mixture of those before.

import { z } from "zod";
import type { AlgorithmPlan, Training, TrainingCheckpoint, TrainingContext } from "../../core/algorithm.ts";
import { oneOf, whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { linearPrograms, loadedLinearPrograms } from "../../math/linear-program.ts";
import { restoredValue, savedValue } from "../training-checkpoint.ts";
import {
  answered,
  byName,
  checkGame,
  type GamePolicy,
  gamePlayer,
  learntGame,
  restoredAnswers,
  savedAnswers,
  segments,
  trainedGame,
} from "./game-learning.ts";
import { alike, byEquilibrium, type Matchmaking, newest, population } from "./population.ts";

const parameters = z.strictObject({
  iterations: whole(1, 10_000, 60).describe("mixtures that are answered, one after the other; the last one plays"),
  meta: oneOf(["nash", "uniform", "last"], "nash").describe(
    "which mixture of the policies so far is answered: an equilibrium among them, all alike (fictitious self-play), or the last alone (naive self-play)",
  ),
  segments,
});

type Options = z.output<typeof parameters>;

const METAS: Readonly<Record<Options["meta"], () => Matchmaking<unknown>>> = {
  nash: () => byEquilibrium(loadedLinearPrograms()),
  uniform: () => alike,
  last: () => newest,
};

const weightsShape = z.array(z.number());

function training(context: TrainingContext, p: Options, from: TrainingCheckpoint | undefined): Training {
  const learnt = learntGame("psro", context);
  const { game } = learnt;
  const trained = trainedGame(game);
  const matchmaking = METAS[p.meta]();
  const segment = Math.ceil(p.iterations / p.segments);
  const among = population(trained, [trained.first]);
  let weights: readonly number[] = [1];
  if (from !== undefined) {
    among.policies.push(...restoredAnswers(game, from, from.updates));
    weights = restoredValue(byName(from.tensors), "weights", weightsShape);
  }
  /** The mixture that was answered last; before the first, the untrained policy. */
  let mixture: GamePolicy = trained.mixed(among.policies.slice(0, weights.length), weights);
  const done = () => among.policies.length - 1;
  const left = (): TrainingCheckpoint => ({
    updates: done(),
    tensors: [savedAnswers(game, among.policies.slice(1)), savedValue("weights", weights)],
  });
  return {
    update() {
      if (done() >= p.iterations) return undefined;
      weights = [...matchmaking(among)];
      mixture = trained.mixed(among.policies, weights);
      const { policy, exploitability } = answered(game, mixture);
      among.policies.push(policy);
      return { steps: done() * game.states, share: done() / p.iterations, measures: { exploitability } };
    },
    checkpoint: () => (done() % segment === 0 || done() >= p.iterations ? left() : undefined),
    left,
    player: (seat) => gamePlayer(learnt, seat, mixture),
    close() {},
  };
}

export const psro = bind({
  id: "psro",
  summary: "best answers to mixtures of the best answers before, in the whole of a small game; a step is a state",
  source: "Lanctot et al., arXiv 1711.00832; with a uniform mixture Heinrich et al. (2015), fictitious self-play",
  parameters,
  example: { environment: "games/poker", parameters: { iterations: 10 } },
  async prepare(options) {
    await linearPrograms();
    return options;
  },
  make: (p): AlgorithmPlan => ({ check: checkGame("psro"), train: (context, from) => training(context, p, from) }),
});
