// Matrices that were not stored are recovered exactly by replaying the stored actions.

import { dirname } from "node:path";
import { expect, test } from "vitest";
import { byHand } from "../../../test/fixtures/by-hand.ts";
import { ran } from "../../../test/fixtures/ran.ts";
import { Random } from "../../core/random.ts";
import { slcd } from "../../environments/coopetition/trust-worlds.ts";
import { cellKeys } from "../store/keys.ts";
import { replaysOf } from "./replay.ts";

async function replays(yaml: string) {
  const { experiment, folder, database } = await ran(yaml);
  const [variant] = experiment.variants;
  const [key] = await cellKeys(experiment);
  const picked = await replaysOf(
    database,
    { store: dirname(folder), key, variant: variant.name, episodes: 1 },
    variant.setting,
    experiment.seeds,
  );
  const { rows } = await database.query("select seed, avg(objective) as o from episodes group by seed order by o");
  return { ...picked, rows };
}

test("typical and worst episodes have the median and the lowest objective, and their trust matrices", async () => {
  const { typical, worst, rows } = await replays(
    "environment: { id: coopetition/slcd, horizon: 12 }\nagents: { policy: random }\nobjective: joint.value\nseeds: 5\n",
  );
  expect(worst?.seed).toBe(rows[0].seed);
  expect(typical?.seed).toBe(rows[2].seed);
  if (typical === null) throw new Error("no replay");
  // Plays the same actions directly.
  const world = slcd.make({ horizon: 12 });
  const { step } = byHand(world, Random.of(typical.seed, "environment", 0));
  for (let t = 0; t < 12; t++) {
    step(100 * typical.actions[0][t], 100 * typical.actions[1][t]);
    for (const k of [0, 1, 2, 3]) {
      expect(typical.matrices.trust[k][t]).toBeCloseTo(world.state.views.trust[k], 4);
      expect(typical.matrices["reputation damage"][k][t]).toBeCloseTo(world.state.views.reputation[k], 4);
    }
  }
});

test("with many agents, the mean that each receives", async () => {
  const { typical } = await replays(
    "environment: { id: coopetition/apache-project, horizon: 3 }\nagents: { policy: constant, level: 60 }\nobjective: trust\nseeds: 1\n",
  );
  expect(typical?.matrices.trust).toHaveLength(40);
  // All agents give more than expected: trust grows from 0.5 by λ+ of the gap each step, 1 − 0.5·0.9^t.
  expect(typical?.matrices.trust[7]).toEqual([0.55, 0.595, 0.6355]);
});

test("for a text, the writer and the step of each character", async () => {
  const { typical } = await replays(
    "environment: { id: language/calculator, hard: 1 }\nagents: { policy: oracle, name: expert }\nobjective: correct\nseeds: 1\n",
  );
  if (typical?.text === undefined) throw new Error("no text");
  const { characters, steps } = typical.text;
  const text = characters.join("");
  expect(text).toMatch(/^[^<]+=.*<.*>.*\$$/);
  // The agent wrote at its steps, in order; the question and the tool's answer are the world's.
  const question = text.indexOf("=") + 1;
  expect(steps.slice(0, question).every((step) => step === -1)).toBe(true);
  expect(steps.filter((step) => step >= 0)).toEqual(typical.pay[0].map((_, step) => step));
  expect(steps[text.indexOf(">")]).toBeGreaterThanOrEqual(0);
  expect(steps[text.indexOf(">") + 1]).toBe(-1);
  expect(steps.at(-1)).toBe(typical.pay[0].length - 1);
});
