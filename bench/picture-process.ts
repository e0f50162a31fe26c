// A process that times a flow that draws: gradient steps, a whole base, or the exact parts. Started by pictures.ts, beside the peer's.

import { exactFlow } from "../src/algorithms/flow/exact-flow.ts";
import { flowMatching } from "../src/algorithms/flow/flow-matching.ts";
import { flowNetwork } from "../src/algorithms/flow/flow-network.ts";
import { noised } from "../src/algorithms/flow/flow-rule.ts";
import type { TrainingContext } from "../src/core/algorithm.ts";
import { Random } from "../src/core/random.ts";
import { templateReader } from "../src/core/template-mixture.ts";
import { environments } from "../src/environments/index.ts";
import { spriteMixture } from "../src/environments/pictures/caption.ts";
import { median } from "../src/evaluation/statistics/moments.ts";
import { withThreads } from "../src/nn/kernels/thread-pool.ts";
import { adam } from "../src/nn/optimiser.ts";
import { channel } from "../src/rewards/channel-reward.ts";
import { BLOCKS, type ExactOutcome, type PictureOrder, type PictureOutcome, WIDTH } from "./picture-task.ts";

const order: PictureOrder | "exact" = JSON.parse(process.argv[2]);
const random = Random.of(1, "bench");
if (order === "exact") console.log(JSON.stringify(exactParts()));
else await withThreads(order.threads, async () => console.log(JSON.stringify(await timed(order))));

async function timed({ what, ...task }: PictureOrder): Promise<PictureOutcome> {
  const entry = await environments.get(task.world);
  const makeEnvironment = () => entry.make({});
  const { spec } = makeEnvironment();
  const before = process.cpuUsage();
  const start = performance.now();
  const seconds = what === "base" ? base() : step();
  const { user, system } = process.cpuUsage(before);
  return { seconds, processor: (user + system) / 1e6 };

  function base(): number {
    const makeReward = () => channel("right")(spec);
    const makeObjective = makeReward;
    const place = { spec, seats: [0], partners: [undefined], random };
    const context: TrainingContext = { ...place, makeEnvironment, makeReward, makeObjective };
    const { batch, gradientSteps, demonstrations } = task;
    const training = flowMatching.make({ batch, gradientSteps, demonstrations }).train(context);
    while (training.update() !== undefined);
    training.close();
    return (performance.now() - start) / 1000;
  }

  /** Noised actions, the gradient of the matching loss, and the optimiser's step. */
  function step(): number {
    const { batch: rows, size, context, tokens } = task;
    const network = flowNetwork(spec, { width: WIDTH, blocks: BLOCKS });
    const [[, ownSize], [, ownContext]] = network.shapesOf(1);
    if (network.tokens !== tokens || ownSize !== size || ownContext !== context) throw new Error("other shapes");
    const parameters = network.begin(random.stream("weights"));
    const gradients = network.gradients(parameters, rows);
    const optimiser = adam(parameters.flat.length, { rate: 1e-4, clip: 1 });
    const actions = Float32Array.from({ length: rows * tokens * size }, () => random.normal());
    const conditions = new Float32Array(rows * spec.observationSize);
    const scale = new Float64Array(rows).fill(2 / rows / spec.actionSize);
    const times: number[] = [];
    for (let k = -5; k < task.steps; k++) {
      const begun = performance.now();
      const { x, velocity, t } = noised(actions, rows, random);
      gradients.run(
        x,
        conditions,
        t,
        scale,
        velocity.map((value) => -scale[0] * value),
      );
      optimiser.step(parameters.flat, gradients.gradient);
      if (k >= 0) times.push((performance.now() - begun) / 1000);
    }
    gradients.close();
    return median(times);
  }
}

/** The parser and the exact velocity of sprites read every template once for each canvas; a copy reads and writes as many bytes. */
function exactParts(): ExactOutcome {
  const mixture = spriteMixture(0.3);
  const { templates, size, count } = mixture;
  const weights = new Float64Array(count);
  mixture.weights(Float32Array.of(1, 1, 0, 0, 1, 0, 0, 0, ...new Array<number>(16).fill(0)), 0, weights);
  const canvas = Float64Array.from({ length: size }, () => random.normal());
  const read = templateReader(mixture);
  const flow = exactFlow({ templates, size, weights });
  const velocity = new Float32Array(size);
  const copied = new Float64Array(templates.length);
  const works = {
    parser: () => read(canvas, 0).distance,
    sampler: () => {
      flow.velocity(canvas, 0, 0.5, velocity);
      return velocity[0];
    },
    copy: () => {
      copied.set(templates);
      return copied[0];
    },
  };
  const rateOf = (work: () => number): number => {
    const rates = Array.from({ length: 9 }, () => {
      const [calls, start] = [4000, process.cpuUsage().user];
      for (let k = 0; k < calls; k++) canvas[k % size] += 1e-9 * work();
      return (calls * templates.byteLength) / ((process.cpuUsage().user - start) / 1e6);
    });
    return median(rates.slice(2));
  };
  return { parser: rateOf(works.parser), sampler: rateOf(works.sampler), copy: rateOf(works.copy) };
}
