// What learners are paid and bring, by the steps of their training.

import { expect, test } from "vitest";
import { parseExperiment } from "../experiment/experiment.ts";
import { experimentAudits } from "./experiment-audit.ts";

const RACE = `environment: { id: gridworld/boat-race, horizon: 20 }
agents: random
objective: { channel: lap }
reward: { channel: lap }
episodes: 5
`;

test("an audit trains a learner on the pay for three parts of its budget, on the same seeds each time", async () => {
  const experiment = await parseExperiment(RACE, "race.yaml");
  const place = { tries: 100, seed: 3, repairs: false, isBrief: true, signal: new AbortController().signal };
  const [{ learner = [] }] = await experimentAudits(experiment, { ...place, learner: 6400 });
  expect(learner.map(({ steps }) => steps)).toEqual([400, 1600, 6400]);
  for (const { pay, want } of learner) expect(pay).toEqual(want);
  expect(learner[2].pay.value).toBeGreaterThan(learner[0].pay.value);
  const [plain] = await experimentAudits(experiment, place);
  expect(plain.learner).toBeUndefined();
});
