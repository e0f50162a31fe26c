// What the player of the map bandit knows, as a process of its own: how many arms have failed, or which one pays. Plans on it
// are the exact answer to the world that `environments/bandits/map.ts` plays.

import { type TabularMdp, tabularMdp } from "../../environments/tabular/mdp.ts";

/** Choices: the map, or an arm that has not failed (once it is known, the one that pays). */
export const MapChoice = { map: 0, arm: 1 } as const;

export interface MapBeliefOptions {
  /** Arms, of which one pays 1. */
  readonly arms: number;
  readonly discount: number;
  /** What the map shows: the arm that pays, one of the others, or (there is none) it is one more pull of an arm. Default the first. */
  readonly map?: "winner" | "wrong" | "none";
}

/** State k < arms: k arms are ruled out; state `arms`: the arm that pays is known. Nothing ends: solvers set the horizon. */
export function mapBelief({ arms, discount, map = "winner" }: MapBeliefOptions): TabularMdp {
  const known = arms;
  const isMap = (action: number) => action === MapChoice.map && map !== "none";
  return tabularMdp({
    states: arms + 1,
    actions: 2,
    discount,
    transitions(state, action) {
      if (state === known) return [[known, 1]];
      const left = arms - state;
      if (!isMap(action)) {
        return [
          [known, 1 / left],
          [Math.min(state + 1, known), 1 - 1 / left],
        ];
      }
      if (map === "winner") return [[known, 1]];
      // One of the arms that do not pay, of which `left` − 1 are not ruled out yet.
      const news = (left - 1) / (arms - 1);
      return [
        [left === 1 ? known : state + 1, news],
        [state, 1 - news],
      ];
    },
    reward: (state, action) => (isMap(action) ? 0 : state === known ? 1 : 1 / (arms - state)),
  });
}
