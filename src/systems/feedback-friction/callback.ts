// What makes a writer answer otherwise when its answer was wrong: the temperature rises with every answer that comes back, and of several
// drawn answers one is given that was not tried before (the mitigations of arXiv 2506.11930 and of its released code).

import { z } from "zod";
import { type CallbackWriter, defineCallback } from "../../algorithms/text/callback.ts";
import type { Agent } from "../../core/agent.ts";
import { positive, whole, within } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { END, PAD } from "../../environments/language/alphabet.ts";
import { tokenChooser } from "../../nn/models/token-choice.ts";

/** How answers are given anew. */
export interface Retrying {
  /** Added to the temperature with each answer; the first is the likeliest. */
  readonly rise: number;
  /** The temperature rises no further. */
  readonly most: number;
  /** Answers that are drawn. */
  readonly tries: number;
}

export const callback = defineCallback({
  id: "feedback-friction",
  summary:
    "trained players answer anew at a temperature that rises, and with what was not tried before, where tries allow",
  source: "arXiv 2506.11930 and its released code",
  example: { environment: "language/tutor" },
  parameters: z.strictObject({
    rise: within(0, 10, 0.15).describe("added to the temperature with each answer; the first answer is the likeliest"),
    most: positive(10, 1.5).describe("the highest temperature"),
    tries: whole(1, 1000, 25).describe(
      "answers that are drawn each time; one of those not given before is given, or any where there is none",
    ),
  }),
  make: (retrying) => ({ player: (writer) => retryingPlayer(writer, retrying) }),
});

/** A player that draws whole answers, up to their end character, and gives one of them. */
export function retryingPlayer(
  { model, parameters }: Pick<CallbackWriter, "model" | "parameters">,
  { rise, most, tries }: Retrying,
): Agent {
  const { vocabulary, context } = model;
  const reader = model.reader(parameters, 1);
  const branches = model.reader(parameters, tries);
  const given = new Set<string>();
  const next = new Int32Array(1);
  let answers = 0;
  let read = 0;
  let pending: number[] = [];
  let rng: Random | undefined;

  /** One drawn answer for each row, with its end character; one without takes all the room that is left. */
  function drawn(random: Random): number[][] {
    const choose = tokenChooser(vocabulary, { temperature: Math.min(rise * answers, most) });
    const rows = Array.from({ length: tries }, (): number[] => []);
    branches.clear();
    for (let row = 0; row < tries; row++) branches.copy(row, reader, 0);
    const tokens = new Int32Array(tries);
    for (let place = read; place < context; place++) {
      for (const [row, answer] of rows.entries()) {
        if (tokens[row] < 0) continue;
        const { token } = place === read ? choose(reader.logits, 0, random) : choose(branches.logits, row, random);
        answer.push(token);
        tokens[row] = token === END || token === PAD ? -1 : token;
      }
      if (tokens.every((token) => token < 0)) break;
      branches.read(tokens);
    }
    return rows;
  }

  return {
    reset(random) {
      reader.clear();
      given.clear();
      [answers, read, pending, rng] = [0, 0, [], random];
    },
    act(observation, action) {
      if (rng === undefined) throw new Error("a model writes before its first reset");
      for (; read < observation.length && observation[read] !== 0; read++) {
        next[0] = observation[read];
        reader.read(next);
      }
      if (pending.length === 0) {
        const random = rng.stream("answer", answers);
        const all = drawn(random);
        const fresh = all.filter((answer) => !given.has(answer.join()));
        const from = fresh.length > 0 ? fresh : all;
        pending = from[random.integer(from.length)];
        given.add(pending.join());
        answers += 1;
      }
      action[0] = pending.shift() ?? 0;
    },
    close() {
      reader.close();
      branches.close();
    },
  };
}
