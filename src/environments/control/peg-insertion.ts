// The peg table as a world: what is done, true progress, and progress as a judge says it, which may be wrong. True success and what the
// judge takes for success are channels of their own.

import { z } from "zod";
import { flag, list, oneOf, share, whole } from "../../core/parameters.ts";
import { Random } from "../../core/random.ts";
import { bind } from "../../core/registry.ts";
import type { Scene, Shape } from "../../core/scene.ts";
import { event, field, flow, level, named, once } from "../declaration.ts";
import { block, counted, label, percent, rectangle } from "../scene-shapes.ts";
import { type ProcessWorld, processWorld } from "../tabular/process-world.ts";
import {
  ALIGNED,
  distance,
  drawPegLayout,
  EMPTY,
  gripOf,
  INSERTED,
  PEG_ACTIONS,
  type PegLayout,
  pegExpert,
  pegProcess,
  pegProgress,
} from "./peg.ts";
import { anchoredProgress, learnPegJudge } from "./peg-judge.ts";
import { PEG_VIEWS } from "./peg-views.ts";

/** What is said of the moment beside the table. */
interface PegMoment {
  readonly clock: number;
  readonly horizon: number;
  readonly progress: number;
  readonly judged: number;
}

const GRIPS = ["with empty jaws", "with the peg", "with the peg aligned over the hole", "after the insertion"] as const;

/** Scene of a state, in cells. */
function pegScene(layout: PegLayout, state: number, { clock, horizon, progress, judged }: PegMoment): Scene {
  const { size, hole } = layout;
  const { cell, grip } = gripOf(layout, state);
  const centre = (of: number): [number, number] => [(of % size) + 0.5, Math.floor(of / size) + 0.5];
  const peg = grip === EMPTY ? layout.peg : grip === INSERTED ? hole : cell;
  const [x, y] = centre(cell);
  const open = grip === EMPTY ? 0.34 : 0.24;
  const bars: Shape[] = [
    { name: "progress", value: progress, fill: "good" as const },
    { name: "judged", value: judged, fill: "accent" as const },
  ].flatMap(({ name, value, fill }, k) => {
    const left = size + 0.6 + 1.5 * k;
    return [
      { kind: "polygon" as const, points: rectangle(left, 0, left + 0.9, size), stroke: "muted" as const },
      block(rectangle(left, 0, left + 0.9, Math.max(1e-3, size * value)), fill),
      label([left + 0.45, size + 0.3], name, 0.32),
    ];
  });
  return {
    view: { left: -0.5, right: size + 3.6, bottom: -0.5, top: size + 0.8 },
    shapes: [
      {
        kind: "grid",
        at: [0, 0],
        cell: 1,
        columns: size,
        cells: new Array<number>(size * size).fill(0),
        legend: [{ meaning: "table", fill: "faint" }],
      },
      { kind: "circle", at: centre(hole), radius: 0.4, stroke: "ink", width: 3 },
      { kind: "circle", at: centre(peg), radius: 0.24, fill: grip === INSERTED ? "good" : "warning" },
      ...[-1, 1].map((side) => block(rectangle(x + side * open - 0.07, y - 0.4, x + side * open + 0.07, y + 0.4), 0)),
      ...(grip === ALIGNED
        ? [{ kind: "circle" as const, at: centre(hole), radius: 0.32, stroke: "good" as const }]
        : []),
      ...bars,
    ],
    caption: `The gripper is in column ${(cell % size) + 1}, row ${Math.floor(cell / size) + 1}, ${GRIPS[grip]}, after ${clock} of ${counted(horizon, "step")}; progress is ${percent(progress)}, judged ${percent(judged)}.`,
  };
}

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
