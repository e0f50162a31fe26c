// Two ways to play the map bandit that its theory knows the worth of: pay for the map at once, or find the arm by trying.

import type { Agent } from "../../core/agent.ts";
import type { Oracle } from "../../core/environment.ts";

/** Players of a map bandit that shows what came of the last pull; they read its observation. */
export function mapPlayers(arms: number): Readonly<Record<string, Oracle>> {
  const payoffAt = arms + 1;
  const shownAt = arms + 2;
  return {
    map: {
      meaning: "pulls the map, then the arm that it showed for the rest of the block",
      play: (): Agent => {
        let shown = -1;
        return {
          reset() {
            shown = -1;
          },
          act(observation, action) {
            for (let arm = 0; arm < arms; arm++) if (observation[shownAt + arm] === 1) shown = arm;
            action[0] = shown < 0 ? arms : shown;
          },
        };
      },
    },
    elimination: {
      meaning: "tries one arm after the other and stays with the first that pays",
      play: (): Agent => {
        let next = -1;
        return {
          reset() {
            next = -1;
          },
          act(observation, action) {
            if (next < 0 || observation[payoffAt] === 0) next = Math.min(next + 1, arms - 1);
            action[0] = next;
          },
        };
      },
    },
  };
}
