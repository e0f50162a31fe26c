// What is seen by one who watches a writer.

import { describe, expect, it } from "vitest";
import { tableLanguageModel } from "../../../test/fixtures/table-language-model.ts";
import { tinyTextWorld } from "../../../test/fixtures/tiny-text-world.ts";
import { trainingContext } from "../../../test/fixtures/training.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { transformer } from "../../nn/models/transformer.ts";
import { Parameters } from "../../nn/parameters.ts";
import { textSampler } from "./completions.ts";
import { scorer } from "./text-player.ts";

const context = trainingContext(() => tinyTextWorld(), "moments");
const small = transformer({ vocabulary: 4, context: 4, width: 8, layers: 2, heads: 2 });
const models = { table: tableLanguageModel(4, 4), transformer: small };

describe.each(Object.entries(models))("a %s's moments", (_name, model) => {
  const parameters = new Parameters(model.shapes);
  const random = Random.of(5, "weights");
  for (let k = 0; k < parameters.flat.length; k++) parameters.flat[k] = random.normal() / 2;

  it("know how likely any continuation is, as the trainer computes it, and change nothing of what is written", () => {
    const queries: { row: number; place: number; likely: readonly number[] }[] = [];
    const options = { groups: 3, group: 2 };
    const watching = textSampler(context, model, parameters, {
      ...options,
      watch: (moment) => {
        const { row, place } = moment;
        // As the world and the text allow: two characters where there is room, else one.
        const continuations = place < 3 ? [[2, 3], [3]] : [[2], [1]];
        queries.push({ row, place, likely: continuations.map((tokens) => moment.logProbabilityOf(tokens)) });
      },
    });
    const plain = textSampler(context, model, parameters, options);
    const score = scorer(model, parameters, 1);
    for (const rng of [1, 2]) {
      queries.length = 0;
      const texts = watching.write(Random.of(rng));
      expect(plain.write(Random.of(rng)).tokens).toEqual(texts.tokens);
      expect(queries.length).toBe(texts.written.reduce((a, b) => a + b, 0));
      for (const { row, place, likely } of queries) {
        const before = texts.tokens.subarray(row * 4, row * 4 + place);
        const continuations = place < 3 ? [[2, 3], [3]] : [[2], [1]];
        for (const [k, tokens] of continuations.entries()) {
          const text = new Int32Array(4);
          text.set(before);
          text.set(tokens, place);
          const scores = score(text).subarray(place, place + tokens.length);
          expect(likely[k]).toBeCloseTo(
            scores.reduce((a, b) => a + b, 0),
            4,
          );
        }
      }
      // The second round has other weights.
      for (let k = 0; k < parameters.flat.length; k++) parameters.flat[k] += random.normal() / 4;
    }
    for (const one of [watching, plain, score]) one.close();
  });
});

/** The tiny world, which answers an `a` at once with `b`, and then lets one more character be written. */
function answeringWorld(): NumericEnvironment {
  const world = tinyTextWorld();
  const { text, length } = world.state.views;
  return {
    ...world,
    step(actions, outcomes, random) {
      const late = length[0] === 3;
      const status = world.step(actions, outcomes, random);
      if (late) return Status.terminated;
      if (status === Status.running && actions[0] === 2) text[length[0]++] = 3;
      return status;
    },
  };
}

it("say in which turn they are, and where one begins", () => {
  const model = models.table;
  const seen: [place: number, turn: number, begins: boolean][] = [];
  const sampler = textSampler(trainingContext(answeringWorld, "turns"), model, new Parameters(model.shapes), {
    groups: 1,
    group: 1,
    watch: ({ place, turn, turnBegins }) => seen.push([place, turn, turnBegins]),
  });
  const firstTokens = new Set<string>();
  for (let rng = 0; rng < 40; rng++) {
    seen.length = 0;
    const { tokens, lengths } = sampler.write(Random.of(rng));
    const first = tokens[1];
    firstTokens.add(`${first}`);
    const expected = {
      2: [
        [1, 0, true],
        [3, 1, true],
      ],
      3: [
        [1, 0, true],
        [2, 0, false],
      ],
    }[first] ?? [[1, 0, true]];
    expect(seen, `text of ${lengths[0]}`).toEqual(expected);
  }
  expect(firstTokens).toEqual(new Set(["0", "1", "2", "3"]));
  sampler.close();
});
