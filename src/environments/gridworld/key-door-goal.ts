// A fixed map whose goal is near but hard to reach: the key lies in the opposite direction, and the door is locked. It is small enough for
// exact values, and misleads distance-based rewards.

import { z } from "zod";
import { bind } from "../../core/registry.ts";
import { contextsOf, type Level } from "./contexts.ts";
import { gridWorld, horizonParameter } from "./grid-world.ts";
import { parseMap, type Rules } from "./tiles.ts";

/** 7 × 7 tiles inside walls: the start beside the locked door, the goal behind it, the key in the far corner. */
const KEY_DOOR_GOAL = [
  "#########",
  "#k...#..#",
  "#....#..#",
  "#....#..#",
  "#...@%.G#",
  "#....#..#",
  "#....#..#",
  "#....#..#",
  "#########",
];

/** Rules for key and door: the agent takes and opens them by walking onto them. */
export const keyDoorGoalRules: Rules = { hands: "automatic" };

/** Returns the fixed map as a level. */
export const keyDoorGoalLevel = (): Level => parseMap(KEY_DOOR_GOAL);

export const keyDoorGoal = bind({
  id: "gridworld/key-door-goal",
  summary: "the goal is near, behind a locked door; the key is far, the other way",
  source: "the DoorKey tasks of MiniGrid (arXiv 2306.13831)",
  parameters: z.strictObject({ horizon: horizonParameter(200) }),
  make: ({ horizon }) => {
    const level = keyDoorGoalLevel();
    const { width, height } = level.grid;
    const contexts = contextsOf({ contexts: 1, layoutSeed: 0, sharedMap: 0 }, () => level);
    return gridWorld({ width, height, horizon, contexts, ...keyDoorGoalRules });
  },
});
