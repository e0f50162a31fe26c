// Replays recorded episodes: an agent that repeats the recorded actions observes the recorded results. The result of any other action is
// unknown, so it ends the episode.

import { z } from "zod";
import { memoryless } from "../../core/agent.ts";
import { type NumericEnvironment, Status, type Windows } from "../../core/environment.ts";
import { layout } from "../../core/layout.ts";
import { oneOf } from "../../core/parameters.ts";
import { type BoundEntry, bind } from "../../core/registry.ts";
import {
  columnsOf,
  type EpisodeLog,
  episodesAtHand,
  prepareEpisodes,
  type RecordedSource,
  recordedSource,
} from "../../logs/episode-shelf.ts";
import { spreadPlace } from "../../logs/windows.ts";
import { choiceOf, clip, field, flow, level, singleAgentSpec } from "../declaration.ts";

const parameters = z.strictObject({
  log: recordedSource
    .optional()
    .describe("the episodes: a data set of Minari; default three short walks, which show what such a world is"),
  over: oneOf(["mean", "last", "sum"], "mean").describe(
    "what an episode's number of a recorded column is made of: all of its steps, or the last",
  ),
});

type Options = z.output<typeof parameters>;

/** Episodes that an environment replays. */
type PlayedRecord = Pick<EpisodeLog, "file" | "width" | "read" | "recorded">;

export const recordedEpisodes: BoundEntry<NumericEnvironment> = bind({
  id: "recorded/episodes",
  summary: "episodes of a data set, played as they were recorded, to be measured and paid anew",
  source: "data sets of Minari (Farama Foundation)",
  parameters,
  prepare: async (p, place) => (p.log === undefined ? p : { ...p, log: await prepareEpisodes(p.log, place) }),
  make: ({ log, over }: Options) =>
    log === undefined ? recordedWorld(WALKS, over) : recordedWorld(episodesAtHand(log), over, log),
});

/** Indices in a record: the reward, and the first array after time and reward. */
const [PAY, FIRST] = [1, 2];

