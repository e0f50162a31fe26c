// Texts by an oracle of the world, in the tables that a model writes to: what an imitation shows.

import type { TrainingContext } from "../../core/algorithm.ts";
import { type NumericSpec, type Oracle, Status } from "../../core/environment.ts";
import { type Problem, UserError, unknownName } from "../../core/errors.ts";
import type { Random } from "../../core/random.ts";
import { textLength } from "../../core/text.ts";
import { episodeRunner } from "../../play/episode.ts";
import { type Completions, emptyRollouts } from "./completions.ts";

/** Texts [texts × context], and 1 where the demonstrator wrote the character, 0 where the world did. */
export type Demonstrations = Pick<Completions, "tokens" | "written">;

/** Streams of an episode: of the world's question, of its later steps, and of the oracle. */
export interface OracleStreams {
  readonly question: Random;
  readonly world: Random;
  readonly oracle: Random;
}

type WorldContext = Pick<TrainingContext, "spec" | "makeEnvironment">;

/**
 * Writes `rows` texts by the world's oracle `name`, with `context` places each, default as many as the world has. Row k is an episode
 * with the streams `streams(k, random)`. Each call overwrites the texts of the call before.
 */
export function oracleTexts(
  { spec, makeEnvironment }: WorldContext,
  name: string,
  rows: number,
  streams: (row: number, random: Random) => OracleStreams,
  context = spec.observationSize,
): (random: Random) => Completions {
  const runner = episodeRunner(makeEnvironment());
  const { episode } = runner;
  const { actions, outcomes, look } = episode;
  const agent = demonstratorOf(spec, name).play(0);
  const texts = emptyRollouts(rows, rows, context, outcomes.length);
  return (random) => {
    for (const table of [texts.tokens, texts.written, texts.outcomes]) table.fill(0);
    for (let row = 0; row < rows; row++) {
      const { question, world, oracle } = streams(row, random);
      runner.begin(world, question);
      agent.reset(oracle);
      while (episode.status === Status.running) {
        const end = textLength(look());
        agent.act(look(), actions);
        runner.step();
        if (actions[0] > 0 && end < spec.observationSize) texts.written[row * context + end] = 1;
        for (const [c, outcome] of outcomes.entries()) texts.outcomes[row * outcomes.length + c] += outcome;
      }
      texts.tokens.set(look(), row * context);
      texts.lengths[row] = textLength(look());
    }
    return texts;
  };
}

/** Draws batches of `texts` demonstrations by the world's oracle `name`; other arguments and the result are those of `oracleTexts`. */
export function demonstrations(
  world: WorldContext,
  name: string,
  texts: number,
  context?: number,
): (random: Random) => Demonstrations {
  const streams = (row: number, random: Random): OracleStreams => {
    const rng = random.stream("demonstration", row);
    return { question: rng, world: rng, oracle: rng.stream("demonstrator") };
  };
  return oracleTexts(world, name, texts, streams, context);
}

/** Returns the oracle. Throws a UserError that names those of the world where it has none of that name. */
export function demonstratorOf(spec: NumericSpec, name: string): Oracle {
  const oracle = spec.oracles?.[name];
  if (oracle !== undefined) return oracle;
  const problem: Problem = unknownName("oracle of this world", name, Object.keys(spec.oracles ?? {}));
  throw new UserError({ ...problem, path: ["sft", "from"] });
}
