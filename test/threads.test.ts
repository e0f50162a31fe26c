// Threads within one training: the built code, since a thread runs a compiled file. Needs `npm run build` before.

import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { imitationLoss } from "../dist/algorithms/text/token-loss.js";
import { Random } from "../dist/core/random.js";
import { np } from "../dist/nn/jax.js";
import { program } from "../dist/nn/kernels/program.js";
import { threadPool, withThreads } from "../dist/nn/kernels/thread-pool.js";
import { transformer } from "../dist/nn/models/transformer.js";
import { Parameters } from "../dist/nn/parameters.js";
import { agon, contents, scratch } from "./cli/agon.ts";

/** Wide enough for products that copy their second operand in more than one block. */
const model = transformer({ vocabulary: 64, context: 16, width: 64, layers: 1, heads: 2 });
const TEXTS = 32;

/** Loss and gradient of made-up texts, and logits of a reader that reads some, in one list. */
async function computed(threads: number): Promise<{ numbers: Float32Array[]; threads: number | undefined }> {
  return withThreads(threads, async () => {
    const parameters = new Parameters(model.shapes);
    model.initialise(parameters, Random.of(3, "weights"));
    const loss = imitationLoss(model, parameters, TEXTS);
    const random = Random.of(5, "texts");
    for (let place = 0; place < TEXTS * 16; place++) {
      for (const one of loss.data.slice(0, 2)) one[place * 64 + random.integer(64)] = 1;
      loss.data[2][place] = random.uniform() / 512;
    }
    const losses: number[] = [];
    const numbers: Float32Array[] = [];
    for (let step = 0; step < 2; step++) {
      losses.push(loss.run().loss);
      numbers.push(loss.gradient.slice());
      for (let k = 0; k < parameters.flat.length; k++) parameters.flat[k] -= 0.1 * loss.gradient[k];
    }
    const reader = model.reader(parameters, 256);
    for (let place = 0; place < 3; place++) {
      reader.read(Int32Array.from({ length: 256 }, () => random.integer(64)));
      numbers.push(reader.logits.slice());
    }
    reader.close();
    loss.close();
    return { numbers: [Float32Array.from(losses), ...numbers], threads: threadPool()?.threads };
  });
}

describe("threads that share a program", () => {
  let alone: Float32Array[] = [];
  beforeAll(async () => {
    const { numbers, threads } = await computed(1);
    expect(threads).toBeUndefined();
    alone = numbers;
  });

  it.each([2, 3])("%i of them change no bit of losses, gradients and what a reader says", async (count) => {
    const { numbers, threads } = await computed(count);
    expect(threads).toBe(count);
    expect(numbers).toEqual(alone);
  });

  it("may serve many programs in turn, and go home while one of them is still used", async () => {
    const made = await withThreads(2, async () => {
      const programs = [2, 3, 5].map((factor) => program((x) => [np.tanh(x).mul(factor)], [[128, 64]]));
      for (const [k, one] of programs.entries()) one.inputs[0].fill(0.1 * (k + 1));
      for (let round = 0; round < 50; round++) {
        for (const [k, one] of programs.entries()) {
          const [output] = one.run();
          const expected = Math.tanh(0.1 * (k + 1)) * [2, 3, 5][k];
          for (let j = 0; j < output.length; j++)
            if (Math.abs(output[j] - expected) > 1e-5) expect(output[j]).toBe(expected);
        }
      }
      programs[0].close();
      return programs[1];
    });
    made.inputs[0].fill(0.5);
    expect(made.run()[0][8191]).toBeCloseTo(3 * Math.tanh(0.5), 5);
    made.close();
  });
});

describe("a run", () => {
  const experiment = `
environment: { id: language/sort, digits: 3 }
agents:
  { policy: grpo, updates: 1, questions: 8, answers: 4, model: { width: 64, layers: 1, heads: 2 }, sft: { steps: 1, texts: 16 } }
objective: correct
seeds: 1
episodes: 1
`;
  const files = async (workers: string) => {
    const folder = scratch();
    writeFileSync(join(folder, "e.yaml"), experiment);
    const { code, stdout, stderr } = await agon(["run", "e.yaml", "--json", "--workers", workers], { cwd: folder });
    expect(code, stderr).toBe(0);
    return contents(join(folder, ".agon", JSON.parse(stdout).run));
  };

  it("of one cell gives the same bytes on one core and on two", async () => {
    expect(await files("2")).toEqual(await files("1"));
  });
});
