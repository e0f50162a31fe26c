// Dose and response: variants that differ in a single number, ordered by it.

import { grouped } from "../../../core/grouped.ts";
import { isNumber, words } from "../../../evaluation/number-format.ts";
import type { VariantReport } from "../report-data.ts";

/** A numeric setting that variants differ in, with a line for each combination of the other settings. */
export interface DoseAxis {
  /** Path in the experiment, `environment.reserve`. */
  readonly path: string;
  readonly label: string;
  readonly lines: readonly DoseLine[];
}

export interface DoseLine {
  /** Other settings, `rule=first-price`; empty where there are none. */
  readonly name: string;
  /** Variants by dose, in ascending order. */
  readonly points: readonly { readonly dose: number; readonly variant: VariantReport }[];
}

/** Minimum number of doses of a curve. */
const FEWEST = 3;

/** Returns the axes on which variants form curves. */
export function doseAxes(variants: readonly VariantReport[]): DoseAxis[] {
  const paths = [...new Set(variants.flatMap(({ settings }) => Object.keys(settings)))];
  return paths.flatMap((path) => {
    const placed = variants.flatMap((variant) => {
      const dose = doseOf(variant.settings[path]);
      return dose === undefined ? [] : [{ dose, variant }];
    });
    const lines = [...grouped(placed, ({ variant }) => othersOf(variant, path)).entries()]
      .map(([name, points]) => ({ name, points: points.toSorted((a, b) => a.dose - b.dose) }))
      .filter(
        ({ points }) => new Set(points.map(({ dose }) => dose)).size === points.length && points.length >= FEWEST,
      );
    return lines.length === 0 ? [] : [{ path, label: lastOf(path), lines }];
  });
}

/** Returns the single curve that contains all of these variants but `aside`; undefined where there is none. */
export function oneDoseLine(variants: readonly VariantReport[], aside: VariantReport): DoseLine | undefined {
  const [axis, ...more] = doseAxes(variants);
  if (axis === undefined || more.length > 0 || axis.lines.length > 1) return undefined;
  const [line] = axis.lines;
  const on = new Set(line.points.map(({ variant }) => variant));
  return variants.every((variant) => variant === aside || on.has(variant)) ? line : undefined;
}

const lastOf = (path: string): string => words(path.split(".").at(-1) ?? path);

function doseOf(setting: string | undefined): number | undefined {
  const value = setting === undefined || setting.trim() === "" ? Number.NaN : Number(setting.replace("−", "-"));
  return isNumber(value) ? value : undefined;
}

const othersOf = ({ settings }: VariantReport, path: string): string =>
  Object.entries(settings)
    .filter(([key]) => key !== path)
    .map(([key, value]) => `${lastOf(key)}=${value}`)
    .join(", ");
