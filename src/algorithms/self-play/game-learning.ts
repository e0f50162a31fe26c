// Self-play with exact best answers: what learners share that train in the whole game of a world, and not in its episodes.

import type { Agent } from "../../core/agent.ts";
import type { AlgorithmPlan, TrainingCheckpoint, TrainingContext } from "../../core/algorithm.ts";
import { choiceOf, type NumericEnvironment } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { whole } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { OVER, type WholeGame, type WorldGame } from "../../core/whole-game.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { episodeRunner } from "../../play/episode.ts";
import { bestResponse, gameValues, mixedByReach, uniformPolicy } from "../../play/game-policies.ts";
import { streamsBelow } from "../../play/streams.ts";
import { weightedSum } from "../../rewards/channel-reward.ts";
import { restore, type SavedTensor, type SavedTensors } from "../training-checkpoint.ts";
import type { TrainedGame } from "./population.ts";

/** A policy of both seats, a probability for each choice, [choices]. */
export type GamePolicy = Float64Array;

export const segments = whole(1, 10_000, 10).describe("parts of the training; between them it can be resumed");

/** A whole game that is learnt, with a world that shows its states. */
export interface LearntGame {
  readonly world: NumericEnvironment;
  readonly game: WorldGame;
}

/** Refuses worlds that offer no whole game in any case. */
export const checkGame =
  (learner: string): AlgorithmPlan["check"] =>
  ({ agents, choices, actionSize }) => {
    if (agents.length === 2 && choices !== undefined && actionSize === 1) return;
    const what = `${learner} learns small games of two with a few choices, and this world is none`;
    throw new UserError({ code: "no-game", what, hint: "try games/poker or games/mini-fighter" });
  };

/**
 * The whole game of a world. Throws a UserError where it offers none, where one seat does not learn, where both may win, or where the declared
 * reward is not what is won.
 */
export function learntGame(learner: string, context: TrainingContext): LearntGame {
  const world = context.makeEnvironment();
  const game = world.game?.();
  if (game === undefined) {
    const what = `${learner} goes through all states of a game, and this world with these parameters offers no whole game`;
    throw new UserError({ code: "no-game", what, hint: "try games/poker or games/mini-fighter" });
  }
  if (context.seats.length !== 2) {
    const what = `${learner} trains both seats of a game, and another player has one of them`;
    const hint = "train it in a stage, and seat it: { policy: trained, stage: NAME }";
    throw new UserError({ code: "seat-taken", what, hint });
  }
  for (let s = 0; s < game.states; s++) {
    if (game.mover[s] !== OVER || Math.abs(game.won[2 * s] + game.won[2 * s + 1]) < 1e-9) continue;
    const what = `${learner} learns games in which one wins what the other loses, and here both may win`;
    throw new UserError({ code: "not-zero-sum", what });
  }
  if (!isPaid(context, game)) {
    const pays = Object.entries(game.pay).map(([channel, weight]) => `${channel}: ${weight}`);
    const what = `${learner} learns to win the game, and the declared reward pays for something else`;
    throw new UserError({ code: "other-pay", what, hint: `reward: { weights: { ${pays.join(", ")} } }` });
  }
  return { world, game };
}

/** Episodes at random that show whether pay is what is won. */
const TRIED = 64;

/** Whether the declared reward pays more in just the measure in which more is won: a·won + b with a > 0. */
function isPaid(context: TrainingContext, { pay }: WorldGame): boolean {
  const { choices = 1 } = context.spec;
  const runner = episodeRunner(context.makeEnvironment(), [() => context.makeReward(), weightedSum(pay)]);
  const pairs: { readonly paid: number; readonly won: number }[] = [];
  for (let k = 0; k < TRIED; k++) {
    const random = context.random.stream("pay", k);
    const lots = random.stream("choices");
    const act = ({ actions }: { readonly actions: Float64Array }) => {
      for (let seat = 0; seat < actions.length; seat++) actions[seat] = lots.integer(choices);
    };
    const [paid, won] = runner.play({ act }, streamsBelow(random)).totals;
    for (const seat of [0, 1]) pairs.push({ paid: paid[seat], won: won[seat] });
  }
  const [least, most] = [pairs, pairs].map((all, k) =>
    all.reduce((one, other) => ((k === 0 ? other.won < one.won : other.won > one.won) ? other : one)),
  );
  const slope = (most.paid - least.paid) / (most.won - least.won);
  const close = 1e-6 * Math.abs(most.paid - least.paid);
  return slope > 0 && pairs.every(({ paid, won }) => Math.abs(least.paid + slope * (won - least.won) - paid) <= close);
}

