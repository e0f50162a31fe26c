// The mini-fighter as this study measures it: its table of states, a trained player as a policy, chances of winning, scripted opponents.

import type { TrainedGame } from "../../algorithms/self-play/population.ts";
import type { Agent } from "../../core/agent.ts";
import { ACTIONS, BACK, FIRE, FORWARD, GUARD, JAB, THROW } from "../../environments/games/mini-fighter/rules.ts";
import {
  type FightPolicy,
  fightResponse,
  fightTable,
  fightValue,
  mixedByReach,
  sameEverywhere,
} from "../../environments/games/mini-fighter/solution.ts";
import { miniFighterWorld } from "../../environments/games/mini-fighter/world.ts";

const HEALTH = 3;
const TICKS = 10;
const DISTANCES = [0, 1, 2];
const A = ACTIONS.length;

export const OPTIONS = { health: HEALTH, ticks: TICKS };
export const TABLE = fightTable(HEALTH, TICKS);
export const UNIFORM = sameEverywhere(TABLE);

/** The fight as population training sees it, with exact responses. */
export const GAME: TrainedGame<FightPolicy> = {
  first: UNIFORM,
  result: (one, other) => fightValue(TABLE, one, other),
  mixed: (policies, weights) => mixedByReach(TABLE, policies, weights),
  response: (against) => fightResponse(TABLE, against).policy,
};

const WINS = { ...TABLE, result: TABLE.result.map((result) => Math.max(0, result)) };
const ENDS = { ...TABLE, result: Float64Array.from(TABLE.next, (next) => (next < 0 ? 1 : 0)) };

/** Chance that one policy wins against another. */
export const winChance = (one: FightPolicy, other: FightPolicy): number => fightValue(WINS, one, other);
/** Chance of a draw. */
export const drawChance = (one: FightPolicy, other: FightPolicy): number =>
  fightValue(ENDS, one, other) - winChance(one, other) - winChance(other, one);

/** A state by what there is to see in it. */
interface Shown {
  readonly own: number;
  readonly other: number;
  readonly distance: number;
  readonly tick: number;
}

/** Visits every state. */
function eachState(visit: (state: number, shown: Shown) => void): void {
  for (let tick = 0; tick < TICKS; tick++)
    for (const distance of DISTANCES)
      for (let own = 1; own <= HEALTH; own++)
        for (let other = 1; other <= HEALTH; other++)
          visit(TABLE.stateOf(own, other, distance, tick), { own, other, distance, tick });
}

/** The policy without chance that takes `action` in each state. */
function byRule(action: (shown: Shown) => number): FightPolicy {
  const policy = new Float64Array(TABLE.states * A);
  eachState((state, shown) => {
    policy[state * A + action(shown)] = 1;
  });
  return policy;
}

/** The observations of all states, [states × observationSize]. */
export function allObservations(): Float32Array {
  const world = miniFighterWorld.make({});
  const size = world.spec.observationSize;
  const seen = new Float32Array(2 * size);
  const all = new Float32Array(TABLE.states * size);
  const { health, distance, tick } = world.state.views;
  eachState((state, shown) => {
    health.set([shown.own, shown.other]);
    [distance[0], tick[0]] = [shown.distance, shown.tick];
    world.observe(seen);
    all.set(seen.subarray(0, size), state * size);
  });
  return all;
}

/** What a trained player does in every state. */
export function policyOf(player: Agent): FightPolicy {
  const observations = allObservations();
  const size = observations.length / TABLE.states;
  const policy = new Float64Array(TABLE.states * A);
  for (let state = 0; state < TABLE.states; state++) {
    const seen = observations.subarray(state * size, (state + 1) * size);
    for (let a = 0; a < A; a++) {
      const chance = player.follow?.(seen, Float64Array.of(a));
      if (chance === undefined) throw new Error("the player does not know its chances");
      policy[state * A + a] = Math.exp(chance.logProbability);
    }
  }
  return policy;
}

const strike = (distance: number): number => (distance === 0 ? THROW : distance === 1 ? JAB : FIRE);

/** Fighters by a rule. A state does not show the other's last action, so that none mirrors it. */
export function scripted(equilibrium: FightPolicy): Readonly<Record<string, FightPolicy>> {
  const mostly = (policy: FightPolicy, noise: number) => policy.map((x, at) => (1 - noise) * x + noise * UNIFORM[at]);
  return {
    jabs: byRule(() => JAB),
    guards: byRule(() => GUARD),
    fires: byRule(() => FIRE),
    retreats: byRule(() => BACK),
    advances: byRule(() => FORWARD),
    "fires and guards": byRule(({ tick }) => (tick % 2 === 0 ? FIRE : GUARD)),
    "comes, jabs, throws": byRule(({ tick }) => [FORWARD, JAB, THROW][tick % 3]),
    rusher: byRule(({ distance }) => (distance === 0 ? JAB : FORWARD)),
    thrower: byRule(({ distance }) => (distance === 0 ? THROW : FORWARD)),
    turtle: byRule(({ own, other, distance }) => (own > other ? BACK : distance === 0 ? JAB : GUARD)),
    striker: mostly(
      byRule(({ distance }) => strike(distance)),
      0.2,
    ),
    "noisy equilibrium": mostly(equilibrium, 0.3),
  };
}

/** Share of a fighter's actions that are blows, where it fights with itself. */
export function blowShare(policy: FightPolicy): number {
  const { states, start, next, mirror } = TABLE;
  const reach = new Float64Array(states);
  reach[start] = 1;
  let [blows, actions] = [0, 0];
  for (let state = 0; state < states; state++) {
    actions += reach[state];
    for (let a = 0; a < A; a++) {
      const own = reach[state] * policy[state * A + a];
      if (a === JAB || a === THROW || a === FIRE) blows += own;
      for (let b = 0; b < A; b++) {
        const after = next[(state * A + a) * A + b];
        if (after >= 0) reach[after] += own * policy[mirror[state] * A + b];
      }
    }
  }
  return blows / actions;
}
