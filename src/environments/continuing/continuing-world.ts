// A finite decision process as an environment without episodes: one trajectory that never terminates. The channel `regret` is an action's
// loss against the optimal long-run average, so that a learner's total regret contains no reward noise.

import { memoryless } from "../../core/agent.ts";
import { type NumericEnvironment, Status } from "../../core/environment.ts";
import { UserError } from "../../core/errors.ts";
import { layout } from "../../core/layout.ts";
import { drawAt } from "../../math/weighted-draw.ts";
import { barScene } from "../bar-scene.ts";
import { type Choices, choiceOf, field, flow, parts, singleAgentSpec } from "../declaration.ts";
import { relativeValueIteration } from "../tabular/long-run.ts";
import { sampleNext, type TabularMdp } from "../tabular/mdp.ts";

const [PAYOFF, REGRET] = [0, 1];

export interface Continuing {
  readonly process: TabularMdp;
  readonly horizon: number;
  readonly action: Choices;
  /** Observed features φ(s, a), [states × actions] rows. Default none. */
  readonly features?: readonly (readonly number[])[];
}

/** Creates the environment. Rewards are expectations. Throws a UserError where the optimal gain depends on the start state. */
export function continuingWorld({ process, horizon, action, features }: Continuing): NumericEnvironment {
  const { states: S, actions: A } = process;
  const optimum = relativeValueIteration(process, { maxSweeps: 100_000 });
  if (optimum === undefined) {
    const what = "the best that is paid a step in the long run is not the same from every state";
    throw new UserError({ code: "no-gain", what, hint: "let every state be reached from every other" });
  }
  const { bias, actionValues } = optimum;
  const rows = Array.from({ length: S }, (_, s) => actionValues.subarray(s * A, (s + 1) * A));
  const best = rows.map((row) => row.indexOf(Math.max(...row)));
  const gap = Float64Array.from(actionValues, (q, at) => Math.max(...rows[Math.floor(at / A)]) - q);
  const shown = Float32Array.from(features?.flat() ?? []);
  const width = shown.length / S;
  const state = layout({ place: [1], clock: [1] });
  const { place, clock } = state.views;
  const [low, high] = [Math.min(...process.reward), Math.max(...process.reward)];
  const spec = singleAgentSpec({
    label: "player",
    horizon,
    action,
    actionUnit: "action",
    observation: [
      field("state", 0, S - 1, "where the process stands"),
      ...(width > 0 ? [field("features", 0, 1, "φ of each action here, action after action", { size: width })] : []),
    ],
    channels: [
      flow("payoff", "reward", low, high, "sum", "what the step is expected to pay"),
      flow(
        "regret",
        "reward",
        0,
        Math.max(...gap),
        "sum",
        "how much less the action is worth than the best one, in the long run",
      ),
    ],
    publicState: parts({ place: "state", clock: "step" }),
    oracles: {
      planner: {
        meaning: "plays what is best in the long run, knowing the process",
        play: () =>
          memoryless((seen, into) => {
            into[0] = best[seen[0]];
          }),
      },
    },
  });
  return {
    spec,
    state,
    reset(random, outcomes) {
      place[0] = drawAt(process.start, 0, S, random);
      clock[0] = 0;
      outcomes.fill(0);
    },
    step(actions, outcomes, random) {
      const chosen = choiceOf(actions[0], A);
      const at = place[0] * A + chosen;
      outcomes[PAYOFF] = process.reward[at];
      outcomes[REGRET] = gap[at];
      place[0] = sampleNext(process, place[0], chosen, random.uniform());
      clock[0] += 1;
      return clock[0] >= horizon ? Status.truncated : Status.running;
    },
    observe(out) {
      out[0] = place[0];
      for (let k = 0; k < width; k++) out[1 + k] = shown[place[0] * width + k];
    },
    scene: (step) =>
      barScene(
        [
          {
            title: "What each state is worth beside the others",
            low: Math.min(...bias),
            high: Math.max(...bias),
            bars: Array.from(bias, (value, s) => ({ name: `state ${s}`, value, marked: s === place[0] })),
          },
        ],
        `In state ${place[0]} after ${clock[0]} of ${horizon} steps.${step === undefined ? "" : ` The last one gave up ${step.outcomes[REGRET].toPrecision(3)}.`}`,
      ),
  };
}
