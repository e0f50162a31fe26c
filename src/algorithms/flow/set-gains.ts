// How often what was learnt beats what it began with: sets of actions of both, to the same observations and from the same noise.

import type { TrainingContext } from "../../core/algorithm.ts";
import type { Random } from "../../core/random.ts";
import { RewardMemory } from "../../core/reward-memory.ts";
import type { Measures } from "../training-measures.ts";
import { groupsOf } from "./drawn-groups.ts";
import { drawnBy, type FlowPlace } from "./flow-rule.ts";
import { paidTogether } from "./set-pairs.ts";

/** Sets that are compared. */
const SETS = 32;

/** `winRate`: share of sets in which the policy's is paid more than the start's, a tie as half; `setGain`: how much more, on average. */
export function setGains(context: TrainingContext, place: FlowPlace, random: Random): Measures {
  const { rows, group } = place;
  const drawn = groupsOf(context, rows / group, group, RewardMemory.empty());
  let [won, gained] = [0, 0];
  for (let k = 0; k < SETS; k++) {
    const own = random.stream("set", k);
    const before = paidTogether(drawn(own, drawnBy(place, place.reference)).sets, rows);
    const after = paidTogether(drawn(own, drawnBy(place, place.policy)).sets, rows);
    won += after > before ? 1 : after === before ? 0.5 : 0;
    gained += after - before;
  }
  return { winRate: won / SETS, setGain: gained / SETS };
}
