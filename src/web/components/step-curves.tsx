// Every measure of an episode over its steps, a line an agent, with the value at the step that is shown.

import { useMemo } from "preact/hooks";
import { isNumber, number, words } from "../../evaluation/number-format.ts";
import type { EpisodeReplay, StepMeasure } from "../../lab/replay-data.ts";
import { appearance } from "../appearance.ts";

const [WIDTH, HEIGHT] = [400, 48];
/** Agents whose values stand beside a curve; of more, their mean does. */
const MOST_VALUES = 4;

interface StepCurvesProps {
  readonly data: EpisodeReplay;
  /** Steps of those here that are over. */
  readonly at: number;
}

export function StepCurves({ data, at }: StepCurvesProps) {
  const lines = useMemo(() => data.measures.map((measure) => linesOf(measure, data.agents.length)), [data]);
  const last = Math.max(1, data.actions.length - 1);
  const x = (WIDTH * Math.max(0, at - 1)) / last;
  return (
    <div class="step-curves">
      {data.measures.map(({ name, unit, meaning, values }, k) => (
        <div key={k} class="step-curve" title={meaning}>
          <span class="measure">
            {words(name)}
            {unit !== "" && unit !== name && <span class="unit"> {unit}</span>}
          </span>
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`${words(name)} over the steps`}
          >
            {lines[k].map((line, seat) => (
              <polyline key={data.agents[seat].id} points={line} style={{ stroke: appearance(seat).colour }} />
            ))}
            <line x1={x} x2={x} y1={0} y2={HEIGHT} />
          </svg>
          <span class="now">{at === 0 ? "–" : shown(values[at - 1])}</span>
        </div>
      ))}
    </div>
  );
}

function shown(values: StepMeasure["values"][number]): string {
  const isFew = values.length <= MOST_VALUES;
  const known = values.filter(isNumber);
  const all = isFew ? values : [known.reduce((sum, value) => sum + value, 0) / known.length];
  return `${isFew ? "" : "mean "}${all.map((value) => number(value)).join(" · ")}`;
}

/** Points of every agent's line, on one scale; none of an agent that has no values. */
function linesOf({ values }: StepMeasure, agents: number): string[] {
  let [low, high] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const row of values) {
    for (const value of row) {
      if (!isNumber(value)) continue;
      if (value < low) low = value;
      if (value > high) high = value;
    }
  }
  const last = Math.max(1, values.length - 1);
  const y = (value: number) => HEIGHT - 3 - ((HEIGHT - 6) * (value - low)) / (high - low || 1);
  return Array.from({ length: agents }, (_, seat) =>
    values
      .flatMap((row, step) => {
        const value = row[seat];
        return isNumber(value) ? [`${((WIDTH * step) / last).toFixed(1)},${y(value).toFixed(1)}`] : [];
      })
      .join(" "),
  );
}
