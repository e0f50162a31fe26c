// How well a judge of progress that learns from pictures tells how far a task is done, on tables that it has not seen: its mean error, and its
// value-order correlation. Source: arXiv 2512.23703 and its released code (VOC).

import { z } from "zod";
import { UserError } from "../../core/errors.ts";
import type { MeasurePlan } from "../../core/measure.ts";
import { flag, oneOf, whole } from "../../core/parameters.ts";
import { bind } from "../../core/registry.ts";
import { drawPegLayout, pegStates } from "../../environments/control/peg.ts";
import { demonstrate, learnPegJudge } from "../../environments/control/peg-judge.ts";
import { PEG_VIEWS } from "../../environments/control/peg-views.ts";
import { PERSPECTIVES, progressByHops } from "../../math/hop.ts";
import { spearman } from "../statistics/correlation.ts";

const parameters = z.strictObject({
  views: z
    .array(z.enum(PEG_VIEWS))
    .min(1)
    .max(3)
    .default([...PEG_VIEWS])
    .describe("cameras that the judge sees"),
  by: oneOf(PERSPECTIVES, "fused").describe("how its hops make progress"),
  take: oneOf(["error", "voc"], "error").describe(
    "the mean distance from true progress in episodes of a script that errs; or the rank correlation of steps and progress in those of one that does not",
  ),
  tables: whole(0, 100_000, 300).describe("other tables with a demonstration each, which it learns from"),
  lessons: whole(1, 1_000_000, 1000).describe("gradient steps"),
  adapted: whole(0, 100_000, 0).describe("gradient steps on one demonstration of the table that is judged"),
  held: whole(1, 10_000, 50).describe("tables that it is measured on"),
  labels: oneOf(["steps", "frames"], "steps").describe(
    "progress that it learns: by sub-tasks, or by the share of a demonstration's frames that are over",
  ),
  shuffled: flag(false).describe("a control: it learns hops that belong to other pairs"),
});

export const progressJudge = bind({
  id: "progress-judge",
  summary: "how well a judge of progress that learns from cameras does on tables that it has not seen",
  source: "arXiv 2512.23703 and its released code",
  parameters,
  example: { environment: "control/peg-insertion", parameters: { tables: 20, lessons: 20, held: 5 } },
  make:
    ({ views, by, take, tables, lessons, adapted, held, labels, shuffled }): MeasurePlan =>
    ({ spec }) => {
      const [x] = spec.observation;
      if (spec.observation.map(({ name }) => name).join() !== "x,y,grip") {
        const what = "a judge of progress looks at the peg table, and this world is another";
        throw new UserError({ code: "no-cameras", what, hint: "environment: { id: control/peg-insertion }" });
      }
      const size = x.high + 1;
      return {
        unit: take === "error" ? "share of the task" : "rank correlation",
        low: take === "error" ? 0 : -1,
        high: 1,
        label: take === "error" ? "error of judged progress" : "value-order correlation",
        meaning:
          take === "error"
            ? `mean distance of judged from true progress in episodes on ${held} other tables`
            : `Spearman's correlation of judged progress with the step, mean over episodes on ${held} other tables`,
        measure({ random, signal }) {
          const judge = learnPegJudge({ size, views, layouts: tables, lessons, adapted, labels, shuffled, random });
          const drawn = random.stream("held out");
          const progress = progressByHops(by);
          const goal = pegStates(size) - 1;
          let [sum, count] = [0, 0];
          for (let k = 0; k < held; k++) {
            signal?.throwIfAborted();
            const layout = drawPegLayout(size, drawn);
            judge.adapt(layout);
            const shown = demonstrate(layout, drawn.stream(k), take === "error" ? undefined : 0);
            const { states } = shown;
            const asked = (from: (step: number) => number) =>
              judge.hops(
                layout,
                states.map((state, step) => [from(step), state] as const),
              );
            const incremental = asked((step) => states[Math.max(0, step - 1)]);
            const [forward, backward] = [asked(() => layout.start), asked(() => goal)];
            progress.begin();
            const said = Array.from(incremental, (hop, step) =>
              progress.next({ incremental: step === 0 ? 0 : hop, forward: forward[step], backward: backward[step] }),
            );
            if (take === "voc") sum += spearman(said, [...states.keys()]) ?? 0;
            else for (const [step, state] of states.entries()) sum += Math.abs(said[step] - shown.progress[state]);
            count += take === "voc" ? 1 : states.length;
          }
          judge.close();
          return sum / count;
        },
      };
    },
});
