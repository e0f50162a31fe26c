// The grid worlds, in the manner of MiniGrid and MiniHack.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Sources } from "../../core/library.ts";
import type { Bound } from "../../core/registry.ts";

export const gridWorlds: Sources<Bound<NumericEnvironment>> = {
  "gridworld/maze": async () => (await import("./maze.ts")).maze,
  "gridworld/key-room": async () => (await import("./key-room.ts")).keyRoom,
  "gridworld/corridors": async () => (await import("./corridors.ts")).corridors,
  "gridworld/multi-room": async () => (await import("./multi-room.ts")).multiRoom,
  "gridworld/noisy-tv": async () => (await import("./noisy-tv.ts")).noisyTv,
  "gridworld/key-door-goal": async () => (await import("./key-door-goal.ts")).keyDoorGoal,
  "gridworld/text-key-room": async () => (await import("./text-key-room.ts")).textKeyRoom,
  "gridworld/objects": async () => (await import("./object-world.ts")).objects,
  "gridworld/hidden-goal": async () => (await import("./hidden-goal.ts")).hiddenGoal,
};
