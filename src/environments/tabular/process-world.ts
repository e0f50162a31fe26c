// A finite process as a world of episodes, which knows its process, so that teachers and planners may read it.

import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { layout } from "../../core/layout.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { barScene } from "../bar-scene.ts";
import { type Choices, choiceOf, field, flow, parts, singleAgentSpec } from "../declaration.ts";
import { sampleNext, type TabularMdp } from "./mdp.ts";

const [PAYOFF, DISCOUNTED] = [0, 1];

/** A world with the process that it plays. */
export interface ProcessWorld extends NumericEnvironment {
  readonly process: TabularMdp;
}

/** The process of a world. Throws a UserError where the world is not made of one. */
export function processOf(world: NumericEnvironment): TabularMdp {
  if (isProcessWorld(world)) return world.process;
  const hint = "use a world of tabular/, such as tabular/four-rooms";
  throw new UserError({ code: "no-process", what: "this world does not show its process", hint });
}

const isProcessWorld = (world: NumericEnvironment): world is ProcessWorld => "process" in world;

/** What a world of a process is made of. */
export interface ProcessWorldOptions {
  readonly process: TabularMdp;
  /** Steps after which an episode is cut off. */
  readonly horizon: number;
  readonly action: Choices;
}

/** The world. Rewards are their expectations; states that end an episode are not left. */
export function processWorld({ process, horizon, action }: ProcessWorldOptions): ProcessWorld {
  const { states: S, actions: A, discount, reward, terminal } = process;
  const state = layout({ place: [1], clock: [1] });
  const { place, clock } = state.views;
  const [low, high] = [Math.min(0, ...reward), Math.max(0, ...reward)];
  const spec = singleAgentSpec({
    label: "player",
    horizon,
    action,
    actionUnit: "action",
    observation: [field("state", 0, S - 1, "where the process stands")],
    channels: [
      flow("payoff", "reward", low, high, "sum", "what the step is expected to pay"),
      flow("discounted", "reward", low, high, "sum", `the same times γ^t, γ = ${discount}`),
    ],
    publicState: parts({ place: "state", clock: "step" }),
  });
  return {
    spec,
    state,
    process,
    reset(random, outcomes) {
      place[0] = drawAt(process.start, 0, S, random);
      clock[0] = 0;
      outcomes.fill(0);
    },
    step(actions, outcomes, random) {
      const chosen = choiceOf(actions[0], A);
      const paid = reward[place[0] * A + chosen];
      outcomes[PAYOFF] = paid;
      outcomes[DISCOUNTED] = discount ** clock[0] * paid;
      place[0] = sampleNext(process, place[0], chosen, random.uniform());
      clock[0] += 1;
      return (terminal[place[0]] === 1 ? Status.terminated : 0) | (clock[0] >= horizon ? Status.truncated : 0);
    },
    observe(out) {
      out[0] = place[0];
    },
    scene: () =>
      barScene(
        [
          {
            title: "Where the process stands",
            low: 0,
            high: 1,
            bars: Array.from({ length: S }, (_, s) => ({
              name: `state ${s}`,
              value: s === place[0] ? 1 : 0,
              marked: s === place[0],
            })),
          },
        ],
        `In state ${place[0]} after ${clock[0]} of ${horizon} steps.`,
      ),
  };
}
