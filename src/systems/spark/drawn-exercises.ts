// Exercises out of a world that asks by itself: its questions, each with what one of its reference players writes to it. So
// the questions of a world can stand in one list with questions from elsewhere.

import { type NumericEnvironment, Status } from "../../core/environment.ts";
import type { Random } from "../../core/random.ts";
import { numberOf } from "../../environments/language/alphabet.ts";
import type { Exercise } from "../../environments/language/questions.ts";
import { episodeRunner } from "../../play/episode.ts";

/** A question of the world, drawn from `random`, with the player's one answer by luck of its own, which need not be right. */
export type DrawExercise = (random: Random, hand?: Random) => Exercise;

/**
 * Draws exercises of a world whose answers are one stretch that ends with `$`: no tools, no second turn. Throws an Error where
 * the world has no oracle of that name, has no text, or where the player writes no end.
 */
export function drawnExercises(environment: NumericEnvironment, oracle: "expert" | "demonstrator"): DrawExercise {
  const { spec, texts } = environment;
  const player = spec.oracles?.[oracle]?.play(0);
  if (player === undefined || texts === undefined) throw new Error(`no text by an oracle "${oracle}"`);
  const runner = episodeRunner(environment);
  const { episode } = runner;
  const end = numberOf("$");
  return (random, hand = random.stream("player")) => {
    runner.begin(random);
    const question = texts.text();
    player.reset(hand);
    while (episode.status === Status.running) {
      player.act(episode.look(), episode.actions);
      runner.step();
    }
    if (episode.actions[0] !== end) throw new Error(`no end of an answer to "${question}"`);
    return { question, answers: [texts.text().slice(question.length, -1)] };
  };
}
