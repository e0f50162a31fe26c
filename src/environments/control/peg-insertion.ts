// The peg table as a world: what is done, true progress, and progress as a judge says it, which may be wrong. True success and what the
// judge takes for success are channels of their own.

import { z } from "zod";
import { flag, list, oneOf, share, whole } from "../../core/parameters.ts";
import { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import { event, field, flow, level, named, once } from "../declaration.ts";
import { type ProcessWorld, processWorld } from "../tabular/process-world.ts";
import {
  ALIGNED,
  distance,
  drawPegLayout,
  gripOf,
  INSERTED,
  PEG_ACTIONS,
  type PegLayout,
  pegExpert,
  pegProcess,
  pegProgress,
} from "./peg.ts";
import { anchoredProgress, learnPegJudge } from "./peg-judge.ts";
import { pegScene } from "./peg-scene.ts";
import { PEG_VIEWS } from "./peg-views.ts";

/** A judge that says at least this takes the peg for inserted. */
const DONE = 0.95;

const judge = z.strictObject({
  error: share(0).describe("largest error of judged progress: in each state one is drawn from −error to error"),
  shuffled: flag(false).describe("a control: judged progress of states is exchanged at random"),
  views: list(z.enum(PEG_VIEWS), 0, 3, []).describe(
    "cameras of a judge that learns from demonstrations; none: it knows true progress",
  ),
  tables: whole(0, 100_000, 300).describe("other tables with a demonstration each, which it learns from"),
  labels: oneOf(["steps", "frames"], "steps").describe(
    "progress that a judge learns: by sub-tasks, or by the share of a demonstration's frames that are over",
  ),
  lessons: whole(1, 100_000, 1000).describe("gradient steps of a judge that learns"),
  adapted: whole(0, 100_000, 100).describe("gradient steps of it on one demonstration of this table"),
  seed: whole(0, 1e9, 0).describe("seed of the judge's errors, or of its training"),
});

const parameters = z.strictObject({
  size: whole(3, 30, 8).describe("cells of the table's side"),
  layout: whole(0, 1e9, 0).describe("seed of the places of peg and hole; the gripper begins furthest from the peg"),
  insertion: share(1).describe("chance that an insertion succeeds; else the peg is back where it lay"),
  horizon: whole(1, 1_000_000, 120).describe("steps after which an episode is cut off"),
  judge: judge.prefault({}).describe("judge of how far the task is done"),
});
type Parameters = z.output<typeof parameters>;

/** Judges of this thread by their parameters: seeds of an experiment share them. */
const made = new Map<string, Float64Array>();

/** Judged progress of every state; that of an inserted peg is 1. */
export function judgedProgress(
  layout: PegLayout,
  { error, shuffled, views, tables, labels, lessons, adapted, seed }: Parameters["judge"],
): Float64Array {
  const truth = pegProgress(layout);
  const random = Random.of(seed, "peg judge");
  const key = JSON.stringify([layout, views, tables, labels, lessons, adapted, seed]);
  let said = truth.slice();
  if (views.length > 0) {
    const known = made.get(key) ?? learnt();
    made.set(key, known);
    said = known.slice();
  }
  const last = said.length - 1;
  const errors = random.stream("errors");
  for (let s = 0; s < last; s++) said[s] = Math.max(0, Math.min(1, said[s] + error * errors.uniform(-1, 1)));
  const exchanges = random.stream("exchanges");
  for (let s = last - 1; shuffled && s > 0; s--) {
    const other = exchanges.integer(s + 1);
    [said[s], said[other]] = [said[other], said[s]];
  }
  said[last] = 1;
  return said;

  function learnt(): Float64Array {
    const { size } = layout;
    const own = { size, views, labels, layouts: tables, lessons, adapted, random: random.stream("learnt") };
    const pupil = learnPegJudge(own);
    pupil.adapt(layout);
    const progress = anchoredProgress(pupil, layout);
    pupil.close();
    return progress;
  }
}

const channelsOf = (size: number) => [
  once("success", "share of episodes", "1 at the step that inserts the peg"),
  event("dropped", "insertions", "1 at a step whose insertion fails, which drops the peg"),
  level("grip", "part", 0, 3, "0 empty jaws, 1 the peg is held, 2 it is aligned with the hole, 3 it is inserted"),
  level("toPeg", "cells", 0, 2 * size, "steps from the gripper to where the peg lay at first"),
  level("toHole", "cells", 0, 2 * size, "steps from the gripper to the hole"),
  level("progress", "share of the task", 0, 1, "true progress after the step"),
  level("judged", "share of the task", 0, 1, "progress after the step, as the judge says"),
  flow("gain", "share of the task", -1, 1, "sum", "judged progress after the step less that before it"),
  flow("misjudged", "share of the task", 0, 1, "mean", "distance of judged from true progress"),
  flow("parked", "share of steps", 0, 1, "mean", "1 after a step that leaves the peg aligned, and not inserted"),
  flow("judgedDone", "share of steps", 0, 1, "mean", `1 where the judge says ${DONE} or more, without success`),
];

export const pegInsertion = bind({
  id: "control/peg-insertion",
  summary: "a gripper reaches for a peg, carries it to a hole and inserts it, beside a judge of its progress",
  source: "after the insertion tasks of arXiv 2512.23703",
  parameters,
  make({ size, layout: seed, insertion, horizon, judge: judged }): ProcessWorld {
    const layout = drawPegLayout(size, Random.of(seed, "peg layout"));
    const process = pegProcess(layout, insertion);
    const truth = pegProgress(layout);
    const said = judgedProgress(layout, judged);
    return processWorld({
      process,
      horizon,
      action: named(...PEG_ACTIONS),
      view: {
        label: "gripper",
        observation: [
          field("x", 0, size - 1, "column of the gripper"),
          field("y", 0, size - 1, "row of the gripper"),
          field("grip", 0, 3, "0 empty, 1 the peg is held, 2 it is aligned with the hole, 3 it is inserted"),
        ],
        show(out, state) {
          const { cell, grip } = gripOf(layout, state);
          out[0] = cell % size;
          out[1] = Math.floor(cell / size);
          out[2] = grip;
        },
        channels: channelsOf(size),
        report(outcomes, to, step) {
          const { cell, grip } = gripOf(layout, to);
          outcomes.fill(0);
          outcomes[2] = grip;
          outcomes[3] = distance(size, cell, layout.peg);
          outcomes[4] = distance(size, cell, layout.hole);
          outcomes[5] = truth[to];
          outcomes[6] = said[to];
          if (step === undefined) return;
          outcomes[0] = grip === INSERTED ? 1 : 0;
          outcomes[1] = gripOf(layout, step.from).grip === ALIGNED && to === layout.hole ? 1 : 0;
          outcomes[7] = said[to] - said[step.from];
          outcomes[8] = Math.abs(said[to] - truth[to]);
          outcomes[9] = grip === ALIGNED ? 1 : 0;
          outcomes[10] = grip !== INSERTED && said[to] >= DONE ? 1 : 0;
        },
        scene: (state, clock) =>
          pegScene(layout, state, { clock, horizon, progress: truth[state], judged: said[state] }),
        oracles: {
          expert: {
            meaning: "goes straight to the peg, carries it straight to the hole and inserts it",
            play: () => expert(layout),
          },
        },
      },
    });
  },
});

/** The expert, by what it sees. */
function expert(layout: PegLayout) {
  const n = layout.size ** 2;
  return {
    reset() {},
    act(seen: Float32Array, action: Float64Array) {
      const cell = seen[0] + layout.size * seen[1];
      const state = seen[2] === 0 ? cell : seen[2] === 1 ? cell + n : 2 * n;
      action[0] = pegExpert(layout, state);
    },
  };
}
