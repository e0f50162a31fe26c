// A curve in one line of text, for a terminal.

import { mean } from "../evaluation/statistics/moments.ts";

/**
 * Draws values as a curve of at most `width` characters, scaled from their minimum to their maximum; each character is the mean of several
 * values.
 */
export function sparkline(values: readonly number[], width: number): string {
  const columns = Math.min(width, values.length);
  const means = Array.from({ length: columns }, (_, k) => {
    const [from, to] = [k, k + 1].map((end) => Math.floor((end * values.length) / columns));
    return mean(values.slice(from, to));
  });
  const [low, high] = [Math.min(...means), Math.max(...means)];
  const level = (value: number) => (high > low ? Math.round((7 * (value - low)) / (high - low)) : 0);
  return means.map((value) => "▁▂▃▄▅▆▇█"[level(value)]).join("");
}
