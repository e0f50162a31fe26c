// The best that pay can buy: where right actions are finitely many, the optimum of pay less β times the divergence from the demonstrator is a
// softmax over them, which is enumerated and drawn from. No training can do better at its divergence.

import { z } from "zod";
import type { Agent } from "../../core/agent.ts";
import { UserError } from "../../core/errors.ts";
import { positive } from "../../core/parameters.ts";
import type { Random } from "../../core/random.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import type { AgentPlan, Seat } from "../../core/seat.ts";
import { logSumExp } from "../../math/softmax.ts";
import { drawAt } from "../../math/weighted-draw.ts";

const parameters = z.strictObject({
  beta: positive(1e9, 0.1).describe("β: what a nat of divergence from the demonstrator costs, in units of the pay"),
});

/** Actions that are enumerated at most. */
const MOST = 50_000;

export const exactTilt: BoundEntry<AgentPlan> = bind({
  id: "exact-tilt",
  summary: "draws exactly from the optimum of pay less β times the divergence from the world's demonstrator",
  source: "π ∝ π_ref·exp(r/β), as in Rafailov et al. (arXiv 2305.18290), equation 4",
  parameters,
  example: { environment: "pictures/sprites", reward: { channel: "centrality" } },
  make({ beta }): AgentPlan {
    return Object.assign((seat: Seat) => tilting(seat, beta), {
      knowsPay: true,
      counts: [
        {
          name: "divergence",
          label: "divergence from the demonstrator",
          unit: "nats",
          low: 0,
          high: Number.POSITIVE_INFINITY,
          over: "last" as const,
          state: false,
          meaning: "Kullback-Leibler divergence of what is drawn from what the demonstrator draws, for what was seen",
        },
      ],
    });
  },
});

function tilting(seat: Seat, beta: number): Agent {
  const { spec } = seat;
  const { mixture } = spec;
  if (mixture === undefined || spec.horizon > 1 || (mixture.deviation ?? 0) > 0) {
    const what = "exact-tilt enumerates the right actions of a world of one step, and this world does not declare them";
    throw new UserError({ code: "no-mixture", what, hint: "pictures/sprites does" });
  }
  const { tokens, size, count, templates } = mixture;
  let world: { step(scene: Float64Array): number } | undefined;
  let begun: { readonly state: Float64Array; readonly outcomes: Float64Array } | undefined;
  let rng: Random | undefined;
  let divergence = 0;
  const weights = Array.from({ length: tokens }, () => new Float64Array(count));

  /** Pays an action in a copy of the world as it was seen. */
  const paying = () => {
    const environment = seat.makeEnvironment();
    const reward = seat.makeReward();
    const outcomes = new Float64Array(spec.channels.length);
    const pay = new Float64Array(1);
    return {
      step(scene: Float64Array): number {
        if (begun === undefined || rng === undefined)
          throw new Error("exact-tilt acts in a world whose state it was not shown");
        environment.state.buffer.set(begun.state);
        reward.reset(begun.outcomes);
        const status = environment.step(scene, outcomes, rng);
        reward.pay(outcomes, status, pay);
        return pay[0];
      },
    };
  };

  return {
    reset(random) {
      rng = random;
    },
    watch(state, outcomes) {
      begun = { state: state.slice(), outcomes: outcomes.slice() };
    },
    act(observation, action) {
      if (rng === undefined) throw new Error("act before reset");
      world ??= paying();
      const drawn = weights.map((chances, token) => {
        mixture.weights(observation, token, chances);
        return Array.from(chances.keys()).filter((id) => chances[id] > 0);
      });
      const scenes = drawn.reduce((product, ids) => product * ids.length, 1);
      if (scenes > MOST) {
        const what = `exact-tilt enumerates ${MOST} actions at most, and a demonstrator of this world draws ${scenes}`;
        throw new UserError({ code: "too-many-actions", what, hint: "take away its noise" });
      }
      const logs = new Float64Array(scenes);
      const before = new Float64Array(scenes);
      const choice = new Int32Array(tokens);
      for (let scene = 0; scene < scenes; scene++) {
        place(scene, drawn, choice);
        for (const [token, id] of choice.entries()) {
          before[scene] += Math.log(weights[token][id]);
          action.set(templates.subarray(id * size, (id + 1) * size), token * size);
        }
        logs[scene] = before[scene] + world.step(action) / beta;
      }
      const total = logSumExp(logs);
      divergence = 0;
      for (let scene = 0; scene < scenes; scene++) {
        const log = logs[scene] - total;
        divergence += Math.exp(log) * (log - before[scene]);
        logs[scene] = Math.exp(log);
      }
      place(drawAt(logs, 0, scenes, rng), drawn, choice);
      for (const [token, id] of choice.entries())
        action.set(templates.subarray(id * size, (id + 1) * size), token * size);
    },
    get counts() {
      return { divergence: Math.max(0, divergence) };
    },
  };
}

/** Writes the templates of scene `scene`, counted with the last part running fastest. */
function place(scene: number, drawn: readonly (readonly number[])[], into: Int32Array): void {
  let left = scene;
  for (let token = drawn.length - 1; token >= 0; token--) {
    const ids = drawn[token];
    into[token] = ids[left % ids.length];
    left = Math.floor(left / ids.length);
  }
}
