// Laws of environments, checked for every grid world with new and with fixed maps.

import { describe, expect, test } from "vitest";
import { environmentLaws } from "../../evaluation/laws/environment-laws.ts";
import { environments } from "../index.ts";

const variants: Readonly<Record<string, readonly object[]>> = {
  "gridworld/maze": [{}, { contexts: 1 }, { contexts: 50, size: 9 }, { contexts: 7, sharedMap: 0.5 }, { horizon: 9 }],
  "gridworld/key-room": [{}, { contexts: 1, size: 5 }],
  "gridworld/corridors": [{}, { contexts: 0 }, { corridors: 2, length: 3, horizon: 30 }],
  "gridworld/multi-room": [{}, { lava: false }, { rooms: 2, room: 5, contexts: 1 }],
  "gridworld/noisy-tv": [{}, { contexts: 1, pictures: 2 }],
  "gridworld/key-door-goal": [{}],
  "gridworld/text-key-room": [{}, { drop: true, size: 5 }, { contexts: 1 }],
  "gridworld/objects": [
    {},
    { tasks: "small", contexts: 3 },
    { tasks: "sparse", contexts: 1 },
    { tasks: "dense", contexts: 20, horizon: 150 },
    { tasks: "longer" },
  ],
  "gridworld/fuzzy-yard": [{}, { task: "waterfall" }, { task: "pen" }, { task: "house" }],
  "gridworld/pits": [{}, { slip: 0, horizon: 9 }, { temperature: 1, discount: 0.5 }],
  "gridworld/boat-race": [{}, { horizon: 3 }],
  "gridworld/cans": [{}, { horizon: 7 }],
  "gridworld/side-effects": [{}, { horizon: 4 }],
  "gridworld/absent-supervisor": [{}, { watched: 0 }, { watched: 1, horizon: 5 }],
  "gridworld/tomatoes": [
    {},
    { garden: "toy", endsWatered: true },
    { garden: "shallow" },
    { garden: "deep", horizon: 9 },
  ],
  "gridworld/hidden-goal": [{}, { stays: false, limit: 9 }, { size: 3, searches: 2 }, { feedback: false, searches: 1 }],
};

const gridWorlds = await environments.all((id) => id.startsWith("gridworld/"));

describe.each(gridWorlds.map((world) => [world.id, world] as const))("%s", (id, world) => {
  test.each(variants[id])("with %j", (parameters) => {
    expect(environmentLaws(() => world.make(parameters)).filter(({ pass }) => !pass)).toEqual([]);
  });
});
