// Losses of prompts against differences, mixtures, batches of confusions, and a published table.

import { expect, test } from "vitest";
import { Random } from "../../core/random.ts";
import { harmonicMean } from "../../environments/pictures/classes.ts";
import { confusedBatch, mixed, tuned } from "./agents.ts";
import { type Example, type NameEncoder, named, promptLoss } from "./prompted-names.ts";

const [CLASSES, HIDDEN, PROMPT, SIZE] = [6, 5, 4, 3];

function drawn() {
  const random = Random.of(3, "encoder");
  const normals = (count: number) => Float64Array.from({ length: count }, () => random.normal());
  const encoder: NameEncoder = {
    ...{ names: normals(CLASSES * HIDDEN), prompting: normals(HIDDEN * PROMPT), readout: normals(SIZE * HIDDEN) },
    ...{ hidden: HIDDEN, prompt: PROMPT, size: SIZE },
  };
  const unit = () => {
    const vector = normals(SIZE);
    const length = Math.hypot(...vector);
    return vector.map((x) => x / length);
  };
  const lessons: Example[] = Array.from({ length: 18 }, (_, k) => ({ of: k % CLASSES, vector: unit() }));
  return { encoder, lessons, prompt: normals(PROMPT) };
}

const { encoder, lessons, prompt } = drawn();
const known = [0, 1, 2, 3, 4, 5];

test.each([false, true])("the gradient of a loss is that of differences, symmetric: %s", (both) => {
  const examples = both ? lessons.slice(0, 4) : lessons;
  const classes = both ? examples.map(({ of }) => of) : known;
  const value = (p: Float64Array) => promptLoss(encoder, p, examples, classes, 7, both, new Float64Array(PROMPT));
  const gradient = new Float64Array(PROMPT);
  promptLoss(encoder, prompt, examples, classes, 7, both, gradient);
  for (let k = 0; k < PROMPT; k++) {
    const moved = (by: number) => prompt.map((x, at) => (at === k ? x + by : x));
    expect(gradient[k]).toBeCloseTo((value(moved(1e-5)) - value(moved(-1e-5))) / 2e-5, 5);
  }
});

test("InfoNCE is that of rows and columns of the cosines, by hand", () => {
  const examples = lessons.slice(0, 3);
  const classes = examples.map(({ of }) => of);
  const cosines = examples.map(({ vector }) =>
    classes.map((of) => named(encoder, of, prompt).vector.reduce((sum, x, d) => sum + x * vector[d], 0)),
  );
  const lost = (rows: readonly (readonly number[])[]) =>
    rows.reduce((sum, row, k) => sum + Math.log(row.reduce((all, x) => all + Math.exp(7 * x), 0)) - 7 * row[k], 0) / 3;
  const turned = cosines.map((_, j) => cosines.map((row) => row[j]));
  const loss = promptLoss(encoder, prompt, examples, classes, 7, true, new Float64Array(PROMPT));
  expect(loss).toBeCloseTo((lost(cosines) + lost(turned)) / 2, 10);
});

const options: Parameters<typeof tuned>[0] = {
  ...{ steps: 20, rate: 0.1, batch: 4, more: 10, clone: "hard", moreRate: 0.1, moreBatch: 6, anchors: 2, hardest: 3 },
  ...{ loss: "contrast", known: 0.2, unknown: 0, all: 0.2, scale: 7 },
};

test("with weight 0 a mixture is the kept prompt to the last bit, and with weight 1 the clone", () => {
  const { prompt: kept, clone } = tuned(options, encoder, lessons, known, Random.of(1, "tuning"));
  const alone = tuned({ ...options, more: 0 }, encoder, lessons, known, Random.of(1, "tuning"));
  expect(kept).toEqual(alone.prompt);
  expect(clone).not.toEqual(kept);
  expect(mixed(kept, clone, 0)).toEqual(kept);
  expect(mixed(kept, clone, 1)).toEqual(clone);
});

test("every batch has different classes, and hard ones are those that the prompt ranks first", () => {
  const nearest = (vector: ArrayLike<number>) =>
    known
      .map((of) => ({ of, near: named(encoder, of, prompt).vector.reduce((sum, x, d) => sum + x * vector[d], 0) }))
      .sort((a, b) => b.near - a.near)
      .map(({ of }) => of);
  const one = { anchors: 1, hardest: 4, clone: "hard" } as const;
  const batchOf = confusedBatch(one, encoder, lessons, known, prompt);
  for (let k = 0; k < 50; k++) {
    const batch = batchOf(Random.of(k, "batch"));
    const classes = batch.map(({ of }) => of);
    expect(new Set(classes).size).toBe(classes.length);
    const [anchor, ...others] = batch;
    const ranked = nearest(anchor.vector).slice(0, 4);
    for (const name of ranked) expect(classes).toContain(name);
    expect(others.every(({ of }) => ranked.includes(of))).toBe(true);
  }
});

test("harmonic means are those of the published table", () => {
  expect(harmonicMean(81.98, 68.84)).toBeCloseTo(74.84, 2);
  expect(harmonicMean(85.15, 68.84)).toBeCloseTo(76.13, 2);
});
