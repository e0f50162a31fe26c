// Every measure of an episode over its steps, a line per agent, on scales that all sides share, with the value at the shown step.

import { useMemo } from "preact/hooks";
import { brief, isNumber, number, words } from "../../evaluation/number-format.ts";
import type { EpisodeReplay, StepMeasure } from "../../lab/report/replay-data.ts";
import { appearance } from "../appearance.ts";
import { besideName } from "../beside-name.ts";
import { type ScaleEnds, scaleKey } from "../shared-scales.ts";
import { CURVE, linesOf, placeOfStep } from "../step-lines.ts";

/** Number of agents up to which each value is shown beside a curve; for more, their mean is. */
const MOST_VALUES = 4;

interface StepCurvesProps {
  readonly data: EpisodeReplay;
  /** Number of completed steps, among the loaded ones. */
  readonly at: number;
  /** Ends of the scales, which all sides share. */
  readonly ends: ReadonlyMap<string, ScaleEnds>;
  /** The last step of the axis: that of the longest side. */
  readonly last: number;
}

export function StepCurves({ data, at, ends, last }: StepCurvesProps) {
  const { measures, agents, from, actions } = data;
  const steps = Math.max(2, last - from);
  const lines = useMemo(
    () => measures.map((measure) => linesOf(measure, agents.length, ends.get(scaleKey(measure)), steps)),
    [measures, agents, ends, steps],
  );
  const upright = (over: number) => {
    const x = placeOfStep(Math.max(0, over - 1), steps);
    return { x1: x, x2: x, y1: 0, y2: CURVE.height };
  };
  const here = actions.length;
  return (
    <div class="step-curves">
      {measures.map((measure, k) => {
        const name = words(measure.name);
        const bounds = inWords(ends.get(scaleKey(measure)));
        return (
          <div key={k} class="step-curve" title={measure.meaning}>
            <span class="measure">
              {name}
              <span class="unit"> {besideName(measure)}</span>
            </span>
            <span class="ends" aria-hidden="true">
              {bounds.map((end, which) => (
                <span key={which}>{end}</span>
              ))}
            </span>
            <svg
              viewBox={`0 0 ${CURVE.width} ${CURVE.height}`}
              preserveAspectRatio="none"
              role="img"
              aria-label={`${name} over steps ${from + 1} to ${last}, ${spanned(bounds)}`}
            >
              {here > 0 && from + here < last && <line class="end" {...upright(here)} />}
              {lines[k].map((line, seat) => (
                <polyline key={agents[seat].id} points={line} style={{ stroke: appearance(seat).colour }} />
              ))}
              <line {...upright(at)} />
            </svg>
            <span class="now">{at === 0 ? "–" : shown(measure.values[at - 1])}</span>
          </div>
        );
      })}
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

/** Formats the maximum and the minimum; only one number for a constant measure. */
function inWords(ends: ScaleEnds | undefined): string[] {
  if (ends === undefined) return [];
  const [low, high] = ends;
  // With enough decimals to distinguish the two.
  const isWhole = Number.isInteger(low) && Number.isInteger(high);
  const decimals = low < high ? Math.max(0, Math.min(6, 2 - Math.floor(Math.log10(high - low)))) : undefined;
  return (low < high ? [high, low] : [high]).map((end) => number(end, isWhole ? 0 : decimals));
}

function spanned([high, low]: readonly string[]): string {
  if (high === undefined) return "without values";
  return low === undefined ? `always ${high}` : `from ${low} to ${high}`;
}

function shown(values: StepMeasure["values"][number]): string {
  const isFew = values.length <= MOST_VALUES;
  const known = values.filter(isNumber);
  const all = isFew ? values : [known.reduce((sum, value) => sum + value, 0) / known.length];
  return `${isFew ? "" : "mean "}${all.map((value) => brief(value)).join(" · ")}`;
}
