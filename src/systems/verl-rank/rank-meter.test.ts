import { expect, it } from "vitest";
import { trainingContext } from "../../../test/fixtures/training.ts";
import { freshWeights } from "../../../test/fixtures/writers.ts";
import { textSampler } from "../../algorithms/text/completions.ts";
import { Random } from "../../core/random.ts";
import { chainWorld } from "../../environments/language/chain.ts";
import { rankDynamics } from "../../math/effective-rank.ts";
import { transformer } from "../../nn/models/transformer.ts";
import { rankMeter } from "./rank-meter.ts";

const context = trainingContext(() => chainWorld.make({ maps: 5 }), "meter");
const room = context.spec.observationSize;
const width = 8;
const model = transformer({ vocabulary: 64, context: room, width, layers: 2, heads: 2 });
const parameters = freshWeights(model);
// A model that is not warm seldom ends: every answer is long.
const rows = 6;

it("the meter takes for each written character the state that a fresh reading of the text before it ends in", () => {
  const meter = rankMeter({ rows, context: room, width }, 2);
  const sampler = textSampler(context, model, parameters, { groups: 2, group: 3, watch: meter.watch });
  for (const batch of [0, 1]) {
    const texts = sampler.write(Random.of(3, "batch", batch));
    const measured = meter.measure(texts);
    for (let row = 0; row < rows; row++) {
      const reader = model.reader(parameters, 1);
      reader.refresh();
      const states: number[] = [];
      for (let place = 0; place < texts.lengths[row]; place++) {
        if (texts.written[row * room + place] === 1) states.push(...reader.hidden);
        reader.read(texts.tokens.subarray(row * room + place, row * room + place + 1));
      }
      reader.close();
      const expected = rankDynamics(states, width, 2);
      expect(states.length / width).toBeGreaterThanOrEqual(1);
      expect(measured[row].points).toBe(expected.points);
      expect(measured[row].rank).toBeCloseTo(expected.rank, 4);
      expect(measured[row].velocity).toBeCloseTo(expected.velocity, 4);
      expect(measured[row].acceleration).toBeCloseTo(expected.acceleration, 4);
    }
    expect(Math.max(...measured.map(({ points }) => points))).toBeGreaterThan(2);
  }
  sampler.close();
});
