// Progress of a run while processes work on it: cells, rate, remaining time, and current trainings. Not rendered where no process does.

import { count, number } from "../../evaluation/number-format.ts";
import type { LiveRecord, LiveTraining } from "../../lab/run/live-data.ts";
import { pace, secondsLeft } from "../../lab/run/pace.ts";
import { GOES_ON } from "../../lab/run/stopping.ts";
import type { RunRow } from "../../lab/view/view-data.ts";
import { DeedButton } from "./deed-button.tsx";

export function LiveRun({ run }: { readonly run: RunRow | undefined }) {
  if (run === undefined) return null;
  const { planned, done } = run.cells;
  if (run.live.length === 0) {
    if (run.state === "done" && run.failure === undefined) return null;
    return (
      <section class="live" aria-label="Progress">
        {run.failure !== undefined && (
          <p class="failure" role="alert">
            {run.failure}
          </p>
        )}
        <p class="cells">
          {done === planned
            ? `All ${count(planned, "cell")} are done.`
            : `${run.state === "failed" ? "Failed" : "Stopped"} with ${done} of ${count(planned, "cell")} done; ${GOES_ON}.`}
        </p>
        <DeedButton key={run.run} run={run.run} deed="resume" />
      </section>
    );
  }
  return (
    <section class="live" aria-label="Progress">
      <progress value={done} max={Math.max(1, planned)} aria-label="Cells done" />
      <p class="cells">
        {done} of {planned} cells{run.live.map(speed).join("")}
      </p>
      <DeedButton key={run.run} run={run.run} deed="stop" />
      <ul class="trainings">
        {run.live.flatMap(({ pid, trainings }) =>
          inOrder(trainings, run.variants).map((training) => (
            <li class="training" key={`${pid} ${training.variant} ${training.seed}`}>
              <span>
                {training.variant}, seed {training.seed}
              </span>
              <progress
                class="training-bar"
                value={training.share}
                max={1}
                aria-label={`training of ${training.variant}`}
              />
              <Sparkline label="pay" values={training.pay} shares={training.shares} />
              <Sparkline label="objective" values={training.objective} shares={training.shares} />
            </li>
          )),
        )}
      </ul>
    </section>
  );
}

/** Sorts trainings by variant, in the run's order, and then by seed. */
function inOrder(trainings: readonly LiveTraining[], variants: readonly string[]): LiveTraining[] {
  const place = ({ variant }: LiveTraining) => variants.indexOf(variant);
  return [...trainings].sort((a, b) => place(a) - place(b) || a.seed - b.seed);
}

/** Formats cells per second, and the estimated remaining time. */
function speed({ begun, cells, missing, trainings }: LiveRecord): string {
  const work = {
    ...{ seconds: (Date.now() - Date.parse(begun)) / 1000, missing, done: cells },
    shares: trainings.map(({ share }) => share),
  };
  const [rate, left] = [pace(work), secondsLeft(work)];
  if (rate === undefined || left === undefined) return "";
  return `, ${number(rate, 2)} a second, ${left < 90 ? `${Math.ceil(left)} s` : `${Math.ceil(left / 60)} min`} left`;
}

const [WIDTH, HEIGHT] = [140, 28];

interface SparklineProps {
  readonly label: string;
  /** Null where no episode ended. */
  readonly values: readonly (number | null)[];
  readonly shares: readonly number[];
}

/** A curve from the beginning of the training at the left to its end at the right, with the last value. */
function Sparkline({ label, values, shares }: SparklineProps) {
  const points = values.flatMap((value, k) => (value === null ? [] : [{ at: shares[k], value }]));
  const last = points.at(-1);
  if (last === undefined) return null;
  const [low, high] = [Math.min(...points.map((one) => one.value)), Math.max(...points.map((one) => one.value))];
  const y = (value: number) => HEIGHT - 2 - ((HEIGHT - 4) * (value - low)) / (high - low || 1);
  const line = points.map(({ at, value }) => `${(WIDTH * at).toFixed(1)},${y(value).toFixed(1)}`).join(" ");
  return (
    <span class="sparkline">
      {label}
      <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} role="img" aria-label={`${label} so far`}>
        <polyline points={line} fill="none" stroke="var(--accent)" stroke-width="1.5" />
      </svg>
      <data value={String(last.value)}>{number(last.value, 2)}</data>
    </span>
  );
}
