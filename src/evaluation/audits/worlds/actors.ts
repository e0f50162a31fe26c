// What a search of a world tries: scripts of actions, and small policies that look. Each kind can be drawn, changed a little, and crossed.

import type { NumericSpec } from "../../../core/environment.ts";
import type { Random } from "../../../core/random.ts";
import type { ScriptAction } from "./script.ts";

/** Something that acts: by the number of the step and what is seen. */
export type Actor = (step: number, seen: Float32Array) => ScriptAction;

/** A kind of thing to try. */
export interface ActorKind<G> {
  readonly name: string;
  /** Whether its actors look at what they see. */
  readonly looks: boolean;
  draw(random: Random): G;
  change(one: G, random: Random): G;
  cross(one: G, other: G, random: Random): G;
  actor(one: G): Actor;
}

/** Draws a single action of every agent. */
export function actionDrawer({
  choices,
  actionLow,
  actionHigh,
  agents,
  actionSize,
}: NumericSpec): (random: Random) => ScriptAction {
  const size = agents.length * actionSize;
  if (choices !== undefined && size === 1) return (random) => random.integer(choices);
  if (choices !== undefined) return (random) => Array.from({ length: size }, () => random.integer(choices));
  return (random) =>
    Array.from({ length: size }, (_, k) => {
      // The ends of a range are where rewards break most often.
      const at = random.integer(4);
      return at === 0 ? actionLow[k] : at === 1 ? actionHigh[k] : random.uniform(actionLow[k], actionHigh[k]);
    });
}

const MOST_PERIOD = 6;

/** Scripts of a length: constant, periodic, sticky or free; changed at points, by repeating a piece, or by moving a piece. */
export function scripts(spec: NumericSpec, length: number): ActorKind<readonly ScriptAction[]> {
  const action = actionDrawer(spec);
  return {
    name: "a script of actions",
    looks: false,
    draw(random) {
      const way = random.integer(3);
      if (way === 0) {
        const period = Array.from({ length: 1 + random.integer(MOST_PERIOD) }, () => action(random));
        return Array.from({ length }, (_, t) => period[t % period.length]);
      }
      const stays = way === 1 ? random.uniform() : 0;
      let now = action(random);
      return Array.from({ length }, () => {
        if (random.uniform() >= stays) now = action(random);
        return now;
      });
    },
    change(one, random) {
      const next = [...one];
      const at = random.integer(length);
      const way = random.integer(5);
      if (way === 0) next[at] = action(random);
      else if (way === 1) for (let k = 1 + random.integer(4); k > 0; k--) next[random.integer(length)] = action(random);
      else if (way === 2) {
        // A piece is repeated to the end, or for a while.
        const period = 1 + random.integer(MOST_PERIOD);
        const until = random.integer(2) === 0 ? length : Math.min(length, at + period + random.integer(length));
        for (let t = at + period; t < until; t++) next[t] = next[t - period];
      } else if (way === 3) next.splice(at, 0, action(random));
      else {
        next.splice(at, 1);
        next.push(action(random));
      }
      return next.slice(0, length);
    },
    cross(one, other, random) {
      const at = random.integer(length);
      return [...one.slice(0, at), ...other.slice(at)];
    },
    actor: (one) => (step) => one[Math.min(step, one.length - 1)],
  };
}

/** Fields of an observation above which no linear policy is tried. */
export const MOST_SEEN = 400;

/**
 * Linear policies of the first agent's view: the choice with the largest score, or actions within the box by a squashed score. Observations
 * are scaled by their ranges.
 */
export function linearPolicies(spec: NumericSpec): ActorKind<Float64Array> {
  const { choices, observation, observationSize: seen, actionLow, actionHigh, actionSize } = spec;
  const scale = observation.flatMap(({ size, low, high, usual = [low, high] }) =>
    new Array<number>(size).fill(1 / Math.max(1e-9, Math.abs(usual[0]), Math.abs(usual[1]))),
  );
  const outputs = choices ?? actionSize;
  const row = seen + 1;
  const scores = new Float64Array(outputs);
  return {
    name: "a small policy",
    looks: true,
    draw: (random) => Float64Array.from({ length: outputs * row }, () => random.normal()),
    change(one, random) {
      const size = 10 ** random.uniform(-2, 0);
      const share = random.uniform() < 0.5 ? 0.1 : 1;
      return one.map((weight) => (random.uniform() < share ? weight + size * random.normal() : weight));
    },
    cross: (one, other, random) => one.map((weight, k) => (random.uniform() < 0.5 ? weight : other[k])),
    actor: (one) => (_, view) => {
      for (let c = 0; c < outputs; c++) {
        let sum = one[c * row + seen];
        for (let k = 0; k < seen; k++) sum += one[c * row + k] * Math.max(-10, Math.min(10, view[k] * scale[k]));
        scores[c] = sum;
      }
      if (choices !== undefined) return scores.indexOf(scores.reduce((a, b) => Math.max(a, b)));
      return Array.from(
        scores,
        (score, k) => actionLow[k] + (actionHigh[k] - actionLow[k]) * (0.5 + 0.5 * Math.tanh(score)),
      );
    },
  };
}