/** A whole game as population training sees it: both seats count alike, and answers are exact. */
export const trainedGame = (game: WholeGame): TrainedGame<GamePolicy> => ({
  first: uniformPolicy(game),
  result: (one, other) => (gameValues(game, one, other)[0] - gameValues(game, other, one)[0]) / 2,
  mixed: (policies, weights) => mixedByReach(game, policies, weights),
  response: (against) => answered(game, against).policy,
});

/** The best answers of both seats to a policy as one, and what they win above the game's value on average: its exploitability. */
export function answered(
  game: WholeGame,
  against: GamePolicy,
): { readonly policy: GamePolicy; readonly exploitability: number } {
  const [first, second] = [0, 1].map((player) => bestResponse(game, against, player));
  const policy = first.policy;
  for (const [at, s] of game.example.entries())
    if (game.mover[s] === 1)
      policy.set(second.policy.subarray(game.choices[at], game.choices[at + 1]), game.choices[at]);
  // Rounding alone brings it below 0.
  return { policy, exploitability: Math.max(0, (first.value + second.value) / 2) };
}

/** Answers, which take one choice in each state, as a tensor of the places of these, [answers × information states]. */
export function savedAnswers({ example, choices }: WholeGame, answers: readonly GamePolicy[]): SavedTensor {
  const data = new Float32Array(answers.length * example.length);
  for (const [k, policy] of answers.entries())
    for (let at = 0; at < example.length; at++)
      data[k * example.length + at] = policy.subarray(choices[at], choices[at + 1]).indexOf(1);
  return { name: "answers", shape: [answers.length, example.length], data };
}

/** Answers as `savedAnswers` wrote them. Throws an Error where they are of another game. */
export function restoredAnswers(game: WholeGame, { tensors }: TrainingCheckpoint, count: number): GamePolicy[] {
  const { example, choices } = game;
  const places = new Float32Array(count * example.length);
  restore(byName(tensors), "answers", places);
  return Array.from({ length: count }, (_, k) => {
    const policy = new Float64Array(choices[example.length]);
    for (let at = 0; at < example.length; at++) {
      const place = places[k * example.length + at];
      if (!(place >= 0 && place < choices[at + 1] - choices[at]))
        throw new Error(`it has the choice ${place} where there are ${choices[at + 1] - choices[at]}`);
      policy[choices[at] + place] = 1;
    }
    return policy;
  });
}

/** Tensors of a checkpoint by name. */
export const byName = (tensors: readonly SavedTensor[]): SavedTensors =>
  new Map(tensors.map(({ name, data }) => [name, data]));

/** A player that draws from a policy by what it sees. */
export function gamePlayer({ world, game }: LearntGame, seat: number, policy: GamePolicy): Agent {
  const { action, choices } = game;
  const knownBy = statesSeen({ world, game }, seat);
  let hand: Random | undefined;
  /** The information state that is seen; undefined where the seat is not to act. */
  function stateOf(observation: Float32Array): number | undefined {
    const at = knownBy.get(String(observation));
    if (at !== undefined || game.turns) return at;
    const what = "a player sees a state that the game of its training has not";
    throw new UserError({ code: "other-game", what, hint: "let it play in the world of its training" });
  }
  return {
    reset(random) {
      hand = random;
    },
    act(observation, out) {
      if (hand === undefined) throw new Error("a player acts before its first reset");
      const at = stateOf(observation);
      out[0] =
        at === undefined ? 0 : action[choices[at] + drawAt(policy, choices[at], choices[at + 1] - choices[at], hand)];
    },
    follow(observation, taken) {
      const at = stateOf(observation);
      if (at === undefined) return { logProbability: 0, entropy: 0 };
      const chosen = choiceOf(taken[0], world.spec.choices ?? 1);
      let [chance, entropy] = [0, 0];
      for (let c = choices[at]; c < choices[at + 1]; c++) {
        if (action[c] === chosen) chance = policy[c];
        if (policy[c] > 0) entropy -= policy[c] * Math.log(policy[c]);
      }
      return { logProbability: Math.log(chance), entropy };
    },
  };
}

/** A seat's information states, by its observation in them. Throws an Error where two look alike. */
function statesSeen({ world, game }: LearntGame, seat: number): ReadonlyMap<string, number> {
  const size = world.spec.observationSize;
  const observations = new Float32Array(2 * size);
  const known = new Map<string, number>();
  for (const [at, s] of game.example.entries()) {
    if (game.mover[s] !== seat) continue;
    game.show(s);
    world.observe(observations);
    const seen = String(observations.subarray(seat * size, (seat + 1) * size));
    if (known.has(seen)) throw new Error(`the information states ${known.get(seen)} and ${at} are seen alike`);
    known.set(seen, at);
  }
  return known;
}
