// A league (league.ts) as a learner of small games, with players that answer exactly.

import { z } from "zod";
import type { AlgorithmPlan, Training, TrainingCheckpoint, TrainingContext } from "../../core/algorithm.ts";
import { whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
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
import { type LeagueMove, league, PLAYERS } from "./league.ts";

const parameters = z.strictObject({
  phases: whole(1, 10_000, 60).describe("phases, in each of which every player of the league is trained once"),
  segments,
});

type Options = z.output<typeof parameters>;

/** How a phase ended, by player. */
const endsShape = z.array(z.array(z.strictObject({ isKept: z.boolean(), isReset: z.boolean() })).length(PLAYERS));

function training(context: TrainingContext, p: Options, from: TrainingCheckpoint | undefined): Training {
  const learnt = learntGame("league", context);
  const { game } = learnt;
  // A league counts wins and defeats.
  const { result } = trainedGame({ ...game, won: game.won.map(Math.sign) });
  const moves: (readonly LeagueMove<GamePolicy>[])[] = [];
  if (from !== undefined) {
    const ends = restoredValue(byName(from.tensors), "ends", endsShape);
    const answers = restoredAnswers(game, from, from.updates * PLAYERS);
    for (const [phase, own] of ends.entries())
      moves.push(own.map((end, k) => ({ ...end, response: answers[phase * PLAYERS + k] })));
  }
  const streamOf = (phase: number) => context.random.stream("phase", phase);
  const players = league({ ...trainedGame(game), result }, streamOf, moves);
  const segment = Math.ceil(p.phases / p.segments);
  const left = (): TrainingCheckpoint => ({
    updates: moves.length,
    tensors: [
      savedAnswers(
        game,
        moves.flatMap((own) => own.map(({ response }) => response)),
      ),
      savedValue(
        "ends",
        moves.map((own) => own.map(({ isKept, isReset }) => ({ isKept, isReset }))),
      ),
    ],
  });
  return {
    update() {
      if (moves.length >= p.phases) return undefined;
      moves.push(players.phase());
      const { exploitability } = answered(game, players.main());
      return {
        steps: moves.length * PLAYERS * game.states,
        share: moves.length / p.phases,
        measures: { exploitability },
      };
    },
    checkpoint: () => (moves.length % segment === 0 || moves.length >= p.phases ? left() : undefined),
    left,
    player: (seat) => gamePlayer(learnt, seat, players.main()),
    close() {},
  };
}

export const leagueLearner = bind({
  id: "league",
  summary:
    "a main player among exploiters of its faults and the past's, in the whole of a small game; a step is a state",
  source: "Vinyals et al. (2019), doi 10.1038/s41586-019-1724-z; numbers of FightLadder, arXiv 2406.02081",
  parameters,
  example: { environment: "games/poker", parameters: { phases: 5 } },
  make: (p): AlgorithmPlan => ({ check: checkGame("league"), train: (context, from) => training(context, p, from) }),
});
