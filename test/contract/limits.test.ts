// Every number that a reference page allows, at both of its ends: it makes something, or is refused by a sentence that says what would do.

import { beforeAll, describe, expect, test } from "vitest";
import { UserError } from "../../src/core/errors.ts";
import { Random } from "../../src/core/random.ts";
import type { BoundEntry } from "../../src/core/registry.ts";
import { arenas } from "../../src/environments/arenas/index.ts";
import { measures } from "../../src/evaluation/measures/index.ts";
import { ratings } from "../../src/evaluation/ratings/index.ts";
import { feedbackSources } from "../../src/feedback/sources/index.ts";
import { agents } from "../../src/lab/experiment/agents.ts";
import { algorithmsAtHand, textPartsAtHand } from "../../src/lab/experiment/algorithms.ts";
import { linearPrograms } from "../../src/math/linear-program.ts";
import { rewards } from "../../src/rewards/index.ts";
import { environments } from "../fixtures/at-hand/environments.ts";
import { type Limit, limitsOf, withValue } from "../fixtures/limits.ts";

const texts = await textPartsAtHand();
const parts: Readonly<Record<string, readonly BoundEntry<unknown>[]>> = {
  agent: await agents.all(),
  algorithm: (await algorithmsAtHand(texts)).entries(),
  arena: await arenas.all(),
  callback: texts.callbacks.entries(),
  feedback: await feedbackSources.all(),
  measure: await measures.all(),
  method: texts.methods.entries(),
  rating: await ratings.all(),
  reward: rewards.entries(),
};

beforeAll(linearPrograms);

/** What is made at a limit; undefined where it does not fit the other parameters, and a sentence says so. */
function madeAt<Made>({ id, example, make }: BoundEntry<Made>, { path, value }: Limit): Made | undefined {
  try {
    return make(withValue({ ...example?.parameters, ...SMALL[id] }, path, value));
  } catch (error) {
    if (!(error instanceof UserError)) throw new Error(`${path.join(".")} = ${value}`, { cause: error });
    for (const { what, hint } of error.problems) expect(`${what}; ${hint}`).toMatch(/^(?!.*undefined)\S.*\p{L}/u);
    return undefined;
  }
}

describe.each(Object.entries(parts))("a number of a %s", (_, entries) => {
  // What runs a file of the user's needs that file to be made.
  const limited = entries.filter(({ id, parameters }) => id !== "arena-program" && limitsOf(parameters).length > 0);
  test.each(limited)("$id", (entry) => {
    const made = limitsOf(entry.parameters).filter((limit) => madeAt(entry, limit) !== undefined);
    expect(made.length).toBeGreaterThan(0);
  });
});

/** Other numbers of worlds whose steps take long by default; what is at its limit has it here too. */
const SMALL: Readonly<Record<string, object>> = {
  "bandits/leaderboard": { runs: 4 },
  "recommender/two-sources": { width: 2, history: 1, list: 2 },
  "retrieval/problems": { queries: 8, news: 3, solvers: 2, further: 10 },
};

/** Agents whose worlds compare each with each: a thousand take minutes. */
const MANY = 60;

test.each(environments.entries())("a number of the world $id leaves figures that are numbers", (entry) => {
  for (const { path, value } of limitsOf(entry.parameters)) {
    const where = `${path.join(".")} = ${value}`;
    const few = ["agents", "developers"].includes(path[0]) ? Math.min(value, MANY) : value;
    const world = madeAt(entry, { path, value: few });
    if (world === undefined) continue;
    const random = Random.of(2, entry.id);
    const { agents: seats, actionSize, actionLow, actionHigh, choices, channels, observationSize } = world.spec;
    const outcomes = new Float64Array(seats.length * channels.length);
    const observations = new Float32Array(seats.length * observationSize);
    const actions = new Float64Array(seats.length * actionSize);
    world.reset(random, outcomes);
    for (let step = 0, status = 0; step < 3 && status === 0; step++) {
      world.observe(observations);
      for (const place of actions.keys()) actions[place] = random.uniform(actionLow[place], actionHigh[place]);
      if (choices !== undefined) for (const [place, one] of actions.entries()) actions[place] = Math.floor(one);
      status = world.step(actions, outcomes, random);
    }
    expect(outcomes.every(Number.isFinite), where).toBe(true);
    expect(observations.every(Number.isFinite), where).toBe(true);
  }
});