/** Creates the environment. With a source, each episode of a run is a different one of the data set. */
function recordedWorld(recording: PlayedRecord, over: Options["over"], source?: RecordedSource): NumericEnvironment {
  const { lengths, ends, pay, choices } = recording.recorded;
  let width = FIRST;
  const arrays = recording.recorded.arrays.map((array) => {
    const at = width;
    width += array.width;
    return { ...array, at };
  });
  const actions = arrays.filter(({ part }) => part === "actions");
  const actionSize = actions.reduce((sum, array) => sum + array.width, 0);
  const seen = arrays.filter(({ part }) => part === "observations");
  const starts: number[] = [];
  let records = 0;
  for (const length of lengths) {
    starts.push(records);
    records += length + 1;
  }
  const fitted = Math.floor((source?.fit ?? 0) * lengths.length);
  const scored = lengths.length - fitted;
  const horizon = Math.max(...lengths);
  const first = choices?.first ?? 0;

  const channels = [
    flow("payoff", "reward", pay.low, pay.high, "sum", "the recorded reward"),
    flow(
      "followed",
      "share of steps",
      0,
      1,
      "mean",
      "1 where the agent did what was done; where not, the episode ends",
    ),
    ...arrays.flatMap(({ part, begins, ...array }) =>
      columnsOf(array).map((name, k) => {
        const [low, high] = [array.low[k], array.high[k]];
        const what = part === "actions" ? "what was done" : `recorded in ${part}, after the step`;
        if (begins && part !== "actions") return level(name, "as recorded", low, high, what, over);
        return flow(name, "as recorded", Math.min(0, low), Math.max(0, high), over, what);
      }),
    ),
  ];
  const state = layout({ episode: [1], step: [1] });
  const { episode, step: counter } = state.views;
  const record = new Float64Array(width);
  const windows: Windows | undefined = source && {
    ...{ source: recording.file, records: "episodes", scored, fitted, disjoint: scored, whole: true as const },
  };
  const spec = singleAgentSpec({
    label: "recorded",
    horizon,
    action:
      choices === undefined
        ? { low: actions.flatMap(({ low }) => low), high: actions.flatMap(({ high }) => high) }
        : { choices: choices.count },
    actionUnit: "as recorded",
    observation: [
      ...seen.map(({ name, width: size, low, high }) =>
        field(name, Math.min(...low), Math.max(...high), "as recorded", { size }),
      ),
      field("time", 0, 1, "steps that are over, as a share of the longest episode"),
      field(
        "recorded",
        Math.min(...actions.flatMap(({ low }) => low)) - first,
        Math.max(...actions.flatMap(({ high }) => high)) - first,
        "what was done next, which the oracle does again",
        { size: actionSize },
      ),
    ],
    channels,
    publicState: [{ part: "episode", label: "number of the recorded episode" }],
    deterministic: lengths.length === 1,
    windows,
    oracles: {
      recorded: {
        meaning: "does what was done, so that the episode goes on as it was recorded",
        play: () => memoryless((observation, action) => action.set(observation.subarray(nextAt, nextAt + actionSize))),
      },
    },
  });
  const { actionLow, actionHigh } = spec;
  const nextAt = spec.observationSize - actionSize;

  /** Reads the record after this number of steps of the episode. */
  const look = (steps: number): void => recording.read(starts[episode[0]] + steps, record);
  /** Writes the outcomes from the record; flows are zero where the agent does not follow the recording. */
  const report = (outcomes: Float64Array, flows: boolean): void => {
    let at = 0;
    outcomes[at++] = flows ? record[PAY] : 0;
    outcomes[at++] = flows ? 1 : 0;
    for (let k = FIRST; k < width; k++, at++) outcomes[at] = flows || channels[at].state ? record[k] : 0;
  };
  const follows = (played: Float64Array): boolean => {
    for (let k = 0; k < actionSize; k++) {
      const done = record[FIRST + k];
      if (choices !== undefined) return choiceOf(played[k], choices.count) === done - first;
      // Agents observe single-precision numbers, so actions are compared in single precision.
      if (Math.fround(clip(played[k], actionLow[k], actionHigh[k])) !== Math.fround(done)) return false;
    }
    return true;
  };

  return {
    spec,
    state,
    reset(random, outcomes, place) {
      episode[0] =
        place === undefined || source === undefined
          ? random.integer(fitted > 0 ? fitted : lengths.length)
          : fitted + spreadPlace(place, scored);
      counter[0] = 0;
      look(0);
      report(outcomes, false);
    },
    step(played, outcomes) {
      look(counter[0] + 1);
      if (!follows(played)) {
        look(counter[0]);
        report(outcomes, false);
        return Status.terminated;
      }
      counter[0] += 1;
      report(outcomes, true);
      return counter[0] < lengths[episode[0]] ? Status.running : ends[episode[0]];
    },
    observe(observation) {
      const steps = counter[0];
      look(steps);
      let at = 0;
      for (const array of seen) {
        for (let k = 0; k < array.width; k++) observation[at++] = record[array.at + k];
      }
      observation[at++] = steps / horizon;
      if (steps < lengths[episode[0]]) look(steps + 1);
      for (let k = 0; k < actionSize; k++) observation[at++] = record[FIRST + k] - first;
    },
    texts: { recording: () => `episode ${episode[0]}` },
    keeps: ["recording"],
  };
}

/** Steps to the left and to the right, by walk. */
const STEPS = [
  [1, 1, 0, 1, 1],
  [0, 1, 1, 1, 1],
  [1, 0, 1, 0, 1],
];

/** [time, reward, step, position] */
const RECORDS = STEPS.flatMap((steps) => {
  let place = 0;
  return [
    [0, 0, 0, 0],
    ...steps.map((step, k) => {
      place += step === 1 ? 1 : -1;
      return [k + 1, step, step, place];
    }),
  ];
});

/** Three short walks on a line, used where no data set is named: a step to the right pays 1, and the walk ends at position 3. */
const WALKS: PlayedRecord = {
  file: "walks",
  width: 4,
  read(t, into) {
    into.set(RECORDS[t]);
  },
  recorded: {
    lengths: STEPS.map((steps) => steps.length),
    ends: [Status.terminated, Status.terminated, Status.truncated],
    arrays: [
      { name: "actions", part: "actions", width: 1, low: [0], high: [1], begins: false },
      { name: "observations", part: "observations", width: 1, low: [-1], high: [3], begins: true },
    ],
    pay: { low: 0, high: 1 },
    choices: { count: 2, first: 0 },
    left: [],
  },
};
