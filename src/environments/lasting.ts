// Lives: a world of one agent whose episodes go on. What ends begins anew where it began, with luck of its own, until a number of steps is over.
// A learner then has many tries at one level within one episode, its life.

import { type NumericEnvironment, observationSize, Status } from "../core/environment.ts";
import { layout } from "../core/layout.ts";
import { whole } from "../core/parameters.ts";
import { field } from "./declaration.ts";

/** The parameter of worlds that may last. */
export const lifetime = whole(0, 1_000_000, 0).describe(
  "steps of a life, in which the same level begins anew whenever it ends; 0: an episode is one try",
);

/** Field of the observation by which a learner sees that another try has begun. */
export const BEGAN = "began";

/**
 * The world in lives of `steps` steps; the world itself where `steps` is 0. All of a world's state lies in one array, so that a level begins
 * anew by writing back what its first reset had written.
 */
export function lasting(world: NumericEnvironment, steps: number): NumericEnvironment {
  if (steps === 0) return world;
  const { spec } = world;
  if (spec.agents.length !== 1) throw new Error("a world that lasts has one agent");
  const own = world.state.buffer;
  const size = own.length;
  const state = layout({ ...world.state.shapes, first: [size], began: [1], lived: [1] });
  const kept = state.buffer.subarray(0, size);
  const { first, began, lived } = state.views;
  const at = spec.observationSize;
  const observation = [...spec.observation, field(BEGAN, 0, 1, "1 at the first step of another try")];
  const { scene } = world;
  return {
    spec: { ...spec, horizon: steps, observation, observationSize: observationSize(observation), deterministic: false },
    state,
    reset(random, outcomes, place) {
      world.reset(random, outcomes, place);
      kept.set(own);
      first.set(own);
      began[0] = 1;
      lived[0] = 0;
    },
    step(actions, outcomes, random) {
      copy(kept, own);
      const status = world.step(actions, outcomes, random);
      const over = status !== Status.running;
      copy(over ? first : own, kept);
      began[0] = over ? 1 : 0;
      lived[0] += 1;
      return lived[0] >= steps ? Status.truncated : Status.running;
    },
    observe(out) {
      copy(kept, own);
      world.observe(out);
      out[at] = began[0];
    },
    ...(scene === undefined
      ? {}
      : {
          scene(last) {
            own.set(kept);
            return scene(last);
          },
        }),
  };
}

/** Copies a few numbers, in less time than `set` takes to begin. */
function copy(from: Float64Array, to: Float64Array): void {
  for (let k = 0; k < from.length; k++) to[k] = from[k];
}
