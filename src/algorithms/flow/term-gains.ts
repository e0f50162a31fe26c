// How far each term of a reward is above what the parameters at the start are paid, to the same observations and with the same noise.

import type { TrainingContext } from "../../core/algorithm.ts";
import type { Random } from "../../core/random.ts";
import type { RewardPlan } from "../../core/reward.ts";
import { RewardMemory } from "../../core/reward-memory.ts";
import type { Measures } from "../training-measures.ts";
import { groupsOf } from "./drawn-groups.ts";
import { drawnBy, type FlowPlace } from "./flow-rule.ts";

/** Batches that are compared. */
const BATCHES = 8;

/** `leastGain`: of all terms the least rise of the mean pay since the start, in deviations of the pay at the start. */
export function termGains(
  context: TrainingContext,
  place: FlowPlace,
  parts: readonly RewardPlan[],
  random: Random,
): Measures {
  const { rows, group } = place;
  const drawn = groupsOf(context, rows / group, group, RewardMemory.empty(), parts);
  const [before, after] = [sums(parts.length), sums(parts.length)];
  for (let batch = 0; batch < BATCHES; batch++) {
    const own = random.stream("batch", batch);
    before.add(drawn(own, drawnBy(place, place.reference)).terms);
    after.add(drawn(own, drawnBy(place, place.policy)).terms);
  }
  const gains = parts.flatMap((_, k) => {
    const deviation = before.deviation(k);
    return deviation > 0 ? [(after.mean(k) - before.mean(k)) / deviation] : [];
  });
  return gains.length === 0 ? {} : { leastGain: Math.min(...gains) };
}

function sums(terms: number) {
  const first = new Float64Array(terms);
  const second = new Float64Array(terms);
  let count = 0;
  const mean = (k: number) => first[k] / count;
  return {
    add(columns: readonly Float64Array[]) {
      for (const [k, column] of columns.entries()) {
        for (const value of column) {
          first[k] += value;
          second[k] += value * value;
        }
      }
      count += columns[0].length;
    },
    mean,
    deviation: (k: number) => Math.sqrt(Math.max(0, second[k] / count - mean(k) ** 2)),
  };
}
