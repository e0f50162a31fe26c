// What the processes of a run used of the machine: cores and memory over seconds, the last process first. Not rendered for runs of which
// nothing was recorded.

import { count, duration, number } from "../../evaluation/number-format.ts";
import { type LoadRecord, loadSummary } from "../../lab/store/load-data.ts";
import type { RunRow } from "../../lab/view/view-data.ts";

export function MachineLoad({ run }: { readonly run: RunRow }) {
  const { load } = run;
  if (load === undefined) return null;
  const { processes, last } = load;
  const older = processes - last.length;
  return (
    <section class="machine-load" aria-label="Load of the machine">
      {[...last].reverse().map((record) => (
        <Process key={`${record.begun} ${record.host}`} record={record} isOne={processes === 1} />
      ))}
      {older > 0 && <p>Earlier processes that worked on this run: {number(older, 0)}.</p>}
    </section>
  );
}

/** The curves of one process, and its load in words. */
function Process({ record, isOne }: { readonly record: LoadRecord; readonly isOne: boolean }) {
  const summary = loadSummary([record]);
  if (summary === undefined) return null;
  const { host, begun, seconds, used, gib } = record;
  const { cores, memory, waiting } = summary;
  return (
    <div class="machine-process">
      <LoadCurve
        label="cores used"
        value={`${number(summary.used, 2)} of ${number(cores, 0)} on average`}
        seconds={seconds}
        values={used}
        top={Math.max(cores, ...used)}
      />
      <LoadCurve
        label="memory"
        value={`${number(summary.gib, 2)} of ${number(memory, 1)} GiB at most`}
        seconds={seconds}
        values={gib}
        top={1.15 * summary.gib}
      />
      <p>
        {!isOne && `${host}, ${begun.slice(0, 19).replace("T", " ")} UTC. `}
        {waiting > 0 && (
          <span title="Processes of the whole machine that ran or waited for a core, on average">
            Load average {number(waiting, 1)} on {count(cores, "core")}.
          </span>
        )}
      </p>
    </div>
  );
}

const [WIDTH, HEIGHT] = [200, 40];

interface LoadCurveProps {
  readonly label: string;
  readonly value: string;
  /** When each sample ended. */
  readonly seconds: readonly number[];
  readonly values: readonly number[];
  /** Value at the upper edge; the lower is 0. */
  readonly top: number;
}

/** A line that is level over the time that a sample covers. */
function LoadCurve({ label, value, seconds, values, top }: LoadCurveProps) {
  const end = seconds.at(-1) ?? 1;
  const x = (second: number) => ((WIDTH * second) / end).toFixed(1);
  const y = (level: number) => (HEIGHT - 1 - ((HEIGHT - 2) * level) / (top || 1)).toFixed(1);
  const line = values.flatMap((level, k) => [`${x(seconds[k - 1] ?? 0)},${y(level)}`, `${x(seconds[k])},${y(level)}`]);
  return (
    <figure>
      <figcaption>
        {label} <strong>{value}</strong>
      </figcaption>
      <svg
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`${label} over ${duration(end)}: ${value}`}
      >
        <polyline points={line.join(" ")} />
      </svg>
      <p class="ends">
        <span>0 s</span>
        <span>{duration(end)}</span>
      </p>
    </figure>
  );
}
