// Which sub-goals demonstrations suggest, and whether the tree of options made of them leads through the key and the door.

import { Random } from "../../core/random.ts";
import { shuffle } from "../../math/shuffle.ts";
import { type Check, type Control, holds } from "../../study/legacy.ts";
import { EVENT_NAMES, eventDemonstrations } from "./events.ts";
import { trainedJudge } from "./judges.ts";
import type { Mode } from "./rooms.ts";
import { type Demonstration, suggestByLift } from "./suggestion.ts";

const MODE: Mode = { view: "crop", line: "inventory" };
const TRAINING_SEEDS = [1, 2, 3];
const EPISODES = 200;
/** Sub-goals that are suggested, of twelve events. */
const MOST = 3;
/** Times that success is dealt out anew among the episodes. */
const SHUFFLES = 100;

/** Whether both necessary events are suggested, the key before the door. */
function isComplete(demonstrations: readonly Demonstration[]): boolean {
  const events = suggestByLift(demonstrations, MOST).map(({ event }) => event);
  return events.includes(0) && events.indexOf(1) > events.indexOf(0);
}

/** The check of what is suggested, and the control with success dealt out anew. */
export function suggesting(): { readonly check: Check; readonly control: Control } {
  const sets = TRAINING_SEEDS.map((seed) =>
    eventDemonstrations(trainedJudge(MODE, seed), MODE, 7, EPISODES, 10 + seed),
  );
  const trees = sets.map((demonstrations) =>
    suggestByLift(demonstrations, MOST)
      .map(({ event, lift }) => `${EVENT_NAMES[event]} (${lift.toFixed(1)})`)
      .join(" → "),
  );
  const complete = sets.filter(isComplete).length;
  const random = Random.of(1, "shuffled successes");
  const byLuck = Array.from({ length: SHUFFLES }, (_, k) => isComplete(shuffled(sets[k % sets.length], random))).filter(
    Boolean,
  ).length;
  return {
    check: holds(
      `three of twelve events, by their lift before success in ${EPISODES} demonstrations: key and door are among them`,
      "in all three sets of demonstrations, the key first",
      `${complete} of ${sets.length}; ${trees[0]}`,
      complete === sets.length,
    ),
    control: {
      name: "key and door are suggested where success is dealt out anew among the episodes (> 20% of the time)",
      failed: byLuck <= 0.2 * SHUFFLES,
      measured: `${byLuck} of ${SHUFFLES} times`,
    },
  };
}

function shuffled(demonstrations: readonly Demonstration[], random: Random): Demonstration[] {
  const successes = demonstrations.map(({ success }) => success);
  shuffle(successes, random);
  return demonstrations.map(({ firsts }, k) => ({ firsts, success: successes[k] }));
}
