// A heat map on canvas: rows by steps, one perceptually uniform scale (viridis), and the value under the pointer.

import * as Plot from "@observablehq/plot";
import { useSignal } from "@preact/signals";
import { useLayoutEffect, useRef } from "preact/hooks";
import { brief, isNumber } from "../../evaluation/number-format.ts";
import type { HeatMapData, HeatRow } from "../heat.ts";

export interface HeatMapProps {
  readonly map: HeatMapData;
  readonly low: number;
  readonly high: number;
  /** Number of steps across the whole width. */
  readonly steps: number;
}

const SHADES = 256;
const viridis = Plot.scale({ color: { type: "linear", scheme: "viridis", domain: [0, SHADES - 1] } });
const shades = Array.from({ length: SHADES }, (_, k) => String(viridis.apply(k)));
/** Height of a line of labels, in pixels. */
const LINE = 13;

export function HeatMap({ map, low, high, steps }: HeatMapProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const readout = useSignal("");
  const { title, rows } = map;
  const height = Math.max(5, Math.min(20, Math.floor(240 / rows.length)));
  useLayoutEffect(() => {
    const element = canvas.current;
    if (element === null) return undefined;
    const redraw = () => paint(element, { map, low, high, steps }, height);
    redraw();
    const observer = new ResizeObserver(redraw);
    observer.observe(element);
    return () => observer.disconnect();
  }, [map, low, high, steps, height]);
  const point = (event: PointerEvent) => {
    const bounds = canvas.current?.getBoundingClientRect();
    if (bounds === undefined) return;
    const step = Math.floor(((event.clientX - bounds.left) / bounds.width) * steps);
    const row = rows[Math.floor((event.clientY - bounds.top) / height)];
    const value = row?.values[step];
    readout.value = isNumber(value) ? `${row.label}, step ${step + 1}: ${brief(value)}` : "";
  };
  const every = Math.ceil(LINE / height);
  return (
    <div class="heat-map">
      <div class="heat-title">
        <span>{title}</span>
        <output>{readout}</output>
      </div>
      <div class="heat-body">
        <div class="heat-labels" aria-hidden="true">
          {rows.map(({ label }, k) => (
            <span key={label} style={{ height: `${height}px` }} title={label}>
              {k % every === 0 ? label : ""}
            </span>
          ))}
        </div>
        <canvas
          ref={canvas}
          style={{ height: `${height * rows.length}px` }}
          role="img"
          aria-label={`${title}: ${rows.length} rows over ${rows[0]?.values.length ?? 0} steps; ${summary(rows)}`}
          onPointerMove={point}
          onPointerLeave={() => {
            readout.value = "";
          }}
        />
      </div>
    </div>
  );
}

/** The colour scale as a strip with its ends. */
export function HeatScale({ title, low, high }: Pick<HeatMapProps, "low" | "high"> & { readonly title: string }) {
  const stops = shades.filter((_, k) => k % 16 === 0 || k === SHADES - 1).join(", ");
  return (
    <span class="heat-scale">
      <span>{title}</span>
      <span>{brief(low)}</span>
      <span class="strip" style={{ background: `linear-gradient(to right, ${stops})` }} aria-hidden="true" />
      <span>{brief(high)}</span>
    </span>
  );
}

/** Draws rows with a given height in pixels. */
function paint(canvas: HTMLCanvasElement, { map: { rows }, low, high, steps }: HeatMapProps, height: number): void {
  const scale = globalThis.devicePixelRatio;
  const width = Math.round(canvas.clientWidth * scale);
  canvas.width = width;
  canvas.height = Math.round(height * rows.length * scale);
  const context = canvas.getContext("2d");
  if (context === null || width === 0) return;
  const columns = Math.min(steps, width);
  const gap = height > 8 ? Math.round(scale) : 0;
  rows.forEach(({ values }, k) => {
    const top = Math.round(k * height * scale);
    const bottom = Math.round((k + 1) * height * scale) - gap;
    for (let c = 0; c < columns; c++) {
      const mean = meanOf(values, Math.floor((c * steps) / columns), Math.floor(((c + 1) * steps) / columns));
      if (mean === null) continue;
      const shade = Math.round(((mean - low) / (high - low)) * (SHADES - 1));
      context.fillStyle = shades[Math.max(0, Math.min(SHADES - 1, shade))];
      const left = Math.round((c * width) / columns);
      context.fillRect(left, top, Math.round(((c + 1) * width) / columns) - left, bottom - top);
    }
  });
}

/** Returns the mean of the values from `begin` up to `end`: where there are more steps than pixels, they are averaged. */
function meanOf(values: readonly number[], begin: number, end: number): number | null {
  let sum = 0;
  let known = 0;
  for (let t = begin; t < end && t < values.length; t++) {
    if (!isNumber(values[t])) continue;
    sum += values[t];
    known += 1;
  }
  return known === 0 ? null : sum / known;
}

const summary = (rows: readonly HeatRow[]): string =>
  rows
    .slice(0, 4)
    .map(({ label, values }) => `${label} from ${brief(values[0])} to ${brief(values[values.length - 1])}`)
    .join("; ");
