// Copies that share a world are identical, to the last bit, to those with a world each, for every built-in world.

import { expect, test } from "vitest";
import { SHORT } from "../../../test/contract/short-worlds.ts";
import { Status } from "../../core/environment.ts";
import { Random } from "../../core/random.ts";
import { environments } from "../../environments/index.ts";
import { streamsOf } from "../../play/streams.ts";
import { optionsIn } from "./session-options.ts";
import { copiesOf } from "./vector-copies.ts";
import { seatedWorld } from "./world-session.ts";

const COUNT = 3;
const STEPS = 15;
/** Fewer steps for worlds in which forty agents make a step a hundred times slower. */
const FEW: Readonly<Record<string, number>> = { "coopetition/apache-project": 2 };
const NAMES = environments.ids().filter((id) => !id.startsWith("language/"));

/** Returns the names of the rows that are not identical. */
const differing = (one: Readonly<Record<string, ArrayBufferView>>, other: typeof one): string[] =>
  Object.keys(one).filter((name) => !Buffer.from(one[name].buffer).equals(Buffer.from(other[name].buffer)));

test.each(NAMES)("%s", async (id) => {
  const world = { name: id, id, directory: ".", cache: ".agon" };
  const names = (await environments.get(id)).make().spec.channels.map(({ name }) => name);
  // A world whose task is only described in words has no payoff.
  const pay = names.includes("payoff")
    ? { objective: "payoff" }
    : { objective: names[0], reward: `{ channel: ${names[0]} }` };
  const options = new URLSearchParams({ joint: "true", ...pay, parameters: JSON.stringify(SHORT[id] ?? {}) });
  const set = await seatedWorld(world, optionsIn(options));
  const { agents, channels, observationSize, actionSize, choices, actionLow, actionHigh } = set.spec;
  const n = agents.length;
  const rows = () => ({
    rewards: new Float64Array(COUNT * n),
    objective: new Float64Array(COUNT),
    outcomes: new Float64Array(COUNT * n * channels.length),
    observations: new Float32Array(COUNT * n * observationSize),
  });
  const [sharedRows, ownRows] = [rows(), rows()];
  const shared = copiesOf(world, set, COUNT, sharedRows);
  // A world from a user's file is never shared.
  const own = copiesOf({ ...world, id: "./file.js" }, set, COUNT, ownRows);
  const hands = Random.of(1, "hands");
  const episodes = new Array<number>(COUNT).fill(-1);
  const status = new Array<Status>(COUNT).fill(Status.terminated);
  const actions = new Float64Array(COUNT * n * actionSize);
  for (let step = 0; step < (FEW[id] ?? STEPS); step++) {
    for (let k = 0; k < actions.length; k++) {
      const at = k % (n * actionSize);
      actions[k] = choices === undefined ? hands.uniform(actionLow[at], actionHigh[at]) : hands.integer(choices);
    }
    for (let place = 0; place < COUNT; place++) {
      if (status[place] === Status.running) {
        status[place] = own.step(place, actions);
        expect(shared.step(place, actions)).toBe(status[place]);
        continue;
      }
      episodes[place] += 1;
      for (const copies of [own, shared]) copies.begin(place, streamsOf(place, episodes[place]));
      status[place] = Status.running;
    }
    expect(differing(sharedRows, ownRows), `after step ${step}`).toEqual([]);
  }
  for (let place = 0; place < COUNT; place++) expect(shared.look(place)).toEqual(own.look(place));
  for (const copies of [own, shared]) copies.close();
});
