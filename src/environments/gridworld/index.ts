// The grid worlds, in the manner of MiniGrid and MiniHack.

import type { NumericEnvironment } from "../../core/environment.ts";
import type { Bound } from "../../core/registry.ts";
import { corridors } from "./corridors.ts";
import { hiddenGoal } from "./hidden-goal.ts";
import { keyDoorGoal } from "./key-door-goal.ts";
import { keyRoom } from "./key-room.ts";
import { maze } from "./maze.ts";
import { multiRoom } from "./multi-room.ts";
import { noisyTv } from "./noisy-tv.ts";
import { objects } from "./object-world.ts";
import { textKeyRoom } from "./text-key-room.ts";

export const gridWorlds: readonly Bound<NumericEnvironment>[] = [
  maze,
  keyRoom,
  corridors,
  multiRoom,
  noisyTv,
  keyDoorGoal,
  textKeyRoom,
  objects,
  hiddenGoal,
];
