// A finite process as a world of episodes, which knows its process, so that teachers and planners may read it.

import type { Channel } from "../../core/channel.ts";
import { type NumericEnvironment, type NumericSpec, type ObservationField, Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { layout } from "../../core/layout.ts";
import type { Scene, SceneStep } from "../../core/scene.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { barScene } from "../bar-scene.ts";
import { type Choices, choiceOf, field, flow, parts, singleAgentSpec } from "../declaration.ts";
import { sampleNext, type TabularMdp } from "./mdp.ts";

const [PAYOFF, DISCOUNTED] = [0, 1];

/** A step of a process: where it stood, the choice, and the number of steps before it. */
export interface ProcessStep {
  readonly from: number;
  readonly action: number;
  readonly clock: number;
}

export interface ProcessWorld extends NumericEnvironment {
  readonly process: TabularMdp;
  /** Brings the world into a state, as at the beginning of an episode. */
  stand(state: number): void;
  /** Returns the state that it stands in. */
  standing(): number;
  /** Writes the outcomes, [channels], of a step that led to state `to`; of a beginning there, without a step. */
  report(outcomes: Float64Array, to: number, step?: ProcessStep): void;
}

/** The process of a world. Throws a UserError where the world is not made of one. */
export const processOf = (world: NumericEnvironment): TabularMdp => processWorldOf(world).process;

/** The world as one that shows its process. Throws a UserError where it does not. */
export function processWorldOf(world: NumericEnvironment): ProcessWorld {
  if (isProcessWorld(world)) return world;
  const hint = "use a world of tabular/, such as tabular/four-rooms, or control/peg-insertion";
  throw new UserError({ code: "no-process", what: "this world does not show its process", hint });
}

export const isProcessWorld = (world: NumericEnvironment): world is ProcessWorld => "process" in world;

/** What is seen of a process, and reported of its steps. */
export interface ProcessView {
  readonly label: string;
  readonly observation: readonly ObservationField[];
  show(out: Float32Array, state: number): void;
  readonly channels: readonly Channel[];
  readonly report: ProcessWorld["report"];
  scene(state: number, clock: number, last: SceneStep | undefined): Scene;
  readonly oracles?: NumericSpec["oracles"];
}

/** What a world of a process is made of. */
export interface ProcessWorldOptions {
  readonly process: TabularMdp;
  /** Steps after which an episode is cut off. */
  readonly horizon: number;
  readonly action: Choices;
  /** By default the state's number is seen, and the expected reward is reported. */
  readonly view?: ProcessView;
}

/** The world. States that end an episode are not left. */
export function processWorld(options: ProcessWorldOptions): ProcessWorld {
  const { process, horizon, action, view = numberView(options) } = options;
  const { states: S, actions: A, terminal } = process;
  const deterministic = [...process.probability, ...process.start].every((chance) => chance === 0 || chance === 1);
  const state = layout({ place: [1], clock: [1] });
  const { place, clock } = state.views;
  const spec = singleAgentSpec({
    label: view.label,
    horizon,
    action,
    actionUnit: "action",
    observation: view.observation,
    channels: view.channels,
    publicState: parts({ place: "state", clock: "step" }),
    oracles: view.oracles,
    deterministic,
  });
  const now = { from: 0, action: 0, clock: 0 };
  return {
    spec,
    state,
    process,
    report: view.report,
    stand(at) {
      place[0] = at;
      clock[0] = 0;
    },
    standing: () => place[0],
    reset(random, outcomes) {
      place[0] = drawAt(process.start, 0, S, random);
      clock[0] = 0;
      view.report(outcomes, place[0]);
    },
    step(actions, outcomes, random) {
      now.from = place[0];
      now.action = choiceOf(actions[0], A);
      now.clock = clock[0];
      place[0] = sampleNext(process, now.from, now.action, random.uniform());
      view.report(outcomes, place[0], now);
      clock[0] += 1;
      return (terminal[place[0]] === 1 ? Status.terminated : 0) | (clock[0] >= horizon ? Status.truncated : 0);
    },
    observe(out) {
      view.show(out, place[0]);
    },
    scene: (last) => view.scene(place[0], clock[0], last),
  };
}

/** Shows the state's number and reports rewards, which are their expectations. */
function numberView({ process, horizon }: ProcessWorldOptions): ProcessView {
  const { states: S, actions: A, discount, reward } = process;
  const [low, high] = [Math.min(0, ...reward), Math.max(0, ...reward)];
  return {
    label: "player",
    observation: [field("state", 0, S - 1, "where the process stands")],
    show(out, state) {
      out[0] = state;
    },
    channels: [
      flow("payoff", "reward", low, high, "sum", "what the step is expected to pay"),
      flow("discounted", "reward", low, high, "sum", `the same times γ^t, γ = ${discount}`),
    ],
    report(outcomes, _to, step) {
      const paid = step === undefined ? 0 : reward[step.from * A + step.action];
      outcomes[PAYOFF] = paid;
      outcomes[DISCOUNTED] = step === undefined ? 0 : discount ** step.clock * paid;
    },
    scene: (state, clock) =>
      barScene(
        [
          {
            title: "Where the process stands",
            low: 0,
            high: 1,
            bars: Array.from({ length: S }, (_, s) => ({
              name: `state ${s}`,
              value: s === state ? 1 : 0,
              marked: s === state,
            })),
          },
        ],
        `In state ${state} after ${clock} of ${horizon} steps.`,
      ),
  };
}
