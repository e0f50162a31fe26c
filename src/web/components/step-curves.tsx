// Every measure of an episode over its steps, a line an agent, with the value at the step that is shown.

import { useMemo } from "preact/hooks";
import { isNumber, number, words } from "../../evaluation/number-format.ts";
import type { EpisodeReplay, StepMeasure } from "../../lab/replay-data.ts";
import { appearance } from "../appearance.ts";
import { type ScaleEnds, scaleKey } from "../shared-scales.ts";

const [WIDTH, HEIGHT] = [400, 48];
/** Agents whose values stand beside a curve; of more, their mean does. */
const MOST_VALUES = 4;

interface StepCurvesProps {
  readonly data: EpisodeReplay;
  /** Steps of those here that are over. */
  readonly at: number;
  /** Ends of the scales, which all sides share. */
  readonly ends: ReadonlyMap<string, ScaleEnds>;
  /** The last step of the axis: that of the longest side. */
  readonly last: number;
}

export function StepCurves({ data, at, ends, last }: StepCurvesProps) {
  const { measures, agents, from } = data;
  const steps = Math.max(2, last - from);
  const lines = useMemo(
    () => measures.map((measure) => linesOf(measure, agents.length, ends.get(scaleKey(measure)), steps)),
    [measures, agents, ends, steps],
  );
  const x = (WIDTH * Math.max(0, at - 1)) / (steps - 1);
  return (
    <div class="step-curves">
      {measures.map((measure, k) => (
        <div key={k} class="step-curve" title={measure.meaning}>
          <span class="measure">
            {words(measure.name)}
            {measure.unit !== "" && measure.unit !== measure.name && <span class="unit"> {measure.unit}</span>}
          </span>
          <Ends ends={ends.get(scaleKey(measure))} />
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            role="img"
            aria-label={`${words(measure.name)} over the steps`}
          >
            {lines[k].map((line, seat) => (
              <polyline key={agents[seat].id} points={line} style={{ stroke: appearance(seat).colour }} />
            ))}
            <line x1={x} x2={x} y1={0} y2={HEIGHT} />
          </svg>
          <span class="now">{at === 0 ? "–" : shown(measure.values[at - 1])}</span>
        </div>
      ))}
      <div class="step-curve axis" aria-hidden="true">
        <span />
        <span class="ends" />
        <span class="steps">
          <span>step {from + 1}</span>
          <span>{last}</span>
        </span>
        <span />
      </div>
    </div>
  );
}

/** The largest value above the least; one that never changes stands alone. */
function Ends({ ends }: { readonly ends: ScaleEnds | undefined }) {
  if (ends === undefined) return <span class="ends" />;
  const [low, high] = ends;
  // As many decimals as tell the two apart.
  const isWhole = Number.isInteger(low) && Number.isInteger(high);
  const decimals = low < high ? Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(high - low)))) : undefined;
  return (
    <span class="ends">
      <span>{number(high, isWhole ? 0 : decimals)}</span>
      {low < high && <span>{number(low, isWhole ? 0 : decimals)}</span>}
    </span>
  );
}

function shown(values: StepMeasure["values"][number]): string {
  const isFew = values.length <= MOST_VALUES;
  const known = values.filter(isNumber);
  const all = isFew ? values : [known.reduce((sum, value) => sum + value, 0) / known.length];
  return `${isFew ? "" : "mean "}${all.map((value) => number(value)).join(" · ")}`;
}

/** Points of every agent's line over so many steps; none of an agent that has no values. */
function linesOf({ values }: StepMeasure, agents: number, ends: ScaleEnds | undefined, steps: number): string[] {
  const [low, high] = ends ?? [0, 0];
  const share = (value: number) => (low < high ? (value - low) / (high - low) : 0.5);
  const y = (value: number) => HEIGHT - 3 - (HEIGHT - 6) * share(value);
  return Array.from({ length: agents }, (_, seat) =>
    values
      .flatMap((row, step) => {
        const value = row[seat];
        return isNumber(value) ? [`${((WIDTH * step) / (steps - 1)).toFixed(1)},${y(value).toFixed(1)}`] : [];
      })
      .join(" "),
  );
}
