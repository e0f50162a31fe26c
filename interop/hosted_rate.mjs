// Steps copies of an environment of Gymnasium as trainings of Agon do, as often as a line of its input says, and prints the seconds.

import { createInterface } from "node:readline";
import { Random } from "../dist/core/random.js";
import { hostedWorlds } from "../dist/environments/hosted/index.js";
import { vectorEnvironment } from "../dist/play/vector-environment.js";
import { channel } from "../dist/rewards/channel-reward.js";

const [name, python, count] = process.argv.slice(2);
const copies = Number(count);
const entry = await hostedWorlds.get("gymnasium");
const place = { directory: process.cwd(), cache: ".agon" };
const parameters = await entry.prepare({ gymnasium: name, python }, place);
const makeEnvironment = () => entry.make(parameters);
const { spec } = makeEnvironment();
const makeReward = () => channel("payoff")(spec);
const random = Random.of(1, "speed");
const context = { spec, partners: [undefined], makeEnvironment, makeReward, makeObjective: makeReward, random };
const worlds = vectorEnvironment(context, copies);
const drawn = Array.from({ length: 16 }, () =>
  Float64Array.from({ length: copies * spec.actionSize }, (_, k) => {
    const [low, high] = [spec.actionLow[k % spec.actionSize], spec.actionHigh[k % spec.actionSize]];
    const value = random.uniform(low, high);
    return spec.choices === undefined ? value : Math.round(value);
  }),
);
for await (const line of createInterface({ input: process.stdin })) {
  const start = performance.now();
  for (let k = 0; k < Number(line); k++) worlds.step(drawn[k % drawn.length]);
  worlds.finished();
  console.log((performance.now() - start) / 1000);
}
process.exit(0);
