// Fighters: players of a given policy, and scripted policies as opponents for learners. A state does not contain the opponent's last
// action, so no policy imitates it.

import type { Agent } from "../../../core/agent.ts";
import type { Random } from "../../../core/random.ts";
import { drawAt } from "../../../math/weighted-draw.ts";
import { choiceOf } from "../../declaration.ts";
import { ACTIONS, BACK, FARTHEST, FIRE, FORWARD, GUARD, JAB, THROW } from "./rules.ts";
import type { FightPolicy, FightTable } from "./solution.ts";

const A = ACTIONS.length;

/** A state's components. */
type Shown = ReturnType<FightTable["partsOf"]>;

/** A fighter with a deterministic action in each state. */
interface RuledFighter {
  readonly meaning: string;
  readonly action: (shown: Shown) => number;
  /** Probability of a uniformly random action; default 0. */
  readonly noise?: number;
}

export const FIGHTERS = {
  jabs: { meaning: "jabs always", action: () => JAB },
  guards: { meaning: "guards always", action: () => GUARD },
  fires: { meaning: "fires always", action: () => FIRE },
  retreats: { meaning: "steps back always", action: () => BACK },
  advances: { meaning: "steps forward always", action: () => FORWARD },
  "fires-guards": { meaning: "fires and guards by turns", action: ({ tick }) => [FIRE, GUARD][tick % 2] },
  "comes-jabs-throws": {
    meaning: "steps forward, jabs and throws by turns",
    action: ({ tick }) => [FORWARD, JAB, THROW][tick % 3],
  },
  rusher: {
    meaning: "steps forward, and jabs at distance 0",
    action: ({ distance }) => (distance === 0 ? JAB : FORWARD),
  },
  thrower: {
    meaning: "steps forward, and throws at distance 0",
    action: ({ distance }) => (distance === 0 ? THROW : FORWARD),
  },
  turtle: {
    meaning: "steps back once it is ahead; before, jabs at distance 0 and guards elsewhere",
    action: ({ own, other, distance }) => (own > other ? BACK : distance === 0 ? JAB : GUARD),
  },
  striker: {
    meaning: "throws, jabs or fires by the distance, with a fifth of its actions at random",
    action: ({ distance }) => [THROW, JAB, FIRE][distance],
    noise: 0.2,
  },
} as const satisfies Readonly<Record<string, RuledFighter>>;

export function ruledPolicy(table: FightTable, { action, noise = 0 }: RuledFighter): FightPolicy {
  const policy = new Float64Array(table.states * A);
  for (let state = 0; state < table.states; state++) policy[state * A + action(table.partsOf(state))] = 1;
  return noisy(policy, noise);
}

/** Mixes a policy with uniformly random actions. */
export const noisy = (policy: FightPolicy, noise: number): FightPolicy =>
  policy.map((chance) => (1 - noise) * chance + noise / A);

/** Parameters of a fight that determine its observations. */
interface Fight {
  readonly health: number;
  readonly ticks: number;
}

/** Number of the state that a fighter's observation shows. */
function shownState(
  { stateOf }: Pick<FightTable, "stateOf">,
  observation: Float32Array,
  { health, ticks }: Fight,
): number {
  const ones = (from: number, count: number): number => {
    let sum = 0;
    for (let k = from; k < from + count; k++) sum += observation[k];
    return Math.round(sum);
  };
  const place = (from: number, count: number): number => {
    for (let k = 0; k < count; k++) if (observation[from + k] > 0.5) return k;
    return 0;
  };
  const distance = place(2 * health, FARTHEST + 1);
  return stateOf(ones(0, health), ones(health, health), distance, place(2 * health + FARTHEST + 1, ticks));
}

/** A player that samples from a policy in each state. */
export function fightPlayer(table: FightTable, fight: Fight, policy: FightPolicy): Agent {
  let hand: Random | undefined;
  return {
    reset(random) {
      hand = random;
    },
    act(observation, action) {
      if (hand === undefined) throw new Error("a fighter acts before its first reset");
      action[0] = drawAt(policy, A * shownState(table, observation, fight), A, hand);
    },
    follow(observation, action) {
      const at = A * shownState(table, observation, fight);
      let entropy = 0;
      for (let a = 0; a < A; a++) if (policy[at + a] > 0) entropy -= policy[at + a] * Math.log(policy[at + a]);
      return { logProbability: Math.log(policy[at + choiceOf(action[0], A)]), entropy };
    },
  };
}
