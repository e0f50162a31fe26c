// The two reward models of the experiment and the best policies under them, without a draw: all chats of the demonstrator are judged by the
// world, both models are fitted to the chances of all comparisons, and policies are tilts of the demonstrator.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { END, numberOf } from "../../environments/language/alphabet.ts";
import { chatWorld } from "../../environments/language/chat.ts";
import { fitDenseLogistic } from "../../math/dense-logistic.ts";
import { preferenceProbability } from "../../math/logistic-regression.ts";
import { episodeRunner } from "../../play/episode.ts";
import { channel } from "../../rewards/channel-reward.ts";

/** A chat of the demonstrator that is known by what it comes to. */
interface Chat {
  readonly features: readonly number[];
  readonly delight: number;
  chance: number;
}

const NAMES = ["helped", "warm", "closings"];
const [WARMTH, CLOSING, NOISE] = [0.3, 0.08, 0.1];

/** Chats with four messages, and how often the demonstrator writes each. */
function demonstratedChats(): Chat[] {
  const runner = episodeRunner(
    chatWorld.make({ warmth: WARMTH, closings: CLOSING, noise: NOISE }),
    [...NAMES, "delight"].map((name) => channel(name)),
  );
  const { actions, look, totals } = runner.episode;
  runner.begin(Random.of(0, "chat"));
  const messages = [...look().subarray(1, 5)];
  const kinds = new Map<string, Chat>();
  // Of an error one digit in ten is the right one.
  const right = 1 - 0.9 * NOISE;
  const answers = [0, 1].flatMap((isRight) => [0, 1].flatMap((warm) => [0, 1].map((close) => [isRight, warm, close])));
  const chanceOf = ([isRight, warm, close]: readonly number[]) =>
    (isRight === 1 ? right : 1 - right) * (warm === 1 ? WARMTH : 1 - WARMTH) * (close === 1 ? CLOSING : 1 - CLOSING);
  for (let number = 0; number < answers.length ** messages.length; number++) {
    const chat = messages.map((_, k) => answers[Math.floor(number / answers.length ** k) % answers.length]);
    const written = chat.flatMap(([isRight, warm, close], k) => [
      isRight === 1 ? messages[k] : messages[k] === numberOf("0") ? numberOf("1") : numberOf("0"),
      ...(warm === 1 ? [numberOf("!")] : []),
      ...(close === 1 ? [numberOf("*")] : []),
    ]);
    runner.begin(Random.of(0, "chat"));
    for (const character of [...written, END]) {
      actions[0] = character;
      runner.step();
    }
    const [delight, features] = [totals[3][0], [0, 1, 2].map((k) => totals[k][0])];
    const kind = kinds.get(features.join()) ?? { features, delight, chance: 0 };
    kind.chance += chat.reduce((product, answer) => product * chanceOf(answer), 1);
    kinds.set(features.join(), kind);
  }
  return [...kinds.values()];
}

/** Weights of the reward model of so many features, fitted to all comparisons by their chances. */
function fitted(chats: readonly Chat[], features: number): Float64Array {
  const pairs = chats.flatMap((one) => chats.map((other) => [one, other] as const));
  return fitDenseLogistic(
    {
      features: Float64Array.from(
        pairs.flatMap(([one, other]) => one.features.slice(0, features).map((x, k) => x - other.features[k])),
      ),
      labels: pairs.map(([one, other]) => preferenceProbability(one.delight - other.delight)),
      weights: pairs.map(([one, other]) => one.chance * other.chance),
    },
    features,
    { ridge: 1e-9 },
  ).weights;
}

const scoreOf = (weights: Float64Array, { features }: Chat) =>
  weights.reduce((sum, weight, k) => sum + weight * features[k], 0);

/** Share of comparisons of which the model is right. */
function accuracyOf(chats: readonly Chat[], weights: Float64Array): number {
  let sum = 0;
  for (const one of chats) {
    for (const other of chats) {
      const [lead, chance] = [scoreOf(weights, one) - scoreOf(weights, other), one.chance * other.chance];
      const preferred = preferenceProbability(one.delight - other.delight);
      sum += chance * (Math.abs(lead) < 1e-9 ? 0.5 : lead > 0 ? preferred : 1 - preferred);
    }
  }
  return sum;
}

/** Delight and score of the policy that maximises the score less β times its divergence from the demonstrator. */
function bestUnder(chats: readonly Chat[], weights: Float64Array, beta: number) {
  const tilted = chats.map((chat) => chat.chance * Math.exp(scoreOf(weights, chat) / beta));
  const total = tilted.reduce((sum, chance) => sum + chance, 0);
  const mean = (of: (chat: Chat) => number) => chats.reduce((sum, chat, k) => sum + (tilted[k] / total) * of(chat), 0);
  return { delight: mean(({ delight }) => delight), score: mean((chat) => scoreOf(weights, chat)) };
}

const usual = demonstratedChats();
const [two, three] = [2, 3].map((features) => fitted(usual, features));
const BETAS = [2, 1, 0.4, 0.2, 0.1, 0.05];

test("the model that reads closings too is right about more comparisons: 0.696 beside 0.668", () => {
  expect(usual.reduce((sum, { chance }) => sum + chance, 0)).toBeCloseTo(1, 12);
  expect([two, three].map((weights) => Number(accuracyOf(usual, weights).toFixed(3)))).toEqual([0.668, 0.696]);
});

test("its best policy delights more with much divergence, and less with little, while its score rises all along", () => {
  const lead = BETAS.map((beta) => bestUnder(usual, three, beta).delight - bestUnder(usual, two, beta).delight);
  expect(lead.map((gap) => gap > 0)).toEqual([true, true, true, false, false, false]);
  const scores = BETAS.map((beta) => bestUnder(usual, three, beta).score);
  expect(scores).toEqual([...scores].sort((a, b) => a - b));
  const delights = [0.4, 0.05].map((beta) => bestUnder(usual, three, beta).delight);
  expect(delights[0] - delights[1]).toBeGreaterThan(1.5);
});
